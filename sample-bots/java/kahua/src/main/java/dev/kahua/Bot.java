package dev.kahua;

import dev.kahua.arena.v1.Ask;
import dev.kahua.arena.v1.Ended;
import dev.kahua.arena.v1.FaultNotice;
import dev.kahua.arena.v1.MatchEvent;
import dev.kahua.arena.v1.Notice;
import dev.kahua.arena.v1.Seated;
import dev.kahua.arena.v1.Welcome;
import java.util.List;

/**
 * A bot. One object plays all of the bot's matches. Its methods are called one after another on one thread, which isn't
 * the network's: they may take their time.
 */
@FunctionalInterface
public interface Bot {
    /** Returns the answer to an ask: see {@link Answer}. */
    Answer choose(Ask ask);

    /**
     * The arena has accepted the bot: at first, and again after each reconnect.
     *
     * @param arena a handle that stays valid for the whole run
     */
    default void onWelcome(Welcome welcome, Arena arena) {}

    /** A match begins or, if {@code resumed} is set, a new connection takes it over. */
    default void onSeated(Seated seated) {}

    /** Brings every public event of a match exactly once and in order, before the choice that it matters for. */
    default void onEvents(String matchId, List<MatchEvent> events) {}

    /** A match has ended: its result, and the change of the rating. It is the last that is heard of a match. */
    default void onEnded(Ended ended) {}

    /** The arena found something wrong. The log tells it in any case. */
    default void onFault(FaultNotice fault) {}

    /** News that concern the whole connection: the arena shuts down, or pauses. */
    default void onNotice(Notice notice) {}
}
