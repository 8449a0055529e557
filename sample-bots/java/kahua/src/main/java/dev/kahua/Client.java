package dev.kahua;

import dev.kahua.arena.v1.BotServiceGrpc;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The network's side: holds one connection after another, and puts what they bring into the player's inbox. */
final class Client {
    /** The pause after the first failure. It doubles after each further one. */
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    /** How often the log says that the arena is still away. */
    private static final Duration REPORT_EVERY = Duration.ofSeconds(30);
    /** How long the arena may be silent before it is pinged, and how long it then has to reply. */
    private static final long KEEPALIVE_S = 15;

    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private final Settings.Checked settings;
    private final Arena arena;
    private final BlockingQueue<Connection.Heard> inbox;
    /** Fails when the run must end. */
    private final CompletableFuture<Void> stop;

    private String resumeToken = "";

    Client(
            Settings.Checked settings,
            Arena arena,
            BlockingQueue<Connection.Heard> inbox,
            CompletableFuture<Void> stop) {
        this.settings = settings;
        this.arena = arena;
        this.inbox = inbox;
        this.stop = stop;
    }

    /** Returns when the arena no longer needs the bot. Throws what {@code stop} fails with. */
    void stayConnected() throws Refused, OutOfReach, InterruptedException, ExecutionException {
        long since = System.nanoTime();
        long reported = 0;
        boolean first = true;
        Duration pause = FIRST_PAUSE;
        while (true) {
            Connection connection = new Connection(hello(), arena, inbox);
            Trouble trouble = converse(connection);
            if (trouble == null || hasLeft()) {
                return;
            }
            if (trouble.isFinal()) {
                throw new Refused(trouble.reason());
            }
            if (!connection.resumeToken().isEmpty()) {
                since = System.nanoTime();
                first = true;
                pause = FIRST_PAUSE;
            }
            Duration away = since(since);
            Duration left = settings.patience().minus(away);
            if (left.isNegative() || left.isZero()) {
                String what = trouble.isNameInUse()
                        ? "the name " + settings.name() + " has been in use"
                        : "no arena at " + settings.address();
                throw new OutOfReach(what + " for " + words(away) + " (" + trouble.reason() + ")");
            }
            if (first || since(reported).compareTo(REPORT_EVERY) >= 0) {
                report(trouble, first, left);
                reported = System.nanoTime();
                first = false;
            }
            await(least(most(pause, trouble.delay()), left));
            pause = least(pause.multipliedBy(2), LONGEST_PAUSE);
        }
    }

    private dev.kahua.arena.v1.Hello hello() {
        return settings.hello().toBuilder().setResumeToken(resumeToken).build();
    }

    /** Whether the bot wants to leave and has never been let in. */
    private boolean hasLeft() {
        return arena.isLeaving() && resumeToken.isEmpty();
    }

    private void report(Trouble trouble, boolean first, Duration left) {
        if (trouble.isNameInUse()) {
            Log.warn(
                    "the name %s is in use (%s); trying again for up to %s; if another process has it, stop that process or "
                            + "choose another KAHUA_NAME",
                    settings.name(), trouble.reason(), words(left));
            return;
        }
        String beginning = !first
                ? "still no arena at " + settings.address()
                : resumeToken.isEmpty()
                        ? "no arena at " + settings.address() + " yet"
                        : "lost the arena at " + settings.address();
        Log.warn("%s (%s); trying again for up to %s", beginning, trouble.reason(), words(left));
    }

    /** Waits until it is time for another attempt, or until there is no need for one. */
    private void await(Duration pause) throws InterruptedException, ExecutionException {
        // With a resume token, there may be open matches to come back to.
        CompletableFuture<?> sooner = resumeToken.isEmpty() ? CompletableFuture.anyOf(stop, arena.leaving()) : stop;
        try {
            sooner.get(pause.toMillis() + 1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException passed) {
            // The next attempt begins.
        }
    }

    /** Holds one connection to its end. Returns null if the arena no longer needs the bot. */
    private Trouble converse(Connection connection) throws InterruptedException, ExecutionException {
        // Each attempt gets a new channel, because this class pauses between attempts.
        ManagedChannel channel = channel();
        try {
            Metadata metadata = new Metadata();
            if (!settings.token().isEmpty()) {
                metadata.put(AUTHORIZATION, "Bearer " + settings.token());
            }
            BotServiceGrpc.newStub(channel)
                    .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(metadata))
                    .play(connection);
            CompletableFuture<Void> ended = connection.ended();
            CompletableFuture.anyOf(ended.handle((nothing, broken) -> null), stop)
                    .get();
            resumeToken = connection.resumeToken().isEmpty() ? resumeToken : connection.resumeToken();
            ended.get();
            return connection.isDraining() ? Trouble.draining() : null;
        } catch (ExecutionException error) {
            if (stop.isCompletedExceptionally()) {
                stop.get();
            }
            return Trouble.of(error.getCause(), settings.address(), settings.name());
        } finally {
            arena.close();
            channel.shutdownNow();
        }
    }

    private ManagedChannel channel() {
        NettyChannelBuilder channel = NettyChannelBuilder.forAddress(
                settings.address().host(), settings.address().port(), credentials());
        if (settings.address().isNear()) {
            // Java's own exceptions have no private networks, and not even loopback if http.nonProxyHosts is empty.
            channel.proxyDetector(target -> null);
        }
        return channel
                // What runs on the network's thread only queues messages, so no other thread is needed.
                .directExecutor()
                .keepAliveTime(KEEPALIVE_S, TimeUnit.SECONDS)
                .keepAliveTimeout(KEEPALIVE_S, TimeUnit.SECONDS)
                .keepAliveWithoutCalls(true)
                .build();
    }

    private ChannelCredentials credentials() {
        if (!settings.address().tls()) {
            return InsecureChannelCredentials.create();
        }
        if (settings.ca() == null) {
            return TlsChannelCredentials.create();
        }
        try {
            return TlsChannelCredentials.newBuilder()
                    .trustManager(settings.ca())
                    .build();
        } catch (IOException error) {
            throw new SettingException("KAHUA_CA: can't read " + settings.ca() + ": " + error.getMessage());
        }
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration most(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** A duration for people. */
    private static String words(Duration duration) {
        long minutes = Math.round(duration.toMillis() / 60_000.0);
        return minutes >= 2 ? minutes + " minutes" : Math.round(duration.toMillis() / 1000.0) + " s";
    }
}
