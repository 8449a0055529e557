package dev.kahua;

import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.TextFormat;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The logger {@code dev.kahua}, which writes to stderr by default. */
final class Log {
    private static final Logger LOGGER = Logger.getLogger("dev.kahua");

    /** Kept here, since a logger that nobody keeps forgets its level. */
    private static final Logger GRPC = Logger.getLogger("io.grpc");

    private static final Map<String, Level> LEVELS = Map.of(
            "error", Level.SEVERE,
            "warn", Level.WARNING,
            "info", Level.INFO,
            "debug", Level.FINE,
            "trace", Level.FINEST);

    private Log() {}

    /** Writes messages from the level that KAHUA_LOG names upwards. */
    static void setUp(String text) {
        System.setProperty("java.util.logging.SimpleFormatter.format", "%1$tFT%1$tT.%1$tL %4$-7s %5$s%6$s%n");
        Level least = level(text);
        LOGGER.setLevel(least);
        // It warns, with a trace, of what the client says in one line and then overcomes.
        GRPC.setLevel(Level.SEVERE);
        for (var handler : Logger.getLogger("").getHandlers()) {
            handler.setLevel(least);
        }
    }

    /** The first plain level, since there may be filters for kahua's own log too, such as "info,kahua=debug". */
    static Level level(String text) {
        for (String part : text.toLowerCase(Locale.ROOT).split(",")) {
            if (LEVELS.containsKey(part.strip())) {
                return LEVELS.get(part.strip());
            }
        }
        return Level.INFO;
    }

    static void trace(String what, MessageOrBuilder message) {
        if (LOGGER.isLoggable(Level.FINEST)) {
            String text = TextFormat.printer().printToString(message);
            LOGGER.finest(what + " " + text.replaceAll("\\s+", " "));
        }
    }

    static void debug(String format, Object... values) {
        if (LOGGER.isLoggable(Level.FINE)) {
            LOGGER.fine(String.format(format, values));
        }
    }

    static void info(String format, Object... values) {
        LOGGER.info(String.format(format, values));
    }

    static void warn(String format, Object... values) {
        LOGGER.warning(String.format(format, values));
    }

    /** With the trace, if something was thrown. */
    static void error(String message, Throwable thrown) {
        LOGGER.log(Level.SEVERE, message, thrown);
    }
}
