package dev.kahua;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.kahua.arena.v1.Ask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Recorded asks, to try a bot's choices on without an arena. */
public final class Asks {
    private Asks() {}

    /**
     * The asks in a file that {@code kahua asks} or a bot with KAHUA_RECORD has written, one on each line.
     *
     * @throws IOException if the file can't be read, or a line isn't an ask; the message names the line
     */
    public static List<Ask> load(Path path) throws IOException {
        // Asks of a newer arena may have more fields.
        JsonFormat.Parser parser = JsonFormat.parser().ignoringUnknownFields();
        List<Ask> asks = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(path)) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            Ask.Builder ask = Ask.newBuilder();
            try {
                parser.merge(line, ask);
            } catch (InvalidProtocolBufferException error) {
                throw new IOException(path + ", line " + number + ": it isn't an ask: " + error.getMessage(), error);
            }
            asks.add(ask.build());
        }
        return asks;
    }
}
