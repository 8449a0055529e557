//! The rules as a process: its lines, its end, and the sample bots that look ahead with it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Stdio};

use kahua_rules::limits::LINE_BYTES_MAX;
use kahua_tests::languages::languages;
use kahua_tests::{has_file, json_lines, signal};
use serde_json::{Value, json};

use crate::KAHUA;
use crate::bots::play;

/// The process, and what it answers.
struct Process(Child);

impl Process {
    fn start(args: &[&str]) -> Process {
        let mut command = KAHUA.command(args);
        Process(command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts"))
    }

    fn write(&mut self, line: &str) {
        writeln!(self.0.stdin.as_mut().expect("it is piped"), "{line}").expect("it reads");
    }

    /// Ends the input, and returns the lines that haven't been read.
    fn end(mut self) -> Vec<Value> {
        drop(self.0.stdin.take());
        let output = self.0.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{:?}", output.status);
        json_lines(&String::from_utf8(output.stdout).expect("it writes text"))
    }
}

#[test]
fn every_line_is_answered_in_order_until_the_input_ends() {
    let mut process = Process::start(&["rules"]);
    // Answered before the next line comes.
    process.write(r#"{"op":"start","game":"haleakala","seed":7,"id":1}"#);
    let mut first = String::new();
    BufReader::new(process.0.stdout.as_mut().expect("it is piped")).read_line(&mut first).expect("it is text");
    assert!(first.starts_with(r#"{"id":1,"position":1,"phase":"decide""#), "{first}");
    process.write("");
    process.write("nonsense");
    process.write(&"x".repeat(LINE_BYTES_MAX + 1));
    process.write(r#"[{"op":"scores","position":1},{"op":"legal","position":2}]"#);
    let answers = process.end();
    let texts: Vec<_> = answers.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), 3, "{texts:?}");
    assert!(texts[0].contains("the line is not JSON") && texts[1].contains("the line is longer than"), "{texts:?}");
    assert_eq!(answers[2][0], json!({"scores": [0, 0], "over": false}));
    assert!(texts[2].contains("there is no open position 2"), "{texts:?}");
}

#[test]
fn ctrl_c_is_left_to_the_bot_that_started_it() {
    let mut process = Process::start(&["rules"]);
    process.write("{}");
    let mut first = String::new();
    BufReader::new(process.0.stdout.as_mut().expect("it is piped")).read_line(&mut first).expect("it is text");
    signal("-INT", process.0.id());
    process.write("{}");
    assert_eq!(process.end().len(), 1);
}

#[test]
fn a_ruleset_of_ones_own_is_played_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.toml");
    let built_in = KAHUA.run(&["games", "haleakala", "--ruleset"]).good();
    fs::write(&file, built_in.replacen("id = \"", "id = \"my-", 1)).expect("it is written");
    let file = file.to_str().expect("it is text");
    let mut process = Process::start(&["rules", "--ruleset", file]);
    process.write(r#"{"op":"start","game":"haleakala","seed":7}"#);
    assert_eq!(process.end()[0]["phase"], "decide");
    let said = KAHUA.run(&["rules", "--ruleset", "/no/such"]).failed(3);
    assert!(said.contains("cannot read the ruleset /no/such"), "{said}");
}

/// They find the rules without kahua on the PATH. One match of one game each, since they think about every decision.
#[test]
fn the_bots_that_look_ahead_play_by_the_rules_of_this_program() {
    let game = kahua_engine::registry::all()[0].info().name;
    let in_rust = Path::new(KAHUA.path()).with_file_name("examples").join("lookahead");
    let build = "cargo build --package kahua-client --examples";
    let in_rust = has_file("the bot that looks ahead in rust", &in_rust, build).then(|| in_rust.display().to_string());
    let others = languages().map(|language| (language.name, language.looks_ahead()));
    for (name, command) in others.chain([("rust", in_rust)]) {
        let Some(command) = command else { continue };
        let bots = [format!("{name}={command}"), "random=house:random".to_owned()];
        play(game, "2", &bots, "1");
    }
}
