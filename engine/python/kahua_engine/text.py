"""The games as an environment in words, for trainers of language models.

    from kahua_engine.text import TextEnv

    env = TextEnv("haleakala")
    text, info = env.reset(seed=1)
    text, reward, terminated, truncated, info = env.step(info["legal"][0])

A text has the board as the seat to decide sees it, and its legal actions in notation. All seats are played through one environment.
"""

from collections.abc import Mapping
from typing import Any

from kahua_engine._engine import Game, IllegalAction, State
from kahua_engine.tokens import place_rewards

__all__ = ["TextEnv"]


class TextEnv:
    """A game whose actions are given in notation. `info` has the seat to decide and the legal actions."""

    def __init__(self, game: str, seats: int | None = None, options: Mapping[str, str] | None = None) -> None:
        self.game = Game(game, seats, options)
        self._state: State | None = None

    def reset(self, seed: int) -> tuple[str, dict[str, Any]]:
        """Begins the game of this seed."""
        self._state = self.game.start(seed=seed)
        return _text(self._state), _info(self._state)

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Plays an action. The reward, by place at the end, is that of the seat that has played it.

        An illegal action changes nothing. The text says why it was refused, and the reward is -1.
        """
        state = self._state
        if state is None or state.is_over:
            raise ValueError("no game is being played: call reset first")
        seat = state.seat or 0
        try:
            state.play(action.strip())
        except IllegalAction as refusal:
            return f"{refusal}\n\n{_text(state)}", -1.0, False, False, _info(state) | {"illegal": str(refusal)}
        return _text(state), place_rewards(state)[seat], state.is_over, False, _info(state)


def _text(state: State) -> str:
    if state.is_over:
        return f"{state.text()}\n\nThe game is over. Points by seat: {state.scores()}"
    legal = "\n".join(state.legal())
    return f"{state.text(state.seat)}\n\nSeat {state.seat} decides. Legal actions:\n{legal}"


def _info(state: State) -> dict[str, Any]:
    return {"seat": state.seat, "legal": [] if state.is_over else state.legal()}
