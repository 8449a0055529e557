package dev.kahua.bots;

import dev.kahua.Answer;
import dev.kahua.Kahua;
import dev.kahua.Settings;

/** The simplest bot: it knows no game and takes the first action that is legal. */
public final class FirstLegal {
    private FirstLegal() {}

    public static void main(String[] arguments) {
        Kahua.run(ask -> Answer.index(0), new Settings().matches(16));
    }
}
