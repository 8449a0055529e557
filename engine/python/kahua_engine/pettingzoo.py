"""The games as environments of PettingZoo, in which agents step in turn. It needs the package `pettingzoo`.

    import pettingzoo

    import kahua_engine.pettingzoo

    kanaloa = pettingzoo.make("aec", "kahua/Kanaloa-v1", seats=3)
    kanaloa.reset(seed=1)
    for agent in kanaloa.agent_iter():
        seen, reward, terminated, truncated, info = kanaloa.last()
        action = None if terminated else kanaloa.action_space(agent).sample(seen["action_mask"])
        kanaloa.step(action)

An action is a token; `kahua_engine.tokens` says why. The reward comes at the end, by place.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, register
from pettingzoo.utils import wrappers

from kahua_engine._engine import Game, games
from kahua_engine.spaces import expect_mode, name_of, seen_space
from kahua_engine.tokens import Seen, TokenGame, place_rewards

__all__ = ["GameEnv", "env"]


def env(
    game: str, seats: int | None = None, options: Mapping[str, str] | None = None, render_mode: str | None = None
) -> "AECEnv[str, Seen, int]":
    """A game with the usual wrappers: an agent that chooses an illegal token loses, and the game stops."""
    wrapped: AECEnv[str, Seen, int] = GameEnv(Game(game, seats, options), render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class GameEnv(AECEnv[str, Seen, int]):  # type: ignore[misc]
    """A game without wrappers. Its agents are "player_0" and so on, by seat."""

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        super().__init__()
        modes = ["human", "ansi", "svg"]
        self.metadata = {
            "name": f"{game.name}_v{game.observation.version}",
            "render_modes": modes,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = expect_mode(render_mode, modes)
        self.game = game
        self.possible_agents = [f"player_{seat}" for seat in range(game.seats)]
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen_space(game))
        self.action_spaces: dict[str, spaces.Discrete[np.int64]] = {
            agent: spaces.Discrete(game.actions.tokens) for agent in self.possible_agents
        }
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Without a seed it is the next one of the last seed."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._table = TokenGame(self.game, int(self._seeds.integers(2**63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self._table.state.seat or 0]

    def observe(self, agent: str) -> Seen:
        return self._table.see(self.possible_agents.index(agent))

    def step(self, action: int) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._table.choose(int(action))
        state = self._table.state
        self.rewards = dict(zip(self.possible_agents, place_rewards(state), strict=True))
        if state.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        state = self._table.state
        if self.render_mode == "svg":
            return state.svg()
        if self.render_mode == "human":
            print(state.text())
            return None
        return state.text()

    def close(self) -> None:
        """There is nothing to close."""


for _name in games():
    register("aec", name_of(_name), entry_point="kahua_engine.pettingzoo:env", kwargs={"game": _name})
