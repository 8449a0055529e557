package dev.kahua.bots.haleakala;

import dev.kahua.games.haleakala.v1.PalmCard;
import dev.kahua.games.haleakala.v1.View;

/**
 * What the bot looks at of a view, as plain numbers.
 *
 * @param gaps the cards by number; an empty gap is card 0
 */
record Position(int scorings, int idle, int boat, int[] lava, int lavaSupply, int[] gaps, Side me, Side other) {
    static Position read(View view, int seat) {
        return new Position(
                view.getRound() == 2 ? 1 : 2,
                view.getIdleTurns(),
                view.getBoat(),
                view.getLavaList().stream().mapToInt(Integer::intValue).toArray(),
                view.getLavaSupply(),
                view.getGapsValueList().stream()
                        .mapToInt(card -> card == PalmCard.PALM_CARD_NONE_VALUE ? 0 : card)
                        .toArray(),
                Side.read(view.getPlayers(seat)),
                Side.read(view.getPlayers(1 - seat)));
    }

    /** The same, seen by the other player. */
    Position turned() {
        return new Position(scorings, idle, boat, lava, lavaSupply, gaps, other, me);
    }

    Position withMe(Side me) {
        return new Position(scorings, idle, boat, lava, lavaSupply, gaps, me, other);
    }

    Position withLava(int crater, int change) {
        int[] changed = lava.clone();
        changed[crater] += change;
        return new Position(scorings, idle, boat, changed, lavaSupply, gaps, me, other);
    }

    Position withBoat(int boat) {
        return new Position(scorings, idle, boat, lava, lavaSupply, gaps, me, other);
    }

    /** With no disc on this beach. */
    Position cleared(int beach) {
        return new Position(scorings, idle, boat, lava, lavaSupply, gaps, me.clear(beach), other.clear(beach));
    }

    boolean isHit(int space) {
        return lava[space % 6] > 2 - space / 6;
    }
}
