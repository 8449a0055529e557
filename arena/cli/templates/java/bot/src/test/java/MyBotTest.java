import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MyBotTest {
    @Test
    void readyForALeague() throws Exception {
        var bot = "java -cp " + System.getProperty("java.class.path") + " MyBot";
        var check = new ProcessBuilder("kahua", "check", "--bot", bot).inheritIO().start();
        assertEquals(0, check.waitFor());
    }
}
