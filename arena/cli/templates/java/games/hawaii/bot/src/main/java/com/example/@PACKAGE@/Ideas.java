package com.example.@PACKAGE@;

import dev.kahua.arena.v1.Action;
import dev.kahua.arena.v1.Ask;
import dev.kahua.games.hawaii.v1.Player;
import dev.kahua.games.hawaii.v1.PriceToken;
import dev.kahua.games.hawaii.v1.Side;
import dev.kahua.games.hawaii.v1.Site;
import dev.kahua.games.hawaii.v1.Tile;
import dev.kahua.games.hawaii.v1.View;

/** What actions are worth. Only actions of the same decision are compared. */
final class Ideas {
    private Ideas() {}

    /**
     * How good an action is.
     *
     * <p>TODO 1: avoid the worst. A village scores at the end only if it reaches the column below your leftmost tiki
     * (me.getTikis()), so buying for a fifth village in the last round is wasted.
     *
     * <p>TODO 2: look at scores. Whoever reaches the target with the highest sum gets the most points of the round:
     * compare your sum with those of the others.
     */
    static double value(Ask ask, Action action) {
        View view = ask.getView().getHawaii();
        Player me = view.getPlayers(ask.getSeat()); // the players by seat
        int missing = 7 + 2 * view.getRound() - sum(me); // the targets of rounds 1 to 5 are 9, 11, 13, 15 and 17
        var typed = action.getHawaii();
        return switch (typed.getKindCase()) {
            // Places 0 to 9 of the island, each with a site and its price tokens.
            case GO_TO_PLACE ->
                5 + worth(view.getIsland(typed.getGoToPlace().getPlace()).getSite());
            case GO_TO_DOCK -> 4 + typed.getGoToDock().getDock();
            case GO_TO_COVE -> wanted(missing, 5);
            // This ends the round for you.
            case TAKE_TRACK_PLACE -> 3 - 0.1 * typed.getTakeTrackPlace().getTrackPlace();
            case PAY_WITH -> {
                var pay = typed.getPayWith();
                yield -(pay.getShells() + pay.getFeet() + pay.getFruit());
            }
            case TAKE_PRICE -> wanted(missing, number(typed.getTakePrice().getToken()));
            case BUY_TILE -> {
                var buy = typed.getBuyTile();
                yield worth(buy.getTile(), buy.getSide()) - dear(me, view, buy.getSide());
            }
            case TAKE_REWARD -> worth(typed.getTakeReward().getTile(), Side.SIDE_TWO);
            case LAY_IN_VILLAGE -> {
                // Villages 1 to 5; a long one is what scores.
                var village = me.getVillages(typed.getLayInVillage().getVillage() - 1);
                yield village.getSideOneCount() + village.getSideTwoCount();
            }
            case CATCH_FISH -> wanted(missing, typed.getCatchFish().getFish());
            case SEND_BOATS, STOP_FISHING, KIND_NOT_SET -> 0;
        };
    }

    /** The sum that counts against the target: the tokens' numbers, and the fish on the back of those caught. */
    private static int sum(Player me) {
        return me.getPricesList().stream().mapToInt(Ideas::number).sum()
                + me.getFishList().stream()
                        .mapToInt(token -> (number(token) + 1) / 2)
                        .sum();
    }

    /** The number on a token, 2 to 6: there are two kinds of each, without and with spears. */
    private static int number(PriceToken token) {
        return (token.getNumber() + 3) / 2;
    }

    /** A number is good while the target isn't reached, and only dear afterwards. */
    private static double wanted(int missing, int number) {
        return missing > 0 ? number : -number;
    }

    /** What a visit to a site is worth, by what is sold there. */
    private static double worth(Site site) {
        return switch (site) {
            case SITE_KAHUNAS, SITE_HULA -> 4;
            case SITE_GODS, SITE_SURFERS, SITE_SHELL_FOOT, SITE_IRRIGATION -> 3;
            case SITE_LONG_HUTS -> 2;
            default -> 0;
        };
    }

    /** What a tile is worth. Side II counts half as much again. */
    private static double worth(Tile tile, Side side) {
        double worth =
                switch (tile) {
                    case TILE_TIKI, TILE_HULA -> 5;
                    case TILE_KAHUNA -> 4;
                    case TILE_IRRIGATION, TILE_SHELL_HUT, TILE_SURFER, TILE_GOD0, TILE_GOD1 -> 3;
                    case TILE_FOOT_HUT, TILE_LONG_HUT -> 2;
                    default -> 1;
                };
        return side == Side.SIDE_TWO ? 1.5 * worth : worth;
    }

    /** Side II costs double: what the shells are then missing for. */
    private static double dear(Player me, View view, Side side) {
        int price = view.getOpen().getBuy().getPrice(); // the number on the token that was taken
        return side == Side.SIDE_TWO && me.getSupply().getShells() < 4 * price ? price : 0;
    }
}
