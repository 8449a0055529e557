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
                    "the arena: %s: %s",
                    words(message.getNotice().getKind(), "KIND_"),
                    message.getNotice().getText());
        }
    }

    private static void fault(FaultNotice fault) {
        Log.warn(
                "fault in match %s, ask %d: %s: %s; expected: %s; now: %s",
                fault.getMatchId(),
                fault.getTicket(),
                words(fault.getCause(), "FAULT_CAUSE_"),
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
            String kind = words(end.getTermination().getKind(), "KIND_");
            String reason = end.getTermination().getReason();
            return "no result (" + (reason.isEmpty() ? kind : kind + ": " + reason) + ")";
        }
        SeatResult result = end.getResults(seat);
        String text = "place " + result.getPlace() + " of " + end.getResultsCount() + " with " + result.getScore()
                + " points";
        if (result.hasGivenUp()) {
            text += ", given up: " + words(result.getGivenUp(), "FAULT_CAUSE_");
        }
        if (seat < end.getRatingsCount()) {
            RatingChange rating = end.getRatings(seat);
            text += String.format(Locale.ROOT, ", rating %.0f after %.0f", rating.getAfter(), rating.getBefore());
        }
        return text;
    }

    /** An enum's value in words: "stale ticket". */
    private static String words(Enum<?> value, String prefix) {
        String name = value.name().startsWith(prefix) ? value.name().substring(prefix.length()) : value.name();
        return name.toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
