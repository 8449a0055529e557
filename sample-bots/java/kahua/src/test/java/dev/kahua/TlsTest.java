package dev.kahua;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS, and what is said where it doesn't fit. */
@Timeout(60)
class TlsTest {
    private static final Bot ECHO = ask -> Answer.index(ask.getTicket());

    @TempDir
    private Path folder;

    /** A certificate for 127.0.0.1 that is its own CA. */
    private record Certificate(Path pem, ServerCredentials credentials) {}

    private Certificate certificate(String name) throws Exception {
        Path store = folder.resolve(name + ".p12");
        char[] password = "secret".toCharArray();
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        String options = "-genkeypair -alias a -keyalg EC -ext SAN=IP:127.0.0.1 -ext BC:critical -storetype PKCS12";
        List<String> command = new ArrayList<>(List.of(keytool.toString()));
        command.addAll(List.of(options.split(" ")));
        command.addAll(List.of("-dname", "CN=" + name, "-keystore", store.toString(), "-storepass", "secret"));
        Process made = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(made.getInputStream().readAllBytes());
        assertEquals(0, made.waitFor(), output);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream stored = Files.newInputStream(store)) {
            keys.load(stored, password);
        }
        String chain = pem("CERTIFICATE", keys.getCertificate("a").getEncoded());
        String key = pem("PRIVATE KEY", keys.getKey("a", password).getEncoded());
        Path path = Files.writeString(folder.resolve(name + ".pem"), chain);
        return new Certificate(path, TlsServerCredentials.create(stream(chain), stream(key)));
    }

    private static String pem(String kind, byte[] der) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes());
    }

    private static String refusal(String addr, Path ca) {
        Settings settings = Played.settings(addr);
        if (ca != null) {
            settings.ca(ca.toString());
        }
        return Played.start(ECHO, settings).failure(Refused.class).getMessage();
    }

    @Test
    void playsOverTlsWithAnOwnCa() throws Exception {
        Certificate own = certificate("own");
        try (FakeArena arena = new FakeArena(own.credentials())) {
            Settings settings =
                    Played.settings("https://" + arena.addr()).ca(own.pem().toString());
            Played played = Played.start(ECHO, settings);
            FakeArena.Talk talk = arena.accept();
            talk.greet("t1", 0);
            talk.ask("a", 1, 3);
            talk.expectAnswer("a", 1, 1);
            talk.close();
            played.end();
        }
    }

    @Test
    void aCertificateThatIsNotTrustedIsNamedAndEndsTheRun() throws Exception {
        Path other = certificate("other").pem();
        try (FakeArena arena = new FakeArena(certificate("own").credentials())) {
            String expected = "the certificate of " + arena.addr() + " isn't trusted: ";
            for (Path ca : new Path[] {null, other}) {
                String message = refusal("https://" + arena.addr(), ca);
                assertTrue(message.startsWith(expected), message);
            }
        }
    }

    @Test
    void anArenaWithoutTlsIsNamedAndEndsTheRun() throws Exception {
        try (FakeArena arena = new FakeArena()) {
            assertEquals(
                    arena.addr() + " does not speak TLS; if the arena has no certificate, use http://",
                    refusal("https://" + arena.addr(), null));
        }
    }

    @Test
    void anArenaThatExpectsTlsIsNamedAndEndsTheRun() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread alerting = new Thread(() -> alert(server));
            alerting.setDaemon(true);
            alerting.start();
            String addr = "127.0.0.1:" + server.getLocalPort();
            assertEquals(addr + " speaks TLS; use https://", refusal("http://" + addr, null));
        }
    }

    @Test
    void aServerThatClosesAtOnceMayExpectTls() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread closing = new Thread(() -> closeAll(server));
            closing.setDaemon(true);
            closing.start();
            String addr = "127.0.0.1:" + server.getLocalPort();
            Settings settings = Played.settings(addr).patience(Duration.ofMillis(200));
            String message =
                    Played.start(ECHO, settings).failure(OutOfReach.class).getMessage();
            assertTrue(message.endsWith("if it speaks TLS, use https://)"), message);
        }
    }

    private static void closeAll(ServerSocket server) {
        try {
            while (true) {
                Socket socket = server.accept();
                socket.getInputStream().read(new byte[1024]);
                socket.close();
            }
        } catch (java.io.IOException closed) {
            // The test is over.
        }
    }

    /** Answers what isn't TLS with an alert, as most servers do. */
    private static void alert(ServerSocket server) {
        try (Socket socket = server.accept()) {
            socket.getInputStream().read(new byte[24]);
            socket.getOutputStream().write(new byte[] {0x15, 3, 3, 0, 2, 2, 70});
            socket.getOutputStream().flush();
            // Reads on until the client leaves, so that the alert isn't overtaken by a reset.
            socket.getInputStream().readAllBytes();
        } catch (java.io.IOException closed) {
            // The client has what it needs.
        }
    }
}
