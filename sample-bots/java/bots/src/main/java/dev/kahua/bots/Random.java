package dev.kahua.bots;

import dev.kahua.Answer;
import dev.kahua.Kahua;
import dev.kahua.Settings;
import dev.kahua.arena.v1.ActionForm;
import java.util.SplittableRandom;

/** A bot that knows no game and chooses at random, seeded by KAHUA_SEED and its name. */
public final class Random {
    private Random() {}

    public static void main(String[] arguments) {
        String seed = System.getenv("KAHUA_SEED") + " " + System.getenv("KAHUA_NAME");
        SplittableRandom lots = new SplittableRandom(seed.hashCode());
        Settings settings =
                new Settings().actionForm(ActionForm.ACTION_FORM_NONE).matches(16);
        Kahua.run(ask -> Answer.index(lots.nextInt(ask.getLegalTotal())), settings);
    }
}
