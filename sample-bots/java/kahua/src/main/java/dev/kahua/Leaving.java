package dev.kahua;

import java.util.List;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** Leaves in good order after Ctrl-C or SIGTERM. */
final class Leaving {
    private Leaving() {}

    /** Says Bye at the first signal, so that the run ends with the open matches. The second signal ends the program. */
    static void onSignal(Arena arena) {
        List<Signal> signals = List.of(new Signal("INT"), new Signal("TERM"));
        SignalHandler first = received -> {
            signals.forEach(signal -> Signal.handle(signal, SignalHandler.SIG_DFL));
            Log.info("leaving when the open matches have ended; a second signal leaves at once");
            arena.bye();
        };
        signals.forEach(signal -> Signal.handle(signal, first));
    }
}
