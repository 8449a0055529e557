package dev.kahua;

import dev.kahua.arena.v1.Ask;
import dev.kahua.arena.v1.Ended;
import dev.kahua.arena.v1.FaultNotice;
import dev.kahua.arena.v1.MatchEvent;
import dev.kahua.arena.v1.Seated;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Gives each match a bot of its own. */
final class PerMatch implements Bot {
    private final Function<Seated, MatchBot> begin;
    private final Map<String, MatchBot> bots = new HashMap<>();

    PerMatch(Function<Seated, MatchBot> begin) {
        this.begin = begin;
    }

    @Override
    public void onSeated(Seated seated) {
        if (!bots.containsKey(seated.getMatchId())) {
            MatchBot bot =
                    Objects.requireNonNull(begin.apply(seated), "begin returned null; expected a bot for the match");
            bots.put(seated.getMatchId(), bot);
        }
    }

    @Override
    public Answer choose(Ask ask) {
        return bots.get(ask.getMatchId()).choose(ask);
    }

    @Override
    public void onEvents(String matchId, List<MatchEvent> events) {
        bot(matchId).ifPresent(bot -> bot.onEvents(events));
    }

    @Override
    public void onFault(FaultNotice fault) {
        bot(fault.getMatchId()).ifPresent(bot -> bot.onFault(fault));
    }

    @Override
    public void onEnded(Ended ended) {
        bot(ended.getMatchId()).ifPresent(bot -> bot.onEnded(ended));
    }

    void close(String matchId) {
        MatchBot bot = bots.remove(matchId);
        if (bot != null) {
            bot.close();
        }
    }

    private Optional<MatchBot> bot(String matchId) {
        return Optional.ofNullable(bots.get(matchId));
    }
}
