//! `kahua bridge`: bots of a few lines of shell and awk, and its messages when a command doesn't do its part.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use kahua_tests::{Ran, has_tool, json_lines, root, signal, soon};

use crate::KAHUA;

fn shell(bot: &str) -> String {
    root().join("sample-bots/shell").join(bot).display().to_string()
}

/// A bot `name` whose bridge has these options and this command.
fn bridge(name: &str, options: &str, command: &str) -> String {
    format!("{name}=kahua bridge {options} -- {command}")
}

fn first_legal(name: &str) -> String {
    bridge(name, "", &shell("first-legal.sh"))
}

fn random(name: &str) -> String {
    bridge(name, "--matches 2", &format!("awk -W interactive -f {}", shell("random.awk")))
}

fn play(game: &str, bots: &[String], data: &Path) -> Ran {
    let (seats, data) = (bots.len().to_string(), data.to_str().unwrap());
    let mut args = vec!["play", "--game", game, "--seats", &seats, "--matches", &seats, "--data", data];
    args.extend(["--seed", "1", "--tc", "60s/20s~100ms", "--restarts", "0"]);
    args.extend(bots.iter().flat_map(|bot| ["--bot", bot.as_str()]));
    KAHUA.run(&args)
}

/// Plays a set and expects every match to end without a fault.
fn play_well(game: &str, bots: &[String]) {
    let dir = tempfile::tempdir().unwrap();
    let said = play(game, bots, dir.path()).good();
    let data = dir.path().to_str().unwrap();
    let matches = json_lines(&KAHUA.run(&["match", "list", "--data", data, "--json"]).good());
    assert_eq!(matches.len(), bots.len(), "{said}");
    let exported = KAHUA.run(&["match", "export", "--data", data]).good();
    for record in json_lines(&exported) {
        assert_eq!(record["termination"]["kind"], "KIND_FINISHED", "{said}");
        let results = record["results"].as_array().unwrap();
        assert!(results.iter().all(|result| result["strikes"] == 0), "{said}");
    }
    assert!(KAHUA.run(&["verify", "--data", data]).good().ends_with(" verified, 0 failed\n"));
}

#[test]
fn a_few_lines_of_shell_or_awk_play_every_game_at_every_seat_count() {
    for kind in kahua_engine::registry::all() {
        let game = kind.info().name;
        play_well(game, &[first_legal("sh"), random("awk")]);
        for seats in kind.info().seats.clone() {
            let mut bots = vec![first_legal("sh"), random("awk")];
            bots.extend((2..seats).map(|number| format!("house-{number}=house:random")));
            bots[seats % 2] = "greedy=house:greedy".to_owned();
            play_well(game, &bots);
        }
    }
}

#[test]
fn answers_may_be_actions_and_events_may_be_told() {
    let first_action = r#"'match($0, /"legal":\["[^"]*"/) {
        print substr($0, RSTART + 10, RLENGTH - 11); fflush()
    }'"#;
    let object = r#"'match($0, /"ticket":[0-9]+/) && /^{"type":"ask"/ {
        print "{\"index\":0," substr($0, RSTART, RLENGTH) ",\"comment\":\"first\"}"; fflush()
    }'"#;
    let awk = |name, options, program| bridge(name, options, &format!("awk -W interactive {program}"));
    play_well("haleakala", &[awk("action", "", first_action), awk("object", "--events", object)]);
    // Like a language that has only floating-point numbers, on a system with other line ends.
    let float = |start: &str| {
        format!(r#"sh -c 'printf "{start}"; while read -r ask; do printf "{{\"index\":0.0}}\r\n"; done'"#)
    };
    let [marked, ready] = [float(r"\357\273\277"), float(r"\357\273\277ready\r\n")];
    play_well("haleakala", &[bridge("float", "", &marked), bridge("ready", "--ready", &ready)]);
}

#[test]
fn a_command_may_say_when_it_is_ready_and_may_give_a_match_up() {
    let dir = tempfile::tempdir().unwrap();
    let resigns = r#"sh -c 'sleep 0.2; echo ready; while read -r ask; do echo "{\"resign\":true}"; done'"#;
    let bots = [bridge("a", "--ready", resigns), "b=house:random".to_owned()];
    let _said = play("haleakala", &bots, dir.path()).good();
    let records = json_lines(&KAHUA.run(&["match", "export", "--data", dir.path().to_str().unwrap()]).good());
    for record in records {
        let results = record["results"].as_array().unwrap();
        assert!(results.iter().any(|result| result["given_up"] == "FAULT_CAUSE_RESIGNED"), "{record}");
    }
}

#[test]
fn a_command_that_fails_is_told_why() {
    for (options, command, expected) in [
        ("", "/nowhere/bot", "cannot start the command \"/nowhere/bot\""),
        ("", "sh -c 'read x; exit 7'", "it exited while it was still needed (exit status: 7)"),
        ("", "sh -c 'read x; exec >&-; sleep 9'", "it closed its standard output"),
        ("", "sh -c 'exec <&-; sleep 9'", "it no longer reads its standard input"),
        (
            "",
            "sh -c 'read x; echo hello; cat'",
            "line 1 of its output, which answers line 1: \"hello\" is not a valid answer",
        ),
        ("", "sh -c 'read x; echo \"{\\\"index\\\":true}\"; cat'", "expected u32"),
        ("", r#"sh -c 'read x; printf "\377\3760\000\n\000"; cat'"#, "it isn't written in UTF-8"),
        (
            "",
            "sh -c 'while read x; do echo 0; echo 0; done'",
            "doesn't answer an ask: one line for each ask is expected",
        ),
        ("", "sh -c 'read x; head -c 99999 /dev/zero | tr \"\\0\" 0; cat'", "is longer than 65536 bytes"),
        (
            "--ready",
            "sh -c 'echo hi; cat'",
            "line 1 of its output is \"hi\", but --ready expects the line `ready` first",
        ),
        ("--game chess", "cat", "chess"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let bots = [bridge("a", options, command), "b=house:random".to_owned()];
        let error = play("haleakala", &bots, dir.path()).err;
        assert!(error.contains("bot a ended while it was needed (exit status: 3)"), "{command}: {error}");
        assert!(error.contains(expected), "{command}: {error}");
    }
}

#[test]
fn a_wrong_command_line_says_what_would_be_right() {
    for (args, expected) in [
        (
            &["bridge", "--", "cat"][..],
            "KAHUA_ADDR is not set; expected host:port, http://host:port or https://host:port, or use --addr",
        ),
        (&["bridge", "--addr", "127.0.0.1:1", "--", "cat"], "KAHUA_NAME is not set"),
        (&["bridge", "--addr", "127.0.0.1:1", "--name", "a"], "COMMAND"),
        (&["bridge", "--addr", "127.0.0.1:1", "--name", "a", "--seats", "2", "--", "cat"], "--seats needs --game"),
        (
            &["bridge", "--addr", "a:1", "--name", "a", "--token-file", "/nowhere", "--", "cat"],
            "cannot read the token file /nowhere: No such file",
        ),
        (&["bridge", "--addr", "127.0.0.1", "--name", "a", "--", "cat"], "has no port; expected host:port"),
        (
            &["bridge", "--addr", "127.0.0.1:1", "--name", "a b", "--", "cat"],
            "KAHUA_NAME: \"a b\" is not a valid bot name",
        ),
        (
            &["bridge", "--addr", "https://127.0.0.1:1", "--ca", "/nowhere", "--name", "a", "--", "cat"],
            "KAHUA_CA: can't read /nowhere: No such file",
        ),
    ] {
        let error = KAHUA.run(args).failed(2);
        assert!(error.contains(expected), "{args:?}: {error}");
    }
}

#[test]
fn the_command_ends_with_its_bridge_and_the_bridge_with_its_parent() {
    // A script that doesn't `exec` its engine. The engine ignores the end of its input.
    let stubborn = "sh -c 'echo $$ > \"$0\"; trap \"\" INT TERM; while :; do sleep 0.05; done' \"$0\"; true";
    for stop in [End::Input, End::Signal("-INT"), End::Signal("-TERM")] {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("pid");
        let arguments = ["bridge", "--addr", "127.0.0.1:1", "--name", "a", "--", "sh", "-c", stubborn];
        let mut bridge =
            KAHUA.command(&arguments).arg(&path).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let pid = soon(|| std::fs::read_to_string(&path).ok()?.trim().parse::<u32>().ok());
        match stop {
            End::Input => drop(bridge.stdin.take()),
            End::Signal(which) => signal(which, bridge.id()),
        }
        assert!(soon(|| bridge.try_wait().unwrap()).success());
        soon(|| (!Path::new(&format!("/proc/{pid}/stat")).exists()).then_some(()));
    }
}

enum End {
    Input,
    Signal(&'static str),
}

/// Started by hand, in an environment that doesn't say so already, as a check would start it.
#[test]
fn a_program_in_python_need_not_flush_its_output() {
    if !has_tool("a program in python need not flush its output", "python3", &["--version"]) {
        return;
    }
    let silent = "print('ready')\nfor line in open(0): pass";
    let arguments = ["bridge", "--ready", "--addr", "127.0.0.1:1", "--name", "a", "--", "python3", "-c", silent];
    let mut bridge = KAHUA.command(&arguments);
    bridge.env_remove("PYTHONUNBUFFERED").stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut bridge = bridge.spawn().unwrap();
    // It looks for its arena once the command is ready.
    let log = BufReader::new(bridge.stderr.take().unwrap());
    let said = log.lines().map_while(Result::ok).find(|line| line.contains("no arena at ") || line.contains("error: "));
    assert!(said.as_ref().is_some_and(|said| said.contains("no arena at ")), "{said:?}");
    drop(bridge.stdin.take());
    assert!(bridge.wait().unwrap().success());
}

#[test]
fn what_only_a_shell_understands_is_refused() {
    let by_hand = KAHUA.run(&["bridge", "--addr", "127.0.0.1:1", "--name", "a", "--", "cd", "x", "&&", "./bot"]);
    let by_hand = by_hand.failed(2);
    assert!(by_hand.contains("only a shell understands \"&&\", and no shell runs the command"), "{by_hand}");
    let dir = tempfile::tempdir().unwrap();
    let piped =
        play("haleakala", &[bridge("a", "", "cat | tee log"), "b=house:random".to_owned()], dir.path()).failed(2);
    assert!(piped.contains("only a shell understands \"|\", and no shell runs the command"), "{piped}");
    let cd = play("haleakala", &["a=cd x; ./bot".to_owned(), "b=house:random".to_owned()], dir.path()).failed(3);
    assert!(cd.contains("write sh -c '...'"), "{cd}");
}

/// A bridge goes on after its arena was killed and came back.
#[test]
fn a_bridge_goes_on_after_the_arena_was_killed() {
    let dir = tempfile::tempdir().unwrap();
    let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let settings = dir.path().join("arena.toml");
    let league = "[[league]]\nname = 'l'\ngame = 'haleakala'\nbots = ['sh', 'awk']\nsets = 2\n";
    std::fs::File::create(&settings).unwrap().write_all(league.as_bytes()).unwrap();
    let data = dir.path().join("data");
    let (settings, data) = (settings.to_str().unwrap(), data.to_str().unwrap());
    let serve = || {
        Ended(KAHUA.command(&["serve", "--listen", &address, "--data", data, "--config", settings]).spawn().unwrap())
    };
    let records = || {
        let list = KAHUA.run(&["match", "list", "--data", data, "--json"]);
        // The first look may come before the arena has made its store.
        let mut all = if list.code == Some(0) { json_lines(&list.out) } else { Vec::new() };
        all.retain(|record| record["running"] == false);
        all
    };
    let arena = serve();
    let awk = format!("awk -W interactive -f {}", shell("random.awk"));
    let start = |name: &str, command: &[&str]| {
        let mut bridge = Command::new(KAHUA.path());
        bridge.args(["bridge", "--addr", &address, "--name", name, "--"]).args(command);
        Ended(bridge.stdin(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    };
    let _bots = [start("sh", &[&shell("first-legal.sh")]), start("awk", &awk.split(' ').collect::<Vec<_>>())];
    soon(|| (!records().is_empty()).then_some(()));
    drop(arena);
    let _arena = serve();
    let all = soon(|| Some(records()).filter(|records| records.len() == 4));
    assert!(all.iter().all(|record| record.to_string().contains("KIND_FINISHED")), "{all:?}");
}

/// A process that is killed when this is dropped.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}
