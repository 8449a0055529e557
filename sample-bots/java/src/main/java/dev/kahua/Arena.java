package dev.kahua;

import dev.kahua.arena.v1.BotServiceGrpc;
import dev.kahua.arena.v1.GameSupport;
import dev.kahua.arena.v1.Hello;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Connects a bot to the arena, and reconnects after a lost connection. */
public final class Arena {
    /** The pause after the first failure. It doubles after each further one. */
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    /** How long the arena may be silent before it is pinged, and how long it then has to reply. */
    private static final long KEEPALIVE_S = 15;

    private static final String LIBRARY = "kahua-java 0.1.0";

    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    /** Failures after which another attempt is useless. */
    private static final Set<Status.Code> FINAL = EnumSet.of(
            Status.Code.INVALID_ARGUMENT,
            Status.Code.UNAUTHENTICATED,
            Status.Code.PERMISSION_DENIED,
            Status.Code.NOT_FOUND,
            Status.Code.ALREADY_EXISTS,
            Status.Code.FAILED_PRECONDITION,
            Status.Code.UNIMPLEMENTED,
            // A newer connection of the same bot has taken over; the two would only displace each other.
            Status.Code.ABORTED);

    private Arena() {}

    /** The arena refuses the bot. The message says why. */
    public static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        Refused(String message) {
            super(message);
        }
    }

    /** The arena was unreachable for longer than the settings' patience. */
    public static final class OutOfReach extends Exception {
        private static final long serialVersionUID = 1;

        OutOfReach(String message) {
            super(message);
        }
    }

    /**
     * Plays with the settings from the environment until the arena no longer needs the bot, or until Ctrl-C: then it
     * plays the open matches to their end, and a second Ctrl-C stops at once. An error is printed and ends the program
     * with exit code 1. With KAHUA_LOG=debug it logs every ask.
     */
    public static void run(Bot bot, Plays plays) throws InterruptedException {
        Log.setUp(System.getenv().getOrDefault("KAHUA_LOG", "info"));
        CompletableFuture<Void> leave = new CompletableFuture<>();
        Interrupt.first(() -> leave.complete(null));
        try {
            play(bot, plays, Settings.fromEnv(System.getenv()), leave);
        } catch (IllegalArgumentException | Refused | OutOfReach error) {
            System.err.println("error: " + error.getMessage());
            System.exit(1);
        }
    }

    /**
     * Like {@link #run}, for larger programs: returns when the arena no longer needs the bot, and throws what the bot
     * throws. After {@code leave} completes, the open matches are played to their end and no new ones begin.
     */
    public static void play(Bot bot, Plays plays, Settings settings, CompletableFuture<Void> leave)
            throws Refused, OutOfReach, InterruptedException {
        Hello.Builder hello = hello(plays, settings);
        long since = System.nanoTime();
        Duration pause = FIRST_PAUSE;
        while (true) {
            Conversation conversation = new Conversation(bot, settings.name(), hello.build(), leave);
            Status status = converse(settings, conversation);
            if (status.isOk()) {
                return;
            }
            String reason = status.getDescription() == null ? status.getCode().toString() : status.getDescription();
            if (FINAL.contains(status.getCode())) {
                throw new Refused("the arena at " + settings.addr() + " refuses " + settings.name() + ": " + reason);
            }
            if (!conversation.resumeToken().isEmpty()) {
                hello.setResumeToken(conversation.resumeToken());
                since = System.nanoTime();
                pause = FIRST_PAUSE;
            }
            Duration away = Duration.ofNanos(System.nanoTime() - since);
            Duration left = settings.patience().minus(away);
            if (left.isNegative() || left.isZero()) {
                throw new OutOfReach("the arena at " + settings.addr() + " has been unreachable for " + away.toSeconds()
                        + " s: " + reason);
            }
            Log.info("no connection (%s), trying again in %d ms", reason, pause.toMillis());
            Thread.sleep(Math.min(pause.toMillis(), left.toMillis() + 1));
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
    }

    /** Holds one conversation, from Hello to its end. Returns OK if the arena no longer needs the bot. */
    private static Status converse(Settings settings, Conversation conversation) throws InterruptedException {
        // Each attempt gets a new channel, because this class pauses between attempts. The reading thread sends the
        // answers.
        ManagedChannel channel = NettyChannelBuilder.forTarget("dns:///" + settings.addr())
                .usePlaintext()
                .directExecutor()
                .keepAliveTime(KEEPALIVE_S, TimeUnit.SECONDS)
                .keepAliveTimeout(KEEPALIVE_S, TimeUnit.SECONDS)
                .keepAliveWithoutCalls(true)
                .build();
        try {
            Metadata metadata = new Metadata();
            if (!settings.token().isEmpty()) {
                metadata.put(AUTHORIZATION, "Bearer " + settings.token());
            }
            BotServiceGrpc.newStub(channel)
                    .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(metadata))
                    .play(conversation);
            conversation.ended().get();
            return conversation.isDraining()
                    ? Status.UNAVAILABLE.withDescription("the arena is shutting down")
                    : Status.OK;
        } catch (ExecutionException error) {
            if (error.getCause() instanceof StatusRuntimeException broken) {
                return broken.getStatus();
            }
            if (error.getCause() instanceof RuntimeException thrown) {
                throw thrown;
            }
            throw new IllegalStateException(error.getCause());
        } finally {
            channel.shutdownNow();
        }
    }

    private static Hello.Builder hello(Plays plays, Settings settings) {
        Hello.Builder hello = Hello.newBuilder()
                .setName(settings.name())
                .setVersion(plays.version())
                .setMatchesMax(settings.matches().orElse(plays.matches()))
                .setLibrary(LIBRARY)
                .setActionForm(plays.actionForm());
        plays.games().forEach(game -> hello.addGames(GameSupport.newBuilder().setGame(game)));
        return hello;
    }
}
