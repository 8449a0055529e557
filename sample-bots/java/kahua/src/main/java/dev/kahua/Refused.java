package dev.kahua;

/** The arena refuses the bot, or something else makes every further attempt useless. The message says why. */
public final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    Refused(String message) {
        super(message);
    }
}
