"""python -m train.ppo GAME: learns by PPO through PettingZoo, as an example of another trainer.

One network plays all seats. It has an output for each token, and tokens that aren't legal are masked: their probability is 0. PPO
(Schulman et al., 2017) makes a token likelier if more came of it than was expected, but never much likelier at once.
"""

import argparse
import time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kahua_engine import Game, games
from kahua_engine.pettingzoo import env
from kahua_engine.tokens import Seen, columns
from train.adam import Adam
from train.net import Floats, Rows, scale_of

TABLES, POSITIONS = 16, 4096
"""How many games are played at once, and after how many positions of games that have ended the network changes."""
EPOCHS, BATCH, RATE, HIDDEN = 3, 512, 5e-4, 128
"""How often it learns from each position, from how many at once, and how fast; the width of its hidden layer."""
CLIP = 0.2
"""By what share a token may become likelier or less likely before its positions change nothing more."""
CURIOSITY = 0.01
"""What it is worth to be undecided. Otherwise the network soon takes the same tokens every time."""
LAMBDA = 0.95
"""How far what comes later counts, as in `train.play`."""


class Example(NamedTuple):
    """A token that was chosen, or many of them as arrays: what was seen, the token, and the logarithm of its probability then; how much
    more came of it than was expected, and what the position turned out to be worth.
    """

    row: Any
    mask: Any
    token: Any
    log: Any
    gain: Any
    worth: Any


class Policy:
    """A hidden layer, then an output for each token, and a last one for what the position is worth."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        rng, inputs, outputs = np.random.default_rng(seed), columns(game), game.actions.tokens + 1
        # The tokens that are chosen already follow the columns of the view.
        self.scale = np.pad(scale_of(game), (0, inputs - game.observation.size), constant_values=1)
        self.parameters: list[Floats] = []
        for size, width, spread in ((inputs, HIDDEN, np.sqrt(2 / inputs)), (HIDDEN, outputs, 0.01)):
            self.parameters.append((rng.standard_normal((size, width)) * spread).astype(np.float32))
            self.parameters.append(np.zeros(width, np.float32))

    def look(self, rows: Rows, masks: NDArray[np.int8]) -> tuple[Floats, Floats, Floats]:
        """The hidden layer, the logarithms of the probabilities of all tokens, and the worths."""
        into, bias, out, last = self.parameters
        hidden = np.maximum(rows.astype(np.float32) @ (into * self.scale[:, None]) + bias, 0)
        outputs = hidden @ out + last
        likings = np.where(masks, outputs[:, :-1], np.float32(-1e9))
        likings -= likings.max(1, keepdims=True)
        return hidden, likings - np.log(np.exp(likings).sum(1, keepdims=True)), outputs[:, -1]

    def gradients(self, examples: Example) -> list[Floats]:
        """How the parameters change what PPO makes small: gains that were missed, certainty, and wrong worths."""
        hidden, logs, worths = self.look(examples.row, examples.mask)
        count, odds = len(logs), np.exp(logs)
        every = np.arange(count)
        ratio = np.exp(logs[every, examples.token] - examples.log)
        is_free = np.where(examples.gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        pull = examples.gain * ratio * is_free
        behind = odds * pull[:, None]
        behind[every, examples.token] -= pull
        certainty = (odds * logs).sum(1, keepdims=True)
        behind += np.float32(CURIOSITY) * odds * (logs - certainty)
        behind = np.concatenate([behind, (worths - examples.worth)[:, None]], axis=1) / np.float32(count)
        before = (behind @ self.parameters[2].T) * (hidden > 0)
        into = (examples.row.astype(np.float32).T @ before) * self.scale[:, None]
        return [into, before.sum(0), hidden.T @ behind, behind.sum(0)]


class Table:
    """A game that goes on, with what its agents have seen and chosen. When it has ended, that is added to `examples`."""

    def __init__(self, game: Game, seed: int, examples: list[Example]) -> None:
        self._env: Any = env(game.name, game.seats)
        self._env.reset(seed=seed)
        self._chosen: dict[str, list[Example]] = {agent: [] for agent in self._env.agents}
        self._examples = examples

    def look(self) -> Seen:
        """What the agent to decide sees, in this game or in the next one."""
        while True:
            seen, reward, terminated, _, _ = self._env.last()
            if not terminated:
                return seen  # type: ignore[no-any-return]
            chosen = self._chosen[self._env.agent_selection]
            self._examples += judged(chosen, reward)
            chosen.clear()
            self._env.step(None)
            if not self._env.agents:
                self._env.reset()

    def choose(self, example: Example) -> None:
        self._chosen[self._env.agent_selection].append(example)
        self._env.step(int(example.token))


def judged(chosen: list[Example], reward: float) -> list[Example]:
    """The tokens of an agent, from the last to the first, once it is known what came of them."""
    examples: list[Example] = []
    later, gain = reward, 0.0
    for example in reversed(chosen):
        gain = later - example.worth + LAMBDA * gain
        examples.append(example._replace(gain=gain, worth=example.worth + gain))
        later = example.worth
    return examples


class Training:
    """A policy that plays against itself and learns from it."""

    def __init__(self, game: Game, seed: int = 1) -> None:
        self.policy, self._rng = Policy(game, seed), np.random.default_rng(seed)
        self._adam = Adam(self.policy.parameters)
        self._examples: list[Example] = []
        self._tables = [Table(game, seed * TABLES + number, self._examples) for number in range(TABLES)]
        self.positions = 0

    def round(self) -> None:
        """Plays until there is enough to learn from, and learns."""
        while len(self._examples) < POSITIONS:
            self._play()
        self.positions += len(self._examples)
        self._learn(Example(*(np.array(column) for column in zip(*self._examples, strict=True))))
        self._examples.clear()

    def _play(self) -> None:
        seen = [table.look() for table in self._tables]
        rows, masks = np.stack([one["observation"] for one in seen]), np.stack([one["action_mask"] for one in seen])
        _, logs, worths = self.policy.look(rows, masks)
        # The largest sum of a logarithm and this noise is a draw by the probabilities.
        tokens = (logs + self._rng.gumbel(size=logs.shape)).argmax(1)
        for number, table in enumerate(self._tables):
            token = tokens[number]
            table.choose(Example(rows[number], masks[number], token, logs[number, token], 0.0, worths[number]))

    def _learn(self, examples: Example) -> None:
        gain = (examples.gain - examples.gain.mean()) / (examples.gain.std() + 1e-8)
        examples = examples._replace(gain=gain.astype(np.float32), worth=examples.worth.astype(np.float32))
        for _ in range(EPOCHS):
            for some in np.array_split(self._rng.permutation(len(gain)), max(len(gain) // BATCH, 1)):
                gradients = self.policy.gradients(Example(*(column[some] for column in examples)))
                self._adam.step(self.policy.parameters, gradients, RATE)


def share_against_random(policy: Policy, game: Game, matches: int, seed: int) -> float:
    """The share of opponents that it beats, from every seat, with a half for each with whom it shares a place."""
    table: Any = env(game.name, game.seats)
    rng, beaten = np.random.default_rng(seed), 0.0
    for match in range(matches):
        table.reset(seed=seed + match)
        own = table.possible_agents[match % game.seats]
        for agent in table.agent_iter():
            seen, reward, terminated, _, _ = table.last()
            if terminated:
                beaten += (1 + reward) / 2 if agent == own else 0
                table.step(None)
                continue
            if agent == own:
                _, likings, _ = policy.look(seen["observation"][None], seen["action_mask"][None])
            else:
                likings = rng.random(game.actions.tokens) * seen["action_mask"]
            table.step(int(likings.argmax()))
    return beaten / matches


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m train.ppo", description=__doc__)
    parser.add_argument("game", choices=games())
    parser.add_argument("--seats", type=int, help="how many seats play (default: 2)", default=2)
    parser.add_argument("--minutes", type=float, help="how long to train (default: 10)", default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game = Game(arguments.game, seats=arguments.seats)
    training, began, told = Training(game, arguments.seed), time.monotonic(), 0.0
    while (taken := time.monotonic() - began) < arguments.minutes * 60:
        training.round()
        if taken - told >= 60:
            share = share_against_random(training.policy, game, 100, seed=training.positions)
            print(f"{taken / 60:5.1f} min  {training.positions:9,} positions  {share:5.1%} against random", flush=True)
            told = taken
    share = share_against_random(training.policy, game, 1000, seed=training.positions)
    print(f"{share:.1%} in 1,000 matches against random, after {training.positions:,} positions")


if __name__ == "__main__":
    main()
