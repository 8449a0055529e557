"""Messages as short texts, and the numbers on tokens."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from test_rules import command

import kahua
from kahua.brief import WIDTH
from kahua.games.hawaii.v1 import hawaii_pb2 as hawaii
from kahua.games.kanaloa.v1 import kanaloa_pb2 as kanaloa
from kahua.tokens import has_spears, price, tile_gods, tile_value

LINES_MAX = 50
"""What a screen shows."""


class BriefTest(unittest.TestCase):
    def test_a_view_fits_on_a_screen(self) -> None:
        for game in ("haleakala", "kanaloa", "hawaii"):
            printed = subprocess.run([command()[0], "asks", "--game", game], check=True, capture_output=True).stdout
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "asks.jsonl"
                path.write_bytes(printed)
                for ask in kahua.load_asks(path):
                    lines = kahua.brief(ask.view).splitlines()
                    self.assertLessEqual(len(lines), LINES_MAX, "\n".join(lines))
                    self.assertLessEqual(max(map(len, lines)), WIDTH, "\n".join(lines))

    def test_enums_lists_and_actions_are_short(self) -> None:
        view = hawaii.View(track=[hawaii.PRICE_TOKEN_4_SPEARS] * 2 + [hawaii.PRICE_TOKEN_NONE])
        self.assertEqual(kahua.brief(view), "track: [2x 4_spears, none]")
        ask = kahua.Ask(game="hawaii", seat=1, legal=[kahua.Action(notation="place:3"), kahua.Action(notation="cove")])
        self.assertEqual(kahua.brief(ask), "game: 'hawaii'\nseat: 1\nlegal: [place:3, cove]")


class TokensTest(unittest.TestCase):
    def test_every_price_token_has_the_number_of_its_name(self) -> None:
        for name, token in hawaii.PriceToken.items():
            digits = [letter for letter in name if letter.isdigit()]
            self.assertEqual(price(token), int(digits[0]) if digits else 0, name)
            self.assertEqual(has_spears(token), name.endswith("_SPEARS"), name)

    def test_tiles_have_gods_and_a_value(self) -> None:
        self.assertEqual((tile_gods(kanaloa.TILE_KLKU3), tile_value(kanaloa.TILE_KLKU3)), (("kanaloa", "ku"), 3))
        self.assertEqual((tile_gods(kanaloa.TILE_KA5), tile_value(kanaloa.TILE_KA5)), (("kane",), 5))


if __name__ == "__main__":
    unittest.main()
