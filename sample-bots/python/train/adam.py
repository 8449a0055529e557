"""Adam, which changes parameters step by step (Kingma and Ba, 2015)."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["Adam"]

Floats = NDArray[np.float32]


class Adam:
    """Remembers the mean and the size of each gradient."""

    def __init__(self, parameters: list[Floats]) -> None:
        self.steps = 0
        self.means = [np.zeros_like(parameter) for parameter in parameters]
        self.sizes = [np.zeros_like(parameter) for parameter in parameters]

    def step(self, parameters: list[Floats], gradients: list[Floats], rate: float) -> None:
        """Changes the parameters so that the error shrinks."""
        self.steps += 1
        rate *= np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for parameter, gradient, mean, size in zip(parameters, gradients, self.means, self.sizes, strict=True):
            mean += 0.1 * (gradient - mean)
            size += 0.001 * (gradient * gradient - size)
            parameter -= np.float32(rate) * mean / (np.sqrt(size) + np.float32(1e-8))
