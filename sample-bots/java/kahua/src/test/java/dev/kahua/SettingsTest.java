package dev.kahua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings are checked before anything is connected. */
class SettingsTest {
    private static final String EXPECTED = "; expected host:port, http://host:port or https://host:port";

    private record Wrong(String variable, String value, String message) {}

    @Test
    void aWrongSettingIsNamedWithWhatIsExpected(@TempDir Path folder) throws Exception {
        Path missing = folder.resolve("missing.pem");
        Path empty = Files.createFile(folder.resolve("empty.pem"));
        List<Wrong> wrongs = List.of(
                new Wrong("KAHUA_ADDR", "", "KAHUA_ADDR is not set" + EXPECTED),
                new Wrong("KAHUA_ADDR", "localhost", "KAHUA_ADDR: \"localhost\" has no port" + EXPECTED),
                new Wrong("KAHUA_ADDR", "https://h", "KAHUA_ADDR: \"https://h\" has no port" + EXPECTED),
                new Wrong(
                        "KAHUA_ADDR",
                        "ftp://h:1",
                        "KAHUA_ADDR: \"ftp://h:1\" has the unknown scheme \"ftp\"" + EXPECTED),
                new Wrong("KAHUA_ADDR", "h:0", "KAHUA_ADDR: \"h:0\" has the invalid port \"0\"" + EXPECTED),
                new Wrong(
                        "KAHUA_ADDR",
                        "http://h:1/x",
                        "KAHUA_ADDR: \"http://h:1/x\" has the invalid port \"1/x\"" + EXPECTED),
                new Wrong("KAHUA_ADDR", "::1", "KAHUA_ADDR: \"::1\" is not an address" + EXPECTED),
                new Wrong("KAHUA_NAME", "", "KAHUA_NAME is not set; expected the bot's name"),
                new Wrong(
                        "KAHUA_NAME",
                        "a b",
                        "KAHUA_NAME: \"a b\" is not a valid bot name; expected 1 to 32 characters of "
                                + "a-z, A-Z, 0-9, '-', '_' and '.'"),
                new Wrong(
                        "KAHUA_TOKEN",
                        "secret\n",
                        "KAHUA_TOKEN contains white space; copy it again without line breaks"),
                new Wrong(
                        "KAHUA_ADDR",
                        "kahua.example:1",
                        "KAHUA_TOKEN would be sent unencrypted to kahua.example; use https://, or set "
                                + "KAHUA_ALLOW_CLEARTEXT_TOKEN=1"),
                new Wrong(
                        "KAHUA_CA",
                        missing.toString(),
                        "KAHUA_CA: can't read " + missing
                                + ": No such file or directory; expected a PEM file with CA certificates"),
                new Wrong(
                        "KAHUA_CA",
                        empty.toString(),
                        "KAHUA_CA: can't read " + empty
                                + ": there is no certificate in it; expected a PEM file with CA certificates"),
                new Wrong(
                        "KAHUA_LOG",
                        "verbose",
                        "KAHUA_LOG: \"verbose\" is unknown; expected error, warn, info, debug or trace"),
                new Wrong(
                        "KAHUA_ALLOW_CLEARTEXT_TOKEN",
                        "yes",
                        "KAHUA_ALLOW_CLEARTEXT_TOKEN: \"yes\" is unknown; expected 1 or 0"),
                new Wrong("KAHUA_ON_ERROR", "x", "KAHUA_ON_ERROR: \"x\" is unknown; expected exit or resign"),
                new Wrong(
                        "KAHUA_MATCHES",
                        "0",
                        "KAHUA_MATCHES: \"0\" is not valid; expected a whole number of at least 1"));
        for (Wrong wrong : wrongs) {
            Map<String, String> environment =
                    new HashMap<>(Map.of("KAHUA_ADDR", "127.0.0.1:1", "KAHUA_NAME", "b", "KAHUA_TOKEN", "secret"));
            environment.put(wrong.variable(), wrong.value());
            Settings settings = new Settings();
            SettingException error = assertThrows(SettingException.class, () -> settings.check(environment));
            assertEquals(wrong.message(), error.getMessage());
        }
    }

    @Test
    void whatTheProgramSetsCountsBeforeTheEnvironment() {
        Map<String, String> environment = new HashMap<>(Map.of(
                "KAHUA_ADDR", "http://[::1]:7",
                "KAHUA_NAME", "env",
                "KAHUA_VERSION", "1",
                "KAHUA_MATCHES", "3",
                "KAHUA_TOKEN", "t"));
        Settings.Checked checked = new Settings().name("code").matches(2).check(environment);
        assertEquals("code", checked.name());
        assertEquals("1", checked.hello().getVersion());
        assertEquals(3, checked.hello().getMatchesMax());
        assertEquals(OnError.EXIT, checked.onError());
        assertEquals(new Address(false, "::1", 7), checked.address());
        assertEquals("[::1]:7", checked.address().toString());
        environment.put("KAHUA_ADDR", "https://kahua.example:443/");
        assertEquals(
                new Address(true, "kahua.example", 443),
                new Settings().check(environment).address());
    }

    @Test
    void addressesToWhichNoProxyLeadsAreKnown() {
        String near = "localhost a.localhost arena 0.0.0.0 127.0.0.1 10.1.2.3 172.31.0.1 192.168.0.1 169.254.0.1 ::1 "
                + "fd00::1 fe80::1";
        String far = "arena.example localhost.example 8.8.8.8 172.32.0.1 2606:4700::1";
        for (String host : near.split(" ")) {
            assertTrue(new Address(false, host, 1).isNear(), host);
        }
        for (String host : far.split(" ")) {
            assertFalse(new Address(false, host, 1).isNear(), host);
        }
    }

    @Test
    void theLogLevelSurvivesFilters() {
        Map<String, Level> levels = Map.of(
                "", Level.INFO,
                "trace", Level.FINEST,
                "WARN", Level.WARNING,
                "kahua=debug,error", Level.SEVERE,
                "info,kahua=debug", Level.INFO,
                "nonsense", Level.INFO);
        levels.forEach((text, level) -> assertEquals(level, Log.level(text), text));
    }
}
