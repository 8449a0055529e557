"""Tests of the choices, over recorded asks, and of the whole bot."""

import subprocess
import sys
import unittest
from pathlib import Path

import kahua

import ideas
from bot import Bot

HERE = Path(__file__).parent


class TestChoices(unittest.TestCase):
    """Fast tests, without an arena. Record more asks: `kahua asks --game @GAME@ --count 100 > asks.jsonl`."""

    asks = kahua.load_asks(HERE / "asks.jsonl")

    def test_every_choice_is_legal(self) -> None:
        for ask in self.asks:
            with self.subTest(ticket=ask.ticket):
                choice = Bot().choose(ask)
                self.assertIn(choice, range(ask.legal_total))
                print(f"\nticket {ask.ticket}: {ask.legal[choice].notation}, one of {ask.legal_total}", end=" ")

    def test_some_actions_are_better_than_others(self) -> None:
        self.assertTrue(any(len(set(ideas.values(ask))) > 1 for ask in self.asks))


class TestLeague(unittest.TestCase):
    def test_ready_for_a_league(self) -> None:
        """Plays some minutes: `kahua` must be in the PATH."""
        subprocess.run(["kahua", "check", "--bot", f"{sys.executable} bot.py"], cwd=HERE, check=True)


if __name__ == "__main__":
    unittest.main()
