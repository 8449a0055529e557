package dev.kahua;

import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.TextFormat;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

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
        Level least = level(text);
        LOGGER.setLevel(least);
        // It warns, with a trace, of what the client says in one line and then overcomes.
        GRPC.setLevel(Level.SEVERE);
        for (var handler : Logger.getLogger("").getHandlers()) {
            handler.setLevel(least);
            if (handler.getFormatter() instanceof SimpleFormatter) {
                handler.setFormatter(new Lines());
            }
        }
    }

    /** Lines that are the same in every language. Java's own have a user's digits and words. */
    private static final class Lines extends Formatter {
        @Override
        public String format(LogRecord record) {
            StringWriter trace = new StringWriter();
            if (record.getThrown() != null) {
                record.getThrown().printStackTrace(new PrintWriter(trace.append('\n'), true));
            }
            return String.format(
                    Locale.ROOT,
                    "%1$tFT%1$tT.%1$tL %2$-7s %3$s%4$s%n",
                    record.getInstant().atZone(ZoneId.systemDefault()),
                    record.getLevel().getName(),
                    formatMessage(record),
                    trace);
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

    /** Whether the text names any level, be it only in a filter for kahua's own log such as "kahua=debug". */
    static boolean namesLevel(String text) {
        for (String part : text.toLowerCase(Locale.ROOT).split(",")) {
            if (LEVELS.containsKey(part.substring(part.lastIndexOf('=') + 1).strip())) {
                return true;
            }
        }
        return false;
    }

    static void trace(String what, MessageOrBuilder message) {
        if (LOGGER.isLoggable(Level.FINEST)) {
            String text = TextFormat.printer().printToString(message);
            LOGGER.finest(what + " " + text.replaceAll("\\s+", " "));
        }
    }

    static void debug(String format, Object... values) {
        if (LOGGER.isLoggable(Level.FINE)) {
            LOGGER.fine(String.format(Locale.ROOT, format, values));
        }
    }

    static void info(String format, Object... values) {
        LOGGER.info(String.format(Locale.ROOT, format, values));
    }

    static void warn(String format, Object... values) {
        LOGGER.warning(String.format(Locale.ROOT, format, values));
    }

    /** With the trace, if something was thrown. */
    static void error(String message, Throwable thrown) {
        LOGGER.log(Level.SEVERE, message, thrown);
    }
}
