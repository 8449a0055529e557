package dev.kahua.bots;

import dev.kahua.Kahua;
import dev.kahua.Settings;
import dev.kahua.bots.haleakala.GreedyBot;

/** The bot greedy, which plays Haleakala as GREEDY.md defines. */
public final class Greedy {
    private Greedy() {}

    public static void main(String[] arguments) {
        Kahua.run(new GreedyBot(), new Settings().games("haleakala").matches(16));
    }
}
