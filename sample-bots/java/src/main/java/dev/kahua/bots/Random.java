package dev.kahua.bots;

import dev.kahua.Arena;
import dev.kahua.Bot;
import dev.kahua.Plays;
import dev.kahua.arena.v1.ActionForm;
import java.util.SplittableRandom;

/** A bot that knows no game and chooses at random, seeded by KAHUA_SEED and its name. */
public final class Random {
    private Random() {}

    public static void main(String[] arguments) throws InterruptedException {
        String seed = System.getenv("KAHUA_SEED") + " " + System.getenv("KAHUA_NAME");
        SplittableRandom lots = new SplittableRandom(seed.hashCode());
        Plays plays = Plays.everything(16).with(ActionForm.ACTION_FORM_NONE);
        Arena.run(ask -> Bot.index(lots.nextInt(ask.getLegalTotal())), plays);
    }
}
