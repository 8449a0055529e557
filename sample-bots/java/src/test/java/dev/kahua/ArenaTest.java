package dev.kahua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kahua.arena.v1.ArenaMessage;
import dev.kahua.arena.v1.Hello;
import dev.kahua.arena.v1.Notice;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The client against an arena that drops, drains and refuses. */
@Timeout(30)
class ArenaTest {
    /** Answers with the ask's own ticket, so that a mix-up shows. */
    private static final Bot ECHO = ask -> Bot.index((int) ask.getTicket());

    private final CompletableFuture<Void> leave = new CompletableFuture<>();

    private CompletableFuture<Void> start(String addr, Bot bot, Duration patience) {
        Settings settings = new Settings(addr, "anna", "secret", OptionalInt.empty(), patience);
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread player = new Thread(() -> {
            try {
                Arena.play(bot, Plays.everything(2), settings, leave);
                ended.complete(null);
            } catch (Exception error) {
                ended.completeExceptionally(error);
            }
        });
        player.setDaemon(true);
        player.start();
        return ended;
    }

    private CompletableFuture<Void> start(FakeArena arena) {
        return start(arena.addr(), ECHO, Duration.ofSeconds(20));
    }

    @Test
    void answersManyMatchesAndResumesWithTheLatestToken() throws Exception {
        try (FakeArena arena = new FakeArena()) {
            CompletableFuture<Void> ended = start(arena);
            String token = "";
            for (String next : List.of("t1", "t2", "t3")) {
                FakeArena.Talk talk = arena.accept();
                Hello hello = talk.greet(next);
                assertEquals(
                        List.of("anna", 2, token),
                        List.of(hello.getName(), hello.getMatchesMax(), hello.getResumeToken()));
                talk.ask("a", 1);
                talk.ask("b", 2);
                talk.fail(Status.UNAVAILABLE);
                token = next;
            }
            FakeArena.Talk talk = arena.accept();
            talk.greet("t4");
            talk.say(ArenaMessage.newBuilder().setNotice(Notice.newBuilder().setKind(Notice.Kind.KIND_DRAINING)));
            talk.close();
            // Draining does not dismiss the bot.
            arena.accept().close();
            ended.get();
        }
    }

    @Test
    void saysByeAndFinishesItsMatchesEvenAfterABreak() throws Exception {
        try (FakeArena arena = new FakeArena()) {
            CompletableFuture<Void> ended = start(arena);
            FakeArena.Talk talk = arena.accept();
            talk.greet("t1");
            leave.complete(null);
            assertTrue(talk.hear().hasBye());
            talk.ask("a", 1);
            talk.fail(Status.UNAVAILABLE);
            talk = arena.accept();
            talk.greet("t2");
            assertTrue(talk.hear().hasBye());
            talk.close();
            ended.get();
        }
    }

    @Test
    void aRefusalIsFinalAndSaysWhy() throws Exception {
        for (Status status : List.of(Status.UNAUTHENTICATED, Status.ABORTED)) {
            try (FakeArena arena = new FakeArena()) {
                CompletableFuture<Void> ended = start(arena);
                arena.accept().fail(status.withDescription("not you"));
                Throwable cause =
                        assertThrows(ExecutionException.class, ended::get).getCause();
                assertInstanceOf(Arena.Refused.class, cause);
                assertEquals("the arena at " + arena.addr() + " refuses anna: not you", cause.getMessage());
            }
        }
    }

    @Test
    void givesUpWhenItsPatienceIsAtAnEnd() {
        CompletableFuture<Void> ended = start("127.0.0.1:1", ECHO, Duration.ofMillis(100));
        Throwable cause = assertThrows(ExecutionException.class, () -> ended.get(10, TimeUnit.SECONDS))
                .getCause();
        assertInstanceOf(Arena.OutOfReach.class, cause);
    }

    @Test
    void whatTheBotThrowsReachesItsAuthor() throws Exception {
        try (FakeArena arena = new FakeArena()) {
            Bot broken = ask -> {
                throw new ArithmeticException("my own fault");
            };
            CompletableFuture<Void> ended = start(arena.addr(), broken, Duration.ofSeconds(20));
            FakeArena.Talk talk = arena.accept();
            talk.greet("t1");
            talk.say(ArenaMessage.newBuilder().setAsk(dev.kahua.arena.v1.Ask.getDefaultInstance()));
            Throwable cause = assertThrows(ExecutionException.class, ended::get).getCause();
            assertInstanceOf(ArithmeticException.class, cause);
        }
    }

    @Test
    void settingsNameTheVariableThatIsWrong() {
        Map<Map<String, String>, String> wrong = Map.of(
                Map.of("KAHUA_NAME", "b"), "KAHUA_ADDR is not set: it must hold the arena's HOST:PORT",
                Map.of("KAHUA_ADDR", "a:1"), "KAHUA_NAME is not set: it must hold the bot's name",
                Map.of("KAHUA_ADDR", "a:1", "KAHUA_NAME", "b", "KAHUA_MATCHES", "0"),
                        "KAHUA_MATCHES is \"0\": expected a whole number of at least 1");
        wrong.forEach((variables, words) -> assertEquals(
                words,
                assertThrows(IllegalArgumentException.class, () -> Settings.fromEnv(variables))
                        .getMessage()));
    }
}
