package com.example.@PACKAGE@;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kahua.Asks;
import dev.kahua.arena.v1.Ask;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tries the bot on recorded asks. More of them: run the bot with KAHUA_RECORD=asks.jsonl, or see {@code kahua asks --help}. */
class IdeasTest {
    @Test
    void theBestActionIsChosen() throws Exception {
        List<Ask> asks = Asks.load(Path.of("../asks.jsonl"));
        for (Ask ask : asks) {
            var chosen = ask.getLegal(MyBot.best(ask));
            for (var action : ask.getLegalList()) {
                assertTrue(
                        Ideas.value(ask, action) <= Ideas.value(ask, chosen),
                        action.getNotation() + " is better than " + chosen.getNotation());
            }
            System.out.println(chosen.getNotation() + ", the best of " + ask.getLegalCount() + " actions");
        }
        System.out.println("tried on " + asks.size() + " asks");
    }
}
