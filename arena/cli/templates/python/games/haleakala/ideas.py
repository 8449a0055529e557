"""What the bot thinks of each action in Haleakala: win the good cards, and build statues high up. Make it your own."""

from kahua import Ask
from kahua.games.haleakala.v1.haleakala_pb2 import (
    PALM_CARD_NONE,
    PALM_CARD_PRIESTESS,
    PALM_CARD_STATUE,
    Action,
    View,
)


def values(ask: Ask) -> list[float]:
    """How good each action of ask.legal is. Only the order counts."""
    return [value(ask.view.haleakala, ask.seat, action.haleakala) for action in ask.legal]


def value(view: View, seat: int, action: Action) -> float:
    # view.players: the shaman, statues, discs and points of each seat. view.boat: the beach where the boat lies.
    me = view.players[seat]
    # The shaman builds where he stands. On the beach of his hut he can't.
    here = height(view, me.shaman_space) if me.HasField("shaman_space") else 0
    match action.WhichOneof("kind"):
        case "place_disc" if action.place_disc.beach != view.boat:
            disc, beach = action.place_disc.disc, action.place_disc.beach
            # What the disc changes there, and a walk for a shaman who stands where he can't build.
            return stop(view, seat, beach, disc) - stop(view, seat, beach) + (2 if here == 0 else 0)
        case "place_disc" | "invoke":
            disc = action.place_disc.disc or action.invoke.disc
            return 2 * stop(view, seat, (view.boat + disc) % 6)
        case "move_boat":
            return 2 * stop(view, seat, (view.boat + 1) % 6)
        case "return_disc":
            return 0.5 if here == 0 else -0.5
        case "move_shaman":
            return height(view, action.move_shaman.space)
        case "keep_shaman":
            return here
        case "take_card":
            return card_value(action.take_card.card, here)
        case "buy_card":
            return 1
        case _:  # buy_nothing and move_lava
            return 0
    # TODO 1, avoid the worst: view.lava says which craters will destroy statues; move lava away from yours.
    # TODO 2, look at scores: which card of the display is worth its shells? CHEATSHEET.md has the points.
    # TODO 3, look ahead: see the end of this file.
    # TODO 4, use the clock: think longer while ask.ask_ms and ask.bank_ms allow it.


def stop(view: View, seat: int, beach: int, extra: int = 0) -> float:
    """What it brings if the boat stops at a beach: the better card for the greater sum of discs there."""
    mine, theirs = total(view, seat, beach) + extra, total(view, 1 - seat, beach)
    # view.gaps: the cards on the table. Gaps 2b and 2b + 1 lie at beach b.
    best = max(card_value(card, 2) for card in view.gaps[2 * beach : 2 * beach + 2])
    return best if mine > theirs else -best if mine < theirs else 0


def total(view: View, seat: int, beach: int) -> int:
    """The sum of a player's discs on a beach."""
    return sum(disc.disc for disc in view.players[seat].beach_discs if disc.beach == beach)


def card_value(card: int, here: float) -> float:
    """What a card is worth to a shaman who stands at this height."""
    if card == PALM_CARD_STATUE:
        return 2 * here
    return 0 if card == PALM_CARD_NONE else 1 if card == PALM_CARD_PRIESTESS else 3


def height(view: View, space: int) -> int:
    """How high up a statue there would be: 1 grassland, 2 forest, 3 mountain; 0 if somebody has one there."""
    taken = any(space in player.statues for player in view.players)
    return 0 if taken else 1 + space // 6


# TODO 3 in short: `kahua.Rules` knows the rules, so that you needn't write them. In bot.py:
#
#     with kahua.Rules() as rules:
#         kahua.run(Bot(rules))
#
# and in values(), with those rules, each action in 20 short random games:
#
#     successors = rules.position(ask).successors(rollouts=20, events_max=15)
#     return [after.rollouts.mean_scores[ask.seat] for after in successors]
