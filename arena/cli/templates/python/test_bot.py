import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import kahua

from bot import Bot


class TestBot(unittest.TestCase):
    def test_choices(self) -> None:
        """The bot answers asks of random games; add what it should choose where."""
        for game in ("haleakala", "kanaloa", "hawaii"):
            for ask in asks(game):
                self.assertIn(Bot().choose(ask), range(ask.legal_total))

    def test_ready_for_a_league(self) -> None:
        subprocess.run(["kahua", "check", "--bot", f"{sys.executable} bot.py"], check=True)


def asks(game: str) -> list[kahua.Ask]:
    """Ten asks of a random game, always the same ones."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "asks.jsonl"
        path.write_bytes(subprocess.run(["kahua", "asks", "--game", game], check=True, capture_output=True).stdout)
        return kahua.load_asks(path)


if __name__ == "__main__":
    unittest.main()
