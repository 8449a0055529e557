package dev.kahua;

/** What a failure of the bot's own code does. */
public enum OnError {
    /** It closes the connection and ends the run. */
    EXIT,
    /** It gives up the match in which it happened; the others go on. */
    RESIGN
}
