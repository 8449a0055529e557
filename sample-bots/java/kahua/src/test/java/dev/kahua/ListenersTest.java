package dev.kahua;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.kahua.arena.v1.ArenaMessage;
import dev.kahua.arena.v1.Ask;
import dev.kahua.arena.v1.Ended;
import dev.kahua.arena.v1.FaultNotice;
import dev.kahua.arena.v1.MatchEvent;
import dev.kahua.arena.v1.Notice;
import dev.kahua.arena.v1.Seated;
import dev.kahua.arena.v1.Welcome;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a bot hears besides asks. */
@Timeout(60)
class ListenersTest {
    /** One match with a break in the middle, and another one that is open when the run ends. */
    private static void playTwoMatches(Bot bot) throws Exception {
        try (FakeArena arena = new FakeArena()) {
            Played played = Played.start(arena, bot);
            FakeArena.Talk talk = arena.accept();
            talk.greet("t1", 0);
            talk.seat("a", false);
            talk.events("a", 0, 1);
            talk.ask("a", 1, 3, 2, 4);
            talk.expectAnswer("a", 1, 0);
            talk.fail(Status.UNAVAILABLE);

            talk = arena.accept();
            talk.greet("t2", 1);
            talk.seat("a", true);
            talk.events("a", 0, 1, 2, 4, 5);
            talk.ask("a", 2, 3, 6);
            talk.expectAnswer("a", 2, 0);
            talk.say(ArenaMessage.newBuilder()
                    .setFault(FaultNotice.newBuilder().setMatchId("a").setProblem("late")));
            talk.events("a", 7);
            talk.endMatch("a");
            talk.say(ArenaMessage.newBuilder().setNotice(Notice.newBuilder().setText("tea")));
            talk.seat("b", false);
            talk.close();
            played.end();
        }
    }

    private static String numbers(List<MatchEvent> events) {
        return events.stream().map(MatchEvent::getNumber).toList().toString();
    }

    /** Writes down everything that it is told. */
    private record BotDiary(List<String> lines) implements Bot {
        @Override
        public Answer choose(Ask ask) {
            lines.add("choose " + ask.getTicket());
            return Answer.index(0);
        }

        @Override
        public void onWelcome(Welcome welcome, Arena arena) {
            lines.add("welcome " + welcome.getName());
        }

        @Override
        public void onSeated(Seated seated) {
            lines.add("seated " + seated.getMatchId() + " " + seated.getResumed());
        }

        @Override
        public void onEvents(String matchId, List<MatchEvent> events) {
            lines.add("events " + matchId + " " + numbers(events));
        }

        @Override
        public void onEnded(Ended ended) {
            lines.add("ended " + ended.getMatchId());
        }

        @Override
        public void onFault(FaultNotice fault) {
            lines.add("fault " + fault.getProblem());
        }

        @Override
        public void onNotice(Notice notice) {
            lines.add("notice " + notice.getText());
        }
    }

    @Test
    void aBotHearsEverythingOnceAndInOrder() throws Exception {
        BotDiary diary = new BotDiary(new ArrayList<>());
        playTwoMatches(diary);
        List<String> expected = List.of(
                "welcome anna",
                "seated a false",
                "events a [0, 1]",
                "events a [2, 4]",
                "choose 1",
                "welcome anna",
                "seated a true",
                "events a [5]",
                "events a [6]",
                "choose 2",
                "fault late",
                "events a [7]",
                "ended a",
                "notice tea",
                "seated b false");
        assertEquals(expected, diary.lines());
    }

    /** The same for one match. */
    private record MatchDiary(List<String> lines) implements MatchBot {
        @Override
        public Answer choose(Ask ask) {
            lines.add("choose " + ask.getTicket());
            return Answer.index(0);
        }

        @Override
        public void onEvents(List<MatchEvent> events) {
            lines.add("events " + numbers(events));
        }

        @Override
        public void onEnded(Ended ended) {
            lines.add("ended");
        }

        @Override
        public void onFault(FaultNotice fault) {
            lines.add("fault " + fault.getProblem());
        }

        @Override
        public void close() {
            lines.add("close");
        }
    }

    @Test
    void aMatchHasABotOfItsOwnThatIsClosedLast() throws Exception {
        List<String> lines = new ArrayList<>();
        playTwoMatches(Kahua.perMatch(seated -> {
            lines.add("begin " + seated.getMatchId());
            return new MatchDiary(lines);
        }));
        List<String> expected = List.of(
                "begin a",
                "events [0, 1]",
                "events [2, 4]",
                "choose 1",
                "events [5]",
                "events [6]",
                "choose 2",
                "fault late",
                "events [7]",
                "ended",
                "close",
                "begin b",
                "close");
        assertEquals(expected, lines);
    }

    /** Tells the test when its match is closed. */
    private record Closing(String matchId, BlockingQueue<String> closed) implements MatchBot {
        @Override
        public Answer choose(Ask ask) {
            return Answer.index(0);
        }

        @Override
        public void close() {
            closed.add(matchId);
        }
    }

    @Test
    void aMatchThatEndedWhileTheBotWasAwayIsClosed() throws Exception {
        BlockingQueue<String> closed = new LinkedBlockingQueue<>();
        try (FakeArena arena = new FakeArena()) {
            Played.start(arena, Kahua.perMatch(seated -> new Closing(seated.getMatchId(), closed)));
            FakeArena.Talk talk = arena.accept();
            talk.greet("t1", 0);
            talk.seat("a", false);
            talk.seat("b", false);
            talk.ask("b", 1, 3);
            talk.expectAnswer("b", 1, 0);
            talk.fail(Status.UNAVAILABLE);
            talk = arena.accept();
            talk.greet("t2", 1);
            talk.seat("b", true);
            assertEquals("a", closed.take());
        }
    }
}
