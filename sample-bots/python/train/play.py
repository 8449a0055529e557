"""Self-play: a network plays many games against itself, and they become examples of what positions are worth."""

import numpy as np
from numpy.typing import NDArray

from kahua_engine import AfterStates, Game, VectorEnv
from train.net import Floats, Net, Rows

__all__ = ["Examples", "SelfPlay", "best"]

Examples = tuple[Rows, Floats]

LAMBDA = 0.8
"""How far what comes later counts: 0 is the next position alone, 1 the end alone."""

LEAD = 20.0
"""A game that is won by so many points is worth 0.76 to the winner, and -0.76 to the loser."""

BATCH = 512
"""The positions of ended games wait until they are so many, and then change the network at once."""

DAWDLING = 0.002
"""What each further decision costs its seat. Otherwise two seats that both fear a change may wait for hundreds of turns."""


def worth(leads: Floats) -> Floats:
    """What it is worth to end a game with these leads over the best other seat, in points: from -1 to 1."""
    found: Floats = np.tanh(leads / np.float32(LEAD))
    return found


def best(net: Net, after: AfterStates, seats: NDArray[np.int32]) -> tuple[NDArray[np.int64], Floats]:
    """For each game the index of the successor that its seat likes best, and what all successors are worth."""
    values = net.values(after.obs)
    ends = np.flatnonzero(after.done)
    rows = np.searchsorted(after.offsets, ends, side="right") - 1
    values[ends] = worth(after.reward[ends, seats[rows]])
    firsts, counts = after.offsets[:-1], np.diff(after.offsets)
    # The first index at which a game's best value stands; games without successors take 0.
    tops = np.zeros(len(firsts), np.float32)
    alive = np.flatnonzero(counts)
    tops[alive] = np.maximum.reduceat(values, firsts[alive])
    hits = np.flatnonzero(values == np.repeat(tops, counts))
    choices = np.zeros(len(firsts), np.int64)
    owners = np.searchsorted(after.offsets, hits, side="right") - 1
    choices[owners[::-1]] = (hits - firsts[owners])[::-1]
    return choices, values


class SelfPlay:
    """Games that go on, with the positions that each seat has left behind."""

    def __init__(self, game: Game, games: int, seed: int, threads: int) -> None:
        self.env = VectorEnv(game, games, autoreset="same_step", reward="lead", threads=threads)
        self.env.reset(seed=seed)
        self._rng = np.random.default_rng(seed)
        self._rows: list[list[list[Rows]]] = [[[] for _ in range(game.seats)] for _ in range(games)]
        self._values: list[list[list[np.float32]]] = [[[] for _ in range(game.seats)] for _ in range(games)]
        # The positions of ended games that wait, and what they should have been worth.
        self._left: list[Rows] = []
        self._wanted: list[Floats] = []
        self.finished = self.decisions = 0

    def step(self, net: Net, surprise: float) -> Examples | None:
        """Plays one decision in each game; with the chance `surprise`, any legal one. Gives the positions of ended games when they are
        enough to learn from.
        """
        env = self.env
        after, seats = env.after_states(), env.seat.copy()
        choices, values = best(net, after, seats)
        surprised = np.flatnonzero(self._rng.random(len(choices)) < surprise)
        choices[surprised] = self._rng.integers(env.count[surprised])
        chosen = after.offsets[:-1] + choices
        for game, (seat, at) in enumerate(zip(seats.tolist(), chosen.tolist(), strict=True)):
            self._rows[game][seat].append(after.obs[at].copy())
            self._values[game][seat].append(values[at])
        env.step(choices)
        self.decisions += len(choices)
        for game in np.flatnonzero(env.done | env.truncated).tolist():
            self._end(game, worth(env.reward[game]))
        if sum(map(len, self._wanted)) < BATCH:
            return None
        examples = np.concatenate(self._left), np.concatenate(self._wanted)
        self._left, self._wanted = [], []
        return examples

    def _end(self, game: int, rewards: Floats) -> None:
        """Takes over the positions of a game that has ended."""
        self.finished += 1
        for seat, rows in enumerate(self._rows[game]):
            if rows:
                self._left.append(np.stack(rows))
                self._wanted.append(targets(self._values[game][seat], rewards[seat]))
            self._rows[game][seat], self._values[game][seat] = [], []


def targets(values: list[np.float32], reward: np.float32) -> Floats:
    """What each position of a seat turned out to be worth: TD(lambda) from the end backwards."""
    found = np.empty(len(values), np.float32)
    later = found[-1] = reward
    for index in range(len(values) - 2, -1, -1):
        later = found[index] = (1 - LAMBDA) * values[index + 1] + LAMBDA * later - DAWDLING
    return found
