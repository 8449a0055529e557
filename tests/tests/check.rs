//! `kahua check`: every sample bot of every language passes it, and a bot that is wrong in one way fails at that step.

use std::path::Path;

use kahua_tests::languages::{BOTS, bridged, language};
use kahua_tests::{Ran, has_tool, json_lines, kahua, run};
use serde_json::Value;

/// What `kahua check` with these arguments says as JSON, with its exit code.
fn check(bot: &str, args: &[&str]) -> (Option<i32>, Value) {
    let Ran { code, out, err } = run(&[&["check", "--bot", bot, "--seed", "1", "--json"], args].concat());
    let mut reports = json_lines(&out);
    assert_eq!(reports.len(), 1, "{out}{err}");
    (code, reports.remove(0))
}

/// The bot passes every step.
fn passes(bot: &str) {
    let (code, report) = check(bot, &[]);
    println!("{bot}: {} steps passed in {} ms", report["passed"], report["took_ms"]);
    assert_eq!((code, &report["failed"], &report["skipped"]), (Some(0), &0.into(), &0.into()), "{bot}: {report:#}");
    assert_eq!((&report["unanswered_asks"], &report["stray_answers"]), (&0.into(), &0.into()), "{bot}: {report:#}");
}

/// Every sample bot of this language passes every step.
fn language_passes(name: &str) {
    let language = language(name);
    if language.is_there() {
        (0..BOTS.len()).for_each(|which| passes(&language.command(which)));
    }
}

#[test]
fn the_house_bots_pass() {
    BOTS.iter().for_each(|bot| passes(&format!("house:{bot}")));
}

/// It thinks about one match at a time, and says so in its Hello.
#[test]
fn the_search_passes_all_that_a_bot_of_one_match_can() {
    let (code, report) = check("house:search-50ms", &[]);
    assert_eq!((code, &report["failed"], &report["skipped"]), (Some(0), &0.into(), &1.into()), "{report:#}");
    assert!(seen(&report, "plays two matches at once").contains("one match"), "{report:#}");
}

#[test]
fn the_python_bots_pass() {
    language_passes("python");
}

#[test]
fn the_typescript_bots_pass() {
    language_passes("typescript");
}

#[test]
fn a_bot_passes_over_grpc_web() {
    let typescript = language("typescript");
    if typescript.is_there() {
        passes(&format!("env KAHUA_TRANSPORT=grpc-web {}", typescript.command(2)));
    }
}

#[test]
fn the_go_bots_pass() {
    language_passes("go");
}

#[test]
fn the_java_bots_pass() {
    language_passes("java");
}

#[test]
fn the_cpp_bots_pass() {
    language_passes("cpp");
}

#[test]
fn shell_and_awk_pass_over_the_bridge() {
    bridged().iter().for_each(|(_, command)| passes(command));
}

/// A bot that is wrong in this way, see `src/bin/misfit.rs`.
fn misfit(way: &str) -> String {
    format!("{} {way}", env!("CARGO_BIN_EXE_misfit"))
}

/// The check of a misfit at the games of one kind, strict in time: what all of its steps came to, by their names.
fn verdicts(bot: &str) -> (Value, Vec<(String, String)>) {
    let (code, report) = check(bot, &["--game", "kanaloa", "--tc", "/800ms~100ms", "--patience", "2"]);
    let steps = report["steps"].as_array().expect("a list of steps");
    let text = |step: &Value, key: &str| step[key].as_str().expect("a text").to_owned();
    let failed = steps.iter().filter(|step| step["verdict"] == "failed");
    let failed: Vec<_> = failed.map(|step| (text(step, "name"), text(step, "seen"))).collect();
    assert_eq!(code, Some(i32::from(!failed.is_empty())), "{report:#}");
    (report, failed)
}

/// The misfit fails at these steps and no other, and is told this.
fn fails_at(way: &str, steps: &[&str], told: &str) -> Value {
    let (report, failed) = verdicts(&misfit(way));
    let names: Vec<&str> = failed.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, steps, "{way}: {report:#}");
    assert!(failed.iter().all(|(_, seen)| seen.contains(told)), "{way}: {failed:?}");
    report
}

/// What was seen in the step with this name.
fn seen<'a>(report: &'a Value, name: &str) -> &'a str {
    let steps = report["steps"].as_array().expect("a list of steps");
    steps.iter().find(|step| step["name"] == name).and_then(|step| step["seen"].as_str()).expect("such a step")
}

#[test]
fn a_sound_bot_passes_over_one_stream_and_by_single_calls() {
    for way in ["sound", "half-duplex", "one-at-a-time"] {
        let (report, failed) = verdicts(&misfit(way));
        assert!(failed.is_empty(), "{way}: {report:#}");
        let skipped = report["steps"].as_array().unwrap().iter().filter(|step| step["verdict"] == "skipped");
        let skipped: Vec<&Value> = skipped.map(|step| &step["name"]).collect();
        match way {
            "one-at-a-time" => assert_eq!(skipped, ["plays two matches at once"]),
            _ => assert!(skipped.is_empty(), "{way}: {report:#}"),
        }
        assert_eq!(report["steps"][1]["seen"].as_str().unwrap().contains("Listen and Answer"), way == "half-duplex");
    }
}

#[test]
fn a_bot_that_does_not_say_who_it_is_fails_to_greet() {
    fails_at("other-name", &["greets"], "its Hello gives the name \"somebody\", but KAHUA_NAME is \"candidate\"");
    fails_at("no-token", &["greets"], "it sent no token");
    fails_at("unknown-game", &["greets"], "this arena has no game \"chess\"");
}

#[test]
fn a_bot_that_answers_badly_fails_where_it_plays() {
    let (_, failed) = verdicts(&misfit("illegal"));
    let (name, seen) = &failed[0];
    assert_eq!(name, "plays kanaloa, 2 seats, setup=standard", "what is illegal isn't late");
    assert!(seen.contains("illegal") && seen.contains("at its ask 1"), "{seen}");
    let (_, failed) = verdicts(&misfit("answers-twice"));
    assert_eq!(failed[0].0, "plays kanaloa, 2 seats, setup=standard");
    assert!(failed[0].1.contains("stale ticket"), "{failed:?}");
}

#[test]
fn a_bot_that_plays_one_match_after_the_other_though_it_claims_more_fails_there() {
    fails_at("minds-but-one", &["plays two matches at once"], "late: no answer");
}

#[test]
fn a_slow_bot_fails_in_time() {
    let (_, failed) = verdicts(&misfit("late"));
    assert_eq!(failed[0].0, "answers in time");
    assert!(failed[0].1.contains("late: no answer after "), "{failed:?}");
    assert!(failed.iter().any(|(name, _)| name.starts_with("plays kanaloa, 4 seats")), "each step has its own verdict");
}

#[test]
fn a_bot_that_fears_trouble_fails_where_it_comes() {
    // An answer to an ask that the resignation has ended is a fault too.
    let steps = ["survives a fault message", "survives a resign"];
    let report = fails_at("dies-at-faults", &steps, "its process ended (exit status: 3)");
    let failed = report["steps"].as_array().unwrap().iter().find(|step| step["verdict"] == "failed").unwrap();
    let stderr = failed["stderr"].as_str().unwrap();
    assert!(stderr.contains("misfit: fault: an exercise: this ticket isn't open"), "{stderr}");
    assert!(stderr.ends_with("faults are too much for me\n"), "{stderr}");
    let report = fails_at("answers-faults", &steps, "");
    assert!(seen(&report, steps[0]).contains("stale ticket"), "{report:#}");
    assert!(seen(&report, steps[1]).contains("told that its answer came too late, it sent "), "{report:#}");
    fails_at("dies-at-resigns", &["survives a resign"], "its process ended (exit status: 3)");
    let report = fails_at("hides-from-faults", &steps, "");
    assert_eq!(seen(&report, steps[0]), "it lost its connection, and the match ended before it came back");
    fails_at("no-pauses", &["survives a drain"], "it must pause between tries");
}

#[test]
fn a_bot_that_is_lost_with_its_connection_fails_the_reconnect_and_the_drain() {
    for (way, told) in [
        ("stays-away", "it didn't connect within 2 s"),
        ("dies-when-cut", "its process ended (exit status: 3)"),
        ("forgets-token", "it came back without the resume token"),
    ] {
        fails_at(way, &["survives a reconnect", "survives a drain"], told);
    }
}

#[test]
fn a_bot_that_never_comes_fails_to_connect_and_the_rest_is_not_run() {
    for (bot, told) in [
        ("sh -c 'echo no licence >&2; exit 7'", "its process ended (exit status: 7)"),
        ("sleep 60", "nothing connected to 127.0.0.1:"),
    ] {
        let (report, failed) = verdicts(bot);
        assert_eq!(failed.len(), 1, "{report:#}");
        assert_eq!(failed[0].0, "connects");
        assert!(failed[0].1.contains(told), "{failed:?}");
        let steps = report["steps"].as_array().unwrap();
        assert!(steps[1..].iter().all(|step| step["seen"].as_str().unwrap().starts_with("not run: ")), "{report:#}");
    }
    let error = run(&["check", "--bot", "/no/such/bot"]).failed(3);
    assert!(error.contains("the command \"/no/such/bot\" can't be started"), "{error}");
}

#[test]
fn a_failed_check_is_told_as_text_with_the_bots_own_words_and_as_junit() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("results.xml");
    let data = dir.path().join("data");
    let bot = misfit("dies-at-faults");
    let mut command = kahua(&["check", "--bot", &bot, "--game", "kanaloa", "--seed", "1"]);
    command.arg("--junit").arg(&file).arg("--data").arg(&data);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(" 1  ok       connects "), "{text}");
    assert!(text.contains(" FAILED   survives a fault message"), "{text}");
    assert!(text.contains("    | misfit: faults are too much for me\n"), "{text}");
    let log = data.join("logs/candidate.log");
    assert!(text.contains(&format!("The bot's log: {}", log.display())) && log.exists(), "{text}");
    assert!(run(&["verify", "--data", data.to_str().unwrap()]).good().ends_with(" verified, 0 failed\n"));
    is_junit(&file);
}

/// A JUnit file with two failures. Read with Python's own parser, where there is one, as a CI system would.
fn is_junit(file: &Path) {
    let xml = std::fs::read_to_string(file).unwrap();
    assert!(xml.contains(r#"skipped="0" failures="2" errors="0""#), "{xml}");
    let reader = "import sys, xml.etree.ElementTree as e\n\
                  for case in e.parse(sys.argv[1]).getroot().iter('testcase'):\n\
                  \x20 for found in case.iter('failure'): print(case.get('name'), '|', found.get('message'))";
    if has_tool("is_junit", "python3", &["--version"]) {
        let read = std::process::Command::new("python3").args(["-c", reader]).arg(file).output().unwrap();
        let read = String::from_utf8(read.stdout).unwrap();
        assert_eq!(read.lines().count(), 2, "{read}");
        assert!(read.contains("survives a fault message | its process ended (exit status: 3)"), "{read}");
    }
}
