"""How greedy plays Haleakala, exactly as ../GREEDY.md defines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import kahua
from kahua.games.haleakala.v1 import haleakala_pb2 as hk

NONE = 0
"""The card of an empty gap."""
STATUE, SHELL, PRIESTESS, FISH1, FISH5, WHITE, BLACK, NAUTILUS = 1, 2, 3, 4, 8, 9, 10, 11
WITH_BUTTERFLY = frozenset((FISH1, FISH1 + 1, FISH1 + 3, FISH5, WHITE, NAUTILUS))
BUTTERFLIES, MAJORITY, SEGMENT, FOREST, MOUNTAIN, DISPLAY_PRIESTESS = 1, 2, 3, 4, 5, 6


def best(view: hk.View, seat: int, legal: Sequence[kahua.Action]) -> int:
    """The index of the action to take; 0 for an ask without typed actions."""
    position = Position.read(view, seat)
    typed = [index for index, action in enumerate(legal) if action.HasField("haleakala")]
    # max returns the first of several equal maxima.
    return max(typed, key=lambda index: value(position, legal[index].haleakala), default=0)


@dataclass(frozen=True)
class Side:
    """What belongs to one player."""

    discs: tuple[int, ...]
    """Where the discs 1 to 5 are: 0 in hand, s + 1 on beach s."""
    shaman: int
    """0 on the beach, n + 1 on space n."""
    statues: frozenset[int]
    kept: tuple[int, ...]
    bought: frozenset[int]

    @staticmethod
    def read(player: hk.Player) -> Side:
        beaches = {placed.disc: placed.beach + 1 for placed in player.beach_discs}
        return Side(
            discs=tuple(beaches.get(disc, 0) for disc in range(1, 6)),
            shaman=player.shaman_space + 1 if player.HasField("shaman_space") else 0,
            statues=frozenset(player.statues),
            kept=tuple(map(int, player.kept)),
            bought=frozenset(map(int, player.bought)),
        )

    def put(self, disc: int, place: int) -> Side:
        return replace(self, discs=(*self.discs[: disc - 1], place, *self.discs[disc:]))

    def without(self, beach: int) -> Side:
        return replace(self, discs=tuple(0 if place == beach + 1 else place for place in self.discs))

    def sum(self, beach: int) -> int:
        return sum(disc for disc, place in enumerate(self.discs, 1) if place == beach + 1)

    def hand(self) -> int:
        return self.discs.count(0)

    def fish(self) -> int:
        return sum(kind - FISH1 + 1 for kind in self.kept if FISH1 <= kind <= FISH5)

    def statues_in(self, landscape: int) -> int:
        return sum(space // 6 == landscape for space in self.statues)


@dataclass(frozen=True)
class Position:
    """What the bot looks at of a view."""

    scorings: int
    idle: int
    boat: int
    lava: tuple[int, ...]
    lava_supply: int
    gaps: tuple[int, ...]
    me: Side
    other: Side

    @staticmethod
    def read(view: hk.View, seat: int) -> Position:
        sides = [Side.read(player) for player in view.players]
        return Position(
            scorings=1 if view.round == 2 else 2,
            idle=view.idle_turns,
            boat=view.boat,
            lava=tuple(view.lava),
            lava_supply=view.lava_supply,
            gaps=tuple(NONE if card == hk.PALM_CARD_NONE else int(card) for card in view.gaps),
            me=sides[seat],
            other=sides[1 - seat],
        )

    def turned(self) -> Position:
        return replace(self, me=self.other, other=self.me)

    def is_hit(self, space: int) -> bool:
        return self.lava[space % 6] > 2 - space // 6

    def with_lava_moved(self, start: int, end: int) -> Position:
        lava = list(self.lava)
        lava[start] -= 1
        lava[end] += 1
        return replace(self, lava=tuple(lava))


def value(position: Position, action: hk.Action) -> int:
    """What a legal action is worth to the player who decides, in tenths of a point."""
    match action.WhichOneof("kind"):
        case "place_disc":
            return place(position, action.place_disc.disc, action.place_disc.beach, invokes=False)
        case "invoke":
            return place(position, action.invoke.disc, position.boat, invokes=True)
        case "return_disc":
            return linger(replace(position, me=position.me.put(action.return_disc.disc, 0)))
        case "move_boat":
            return sail(position, 1, invokes=False)
        case "move_shaman":
            return stand(position, action.move_shaman.space + 1)
        case "keep_shaman":
            return stand(position, position.me.shaman)
        case "take_card":
            return choose(position, position.boat, action.take_card.card)
        case "buy_card":
            return buy(position, action.buy_card.card)
        case "move_lava":
            return move_lava(position, action.move_lava.from_crater, action.move_lava.to_crater)
        case _:
            return 0


def site(position: Position, space: int) -> int:
    """A new statue of mine on this space."""
    me, (landscape, segment) = position.me, divmod(space, 6)
    if space in me.statues or space in position.other.statues or position.is_hit(space) or len(me.statues) >= 8:
        return 0
    worth = 10 * (landscape + 1) * position.scorings
    if landscape == 1 and FOREST in me.bought:
        worth += 20
    if landscape == 2 and MOUNTAIN in me.bought:
        worth += 30
    if sum(built % 6 == segment for built in me.statues) == 2:
        worth += 20
    return worth


def card(position: Position, kind: int) -> int:
    """A palm card that I receive."""
    me, scorings = position.me, position.scorings
    worth = 0
    if kind == STATUE:
        worth = site(position, me.shaman - 1) if me.shaman else 0
    elif kind == SHELL:
        worth = 25
    elif kind == PRIESTESS:
        worth = 8
    elif FISH1 <= kind <= FISH5:
        lead, baskets = me.fish() - position.other.fish(), kind - FISH1 + 1
        worth = 15 * scorings * (sign(lead + baskets) - sign(lead)) + 4 * baskets
    elif kind == WHITE:
        worth = 10 * scorings * (1 + me.kept.count(BLACK))
    elif kind == BLACK:
        worth = 10 * scorings * (2 + me.kept.count(WHITE))
    elif kind == NAUTILUS:
        worth = 30
    if kind in WITH_BUTTERFLY:
        worth += 10 if BUTTERFLIES in me.bought else 2
    return worth


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def choose(position: Position, stop: int, chosen: int) -> int:
    """Choosing this card at a stop, less what the other player then receives."""
    first, second = position.gaps[2 * stop : 2 * stop + 2]
    left = second if chosen == first else first
    shared = position.other.sum(stop) > 0 and left != chosen
    return card(position, chosen) - (card(position.turned(), left) if shared else 0)


def stopping(position: Position, stop: int) -> int:
    """What I receive, less what the other player receives, if the boat stops there."""
    mine, theirs = position.me.sum(stop), position.other.sum(stop)
    if mine < theirs:
        return -stopping(position.turned(), stop)
    if mine == 0:
        return 0
    first, second = position.gaps[2 * stop : 2 * stop + 2]
    takes_second = first == NONE or second != NONE and card(position, second) > card(position, first)
    return choose(position, stop, second if takes_second else first)


def prospects(position: Position) -> int:
    """How the discs stand: every beach but the boat's as if the boat might stop there, and the discs in hand."""
    stops = sum(stopping(position, beach) for beach in range(6) if beach != position.boat)
    return stops + 6 * (position.me.hand() - position.other.hand())


def place(position: Position, disc: int, beach: int, invokes: bool) -> int:
    after = replace(position, me=position.me.put(disc, beach + 1))
    return sail(after, disc, invokes) if beach == position.boat else linger(after)


def linger(after: Position) -> int:
    """How things stand where the boat stays, and what it is worth that the shaman may walk."""
    shaman = after.me.shaman
    walk = 40 if shaman == 0 or site(after, shaman - 1) == 0 else 0
    return prospects(after) + walk


def sail(position: Position, steps: int, invokes: bool) -> int:
    stop = (position.boat + steps) % 6
    lava = list(position.lava)
    if invokes and position.lava_supply > 0:
        lava[stop] += 1
    after = replace(position, boat=stop, lava=tuple(lava))
    received = stopping(after, stop)
    after = replace(after, me=after.me.without(stop), other=after.other.without(stop))
    return 4 * received + prospects(after) + 4 * after.idle


def stand(position: Position, shaman: int) -> int:
    """Having the shaman there: 0 for the beach, n + 1 for space n."""
    if shaman == 0:
        return 0
    landscape, segment = divmod(shaman - 1, 6)
    near = [landscape * 6 + (segment + 1) % 6, landscape * 6 + (segment + 5) % 6]
    near += [level * 6 + segment for level in (landscape - 1, landscape + 1) if 0 <= level <= 2]
    return 2 * site(position, shaman - 1) + max(site(position, space) for space in near)


def buy(position: Position, bought: int) -> int:
    """Buying this card of the display."""
    me, other = position.me, position.other
    if bought == BUTTERFLIES:
        return 10 * sum(kind in WITH_BUTTERFLY for kind in me.kept) - 10
    if bought == MAJORITY:
        return 20 * sum(me.statues_in(landscape) > other.statues_in(landscape) for landscape in range(3)) - 10
    if bought == SEGMENT:
        whole = sum(all(level * 6 + segment in me.statues for level in range(3)) for segment in range(6))
        return 40 * whole - 10
    if bought == FOREST:
        return 20 * me.statues_in(1) - 20
    if bought == MOUNTAIN:
        return 30 * me.statues_in(2) - 20
    if bought == DISPLAY_PRIESTESS:
        craters = [crater for crater in range(6) if position.lava[crater] > 0]
        moves = [move_lava(position, crater, (crater + step) % 6) for crater in craters for step in (1, 5)]
        return max(moves, default=0) - 10
    return 0


def move_lava(position: Position, start: int, end: int) -> int:
    return spared(position.with_lava_moved(start, end)) - spared(position)


def spared(position: Position) -> int:
    """The statues that the eruption spares, mine less the other player's."""
    worth = 0
    for space in range(18):
        if not position.is_hit(space):
            owner = (space in position.me.statues) - (space in position.other.statues)
            worth += owner * 10 * (space // 6 + 1) * position.scorings
    return worth
