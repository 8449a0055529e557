package dev.kahua;

import dev.kahua.arena.v1.BotMessage;
import dev.kahua.arena.v1.Bye;
import dev.kahua.arena.v1.Pause;
import dev.kahua.arena.v1.Ready;
import io.grpc.stub.StreamObserver;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * What a bot can tell the arena besides its answers. It is valid for the whole run and may be used from any thread.
 * What is told while there is no connection is told again after the reconnect.
 */
public final class Arena {
    private static final BotMessage PAUSE =
            BotMessage.newBuilder().setPause(Pause.getDefaultInstance()).build();
    private static final BotMessage READY =
            BotMessage.newBuilder().setReady(Ready.getDefaultInstance()).build();
    private static final BotMessage BYE =
            BotMessage.newBuilder().setBye(Bye.getDefaultInstance()).build();

    /** Null between connections. */
    private StreamObserver<BotMessage> stream;
    /** Counts the connections. It tells answers to a repeated ask apart from those that are already on their way. */
    private int connection;

    private boolean paused;
    private final CompletableFuture<Void> leaving = new CompletableFuture<>();
    /** Matches that the bot has given up and whose end it hasn't heard of yet. */
    private final Set<String> resigned = new HashSet<>();

    Arena() {}

    /** Gives up a match. The seat is placed last. */
    public synchronized void resign(String matchId) {
        resigned.add(matchId);
        send(Answer.resignation(matchId));
    }

    /** Asks for no new matches. The open ones continue. */
    public synchronized void pause() {
        paused = true;
        send(PAUSE);
    }

    /** Asks for new matches again after {@link #pause}. */
    public synchronized void ready() {
        paused = false;
        send(READY);
    }

    /** Leaves once the open matches have ended; the run then ends. */
    public synchronized void bye() {
        leaving.complete(null);
        send(BYE);
    }

    boolean isLeaving() {
        return leaving.isDone();
    }

    /** Completes with the first {@link #bye}. */
    CompletableFuture<Void> leaving() {
        return leaving;
    }

    /** Sends on the present connection, and returns its number: 0 if there is none. */
    synchronized int say(BotMessage message) {
        send(message);
        return stream == null ? 0 : connection;
    }

    /** Takes up a new connection, once the arena has said Welcome, and tells what still holds. Returns its number. */
    synchronized int open(StreamObserver<BotMessage> stream) {
        this.stream = stream;
        connection++;
        resigned.forEach(matchId -> send(Answer.resignation(matchId)));
        if (paused) {
            send(PAUSE);
        }
        if (isLeaving()) {
            send(BYE);
        }
        return connection;
    }

    synchronized void close() {
        stream = null;
    }

    /** Nothing more needs to be told about a match that is over. */
    synchronized void forget(String matchId) {
        resigned.remove(matchId);
    }

    private void send(BotMessage message) {
        if (stream == null) {
            return;
        }
        Log.trace("says", message);
        try {
            stream.onNext(message);
        } catch (IllegalStateException broken) {
            // The connection has just ended; its end says why.
            Log.trace("couldn't say it: " + broken.getMessage(), message);
        }
    }
}
