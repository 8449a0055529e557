"""The network: what a position that a seat leaves behind is worth to it, from -1 (it is far behind at the end) to 1."""

import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kahua_engine import Game, VectorEnv

__all__ = ["Net"]

Floats = NDArray[np.float32]
Rows = NDArray[np.uint8]

HIDDEN = 64


def scale_of(game: Game) -> Floats:
    """By what the columns are multiplied, so that each is at most 1 in some random games.

    Most columns stay far below their `max`, and a network learns little from inputs that are nearly 0.
    """
    env = VectorEnv(game, 64, autoreset="same_step", threads=1)
    env.reset(seed=0)
    rng, largest = np.random.default_rng(0), np.ones(game.observation.size, np.uint8)
    for _ in range(1000):
        np.maximum(largest, env.obs.max(0), out=largest)
        env.step(rng.integers(np.maximum(env.count, 1)))
    return (1 / largest).astype(np.float32)


class Net:
    """One hidden layer between the columns of an observation and the value."""

    def __init__(self, game: Game, hidden: int = HIDDEN, seed: int = 0, scale: Floats | None = None) -> None:
        rng = np.random.default_rng(seed)
        self.game = game
        self.scale = scale_of(game) if scale is None else scale
        size = game.observation.size
        self.parameters: list[Floats] = [
            (rng.standard_normal((size, hidden)) * np.sqrt(2 / size)).astype(np.float32),
            np.zeros(hidden, np.float32),
            (rng.standard_normal(hidden) * np.sqrt(1 / hidden)).astype(np.float32),
            np.zeros(1, np.float32),
        ]

    def values(self, rows: Rows) -> Floats:
        """What these observations are worth to the seats that look."""
        return self._forward(rows * self.scale)[1]

    def _forward(self, inputs: Floats) -> tuple[Floats, Floats]:
        into, bias, out, shift = self.parameters
        hidden = np.maximum(inputs @ into + bias, 0)
        return hidden, np.tanh(hidden @ out + shift)

    def gradients(self, rows: Rows, targets: Floats) -> tuple[list[Floats], float]:
        """How the parameters change the mean squared error, and that error."""
        inputs = rows * self.scale
        hidden, values = self._forward(inputs)
        error = values - targets
        slope = error * (1 - values * values) * (2 / len(rows))
        behind = np.outer(slope, self.parameters[2]) * (hidden > 0)
        gradients = [inputs.T @ behind, behind.sum(0), hidden.T @ slope, slope.sum(keepdims=True)]
        return gradients, float(np.mean(error * error))

    def save(self, path: Path, **more: NDArray[np.float64] | Floats) -> None:
        """Writes the network to a file, at once or not at all."""
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".partial")
        arrays: dict[str, Any] = {f"parameter_{index}": parameter for index, parameter in enumerate(self.parameters)}
        arrays |= more | {"version": np.array(self.game.observation.version), "scale": self.scale}
        with partial.open("wb") as file:
            np.savez_compressed(file, **arrays)
        os.replace(partial, path)

    @staticmethod
    def load(game: Game, path: Path) -> "Net":
        """Reads a network from a file.

        Raises a `ValueError` if it was trained with other observations, and an `OSError` if it can't be read.
        """
        with np.load(path) as stored:
            found, wanted = int(stored["version"]), game.observation.version
            if found != wanted:
                raise ValueError(
                    f"{path} was trained with observations of version {found}; this package has version {wanted}"
                )
            net = Net(game, scale=stored["scale"].astype(np.float32))
            parameters = [stored[f"parameter_{index}"].astype(np.float32) for index in range(4)]
        if parameters[0].shape[0] != game.observation.size:
            raise ValueError(f"{path} was trained for another game or number of seats than {game}")
        net.parameters = parameters
        return net
