package dev.kahua;

import dev.kahua.arena.v1.Answer;
import dev.kahua.arena.v1.ArenaMessage;
import dev.kahua.arena.v1.Ask;
import dev.kahua.arena.v1.BotMessage;
import dev.kahua.arena.v1.Bye;
import dev.kahua.arena.v1.Ended;
import dev.kahua.arena.v1.FaultNotice;
import dev.kahua.arena.v1.Hello;
import dev.kahua.arena.v1.Notice;
import dev.kahua.arena.v1.Player;
import dev.kahua.arena.v1.SeatResult;
import dev.kahua.arena.v1.Seated;
import dev.kahua.arena.v1.Welcome;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** One conversation with the arena, from Hello to its end. */
final class Conversation implements ClientResponseObserver<BotMessage, ArenaMessage> {
    private final Bot bot;
    private final String name;
    private final Hello hello;
    private final CompletableFuture<Void> leave;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Map<String, Tally> tallies = new HashMap<>();
    private ClientCallStreamObserver<BotMessage> arena;
    private volatile String resumeToken = "";
    private volatile boolean draining;

    Conversation(Bot bot, String name, Hello hello, CompletableFuture<Void> leave) {
        this.bot = bot;
        this.name = name;
        this.hello = hello;
        this.leave = leave;
    }

    /** Completes when the arena closes the stream. Fails with a StatusRuntimeException, or with what the bot throws. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    /** From the arena's Welcome; empty until then. */
    String resumeToken() {
        return resumeToken;
    }

    /** Whether the arena has announced that it is shutting down. */
    boolean isDraining() {
        return draining;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<BotMessage> arena) {
        this.arena = arena;
        boolean[] greeted = {false};
        arena.setOnReadyHandler(() -> {
            if (!greeted[0]) {
                greeted[0] = true;
                say(BotMessage.newBuilder().setHello(hello).build());
            }
        });
    }

    @Override
    public void onNext(ArenaMessage message) {
        try {
            hear(message);
        } catch (RuntimeException thrown) {
            ended.completeExceptionally(thrown);
            arena.cancel("the bot has failed", thrown);
        }
    }

    @Override
    public void onError(Throwable broken) {
        ended.completeExceptionally(broken);
    }

    @Override
    public void onCompleted() {
        ended.complete(null);
    }

    private void hear(ArenaMessage message) {
        switch (message.getMessageCase()) {
            case ASK -> asked(message.getAsk());
            case WELCOME -> welcomed(message.getWelcome());
            case SEATED -> seated(message.getSeated());
            case FAULT -> faulted(message.getFault());
            case ENDED -> matchEnded(message.getEnded());
            case NOTICE -> noticed(message.getNotice());
            case SEEN, MESSAGE_NOT_SET -> {}
        }
    }

    private void asked(Ask ask) {
        long began = System.nanoTime();
        Answer choice = bot.choose(ask);
        Answer answer = choice.toBuilder()
                .setMatchId(ask.getMatchId())
                .setTicket(ask.getTicket())
                .build();
        long used = System.nanoTime() - began;
        say(BotMessage.newBuilder().setAnswer(answer).build());
        Tally tally = tallies.get(ask.getMatchId());
        if (tally != null) {
            tally.add(used);
        }
        Log.debug(
                "ask %d of %s: %d legal, %s after %.1f ms%s",
                ask.getTicket(),
                ask.getMatchId(),
                ask.getLegalTotal(),
                answer.getChoiceCase(),
                used / 1e6,
                ask.hasAskMs() ? " of " + ask.getAskMs() + " ms" : "");
    }

    /** The stream accepts one message at a time, and Bye comes from another thread. */
    private synchronized void say(BotMessage message) {
        arena.onNext(message);
    }

    private void welcomed(Welcome welcome) {
        resumeToken = welcome.getResumeToken();
        Log.info(
                "%s is connected to an arena of version %s; %d matches continue",
                name, welcome.getArenaVersion(), welcome.getResumedMatches());
        leave.thenRun(() -> {
            if (!ended.isDone()) {
                say(BotMessage.newBuilder().setBye(Bye.getDefaultInstance()).build());
            }
        });
    }

    private void seated(Seated seated) {
        tallies.put(seated.getMatchId(), new Tally(seated.getSeat()));
        String players = seated.getPlayersList().stream().map(Player::getName).collect(Collectors.joining(", "));
        Log.info("match %s: %s, seat %d of %s", seated.getMatchId(), seated.getGame(), seated.getSeat(), players);
    }

    private static void faulted(FaultNotice fault) {
        Log.warn(
                "fault in match %s, ask %d: %s: %s; expected: %s; now: %s",
                fault.getMatchId(),
                fault.getTicket(),
                fault.getCause(),
                fault.getProblem(),
                fault.getExpected(),
                fault.getConsequence());
    }

    private void matchEnded(Ended end) {
        Tally tally = tallies.remove(end.getMatchId());
        if (tally == null) {
            tally = new Tally(0);
        }
        List<SeatResult> results = end.getResultsList();
        String came = "no result (" + end.getTermination().getKind() + " "
                + end.getTermination().getReason() + ")";
        if (tally.seat < results.size()) {
            SeatResult result = results.get(tally.seat);
            came = "place " + result.getPlace() + " of " + results.size() + " with " + result.getScore() + " points";
        }
        Log.info(
                "match %s ended: %s; %d asks, %.0f ms used, at most %.1f ms for one",
                end.getMatchId(), came, tally.asks, tally.usedNs / 1e6, tally.longestNs / 1e6);
    }

    private void noticed(Notice notice) {
        Log.info("the arena: %s %s", notice.getKind(), notice.getText());
        draining |= notice.getKind() == Notice.Kind.KIND_DRAINING;
    }

    /** What the log reports about a match. */
    private static final class Tally {
        private final int seat;
        private int asks;
        private long usedNs;
        private long longestNs;

        Tally(int seat) {
            this.seat = seat;
        }

        void add(long ns) {
            asks++;
            usedNs += ns;
            longestNs = Math.max(longestNs, ns);
        }
    }
}
