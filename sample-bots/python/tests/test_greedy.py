"""greedy answers the recorded asks as the bot in Rust does."""

import sys
import unittest
from pathlib import Path

import kahua

HERE = Path(__file__).resolve().parent
# In a source distribution the fixtures lie beside the tests; in the repository all languages share them.
FIXTURES = next(folder / "fixtures" for folder in HERE.parents if (folder / "fixtures").is_dir())

sys.path.insert(0, str(HERE.parent))
from greedy import Greedy  # noqa: E402


class GreedyTest(unittest.TestCase):
    def test_answers_every_recorded_ask(self) -> None:
        for game in Greedy.games:
            recorded = (FIXTURES / f"{game}-greedy.txt").read_text()
            lines = [line for line in recorded.splitlines() if not line.startswith("#")]
            self.assertGreater(len(lines), 100)
            for number, line in enumerate(lines):
                index, message = line.split()
                with self.subTest(game=game, ask=number):
                    self.assertEqual(Greedy().choose(kahua.Ask.FromString(bytes.fromhex(message))), int(index))

    def test_answers_an_ask_of_an_unknown_game(self) -> None:
        self.assertEqual(Greedy().choose(kahua.Ask(legal_total=3)), 0)
