package dev.kahua;

import dev.kahua.arena.v1.Ask;
import dev.kahua.arena.v1.Ended;
import dev.kahua.arena.v1.FaultNotice;
import dev.kahua.arena.v1.MatchEvent;
import java.util.List;

/** Plays one match: see {@link Kahua#runPerMatch}. A reconnect keeps the object. */
@FunctionalInterface
public interface MatchBot extends AutoCloseable {
    /** Returns the answer to an ask of this match. */
    Answer choose(Ask ask);

    /** Brings every public event exactly once and in order, before the choice that it matters for. */
    default void onEvents(List<MatchEvent> events) {}

    /** The arena found something wrong in this match. */
    default void onFault(FaultNotice fault) {}

    /** The match has ended: its result, and the change of the rating. */
    default void onEnded(Ended ended) {}

    /** Called exactly once, last, even if the run ends before the match. */
    @Override
    default void close() {}
}
