"""python -m train GAME: trains a network by playing against itself, and writes it to a file that `trained.py` plays by."""

import argparse
import time
from pathlib import Path

import numpy as np

from kahua_engine import Game, games
from train.adam import Adam
from train.curve import Curve
from train.net import Net
from train.play import SelfPlay
from train.rate import share_against_random

CHECKPOINT_SECONDS = 60.0
"""After so long, everything is written, so that a kill costs a minute."""
RATE, LAST_RATE = 2e-3, 2e-4
"""How far a gradient changes the network at the beginning, and at the end."""
MEMORY = 0.002
"""How fast the network that plays in the end, a running mean, follows the one that is trained."""
SURPRISE = 0.02
"""How often a game takes a turn that the network wouldn't."""


def main() -> None:
    arguments = parsed()
    game = Game(arguments.game, seats=arguments.seats)
    folder = arguments.out or Path(__file__).parent / "weights"
    path = folder / f"{game.name}-{game.seats}.npz"
    training = Training(game, path, arguments.seed, arguments.games, arguments.threads)
    training.run(arguments.minutes * 60)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m train", description=__doc__)
    parser.add_argument("game", choices=games())
    parser.add_argument("--seats", type=int, help="how many seats play (default: 2)", default=2)
    parser.add_argument("--minutes", type=float, help="how long to train in all (default: 30)", default=30.0)
    parser.add_argument("--games", type=int, help="how many games are played at once (default: 128)", default=128)
    parser.add_argument("--threads", type=int, help="threads that play (default: 1)", default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="the folder of the network and its curve (default: train/weights)")
    return parser.parse_args()


class Training:
    """A network that is trained, with all that a later run needs to go on."""

    def __init__(self, game: Game, path: Path, seed: int, games: int, threads: int) -> None:
        self.net, self.path, self.seconds = Net(game, seed=seed), path, 0.0
        # The network swings with what it has just seen. Its running mean plays better, so that is what is written.
        self.mean = Net(game, scale=self.net.scale)
        self.adam = Adam(self.net.parameters)
        self.curve = Curve(path.with_suffix(".csv"))
        self._unfinished = path.with_suffix(".training.npz")
        if self._unfinished.exists():
            self._go_on()
        # Other games after each interruption.
        self.play = SelfPlay(game, games, seed + self.adam.steps, threads)

    def _go_on(self) -> None:
        self.net = Net.load(self.net.game, self._unfinished)
        self.mean = Net.load(self.net.game, self.path)
        with np.load(self._unfinished) as stored:
            self.adam.steps, self.seconds = int(stored["steps"]), float(stored["seconds"])
            self.adam.means = [stored[f"mean_{index}"] for index in range(len(self.adam.means))]
            self.adam.sizes = [stored[f"size_{index}"] for index in range(len(self.adam.sizes))]
        print(f"{self._unfinished} goes on after {self.seconds / 60:.1f} minutes")

    def run(self, seconds: float) -> None:
        """Trains until it has taken so long in all."""
        began, told = time.monotonic() - self.seconds, self.seconds
        error, steps = 0.0, 0
        while self.seconds < seconds:
            rate = RATE * (LAST_RATE / RATE) ** (self.seconds / seconds)
            if learnt := self.play.step(self.net, SURPRISE):
                gradients, squared = self.net.gradients(*learnt)
                self.adam.step(self.net.parameters, gradients, rate)
                self.mean.follow(self.net, max(MEMORY, 1 / self.adam.steps))
                error, steps = error + squared, steps + 1
            self.seconds = time.monotonic() - began
            if self.seconds - told >= CHECKPOINT_SECONDS:
                self._tell(error / max(steps, 1), seconds)
                self._keep()
                told, error, steps = self.seconds, 0.0, 0
        self.mean.save(self.path)
        self._unfinished.unlink(missing_ok=True)
        print(f"{self.path} is ready")

    def _tell(self, error: float, seconds: float) -> None:
        share = share_against_random(self.mean, seed=self.adam.steps)
        self.curve.add(self.seconds / 60, self.play.finished, self.play.decisions, error, share)
        left = max(seconds - self.seconds, 0) / 60
        print(
            f"{self.seconds / 60:5.1f} min  {self.play.finished:8,} games  error {error:.4f}  "
            f"{share:5.1%} against random  {left:5.1f} min left",
            flush=True,
        )

    def _keep(self) -> None:
        moments = {f"mean_{index}": mean for index, mean in enumerate(self.adam.means)}
        moments |= {f"size_{index}": size for index, size in enumerate(self.adam.sizes)}
        counts = {"steps": np.array(float(self.adam.steps)), "seconds": np.array(self.seconds)}
        # A training that goes on is known by its unfinished file and needs the mean, too, so the mean is written first.
        self.mean.save(self.path)
        self.net.save(self._unfinished, **moments, **counts)


if __name__ == "__main__":
    main()
