package dev.kahua;

/** The rules refuse a request, or their process can't be started or has ended. The message says why. */
public final class RulesException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String kind;

    RulesException(String message, String kind) {
        super(message);
        this.kind = kind;
    }

    /**
     * What kind of problem it is.
     *
     * @return {@code illegal} if the rules don't allow it now, {@code request} or {@code limit} if it was asked for in a wrong
     *     way, and {@code process} if the process isn't there
     */
    public String kind() {
        return kind;
    }
}
