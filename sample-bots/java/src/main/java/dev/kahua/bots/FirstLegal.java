package dev.kahua.bots;

import dev.kahua.Arena;
import dev.kahua.Bot;
import dev.kahua.Plays;

/** The simplest bot: it knows no game and takes the first action that is legal. */
public final class FirstLegal {
    private FirstLegal() {}

    public static void main(String[] arguments) throws InterruptedException {
        Arena.run(ask -> Bot.index(0), Plays.everything(16));
    }
}
