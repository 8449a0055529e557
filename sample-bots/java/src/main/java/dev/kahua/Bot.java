package dev.kahua;

import dev.kahua.arena.v1.Action;
import dev.kahua.arena.v1.Answer;
import dev.kahua.arena.v1.Ask;

/** Something that decides. The same bot is asked for all of its matches; the ask's match id tells them apart. */
@FunctionalInterface
public interface Bot {
    /**
     * The answer to this ask: see {@link #index}, {@link #action} and {@link #notation}. The match and the ticket are
     * filled in.
     *
     * <p>It is called on the connection's own thread, so that nothing stands between ask and answer: while it thinks, no
     * other ask is answered.
     */
    Answer choose(Ask ask);

    /** Chooses the action with this index in the ask's legal list. */
    static Answer index(int index) {
        return Answer.newBuilder().setIndex(index).build();
    }

    /** Chooses by a typed message. */
    static Answer action(Action action) {
        return Answer.newBuilder().setAction(action).build();
    }

    /** Chooses by the game's notation. */
    static Answer notation(String text) {
        return Answer.newBuilder().setNotation(text).build();
    }
}
