//! `kahua play`: what it reports and keeps about the bots that it starts, waits for and lets go.

use std::fs::{self, File};
use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;
use std::thread;

use kahua_tests::{Ran, json_lines, root, soon};

use crate::KAHUA;
use crate::demo::{Watched, get};

/// Two matches between these bots, with a time control of 60 s for each seat; the data is kept in `dir`.
fn play(bots: &[&str], args: &[&str], dir: &Path) -> Ran {
    let mut all = vec!["play", "--game", "haleakala", "--matches", "2", "--seed", "1", "--data", dir.to_str().unwrap()];
    all.extend(bots.iter().flat_map(|bot| ["--bot", bot]));
    KAHUA.run(&[&all, args].concat())
}

/// A bot that runs this shell program; `$K` stands for `kahua`.
fn shell(name: &str, script: &str) -> String {
    format!("{name}=env K={} sh -c '{script}'", KAHUA.path())
}

fn log(dir: &Path, bot: &str) -> String {
    fs::read_to_string(dir.join("logs").join(format!("{bot}.log"))).unwrap()
}

#[test]
fn what_a_bot_prints_is_in_its_log() {
    let dir = tempfile::tempdir().unwrap();
    let prints = shell("a", "echo printed; echo logged >&2; exec $K house random");
    let _said = play(&[&prints, "b=house:random"], &[], dir.path()).good();
    assert!(log(dir.path(), "a").starts_with("printed\nlogged\n"), "{}", log(dir.path(), "a"));
}

#[test]
fn bots_hear_how_their_last_match_ended_and_have_time_to_exit() {
    let dir = tempfile::tempdir().unwrap();
    // The bridge logs the arena's messages.
    let first_legal = format!("kahua bridge -- {}", root().join("sample-bots/shell/first-legal.sh").display());
    let slow = shell("b", "$K house random; sleep 0.5; echo learned from it");
    let _said = play(&[&format!("a={first_legal}"), &slow], &[], dir.path()).good();
    assert_eq!(log(dir.path(), "a").matches("match ended").count(), 2, "{}", log(dir.path(), "a"));
    assert!(log(dir.path(), "b").ends_with("learned from it\n"), "{}", log(dir.path(), "b"));
}

#[test]
fn a_bot_that_fails_after_its_last_match_is_told_and_the_matches_count() {
    let dir = tempfile::tempdir().unwrap();
    let fails = shell("a", "$K house random; echo cannot save >&2; exit 9");
    let ran = play(&[&fails, "b=house:random"], &[], dir.path());
    assert!(ran.err.contains("bot a failed after its last match (exit status: 9); its log: "), "{}", ran.err);
    assert!(ran.good().contains("points against"));
}

#[test]
fn a_crash_shows_what_stands_before_the_trace_the_command_and_the_log() {
    let dir = tempfile::tempdir().unwrap();
    let crashes = shell("a", "echo StackOverflowError; yes \"\tat f\" | head -n 1000; echo goodbye; exit 7");
    let error = play(&[&crashes, "b=house:random"], &["--restarts", "1"], dir.path()).failed(3);
    let log = dir.path().join("logs/a.log");
    for expected in [
        "bot a ended while it was needed (exit status: 7)\nits command: env ",
        "what it wrote:\n  | StackOverflowError\n  | \tat f\n",
        "  | … 992 indented lines …\n",
        &format!("  | goodbye\nits log: {}\nbot a is started again: restart 1 of 1\n", log.display()),
        &format!("  | goodbye\nits log: {}\nbot a isn't started again\n", log.display()),
        "error: no match could be played: bot a: it was started again once, and then its process ended (exit status: 7)\n",
    ] {
        assert!(error.contains(expected), "{expected}: {error}");
    }
}

#[test]
fn a_bot_that_crashes_loses_that_match_and_comes_back_for_the_others() {
    let dir = tempfile::tempdir().unwrap();
    let flag = dir.path().join("flag").display().to_string();
    let fails = "exec $K bridge -- sh -c \"read line; echo LuckError: none >&2; exit 3\"";
    let script = format!("if [ -e {flag} ]; then exec $K house random; fi; touch {flag}; {fails}");
    let ran = play(&[&shell("a", &script), "b=house:random"], &[], dir.path());
    assert_eq!(ran.err.matches("bot a is started again: restart 1 of 3").count(), 1, "{}", ran.err);
    assert!(ran.out.contains(" a    crashed      1         1  "), "{}", ran.out);
    assert!(ran.out.contains("  its process ended (exit status: 3): LuckError: none"), "{}", ran.out);
    assert!(!ran.out.contains("played."), "nothing is left: {}", ran.out);
    let _said = ran.failed(5);

    let data = dir.path().to_str().unwrap();
    let faults = json_lines(&KAHUA.run(&["faults", "--data", data, "--json"]).good());
    assert_eq!(faults.len(), 1, "{faults:?}");
    let fault = &faults[0];
    assert_eq!((&fault["bot"], &fault["cause"], &fault["gave_up"]), (&"a".into(), &"crashed".into(), &true.into()));
    assert!(fault["detail"].as_str().unwrap().starts_with("its process ended (exit status: "), "{fault}");
    assert!(!fault["written"].as_array().unwrap().is_empty(), "the bridge says why it ends: {fault}");
    let told = KAHUA.run(&["faults", "--data", data, "--bot", "a"]).good();
    assert!(told.contains("crashed (its process ended (exit status: ") && told.contains("\n  | "), "{told}");
    assert_eq!(KAHUA.run(&["faults", "--data", data, "--bot", "b"]).good(), "No fault was found.\n");

    let list = KAHUA.run(&["match", "list", "--data", data]).good();
    assert!(list.contains("forfeited (a crashed)") && !list.contains("running"), "{list}");
    let show = KAHUA.run(&["match", "show", "--data", data, fault["match_id"].as_str().unwrap()]).good();
    for expected in ["\nleague        play\n", "\nrated         yes\n", "\na: crashed (its process ended ", " 1500 -> "]
    {
        assert!(show.contains(expected), "{expected}: {show}");
    }
}

#[test]
fn what_is_left_of_a_bot_that_keeps_crashing_is_not_played_and_the_others_go_on() {
    let dir = tempfile::tempdir().unwrap();
    let ran = play(&[&shell("a", "exit 7"), "b=house:random", "c=house:random"], &["--restarts", "0"], dir.path());
    let why = "bot a: its process ended (exit status: 7); what was left of its matches wasn't played\n";
    assert!(ran.err.ends_with(why), "{}", ran.err);
    assert!(!ran.err.contains("organizer"), "there is none: {}", ran.err);
    assert!(ran.out.contains("points against"), "{}", ran.out);
    assert!(ran.out.contains("\n4 of 6 matches weren't played.\n"), "{}", ran.out);
    let _said = ran.failed(6);
    let list = json_lines(&KAHUA.run(&["match", "list", "--data", dir.path().to_str().unwrap(), "--json"]).good());
    assert_eq!(list.len(), 2, "b and c have played their set: {list:?}");
}

#[test]
fn the_reasons_of_forfeits_stand_below_the_table_and_in_json() {
    // The bridge would end a command that hangs for this long, but the bridge is stopped, too.
    let bots = ["silent=kahua bridge -- sh -c 'read line; kill -STOP $PPID; sleep 600'", "b=house:random"];
    let (text_dir, dir) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    // Each run takes as long as a bot may hang before it is ended.
    let (text, json) = thread::scope(|scope| {
        let run = |dir, options: &'static [&str]| scope.spawn(move || play(&bots, options, dir));
        let text = run(text_dir.path(), &["--tc", "/2s", "--restarts", "0"]);
        let json = run(dir.path(), &["--tc", "/2s", "--restarts", "0", "--json"]);
        (text.join().unwrap(), json.join().unwrap())
    });
    for expected in [
        "bot silent: it hung: nothing came from it for 10 s after a missed ask, so it was ended\n",
        "bot silent isn't started again\n",
        "1 of 2 matches, one in ",
    ] {
        assert!(text.err.contains(expected), "{expected}: {}", text.err);
    }
    // The other match is left, unless both had begun.
    assert!([Some(5), Some(6)].contains(&text.code), "{}", text.err);
    let said = text.out;
    let row = said.lines().find(|line| line.starts_with(" silent  late ")).unwrap_or_else(|| panic!("{said}"));
    assert!(row.contains("  no answer after "), "{said}");

    let lines = json_lines(&json.out);
    let line = |name: &str| lines.iter().find(|line| line["name"] == name).unwrap();
    let unplayed = line("b")["unplayed"].as_u64().unwrap();
    assert_eq!(
        (line("silent")["unplayed"].as_u64(), json.code),
        (Some(unplayed), Some(if unplayed > 0 { 6 } else { 5 }))
    );
    let of = |name: &str| line(name)["faults"].clone();
    assert_eq!(of("b"), serde_json::json!([]));
    let late = &of("silent")[0];
    assert_eq!((&late["cause"], &late["count"], &late["forfeits"]), (&"late".into(), &1.into(), &1.into()), "{late}");
    assert!(late["first_problem"].as_str().unwrap().starts_with("no answer after "), "{late}");
    let id = late["first_match"].as_str().unwrap();
    let _found = KAHUA.run(&["match", "show", "--data", dir.path().to_str().unwrap(), id]).good();
}

#[test]
fn faults_are_in_json_even_if_nothing_is_rated() {
    let dir = tempfile::tempdir().unwrap();
    let lines = json_lines(&play(&["a=house:random", "b=house:random"], &["--no-clock", "--json"], dir.path()).good());
    let names: Vec<_> = lines.iter().map(|line| line["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["a", "b"]);
    assert!(lines.iter().all(|line| line["faults"] == serde_json::json!([]) && line["unplayed"] == 0), "{lines:?}");
}

#[test]
fn each_run_in_a_directory_is_a_season_of_its_own() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let _first = play(&["a=house:random", "b=house:random"], &[], dir.path()).good();
    let second = play(&["a=house:random", "c=house:random"], &[], dir.path()).good();
    assert!(second.contains("season 2, 2 matches") && second.contains("This was run 2 there"), "{second}");
    assert!(!second.lines().any(|line| line.trim_start().starts_with("b ")), "{second}");

    let standings = |args: &[&str]| {
        let lines = json_lines(&KAHUA.run(&[&["standings", "--data", data, "--json"], args].concat()).good());
        let of = |line: &serde_json::Value| format!("{} in {}", line["name"].as_str().unwrap(), line["pool"]["season"]);
        let mut names: Vec<String> = lines.iter().map(of).collect();
        names.sort();
        names
    };
    assert_eq!(standings(&[]), ["a in 2", "c in 2"]);
    assert_eq!(standings(&["--season", "1"]), ["a in 1", "b in 1"]);
    assert_eq!(standings(&["--season", "all"]), ["a in 1", "a in 2", "b in 1", "c in 2"]);
    let _refused = KAHUA.run(&["standings", "--data", data, "--season", "last"]).failed(2);
}

#[test]
fn who_is_connected_and_who_is_missing_is_told_with_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let err = dir.path().join("err");
    let addr = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let mut args = vec!["play", "--game", "haleakala", "--matches", "2", "--listen", &addr];
    args.extend(["--bot", "me=remote", "--bot", "them=house:random", "--data", dir.path().to_str().unwrap()]);
    let mut command = KAHUA.command(&args);
    let mut playing = command.stdout(Stdio::null()).stderr(File::create(&err).unwrap()).spawn().unwrap();
    let said = || fs::read_to_string(&err).unwrap();
    let start_it = format!("waiting for me: start it with KAHUA_ADDR={addr} KAHUA_NAME=me KAHUA_TOKEN=");
    let token = soon(|| said().split_once(&start_it)?.1.split_once('\n').map(|(token, _)| token.to_owned()));
    soon(|| said().contains("connected: them; still waiting for me\n").then_some(()));
    let bot = |name: &str, token: &str| {
        let mut bot = KAHUA.command(&["house", "random"]);
        bot.env("KAHUA_ADDR", &addr).env("KAHUA_NAME", name).env("KAHUA_TOKEN", token).stdin(Stdio::piped());
        bot
    };
    for (name, token, refusal) in [
        ("me", "", "this arena requires the token of me"),
        ("me", "a-guess", "the token is not known to this arena"),
        ("meg", &token, "the token is that of the bot me, and the name in the Hello is meg"),
    ] {
        let mut refused = bot(name, token).stderr(Stdio::piped()).spawn().unwrap();
        // A house bot ends with its standard input.
        let _held_open = refused.stdin.take();
        let refused = refused.wait_with_output().unwrap();
        let why = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && why.contains(refusal), "{why}");
    }
    let mut me = bot("me", &token).stderr(Stdio::null()).spawn().unwrap();
    assert!(playing.wait().unwrap().success(), "{}", said());
    assert!(me.wait().unwrap().success(), "a bot that is let go exits");
}

#[test]
fn a_person_finds_the_bots_at_a_table_in_the_browser() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let bots = ["--bot", "me=person", "--bot", "them=house:first-legal", "--bot", "more=house:random"];
    let play = [&["play", "--game", "kanaloa", "--seats", "3", "--data", data], &bots[..]].concat();
    let mut playing = Watched::start(&play);
    let link = playing.line_with("Play in your browser: http://");
    let (addr, path) = link.split_once('/').unwrap();
    assert_eq!(path, "play/?game=kanaloa&seats=3&bots=them,more");
    let seated = |bot: &str, page: &str| page.contains(&format!("<option value=\"bot:{bot}\" selected>"));
    soon(|| {
        let page = get(addr, &format!("/{path}"));
        (seated("them", &page) && seated("more", &page)).then_some(())
    });
    let said = playing.stops_well();
    assert!(said.contains("press Ctrl-C"), "{said}");
    let elsewhere = KAHUA.run(&[&play[..], &["--listen", "0.0.0.0:0"]].concat()).failed(2);
    assert!(elsewhere.contains("must be on loopback"), "{elsewhere}");
    let as_json = KAHUA.run(&[&play[..], &["--json"]].concat()).failed(2);
    assert!(as_json.contains("there is no result to print"), "{as_json}");
}
