package dev.kahua;

import dev.kahua.arena.v1.ArenaMessage;
import dev.kahua.arena.v1.Ask;
import dev.kahua.arena.v1.BotMessage;
import dev.kahua.arena.v1.Ended;
import dev.kahua.arena.v1.FaultNotice;
import dev.kahua.arena.v1.RatingChange;
import dev.kahua.arena.v1.SeatResult;
import dev.kahua.arena.v1.Seated;
import dev.kahua.arena.v1.Welcome;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the log says about what the bot hears. */
final class Report {
    private Report() {}

    static void welcomed(Welcome welcome) {
        Log.info(
                "%s is connected to an arena of version %s; %d matches continue",
                welcome.getName(), welcome.getArenaVersion(), welcome.getResumedMatches());
    }

    static void seated(Seated seated) {
        String players =
                seated.getPlayersList().stream().map(player -> player.getName()).collect(Collectors.joining(", "));
        Log.info("match %s: %s, seat %d of %s", seated.getMatchId(), seated.getGame(), seated.getSeat(), players);
    }

    static void answered(Ask ask, BotMessage answer, long usedNs) {
        Log.debug(
                "ask %d of %s: %d legal, %s after %.1f ms%s",
                ask.getTicket(),
                ask.getMatchId(),
                ask.getLegalTotal(),
                answer.getAnswer().getChoiceCase(),
                usedNs / 1e6,
                ask.hasAskMs() ? " of " + ask.getAskMs() + " ms" : "");
    }

    /** Faults and notices. */
    static void trouble(ArenaMessage message) {
        if (message.hasFault()) {
            fault(message.getFault());
        }
        if (message.hasNotice()) {
            Log.info(
                    "the arena: %s %s",
                    message.getNotice().getKind(), message.getNotice().getText());
        }
    }

    private static void fault(FaultNotice fault) {
        Log.warn(
                "fault in match %s, ask %d: %s: %s; expected: %s; now: %s",
                fault.getMatchId(),
                fault.getTicket(),
                fault.getCause(),
                fault.getProblem(),
                fault.getExpected(),
                fault.getConsequence());
    }

    static void ended(Ended end, OpenMatch match) {
        Log.info(
                "match %s ended: %s; %d asks, %.0f ms used, at most %.1f ms for one",
                end.getMatchId(), result(end, match.seat), match.asks, match.usedNs / 1e6, match.longestNs / 1e6);
    }

    private static String result(Ended end, int seat) {
        if (seat >= end.getResultsCount()) {
            return "no result (" + end.getTermination().getKind() + " "
                    + end.getTermination().getReason() + ")";
        }
        SeatResult result = end.getResults(seat);
        String text = "place " + result.getPlace() + " of " + end.getResultsCount() + " with " + result.getScore()
                + " points";
        if (result.hasGivenUp()) {
            text += ", given up: " + result.getGivenUp();
        }
        if (seat < end.getRatingsCount()) {
            RatingChange rating = end.getRatings(seat);
            text += String.format(Locale.ROOT, ", rating %.0f after %.0f", rating.getAfter(), rating.getBefore());
        }
        return text;
    }
}
