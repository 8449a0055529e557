package dev.kahua.bots.haleakala;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kahua.arena.v1.Ask;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The recorded asks are answered as every other language answers them. */
class GreedyBotTest {
    @Test
    void answersEveryRecordedAsk() throws Exception {
        List<String> lines = Files.readAllLines(Path.of("../../fixtures/haleakala-greedy.txt")).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
        assertTrue(lines.size() > 100);
        for (String line : lines) {
            String[] parts = line.split(" ");
            Ask ask = Ask.parseFrom(HexFormat.of().parseHex(parts[1]));
            assertEquals(Integer.parseInt(parts[0]), GreedyBot.best(ask), "ask " + ask.getTicket());
        }
    }

    @Test
    void answersAnAskOfAnUnknownGame() {
        assertEquals(0, GreedyBot.best(Ask.newBuilder().setLegalTotal(3).build()));
    }
}
