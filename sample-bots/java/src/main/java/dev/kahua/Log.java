package dev.kahua;

import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The logger {@code dev.kahua}, which writes to stderr by default. */
final class Log {
    private static final Logger LOGGER = Logger.getLogger("dev.kahua");

    private Log() {}

    /** Writes one line for each message from this level upwards: debug, info or warn. */
    static void setUp(String level) {
        System.setProperty("java.util.logging.SimpleFormatter.format", "%1$tFT%1$tT.%1$tL %4$-7s %5$s%6$s%n");
        Level least =
                switch (level.toLowerCase(Locale.ROOT)) {
                    case "debug" -> Level.FINE;
                    case "warn" -> Level.WARNING;
                    default -> Level.INFO;
                };
        LOGGER.setLevel(least);
        for (var handler : Logger.getLogger("").getHandlers()) {
            handler.setLevel(least);
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
}
