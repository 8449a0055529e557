package dev.kahua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.rpc.ErrorInfo;
import dev.kahua.arena.v1.ArenaMessage;
import dev.kahua.arena.v1.Hello;
import dev.kahua.arena.v1.Notice;
import dev.kahua.arena.v1.Welcome;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client against an arena that drops, drains and refuses. */
@Timeout(60)
class ClientTest {
    /** Answers with the ask's own ticket, so that a mix-up shows. */
    private static final Bot ECHO = ask -> Answer.index(ask.getTicket());

    @Test
    void answersManyMatchesAndResumesWithTheLatestToken() throws Exception {
        try (FakeArena arena = new FakeArena()) {
            Played played = Played.start(arena, ECHO);
            String token = "";
            int ticket = 0;
            for (String next : List.of("t1", "t2", "t3")) {
                FakeArena.Talk talk = arena.accept();
                Hello hello = talk.greet(next, 0);
                assertEquals(
                        List.of("anna", 2, token, 1, "kahua-java 0.1.0"),
                        List.of(
                                hello.getName(),
                                hello.getMatchesMax(),
                                hello.getResumeToken(),
                                hello.getProtocolVersion(),
                                hello.getLibrary()));
                for (String match : List.of("a", "b")) {
                    talk.ask(match, ++ticket, 9);
                    talk.expectAnswer(match, ticket, ticket);
                }
                talk.fail(Status.UNAVAILABLE);
                token = next;
            }
            FakeArena.Talk talk = arena.accept();
            talk.greet("t4", 0);
            talk.say(ArenaMessage.newBuilder().setNotice(Notice.newBuilder().setKind(Notice.Kind.KIND_DRAINING)));
            talk.close();
            // Draining does not dismiss the bot.
            arena.accept().close();
            played.end();
        }
    }

    @Test
    void aThoughtLongerThanTheKeepaliveCounts() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (FakeArena arena = new FakeArena()) {
            Played.start(arena, ask -> {
                asked.countDown();
                await(goOn);
                return Answer.index(2);
            });
            FakeArena.Talk talk = arena.accept();
            talk.greet("t1", 0);
            talk.ask("a", 7, 3);
            asked.await();
            Thread.sleep(15 * FakeArena.KEEPALIVE_MS);
            goOn.countDown();
            talk.expectAnswer("a", 7, 2);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void anAnswerIsKeptWhenTheConnectionBreaksWhileTheBotThinks() throws Exception {
        Semaphore asked = new Semaphore(0);
        CountDownLatch goOn = new CountDownLatch(1);
        try (FakeArena arena = new FakeArena()) {
            Played.start(arena, ask -> {
                asked.release();
                await(goOn);
                return Answer.index(2);
            });
            FakeArena.Talk talk = arena.accept();
            talk.greet("t1", 0);
            talk.ask("a", 7, 3);
            asked.acquire();
            talk.fail(Status.UNAVAILABLE);
            talk = arena.accept();
            talk.greet("t2", 1);
            talk.seat("a", true);
            goOn.countDown();
            talk.ask("a", 7, 3);
            talk.expectAnswer("a", 7, 2);
            talk.ask("a", 8, 3);
            talk.expectAnswer("a", 8, 2);
            assertEquals(1, asked.availablePermits(), "the bot was asked once about each ticket");
        }
    }

    @Test
    void aRefusalIsFinalAndSaysWhy() throws Exception {
        for (Status.Code code : Set.of(Status.Code.UNAUTHENTICATED, Status.Code.ABORTED)) {
            try (FakeArena arena = new FakeArena()) {
                Played played = Played.start(arena, ECHO);
                var refusal = com.google.rpc.Status.newBuilder()
                        .setCode(code.value())
                        .setMessage("not you")
                        .addDetails(Any.pack(ErrorInfo.newBuilder()
                                .setReason("TOKEN_UNKNOWN")
                                .build()));
                arena.accept().fail(StatusProto.toStatusRuntimeException(refusal.build()));
                assertEquals(
                        "the arena at " + arena.addr() + " refuses anna: not you (TOKEN_UNKNOWN)",
                        played.failure(Refused.class).getMessage());
            }
        }
    }

    @Test
    void waitsWhileItsNameIsInUse() throws Exception {
        Status inUse = Status.ALREADY_EXISTS.withDescription("anna has open matches");
        try (FakeArena arena = new FakeArena()) {
            Played played = Played.start(arena, ECHO);
            arena.accept().fail(inUse);
            arena.accept().fail(inUse);
            FakeArena.Talk talk = arena.accept();
            talk.greet("t1", 0);
            talk.close();
            played.end();
            Settings settings = Played.settings(arena.addr()).patience(Duration.ofNanos(1));
            Played impatient = Played.start(ECHO, settings);
            arena.accept().fail(inUse);
            assertEquals(
                    "the name anna has been in use for N s (anna has open matches)",
                    impatient.failure(OutOfReach.class).getMessage().replaceFirst("for \\d+ s", "for N s"));
        }
    }

    @Test
    void givesUpWhenItsPatienceIsAtAnEnd() {
        Settings settings = Played.settings("127.0.0.1:1").patience(Duration.ofMillis(100));
        String message = Played.start(ECHO, settings).failure(OutOfReach.class).getMessage();
        assertTrue(message.matches("no arena at 127.0.0.1:1 for \\d+ s \\(connection refused\\)"), message);
    }

    /** Brings the arena's handle to the test. */
    private record Handle(BlockingQueue<Arena> arenas) implements Bot {
        @Override
        public Answer choose(dev.kahua.arena.v1.Ask ask) {
            return Answer.index(0);
        }

        @Override
        public void onWelcome(Welcome welcome, Arena arena) {
            arenas.add(arena);
        }
    }

    @Test
    void whatTheBotTellsTheArenaIsToldAgainAfterABreak() throws Exception {
        try (FakeArena arena = new FakeArena()) {
            Handle bot = new Handle(new LinkedBlockingQueue<>());
            Played played = Played.start(arena, bot);
            FakeArena.Talk talk = arena.accept();
            talk.greet("t1", 0);
            Arena line = bot.arenas().take();
            line.ready();
            assertTrue(talk.hear().hasReady());
            line.pause();
            assertTrue(talk.hear().hasPause());
            line.resign("a");
            assertEquals("a", talk.hear().getResign().getMatchId());
            line.bye();
            assertTrue(talk.hear().hasBye());
            talk.fail(Status.UNAVAILABLE);
            talk = arena.accept();
            talk.greet("t2", 0);
            assertEquals("a", talk.hear().getResign().getMatchId());
            assertTrue(talk.hear().hasPause());
            assertTrue(talk.hear().hasBye());
            talk.close();
            played.end();
        }
    }
}
