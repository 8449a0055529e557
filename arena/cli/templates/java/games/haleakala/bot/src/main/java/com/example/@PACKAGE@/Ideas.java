package com.example.@PACKAGE@;

import dev.kahua.arena.v1.Action;
import dev.kahua.arena.v1.Ask;
import dev.kahua.games.haleakala.v1.PalmCard;
import dev.kahua.games.haleakala.v1.Player;
import dev.kahua.games.haleakala.v1.View;

/** What actions are worth, in points. Only actions of the same decision are compared. */
final class Ideas {
    private Ideas() {}

    /**
     * How good an action is.
     *
     * <p>TODO 1: avoid the worst. Say what a move of lava is worth: an eruption destroys statues, first those on mountains.
     *
     * <p>TODO 2: look at scores. The player with more fish gets 3 points (sum up each player's kept cards), and every
     * statue scores once in each round that is left.
     */
    static double value(Ask ask, Action action) {
        View view = ask.getView().getHaleakala();
        int seat = ask.getSeat();
        int boat = view.getBoat(); // the segment, 0 to 5, in whose water the boat lies
        var typed = action.getHaleakala();
        return switch (typed.getKindCase()) {
            case PLACE_DISC -> {
                int disc = typed.getPlaceDisc().getDisc();
                int beach = typed.getPlaceDisc().getBeach();
                // On the boat's beach, the boat sails as far as the disc's number says.
                yield beach == boat
                        ? 4 * stop(view, seat, (boat + disc) % 6, 0)
                        : stop(view, seat, beach, disc) - stop(view, seat, beach, 0) - 0.1 * disc;
            }
            case INVOKE -> 4 * stop(view, seat, (boat + typed.getInvoke().getDisc()) % 6, 0);
            case MOVE_BOAT -> 4 * stop(view, seat, (boat + 1) % 6, 0);
            case RETURN_DISC -> -0.5;
            case MOVE_SHAMAN -> height(view, typed.getMoveShaman().getSpace());
            case KEEP_SHAMAN -> here(view, seat);
            case TAKE_CARD -> card(view, seat, typed.getTakeCard().getCard());
            case BUY_CARD -> 1;
            case BUY_NOTHING, MOVE_LAVA, KIND_NOT_SET -> 0;
        };
    }

    /** What it is worth for this seat that the boat stops at a beach, with a further disc of its own there. */
    private static double stop(View view, int seat, int beach, int disc) {
        // The two cards that lie at this beach.
        double better =
                Math.max(card(view, seat, view.getGaps(2 * beach)), card(view, seat, view.getGaps(2 * beach + 1)));
        int mine = disc + sum(view.getPlayers(seat), beach);
        int theirs = sum(view.getPlayers(1 - seat), beach); // the players by seat, 0 and 1
        return better * Integer.signum(mine - theirs); // the greater sum of discs chooses a card first
    }

    /** The sum of a player's number discs on a beach. */
    private static int sum(Player player, int beach) {
        return player.getBeachDiscsList().stream()
                .filter(lying -> lying.getBeach() == beach)
                .mapToInt(lying -> lying.getDisc())
                .sum();
    }

    /** What a palm card is worth. */
    private static double card(View view, int seat, PalmCard card) {
        return switch (card) {
            case PALM_CARD_NONE -> 0;
            // It is built where the shaman stands, and scores in round 1 and in round 2.
            case PALM_CARD_STATUE -> here(view, seat) * (3 - view.getRound());
            case PALM_CARD_PRIESTESS -> 0.5;
            default -> 2;
        };
    }

    /** What a statue is worth where the shaman stands. */
    private static double here(View view, int seat) {
        Player me = view.getPlayers(seat);
        return me.hasShamanSpace() ? height(view, me.getShamanSpace()) : 0; // otherwise he is still on the beach
    }

    /** The points of a statue on a space: 1 in grassland (0 to 5), 2 in forest, 3 on a mountain, 0 if one is there. */
    private static double height(View view, int space) {
        boolean built = view.getPlayersList().stream()
                .anyMatch(player -> player.getStatuesList().contains(space));
        return built ? 0 : 1 + space / 6;
    }
}
