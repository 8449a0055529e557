package dev.kahua;

import dev.kahua.arena.v1.ArenaMessage;
import dev.kahua.arena.v1.BotMessage;
import dev.kahua.arena.v1.Hello;
import dev.kahua.arena.v1.Notice;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;

/** One stream, from Hello to its end. It runs on the network's thread, and hands what it hears to the player. */
final class Connection implements ClientResponseObserver<BotMessage, ArenaMessage> {
    /** How many messages may wait while the bot thinks. When there are more, the arena has to wait. */
    static final int WAITING_MAX = 256;

    private final Hello hello;
    private final Arena arena;
    private final BlockingQueue<Heard> inbox;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private ClientCallStreamObserver<BotMessage> stream;
    private int number;
    private volatile String resumeToken = "";
    private volatile boolean draining;

    /**
     * A message from the arena.
     *
     * @param connection the number of the connection that brought it
     * @param done to be run when the player is done with it, so that another one may come
     */
    record Heard(ArenaMessage message, int connection, Runnable done) {}

    Connection(Hello hello, Arena arena, BlockingQueue<Heard> inbox) {
        this.hello = hello;
        this.arena = arena;
        this.inbox = inbox;
    }

    /** Completes when the arena closes the stream. Fails with a StatusRuntimeException. */
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
    public void beforeStart(ClientCallStreamObserver<BotMessage> stream) {
        this.stream = stream;
        stream.disableAutoRequestWithInitial(WAITING_MAX);
        boolean[] greeted = {false};
        stream.setOnReadyHandler(() -> {
            if (!greeted[0]) {
                greeted[0] = true;
                stream.onNext(BotMessage.newBuilder().setHello(hello).build());
            }
        });
    }

    @Override
    public void onNext(ArenaMessage message) {
        Log.trace("hears", message);
        if (message.hasWelcome()) {
            resumeToken = message.getWelcome().getResumeToken();
            number = arena.open(stream);
        }
        draining |= message.hasNotice() && message.getNotice().getKind() == Notice.Kind.KIND_DRAINING;
        // Logged before the bot hears it, which may still be thinking.
        Report.trouble(message);
        inbox.add(new Heard(message, number, () -> stream.request(1)));
    }

    @Override
    public void onError(Throwable broken) {
        arena.close();
        ended.completeExceptionally(broken);
    }

    @Override
    public void onCompleted() {
        arena.close();
        ended.complete(null);
    }
}
