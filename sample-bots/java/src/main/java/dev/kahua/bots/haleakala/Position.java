package dev.kahua.bots.haleakala;

import dev.kahua.games.haleakala.v1.Colour;
import dev.kahua.games.haleakala.v1.View;

/** What the bot looks at of a view, as plain numbers. */
record Position(int scorings, int idle, int boat, int[] lava, int lavaSupply, int[] gaps, Side me, Side other) {
    static Position read(View view) {
        Side red = Side.read(view.getRed());
        Side yellow = Side.read(view.getYellow());
        boolean yellowDecides = view.getOpen().getPlayer() == Colour.COLOUR_YELLOW;
        return new Position(
                view.getRound() == 2 ? 1 : 2,
                view.getIdleTurns(),
                view.getBoat(),
                view.getLavaList().stream().mapToInt(Integer::intValue).toArray(),
                view.getLavaSupply(),
                view.getGapsValueList().stream().mapToInt(Integer::intValue).toArray(),
                yellowDecides ? yellow : red,
                yellowDecides ? red : yellow);
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
