package dev.kahua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.kahua.arena.v1.ArenaMessage;
import dev.kahua.arena.v1.FaultNotice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bots as programs of their own: exit codes, signals, and what stands on stderr. */
@Timeout(120)
class ProgramTest {
    @TempDir
    private Path folder;

    /** Of a user whose digits aren't ours, and who has a proxy; nobody listens there. */
    private static final List<String> SURROUNDINGS = List.of(
            "-Duser.language=ar",
            "-Duser.country=EG",
            "-Dhttps.proxyHost=127.0.0.1",
            "-Dhttps.proxyPort=1",
            "-Dhttp.nonProxyHosts=");

    /** The bot that the tests start. */
    static final class Main {
        public static void main(String[] arguments) {
            Kahua.run(ask -> switch (arguments[0]) {
                case "fail" -> throw new IllegalStateException("oh no");
                case "think" -> think();
                default -> Answer.index(ask.getTicket());
            });
        }
    }

    private static Answer think() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException interrupted) {
            // Nobody does that.
        }
        return null;
    }

    private record Program(Process process, Path log) implements AutoCloseable {
        void expectExit(int code, String... texts) throws Exception {
            int got = process.waitFor();
            String log = Files.readString(this.log, StandardCharsets.UTF_8);
            assertEquals(code, got, log);
            for (String text : texts) {
                assertEquals(2, log.split(java.util.regex.Pattern.quote(text), -1).length, text + " once in:\n" + log);
            }
        }

        void waitFor(String text) throws Exception {
            long end = System.nanoTime() + 20_000_000_000L;
            while (!Files.readString(log, StandardCharsets.UTF_8).contains(text)) {
                assertTrue(System.nanoTime() < end, "never logged: " + text);
                Thread.sleep(10);
            }
        }

        void signal(String name) throws Exception {
            new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                    .start()
                    .waitFor();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    private Program start(String argument, String addr) throws IOException {
        Path log = Files.createTempFile(folder, "bot", ".log");
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(java, "-cp", path));
        command.addAll(SURROUNDINGS);
        command.addAll(List.of(Main.class.getName(), argument));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("KAHUA_ADDR", addr);
        builder.environment().put("KAHUA_NAME", "anna");
        builder.environment().put("KAHUA_LOG", "trace");
        return new Program(
                builder.redirectErrorStream(true).redirectOutput(log.toFile()).start(), log);
    }

    @Test
    void aFailureIsShownOnceWithItsTrace() throws Exception {
        try (FakeArena arena = new FakeArena();
                Program program = start("fail", arena.addr())) {
            FakeArena.Talk talk = arena.accept();
            talk.greet("t1", 0);
            talk.ask("a", 7, 12);
            program.expectExit(
                    1,
                    "choose failed in match a, ticket 7 (haleakala, seat 1, 12 legal actions): "
                            + "java.lang.IllegalStateException: oh no",
                    "at dev.kahua.ProgramTest$Main");
        }
    }

    @Test
    void aWrongSettingEndsTheProgramWithTwo() throws Exception {
        try (Program program = start("echo", "localhost")) {
            program.expectExit(2, "error: KAHUA_ADDR: \"localhost\" has no port");
        }
    }

    /** Only SIGTERM: a JVM leaves Ctrl-C ignored where it was started in the background of a script. */
    @Test
    void aSignalLeavesInGoodOrder() throws Exception {
        try (FakeArena arena = new FakeArena();
                Program program = start("echo", arena.addr())) {
            FakeArena.Talk talk = arena.accept();
            talk.greet("t1", 0);
            talk.ask("a", 1, 3);
            talk.expectAnswer("a", 1, 1);
            program.signal("TERM");
            assertTrue(talk.hear().hasBye());
            talk.ask("a", 2, 3);
            talk.expectAnswer("a", 2, 2);
            talk.close();
            program.expectExit(0, "leaving when the open matches have ended");
        }
    }

    @Test
    void aFaultIsLoggedWhileTheBotStillThinks() throws Exception {
        try (FakeArena arena = new FakeArena();
                Program program = start("think", arena.addr())) {
            FakeArena.Talk talk = arena.accept();
            talk.greet("t1", 0);
            talk.ask("a", 1, 3);
            talk.say(ArenaMessage.newBuilder().setFault(FaultNotice.newBuilder().setProblem("the answer came late")));
            program.waitFor(": the answer came late; expected: ");
        }
    }

    @Test
    void aSecondSignalEndsAtOnce() throws Exception {
        try (FakeArena arena = new FakeArena();
                Program program = start("echo", arena.addr())) {
            FakeArena.Talk talk = arena.accept();
            talk.greet("t1", 0);
            program.signal("TERM");
            assertTrue(talk.hear().hasBye());
            program.signal("TERM");
            program.expectExit(128 + 15);
        }
    }
}
