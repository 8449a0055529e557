"""Asks that `kahua asks` writes are read again, and a bot can be tried on them."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from test_rules import command

import kahua


class AsksTest(unittest.TestCase):
    def setUp(self) -> None:
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.path = Path(self.directory.name) / "asks.jsonl"

    def test_a_bot_is_tried_on_asks_of_random_games(self) -> None:
        binary = command()[0]
        written = subprocess.run(
            [binary, "asks", "--game", "hawaii", "--seats", "3", "--count", "4"], check=True, capture_output=True
        )
        self.path.write_bytes(written.stdout)
        asks = kahua.load_asks(self.path)
        self.assertEqual([ask.game for ask in asks], ["hawaii"] * 4)
        for ask in asks:
            self.assertEqual(len(ask.legal), ask.legal_total)
            self.assertTrue(ask.view.HasField("hawaii"))

    def test_a_line_that_isnt_an_ask_is_named(self) -> None:
        self.path.write_text('{"game": "hawaii"}\n\n{"seat": "x"}\n')
        with self.assertRaisesRegex(ValueError, r"asks\.jsonl, line 3: it isn't an ask: .*seat"):
            kahua.load_asks(self.path)


if __name__ == "__main__":
    unittest.main()
