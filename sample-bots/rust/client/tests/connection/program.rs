//! A bot as its own process, made by `run`: what a reader of its standard error sees.

use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use kahua_client::{Answer, ArenaEvent, Bot, pb, run};

use crate::failures::Clueless;
use crate::fake::FakeArena;

/// Not a test but the bot's program: `start` runs this test binary again with only this in it.
#[test]
#[ignore = "the program that the tests of this file start"]
fn the_program() {
    // If all ignored tests run, this one starts no bot.
    if env::var_os("KAHUA_ADDR").is_some() {
        let _code = if env::var("KAHUA_NAME").is_ok_and(|name| name == "stuck") { run(Stuck) } else { run(Clueless) };
    }
}

/// Never stops thinking.
struct Stuck;

impl Bot for Stuck {
    fn choose(&mut self, _ask: &pb::Ask) -> Answer {
        eprintln!("stuck");
        loop {
            std::thread::park();
        }
    }
}

fn program(arena: &FakeArena, name: &str) -> Command {
    let mut program = Command::new(env::current_exe().expect("the test's own path"));
    program.args(["--exact", "program::the_program", "--ignored", "--nocapture"]);
    program.env("KAHUA_ADDR", arena.addr.to_string()).env("KAHUA_NAME", name).env("KAHUA_VERSION", "2.1");
    program.env_remove("KAHUA_LOG").env_remove("KAHUA_TOKEN").env_remove("KAHUA_ON_ERROR");
    program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    program
}

#[tokio::test]
async fn faults_and_a_panic_are_seen_without_any_setting() {
    let mut arena = FakeArena::start().await;
    let bot = program(&arena, "anna").spawn().expect("the bot starts");
    let mut call = arena.accept().await;
    assert_eq!(call.greet("t1").await.version, "2.1");
    let problem = "index 9 is not in the legal list".to_owned();
    call.send(ArenaEvent::Fault(pb::FaultNotice { problem, ..Default::default() })).await;
    call.ask("a", 7).await;
    assert_eq!(call.receive().await, None, "the bot closes its half without an answer");
    drop(call);
    let output = tokio::task::spawn_blocking(|| bot.wait_with_output()).await.expect("no panic").expect("the bot ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("fault") && said.contains("index 9 is not in the legal list"), "{said}");
    assert!(said.contains("failures.rs:"), "the place in the source: {said}");
    let errors: Vec<_> = said.lines().filter(|line| line.starts_with("error: ")).collect();
    assert_eq!(errors.len(), 1, "{said}");
    let expected = "error: choose failed in match a, ticket 7 (hawaii, seat 1, 12 legal actions): panic: ";
    assert!(errors[0].starts_with(expected), "{said}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_second_signal_ends_even_a_bot_that_is_stuck() {
    let mut arena = FakeArena::start().await;
    let mut bot = program(&arena, "stuck").spawn().expect("the bot starts");
    let mut call = arena.accept().await;
    call.greet("t1").await;
    call.ask("a", 1).await;
    let mut log = BufReader::new(bot.stderr.take().expect("it is piped")).lines();
    for expected in ["stuck", "a second signal ends this at once"] {
        let is_there = log.any(|line| line.is_ok_and(|line| line.contains(expected)));
        assert!(is_there, "{expected:?} is in the log");
        let sent = Command::new("kill").args(["-TERM", &bot.id().to_string()]).status().expect("there is kill");
        assert!(sent.success());
    }
    assert_eq!(bot.wait().expect("the bot ends").code(), Some(130));
}
