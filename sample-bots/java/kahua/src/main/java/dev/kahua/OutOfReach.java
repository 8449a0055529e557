package dev.kahua;

/** The arena was unreachable for longer than the settings' patience. */
public final class OutOfReach extends Exception {
    private static final long serialVersionUID = 1;

    OutOfReach(String message) {
        super(message);
    }
}
