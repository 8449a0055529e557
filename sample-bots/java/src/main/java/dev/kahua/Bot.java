package dev.kahua;

import dev.kahua.arena.v1.Action;
import dev.kahua.arena.v1.Answer;
import dev.kahua.arena.v1.Ask;

/** A bot. One object plays all of the bot's matches; the match id says which match an ask belongs to. */
@FunctionalInterface
public interface Bot {
    /**
     * Returns the answer to an ask: see {@link #index}, {@link #action} and {@link #notation}. The library fills in the
     * match and the ticket.
     *
     * <p>It is called on the connection's own thread, so that no time is lost between ask and answer. While it thinks,
     * no other ask is answered.
     */
    Answer choose(Ask ask);

    /** Chooses the action with this index in the ask's legal list. */
    static Answer index(int index) {
        return Answer.newBuilder().setIndex(index).build();
    }

    /** Chooses an action by its typed message. */
    static Answer action(Action action) {
        return Answer.newBuilder().setAction(action).build();
    }

    /** Chooses an action by its notation. */
    static Answer notation(String text) {
        return Answer.newBuilder().setNotation(text).build();
    }
}
