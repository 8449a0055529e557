package dev.kahua;

import sun.misc.Signal;
import sun.misc.SignalHandler;

/** Ctrl-C, which ends a bot at once only when it comes twice. */
final class Interrupt {
    private Interrupt() {}

    /** Runs this at the first interrupt; the second one ends the program. */
    static void first(Runnable wish) {
        Signal interrupt = new Signal("INT");
        Signal.handle(interrupt, signal -> {
            Signal.handle(interrupt, SignalHandler.SIG_DFL);
            Log.info("leaving when the open matches have ended; interrupt again to leave at once");
            wish.run();
        });
    }
}
