"""Many games at once, as Gymnasium wants them."""

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from numpy.typing import NDArray

import kahua_engine.gymnasium  # noqa: F401
from kahua_engine import VectorEnv, games
from kahua_engine.gymnasium_vector import GameVectorEnv
from kahua_engine.tokens import Seen

TABLES = [("haleakala", 2), ("kanaloa", 2), ("kanaloa", 4), ("hawaii", 2), ("hawaii", 5)]


def made(name: str, num_envs: int = 6, **settings: Any) -> GameVectorEnv:
    envs = gymnasium.make_vec(f"kahua/{name.capitalize()}-v1", num_envs=num_envs, **settings)
    assert isinstance(envs, GameVectorEnv)
    return envs


def legal(seen: Seen, rng: np.random.Generator) -> NDArray[np.int64]:
    """A token of each game that may be chosen."""
    tokens: NDArray[np.int64] = (rng.random(seen["action_mask"].shape) * seen["action_mask"]).argmax(1)
    return tokens


@pytest.mark.parametrize("name", games())
def test_it_is_the_game_of_make_many_times(name: str) -> None:
    envs, one = made(name), gymnasium.make(f"kahua/{name.capitalize()}-v1")
    assert envs.single_observation_space == one.observation_space and envs.single_action_space == one.action_space
    seen, info = envs.reset(seed=1)
    assert seen in envs.observation_space and info["seat"].shape == (6,)
    assert envs.action_space.sample(tuple(seen["action_mask"])) in envs.action_space
    in_one_process = gymnasium.make_vec(f"kahua/{name.capitalize()}-v1", num_envs=2, vectorization_mode="sync")
    assert in_one_process.observation_space == made(name, 2).observation_space


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_mask_has_the_tokens_that_lead_to_legal_actions(name: str, seats: int) -> None:
    envs, rng = made(name, seats=seats), np.random.default_rng(3)
    actions, view = envs.game.actions, envs.game.observation.size
    seen, info = envs.reset(seed=3)
    begun: list[list[int]] = [[] for _ in range(6)]
    longest = 0
    for _ in range(200):
        inner = envs._env
        assert (inner.seat == info["seat"])[inner.count > 0].all()
        tokens = legal(seen, rng)
        for game, prefix in enumerate(begun):
            paths = [actions.path(int(id)) for id in inner.legal[game, : inner.count[game]]]
            wanted = {path[len(prefix)] for path in paths if path[: len(prefix)] == prefix}
            assert set(np.flatnonzero(seen["action_mask"][game])) == wanted
            assert (seen["observation"][game, :view] == inner.obs[game]).all()
            assert set(np.flatnonzero(seen["observation"][game, view:])) == set(prefix)
            prefix.append(int(tokens[game]))
            longest = max(longest, len(prefix))
            if prefix in paths or not paths:
                prefix.clear()
        seen, _, terminated, _, info = envs.step(tokens)
        assert "illegal" not in info and not any(begun[game] for game in np.flatnonzero(terminated))
    assert longest == max(len(verb.parts) for verb in actions.verbs)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_seed_is_the_same_games(name: str, seats: int) -> None:
    def played(seed: int) -> list[NDArray[Any]]:
        envs, rng = made(name, seats=seats), np.random.default_rng(1)
        seen, info = envs.reset(seed=seed)
        rows: list[NDArray[Any]] = [info["seat"]]
        for _ in range(50):
            rows.append(seen["observation"])
            seen, *_ = envs.step(legal(seen, rng))
        return rows

    one, again, other = played(5), played(5), played(6)
    assert all((a == b).all() for a, b in zip(one, again, strict=True))
    assert not all((a == b).all() for a, b in zip(one, other, strict=True))


def test_the_next_step_begins_a_game_and_takes_no_token() -> None:
    envs, rng = made("hawaii", 20, seats=3), np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    ended, rewards = np.zeros(20, bool), list[float]()
    while len(rewards) < 30:
        tokens = legal(seen, rng)
        tokens[ended] = 0
        seen, reward, terminated, truncated, info = envs.step(tokens)
        assert not (terminated & ended).any() and not truncated.any() and "illegal" not in info
        assert not reward[~terminated].any() and (np.abs(reward) <= 1).all()
        assert (seen["action_mask"].any(1) == ~terminated).all()
        rewards += reward[terminated].tolist()
        ended = terminated
    assert min(rewards) < 0 < max(rewards)


def test_the_same_step_begins_a_game_and_shows_how_the_last_one_ended() -> None:
    envs, rng = made("hawaii", 20, autoreset_mode=AutoresetMode.SAME_STEP), np.random.default_rng(1)
    counted = RecordEpisodeStatistics(envs)
    seen, info = counted.reset(seed=1)
    finished, seats = 0, info["seat"]
    while finished < 30:
        seen, reward, terminated, _, info = counted.step(legal(seen, rng))
        assert seen["action_mask"].any(1).all()
        if terminated.any():
            assert (info["_final_obs"] == terminated).all()
            assert (info["final_info"]["seat"] == seats)[terminated].all()
            ends = [end for end in info["final_obs"] if end is not None]
            assert len(ends) == terminated.sum() and all(end in envs.single_observation_space for end in ends)
            assert not any(end["action_mask"].any() for end in ends)
        finished, seats = finished + int(terminated.sum()), info["seat"]
    assert counted.episode_count == finished and any(counted.return_queue)


def test_games_that_have_ended_wait_for_a_reset_with_a_mask() -> None:
    envs, rng = made("hawaii", 4, autoreset_mode=AutoresetMode.DISABLED), np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    ended = np.zeros(4, bool)
    while not ended.any():
        seen, _, ended, _, _ = envs.step(legal(seen, rng))
    with pytest.raises(ValueError, match=r"games \[.*\] have ended: call reset with a reset_mask"):
        envs.step(legal(seen, rng))
    before = seen
    seen, _ = envs.reset(options={"reset_mask": ended})
    assert seen["action_mask"].any(1).all()
    assert (seen["observation"] == before["observation"]).all(1).tolist() == (~ended).tolist()
    envs.step(legal(seen, rng))


def test_an_illegal_token_loses_one_game() -> None:
    envs, rng = made("haleakala", 3, seat=1), np.random.default_rng(1)
    seen, info = envs.reset(seed=1)
    assert info["seat"].tolist() == [1, 1, 1]
    for token in (int(np.flatnonzero(seen["action_mask"][1] == 0)[0]), -1, 10**9):
        tokens = legal(seen, rng)
        tokens[1] = token
        seen, reward, terminated, _, info = envs.step(tokens)
        assert reward.tolist() == [0, -1, 0] and terminated.tolist() == [False, True, False]
        assert info["illegal"].tolist() == [False, True, False]
        seen, reward, terminated, _, info = envs.step(legal(seen, rng))
        assert not reward.any() and not terminated.any() and "illegal" not in info


def test_opponents_choose_for_the_other_seats_alone() -> None:
    asked = 0

    def first(env: VectorEnv, random: np.random.Generator) -> NDArray[np.int64]:
        nonlocal asked
        asked += 1
        assert (env.seat[env.count > 0] != 2).any()
        return np.zeros(env.num_envs, np.int64)

    by_first, at_random = made("kanaloa", seats=3, seat=2, opponents=first), made("kanaloa", seats=3, seat=2)
    rows = []
    for envs in (by_first, at_random):
        seen, _ = envs.reset(seed=1)
        for _ in range(20):
            seen, *_ = envs.step(seen["action_mask"].argmax(1))
        rows.append(seen["observation"])
    assert asked > 0 and (rows[0] != rows[1]).any()


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="seat: 3 isn't a seat of this game; expected 0 to 2"):
        made("kanaloa", seats=3, seat=3)
    with pytest.raises(ValueError, match="num_envs"):
        made("kanaloa", num_envs=0)
    envs = made("kanaloa")
    with pytest.raises(ValueError, match="the first reset must start all games"):
        envs.reset(options={"reset_mask": np.arange(6) > 3})


def test_gymnasium_imports_what_stands_before_the_colon() -> None:
    program = "import gymnasium; print(gymnasium.make_vec('kahua_engine.gymnasium:kahua/Haleakala-v1', num_envs=2))"
    told = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    assert told.startswith("GameVectorEnv(")
