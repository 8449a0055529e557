//! `kahua check`: every sample bot of every language passes it, and a failed check is reported in each form. The crate
//! of the check tests what each step finds.

use kahua_tests::languages::{bridged, language};
use kahua_tests::{Ran, json_lines, junit_failures};

use crate::KAHUA;
use serde_json::Value;

/// How long a check waits for a bot, in seconds: on a crowded machine, Java takes longer to start than the default allows.
const PATIENCE_S: &str = "120";

/// What `kahua check` with these arguments says as JSON, with its exit code.
fn check(bot: &str, args: &[&str]) -> (Option<i32>, Value) {
    let Ran { code, out, err } = KAHUA.run(&[&["check", "--bot", bot, "--seed", "1", "--json"], args].concat());
    let mut reports = json_lines(&out);
    assert_eq!(reports.len(), 1, "{out}{err}");
    (code, reports.remove(0))
}

/// The bot passes every step.
fn passes(bot: &str) {
    let (code, report) = check(bot, &["--patience", PATIENCE_S]);
    println!("{bot}: {} steps passed in {} ms", report["passed"], report["took_ms"]);
    assert_eq!((code, &report["failed"], &report["skipped"]), (Some(0), &0.into(), &0.into()), "{bot}: {report:#}");
    assert_eq!((&report["unanswered_asks"], &report["stray_answers"]), (&0.into(), &0.into()), "{bot}: {report:#}");
}

/// Every sample bot of this language passes every step.
fn language_passes(name: &str) {
    let language = language(name);
    if language.is_there() {
        language.commands().for_each(|command| passes(&command));
    }
}

#[test]
fn the_house_bots_pass() {
    ["first-legal", "random", "greedy"].iter().for_each(|bot| passes(&format!("house:{bot}")));
}

/// The search thinks about one match at a time, and its Hello says so. One game is enough: it thinks for a fixed time in each, and
/// its own tests play all of them.
#[test]
fn the_search_passes_all_that_a_bot_of_one_match_can() {
    let (code, report) = check("house:search-50ms", &["--game", "hawaii"]);
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

/// A check with one game that is strict in time: the report, and the names and texts of the failed steps.
fn verdicts(bot: &str) -> (Value, Vec<(String, String)>) {
    let (code, report) = check(bot, &["--game", "kanaloa", "--tc", "/800ms~100ms", "--patience", "2"]);
    let steps = report["steps"].as_array().expect("a list of steps");
    let text = |step: &Value, key: &str| step[key].as_str().expect("a text").to_owned();
    let failed = steps.iter().filter(|step| step["verdict"] == "failed");
    let failed: Vec<_> = failed.map(|step| (text(step, "name"), text(step, "seen"))).collect();
    assert_eq!(code, Some(i32::from(!failed.is_empty())), "{report:#}");
    (report, failed)
}

/// What was seen in the step with this name.
fn seen<'a>(report: &'a Value, name: &str) -> &'a str {
    let steps = report["steps"].as_array().expect("a list of steps");
    steps.iter().find(|step| step["name"] == name).and_then(|step| step["seen"].as_str()).expect("such a step")
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
    let error = KAHUA.run(&["check", "--bot", "/no/such/bot"]).failed(3);
    assert!(error.contains("the command \"/no/such/bot\" can't be started"), "{error}");
}

#[test]
fn a_failed_check_is_reported_as_text_with_what_the_bot_wrote_and_as_junit() {
    let dir = tempfile::tempdir().unwrap();
    let (file, data) = (dir.path().join("results.xml"), dir.path().join("data"));
    let mut command = KAHUA.command(&["check", "--bot", "sh -c 'echo no licence >&2; exit 7'", "--seed", "1"]);
    command.arg("--junit").arg(&file).arg("--data").arg(&data);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(" 1  FAILED   connects "), "{text}");
    assert!(text.contains("    | no licence\n"), "{text}");
    let log = data.join("logs/candidate.log");
    assert!(text.contains(&format!("The bot's log: {}", log.display())) && log.exists(), "{text}");
    let xml = std::fs::read_to_string(&file).unwrap();
    assert!(xml.contains(r#"failures="1" errors="0""#), "{xml}");
    if let Some(failures) = junit_failures(&file) {
        assert_eq!(failures, ["01 connects | its process ended (exit status: 7)"]);
    }
}

#[test]
fn junit_may_be_printed_in_place_of_the_text() {
    let args = ["check", "--bot", "sh -c 'exit 7'", "--seed", "1", "--junit", "-"];
    let Ran { code, out, err } = KAHUA.run(&args);
    assert_eq!(code, Some(1), "{err}");
    assert!(out.starts_with("<?xml") && out.ends_with("</testsuites>\n"), "{out}");
}

#[test]
fn the_matches_of_a_check_are_kept_where_its_data_is() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let said = KAHUA.run(&["check", "--bot", "house:random", "--seed", "1", "--data", data]).good();
    assert!(said.contains(" 1  ok       connects "), "{said}");
    assert!(said.contains(&format!("Its matches: kahua match list --data {data}")), "{said}");
    assert!(!json_lines(&KAHUA.run(&["match", "list", "--data", data, "--json"]).good()).is_empty());
    assert!(KAHUA.run(&["verify", "--data", data]).good().ends_with(" verified, 0 failed\n"));
}
