package dev.kahua;

import dev.kahua.arena.v1.Ask;
import java.util.Locale;

/**
 * The bot's own code has failed: it threw something, which is the cause, or chose an answer that can't be sent. The
 * message says in which call and match. The log has shown it in full.
 */
public final class BotFailure extends Exception {
    private static final long serialVersionUID = 1;

    private BotFailure(String message, Throwable cause) {
        super(message, cause);
    }

    static BotFailure at(Ask ask, Throwable thrown) {
        return new BotFailure(where(ask) + ": " + thrown, thrown);
    }

    static BotFailure at(Ask ask, String what) {
        return new BotFailure(where(ask) + ": " + what, null);
    }

    static BotFailure in(String call, String matchId, Throwable thrown) {
        String where = matchId.isEmpty() ? "" : " in match " + matchId;
        return new BotFailure(call + " failed" + where + ": " + thrown, thrown);
    }

    private static String where(Ask ask) {
        return String.format(
                Locale.ROOT,
                "choose failed in match %s, ticket %d (%s, seat %d, %d legal action%s)",
                ask.getMatchId(),
                ask.getTicket(),
                ask.getGame(),
                ask.getSeat(),
                ask.getLegalTotal(),
                ask.getLegalTotal() == 1 ? "" : "s");
    }
}
