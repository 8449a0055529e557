package dev.kahua;

import dev.kahua.arena.v1.Seated;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/** Plays: connects a bot to the arena, and reconnects after a lost connection. */
public final class Kahua {
    private Kahua() {}

    /** Plays every game, with the settings from the environment: see {@link #run(Bot, Settings)}. */
    public static void run(Bot bot) {
        run(bot, new Settings());
    }

    /**
     * Plays until the arena no longer needs the bot. It is all that a program does: it logs to stderr, at the level
     * that KAHUA_LOG names, and ends the program with exit code 1 if the bot fails, is refused or can't reach the
     * arena, and with 2 if a setting is wrong. After Ctrl-C or SIGTERM the bot leaves with exit code 0 when its open
     * matches have ended; a second signal ends it at once.
     */
    public static void run(Bot bot, Settings settings) {
        Log.setUp(System.getenv().getOrDefault("KAHUA_LOG", ""));
        Arena arena = new Arena();
        CompletableFuture<Void> stop = new CompletableFuture<>();
        Leaving.onSignal(arena);
        try {
            play(bot, settings, arena, stop);
        } catch (BotFailure failure) {
            // The log has shown it.
            System.exit(1);
        } catch (SettingException wrong) {
            fail(wrong, 2);
        } catch (Refused | OutOfReach error) {
            fail(error, 1);
        } catch (InterruptedException | CancellationException left) {
            System.exit(0);
        }
    }

    /**
     * Like {@link #run(Bot, Settings)}, with an object for each match: {@code begin} makes it, and it is then asked,
     * told and closed. A reconnect keeps it.
     */
    public static void runPerMatch(Function<Seated, MatchBot> begin, Settings settings) {
        run(perMatch(begin), settings);
    }

    /** Makes a bot of a function that begins matches, for programs that call {@link #play}. */
    public static Bot perMatch(Function<Seated, MatchBot> begin) {
        return new PerMatch(begin);
    }

    /**
     * Like {@link #run(Bot, Settings)}, for larger programs: returns when the arena no longer needs the bot, for
     * example after the {@link Arena#bye} of the handle that {@link Bot#onWelcome} brings. An interrupt leaves at once.
     */
    public static void play(Bot bot, Settings settings) throws BotFailure, Refused, OutOfReach, InterruptedException {
        play(bot, settings, new Arena(), new CompletableFuture<>());
    }

    private static void play(Bot bot, Settings settings, Arena arena, CompletableFuture<Void> stop)
            throws BotFailure, Refused, OutOfReach, InterruptedException {
        Settings.Checked checked = settings.check(System.getenv());
        // A resource that is null isn't closed.
        try (Recording recording = checked.record().isEmpty() ? null : new Recording(checked.record())) {
            play(bot, checked, arena, recording, stop);
        }
        throwIfStopped(stop);
    }

    private static void play(
            Bot bot, Settings.Checked checked, Arena arena, Recording recording, CompletableFuture<Void> stop)
            throws Refused, OutOfReach, InterruptedException {
        Player player = new Player(bot, arena, checked.onError(), recording, stop);
        Thread thread = new Thread(player, "kahua bot");
        thread.start();
        try {
            new Client(checked, arena, player.inbox(), stop).stayConnected();
        } catch (ExecutionException stopped) {
            // Thrown below.
        } catch (InterruptedException interrupted) {
            stop.completeExceptionally(interrupted);
            throw interrupted;
        } finally {
            player.end();
            thread.join();
        }
    }

    private static void throwIfStopped(CompletableFuture<Void> stop) throws BotFailure, InterruptedException {
        try {
            if (stop.isDone()) {
                stop.get();
            }
        } catch (ExecutionException stopped) {
            if (stopped.getCause() instanceof BotFailure failure) {
                throw failure;
            }
            throw new InterruptedException();
        }
    }

    private static void fail(Exception error, int code) {
        System.err.println("error: " + error.getMessage());
        System.exit(code);
    }
}
