"""What the environments of Gymnasium and PettingZoo have in common. It needs the package `gymnasium`."""

import numpy as np
from gymnasium import spaces

from kahua_engine._engine import Game
from kahua_engine.tokens import columns

__all__ = ["expect_mode", "expect_seat", "name_of", "seen_space"]


def seen_space(game: Game) -> spaces.Dict:
    """The space of what a seat sees: see `kahua_engine.tokens.Seen`."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (columns(game),), np.uint8),
            "action_mask": spaces.Box(0, 1, (game.actions.tokens,), np.int8),
        }
    )


def expect_mode(mode: str | None, modes: list[str]) -> str | None:
    """The way to draw the board, if it is one of these.

    Raises a `ValueError` if it isn't.
    """
    if mode not in [None, *modes]:
        raise ValueError(f"render_mode: {mode!r} isn't known; expected one of {modes}")
    return mode


def expect_seat(seat: int | None, game: Game) -> int | None:
    """The seat of the learner, if it is one of this game or isn't given.

    Raises a `ValueError` if it is neither.
    """
    if seat is not None and not 0 <= seat < game.seats:
        raise ValueError(f"seat: {seat} isn't a seat of this game; expected 0 to {game.seats - 1}")
    return seat


def name_of(game: str) -> str:
    """The name by which a game is registered. A change of its observations changes the version in it."""
    return f"kahua/{game.capitalize()}-v{Game(game).observation.version}"
