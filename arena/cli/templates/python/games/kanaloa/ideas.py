"""What the bot thinks of each action in Kanaloa: raise the temples, Kane's after the others. Make it your own."""

from kahua import Ask
from kahua.games.kanaloa.v1.kanaloa_pb2 import FISH_SIDE_WHITE, Action, Temple, Tile, View
from kahua.tokens import tile_gods, tile_value


def values(ask: Ask) -> list[float]:
    """How good each action of ask.legal is. Only the order counts."""
    return [value(ask.view.kanaloa, ask.seat, action.kanaloa) for action in ask.legal]


def value(view: View, seat: int, action: Action) -> float:
    match action.WhichOneof("kind"):
        case "begin_sacrifice":
            return sacrifice(view, seat, god_of(action.begin_sacrifice.temple))
        case "add_tile":
            # A tile of Kane would fit everywhere, but only Kane's own temple needs it.
            god = god_of(view.open.offer.temple)
            return 1 if god in tile_gods(action.add_tile.tile) else -1
        case "take_tile":
            return tile_worth(view, seat, action.take_tile.tile)
        case "rob_tile":
            return 1 + tile_worth(view, seat, action.rob_tile.tile)
        case "move_piece":
            # view.islands: at most two tiles on each island.
            there = (place.tiles for place in view.islands if place.island == action.move_piece.head)
            return max((tile_worth(view, seat, tile) for tiles in there for tile in tiles), default=0)
        case "place_piece":
            return ways(view, seat, action.place_piece.island)
        case "place_second_piece":
            return 1 + ways(view, seat, action.place_second_piece.island)
        case "swap_tiles" | "reverse_fish" | "recolour_fish":
            return -1
        case _:  # laying and flipping fish, the dolphin, the volcano, and saying no
            return 0
    # TODO 1, avoid the worst: don't go where the owner of Ku's card stands (view.cards.ku.owner), who robs you.
    # TODO 2, look at scores: what would every temple bring now? CHEATSHEET.md has the points.
    # TODO 3, look ahead: see the end of this file.
    # TODO 4, use the clock: think longer while ask.ask_ms and ask.bank_ms allow it.


def god_of(temple: Temple.ValueType) -> str:
    return Temple.Name(temple).removeprefix("TEMPLE_").lower()


def lacks(view: View, seat: int, god: str) -> int:
    """What a player's temple lacks. Only those count that are at least as high as Kane's, and each as high as his."""
    # view.players: temples, hands and pieces by seat.
    temples = view.players[seat].temples
    others = sorted([temples.kanaloa, temples.ku, temples.pele, temples.lono])
    # So Kane's follows the second highest of the others, and the others strive for his and beyond.
    wanted = max(6, others[2]) if god == "kane" else max(12, temples.kane)
    height: int = getattr(temples, god)
    return max(0, wanted - height)


def volcanoes(view: View) -> int:
    """How many volcano tiles are left. Drawing the last one ends the game."""
    return view.supply.bag_volcanoes + view.supply.reserve_volcanoes


def tile_worth(view: View, seat: int, tile: Tile.ValueType) -> float:
    """What a tile is worth in hand: as much as the temple needs that needs it most."""
    needed = max(min(tile_value(tile), lacks(view, seat, god)) for god in tile_gods(tile))
    return needed + tile_value(tile) / 10


def sacrifice(view: View, seat: int, god: str) -> float:
    """What a sacrifice brings. It costs a turn, so that several tiles at once are better, unless the game ends soon."""
    offered = sum(tile_value(tile) for tile in view.players[seat].hand if god in tile_gods(tile))
    return min(offered, lacks(view, seat, god)) - (3 if volcanoes(view) > 2 else 0)


def ways(view: View, seat: int, island: int) -> int:
    """How many ways lead away from an island: fish in view.fish whose tail is there, white or mine."""
    return sum(fish.tail == island and (fish.side == FISH_SIDE_WHITE or fish.seat == seat) for fish in view.fish)


# TODO 3 in short: `kahua.Rules` knows the rules, so that you needn't write them. In bot.py:
#
#     with kahua.Rules() as rules:
#         kahua.run(Bot(rules))
#
# and in values(), with those rules, what every action would score if the game ended after it:
#
#     return [after.scores[ask.seat] for after in rules.position(ask).successors()]
