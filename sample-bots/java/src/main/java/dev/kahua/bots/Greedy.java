package dev.kahua.bots;

import dev.kahua.Arena;
import dev.kahua.Plays;
import dev.kahua.bots.haleakala.GreedyBot;

/** The bot greedy, which plays Haleakala as GREEDY.md defines. */
public final class Greedy {
    private Greedy() {}

    public static void main(String[] arguments) throws InterruptedException {
        Arena.run(new GreedyBot(), Plays.everything(16).only("haleakala"));
    }
}
