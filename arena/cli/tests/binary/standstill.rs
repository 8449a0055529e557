//! An arena whose process is stopped for longer than its bots may think. No bot loses by that, whether it was stopped
//! too or not.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use kahua_tests::{json_lines, soon};

use crate::KAHUA;
use crate::arena::Arena;

/// More than the time control grants, which is enough on a busy machine, plus the time that the arena deducts for a
/// lag.
const STANDSTILL: Duration = Duration::from_secs(6);

const SETTINGS: &str = "
    [[league]]
    name = 'l'
    game = 'haleakala'
    bots = ['a', 'b']
    sets = 100000
    time = '/2s~50ms'";

#[test]
fn nobody_loses_while_the_arena_stands_still() {
    let dir = tempfile::tempdir().unwrap();
    let (settings, data) = (dir.path().join("arena.toml"), dir.path().join("data"));
    std::fs::write(&settings, SETTINGS).unwrap();
    let arena = Arena::serve("true", &data, &["--config", settings.to_str().unwrap()]);
    let bots = ["a", "b"].map(|name| Bot::start(&arena, name));
    let data = data.to_str().unwrap();
    let ended = || {
        let ran = KAHUA.run(&["match", "list", "--data", data, "--ended", "--limit", "1000000", "--json"]);
        Some(ran).filter(|ran| ran.code == Some(0)).map_or(0, |ran| json_lines(&ran.out).len())
    };
    let plays_on = || {
        let before = ended();
        soon(|| (ended() > before + 1).then_some(()));
    };
    plays_on();
    let bots_too = bots.iter().map(|bot| bot.0.id()).chain([arena.process.id()]).collect::<Vec<_>>();
    for stopped in [vec![arena.process.id()], bots_too] {
        // The log also has standstills of the machine itself.
        let told = arena.logged("the arena stood still");
        // The arena continues last, so that no bot is stopped while it runs.
        signal_all("-STOP", stopped.iter().rev());
        #[expect(clippy::disallowed_methods, reason = "a test without a runtime")]
        std::thread::sleep(STANDSTILL);
        signal_all("-CONT", stopped.iter());
        soon(|| (arena.logged("the arena stood still") > told).then_some(()));
        plays_on();
    }
    assert_eq!(KAHUA.run(&["faults", "--data", data]).good(), "No fault was found.\n");
    arena.stop();
}

/// A bot's process, which ends with this.
struct Bot(Child);

impl Bot {
    fn start(arena: &Arena, name: &str) -> Bot {
        let mut command = KAHUA.command(&["house", "random"]);
        command.env("KAHUA_ADDR", &arena.addr).env("KAHUA_NAME", name);
        Bot(command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _it_may_have_ended = self.0.kill();
        let _nothing_is_left_to_do = self.0.wait();
    }
}

/// Sends a signal to these processes, in this order.
fn signal_all<'a>(which: &str, processes: impl Iterator<Item = &'a u32>) {
    let sent = Command::new("kill").arg(which).args(processes.map(ToString::to_string)).status();
    assert!(sent.expect("kill can be started").success());
}
