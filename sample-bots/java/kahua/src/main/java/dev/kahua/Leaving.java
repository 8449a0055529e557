package dev.kahua;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** Leaves in good order after Ctrl-C or SIGTERM. */
final class Leaving {
    /** How long open matches may take to end after a signal, and how long the bot's last call may then take. */
    private static final long LEAVE_MS = 5000;

    private static final long CLOSE_MS = 1000;

    private Leaving() {}

    /** Says Bye at the first signal, and cancels {@code stop} after 5 s. The second signal ends the program. */
    static void onSignal(Arena arena, CompletableFuture<Void> stop) {
        List<Signal> signals = List.of(new Signal("INT"), new Signal("TERM"));
        SignalHandler first = received -> {
            signals.forEach(signal -> Signal.handle(signal, SignalHandler.SIG_DFL));
            Log.info("leaving when the open matches have ended, in 5 s at the latest; a second signal leaves at once");
            Thread leaver = new Thread(() -> leave(arena, stop), "kahua leaving");
            leaver.setDaemon(true);
            leaver.start();
        };
        signals.forEach(signal -> Signal.handle(signal, first));
    }

    private static void leave(Arena arena, CompletableFuture<Void> stop) {
        arena.bye();
        try {
            Thread.sleep(LEAVE_MS);
            stop.cancel(false);
            // The bot may still be thinking.
            Thread.sleep(CLOSE_MS);
        } catch (InterruptedException interrupted) {
            // Nobody does that; it ends as below.
        }
        System.exit(0);
    }
}
