//! Bots without two-way streams, like browsers: TypeScript's bots play over gRPC-Web by Listen and Submit.

use std::fs;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use kahua_tests::languages::language;
use kahua_tests::{json_lines, soon_within};

use crate::KAHUA;

/// How long a league of a few dozen quick matches may take on a busy machine.
const LEAGUE: Duration = Duration::from_secs(180);
const SETS: u64 = 8;

#[test]
fn a_bot_over_grpc_web_sees_the_game_that_it_plays() {
    let Some(builder) = bot("builder") else { return };
    let data = tempfile::tempdir().unwrap();
    play("haleakala", &builder, "house:random", data.path().to_str().unwrap());
}

#[test]
fn every_game_is_played_over_grpc_web_as_the_house_plays_it() {
    let Some(first_legal) = bot("first_legal") else { return };
    for kind in kahua_engine::registry::all() {
        let data = tempfile::tempdir().unwrap();
        let standings = play(kind.info().name, &first_legal, "house:first-legal", data.path().to_str().unwrap());
        // The same luck with swapped seats, between bots that decide alike.
        assert_eq!(standings[0]["score"], standings[1]["score"], "{standings:?}");
    }
}

#[test]
fn a_league_over_grpc_web_goes_on_after_the_arena_was_killed() {
    let (Some(builder), Some(random)) = (bot("builder"), bot("random")) else { return };
    let dir = tempfile::tempdir().unwrap();
    let (config, data) = (dir.path().join("arena.toml"), dir.path().join("data"));
    fs::write(&config, format!("[[league]]\nname = \"web\"\ngame = \"haleakala\"\nsets = {SETS}\n")).unwrap();
    let (config, data) = (config.to_str().unwrap(), data.to_str().unwrap());
    let addr = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();

    let serve =
        || Running::start(&mut KAHUA.command(&["serve", "--listen", &addr, "--config", config, "--data", data]));
    let mut arena = serve();
    let _bots = [("builder", builder), ("random", random)].map(|(name, command)| {
        let mut words = command.split(' ');
        let mut bot = Command::new(words.next().expect("a command has a first word"));
        Running::start(bot.args(words).env("KAHUA_ADDR", &addr).env("KAHUA_NAME", name).stdin(Stdio::null()))
    });
    for matches in [2, SETS] {
        wait_for(matches, data);
        arena.kill();
        arena = serve();
    }
    wait_for(2 * SETS, data);
    assert_clean(data);
    arena.kill();
}

/// The command of a TypeScript bot over gRPC-Web, if the bots can be started.
fn bot(name: &str) -> Option<String> {
    let typescript = language("typescript");
    let script = typescript.folder().join("dist/bots").join(name).with_extension("js");
    typescript.is_there().then(|| format!("env KAHUA_TRANSPORT=grpc-web node {}", script.display()))
}

/// Plays the bot against another one, without a fault; the standings.
fn play(game: &str, bot: &str, other: &str, data: &str) -> Vec<serde_json::Value> {
    let bots = [format!("web={bot}"), format!("other={other}")];
    let mut args = vec!["play", "--game", game, "--seats", "2", "--matches", "4", "--seed", "1", "--data", data];
    args.extend(["--tc", "120s/30s~100ms", "--bot", &bots[0], "--bot", &bots[1]]);
    let _table = KAHUA.run(&args).good();
    assert_clean(data)
}

/// Checks that no bot gave a match up, and that every record verifies. Returns the standings.
fn assert_clean(data: &str) -> Vec<serde_json::Value> {
    let standings = json_lines(&KAHUA.run(&["standings", "--data", data, "--json"]).good());
    assert_eq!(standings.len(), 2);
    assert!(standings.iter().all(|standing| standing["forfeits"] == 0), "{standings:?}");
    assert!(KAHUA.run(&["verify", "--data", data]).good().ends_with(" verified, 0 failed\n"));
    standings
}

/// Waits until this many matches have finished.
fn wait_for(matches: u64, data: &str) {
    soon_within(LEAGUE, || {
        // Before the arena has opened its store, there is nothing to list.
        let listed = json_lines(&KAHUA.run(&["match", "list", "--data", data, "--limit", "1000", "--json"]).out);
        (listed.iter().filter(|summary| summary["running"] == false).count() as u64 >= matches).then_some(())
    });
}

/// A process that ends with the test.
struct Running(Child);

impl Running {
    fn start(command: &mut Command) -> Running {
        let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
        Running(quiet.spawn().expect("it can be started"))
    }

    /// As `kill -9`.
    fn kill(&mut self) {
        self.0.kill().expect("it is still running");
        self.0.wait().expect("it was started here");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _it_may_have_ended = self.0.kill();
        let _nothing_is_left_to_do = self.0.wait();
    }
}
