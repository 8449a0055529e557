//! An arena that changes its certificate, and the authority that signed it, while bots in Rust and in Python play.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use kahua_tests::languages::language;
use kahua_tests::{Ran, root, signal, soon};

use crate::KAHUA;
use crate::arena::Arena;

/// The bots, each with how its program is started.
const LANGUAGES: [&str; 2] = ["rust", "python"];

#[test]
fn new_connections_see_the_new_certificate_and_open_ones_go_on() {
    if !language("python").is_there() {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let [config, certificate, key] = ["leagues.toml", "chain.pem", "key.pem"].map(|name| dir.path().join(name));
    let install = |name: &str| {
        std::fs::copy(fixture(&format!("{name}.pem")), &certificate).unwrap();
        std::fs::copy(fixture(&format!("{name}.key")), &key).unwrap();
    };
    let league = |name| {
        let bots = LANGUAGES.map(|language| format!("{name}-{language}"));
        format!("[[league]]\nname = '{name}'\ngame = 'hawaii'\nbots = {bots:?}\nsets = 10000\n")
    };
    std::fs::write(&config, ["before", "after"].map(league).concat()).unwrap();
    install("arena");
    let data = dir.path().join("data");
    let options = ["--config", text(&config), "--tls-certificate", text(&certificate), "--tls-key", text(&key)];
    let arena = Arena::serve("true", &data, &options);
    let ended = |league: &str| {
        let filter = ["--league", league, "--ended", "--limit", "1000000", "--json"];
        let list = [&["match", "list", "--data", text(&data)][..], &filter].concat();
        // Until its first match begins, the store knows of no such league.
        Some(KAHUA.run(&list)).filter(|ran| ran.code == Some(0)).map_or(0, |ran| ran.out.lines().count())
    };

    let _before = Bot::start_all(&arena, "before", "authority.pem");
    soon(|| (ended("before") > 0).then_some(()));
    install("moved");
    signal("-HUP", arena.process.id());
    soon(|| (arena.logged("read the certificate and its key again") > 0).then_some(()));

    // They trust the new authority only, and both must be there before they play.
    let _after = Bot::start_all(&arena, "after", "other-authority.pem");
    soon(|| (ended("after") > 0).then_some(()));
    for language in LANGUAGES {
        let mut command = Bot::command(&arena, "late", language, "authority.pem");
        let mut refused = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let _held_open = refused.stdin.take();
        let said = Ran::of(&refused.wait_with_output().unwrap());
        assert_ne!(said.code, Some(0), "{language}: {}", said.err);
        assert!(said.err.contains("trusted") && said.err.contains("KAHUA_CA"), "{language}: {}", said.err);
    }
    // They trust the old authority only, so they couldn't have connected again.
    let played = ended("before");
    soon(|| (ended("before") > played).then_some(()));
}

/// A bot's process, which ends with this.
struct Bot(Child);

impl Bot {
    /// The bots of this league, which trust this authority.
    fn start_all(arena: &Arena, league: &str, authority: &str) -> [Bot; 2] {
        LANGUAGES.map(|language| {
            let mut command = Bot::command(arena, league, language, authority);
            Bot(command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
        })
    }

    fn command(arena: &Arena, league: &str, language_name: &str, authority: &str) -> Command {
        let mut command = match language_name {
            "rust" => KAHUA.command(&["house", "first-legal"]),
            other => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("exec {}", language(other).command(0))]);
                shell
            }
        };
        command.env("KAHUA_ADDR", format!("https://{}", arena.addr));
        command.env("KAHUA_NAME", format!("{league}-{language_name}")).env("KAHUA_CA", fixture(authority));
        command
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _it_may_have_ended = self.0.kill();
        let _nothing_is_left_to_do = self.0.wait();
    }
}

fn fixture(name: &str) -> String {
    text(&root().join("sample-bots/fixtures/tls").join(name)).to_owned()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("paths of tests are text")
}
