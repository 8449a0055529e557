//! A bot that is asked to leave while it plays, one that thinks for too long, and one whose name is in use.

use std::fs;

use kahua_tests::{signal, soon};

use super::Program;
use super::running::{Running, free_address};
use crate::KAHUA;

/// Answers two asks, then waits for the file `open` in its folder, and says so by the file `waiting`.
const GATE: &str = r#"
asked=0
while read -r _ask; do
  asked=$((asked + 1))
  if [ $asked -eq 3 ]; then
    touch "$1/waiting"
    until [ -e "$1/open" ]; do sleep 0.05; done
  fi
  echo 0
done"#;

/// `kahua play` between the bot, which is started by the test, and this opponent; the variables that it prints for the bot.
fn play(opponent: &str, time: &str, dir: &std::path::Path) -> (Running, Env) {
    let address = free_address();
    let data = dir.join("data");
    let opponent = format!("opponent={opponent}");
    let mut command = KAHUA.command(&["play", "--game", "haleakala", "--matches", "2", "--seed", "1", "--tc", time]);
    command.args(["--listen", &address, "--bot", "bot=remote", "--bot", &opponent, "--data"]).arg(data);
    let mut playing = Running::of(&mut command, &dir.join("play.log"));
    playing.says("KAHUA_TOKEN=");
    let token =
        soon(|| playing.log().split_once("KAHUA_TOKEN=")?.1.split_once('\n').map(|(token, _)| token.to_owned()));
    (playing, [("KAHUA_ADDR", address), ("KAHUA_NAME", "bot".to_owned()), ("KAHUA_TOKEN", token)])
}

type Env = [(&'static str, String); 3];

fn start(program: &Program, mistake: &str, env: Env, dir: &std::path::Path) -> Running {
    let env: Vec<_> = env.into_iter().chain([("KAHUA_MISTAKE", mistake.to_owned())]).collect();
    Running::start(&program.command, &env, &dir.join("bot.log"))
}

/// A bot that is asked to leave plays on until its match has ended, however long that takes.
pub(super) fn leaves_in_good_order(program: &Program) {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("gate.sh");
    fs::write(&script, GATE).unwrap();
    let opponent = format!("kahua bridge -- sh {} {}", script.display(), dir.path().display());
    let (_playing, env) = play(&opponent, "60s/20s~100ms", dir.path());
    let mut bot = start(program, "", env, dir.path());
    soon(|| (dir.path().join("waiting").exists() || bot.has_ended()).then_some(()));
    signal("-TERM", bot.id());
    bot.says("leaving");
    // Longer than the five seconds that a bot might allow itself.
    #[expect(clippy::disallowed_methods, reason = "a test without a runtime")]
    std::thread::sleep(std::time::Duration::from_secs(6));
    assert!(!bot.has_ended(), "it left its match:\n{}", bot.log());
    fs::write(dir.path().join("open"), "").unwrap();
    let left = bot.exit();
    assert_eq!(left.code, Some(0), "{}", left.err);
    let (_, after) = left.err.split_once("leaving").expect("it says that it leaves");
    assert!(after.contains("place"), "it has heard how the match ended: {}", left.err);
}

/// A thought that takes too long is reported at once, although the bot still thinks.
pub(super) fn hears_that_it_is_late(program: &Program) {
    let dir = tempfile::tempdir().unwrap();
    let (_playing, env) = play("house:random", "/2s", dir.path());
    let mut bot = start(program, "slow", env, dir.path());
    bot.says("no answer after ");
    let log = bot.log();
    assert!(log.contains("WARN") && log.contains("no answer after "), "{log}");
}

/// A bot whose name is in use says what to do about it, and comes in when the name is free.
pub(super) fn waits_for_its_name(program: &Program, (arena, address): &(Running, String)) {
    let dir = tempfile::tempdir().unwrap();
    let connected = || arena.log().matches("bot connected").count();
    let before = connected();
    let env = [("KAHUA_ADDR", address.clone()), ("KAHUA_NAME", "twin".to_owned())];
    let start = |log: &str| Running::start(&program.command, &env, &dir.path().join(log));
    let mut first = start("first.log");
    soon(|| (connected() > before || first.has_ended()).then_some(()));
    let mut second = start("second.log");
    second.says("stop that process or choose another KAHUA_NAME");
    let log = second.log();
    assert!(log.contains("the name twin is in use (twin is connected already"), "{log}");
    signal("-TERM", first.id());
    let left = first.exit();
    assert_eq!(left.code, Some(0), "{}", left.err);
    soon(|| (connected() > before + 1 || second.has_ended()).then_some(()));
    assert!(!second.has_ended(), "{}", second.log());
}
