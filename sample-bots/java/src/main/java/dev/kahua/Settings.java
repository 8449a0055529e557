package dev.kahua;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Where a bot plays, and under which name.
 *
 * @param addr the arena: HOST:PORT
 * @param name the bot's name: 1 to 32 characters of a-z, A-Z, 0-9, '-', '_' and '.'
 * @param token the bot's token; empty for an arena that needs none
 * @param matches how many matches to play at once; empty leaves it to the bot
 * @param patience how long the arena may be unreachable before the bot gives up
 */
public record Settings(String addr, String name, String token, OptionalInt matches, Duration patience) {
    /**
     * Reads the variables that {@code kahua} sets for the bots that it starts: KAHUA_ADDR and KAHUA_NAME, which are
     * required, and KAHUA_TOKEN. KAHUA_MATCHES may be set by hand.
     *
     * @throws IllegalArgumentException if a variable is missing or wrong; the message names it
     */
    public static Settings fromEnv(Map<String, String> variables) {
        String matches = variables.getOrDefault("KAHUA_MATCHES", "");
        return new Settings(
                needed(variables, "KAHUA_ADDR", "the arena's HOST:PORT").replaceFirst("^http://", ""),
                needed(variables, "KAHUA_NAME", "the bot's name"),
                variables.getOrDefault("KAHUA_TOKEN", ""),
                matches.isEmpty() ? OptionalInt.empty() : OptionalInt.of(positive("KAHUA_MATCHES", matches)),
                Duration.ofMinutes(5));
    }

    private static String needed(Map<String, String> variables, String name, String meaning) {
        String value = variables.getOrDefault(name, "");
        if (value.isEmpty()) {
            throw new IllegalArgumentException(name + " is not set: it must hold " + meaning);
        }
        return value;
    }

    private static int positive(String name, String text) {
        if (!text.matches("0*[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException(name + " is \"" + text + "\": expected a whole number of at least 1");
        }
        return Integer.parseInt(text);
    }
}
