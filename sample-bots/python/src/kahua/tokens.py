"""The numbers that stand on tokens and tiles, which their enums have only in their names."""

import re

from kahua.games.hawaii.v1.hawaii_pb2 import PRICE_TOKEN_2, PRICE_TOKEN_NONE, PriceToken
from kahua.games.kanaloa.v1.kanaloa_pb2 import Tile

_GODS = {"KL": "kanaloa", "KU": "ku", "PE": "pele", "LO": "lono", "KA": "kane"}


def price(token: PriceToken.ValueType) -> int:
    """The number on a price token of Hawaii: 2 to 6, and 0 for no token."""
    return 2 + (token - PRICE_TOKEN_2) // 2 if PRICE_TOKEN_2 <= token < PRICE_TOKEN_NONE else 0


def has_spears(token: PriceToken.ValueType) -> bool:
    """Whether a price token of Hawaii has spears."""
    return PRICE_TOKEN_2 <= token < PRICE_TOKEN_NONE and token % 2 == 0


def tile_value(tile: Tile.ValueType) -> int:
    """The value of an offering tile of Kanaloa in points: 2 to 5."""
    return int(Tile.Name(tile)[-1])


def tile_gods(tile: Tile.ValueType) -> tuple[str, ...]:
    """The gods that an offering tile of Kanaloa shows, one or two, as their temples are called: `("kanaloa", "ku")`."""
    letters = Tile.Name(tile).removeprefix("TILE_")[:-1]
    return tuple(_GODS[pair] for pair in re.findall("..", letters))
