package dev.kahua;

/** A setting is missing or wrong. The message names it and says what is expected. Nothing was connected yet. */
public final class SettingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    SettingException(String message) {
        super(message);
    }
}
