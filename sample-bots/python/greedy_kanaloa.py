"""How greedy plays Kanaloa, exactly as ../GREEDY.md defines.

Islands and tiles are the numbers of kanaloa.proto.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import kahua
from kahua.games.kanaloa.v1 import kanaloa_pb2 as kl

KU, KANE = 1, 4
PAIRS = ((0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3))
"""The gods on tiles with two, in the order of the tiles."""
SEA_SPACES = "CDF CEG CFG DFI EGJ FGH FHI GHJ HIJ CD CE DI EJ IJ".split()
"""The islands that each sea space of the default map touches. The view doesn't contain them."""
NEVER = -1_000_000
"""The value of a sacrifice that lays nothing down."""


def best(view: kl.View, seat: int, legal: Sequence[kahua.Action]) -> int:
    """The index of the action to take; 0 for an ask without typed actions."""
    position = Position.read(view, seat)
    typed = [index for index, action in enumerate(legal) if action.HasField("kanaloa")]
    # max returns the first of several equal maxima.
    return max(typed, key=lambda index: value(position, legal[index].kanaloa), default=0)


@dataclass(frozen=True)
class Fish:
    """A fish on a current."""

    tail: int
    head: int
    seat: int | None
    """Whose it is; None for a neutral one."""
    white: bool

    @staticmethod
    def read(fish: kl.Fish) -> Fish:
        seat = fish.seat if fish.HasField("seat") else None
        return Fish(fish.tail, fish.head, seat, fish.side == kl.FISH_SIDE_WHITE)

    def joins(self, one: int, other: int) -> bool:
        return (self.tail, self.head) in ((one, other), (other, one))


@dataclass(frozen=True)
class Player:
    """What belongs to one player."""

    seat: int
    pieces: tuple[tuple[int, bool], ...]
    """Island and whether it is blocked; island 0 is the dolphin."""
    temples: tuple[int, ...]
    """What was laid down for a sacrifice that isn't ended counts already."""
    hand: tuple[int, ...]
    """Ascending."""

    @staticmethod
    def read(seat: int, player: kl.Player) -> Player:
        pieces = tuple((int(piece.island), piece.blocked) for piece in player.pieces)
        temples = player.temples
        values = (temples.kanaloa, temples.ku, temples.pele, temples.lono, temples.kane)
        return Player(seat, pieces, values, tuple(sorted(map(int, player.hand))))

    def stands_on(self, island: int) -> bool:
        return any(piece == island for piece, _ in self.pieces)

    def free_islands(self) -> list[int]:
        return [island for island, blocked in self.pieces if not blocked and island]

    def raised(self, temple: int, points: int) -> Player:
        value = self.temples[temple] + points
        return replace(self, temples=(*self.temples[:temple], value, *self.temples[temple + 1 :]))

    def without(self, tile: int) -> Player:
        place = self.hand.index(tile)
        return replace(self, hand=self.hand[:place] + self.hand[place + 1 :])

    def with_tile(self, tile: int) -> Player:
        place = bisect_left(self.hand, tile)
        return replace(self, hand=(*self.hand[:place], tile, *self.hand[place:]))


@dataclass(frozen=True)
class Position:
    """What the bot looks at of a view."""

    me: Player
    others: tuple[Player, ...]
    remaining: int
    """Volcano tiles that are still to be drawn, at least 1."""
    level: int
    """How high every temple of mine is hoped to be in the end."""
    offering: int | None
    """The temple of the sacrifice that has begun."""
    has_offered: bool
    by_dolphin: bool
    recolours: bool
    """Whether the change that may be vetoed turns the fish over, instead of reversing it."""
    changed: tuple[int, int]
    god_action_spent: bool
    fish: tuple[Fish, ...]
    islands: dict[int, list[int]]
    barred: frozenset[int]
    owners: tuple[int | None, ...]
    safe_from_ku: int | None

    @staticmethod
    def read(view: kl.View, seat: int) -> Position:
        cards, supply, offer, veto = view.cards, view.supply, view.open.offer, view.open.veto
        players = [Player.read(number, player) for number, player in enumerate(view.players)]
        me = players.pop(seat)
        if offer.temple:
            me = me.raised(offer.temple - 1, offer.offered)
        recolours = veto.HasField("recolour")
        current = veto.recolour if recolours else veto.reverse
        wealth, count = sum(me.temples) + sum(map(value_of, me.hand)), len(view.players)
        remaining = max(supply.bag_volcanoes + supply.reserve_volcanoes, 1)
        return Position(
            me=me,
            others=tuple(players),
            remaining=remaining,
            level=max(me.temples[KANE], (wealth * count + 20 * remaining) // (5 * count)),
            offering=offer.temple - 1 if offer.temple else None,
            has_offered=offer.HasField("last_tile"),
            by_dolphin=view.open.take_tile.arrival.by_dolphin,
            recolours=recolours,
            changed=(current.tail, current.head),
            god_action_spent=view.god_action_spent,
            fish=tuple(map(Fish.read, view.fish)),
            islands={island.island: [int(tile) for tile in island.tiles] for island in view.islands},
            barred=frozenset(map(int, view.volcano.barred)),
            owners=tuple(owner(card) for card in (cards.kanaloa, cards.ku, cards.pele, cards.lono)),
            safe_from_ku=cards.ku.protector if cards.ku.HasField("protector") else None,
        )

    def tiles_on(self, island: int) -> list[int]:
        return self.islands.get(island, [])

    def ways_from(self, island: int) -> list[int]:
        """The islands that I can go to from this one, the volcano's left out."""
        usable = (fish for fish in self.fish if fish.tail == island and (fish.white or fish.seat == self.me.seat))
        return [fish.head for fish in usable if fish.head not in self.barred]

    def with_tile(self, island: int, old: int, new: int) -> Position:
        tiles = list(self.tiles_on(island))
        tiles[tiles.index(old)] = new
        return replace(self, islands={**self.islands, island: tiles})


def owner(card: kl.GodCards) -> int | None:
    return card.owner if card.HasField("owner") else None


def value(position: Position, action: kl.Action) -> int:
    """What a legal action is worth to the player who decides. Only actions of one ask can be compared."""
    match action.WhichOneof("kind"):
        case "lay_fish":
            return lay(position, action.lay_fish)
        case "place_piece":
            return outlook(position, action.place_piece.island)
        case "remove_piece":
            piece = action.remove_piece.piece
            return 0 if piece.blocked or not piece.island else -outlook(position, piece.island)
        case "land_piece":
            return outlook(position, action.land_piece.island) - danger(position, action.land_piece.island)
        case "move_piece":
            return travel(position, action.move_piece.head)
        case "flip_fish":
            head = action.flip_fish.head
            return 0 if head in position.barred else 2 * position.remaining * best_tile(position, head)
        case "call_dolphin":
            return 10 * position.remaining
        case "swap_tiles":
            return swap(position, action.swap_tiles)
        case "begin_sacrifice":
            return sacrifice(position, action.begin_sacrifice.temple - 1)
        case "add_tile":
            profit = profit_of(position, action.add_tile.tile)
            return 1000 - action.add_tile.tile if profit > 0 else profit - 1
        case "rob_tile":
            return gain(position, action.rob_tile.tile) + value_of(action.rob_tile.tile)
        case "take_tile":
            gained = gain(position, action.take_tile.tile)
            return -gained if position.by_dolphin else gained
        case "place_volcano":
            return erupt(position, action.place_volcano)
        case "reverse_fish":
            return turn(position, action.reverse_fish.tail, action.reverse_fish.head, reversed_)
        case "recolour_fish":
            return turn(position, action.recolour_fish.tail, action.recolour_fish.head, recoloured)
        case "place_second_piece":
            return 1 + outlook(position, action.place_second_piece.island)
        case "allow_change":
            return turn(position, *position.changed, recoloured if position.recolours else reversed_)
        case _:
            return 0


def value_of(tile: int) -> int:
    """A tile's value in points."""
    if tile <= 8:
        return 4 + (tile - 1) % 2
    return 2 + (tile - 9) % 3 if tile <= 26 else tile - 25


def shown_on(tile: int) -> tuple[int, int]:
    """The two temples that a tile shows; the same twice on a tile with one."""
    if tile <= 8:
        return (tile - 1) // 2, (tile - 1) // 2
    return PAIRS[(tile - 9) // 3] if tile <= 26 else (KANE, KANE)


def promise(me: Player, level: int) -> int:
    """What temples and hand promise: the nearer everything comes to the level, the more."""
    worth = sum(10 * min(temple, level) + 2 * max(temple - level, 0) for temple in me.temples)
    needs = [max(level - temple, 0) for temple in me.temples]
    for tile in me.hand:
        one, other = shown_on(tile)
        temple = other if needs[other] > needs[one] else one
        needed = min(value_of(tile), needs[temple])
        useful, spare = (11, 8) if temple == KANE else (7, 1)
        worth += useful * needed + spare * (value_of(tile) - needed)
        needs[temple] -= needed
    return worth


def score(me: Player) -> int:
    """The points that the temples are worth by the game's rules."""
    kane = me.temples[KANE]
    return kane * (1 + sum(temple >= kane for temple in me.temples[:KANE]))


def gain(position: Position, tile: int) -> int:
    """What this tile would add to my hand."""
    return promise(position.me.with_tile(tile), position.level) - promise(position.me, position.level)


def best_tile(position: Position, island: int) -> int:
    """The most that a tile of this island adds to my hand."""
    return max((gain(position, tile) for tile in position.tiles_on(island)), default=0)


def outlook(position: Position, island: int) -> int:
    """What a piece on this island can look forward to: the best tile that it can go to, and its ways."""
    ways = position.ways_from(island)
    return max((best_tile(position, head) for head in ways), default=0) + 3 * len(ways)


def travel(position: Position, head: int) -> int:
    met = best_tile(position, head) + robbery(position, head) - danger(position, head)
    return position.remaining * (4 * met + outlook(position, head))


def robbery(position: Position, island: int) -> int:
    """The most that I could rob as Ku's owner, moving to this island."""
    if position.owners[KU] != position.me.seat or position.god_action_spent:
        return 0
    met = (other for other in position.others if other.seat != position.safe_from_ku and other.stands_on(island))
    return max((gain(position, tile) for victim in met for tile in victim.hand), default=0)


def danger(position: Position, island: int) -> int:
    """The most that Ku's owner could rob of me on this island."""
    meets = any(other.seat == position.owners[KU] and other.stands_on(island) for other in position.others)
    if not meets or position.safe_from_ku == position.me.seat:
        return 0
    me, whole = position.me, promise(position.me, position.level)
    return max((whole - promise(me.without(tile), position.level) for tile in me.hand), default=0)


def swap(position: Position, action: kl.SwapTiles) -> int:
    """Exchanging two tiles before a move: the best move after it."""
    after = position.with_tile(action.first_island, action.first_tile, action.second_tile)
    after = after.with_tile(action.second_island, action.second_tile, action.first_tile)
    after = replace(after, god_action_spent=True)
    goals = (head for island in position.me.free_islands() for head in position.ways_from(island))
    return max((travel(after, head) for head in goals), default=0) - 4 * position.remaining


def sacrifice(position: Position, temple: int) -> int:
    """A sacrifice with all tiles that would be chosen one by one."""
    after = replace(position, offering=temple)
    while (tile := next_tile(after)) is not None:
        after = replace(laid_down(after, temple, tile), has_offered=True)
    if not after.has_offered:
        return NEVER
    cards = 12 * position.remaining * cards_won(position, after, temple)
    stays = max((outlook(position, island) for island in position.me.free_islands()), default=0)
    return 4 * (worth(after) - worth(position) + cards) + position.remaining * stays


def next_tile(position: Position) -> int | None:
    shown = {position.offering, KANE} if position.has_offered else {position.offering}
    fitting = (tile for tile in position.me.hand if not shown.isdisjoint(shown_on(tile)))
    return next((tile for tile in fitting if profit_of(position, tile) > 0), None)


def profit_of(position: Position, tile: int) -> int:
    """What laying this tile down for the sacrifice that has begun is worth."""
    if position.offering is None:
        return 0
    return worth(laid_down(position, position.offering, tile)) - worth(position)


def laid_down(position: Position, temple: int, tile: int) -> Position:
    return replace(position, me=position.me.without(tile).raised(temple, value_of(tile)))


def worth(position: Position) -> int:
    """My temples and hand: what they promise, the more the longer the game goes on, and what they score."""
    return position.remaining * promise(position.me, position.level) + 40 * score(position.me)


def cards_won(before: Position, after: Position, temple: int) -> int:
    """How many god cards a sacrifice wins; negative if it loses some."""
    me, temples = before.me.seat, after.me.temples
    if temple == KANE:
        return -sum(owner == me and temples[god] < temples[KANE] for god, owner in enumerate(before.owners))
    leads = all(other.temples[temple] < temples[temple] for other in before.others)
    return int(before.owners[temple] != me and temples[temple] >= temples[KANE] and leads)


def lay(position: Position, action: kl.LayFish) -> int:
    """Laying one of my fish: towards good tiles, for me alone, in line with my others."""
    mine = (fish for fish in position.fish if fish.seat == position.me.seat)
    line = sum(fish.head == action.tail or fish.tail == action.head for fish in mine)
    tiles = best_tile(position, action.head) - best_tile(position, action.tail)
    return tiles + 10 * line + (0 if action.side == kl.FISH_SIDE_WHITE else 5)


def reversed_(fish: Fish) -> Fish:
    return replace(fish, tail=fish.head, head=fish.tail)


def recoloured(fish: Fish) -> Fish:
    return replace(fish, white=not fish.white)


def turn(position: Position, tail: int, head: int, turned: Callable[[Fish], Fish]) -> int:
    """Turning the fish that lies there: what my pieces can look forward to afterwards, less what they can now."""
    fish = tuple(turned(fish) if (fish.tail, fish.head) == (tail, head) else fish for fish in position.fish)
    return prospects(replace(position, fish=fish)) - prospects(position) - 1


def prospects(position: Position) -> int:
    return sum(outlook(position, island) for island in position.me.free_islands())


def erupt(position: Position, action: kl.PlaceVolcano) -> int:
    """The other players' pieces that a volcano blocks anew, less mine."""
    if action.WhichOneof("site") == "island":
        near = {island for island in range(1, 17) for fish in position.fish if fish.joins(action.island, island)}
    else:
        number = action.sea_space
        letters = SEA_SPACES[number - 1] if 1 <= number <= len(SEA_SPACES) else ""
        near = {ord(letter) - ord("A") + 1 for letter in letters}
    return 10 * caught(position.others, near) - 25 * caught((position.me,), near)


def caught(players: tuple[Player, ...], near: set[int]) -> int:
    return sum(island in near for player in players for island in player.free_islands())
