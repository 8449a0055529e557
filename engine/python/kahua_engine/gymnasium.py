"""The games for one learner, as environments of Gymnasium. It needs the package `gymnasium`.

    import gymnasium
    import kahua_engine.gymnasium

    env = gymnasium.make("kahua/Hawaii-v1", seats=3)
    seen, info = env.reset(seed=1)
    seen, reward, terminated, truncated, info = env.step(env.action_space.sample(seen["action_mask"]))

An action is a token; `kahua_engine.tokens` says why. The other seats are played by `opponent`, at random unless you give another one.
An illegal token loses the game at once, and `info["illegal"]` says why: a program that learns makes mistakes.

`gymnasium.make_vec` makes many games at once: see `kahua_engine.gymnasium_vector`. A program that only knows names finds the games
by "kahua_engine.gymnasium:kahua/Hawaii-v1", since Gymnasium imports what stands before the colon.
"""

from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from kahua_engine._engine import Game, IllegalAction, State, games
from kahua_engine.spaces import expect_mode, expect_seat, name_of, seen_space
from kahua_engine.tokens import Seen, TokenGame, place_rewards

__all__ = ["GameEnv", "Opponent"]

Opponent = Callable[[State, np.random.Generator], int]
"""Chooses an action for the seat to decide, as an index of the legal actions."""


def at_random(state: State, random: np.random.Generator) -> int:
    """Takes any legal action."""
    return int(random.integers(state.legal_count))


class GameEnv(gymnasium.Env[Seen, np.int64]):
    """A game for one learner, whose seat is drawn anew for each game unless it is given."""

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        seat: int | None = None,
        opponent: Opponent = at_random,
        render_mode: str | None = None,
    ) -> None:
        self.game = Game(game, seats, options)
        self.render_mode = expect_mode(render_mode, self.metadata["render_modes"])
        self._given_seat, self._opponent = expect_seat(seat, self.game), opponent
        self.observation_space = seen_space(self.game)  # type: ignore[assignment]
        self.action_space = spaces.Discrete(self.game.actions.tokens)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(self.game.seats))
        self.seat = drawn if self._given_seat is None else self._given_seat
        self._table = TokenGame(self.game, int(self.np_random.integers(2**63)))
        self._play_on()
        return self._table.see(self.seat), {"seat": self.seat}

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        info: dict[str, Any] = {"seat": self.seat}
        try:
            self._table.choose(int(action))
        except IllegalAction as refusal:
            return self._table.see(self.seat), -1.0, True, False, info | {"illegal": str(refusal)}
        self._play_on()
        state = self._table.state
        if state.is_over:
            info["scores"] = state.scores()
        return self._table.see(self.seat), place_rewards(state)[self.seat], state.is_over, False, info

    def _play_on(self) -> None:
        """Lets the opponents play until the learner is to decide, or the game is over."""
        state = self._table.state
        if state.seat in (None, self.seat):
            return
        while state.seat not in (None, self.seat):
            state.play(self._opponent(state, self.np_random))
        self._table.look_again()

    def render(self) -> str:
        state = self._table.state
        return state.svg(self.seat) if self.render_mode == "svg" else state.text(self.seat)


for _name in games():
    gymnasium.register(
        name_of(_name),
        entry_point="kahua_engine.gymnasium:GameEnv",
        vector_entry_point="kahua_engine.gymnasium_vector:GameVectorEnv",
        kwargs={"game": _name},
    )
