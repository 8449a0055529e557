package dev.kahua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.kahua.arena.v1.Answer;
import dev.kahua.arena.v1.ArenaMessage;
import dev.kahua.arena.v1.Ask;
import dev.kahua.arena.v1.BotMessage;
import dev.kahua.arena.v1.BotServiceGrpc;
import dev.kahua.arena.v1.Ended;
import dev.kahua.arena.v1.Hello;
import dev.kahua.arena.v1.MatchEvent;
import dev.kahua.arena.v1.MatchEvents;
import dev.kahua.arena.v1.Seated;
import dev.kahua.arena.v1.Welcome;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A fake arena that sends what a test tells it to send, over real gRPC on loopback. */
final class FakeArena extends BotServiceGrpc.BotServiceImplBase implements AutoCloseable {
    /** How long it pings a silent bot, and how long it then waits. */
    static final long KEEPALIVE_MS = 300;

    private final BlockingQueue<Talk> talks = new LinkedBlockingQueue<>();
    private final Server server;

    FakeArena() throws IOException {
        this(InsecureServerCredentials.create());
    }

    FakeArena(ServerCredentials credentials) throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0), credentials)
                .keepAliveTime(KEEPALIVE_MS, TimeUnit.MILLISECONDS)
                .keepAliveTimeout(10 * KEEPALIVE_MS, TimeUnit.MILLISECONDS)
                .addService(this)
                .build()
                .start();
    }

    String addr() {
        return "127.0.0.1:" + server.getPort();
    }

    /** The next stream that a bot opens. */
    Talk accept() throws InterruptedException {
        Talk talk = talks.poll(60, TimeUnit.SECONDS);
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
        Hello greet(String resumeToken, int resumed) throws InterruptedException {
            Hello hello = hear().getHello();
            say(ArenaMessage.newBuilder()
                    .setWelcome(Welcome.newBuilder()
                            .setName(hello.getName())
                            .setResumeToken(resumeToken)
                            .setResumedMatches(resumed)));
            return hello;
        }

        void seat(String match, boolean resumed) {
            say(ArenaMessage.newBuilder()
                    .setSeated(Seated.newBuilder()
                            .setMatchId(match)
                            .setGame("haleakala")
                            .setSeat(1)
                            .setResumed(resumed)));
        }

        /** Asks with as many legal actions, and the events with these numbers. */
        void ask(String match, int ticket, int legal, int... events) {
            say(ArenaMessage.newBuilder()
                    .setAsk(Ask.newBuilder()
                            .setMatchId(match)
                            .setTicket(ticket)
                            .setGame("haleakala")
                            .setSeat(1)
                            .setLegalTotal(legal)
                            .addAllEvents(numbered(events))));
        }

        void events(String match, int... events) {
            say(ArenaMessage.newBuilder()
                    .setEvents(MatchEvents.newBuilder().setMatchId(match).addAllEvents(numbered(events))));
        }

        private static List<MatchEvent> numbered(int... events) {
            return Arrays.stream(events)
                    .mapToObj(
                            number -> MatchEvent.newBuilder().setNumber(number).build())
                    .toList();
        }

        void endMatch(String match) {
            say(ArenaMessage.newBuilder().setEnded(Ended.newBuilder().setMatchId(match)));
        }

        void expectAnswer(String match, int ticket, int index) throws InterruptedException {
            Answer expected = Answer.newBuilder()
                    .setMatchId(match)
                    .setTicket(ticket)
                    .setIndex(index)
                    .build();
            assertEquals(expected, hear().getAnswer());
        }

        BotMessage hear() throws InterruptedException {
            BotMessage message = heard.poll(60, TimeUnit.SECONDS);
            assertNotNull(message, "the bot is silent");
            return message;
        }

        void say(ArenaMessage.Builder message) {
            bot.onNext(message.build());
        }

        void close() {
            bot.onCompleted();
        }

        void fail(Status status) {
            bot.onError(status.asRuntimeException());
        }

        void fail(Throwable error) {
            bot.onError(error);
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
