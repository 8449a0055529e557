"""Many games for one learner each, as a vector environment of Gymnasium. It needs the package `gymnasium`.

    import gymnasium
    import kahua_engine.gymnasium

    envs = gymnasium.make_vec("kahua/Hawaii-v1", num_envs=256, seats=3)
    seen, info = envs.reset(seed=1)
    seen, reward, terminated, truncated, info = envs.step(envs.action_space.sample(tuple(seen["action_mask"])))

Observations, actions and rewards are those of `kahua_engine.gymnasium.GameEnv`. The other seats are played by `opponents`, for all
games at once, and at random unless you give others. A learner that plays against itself gives its own network as `opponents`.
"""

from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kahua_engine._engine import Game, VectorEnv
from kahua_engine.spaces import expect_seat, seen_space
from kahua_engine.tokens import Flags, Seen, TokenGames

__all__ = ["GameVectorEnv", "Opponents"]

Opponents = Callable[[VectorEnv, np.random.Generator], NDArray[np.int64]]
"""Chooses an action in each game, as an index of the legal actions. What it chooses where the learner is to decide doesn't matter."""

Step = tuple[Seen, NDArray[np.float64], Flags, Flags, dict[str, Any]]


def at_random(env: VectorEnv, random: np.random.Generator) -> NDArray[np.int64]:
    """Takes any legal action."""
    return (random.random(env.num_envs) * env.count).astype(np.int64)


class GameVectorEnv(gymnasium.vector.VectorEnv[Seen, NDArray[np.int64], NDArray[Any]]):
    """Games in which one seat is the learner's. It is drawn anew for each game unless it is given.

    `info["seat"]` has the learner's seats. Where a token was illegal, the game is lost, and `info["illegal"]` is True. What is seen of a
    game that has ended is its end, as the seat that decided last sees it.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        seat: int | None = None,
        opponents: Opponents = at_random,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int = 0,
    ) -> None:
        self.game, self.num_envs = Game(game, seats, options), num_envs
        # Games are reset here in every mode, since an illegal token ends one that the rules go on with.
        self._env = VectorEnv(self.game, num_envs, autoreset="disabled", threads=threads)
        self._tokens = TokenGames(self._env)
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode(autoreset_mode)}
        self.single_observation_space = seen_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = spaces.Discrete(self.game.actions.tokens)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._given_seat, self._opponents = expect_seat(seat, self.game), opponents
        self._seats = np.zeros(num_envs, np.int64)
        self._ended: Flags = np.zeros(num_envs, np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begins all games, or those of `options["reset_mask"]`, which go on with their next games unless there is a seed."""
        super().reset(seed=seed)
        mask: Flags | None = (options or {}).get("reset_mask")
        games = np.ones(self.num_envs, np.bool_) if mask is None else mask
        is_new = mask is None or seed is not None
        self._begin(games, int(self.np_random.integers(2**63)) if is_new else None)
        self._play_on(games)
        return self._tokens.see(), self._info()

    def step(self, actions: NDArray[np.int64]) -> Step:
        """Chooses a token in each game, and lets the opponents play until each learner is to decide again."""
        begins = self._ended
        if begins.any() and self.metadata["autoreset_mode"] == AutoresetMode.DISABLED:
            raise ValueError(f"games {np.flatnonzero(begins).tolist()} have ended: call reset with a reset_mask")
        index, is_complete, illegal = self._tokens.choose(np.asarray(actions, np.int64), ~begins)
        self._env.step(index, mask=is_complete)
        self._begin(begins)
        self._play_on(begins | is_complete)
        terminated: Flags = self._env.done | illegal
        reward = self._env.reward[np.arange(self.num_envs), self._seats].astype(np.float64)
        reward[illegal] = -1
        seen, info, self._ended = self._tokens.see(), self._info(illegal), terminated
        if terminated.any() and self.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP:
            ends, end_info = seen, info
            self._begin(terminated)
            self._play_on(terminated)
            seen, info = self._tokens.see(), self._info() | final(ends, end_info, terminated)
        return seen, reward, terminated.copy(), np.zeros(self.num_envs, np.bool_), info

    def _begin(self, games: Flags, seed: int | None = None) -> None:
        """Begins these games, without an action of any seat."""
        self._env.reset(seed, mask=games)
        drawn = self.np_random.integers(self.game.seats, size=self.num_envs)
        self._seats[games] = drawn[games] if self._given_seat is None else self._given_seat
        self._ended = self._ended & ~games

    def _play_on(self, games: Flags) -> None:
        """Lets the opponents play until in each game the learner is to decide, or it is over. In these games something was played."""
        while (waits := (self._env.count > 0) & (self._env.seat != self._seats)).any():
            self._env.step(self._opponents(self._env, self.np_random), mask=waits)
        self._tokens.look_again(games)

    def _info(self, illegal: Flags | None = None) -> dict[str, Any]:
        """As Gymnasium wants it: for each name also in which games it stands for something."""
        info: dict[str, Any] = {"seat": self._seats.copy(), "_seat": np.ones(self.num_envs, np.bool_)}
        if illegal is not None and illegal.any():
            info |= {"illegal": illegal, "_illegal": illegal}
        return info


def final(seen: Seen, info: dict[str, Any], ended: Flags) -> dict[str, Any]:
    """How games have ended that began again in the same step."""
    ends = np.full(len(ended), None, object)
    for game in np.flatnonzero(ended):
        ends[game] = {name: rows[game] for name, rows in seen.items()}  # type: ignore[index]
    of_ended = {name: flags & ended if name.startswith("_") else flags for name, flags in info.items()}
    return {"final_obs": ends, "_final_obs": ended, "final_info": of_ended, "_final_info": ended}
