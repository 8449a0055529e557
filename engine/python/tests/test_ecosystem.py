"""The environments of PettingZoo, Gymnasium and language models, as those check them themselves."""

import gymnasium
import numpy as np
import pettingzoo
import pettingzoo.test
import pytest
from gymnasium.utils.env_checker import check_env

import kahua_engine.gymnasium
from kahua_engine import Game, IllegalAction, Over, games
from kahua_engine.pettingzoo import GameEnv, env
from kahua_engine.text import TextEnv
from kahua_engine.tokens import TokenGame

TABLES = [(name, seats) for name in games() for seats in range(2, 6) if name == "hawaii" or seats == 2]
TABLES += [("kanaloa", 3), ("kanaloa", 4)]


def legal_action(seen: dict[str, np.ndarray], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(seen["action_mask"])))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_pettingzoo_is_content(name: str, seats: int, capfd: pytest.CaptureFixture[str]) -> None:
    pettingzoo.test.api_test(env(name, seats), num_cycles=300)
    pettingzoo.test.seed_test(lambda: env(name, seats), num_cycles=100)
    pettingzoo.test.render_test(
        lambda render_mode=None: env(name, seats, render_mode=render_mode),
        custom_tests={"svg": lambda picture: picture.startswith("<svg")},
    )
    assert "illegal" not in capfd.readouterr().err


@pytest.mark.filterwarnings("ignore:.*not within the observation space")
@pytest.mark.parametrize("name", games())
def test_gymnasium_is_content(name: str) -> None:
    made = gymnasium.make(f"kahua/{name.capitalize()}-v1")
    check_env(made.unwrapped, skip_render_check=True)


def test_whole_games_end_with_rewards_that_sum_to_zero() -> None:
    rng = np.random.default_rng(1)
    game = pettingzoo.make("aec", "kahua/Kanaloa-v1", seats=3)
    game.reset(seed=1)
    rewards = dict.fromkeys(game.agents, 0.0)
    for agent in game.agent_iter():
        seen, reward, terminated, _, _ = game.last()
        rewards[agent] += reward
        game.step(None if terminated else legal_action(seen, rng))
    assert sum(rewards.values()) == pytest.approx(0) and any(rewards.values())


def test_a_learner_plays_whole_games_from_a_seat_of_its_own() -> None:
    rng = np.random.default_rng(1)
    learner = gymnasium.make("kahua/Hawaii-v1", seats=3)
    seats = set()
    for seed in range(6):
        seen, info = learner.reset(seed=seed)
        terminated = False
        while not terminated:
            seen, reward, terminated, _, info = learner.step(legal_action(seen, rng))
        assert -1 <= float(reward) <= 1 and len(info["scores"]) == 3
        seats.add(info["seat"])
    assert len(seats) > 1


def test_an_illegal_token_loses_the_learner_s_game() -> None:
    learner = kahua_engine.gymnasium.GameEnv("haleakala", seat=0)
    seen, _ = learner.reset(seed=1)
    _, reward, terminated, _, info = learner.step(np.int64(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert (reward, terminated) == (-1.0, True) and "no legal action has the token" in info["illegal"]


def test_pettingzoo_without_wrappers_refuses_an_illegal_token() -> None:
    game = GameEnv(Game("haleakala"))
    game.reset(seed=1)
    seen = game.observe(game.agent_selection)
    with pytest.raises(IllegalAction, match="expected one of"):
        game.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert game.observe(game.agent_selection)["action_mask"].tolist() == seen["action_mask"].tolist()


def test_every_legal_action_can_be_chosen_token_by_token() -> None:
    rng = np.random.default_rng(2)
    table = TokenGame(Game("kanaloa"), seed=2)
    steps = [0, 0]
    while not table.state.is_over:
        state, before = table.state, table.state.clone()
        ids = state.legal_ids()
        wanted = int(rng.integers(len(ids)))
        path = [token for token in table.game.actions.paths(ids)[wanted].tolist() if token >= 0]
        for index, token in enumerate(path):
            seat = state.seat
            assert seat is not None and table.see(seat)["action_mask"][token] == 1
            assert not table.see(1 - seat)["action_mask"].any()
            chosen = table.see(seat)["observation"][table.game.observation.size :]
            assert chosen.sum() == index and all(chosen[path[:index]])
            table.choose(token)
        steps[len(path) > 1] += 1
        if not state.is_over and isinstance(before.after(wanted).phase, type(state.phase)):
            assert before.after(wanted).text(0) == state.text(0)
    assert min(steps) > 0


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="seat: 2 isn't a seat of this game; expected 0 to 1"):
        kahua_engine.gymnasium.GameEnv("haleakala", seat=2)
    for made in (
        lambda: env("haleakala", render_mode="rgb_array"),
        lambda: gymnasium.make("kahua/Kanaloa-v1", render_mode="x"),
    ):
        with pytest.raises(ValueError, match="render_mode: '.*' isn't known"):
            made()


def test_a_language_model_plays_by_notation() -> None:
    talk = TextEnv("haleakala")
    with pytest.raises(ValueError, match="call reset first"):
        talk.step("boat")
    text, info = talk.reset(seed=1)
    assert text.endswith("\n".join(info["legal"]))
    refused, reward, terminated, _, after = talk.step("fly")
    assert (reward, terminated, after["legal"]) == (-1.0, False, info["legal"]) and text in refused
    rng = np.random.default_rng(1)
    while not terminated:
        text, reward, terminated, _, info = talk.step(f" {rng.choice(info['legal'])}\n")
    assert "The game is over" in text and info["legal"] == [] and isinstance(reward, float)
    state = talk._state
    assert state is not None and isinstance(state.phase, Over)
