"""The example that learns by PPO: its arithmetic, and a few of its rounds."""

import sys
from pathlib import Path

import numpy as np
import pytest

from kahua_engine import Game

sys.path.insert(0, str(Path(__file__).parents[3] / "sample-bots/python"))
import train.ppo as ppo  # noqa: E402
from train.ppo import CLIP, CURIOSITY, Example, Policy, Training  # noqa: E402


def some_examples(policy: Policy, game: Game, count: int) -> Example:
    """Positions with tokens that may be chosen, of which some were likelier or less likely when they were chosen."""
    rng = np.random.default_rng(2)
    rows = rng.integers(2, size=(count, len(policy.scale)), dtype=np.uint8)
    masks = rng.integers(2, size=(count, game.actions.tokens)).astype(np.int8)
    tokens = (rng.random(masks.shape) * masks).argmax(1)
    _, logs, _ = policy.look(rows, masks)
    before = logs[np.arange(count), tokens] + rng.choice([-0.5, -0.05, 0.05, 0.5], count)
    return Example(rows, masks, tokens, before, rng.standard_normal(count), rng.uniform(-1, 1, count))


def loss(policy: Policy, examples: Example) -> float:
    """What PPO makes small, as it is written down elsewhere."""
    _, logs, worths = policy.look(examples.row, examples.mask)
    ratio = np.exp(logs[np.arange(len(logs)), examples.token] - examples.log)
    gain = np.minimum(ratio * examples.gain, np.clip(ratio, 1 - CLIP, 1 + CLIP) * examples.gain)
    undecided = -(np.exp(logs) * logs).sum(1)
    return float(np.mean(-gain - CURIOSITY * undecided + (worths - examples.worth) ** 2 / 2))


def test_gradients_are_those_of_small_differences() -> None:
    game = Game("haleakala")
    policy, rng = Policy(game, seed=1), np.random.default_rng(1)
    policy.parameters = [parameter.astype(np.float64) for parameter in policy.parameters]
    # Otherwise all tokens are nearly as likely.
    policy.parameters[2] *= np.float32(50)
    examples = some_examples(policy, game, 40)
    for parameter, gradient in zip(policy.parameters, policy.gradients(examples), strict=True):
        for _ in range(5):
            at = tuple(rng.integers(parameter.shape))
            parameter[at] += 1e-6
            more = loss(policy, examples)
            parameter[at] -= 2e-6
            less = loss(policy, examples)
            parameter[at] += 1e-6
            assert (more - less) / 2e-6 == pytest.approx(float(gradient[at]), rel=1e-3, abs=1e-7)


def test_what_came_of_a_token_leads_back_from_the_reward() -> None:
    chosen = [Example(None, None, token, 0.0, 0.0, worth) for token, worth in enumerate((0.1, 0.5, -0.2))]
    last, middle, first = ppo.judged(chosen, reward=1.0)
    assert (last.token, last.gain, last.worth) == (2, pytest.approx(1.2), pytest.approx(1))
    assert (middle.token, middle.gain) == (1, pytest.approx(-0.7 + 0.95 * 1.2))
    assert first.gain == pytest.approx(0.4 + 0.95 * (-0.7 + 0.95 * 1.2))
    assert first.worth == pytest.approx(0.1 + first.gain)


@pytest.mark.parametrize(("name", "seats"), [("haleakala", 2), ("hawaii", 3)])
def test_a_few_rounds_change_the_policy_as_their_games_went(
    name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ppo, "POSITIONS", 200)
    monkeypatch.setattr(ppo, "TABLES", 2)
    game, learnt = Game(name, seats=seats), list[Example]()
    training = Training(game)
    learn = training._learn

    def remember(examples: Example) -> None:
        learnt.append(examples)
        learn(examples)

    monkeypatch.setattr(training, "_learn", remember)
    for _ in range(2):
        training.round()
    assert all(np.isfinite(parameter).all() for parameter in training.policy.parameters)
    examples = learnt[-1]
    assert training.positions == sum(len(one.row) for one in learnt) and len(examples.row) >= 200
    assert examples.mask[np.arange(len(examples.token)), examples.token].all()
    # The tokens from which more came than was expected are likelier now.
    _, logs, _ = training.policy.look(examples.row, examples.mask)
    change = logs[np.arange(len(logs)), examples.token] - examples.log
    assert np.corrcoef(change, examples.gain)[0, 1] > 0.1
    assert 0 <= ppo.share_against_random(training.policy, game, 2, seed=1) <= 1
