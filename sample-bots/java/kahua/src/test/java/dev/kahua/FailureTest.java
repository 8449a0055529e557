package dev.kahua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kahua.arena.v1.Ask;
import dev.kahua.arena.v1.Ended;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Failures of the bot's own code. */
@Timeout(60)
class FailureTest {
    private static final String WHERE = "choose failed in match a, ticket 7 (haleakala, seat 1, 12 legal actions): ";

    private static final Map<String, Bot> MISTAKES = Map.of(
            "java.lang.IllegalStateException: oh no",
            ask -> {
                throw new IllegalStateException("oh no");
            },
            "java.lang.StackOverflowError",
            ask -> Answer.index(deeper(1)),
            "choose answered null; expected Answer.index, action, notation or resign",
            ask -> null,
            "choose answered a null action; expected one of the ask's legal actions",
            ask -> Answer.action(null),
            "choose answered an empty notation; expected that of one of the ask's legal actions",
            ask -> Answer.notation(""),
            "choose answered index -1, but there are 12 legal actions: 0 to 11",
            ask -> Answer.index(-1),
            "choose answered index 12, but there are 12 legal actions: 0 to 11",
            ask -> Answer.index(12));

    private static int deeper(int depth) {
        return deeper(depth + 1) + 1;
    }

    @Test
    void aFailureOfTheBotEndsTheRun() throws Exception {
        for (var mistake : MISTAKES.entrySet()) {
            try (FakeArena arena = new FakeArena()) {
                Played played = Played.start(arena, mistake.getValue());
                FakeArena.Talk talk = arena.accept();
                talk.greet("t1", 0);
                talk.ask("a", 7, 12);
                BotFailure failure = played.failure(BotFailure.class);
                assertEquals(WHERE + mistake.getKey(), failure.getMessage());
                if (mistake.getKey().startsWith("java.")) {
                    assertInstanceOf(Throwable.class, failure.getCause());
                }
            }
        }
    }

    @Test
    void aFailureOfTheBotResignsTheMatchAndTheOthersGoOn() throws Exception {
        for (Bot mistake : MISTAKES.values()) {
            try (FakeArena arena = new FakeArena()) {
                Settings settings = Played.settings(arena.addr()).onError(OnError.RESIGN);
                Bot bot = ask -> ask.getMatchId().equals("a") ? mistake.choose(ask) : Answer.index(0);
                Played played = Played.start(bot, settings);
                FakeArena.Talk talk = arena.accept();
                talk.greet("t1", 0);
                talk.ask("a", 7, 12);
                assertEquals("a", talk.hear().getResign().getMatchId());
                // An ask that crossed the resignation isn't answered.
                talk.ask("a", 8, 12);
                talk.ask("b", 1, 12);
                talk.expectAnswer("b", 1, 0);
                talk.close();
                played.end();
            }
        }
    }

    @Test
    void aBotMayResign() throws Exception {
        try (FakeArena arena = new FakeArena()) {
            Played.start(arena, ask -> Answer.resign());
            FakeArena.Talk talk = arena.accept();
            talk.greet("t1", 0);
            talk.ask("a", 7, 12);
            assertEquals("a", talk.hear().getResign().getMatchId());
        }
    }

    @Test
    void aFailureOfAListenerEndsTheRunToo() throws Exception {
        Bot bot = new Bot() {
            @Override
            public Answer choose(Ask ask) {
                return Answer.index(0);
            }

            @Override
            public void onEnded(Ended ended) {
                throw new IllegalStateException("oh no");
            }
        };
        try (FakeArena arena = new FakeArena()) {
            Played played = Played.start(arena, bot);
            FakeArena.Talk talk = arena.accept();
            talk.greet("t1", 0);
            talk.endMatch("a");
            assertEquals(
                    "onEnded failed in match a: java.lang.IllegalStateException: oh no",
                    played.failure(BotFailure.class).getMessage());
        }
    }

    @Test
    void aMatchThatCannotBeginNamesBegin() throws Exception {
        try (FakeArena arena = new FakeArena()) {
            Played played = Played.start(arena, Kahua.perMatch(seated -> null));
            FakeArena.Talk talk = arena.accept();
            talk.greet("t1", 0);
            talk.seat("a", false);
            String message = played.failure(BotFailure.class).getMessage();
            assertTrue(message.startsWith("begin failed in match a: "), message);
        }
    }
}
