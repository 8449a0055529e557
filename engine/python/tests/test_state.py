"""A game played by hand from Python."""

import copy
import pickle
import threading

import pytest

import kahua_engine
from kahua_engine import Chance, Decide, Game, IllegalAction, Over, Ruleset, State

GAMES = [("haleakala", 2), ("kanaloa", 2), ("kanaloa", 4), ("hawaii", 3)]


@pytest.fixture(params=GAMES, ids=lambda game: f"{game[0]}-{game[1]}")
def game(request: pytest.FixtureRequest) -> Game:
    name, seats = request.param
    return Game(name, seats=seats)


def test_a_game_is_played_to_its_end(game: Game) -> None:
    state = game.start(seed=7)
    for number in range(10_000):
        if state.is_over:
            break
        phase = state.phase
        assert isinstance(phase, Decide) and phase.seat == state.seat
        legal = state.legal()
        assert len(legal) == state.legal_count > 0
        state.play(legal[number % len(legal)])
    match state.phase:
        case Over(scores, places, _):
            assert scores == state.scores()
            assert 1 in places and len(places) == game.seats
        case other:
            pytest.fail(f"{other}")
    assert state.seat is None and state.legal() == [] and state.chance() == []


def test_the_same_seed_is_the_same_luck(game: Game) -> None:
    assert game.start(seed=5) == game.start(seed=5)
    assert game.start(seed=5).save() != game.start(seed=6).save()


def test_chance_can_be_played_by_hand(game: Game) -> None:
    state = game.start()
    while isinstance(state.phase, Chance):
        outcomes = state.chance()
        assert all(weight > 0 for _, weight in outcomes)
        with pytest.raises(IllegalAction):
            state.play(0)
        state.play_chance(outcomes[-1][0])
    assert state.chance() == []
    with pytest.raises(IllegalAction, match="not a valid chance outcome"):
        state.play_chance("nothing")


def test_drawing_stops_at_the_next_decision(game: Game) -> None:
    state, other = game.start(), game.start()
    assert state.draw(3) == other.draw(3) != []
    assert state == other and isinstance(state.phase, Decide)
    assert state.draw(4) == []


def test_an_action_has_an_index_and_a_notation(game: Game) -> None:
    state = game.start(seed=1)
    last = state.legal()[-1]
    assert state.after(state.legal_count - 1) == state.after(last)
    assert state == game.start(seed=1)


def test_an_illegal_action_says_why_and_changes_nothing(game: Game) -> None:
    state = game.start(seed=1)
    before = state.save()
    refused: list[tuple[str | int, str]] = [("fly", "can't be read"), (4_000, "is beyond the legal list"), ("", "read")]
    for action, reason in refused:
        with pytest.raises(IllegalAction, match=reason):
            state.play(action)
        with pytest.raises(IllegalAction, match=reason):
            state.after(action)
    with pytest.raises(ValueError, match="there is no index -1"):
        state.play(-1)
    with pytest.raises(TypeError, match="an index of the legal list or a notation, not float"):
        state.play(1.5)  # type: ignore[arg-type]
    assert state.save() == before


def test_nothing_is_played_after_the_end() -> None:
    state = Game("haleakala").start(seed=1)
    while not state.is_over:
        state.play(0)
    with pytest.raises(IllegalAction, match="the game is over"):
        state.play(0)
    with pytest.raises(IllegalAction, match="the game is over"):
        state.play("place:1@0")
    assert state.rollouts(3).mean_scores == [float(score) for score in state.scores()]


def test_a_copy_knows_nothing_of_the_luck_to_come(game: Game) -> None:
    state = game.start(seed=1)
    for copied in [state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]:
        assert copied == state
        while isinstance(copied.phase, Decide):
            copied.play(0)
        assert isinstance(copied.phase, Chance | Over)
    lucky = state.clone(seed=9)
    while not lucky.is_over:
        lucky.play(0)
    assert state == game.start(seed=1)


def test_a_position_and_saved_bytes_are_the_whole_state(game: Game) -> None:
    state = game.start()
    for number in range(300):
        assert State.load(state.save()) == state
        if number % 20 == 0:
            position = state.position()
            assert "\n" not in position
            assert State.from_position(position) == state
            assert State.from_position(position).position() == position
        if isinstance(state.phase, Over):
            break
        if isinstance(state.phase, Chance):
            state.draw(number)
        else:
            state.play(number % state.legal_count)


def test_equal_states_are_equal_and_have_no_hash() -> None:
    state = Game("haleakala").start(seed=1)
    assert state != Game("haleakala").start(seed=2)
    assert state != "haleakala"
    with pytest.raises(TypeError):
        hash(state)


def test_a_state_is_shown_as_text_picture_and_view(game: Game) -> None:
    state = game.start(seed=1)
    assert "seat 0" in state.text()
    assert state.svg().startswith("<svg") and state._repr_svg_() == state.svg()
    view = state.view(0)
    assert view["to_move"] == state.seat and game.name in view
    assert state.view_bytes(0) and state.view() is not None
    with pytest.raises(ValueError, match="there is no seat 9"):
        state.text(9)
    with pytest.raises(ValueError, match="there is no seat -1"):
        state.view(-1)
    assert "decides" in repr(state)


def test_a_redrawn_state_looks_the_same_to_the_seat() -> None:
    state = Game("hawaii", seats=3).start(seed=1)
    for _ in range(40):
        state.play(0)
    seat = state.seat
    assert seat is not None
    redrawn = [state.redraw(seat, seed) for seed in range(5)]
    assert all(other.view(seat) == state.view(seat) and other.legal() == state.legal() for other in redrawn)
    assert len({other.save() for other in redrawn}) > 1
    with pytest.raises(ValueError, match="isn't to decide"):
        state.redraw((seat + 1) % 3, 1)


def test_rollouts_are_counted() -> None:
    state = Game("hawaii", seats=2).start(seed=1)
    rollouts = state.rollouts(20, seed=3)
    assert rollouts.games == rollouts.finished == 20
    assert sum(rollouts.wins) == pytest.approx(1.0)
    assert rollouts.mean_scores == state.rollouts(20, seed=3).mean_scores != state.rollouts(20, seed=4).mean_scores
    assert state.rollouts(5, events_max=3).finished == 0
    with pytest.raises(ValueError, match='there is no policy "clever"; there is: random'):
        state.rollouts(5, policy="clever")
    with pytest.raises(ValueError, match="at least one game"):
        state.rollouts(0)
    with pytest.raises(OverflowError):
        state.rollouts(-1)


def test_what_cannot_be_played_is_refused() -> None:
    assert kahua_engine.games() == ["haleakala", "kanaloa", "hawaii"]
    for arguments, reason in [
        ({"name": "chess"}, 'there is no game "chess"; there are: haleakala, kanaloa, hawaii'),
        ({"name": "hawaii", "seats": 9}, "9 isn't a number of seats"),
        ({"name": "hawaii", "seats": 0}, "0 isn't a number of seats"),
        ({"name": "haleakala", "seats": 3}, "haleakala"),
        ({"name": "haleakala", "options": {"variant": "wild"}}, "wild"),
        ({"name": "haleakala", "options": {"colour": "red"}}, "colour"),
        ({"name": "haleakala", "ruleset": Ruleset.built_in("hawaii")}, "is for hawaii"),
    ]:
        with pytest.raises(ValueError, match=reason):
            Game(**arguments)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Game(3)  # type: ignore[arg-type]


def test_a_game_has_options_and_can_be_pickled() -> None:
    game = Game("haleakala", options={"variant": "tactical"})
    assert game.options == {"variant": "tactical"}
    assert game.start(seed=1) != Game("haleakala").start(seed=1)
    again = pickle.loads(pickle.dumps(game))
    assert again.start(seed=1) == game.start(seed=1)


def test_a_ruleset_can_be_changed_and_states_know_theirs() -> None:
    built_in = Ruleset.built_in("haleakala")
    assert (built_in.game, len(built_in.hash)) == ("haleakala", 64)
    changed = Ruleset(built_in.toml + "\n# mine\n")
    assert changed != built_in and changed.id == built_in.id
    state = Game("haleakala", ruleset=changed).start(seed=1)
    with pytest.raises(ValueError, match="part 2, the ruleset"):
        State.from_position(state.position())
    assert State.from_position(state.position(), ruleset=changed) == state
    assert pickle.loads(pickle.dumps(state)).ruleset == changed
    with pytest.raises(ValueError, match="can't be used"):
        Ruleset("game = 3")


def test_threads_may_share_a_state() -> None:
    state = Game("kanaloa", seats=3).start(seed=1)
    failures: list[BaseException] = []

    def play() -> None:
        try:
            for _ in range(200):
                state.clone(seed=1).rollouts(1)
                if not state.is_over:
                    try:
                        state.play(0)
                    except IllegalAction:
                        assert state.is_over
                state.save(), state.legal(), state.view(0)
        except BaseException as failure:  # noqa: BLE001
            failures.append(failure)

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert State.load(state.save()) == state
