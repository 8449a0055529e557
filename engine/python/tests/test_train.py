"""The trainer of sample-bots/python: its arithmetic, and a short training that is interrupted."""

import sys
from collections.abc import Iterator
from pathlib import Path

import kahua
import numpy as np
import pytest

from kahua_engine import Game, State, VectorEnv

sys.path.insert(0, str(Path(__file__).parents[3] / "sample-bots/python"))
import train.__main__ as training  # noqa: E402
import trained  # noqa: E402
from train.net import Net  # noqa: E402
from train.play import SelfPlay, best, targets  # noqa: E402


def test_gradients_are_those_of_small_differences() -> None:
    net, rng = Net(Game("haleakala"), hidden=[5, 4]), np.random.default_rng(1)
    net.parameters = [parameter.astype(np.float64) for parameter in net.parameters]
    rows = rng.integers(2, size=(7, net.game.observation.size), dtype=np.uint8)
    wanted = rng.uniform(-1, 1, 7).astype(np.float32)
    gradients, error = net.gradients(rows, wanted)
    for parameter, gradient in zip(net.parameters, gradients, strict=True):
        at = tuple(rng.integers(parameter.shape))
        parameter[at] += 1e-5
        _, changed = net.gradients(rows, wanted)
        parameter[at] -= 1e-5
        assert (changed - error) / 1e-5 == pytest.approx(float(gradient[at]), rel=1e-2, abs=1e-6)


def test_targets_lead_back_from_the_reward() -> None:
    found = targets([np.float32(value) for value in (0.1, 0.5, -0.2)], np.float32(1))
    last = 0.2 * -0.2 + 0.8 * 1 - 0.002
    assert found.tolist() == pytest.approx([0.2 * 0.5 + 0.8 * last - 0.002, last, 1])


def test_the_best_successor_is_found_in_every_game() -> None:
    net = Net(Game("hawaii", seats=2), seed=3)
    play = SelfPlay(net.game, 8, seed=1, threads=1)
    ended = 0
    for _ in range(150):
        env: VectorEnv = play.env
        after, seats = env.after_states(), env.seat.copy()
        choices, values = best(net, after, seats)
        own = net.values(after.obs)
        for row in range(8):
            here = slice(after.offsets[row], after.offsets[row + 1])
            ended += int(after.done[here].sum())
            of_ends = np.tanh(after.reward[here, seats[row]] / 20)
            assert values[here] == pytest.approx(np.where(after.done[here], of_ends, own[here]), abs=1e-6)
            assert choices[row] == np.argmax(values[here])
        play.step(net, surprise=0.5)
    assert ended > 0


@pytest.mark.parametrize("name", ["haleakala", "kanaloa", "hawaii"])
def test_every_column_comes_near_to_one(name: str) -> None:
    net = Net(Game(name))
    env = VectorEnv(net.game, 64, autoreset="same_step", threads=1)
    env.reset(seed=7)
    rng, largest = np.random.default_rng(7), np.zeros(net.game.observation.size, np.float32)
    for _ in range(500):
        largest = np.maximum(largest, (env.obs * net.scale).max(0))
        env.step(rng.integers(np.maximum(env.count, 1)))
    seen = largest[largest > 0]
    assert (seen >= 0.5).mean() > 0.9 and seen.max() <= 4


def test_a_training_that_is_interrupted_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "CHECKPOINT_SECONDS", 0.0)
    path = tmp_path / "haleakala-2.npz"

    def rounds(count: int) -> None:
        """Trains, and stops as by a kill at the checkpoint with this number."""
        left = iter(range(count))

        def measured(net: Net, seed: int) -> float:
            if next(left, None) is None:
                raise KeyboardInterrupt
            return 0.5

        monkeypatch.setattr(training, "share_against_random", measured)
        training.Training(Game("haleakala"), path, seed=1, games=4, threads=1).run(3600)

    for count in (3, 2):
        with pytest.raises(KeyboardInterrupt):
            rounds(count)
    lines = path.with_suffix(".csv").read_text().splitlines()
    minutes = [float(line.split(",")[0]) for line in lines[1:]]
    assert lines[0].startswith("minutes,games") and len(minutes) == 5 and minutes == sorted(minutes)
    assert "<polyline" in path.with_suffix(".svg").read_text()
    again = training.Training(Game("haleakala"), path, seed=1, games=4, threads=1)
    assert again.seconds > 0
    again.run(0)
    assert [file.name for file in sorted(tmp_path.iterdir())] == [f"haleakala-2.{end}" for end in ("csv", "npz", "svg")]


def test_a_network_for_another_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    Net(Game("kanaloa", seats=3)).save(path)
    with pytest.raises(ValueError, match="trained for another game or number of seats"):
        Net.load(Game("kanaloa", seats=2), path)


def seated_for(state: State, game: Game) -> kahua.Seated:
    seated = kahua.Seated(game=game.name, seat=state.seat or 0, ruleset_hash=bytes.fromhex(game.ruleset.hash))
    seated.options.extend(f"{name}={value}" for name, value in game.options.items())
    for _ in range(game.seats):
        seated.players.add()
    return seated


def ask_for(state: State) -> kahua.Ask:
    view = kahua.View.FromString(state.view_bytes(state.seat))
    return kahua.Ask(game=state.game, seat=state.seat or 0, view=view, legal_total=state.legal_count)


@pytest.fixture
def net(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Net]:
    """A network that the bot finds. It hasn't learnt anything."""
    found = Net(Game("haleakala"), seed=5)
    found.save(tmp_path / "haleakala-2.npz")
    monkeypatch.setattr(trained, "WEIGHTS", tmp_path)
    trained.net_for.cache_clear()
    yield found
    trained.net_for.cache_clear()


def test_the_bot_takes_what_its_network_likes_best(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    state: State = net.game.start(seed=4)
    bot = trained.Trained(seated_for(state, net.game))
    liked = np.argsort(-net.values(state.after_states()))
    monkeypatch.setattr(trained, "TRIED", 1)
    assert bot.choose(ask_for(state)) == state.legal()[int(liked[0])]
    monkeypatch.setattr(trained, "TRIED", 3)
    # Whatever the network says at once, this action leads to more.
    monkeypatch.setattr(bot, "_at_next_turn", lambda state, action, seed: float(action == liked[2]))
    assert bot.choose(ask_for(state)) == state.legal()[int(liked[2])]


def test_the_bot_looks_as_far_as_its_next_turn_or_the_end(net: Net) -> None:
    state: State = net.game.start(seed=9)
    bot, ends = trained.Trained(seated_for(state, net.game)), 0
    for turn in range(1000):
        if state.is_over:
            break
        seat, before, action = state.seat or 0, state.position(), turn % state.legal_count
        after = state.after(action, seed=turn)
        found = bot._at_next_turn(state, action, turn)
        assert -1 <= found <= 1 and state.position() == before
        if after.is_over:
            ends += 1
            scores = after.scores()
            assert found == pytest.approx(np.tanh((scores[seat] - scores[1 - seat]) / 20), abs=1e-6)
        state.play(action)
    assert ends >= 1


def test_the_networks_of_the_repository_fit_the_present_observations() -> None:
    paths = sorted((Path(trained.__file__).parent / "train/weights").glob("*.npz"))
    assert len(paths) >= 3
    for path in paths:
        game, seats = path.stem.split("-")
        net = Net.load(Game(game, seats=int(seats)), path)
        assert len(net.values(net.game.start(seed=1).after_states())) > 0
