"""The network: what a position that a seat leaves behind is worth to it, from -1 (it is far behind at the end) to 1."""

import os
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kahua_engine import Game, VectorEnv

__all__ = ["Net"]

Floats = NDArray[np.float32]
Rows = NDArray[np.uint8]

HIDDEN = (64, 32)
"""How many numbers each layer between the columns and the value has."""


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
    """Layers between the columns of an observation and the value. `parameters` has the weights and the bias of each."""

    def __init__(self, game: Game, hidden: Sequence[int] = HIDDEN, seed: int = 0, scale: Floats | None = None) -> None:
        rng = np.random.default_rng(seed)
        self.game = game
        self.scale = scale_of(game) if scale is None else scale
        self.parameters: list[Floats] = []
        for size, width in pairwise([game.observation.size, *hidden, 1]):
            self.parameters.append((rng.standard_normal((size, width)) * np.sqrt(2 / size)).astype(np.float32))
            self.parameters.append(np.zeros(width, np.float32))
        # At first every position is worth about as much as any other.
        self.parameters[-2] *= np.float32(0.3)

    def values(self, rows: Rows) -> Floats:
        """What these observations are worth to the seats that look."""
        return self._forward(rows)[1]

    def _layers(self) -> list[tuple[Floats, Floats]]:
        return list(zip(self.parameters[::2], self.parameters[1::2], strict=True))

    def _forward(self, rows: Rows) -> tuple[list[Floats], Floats]:
        """What goes into each layer, and the values."""
        (into, bias), *others = self._layers()
        inputs = [rows.astype(np.float32)]
        # The weights are far fewer than the columns of all rows, so they are scaled instead.
        layer = inputs[0] @ (into * self.scale[:, None]) + bias
        for into, bias in others:
            inputs.append(np.maximum(layer, 0))
            layer = inputs[-1] @ into + bias
        return inputs, np.tanh(layer[:, 0])

    def gradients(self, rows: Rows, targets: Floats) -> tuple[list[Floats], float]:
        """How the parameters change the mean squared error, and that error."""
        inputs, values = self._forward(rows)
        error = values - targets
        behind: Floats = (error * (1 - values * values) * np.float32(2 / len(rows)))[:, None]
        # From the last layer backwards, the bias before the weights.
        gradients: list[Floats] = []
        for at in reversed(range(len(inputs))):
            gradients += [behind.sum(0), inputs[at].T @ behind]
            if at > 0:
                behind = (behind @ self.parameters[2 * at].T) * (inputs[at] > 0)
        gradients[-1] *= self.scale[:, None]
        return gradients[::-1], float(np.mean(error * error))

    def follow(self, other: "Net", share: float) -> None:
        """Comes nearer to another network, by this share of the difference."""
        for own, of_other in zip(self.parameters, other.parameters, strict=True):
            own += np.float32(share) * (of_other - own)

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
            count = sum(name.startswith("parameter_") for name in stored.files)
            parameters = [stored[f"parameter_{index}"].astype(np.float32) for index in range(count)]
            scale = stored["scale"].astype(np.float32)
        if parameters[0].shape[0] != game.observation.size:
            raise ValueError(f"{path} was trained for another game or number of seats than {game}")
        net = Net(game, hidden=[len(bias) for bias in parameters[1:-1:2]], scale=scale)
        net.parameters = parameters
        return net
