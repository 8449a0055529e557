package dev.kahua;

import dev.kahua.arena.v1.ActionForm;
import dev.kahua.arena.v1.GameSupport;
import dev.kahua.arena.v1.Hello;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a bot plays, where, and under which name. What a program leaves unset comes from the environment variable that
 * is named at the method, and otherwise from the default.
 */
public final class Settings {
    private static final String LIBRARY = "kahua-java 0.1.0";
    private static final int PROTOCOL_VERSION = 1;

    private List<String> games = List.of();
    private int matches = 1;
    private ActionForm actionForm = ActionForm.ACTION_FORM_TYPED;
    private String version = "";
    private String addr = "";
    private String name = "";
    private String token = "";
    private String ca = "";
    private boolean allowCleartextToken;
    private OnError onError;
    private String record = "";
    private Duration patience = Duration.ofMinutes(5);

    /** The games that the bot plays. By default every game. */
    public Settings games(String... games) {
        this.games = List.of(games);
        return this;
    }

    /** How many matches the bot plays at once, 1 by default. KAHUA_MATCHES overrides what the program sets. */
    public Settings matches(int matches) {
        if (matches < 1) {
            throw new SettingException("matches is " + matches + "; expected a whole number of at least 1");
        }
        this.matches = matches;
        return this;
    }

    /** How actions are written in asks: as typed messages by default. */
    public Settings actionForm(ActionForm form) {
        actionForm = form;
        return this;
    }

    /** The bot's own version, shown beside its results: at most 32 bytes. KAHUA_VERSION. */
    public Settings version(String version) {
        this.version = version;
        return this;
    }

    /** The arena: host:port, http://host:port or https://host:port. KAHUA_ADDR; it has no default. */
    public Settings addr(String addr) {
        this.addr = addr;
        return this;
    }

    /** The bot's name: 1 to 32 characters of a-z, A-Z, 0-9, '-', '_' and '.'. KAHUA_NAME; it has no default. */
    public Settings name(String name) {
        this.name = name;
        return this;
    }

    /** The bot's token, for an arena that needs one. KAHUA_TOKEN. */
    public Settings token(String token) {
        this.token = token;
        return this;
    }

    /** The path of a PEM file with the certificates to trust for https, instead of the system's. KAHUA_CA. */
    public Settings ca(String path) {
        ca = path;
        return this;
    }

    /** Sends the token without TLS to an address that isn't loopback. KAHUA_ALLOW_CLEARTEXT_TOKEN=1. */
    public Settings allowCleartextToken() {
        allowCleartextToken = true;
        return this;
    }

    /** What a failure of the bot's own code does: it ends the run by default. KAHUA_ON_ERROR. */
    public Settings onError(OnError onError) {
        this.onError = onError;
        return this;
    }

    /** The path of a file to which every ask is appended, for {@link Asks#load}. KAHUA_RECORD; by default there is none. */
    public Settings record(String path) {
        record = path;
        return this;
    }

    /** How long the arena may be unreachable before the bot gives up: 5 minutes by default. */
    public Settings patience(Duration patience) {
        this.patience = patience;
        return this;
    }

    /** The settings completed from the environment and checked. */
    record Checked(
            Address address,
            String token,
            File ca,
            OnError onError,
            String record,
            Duration patience,
            String name,
            Hello hello) {}

    /** Completes these settings from the environment and checks them. */
    Checked check(Map<String, String> environment) {
        Environment variables = new Environment(environment);
        Address address = Address.parse(variables.or(addr, "KAHUA_ADDR"));
        String name = variables.name(this.name);
        variables.checkLog();
        Hello.Builder hello = Hello.newBuilder()
                .setName(name)
                .setVersion(variables.or(version, "KAHUA_VERSION"))
                .setMatchesMax(variables.matches(matches))
                .setLibrary(LIBRARY)
                .setActionForm(actionForm)
                .setProtocolVersion(PROTOCOL_VERSION);
        games.forEach(game -> hello.addGames(GameSupport.newBuilder().setGame(game)));
        return new Checked(
                address,
                variables.token(token, address, allowCleartextToken),
                variables.ca(ca),
                variables.onError(onError),
                variables.or(record, "KAHUA_RECORD"),
                patience,
                name,
                hello.build());
    }
}
