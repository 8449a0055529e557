"""What a bot is told of a match becomes a state."""

import importlib.util
import random
from pathlib import Path
from types import ModuleType

import kahua
import pytest

from kahua_engine import Chance, Follower, Game, Ruleset, State

MCTS = Path(__file__).parents[3] / "sample-bots/python/mcts.py"


def seated(game: Game, seat: int) -> kahua.Seated:
    message = kahua.Seated(
        game=game.name,
        seat=seat,
        ruleset_hash=bytes.fromhex(game.ruleset.hash),
        options=[f"{name}={value}" for name, value in game.options.items()],
    )
    for _ in range(game.seats):
        message.players.add()
    return message


def taken(number: int, action: str) -> kahua.MatchEvent:
    event = kahua.MatchEvent(number=number)
    event.action_taken.action.notation = action
    return event


def drawn(number: int, outcome: str) -> kahua.MatchEvent:
    return kahua.MatchEvent(number=number, chance=kahua.Chance(notation=outcome))


def ask_of(state: State) -> kahua.Ask:
    """The ask that a bot gets in this state."""
    assert state.seat is not None
    view = kahua.View.FromString(state.view_bytes(state.seat))
    return kahua.Ask(game=state.game, seat=state.seat, view=view, legal_total=state.legal_count)


@pytest.mark.parametrize(("name", "seats"), [("haleakala", 2), ("kanaloa", 3), ("hawaii", 3)])
def test_every_seat_follows_a_match_by_its_events(name: str, seats: int) -> None:
    game, dice = Game(name, seats=seats), random.Random(1)
    followers = [Follower(seated(game, seat)) for seat in range(seats)]
    state = game.start()
    for number in range(150):
        if state.is_over:
            break
        if isinstance(state.phase, Chance):
            outcome, _ = dice.choice(state.chance())
            event = drawn(number, outcome)
            state.play_chance(outcome)
        else:
            assert state.seat is not None
            assert followers[state.seat].state(ask_of(state)) == state
            action = dice.choice(state.legal())
            event = taken(number, action)
            state.play(action)
        for follower in followers:
            follower.observe([event])
    assert [follower.seat for follower in followers] == list(range(seats))
    assert all(follower.is_complete for follower in followers)


def test_a_follower_that_misses_an_event_says_so_and_guesses() -> None:
    game = Game("hawaii", seats=2)
    follower = Follower(seated(game, 0), seed=1)
    with pytest.raises(ValueError, match="event 7"):
        follower.observe([drawn(7, "token:9")])
    assert not follower.is_complete
    state = game.start(seed=1)
    guessed = follower.state(ask_of(state))
    assert guessed.legal() == state.legal() and guessed.view(state.seat) == state.view(state.seat)


def test_a_match_of_other_rules_is_refused() -> None:
    game = Game("hawaii", seats=2)
    other = Ruleset(game.ruleset.toml + "\n# other\n")
    with pytest.raises(ValueError, match="ruleset"):
        Follower(seated(game, 0), ruleset=other)
    with pytest.raises(ValueError, match="is for hawaii"):
        Follower(seated(Game("haleakala"), 0), ruleset=other)
    with pytest.raises(ValueError, match="no seat 5"):
        Follower(seated(game, 5))
    with pytest.raises(ValueError, match="there is no game"):
        Follower(kahua.Seated())
    with pytest.raises(TypeError, match="a message Seated or its bytes, not int"):
        Follower(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="it isn't a message Seated"):
        Follower(b"\xff")
    with pytest.raises(TypeError):
        Follower(seated(game, 0)).observe(3)  # type: ignore[arg-type]


def test_the_state_of_an_ask_is_guessed_from_its_view() -> None:
    state = Game("hawaii", seats=3).start(seed=2)
    ask = ask_of(state)
    for one in (ask, ask.SerializeToString()):
        guessed = State.from_ask(one, seed=5)
        assert guessed.legal() == state.legal() and guessed.view(state.seat) == state.view(state.seat)
    ask.legal_total += 1
    with pytest.raises(ValueError, match="these rules allow"):
        State.from_ask(ask)
    with pytest.raises(ValueError, match="the ask has no view"):
        State.from_ask(kahua.Ask(game="hawaii"))


@pytest.fixture(scope="module")
def mcts() -> ModuleType:
    """The sample bot, which isn't in a package."""
    spec = importlib.util.spec_from_file_location("mcts", MCTS)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["haleakala", "hawaii"])
def test_the_bot_that_searches_plays_a_game(mcts: ModuleType, name: str) -> None:
    game = Game(name, seats=2)
    bots = [mcts.Mcts(seated(game, seat)) for seat in range(2)]
    state, number = game.start(), 0
    for _ in range(12):
        for outcome in state.draw(number):
            for bot in bots:
                bot.on_events([drawn(number, outcome)])
            number += 1
        assert state.seat is not None
        answer = bots[state.seat].choose(ask_of(state))
        action = state.legal()[answer] if isinstance(answer, int) else answer
        for bot in bots:
            bot.on_events([taken(number, action)])
        number += 1
        state.play(action)
