package dev.kahua;

import dev.kahua.arena.v1.Ask;
import dev.kahua.arena.v1.BotMessage;
import dev.kahua.arena.v1.Ended;
import dev.kahua.arena.v1.FaultNotice;
import dev.kahua.arena.v1.MatchEvent;
import dev.kahua.arena.v1.Notice;
import dev.kahua.arena.v1.Seated;
import dev.kahua.arena.v1.Welcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Calls the bot: works through what the connections bring, on a thread of its own, and stays the same when the
 * connection changes.
 */
final class Player implements Runnable {
    /** What ends the player, after everything before it. */
    private static final Connection.Heard END = new Connection.Heard(null, 0, () -> {});

    private final Bot bot;
    private final Arena arena;
    private final OnError onError;
    /** Where asks are recorded; null for nowhere. */
    private final Recording recording;

    private final CompletableFuture<Void> stop;
    /** Bounded by what the connections request. */
    private final BlockingQueue<Connection.Heard> inbox = new LinkedBlockingQueue<>();

    private final Map<String, OpenMatch> matches = new HashMap<>();
    /** Matches that the present connection has still to take over. */
    private int resuming;

    /** A call of the bot's code. */
    private interface Code {
        void run() throws Throwable;
    }

    /** Ends the run by failing {@code stop}. When {@code stop} has failed, the bot isn't called any more. */
    Player(Bot bot, Arena arena, OnError onError, Recording recording, CompletableFuture<Void> stop) {
        this.bot = bot;
        this.arena = arena;
        this.onError = onError;
        this.recording = recording;
        this.stop = stop;
    }

    BlockingQueue<Connection.Heard> inbox() {
        return inbox;
    }

    /** Lets the player end when it has heard what is in its inbox; the open matches are then closed. */
    void end() {
        inbox.add(END);
    }

    @Override
    public void run() {
        try {
            for (Connection.Heard heard = inbox.take(); heard != END; heard = inbox.take()) {
                if (!stop.isDone()) {
                    hear(heard);
                    heard.done().run();
                }
            }
        } catch (InterruptedException interrupted) {
            stop.completeExceptionally(interrupted);
        }
        List.copyOf(matches.keySet()).forEach(this::drop);
    }

    private void hear(Connection.Heard heard) {
        var message = heard.message();
        switch (message.getMessageCase()) {
            case ASK -> asked(message.getAsk(), heard.connection());
            case EVENTS ->
                tell(message.getEvents().getMatchId(), message.getEvents().getEventsList());
            case WELCOME -> welcomed(message.getWelcome());
            case SEATED -> seated(message.getSeated());
            case ENDED -> ended(message.getEnded());
            case FAULT -> faulted(message.getFault());
            case NOTICE -> noticed(message.getNotice());
            case MESSAGE_NOT_SET -> {}
        }
    }

    private void asked(Ask ask, int connection) {
        OpenMatch match = match(ask.getMatchId());
        if (match.answer != null && match.ticket == ask.getTicket()) {
            // A reconnect repeats the open ask. Its answer may have been lost, unless it took this connection.
            if (match.sentOn != connection) {
                match.sentOn = arena.say(match.answer);
            }
            return;
        }
        if (match.resigned || !tell(ask.getMatchId(), ask.getEventsList())) {
            return;
        }
        if (recording != null) {
            recording.add(ask);
        }
        long began = System.nanoTime();
        try {
            BotMessage message = choose(ask);
            if (message.hasResign()) {
                resign(ask.getMatchId());
                return;
            }
            match.answer = message;
            match.ticket = ask.getTicket();
            match.sentOn = arena.say(message);
        } catch (BotFailure failure) {
            failed(failure, ask.getMatchId());
            return;
        }
        long used = System.nanoTime() - began;
        match.count(used);
        Report.answered(ask, match.answer, used);
    }

    private BotMessage choose(Ask ask) throws BotFailure {
        Answer answer;
        try {
            answer = bot.choose(ask);
        } catch (Throwable thrown) {
            throw BotFailure.at(ask, thrown);
        }
        if (answer == null) {
            throw BotFailure.at(ask, "choose answered null; expected Answer.index, action, notation or resign");
        }
        try {
            return answer.to(ask);
        } catch (Answer.Unsendable unsendable) {
            throw BotFailure.at(ask, unsendable.getMessage());
        }
    }

    /** Tells the bot those events that are new to it. Returns false if it fails. */
    private boolean tell(String matchId, List<MatchEvent> events) {
        OpenMatch match = match(matchId);
        List<MatchEvent> fresh = events.stream()
                .filter(event -> event.getNumber() >= match.nextEvent)
                .toList();
        if (fresh.isEmpty()) {
            return true;
        }
        match.nextEvent = fresh.get(fresh.size() - 1).getNumber() + 1;
        return match.resigned || call("onEvents", matchId, () -> bot.onEvents(matchId, fresh));
    }

    private void welcomed(Welcome welcome) {
        Report.welcomed(welcome);
        matches.values().forEach(match -> match.seated = false);
        resuming = welcome.getResumedMatches();
        dropOthers();
        call("onWelcome", "", () -> bot.onWelcome(welcome, arena));
    }

    private void seated(Seated seated) {
        OpenMatch match = match(seated.getMatchId());
        match.seated = true;
        match.seat = seated.getSeat();
        Report.seated(seated);
        if (seated.getResumed() && resuming > 0) {
            resuming--;
            dropOthers();
        }
        if (!match.resigned) {
            String name = bot instanceof PerMatch ? "begin" : "onSeated";
            call(name, seated.getMatchId(), () -> bot.onSeated(seated));
        }
    }

    /** Once the connection has taken over all matches that are open, forgets those that ended in the meantime. */
    private void dropOthers() {
        if (resuming == 0) {
            List.copyOf(matches.keySet()).stream()
                    .filter(matchId -> !matches.get(matchId).seated)
                    .forEach(this::drop);
        }
    }

    private void ended(Ended ended) {
        OpenMatch match = match(ended.getMatchId());
        Report.ended(ended, match);
        // The match is over, so there is nothing to resign.
        match.resigned = true;
        call("onEnded", ended.getMatchId(), () -> bot.onEnded(ended));
        drop(ended.getMatchId());
    }

    private void faulted(FaultNotice fault) {
        call("onFault", fault.getMatchId(), () -> bot.onFault(fault));
    }

    private void noticed(Notice notice) {
        call("onNotice", "", () -> bot.onNotice(notice));
    }

    private void drop(String matchId) {
        matches.remove(matchId);
        arena.forget(matchId);
        if (bot instanceof PerMatch each) {
            call("close", matchId, () -> each.close(matchId));
        }
    }

    private OpenMatch match(String matchId) {
        return matches.computeIfAbsent(matchId, unknown -> new OpenMatch());
    }

    /** Calls the bot's code. Returns false if it fails. */
    private boolean call(String name, String matchId, Code code) {
        try {
            code.run();
            return true;
        } catch (Throwable thrown) {
            failed(BotFailure.in(name, matchId, thrown), matchId);
            return false;
        }
    }

    /** Shows a failure, and does what the settings say: ends the run, or gives up the match if there is one. */
    private void failed(BotFailure failure, String matchId) {
        Log.error(failure.getMessage(), failure.getCause());
        if (onError == OnError.RESIGN && !matchId.isEmpty()) {
            resign(matchId);
        } else {
            stop.completeExceptionally(failure);
        }
    }

    private void resign(String matchId) {
        OpenMatch match = matches.get(matchId);
        if (match != null && !match.resigned) {
            match.resigned = true;
            arena.resign(matchId);
        }
    }
}
