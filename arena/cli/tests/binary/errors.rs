//! The most common errors, word for word, so that a review shows every change of wording.

use std::fmt::Write;
use std::fs;

use crate::KAHUA;

#[test]
fn errors_of_the_command_line_read_as_reviewed() {
    let report = report(&[
        &["frobnicate"],
        &["play", "--game", "haleakala"],
        &["play", "--game", "haleakala", "--bot", "a=house:greedy"],
        &["play", "--game", "haleakala", "--bot", "a=house:greedy", "--bot", "a=house:random"],
        &["play", "--game", "haleakala", "--bot", "a=house:nobody"],
        &["play", "--game", "haleakala", "--bot", "a"],
        &["play", "--game", "haleakala", "--bot", "a b=house:greedy"],
        &["play", "--game", "haleakala", "--bot", "a=house:greedy", "--tc", "fast"],
        &["play", "--game", "haleakala", "--bot", "a=/no/such/bot", "--bot", "b=house:random"],
        &["play", "--game", "haleakala", "--bot", "a=house:greedy", "--bot", "b=house:random", "--matches", "0"],
        &["play", "--game", "haleakala", "--bot", "a=house:greedy", "--bot", "b=house:random", "--matches", "-5"],
        &["play", "--game", "hawaii", "--seats", "5", "--bot", "a=house:greedy", "--bot", "b=house:random"],
        &["demo", "--matches", "0"],
        &["faults", "--data", "/nowhere"],
        &["playthrough", "--game", "chess"],
        &["playthrough", "--game", "haleakala", "--seats", "3"],
        &["playthrough", "--game", "haleakala", "--option", "variant=x"],
        &["playthrough", "--game", "haleakala", "--option", "colour=red"],
        &["playthrough", "--game", "haleakala", "--seed", "x"],
        &["playthrough", "--game", "haleakala", "--ruleset", "/nowhere/mine.toml"],
        &["standings", "--data", "/nowhere"],
        &["bot", "add", "--data", "/nowhere", "no spaces"],
        &["new", "my-bot"],
        &["new", "no spaces", "--language", "go"],
        &["new", "my-bot", "--language", "cobol"],
        &["check", "--bot", "remote"],
        &["check", "--bot", ""],
        &["check", "--bot", "me=python3 my_bot.py"],
        &["check", "--bot", "a", "--json", "--junit", "-"],
        &["check", "--bot", "/no/such/bot"],
        &["serve", "--config", "/nowhere/arena.toml"],
        &["serve", "--tls-certificate", "chain.pem"],
        &["serve", "--web-origin", "https://a.example/page"],
        &["bridge", "--", "cat"],
        &["bridge", "--addr", "127.0.0.1:1", "--name", "a", "--seats", "2", "--", "cat"],
    ]);
    insta::assert_snapshot!(report);
}

#[test]
fn errors_of_a_settings_file_read_as_reviewed() {
    let dir = tempfile::tempdir().unwrap();
    let (path, data) = (dir.path().join("arena.toml"), dir.path().join("data"));
    let (path, data) = (path.to_str().unwrap(), data.to_str().unwrap());
    let mut report = String::new();
    for settings in [
        "colour = \"red\"",
        "listen = \"here\"",
        "tokens = \"maybe\"",
        "organizers = [\"abc\"]",
        "rulesets = [\"nowhere.toml\"]",
        "tls = { certificate = \"nowhere.pem\" }",
        "tls = { certificate = \"nowhere.pem\", key = \"nowhere.key\" }",
        "[[webhook]]\nname = \"a\"\nurl = \"example.com\"\nsecret_file = \"a.secret\"",
        "[[webhook]]\nname = \"a\"\nurl = \"https://example.com\"\nsecret_file = \"nowhere.secret\"",
        "[[league]]\ngame = \"haleakala\"",
        "[[league]]\nname = \"l\"\ngame = \"chess\"",
        "[[league]]\nname = \"l\"\ngame = \"haleakala\"\nseats = 3",
        "[[league]]\nname = \"l\"\ngame = \"haleakala\"\nbots = [\"a b\"]",
        "[[league]]\nname = \"l\"\ngame = \"haleakala\"\noptions = [\"variant=x\"]",
        "[[league]]\nname = \"l\"\ngame = \"haleakala\"\ntime = \"fast\"",
        "[[league]]\nname = \"l\"\ngame = \"haleakala\"\nsets = 0",
        "[[league]]\nname = \"l\"\ngame = \"haleakala\"\nno_clock = true",
        "[[league]]\nname = \"l\"\ngame = \"haleakala\"\nfaults = { policy = \"kill\" }",
    ] {
        fs::write(path, settings).unwrap();
        let ran = KAHUA.run(&["serve", "--listen", "127.0.0.1:0", "--config", path, "--data", data]);
        writeln!(report, "{settings}\n=> exit code {}\n{}\n", ran.code.unwrap(), ran.err.trim_end()).unwrap();
    }
    insta::assert_snapshot!(report.replace(dir.path().to_str().unwrap(), "[dir]"));
}

/// What each of these command lines prints on standard error, and its exit code.
fn report(command_lines: &[&[&str]]) -> String {
    let mut report = String::new();
    for args in command_lines {
        let ran = KAHUA.run(args);
        let code = ran.code.expect("it exits by itself");
        writeln!(report, "$ kahua {}\n=> exit code {code}\n{}\n", args.join(" "), ran.err.trim_end()).unwrap();
    }
    report
}
