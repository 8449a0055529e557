"""Many games at once."""

import threading
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from kahua_engine import Game, IllegalAction, VectorEnv

settings.register_profile("steady", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("steady")

GAMES = [("haleakala", 2), *(("kanaloa", seats) for seats in (2, 3, 4)), *(("hawaii", seats) for seats in (2, 3, 4, 5))]
ARRAYS = ("obs", "legal", "count", "seat", "reward", "done", "truncated")


@pytest.fixture(params=GAMES, ids=lambda game: f"{game[0]}-{game[1]}")
def game(request: pytest.FixtureRequest) -> Game:
    name, seats = request.param
    return Game(name, seats=seats)


def choose(env: VectorEnv, number: int) -> NDArray[np.int64]:
    """Some legal choice of each game, the same ones for the same arrays."""
    choices: NDArray[np.int64] = (number * 31 + env.obs.sum(1, dtype=np.int64)) % np.maximum(env.count, 1)
    return choices


def history(env: VectorEnv, steps: int) -> list[dict[str, NDArray[Any]]]:
    """All arrays after each step."""
    all_arrays = []
    for number in range(steps):
        env.step(choose(env, number))
        all_arrays.append({name: getattr(env, name).copy() for name in ARRAYS})
    return all_arrays


def same(one: list[dict[str, NDArray[Any]]], other: list[dict[str, NDArray[Any]]]) -> bool:
    return all((a[name] == b[name]).all() for a, b in zip(one, other, strict=True) for name in ARRAYS)


def test_all_arrays_fit_each_other(game: Game) -> None:
    env = VectorEnv(game, 3, autoreset="disabled")
    env.reset(seed=4)
    for number in range(30):
        assert (env.count == (env.legal >= 0).sum(1)).all() and (env.count > 0).all()
        after = env.after_states()
        assert after.offsets.tolist() == [0, *np.cumsum(env.count)] and len(after.obs) == env.count.sum()
        for index in range(3):
            rows = after.obs[after.offsets[index] : after.offsets[index + 1]]
            assert len(np.unique(rows, axis=0)) == len(rows) and (rows != env.obs[index]).any(1).all()
        env.step(choose(env, number))


def test_ids_choose_as_indices_do(game: Game) -> None:
    by_index, by_id = VectorEnv(game, 5), VectorEnv(game, 5)
    by_index.reset(seed=1)
    by_id.reset(seed=1)
    for number in range(300):
        choices = choose(by_index, number)
        ids = by_id.legal[np.arange(5), choices]
        by_index.step(choices)
        by_id.step(ids, by="id")
        assert (by_index.obs == by_id.obs).all()


def test_games_that_a_step_leaves_out_stay_as_they_are(game: Game) -> None:
    held, other = VectorEnv(game, 6), VectorEnv(game, 6)
    for env in (held, other):
        env.reset(seed=8)
    first, none = np.arange(6) < 3, np.zeros(6, bool)
    for number in range(200):
        choices = choose(other, number)
        other.step(choices)
        # Whatever is given for the games that are left out doesn't matter.
        held.step(np.where(first, choices, -7), mask=first)
        held.step(choices, mask=~first)
        held.step(choices, mask=none)
        assert all((getattr(held, name) == getattr(other, name)).all() for name in ARRAYS)
    with pytest.raises(IllegalAction, match="game 3: there is no action -7"):
        held.step(np.full(6, -7), mask=~first)
    with pytest.raises(ValueError, match="mask has 5 elements, but there are 6 games"):
        held.step(choices, mask=first[:5])


def test_luck_depends_on_nothing_but_the_seed_and_the_number_of_the_game(game: Game) -> None:
    few, many, threads = VectorEnv(game, 70), VectorEnv(game, 200), VectorEnv(game, 200, threads=3)
    alone = VectorEnv(game, 200, threads=1)
    for env in (few, many, threads, alone):
        env.reset(seed=9)
    histories = [history(env, 40) for env in (few, many, threads, alone)]
    assert same(histories[1], histories[2]) and same(histories[1], histories[3])
    first = [{name: arrays[name][:70] for name in ARRAYS} for arrays in histories[1]]
    assert same(histories[0], first)
    many.reset(seed=10)
    assert not (many.obs == histories[1][0]["obs"]).all()


def test_the_next_step_starts_a_new_game(game: Game) -> None:
    env = VectorEnv(game, 4, autoreset="next_step", skip_forced=True)
    env.reset(seed=2)
    ended = np.zeros(4, bool)
    for number in range(3000):
        env.step(choose(env, number))
        assert not (ended & env.done).any(), "a step that starts a game ends none"
        assert ((env.count == 0) == env.done).all() and (env.count != 1).all()
        assert np.allclose(env.reward.sum(1), 0, atol=1e-6) and not env.reward[~env.done].any()
        ended = env.done.copy()


def test_the_same_step_starts_a_new_game(game: Game) -> None:
    same_step, next_step = VectorEnv(game, 1, autoreset="same_step"), VectorEnv(game, 1, autoreset="next_step")
    same_step.reset(seed=6)
    next_step.reset(seed=6)
    assert next_step.final_obs is None and same_step.final_obs is not None
    games = 0
    for number in range(5000):
        choices = choose(same_step, number)
        same_step.step(choices)
        next_step.step(choices)
        assert same_step.done == next_step.done and (same_step.reward == next_step.reward).all()
        if same_step.done:
            assert (same_step.final_obs == next_step.obs).all()
            next_step.step(choices)  # whatever is given for a game that has ended doesn't matter
            games += 1
        assert (same_step.obs == next_step.obs).all() and (same_step.legal == next_step.legal).all()
    assert games > 2


def test_games_that_have_ended_stay_until_they_are_reset(game: Game) -> None:
    env = VectorEnv(game, 2, autoreset="disabled", decisions_max=3)
    env.reset(seed=1)
    for _ in range(3):
        env.step(np.zeros(2, np.int64))
    assert env.truncated.all() and not env.done.any() and not env.reward.any() and not env.count.any()
    with pytest.raises(IllegalAction, match="game 0: the game has ended; reset it"):
        env.step(np.zeros(2, np.int64))
    ended = env.obs.copy()
    env.reset(mask=np.array([False, True]))
    assert env.truncated.tolist() == [True, False] and env.count[0] == 0 < env.count[1]
    assert (env.obs[0] == ended[0]).all() and (env.obs[1] != ended[1]).any()


@pytest.mark.parametrize("reward", ["place", "score", "lead"])
def test_rewards_come_at_the_end(game: Game, reward: Literal["place", "score", "lead"]) -> None:
    env = VectorEnv(game, 20, autoreset="disabled", reward=reward)
    env.reset(seed=3)
    running = np.ones(20, bool)
    while running.any():
        after = env.after_states()
        choices = choose(env, 1)
        rows = np.minimum(after.offsets[:-1] + choices, len(after.obs) - 1)
        env.step(choices)
        ended_at_once = env.done & after.done[rows]
        assert (env.reward[ended_at_once] == after.reward[rows][ended_at_once]).all()
        running = ~env.done
        if env.done.any():
            break
    rewards = env.reward[env.done]
    if reward == "place":
        assert np.allclose(rewards.sum(1), 0, atol=1e-6) and (np.abs(rewards) <= 1).all()
    elif reward == "lead":
        best = np.sort(rewards, axis=1)
        assert (best[:, -1] >= 0).all() and (best[:, 0] <= 0).all()
    assert (rewards != 0).any()


def test_a_mask_says_which_ids_are_legal(game: Game) -> None:
    env = VectorEnv(game, 3)
    env.reset(seed=1)
    mask = env.mask()
    assert mask.shape == (3, game.actions.count)
    for index in range(3):
        assert np.flatnonzero(mask[index]).tolist() == sorted(env.legal[index, : env.count[index]].tolist())
    out = np.ones_like(mask)
    env.mask(out)
    assert (out == mask).all()


def test_buffers_are_filled_in_place() -> None:
    game = Game("haleakala")
    own = VectorEnv(game, 6)
    buffers = {name: np.zeros_like(getattr(own, name)) for name in ARRAYS}
    env = VectorEnv(game, 6, buffers=buffers)
    for each in (own, env):
        each.reset(seed=5)
        each.step(np.zeros(6, np.int64))
    for name in ARRAYS:
        assert np.shares_memory(getattr(env, name), buffers[name])
        assert (buffers[name] == getattr(own, name)).all()
    out = np.zeros((int(env.count.sum()) + 3, game.observation.size), np.uint8)
    after = env.after_states(out)
    assert np.shares_memory(after.obs, out) and (out[: len(after.done)] == own.after_states().obs).all()


def test_wrong_buffers_are_refused() -> None:
    game, size = Game("haleakala"), Game("haleakala").observation.size
    read_only = np.zeros((4, size), np.uint8)
    read_only.flags.writeable = False
    wrong: list[dict[str, Any]] = [
        {"obs": np.zeros((4, size), np.float32)},
        {"obs": np.zeros((3, size), np.uint8)},
        {"obs": np.zeros((size, 4), np.uint8).T},
        {"obs": read_only},
        {"obs": [[0] * size] * 4},
        {"count": np.zeros(4, np.int64)},
        {"board": np.zeros(4)},
        {"final_obs": np.zeros((4, size), np.uint8)},
    ]
    for buffers in wrong:
        with pytest.raises((ValueError, TypeError)):
            VectorEnv(game, 4, buffers=buffers)
    shared = np.zeros(4, np.bool_)
    env = VectorEnv(game, 4, buffers={"done": shared, "truncated": shared})
    with pytest.raises((ValueError, TypeError)):
        env.reset()


def test_wrong_settings_and_choices_are_refused() -> None:
    game = Game("haleakala")
    wrong: list[dict[str, Any]] = [{"autoreset": "never"}, {"reward": "gold"}, {"threads": -1}, {"decisions_max": -1}]
    for setting in wrong:
        with pytest.raises((ValueError, OverflowError)):
            VectorEnv(game, 4, **setting)
    for count in (0, 1 << 40):
        with pytest.raises(ValueError, match="num_envs"):
            VectorEnv(game, count)
    env = VectorEnv(game, 4)
    with pytest.raises(ValueError, match="call reset first"):
        env.step(np.zeros(4, np.int64))
    with pytest.raises(ValueError, match="takes no mask"):
        env.reset(mask=np.array([True, True, False, True]))
    env.reset()
    before = env.obs.copy()
    choices: list[Any] = [np.zeros(3, np.int64), np.zeros((4, 1), np.int64), np.zeros(4), [0, 0, 0, 0], None]
    for choice in choices:
        with pytest.raises((ValueError, TypeError)):
            env.step(choice)
    with pytest.raises(IllegalAction, match="game 3: there is no action 77"):
        env.step(np.array([0, 0, 0, 77]))
    with pytest.raises(IllegalAction, match=r"game 1: boat \(id 40\) isn't legal"):
        env.step(np.array([env.legal[0, 0], 40, 0, 0]), by="id")
    assert (env.obs == before).all()


def test_several_threads_use_one_at_a_time_or_are_refused() -> None:
    env = VectorEnv(Game("hawaii"), 500)
    env.reset(seed=1)
    problems: list[BaseException] = []

    def work() -> None:
        for _ in range(30):
            try:
                env.step(np.zeros(500, np.int64))
            except (RuntimeError, ValueError, TypeError):
                pass
            except BaseException as problem:
                problems.append(problem)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems and (env.count >= 0).all()


ANYTHING = st.one_of(
    st.none(),
    st.integers(),
    st.text(),
    st.lists(st.integers(), max_size=5),
    st.sampled_from([np.zeros(3), np.int64(1)]),
)
NUMBERS = st.one_of(st.integers(-3, 100), st.sampled_from([-(2**63), 2**63 - 1, 2**31]))


@given(st.sampled_from(GAMES), st.lists(st.lists(NUMBERS, min_size=3, max_size=3), max_size=20), st.booleans())
def test_any_numbers_are_played_or_refused(game: tuple[str, int], all_choices: list[list[int]], by_id: bool) -> None:
    env = VectorEnv(Game(game[0], seats=game[1]), 3)
    env.reset(seed=1)
    for choices in all_choices:
        before = env.obs.copy()
        try:
            env.step(np.array(choices, np.int64), by="id" if by_id else "index")
        except IllegalAction:
            assert (env.obs == before).all()


@given(st.sampled_from(["step", "reset", "mask", "after_states"]), st.lists(ANYTHING, max_size=2))
def test_methods_take_any_argument(name: str, arguments: list[Any]) -> None:
    env = VectorEnv(Game("kanaloa"), 2)
    env.reset(seed=1)
    try:
        getattr(env, name)(*arguments)
    except (ValueError, TypeError, OverflowError):
        pass
