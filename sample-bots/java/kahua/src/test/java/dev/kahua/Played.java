package dev.kahua;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A run in the background. */
record Played(CompletableFuture<Void> ended) {
    static Settings settings(String addr) {
        return new Settings().addr(addr).name("anna").token("secret").matches(2).patience(Duration.ofSeconds(20));
    }

    static Played start(FakeArena arena, Bot bot) {
        return start(bot, settings(arena.addr()));
    }

    static Played start(Bot bot, Settings settings) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                Kahua.play(bot, settings);
                ended.complete(null);
            } catch (Exception error) {
                ended.completeExceptionally(error);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return new Played(ended);
    }

    /** Waits for the end of a run that ends well. */
    void end() throws Exception {
        ended.get();
    }

    /** Waits for the end of a run that fails in this way. */
    <T extends Exception> T failure(Class<T> type) {
        Throwable cause = assertThrows(ExecutionException.class, ended::get).getCause();
        return type.cast(cause);
    }
}
