package com.example.@PACKAGE@;

import dev.kahua.arena.v1.Action;
import dev.kahua.arena.v1.Ask;
import dev.kahua.games.kanaloa.v1.FishSide;
import dev.kahua.games.kanaloa.v1.Island;
import dev.kahua.games.kanaloa.v1.Player;
import dev.kahua.games.kanaloa.v1.Temple;
import dev.kahua.games.kanaloa.v1.Tile;
import dev.kahua.games.kanaloa.v1.View;

/** What actions are worth. Only actions of the same decision are compared. */
final class Ideas {
    private Ideas() {}

    /**
     * How good an action is.
     *
     * <p>TODO 1: avoid the worst. The owner of Ku's card (view.getCards()) robs those who meet one of its pieces: don't go
     * there with a good hand.
     *
     * <p>TODO 2: look at scores. At the end Kane's temple counts, and as much again for each temple that is at least as
     * high: take tiles for the one that is missing, not just the greatest.
     */
    static double value(Ask ask, Action action) {
        View view = ask.getView().getKanaloa();
        Player me = view.getPlayers(ask.getSeat()); // the players by seat
        var typed = action.getKanaloa();
        return switch (typed.getKindCase()) {
            case PLACE_PIECE -> tilesAt(view, typed.getPlacePiece().getIsland());
            case PLACE_SECOND_PIECE ->
                1 + tilesAt(view, typed.getPlaceSecondPiece().getIsland());
            case LAND_PIECE -> tilesAt(view, typed.getLandPiece().getIsland());
            case MOVE_PIECE -> {
                Island head = typed.getMovePiece().getHead();
                yield tilesAt(view, head) + 0.1 * waysOut(view, ask.getSeat(), head);
            }
            case BEGIN_SACRIFICE -> sacrifice(me, typed.getBeginSacrifice().getTemple());
            case ADD_TILE -> {
                Tile tile = typed.getAddTile().getTile();
                // What the open decision is about. A tile of Kane suits every temple, but his own needs it most.
                boolean isForKane = view.getOpen().getOffer().getTemple() == Temple.TEMPLE_KANE;
                yield god(tile) == Temple.TEMPLE_KANE && !isForKane ? -1 : points(tile);
            }
            case TAKE_TILE -> points(typed.getTakeTile().getTile());
            case ROB_TILE -> points(typed.getRobTile().getTile());
            case VETO_CHANGE -> 1;
            case SWAP_TILES, REVERSE_FISH, RECOLOUR_FISH -> -1;
            default -> 0;
        };
    }

    /**
     * What a sacrifice of all tiles in hand that show the temple is worth. It takes the turn in which a piece could have
     * moved, so it should be worth more than a tile.
     */
    private static double sacrifice(Player me, Temple temple) {
        int offered = 0;
        for (Tile tile : me.getHandList()) { // the tiles in hand
            if (god(tile) == temple || second(tile) == temple) {
                offered += points(tile);
            }
        }
        var temples = me.getTemples(); // the temples' values, in the order of Temple
        int[] values = {
            temples.getKanaloa(), temples.getKu(), temples.getPele(), temples.getLono(), temples.getKane(),
        };
        int before = score(values);
        values[temple.getNumber() - 1] += offered;
        return score(values) - before + offered - 6;
    }

    /** The points at the end: those of Kane, the last temple, and as many again for each that is at least as high. */
    private static int score(int[] temples) {
        int kane = temples[4];
        int points = 0;
        for (int value : temples) {
            points += value >= kane ? kane : 0;
        }
        return points;
    }

    /** The value of the best tile on an island. */
    private static double tilesAt(View view, Island island) {
        return view.getIslandsList().stream() // the islands with tiles
                .filter(place -> place.getIsland() == island)
                .flatMap(place -> place.getTilesList().stream())
                .mapToInt(Ideas::points)
                .max()
                .orElse(0);
    }

    /** How many fish a piece could follow from an island: white ones and its own, from the tail to the head. */
    private static long waysOut(View view, int seat, Island island) {
        return view.getFishList().stream() // the fish on the currents
                .filter(fish -> fish.getTail() == island)
                .filter(fish -> fish.getSide() == FishSide.FISH_SIDE_WHITE || fish.hasSeat() && fish.getSeat() == seat)
                .count();
    }

    /** The value of a tile, by the order of the enum: 4 and 5 with one god, 2 to 4 with two, 2 to 5 with Kane. */
    private static int points(Tile tile) {
        int number = tile.getNumber();
        if (number <= Tile.TILE_LO5_VALUE) {
            return 4 + (number - 1) % 2;
        }
        return number < Tile.TILE_KA2_VALUE
                ? 2 + (number - Tile.TILE_KLKU2_VALUE) % 3
                : 2 + number - Tile.TILE_KA2_VALUE;
    }

    /** The temple that a tile is for; of two, the first. */
    private static Temple god(Tile tile) {
        int number = tile.getNumber();
        if (number <= Tile.TILE_LO5_VALUE) {
            return Temple.forNumber((number + 1) / 2);
        }
        return number < Tile.TILE_KA2_VALUE ? ofPair(number, 1, 2, 3, 4, 1, 2) : Temple.TEMPLE_KANE;
    }

    /** The other temple of a tile with two gods. */
    private static Temple second(Tile tile) {
        int number = tile.getNumber();
        boolean isPair = number > Tile.TILE_LO5_VALUE && number < Tile.TILE_KA2_VALUE;
        return isPair ? ofPair(number, 2, 3, 4, 1, 3, 4) : Temple.TEMPLE_UNSPECIFIED;
    }

    /** The temple of the pair that a tile shows; three tiles show the same pair. */
    private static Temple ofPair(int number, int... temples) {
        return Temple.forNumber(temples[(number - Tile.TILE_KLKU2_VALUE) / 3]);
    }
}
