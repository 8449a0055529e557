package dev.kahua.bots;

import dev.kahua.Answer;
import dev.kahua.Bot;
import dev.kahua.Kahua;
import dev.kahua.Settings;
import dev.kahua.arena.v1.Ask;
import dev.kahua.arena.v1.Ended;
import java.util.Set;

/**
 * A bot for tests of how failures look: it takes the first legal action, but makes the mistake that KAHUA_MISTAKE
 * names.
 */
public final class Mistakes implements Bot {
    private static final Set<String> KNOWN =
            Set.of("", "throw", "overflow", "negative", "null", "beyond", "illegal", "slow", "on_ended");

    private final String mistake;

    private Mistakes(String mistake) {
        this.mistake = mistake;
    }

    @Override
    public Answer choose(Ask ask) {
        return switch (mistake) {
            case "throw" -> throw new IllegalStateException("a mistake in choose");
            case "overflow" -> Answer.index(deeper(1));
            case "negative" -> Answer.index(-1);
            case "null" -> null;
            case "beyond" -> Answer.index(ask.getLegalTotal());
            case "illegal" -> Answer.notation("nonsense");
            case "slow" -> slow();
            default -> Answer.index(0);
        };
    }

    @Override
    public void onEnded(Ended ended) {
        if (mistake.equals("on_ended")) {
            throw new IllegalStateException("a mistake in on_ended");
        }
    }

    /** Calls itself until the stack is full. */
    private static int deeper(int depth) {
        return deeper(depth + 1) + 1;
    }

    private static Answer slow() {
        try {
            Thread.sleep(30_000);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        return Answer.index(0);
    }

    public static void main(String[] arguments) {
        String mistake = System.getenv().getOrDefault("KAHUA_MISTAKE", "");
        if (!KNOWN.contains(mistake)) {
            System.err.printf("KAHUA_MISTAKE: \"%s\" is a mistake that a bot in Java can't make%n", mistake);
            System.exit(2);
        }
        Kahua.run(new Mistakes(mistake), new Settings().matches(4));
    }
}
