import dev.kahua.Answer;
import dev.kahua.Kahua;
import dev.kahua.Settings;

/** @NAME@ knows no game and takes the first action that is legal. */
public final class MyBot {
    public static void main(String[] arguments) {
        // ask.getView() is what your seat sees, and ask.getLegal() has the actions to choose from.
        Kahua.run(ask -> Answer.index(0), new Settings());
    }
}
