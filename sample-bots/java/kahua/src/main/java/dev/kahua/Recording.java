package dev.kahua;

import com.google.protobuf.util.JsonFormat;
import dev.kahua.arena.v1.Ask;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** The file of KAHUA_RECORD. It is written on a thread of its own, so that no disk costs the bot time. */
final class Recording implements AutoCloseable {
    /** How large the file may become: some ten thousand asks. */
    static final long BYTES_MAX = 64L << 20;
    /** How many asks may wait to be written. When there are more, the disk is too slow, and the next are left out. */
    private static final int UNWRITTEN_MAX = 256;
    /** What ends the thread, after everything before it. */
    private static final Ask END = Ask.newBuilder().build();

    private static final JsonFormat.Printer PRINTER = JsonFormat.printer()
            .preservingProtoFieldNames()
            .includingDefaultValueFields()
            .omittingInsignificantWhitespace();

    private final String path;
    private final OutputStream file;
    private final BlockingQueue<Ask> unwritten = new ArrayBlockingQueue<>(UNWRITTEN_MAX);
    private final Thread thread = new Thread(this::work, "kahua recording");
    private long size;
    private boolean hasLeftOut;

    /** Opens the file, to which bots that share it append whole lines. */
    Recording(String path) {
        this.path = path;
        try {
            Path place = Path.of(path);
            file = Files.newOutputStream(place, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            size = Files.size(place);
        } catch (NoSuchFileException error) {
            throw unwritable("no such file or directory");
        } catch (IOException | InvalidPathException error) {
            throw unwritable(error.getMessage());
        }
        thread.setDaemon(true);
        thread.start();
    }

    private SettingException unwritable(String why) {
        return new SettingException(
                "KAHUA_RECORD: can't write " + path + ": " + why + "; expected a file that can be written");
    }

    /** Adds an ask, without waiting for the disk. */
    void add(Ask ask) {
        if (!unwritten.offer(ask) && !hasLeftOut) {
            hasLeftOut = true;
            Log.warn("KAHUA_RECORD: asks come faster than %s is written; some are left out", path);
        }
    }

    /** Writes what waits, and closes the file. */
    @Override
    public void close() {
        try {
            unwritten.put(END);
            thread.join();
            file.close();
        } catch (IOException error) {
            // What was written is in the file.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void work() {
        try {
            boolean isRecording = true;
            for (Ask ask = unwritten.take(); ask != END; ask = unwritten.take()) {
                isRecording = isRecording && write(ask);
            }
        } catch (InterruptedException interrupted) {
            // Nobody interrupts this thread.
        }
    }

    /** Writes an ask as {@code kahua asks} prints it. Returns false if this was the end. */
    private boolean write(Ask ask) {
        try {
            byte[] line = line(ask).getBytes(StandardCharsets.UTF_8);
            if (size + line.length > BYTES_MAX) {
                throw new IOException(path + " has reached its limit of " + (BYTES_MAX >> 20) + " MiB");
            }
            size += line.length;
            file.write(line);
            return true;
        } catch (IOException error) {
            Log.warn("KAHUA_RECORD: no more asks are recorded: %s", error.getMessage());
            return false;
        }
    }

    static String line(Ask ask) throws IOException {
        return PRINTER.print(ask) + "\n";
    }
}
