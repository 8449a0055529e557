"""How greedy plays Hawaii, exactly as ../GREEDY.md defines."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import NamedTuple

import kahua
from kahua.games.hawaii.v1 import hawaii_pb2 as hw


class Round(NamedTuple):
    target: int
    points: tuple[int, int, int]
    doubt: int
    hope: int
    shell: int
    foot: int
    fruit: int


ROUNDS = (
    Round(9, (8, 5, 2), doubt=1, hope=80, shell=8, foot=6, fruit=7),
    Round(11, (9, 6, 3), doubt=2, hope=60, shell=8, foot=6, fruit=7),
    Round(13, (10, 7, 4), doubt=2, hope=40, shell=8, foot=6, fruit=7),
    Round(15, (11, 8, 5), doubt=3, hope=20, shell=7, foot=5, fruit=6),
    Round(17, (12, 9, 6), doubt=4, hope=0, shell=3, foot=2, fruit=2),
)

BEACH = 10
FEET = (
    (1, 1, 1, 1, 2, 2, 2, 2, 3, 3),
    (1, 1, 2, 1, 1, 2, 2, 2, 3, 3),
    (1, 2, 1, 1, 2, 1, 1, 2, 2, 2),
    (1, 1, 1, 1, 1, 1, 1, 1, 2, 2),
    (2, 1, 2, 1, 1, 2, 1, 1, 2, 2),
    (2, 2, 1, 1, 2, 1, 1, 2, 1, 2),
    (2, 2, 1, 1, 1, 1, 1, 1, 1, 1),
    (2, 2, 2, 1, 1, 2, 1, 1, 2, 1),
    (3, 3, 2, 2, 2, 1, 1, 2, 1, 1),
    (3, 3, 2, 2, 2, 2, 1, 1, 1, 1),
    (1, 1, 2, 2, 2, 3, 3, 3, 4, 4),
)
"""The feet from each place, and last from the beach, to each place."""

DOCKS = ((3, 2), (4, 3), (5, 4), (6, 9))
"""Feet and points."""
ISLET_POINTS = 5
TRACK_POINTS = 2
KAHUNAS = (5, 5, 10, 10, 15)
TIKIS = 6
SPACES = ((0, 0), (0, 1), (1, 0), (0, 2), (2, 0), (2, 0))
"""Shells and feet that the spaces of kahunas and tikis pay at once."""
IRRIGATION = (0, 1, 3, 6, 10)

HUTS = tuple(range(hw.TILE_SHELL_HUT, hw.TILE_LONG_HUT + 1))
FRUIT = tuple(range(hw.TILE_BREADFRUIT, hw.TILE_BANANA + 1))
GODS = (hw.TILE_GOD0, hw.TILE_GOD1)
GOD = 0
"""The kind of every god, where tiles are kept by their kind."""

PILES: dict[int, str] = {
    hw.TILE_SHELL_HUT: "shell_huts",
    hw.TILE_FOOT_HUT: "foot_huts",
    hw.TILE_SPEAR_HUT: "spear_huts",
    hw.TILE_EXCHANGE_HUT: "exchange_huts",
    hw.TILE_LONG_HUT: "long_huts",
    hw.TILE_IRRIGATION: "irrigations",
    hw.TILE_HULA: "hula_dancers",
    hw.TILE_BREADFRUIT: "breadfruit",
    hw.TILE_TARO: "taro",
    hw.TILE_COCONUT: "coconuts",
    hw.TILE_BANANA: "bananas",
    hw.TILE_SURFER: "surfers",
    hw.TILE_BOAT: "boats",
    hw.TILE_KAHUNA: "kahunas",
    hw.TILE_TIKI: "tikis",
}
"""The field of TileCounts for each tile."""
WARES: dict[int, tuple[int, ...]] = {
    hw.SITE_SHELL_FOOT: (hw.TILE_SHELL_HUT, hw.TILE_FOOT_HUT),
    hw.SITE_FRUIT: FRUIT,
    hw.SITE_KAHUNAS: (hw.TILE_KAHUNA, hw.TILE_TIKI),
    hw.SITE_SPEAR_EXCHANGE: (hw.TILE_SPEAR_HUT, hw.TILE_EXCHANGE_HUT),
    hw.SITE_HULA: (hw.TILE_HULA,),
    hw.SITE_SURFERS: (hw.TILE_SURFER,),
    hw.SITE_GODS: GODS,
    hw.SITE_BOATS: (hw.TILE_BOAT,),
    hw.SITE_LONG_HUTS: (hw.TILE_LONG_HUT,),
    hw.SITE_IRRIGATION: (hw.TILE_IRRIGATION,),
}
REWARDS: dict[int, tuple[int, ...]] = {
    hw.ISLET_HULA: (hw.TILE_HULA,),
    hw.ISLET_SURFER: (hw.TILE_SURFER,),
    hw.ISLET_FRUIT: FRUIT,
    hw.ISLET_IRRIGATION: (hw.TILE_IRRIGATION,),
    hw.ISLET_HUT: HUTS,
    hw.ISLET_BOAT: (hw.TILE_BOAT,),
    hw.ISLET_GOD: GODS,
    hw.ISLET_KAHUNAS: (hw.TILE_KAHUNA,),
    hw.ISLET_TIKIS: (hw.TILE_TIKI,),
}

LEAVING = -10_000
"""Below every way to go on that is worth something."""
WORTHLESS = -20_000
"""Below every way to leave."""


def best(view: hw.View, seat: int, legal: Sequence[kahua.Action]) -> int:
    """The index of the action to take; 0 for an ask without typed actions."""
    position = Position(view, seat)
    typed = [index for index, action in enumerate(legal) if action.HasField("hawaii")]
    # max returns the first of several equal maxima.
    return max(typed, key=lambda index: value(position, legal[index].hawaii), default=0)


def value(position: Position, action: hw.Action) -> int:
    """What a legal action is worth to the player who decides, in tenths of a point."""
    match action.WhichOneof("kind"):
        case "go_to_place":
            return worth_a_turn(go_to_place(position, action.go_to_place.place))
        case "go_to_cove":
            return worth_a_turn(go_to_cove(position))
        case "go_to_dock":
            return worth_a_turn(go_to_dock(position, action.go_to_dock.dock))
        case "take_track_place":
            return leave(position, action.take_track_place.track_place)
        case "pay_with":
            paid = action.pay_with
            return -position.price_of(paid.shells, paid.feet, paid.fruit)
        case "take_price":
            return best_purchase(position, position.view.island[position.stands], [action.take_price.token])
        case "buy_tile":
            tile, side = action.buy_tile.tile, action.buy_tile.side
            return gain(position, tile, side) - bill(position, position.view.open.buy.price * side)
        case "send_boats":
            return send(position, action.send_boats.fleet)
        case "catch_fish":
            return catch(position, action.catch_fish.fish)
        case "take_reward":
            return gain(position, action.take_reward.tile, 2)
        case "lay_in_village":
            tile, side = position.view.open.lay.tile.tile, position.view.open.lay.tile.side
            return laying(position, tile, side, action.lay_in_village.village - 1)
        case _:
            return 0


def price(token: int) -> int:
    """The number on a price token."""
    return 2 + (token - 1) // 2


def has_spears(token: int) -> bool:
    return token % 2 == 0


def fish(token: int) -> int:
    """The fish on the back of a price token."""
    return {2: 1, 3: 2, 4: 2, 5: 3, 6: 3}[price(token)]


@dataclass
class Home:
    """What a player has built."""

    villages: list[dict[int, int]]
    """The side of each kind in each village."""
    gods: list[int]
    """The god of each village, by its number; 0 for none."""
    kahunas: int
    tikis: int
    boats: list[int]
    """All boats: those of the start, of side I and of side II."""

    @staticmethod
    def read(player: hw.Player) -> Home:
        villages: list[dict[int, int]] = []
        for village in player.villages:
            sides = {int(tile): 1 for tile in village.side_one} | {int(tile): 2 for tile in village.side_two}
            villages.append(sides | ({GOD: int(village.god.side)} if village.HasField("god") else {}))
        fleets = [player.ready, player.spent]
        return Home(
            villages,
            gods=[int(village.god.god) for village in player.villages],
            kahunas=player.kahunas,
            tikis=player.tikis,
            boats=[
                sum(fleet.start for fleet in fleets),
                sum(fleet.side_one for fleet in fleets),
                sum(fleet.side_two for fleet in fleets),
            ],
        )

    def length(self, village: int) -> int:
        """How many tiles a village holds, the printed hut included."""
        return len(self.villages[village]) + (village == 0)

    def room_for(self, kind: int) -> list[int]:
        """The villages that may take a tile of this kind."""
        opened = 1 + sum(any(hut in village for hut in HUTS) for village in self.villages[1:])
        end = min(5, opened + 1) if kind in HUTS else opened
        return [village for village in range(end) if kind not in self.villages[village]]

    def sum(self, *kinds: int) -> int:
        """The sum of the sides of these kinds over all villages."""
        return sum(village.get(kind, 0) for village in self.villages for kind in kinds)

    def god(self, god: int) -> int:
        """The side of this god; 0 if the player doesn't have it."""
        return self.villages[self.gods.index(god)][GOD] if god in self.gods else 0

    def points(self, village: int) -> int:
        """The points that a village shows, as if it counted at the end."""
        sides = self.villages[village]
        points = sides.get(hw.TILE_HULA, 0) * self.length(village)
        if village < self.kahunas:
            points += KAHUNAS[village]
        if hw.TILE_IRRIGATION in sides:
            points += IRRIGATION[sum(fruit in sides for fruit in FRUIT)]
        if sides.get(hw.TILE_LONG_HUT) == 2:
            points += 5
        if self.gods[village] == hw.GOD_KANALOA:
            surfers = sum(hw.TILE_SURFER in village for village in self.villages)
            points += 2 * sides[GOD] * (sum(self.boats) + surfers)
        if self.gods[village] == hw.GOD_LAKA:
            points += sides[GOD] * self.sum(*FRUIT)
        return points


class Race(NamedTuple):
    """How a player stands towards the target of the round."""

    sum: int
    lowered: int

    @staticmethod
    def read(player: hw.Player) -> Race:
        total = sum(price(token) for token in player.prices) + sum(fish(token) for token in player.fish)
        return Race(total, 2 * Home.read(player).sum(hw.TILE_SURFER))


class Position:
    """What the bot looks at of a view. *I* am the player who decides."""

    def __init__(self, view: hw.View, seat: int) -> None:
        me = view.players[seat]
        self.view = view
        self.values = ROUNDS[view.round - 1]
        self.left = 5 - view.round
        self.home = Home.read(me)
        self.supply = me.supply
        self.ready = me.ready
        self.stands = me.place if me.HasField("place") else BEACH
        self.units = self.home.sum(hw.TILE_EXCHANGE_HUT)
        if view.open.HasField("price"):
            self.units = view.open.price.units
        elif view.open.HasField("buy"):
            self.units = view.open.buy.units
        self.spears = sum(has_spears(token) for token in me.prices)
        self.plain = len(me.prices) - self.spears
        self.race = Race.read(me)
        self.rivals = [Race.read(player) for other, player in enumerate(view.players) if other != seat]
        self.standing = standing(self, self.home)

    def price_of(self, shells: int, feet: int, fruit: int) -> int:
        """The value of these shells, feet and fruit in this round."""
        return self.values.shell * shells + self.values.foot * feet + self.values.fruit * fruit

    def cove(self) -> list[int]:
        """The fish of the tokens in the cove, the most first."""
        return sorted((fish(token) for token in self.view.cove), reverse=True)


# What things are worth.


def standing(position: Position, home: Home) -> int:
    """What I have built: the villages by the hope that they will count, and what works in every round."""
    worth = 0
    for village in range(5):
        missing = max(8 - home.tikis - home.length(village), int(home.tikis == 0))
        hope = max(10 - position.values.doubt * missing, 0)
        worth += hope * (position.values.hope + 10 * home.points(village)) // 10
    return worth + income(position, home) * position.left + every_round(position, home)


def income(position: Position, home: Home) -> int:
    watered = sum(village.get(hw.TILE_IRRIGATION) == 2 for village in home.villages)
    return position.price_of(
        home.sum(hw.TILE_SHELL_HUT) + home.god(hw.GOD_KANE),
        home.sum(hw.TILE_FOOT_HUT) + home.god(hw.GOD_PELE),
        home.sum(*FRUIT) + watered,
    )


def every_round(position: Position, home: Home) -> int:
    """What helps in this round and in each that is left: spears, surfers, exchange huts and boats."""
    left = position.left
    fighters = home.sum(hw.TILE_SPEAR_HUT) + home.god(hw.GOD_KU)
    _, ones, twos = home.boats
    useful = 8 * home.sum(hw.TILE_SURFER) + 5 * home.sum(hw.TILE_EXCHANGE_HUT) + 8 * ones + 11 * twos
    peace = home.god(hw.GOD_LONO) * (position.plain + 2 * left)
    return 10 * fighters * (position.spears + left) + 10 * peace + useful * (left + 1)


def gain(position: Position, tile: int, side: int) -> int:
    """What getting this tile adds at the best village for it; of kahunas and tikis, one or two of them."""
    if tile in (hw.TILE_KAHUNA, hw.TILE_TIKI):
        return put_beside(position, tile, side)
    if tile == hw.TILE_BOAT:
        after = deepcopy(position.home)
        after.boats[side] += 1
        return standing(position, after) - position.standing
    return max((laying(position, tile, side, village) for village in position.home.room_for(kind(tile))), default=0)


def put_beside(position: Position, tile: int, count: int) -> int:
    after = deepcopy(position.home)
    if tile == hw.TILE_KAHUNA:
        filled = SPACES[after.kahunas : after.kahunas + count]
        after.kahunas += count
    else:
        filled = SPACES[after.tikis : after.tikis + count]
        after.tikis += count
    paid = sum(position.price_of(shells, feet, 0) for shells, feet in filled)
    return standing(position, after) - position.standing + paid


def laying(position: Position, tile: int, side: int, village: int) -> int:
    """What laying this tile in this village adds."""
    after = deepcopy(position.home)
    after.villages[village][kind(tile)] = side
    if tile in GODS:
        after.gods[village] = top(position, tile)
    return standing(position, after) - position.standing


def can_get(position: Position, tile: int, side: int) -> bool:
    """Whether enough are left and I can place them. For kahunas and tikis, the side says how many."""
    me = position.home
    if tile in GODS:
        god = top(position, tile)
        return god != 0 and god not in me.gods and bool(me.room_for(GOD))
    pile = int(getattr(position.view.piles, PILES[tile]))
    if tile == hw.TILE_KAHUNA:
        return pile >= side and me.kahunas + side <= len(KAHUNAS)
    if tile == hw.TILE_TIKI:
        return pile >= side and me.tikis + side <= TIKIS
    return pile > 0 and (tile == hw.TILE_BOAT or bool(me.room_for(tile)))


def kind(tile: int) -> int:
    return GOD if tile in GODS else tile


def top(position: Position, tile: int) -> int:
    """The god on top of the stack that this tile names."""
    return int(position.view.stacks[tile - hw.TILE_GOD0].top)


def race(position: Position, total: int) -> int:
    """What it is worth that my sum of this round is so high."""
    points, goal = position.values.points, position.values.target - position.race.lowered
    modest = points[1] if len(position.rivals) == 1 else points[2]
    if total < goal:
        return 8 * modest * total // goal
    met = [rival.sum for rival in position.rivals if rival.sum + rival.lowered >= position.values.target]
    ahead = sum(rival > total for rival in met)
    return 5 * points[min(ahead, 2)] + 5 * modest + 2 * (total - goal)


def taking(position: Position, token: int) -> int:
    """What a price token itself brings: its number, and its spears or that it has none."""
    me, total = position.home, position.race.sum
    spears = me.sum(hw.TILE_SPEAR_HUT) + me.god(hw.GOD_KU)
    shown = spears if has_spears(token) else me.god(hw.GOD_LONO)
    return race(position, total + price(token)) - race(position, total) + 10 * shown


# What the steps of a turn are worth.


def worth_a_turn(worth: int) -> int:
    """A turn that brings nothing is worse than leaving the round."""
    return worth if worth > 0 else worth + WORTHLESS


def go_to_place(position: Position, to: int) -> int:
    place, feet = position.view.island[to], FEET[position.stands][to]
    way = position.price_of(0, feet, 0) if position.supply.feet >= feet else position.price_of(0, 0, feet)
    return best_purchase(position, place, place.tokens) - way


def best_purchase(position: Position, place: hw.Place, tokens: Sequence[int]) -> int:
    """The best that any of these tokens buys at this place."""
    purse = max(position.supply.shells, position.supply.fruit) + position.units
    found = WORTHLESS
    for tile in WARES[place.site]:
        for side in (1, 2):
            if not can_get(position, tile, side):
                continue
            gained = gain(position, tile, side)
            for token in tokens:
                cost = price(token) * side
                if cost <= purse:
                    found = max(found, gained - bill(position, cost) + taking(position, token))
    return found


def bill(position: Position, cost: int) -> int:
    """What a tile of this price costs: fruit if there is enough, else shells."""
    return position.price_of(0, 0, cost) if position.supply.fruit >= cost else position.price_of(cost, 0, 0)


def go_to_cove(position: Position) -> int:
    ready = position.ready
    fleets = [
        hw.Fleet(start=start, side_one=ones, side_two=twos)
        for start in range(ready.start + 1)
        for ones in range(ready.side_one + 1)
        for twos in range(ready.side_two + 1)
        if start + ones + twos > 0
    ]
    return max((fish_with(position, fleet) for fleet in fleets), default=WORTHLESS)


def go_to_dock(position: Position, dock: int) -> int:
    feet, points = DOCKS[dock - 1]
    islet = position.view.docks[dock - 1]
    tiles = [tile for tile in REWARDS.get(islet, ()) if can_get(position, tile, 2)]
    reward = max((gain(position, tile, 2) for tile in tiles), default=0)
    if islet == hw.ISLET_POINTS:
        points += ISLET_POINTS
    return 10 * points + reward - position.price_of(0, max(feet - position.ready.side_two, 0), 0)


def leave(position: Position, place: int) -> int:
    """Leaving the round for this place of the turn order track."""
    worth = LEAVING + 3 * (len(position.view.players) - place)
    if place == 1:
        return worth + (10 * TRACK_POINTS if position.left == 0 else 0)
    token = position.view.track[place - 1]
    return worth + (taking(position, token) if token != hw.PRICE_TOKEN_NONE else 0)


def send(position: Position, fleet: hw.Fleet) -> int:
    harbour = position.view.open.boats
    if harbour.HasField("cove"):
        return fish_with(position, fleet)
    return -wear(fleet) - position.price_of(0, cost_of(fleet, DOCKS[harbour.dock - 1][0]), 0)


def fish_with(position: Position, fleet: hw.Fleet) -> int:
    return haul(position, fleet, 0, position.cove()) - wear(fleet)


def catch(position: Position, number: int) -> int:
    """Catching a token with this many fish now, followed by the best that can follow."""
    fishing, cove = position.view.open.fish, position.cove()
    cove.remove(number)
    return haul(position, fishing.sent, fishing.caught, [number, *cove])


def haul(position: Position, fleet: hw.Fleet, caught: int, cove: list[int]) -> int:
    """The best number of further tokens from the front of the cove, after `caught` tokens."""
    room = 2 * fleet.start + 3 * fleet.side_one + 4 * fleet.side_two
    purse = max(position.supply.feet, position.supply.fruit) + position.units
    boats, total, found = fleet.start + fleet.side_one + fleet.side_two, position.race.sum, WORTHLESS
    for number, more in zip(range(caught + 1, room + 1), cove, strict=False):
        total += more
        if number >= boats and cost_of(fleet, number) <= purse:
            feet = cost_of(fleet, number) - cost_of(fleet, caught)
            worth = race(position, total) - race(position, position.race.sum) - position.price_of(0, feet, 0)
            found = max(found, worth)
    return found


def wear(fleet: hw.Fleet) -> int:
    """What it is worth to keep these boats for another trip of the round."""
    return 4 * fleet.start + 6 * fleet.side_one + 8 * fleet.side_two


def cost_of(fleet: hw.Fleet, feet: int) -> int:
    """The feet to pay where this many are needed. Each boat of side II pays one."""
    return max(feet - fleet.side_two, 0)
