//! The table of mistakes.

/// A mistake, and what the bot must show of it.
pub(super) struct Mistake {
    /// The languages in which it can be made.
    pub(super) languages: &'static [&'static str],
    /// Where it is made.
    pub(super) scene: Scene,
    /// What makes it; `{addr}` stands for the scene's address, here and in `shows`.
    pub(super) env: Vec<(&'static str, &'static str)>,
    /// The exit code of the bot.
    pub(super) code: i32,
    /// The texts that the bot must write; `{trace}`, `{on_ended}` and `{null}` are said in the words of its language.
    pub(super) shows: Vec<&'static str>,
}

/// Where a mistake is made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scene {
    /// In the settings, before anything is connected to.
    Alone,
    /// In two matches against a house bot.
    Match,
    /// At an arena without TLS.
    Clear,
    /// At an arena with a certificate that only the tests' own authority vouches for.
    Tls,
    /// No arena is there. When the bot has said so, it is asked to leave.
    Nobody,
}

const ALL: &[&str] = &["python", "typescript", "go", "java", "cpp", "rust"];
/// In the other languages, the runtime ends the program itself when the stack is full.
const SURVIVE_OVERFLOW: &[&str] = &["python", "typescript", "java"];
/// In the other languages, indices are unsigned.
const SIGNED: &[&str] = &["python", "typescript", "go", "java"];
const DYNAMIC: &[&str] = &["python", "typescript"];
const NULLABLE: &[&str] = &["python", "typescript", "go", "java"];

/// All mistakes.
pub(super) fn mistakes() -> Vec<Mistake> {
    [own_code(), faults_and_logs(), settings(), arenas()].into_iter().flatten().collect()
}

/// A mistake of the bot's own code ends it, unless it has the setting to resign.
fn own_code() -> Vec<Mistake> {
    let own = |languages, name, shows: &[&'static str]| Mistake {
        languages,
        scene: Scene::Match,
        env: vec![("KAHUA_MISTAKE", name)],
        code: 1,
        shows: shows.to_vec(),
    };
    let failed = "choose failed in match ";
    let (in_the_ask, actions) = (", ticket ", " legal actions");
    let resigned = Mistake {
        env: vec![("KAHUA_MISTAKE", "throw"), ("KAHUA_ON_ERROR", "resign")],
        code: 0,
        ..own(ALL, "throw", &[failed, ", ticket 1 (", ", ticket 3 (", "{trace}"])
    };
    vec![
        own(ALL, "throw", &[failed, in_the_ask, " (haleakala, seat ", " legal actions)", "{trace}"]),
        resigned,
        own(SURVIVE_OVERFLOW, "overflow", &[failed, in_the_ask, "{trace}"]),
        own(SIGNED, "negative", &["choose answered index -1, but there are ", " legal actions: 0 to ", in_the_ask]),
        own(DYNAMIC, "fraction", &["choose answered ", "0.5", in_the_ask, actions]),
        own(&["python"], "bool", &["choose answered True", "an index, which is an int, not a bool", in_the_ask]),
        own(NULLABLE, "null", &["choose answered {null}", "expected", in_the_ask, actions]),
        own(ALL, "beyond", &["choose answered index ", ", but there are ", " legal actions: 0 to ", in_the_ask]),
        own(ALL, "on_ended", &["{on_ended} failed in match ", "{trace}"]),
    ]
}

/// Mistakes that the arena finds: the problem, what was expected, and what happens now. Also filters of the log that
/// every language must accept.
fn faults_and_logs() -> Vec<Mistake> {
    let played = |env: &[(&'static str, &'static str)], shows: &[&'static str]| Mistake {
        languages: ALL,
        scene: Scene::Match,
        env: env.to_vec(),
        code: 0,
        shows: shows.to_vec(),
    };
    let illegal =
        ["WARN", "unreadable", "is not a valid action of haleakala, such as", "one of the ", "the match is lost"];
    vec![
        played(&[("KAHUA_MISTAKE", "illegal")], &illegal),
        played(&[("KAHUA_LOG", "trace")], &["haleakala-1"]),
        played(&[("KAHUA_LOG", "info,kahua=debug")], &["haleakala"]),
    ]
}

/// Mistakes in the settings are reported before the bot connects.
fn settings() -> Vec<Mistake> {
    let wrong = |env: &[(&'static str, &'static str)], shows| Mistake {
        languages: ALL,
        scene: Scene::Alone,
        env: [&[("KAHUA_ADDR", "127.0.0.1:1"), ("KAHUA_NAME", "bot")], env].concat(),
        code: 2,
        shows: vec![shows],
    };
    let mut mistakes: Vec<_> = [
        ("KAHUA_ADDR", "", "KAHUA_ADDR is not set; expected host:port, http://host:port or https://host:port"),
        ("KAHUA_ADDR", "localhost", "KAHUA_ADDR: \"localhost\" has no port; expected host:port, http://host:port or "),
        ("KAHUA_ADDR", "ftp://h:1", "KAHUA_ADDR: \"ftp://h:1\" has the unknown scheme \"ftp\"; expected host:port, "),
        ("KAHUA_NAME", "", "KAHUA_NAME is not set; expected the bot's name"),
        ("KAHUA_NAME", "a b", "KAHUA_NAME: \"a b\" is not a valid bot name; expected 1 to 32 characters of a-z, A-Z, "),
        ("KAHUA_TOKEN", "5ec7e7\n", "KAHUA_TOKEN contains white space; copy it again without line breaks"),
        ("KAHUA_ON_ERROR", "cry", "KAHUA_ON_ERROR: \"cry\" is unknown; expected exit or resign"),
        ("KAHUA_LOG", "verbose", "KAHUA_LOG: \"verbose\" is unknown; expected error, warn, info, debug or trace"),
        ("KAHUA_ALLOW_CLEARTEXT_TOKEN", "yes", "KAHUA_ALLOW_CLEARTEXT_TOKEN: \"yes\" is unknown; expected 1 or 0"),
        ("KAHUA_MATCHES", "0", "KAHUA_MATCHES: \"0\" is not valid; expected a whole number of at least 1"),
    ]
    .map(|(name, value, shows)| wrong(&[(name, value)], shows))
    .into();
    let secure = ("KAHUA_ADDR", "https://127.0.0.1:1");
    mistakes.extend([
        wrong(
            &[("KAHUA_ADDR", "arena.example:1"), ("KAHUA_TOKEN", "5ec7e7")],
            "KAHUA_TOKEN would be sent unencrypted to arena.example; use https://, or set KAHUA_ALLOW_CLEARTEXT_TOKEN=1",
        ),
        wrong(&[secure, ("KAHUA_CA", "/no/such.pem")], "KAHUA_CA: can't read /no/such.pem: "),
        wrong(&[secure, ("KAHUA_CA", "/dev/null")], "KAHUA_CA: can't read /dev/null: there is no certificate in it; expected"),
    ]);
    mistakes
}

/// A problem between the bot and the arena is reported in plain words. It ends the bot, unless the arena may just be
/// late.
fn arenas() -> Vec<Mistake> {
    let at = |scene, address, shows: &[&'static str], code| Mistake {
        languages: ALL,
        scene,
        env: vec![("KAHUA_ADDR", address), ("KAHUA_NAME", "bot")],
        code,
        shows: shows.to_vec(),
    };
    let no_tls = "{addr} does not speak TLS; if the arena has no certificate, use http://";
    let away = "no arena at {addr} yet (connection refused); trying again for up to 5 minutes";
    vec![
        at(Scene::Clear, "https://{addr}", &[no_tls], 1),
        at(Scene::Tls, "http://{addr}", &["https://"], 1),
        at(Scene::Tls, "https://{addr}", &["the certificate of ", "trusted: ", "KAHUA_CA"], 1),
        at(Scene::Nobody, "{addr}", &[away], 0),
    ]
}
