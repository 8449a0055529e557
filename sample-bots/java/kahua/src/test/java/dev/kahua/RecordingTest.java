package dev.kahua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonParser;
import dev.kahua.arena.v1.Ask;
import dev.kahua.arena.v1.MatchEvent;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Asks that are recorded, and read again. */
@Timeout(60)
class RecordingTest {
    @TempDir
    Path folder;

    @Test
    void everyAskIsRecordedAsItCame() throws Exception {
        Path file = folder.resolve("asks.jsonl");
        Files.writeString(file, "{\"ticket\":9}\n");
        Bot bot = ask -> {
            if (ask.getTicket() == 2) {
                throw new IllegalStateException("nothing to say");
            }
            return Answer.index(0);
        };
        try (FakeArena arena = new FakeArena()) {
            Played played = Played.start(bot, Played.settings(arena.addr()).record(file.toString()));
            FakeArena.Talk talk = arena.accept();
            talk.greet("t1", 0);
            talk.ask("a", 1, 3, 4);
            talk.expectAnswer("a", 1, 0);
            talk.ask("a", 2, 3);
            played.failure(BotFailure.class);
        }
        Ask first = Ask.newBuilder()
                .setMatchId("a")
                .setTicket(1)
                .setGame("haleakala")
                .setSeat(1)
                .setLegalTotal(3)
                .addEvents(MatchEvent.newBuilder().setNumber(4))
                .build();
        List<Ask> asks = Asks.load(file);
        assertEquals(List.of(9, 1, 2), asks.stream().map(Ask::getTicket).toList());
        assertEquals(first, asks.get(1));
    }

    @Test
    void aLineIsAsKahuaAsksPrintsIt() throws Exception {
        String program = System.getenv().getOrDefault("KAHUA_RULES", "../../../target/debug/kahua");
        boolean required = "1".equals(System.getenv("KAHUA_REQUIRE_ALL"));
        assumeTrue(required || Files.exists(Path.of(program)), "this needs " + program + ": cargo build");
        for (String game : List.of("haleakala", "hawaii", "kanaloa")) {
            Path file = folder.resolve(game);
            Process printing = new ProcessBuilder(program, "asks", "--game", game)
                    .redirectOutput(file.toFile())
                    .start();
            assertEquals(0, printing.waitFor());
            List<String> lines = Files.readAllLines(file);
            List<Ask> asks = Asks.load(file);
            for (int index = 0; index < lines.size(); index++) {
                String line = Recording.line(asks.get(index));
                assertEquals(JsonParser.parseString(lines.get(index)), JsonParser.parseString(line));
                assertEquals(line.length() - 1, line.indexOf('\n'));
            }
        }
    }

    @Test
    void aLineThatIsNoAskIsNamed() throws Exception {
        Path file = folder.resolve("asks.jsonl");
        Files.writeString(file, "{\"ticket\":1,\"of_the_future\":2}\n\n{\"ticket\":\"x\"}\n");
        String message = assertThrows(IOException.class, () -> Asks.load(file)).getMessage();
        assertTrue(message.startsWith(file + ", line 3: it isn't an ask: "), message);
    }

    @Test
    void aFileThatCannotBeWrittenEndsTheStart() {
        String missing = folder.resolve("missing").resolve("asks.jsonl").toString();
        Settings settings = Played.settings("127.0.0.1:1").record(missing);
        assertEquals(
                "KAHUA_RECORD: can't write " + missing
                        + ": no such file or directory; expected a file that can be written",
                assertThrows(SettingException.class, () -> Kahua.play(ask -> Answer.index(0), settings))
                        .getMessage());
    }

    @Test
    void aRecordingKeepsToItsLimit() throws Exception {
        Path file = folder.resolve("asks.jsonl");
        try (RandomAccessFile empty = new RandomAccessFile(file.toFile(), "rw")) {
            empty.setLength(Recording.BYTES_MAX - 1);
        }
        try (Recording recording = new Recording(file.toString())) {
            recording.add(Ask.newBuilder().setTicket(1).build());
        }
        assertEquals(Recording.BYTES_MAX - 1, Files.size(file));
    }
}
