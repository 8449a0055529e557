"""How well a network plays against a bot that takes any legal action."""

import numpy as np

from kahua_engine import VectorEnv
from train.net import Net
from train.play import best

__all__ = ["share_against_random"]

GAMES = 100


def share_against_random(net: Net, seed: int) -> float:
    """The share of games that it wins from every seat, with a half for each that it shares."""
    env = VectorEnv(net.game, GAMES, autoreset="next_step", reward="lead", threads=1)
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    own = np.arange(GAMES) % net.game.seats
    open_games, leads = np.ones(GAMES, bool), np.zeros(GAMES)
    while open_games.any():
        choices = rng.integers(np.maximum(env.count, 1))
        thinks = open_games & (env.seat == own)
        if thinks.any():
            choices = np.where(thinks, best(net, env.after_states(), env.seat)[0], choices)
        env.step(choices)
        ended = open_games & (env.done | env.truncated)
        leads[ended] = env.reward[ended, own[ended]]
        open_games &= ~ended
    return float((1 + np.sign(leads).mean()) / 2)
