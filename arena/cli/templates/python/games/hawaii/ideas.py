"""What the bot thinks of each action in Hawaii: buy what brings points, reach the round's target."""

from kahua import Ask
from kahua.games.hawaii.v1.hawaii_pb2 import (
    PRICE_TOKEN_NONE,
    SIDE_TWO,
    TILE_HULA,
    TILE_KAHUNA,
    TILE_SURFER,
    TILE_TIKI,
    Action,
    View,
)
from kahua.tokens import price

TARGETS = [9, 11, 13, 15, 17]
"""What the numbers on a player's tokens must add up to, by round."""
LIKED = {TILE_TIKI: 4, TILE_KAHUNA: 3, TILE_HULA: 3, TILE_SURFER: 2}
"""The tiles that it likes more than others, which are worth 1."""


def values(ask: Ask) -> list[float]:
    """How good each action of ask.legal is. Only the order counts."""
    return [value(ask.view.hawaii, ask.seat, action.hawaii) for action in ask.legal]


def value(view: View, seat: int, action: Action) -> float:
    me = view.players[seat]  # me.supply: shells, feet and fruit; me.villages: what lies where
    match action.WhichOneof("kind"):
        case "go_to_place":
            # view.island: what is sold at places 0 to 9, and the tokens there; higher places are further away.
            place = view.island[action.go_to_place.place]
            return 5 + max(price(token) for token in place.tokens) - action.go_to_place.place / 4
        case "go_to_dock":
            return 6 + action.go_to_dock.dock
        case "go_to_cove":
            return 4
        case "take_track_place":
            token = view.track[action.take_track_place.track_place - 1]
            return 0 if token == PRICE_TOKEN_NONE else price(token)
        case "take_price":
            return price(action.take_price.token) if missing(view, seat) > 0 else -price(action.take_price.token)
        case "buy_tile":
            return LIKED.get(action.buy_tile.tile, 1) + (action.buy_tile.side == SIDE_TWO)
        case "take_reward":
            return LIKED.get(action.take_reward.tile, 1)
        case "lay_in_village":
            village = me.villages[action.lay_in_village.village - 1]
            return len(village.side_one) + len(village.side_two)
        case "pay_with":
            return -action.pay_with.fruit
        case "catch_fish":
            return action.catch_fish.fish
        case _:  # boats, and to stop fishing
            return 0
    # TODO 1, avoid the worst: don't pay the last shells in round 1; the round's income comes only at its end.
    # TODO 2, look at scores: what is each tile worth in this village? CHEATSHEET.md has the points.
    # TODO 3, look ahead: see the end of this file.
    # TODO 4, use the clock: think longer while ask.ask_ms and ask.bank_ms allow it.


def missing(view: View, seat: int) -> int:
    """How much my tokens lack of the target of this round, view.round."""
    return TARGETS[view.round - 1] - sum(price(token) for token in view.players[seat].prices)


# TODO 3 in short: `kahua.Rules` knows the rules, so that you needn't write them. In bot.py:
#
#     with kahua.Rules() as rules:
#         kahua.run(Bot(rules))
#
# and in values(), with those rules, each action in 20 random games:
#
#     successors = rules.position(ask).successors(rollouts=20, events_max=400)
#     return [after.rollouts.mean_scores[ask.seat] for after in successors]
