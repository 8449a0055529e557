package dev.kahua;

import sun.misc.Signal;
import sun.misc.SignalHandler;

/** Handles Ctrl-C, which stops a bot at once only if it is pressed twice. */
final class Interrupt {
    private Interrupt() {}

    /** Runs {@code wish} at the first interrupt. The second one ends the program. */
    static void first(Runnable wish) {
        Signal interrupt = new Signal("INT");
        Signal.handle(interrupt, signal -> {
            Signal.handle(interrupt, SignalHandler.SIG_DFL);
            Log.info("leaving when the open matches have ended; interrupt again to leave at once");
            wish.run();
        });
    }
}
