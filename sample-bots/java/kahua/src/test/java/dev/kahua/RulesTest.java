package dev.kahua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kahua.arena.v1.Ask;
import dev.kahua.arena.v1.Chance;
import dev.kahua.arena.v1.MatchEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rules of the games: the process {@code kahua rules} behind typed methods. */
class RulesTest {
    private static final OptionalInt SPECTATOR = OptionalInt.empty();

    private Rules rules;

    @BeforeEach
    void start() {
        String program = System.getenv().getOrDefault("KAHUA_RULES", "../../../target/debug/kahua");
        boolean required = "1".equals(System.getenv("KAHUA_REQUIRE_ALL"));
        assumeTrue(required || Files.exists(Path.of(program)), "this needs " + program + ": cargo build");
        rules = new Rules(List.of(program, "rules"));
    }

    @AfterEach
    void close() {
        if (rules != null) {
            rules.close();
        }
    }

    @Test
    void aGameIsPlayedToItsEnd() {
        Position position = rules.start("haleakala", 2, List.of("variant=tactical"), 7);
        for (int decisions = 0; position.phase() != Position.Phase.OVER; decisions++) {
            if (position.phase() == Position.Phase.CHANCE) {
                position.sample(decisions);
                continue;
            }
            List<String> legal = position.legal();
            assertEquals(position.legalTotal(), legal.size());
            if (decisions % 2 == 0) {
                position.play(0);
            } else {
                position.play(legal.get(legal.size() - 1));
            }
        }
        assertEquals(List.of(1, 2), position.places().stream().sorted().toList());
        assertEquals(2, position.scores().size());
    }

    @Test
    void anAskLeadsToItsPosition() {
        Position position = rules.start("hawaii", 3, List.of(), 4);
        OptionalInt seat = position.seat();
        Ask.Builder ask = Ask.newBuilder()
                .setGame("hawaii")
                .setSeat(seat.orElseThrow())
                .setView(position.view(seat))
                .setLegalTotal(position.legalTotal());
        Position opened = rules.position(ask.build(), 9);
        assertEquals(position.legal(), opened.legal());
        assertEquals(ask.getView(), opened.redraw(3).view(seat));
        assertEquals(
                position.legal(), rules.fromView("hawaii", ask.getView(), 1).legal());
        ask.setLegalTotal(position.legalTotal() + 1);
        RulesException refused = assertThrows(RulesException.class, () -> rules.position(ask.build(), 9));
        assertTrue(refused.getMessage().contains("start the process with --ruleset FILE"), refused.getMessage());
    }

    @Test
    void successorsAndCopiesLeaveThePositionAsItIs() {
        Position position = rules.start("kanaloa", 2, List.of(), 1);
        String before = position.text(SPECTATOR);
        List<Successor> successors = position.successors(2, 5, 30);
        assertEquals(
                position.legal(), successors.stream().map(Successor::action).toList());
        for (int index = 0; index < successors.size(); index++) {
            try (Position after = position.after(index)) {
                Successor successor = successors.get(index);
                assertEquals(successor.phase(), after.phase());
                assertEquals(successor.seat(), after.seat());
                assertEquals(successor.scores(), after.scores());
                assertEquals(successor.rollouts().orElseThrow(), after.rollout(2, 5, 30));
            }
        }
        assertTrue(position.successors().get(0).rollouts().isEmpty());
        assertEquals(before, position.copy().text(SPECTATOR));
    }

    @Test
    void chanceIsListedPlayedDrawnAndFollowed() {
        Position position = rules.start("haleakala");
        assertEquals(Position.Phase.CHANCE, position.phase());
        List<Position.ChanceOutcome> outcomes = position.chance();
        double sum = outcomes.stream()
                .mapToDouble(Position.ChanceOutcome::probability)
                .sum();
        assertEquals(1, sum, 1e-9);
        position.copy().playChance(outcomes.get(0).notation());
        position.sample(3);
        List<MatchEvent> events = new ArrayList<>();
        for (String drawn : position.drawn()) {
            Chance chance = Chance.newBuilder().setNotation(drawn).build();
            events.add(MatchEvent.newBuilder()
                    .setNumber(events.size())
                    .setChance(chance)
                    .build());
        }
        Position followed = rules.start("haleakala");
        followed.observe(events);
        assertEquals(position.text(SPECTATOR), followed.text(SPECTATOR));
    }

    @Test
    void aRefusalSaysWhyAndTheNextRequestIsAnswered() {
        Position position = rules.start("haleakala", 2, List.of(), 1);
        RulesException refused = assertThrows(RulesException.class, () -> position.play(99));
        assertEquals("illegal", refused.kind());
        assertTrue(refused.getMessage().startsWith("play: action: index 99 is beyond"), refused.getMessage());
        var answers = rules.batch(List.of(Map.of("op", "legal", "position", position.handle()), Map.of("op", "fly")));
        assertEquals("request", answers.get(1).getAsJsonObject().get("kind").getAsString());
    }

    @Test
    void aProcessThatEndsOrIsNotThereIsAnError() {
        Rules ended = new Rules(List.of("false"));
        RulesException end = assertThrows(RulesException.class, () -> ended.start("haleakala"));
        assertEquals("false has ended (exit status 1)", end.getMessage());
        RulesException missing = assertThrows(RulesException.class, () -> new Rules(List.of("/no/such")));
        assertTrue(missing.getMessage().contains("set KAHUA_RULES"), missing.getMessage());
        rules.close();
        RulesException closed = assertThrows(RulesException.class, () -> rules.start("haleakala"));
        assertEquals("these rules were closed", closed.getMessage());
    }
}
