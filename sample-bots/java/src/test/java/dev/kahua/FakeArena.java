package dev.kahua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.kahua.arena.v1.Answer;
import dev.kahua.arena.v1.ArenaMessage;
import dev.kahua.arena.v1.Ask;
import dev.kahua.arena.v1.BotMessage;
import dev.kahua.arena.v1.BotServiceGrpc;
import dev.kahua.arena.v1.Hello;
import dev.kahua.arena.v1.Welcome;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A fake arena that sends what a test tells it to send, over real gRPC on loopback. */
final class FakeArena extends BotServiceGrpc.BotServiceImplBase implements AutoCloseable {
    private final BlockingQueue<Talk> talks = new LinkedBlockingQueue<>();
    private final Server server;

    FakeArena() throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .addService(this)
                .build()
                .start();
    }

    String addr() {
        return "127.0.0.1:" + server.getPort();
    }

    /** The next stream that a bot opens. */
    Talk accept() throws InterruptedException {
        Talk talk = talks.poll(10, TimeUnit.SECONDS);
        assertNotNull(talk, "no bot connects");
        return talk;
    }

    @Override
    public StreamObserver<BotMessage> play(StreamObserver<ArenaMessage> bot) {
        Talk talk = new Talk(bot);
        talks.add(talk);
        return talk;
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

    /** The arena's end of one stream. */
    static final class Talk implements StreamObserver<BotMessage> {
        private final BlockingQueue<BotMessage> heard = new LinkedBlockingQueue<>();
        private final StreamObserver<ArenaMessage> bot;

        private Talk(StreamObserver<ArenaMessage> bot) {
            this.bot = bot;
        }

        /** Hears Hello and says Welcome. */
        Hello greet(String resumeToken) throws InterruptedException {
            Hello hello = hear().getHello();
            say(ArenaMessage.newBuilder().setWelcome(Welcome.newBuilder().setResumeToken(resumeToken)));
            return hello;
        }

        void ask(String match, int ticket) throws InterruptedException {
            say(ArenaMessage.newBuilder()
                    .setAsk(Ask.newBuilder().setMatchId(match).setTicket(ticket)));
            Answer answer = hear().getAnswer();
            assertEquals(
                    Bot.index(ticket).toBuilder()
                            .setMatchId(match)
                            .setTicket(ticket)
                            .build(),
                    answer);
        }

        BotMessage hear() throws InterruptedException {
            BotMessage message = heard.poll(10, TimeUnit.SECONDS);
            assertNotNull(message, "the bot is silent");
            return message;
        }

        void say(ArenaMessage.Builder message) {
            bot.onNext(message.build());
        }

        void close() {
            bot.onCompleted();
        }

        void fail(io.grpc.Status status) {
            bot.onError(status.asRuntimeException());
        }

        @Override
        public void onNext(BotMessage message) {
            heard.add(message);
        }

        @Override
        public void onError(Throwable broken) {}

        @Override
        public void onCompleted() {}
    }
}
