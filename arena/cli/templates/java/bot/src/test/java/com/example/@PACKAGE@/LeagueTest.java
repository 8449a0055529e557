package com.example.@PACKAGE@;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Takes some seconds, since it starts an arena. */
class LeagueTest {
    @Test
    void readyForALeague() throws Exception {
        String bot = "java -cp " + System.getProperty("java.class.path") + " " + MyBot.class.getName();
        Process check = new ProcessBuilder("kahua", "check", "--game", "@GAME@", "--bot", bot)
                .redirectErrorStream(true)
                .start();
        // What a process prints by itself doesn't reach Maven.
        System.out.println(new String(check.getInputStream().readAllBytes()));
        assertEquals(0, check.waitFor());
    }
}
