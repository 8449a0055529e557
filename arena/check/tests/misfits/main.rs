//! Bots that are wrong in one way. Each fails the steps that should find it, and no other.

use std::fs;
use std::path::Path;
use std::time::Duration;

use kahua_check::{CheckError, CheckOptions, CheckRun, GameSelection, Report, StepReport, StepStatus, TextReport};
use kahua_core::verify::verify;
use kahua_engine::registry;
use kahua_process::BotCommand;
use kahua_settings::Rulesets;
use kahua_store::Store;
use kahua_tests::junit_failures;

/// The misfits that leave something undone, so that a check waits for them as long as it may.
const WAITED_FOR: [&str; 8] =
    ["hides-from-faults", "late", "minds-but-one", "no-ticket", "resigns", "silent", "stays-away", "wrong-tickets"];

/// Checks the misfit with one game. It has plenty of time, since a busy machine mustn't let it fail where it is sound, unless that
/// would make the test long.
async fn check(way: &str) -> Report {
    let (time, patience) = if WAITED_FOR.contains(&way) { ("/800ms~100ms", 2) } else { ("/30s~100ms", 30) };
    check_in(way, time, Duration::from_secs(patience), &mut |_| {}).await
}

/// Checks the misfit, shows each step, and verifies the records of its matches.
async fn check_in(way: &str, time: &str, patience: Duration, on_step: &mut impl FnMut(&StepReport)) -> Report {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("arena.db")).unwrap();
    let kanaloa = registry::find("kanaloa").expect("the game is built in").info();
    let options = CheckOptions {
        games: GameSelection::Named(vec![kanaloa]),
        time: time.parse().unwrap(),
        patience,
        seed: "1".parse().unwrap(),
    };
    let command = BotCommand::alone(vec![env!("CARGO_BIN_EXE_misfit").into(), way.into()]);
    let mut check = CheckRun::new(format!("misfit {way}"), command, options, store.clone(), dir.path()).await.unwrap();
    let on_step = |step: &StepReport| {
        on_step(step);
        Ok::<_, CheckError>(())
    };
    let report = check.run(on_step).await.unwrap();
    assert!(check.log().exists());
    let games = Rulesets::built_in();
    for record in store.reader().records().map(Result::unwrap) {
        verify(&record, games.find("kanaloa").unwrap()).expect("the record follows from rules and seed");
    }
    report
}

fn failed(report: &Report) -> Vec<(&str, &str)> {
    report.steps.iter().filter(|step| step.failed()).map(|step| (step.name.as_str(), step.message())).collect()
}

/// The misfit fails exactly these steps, each with a message that contains `expected`.
async fn fails_at(way: &str, steps: &[&str], expected: &str) -> Report {
    let report = check(way).await;
    let failures = failed(&report);
    assert_eq!(failures.iter().map(|(name, _)| *name).collect::<Vec<_>>(), steps, "{way}: {report:#?}");
    assert!(failures.iter().all(|(_, message)| message.contains(expected)), "{way}: {failures:?}");
    report
}

fn message<'a>(report: &'a Report, name: &str) -> &'a str {
    report.steps.iter().find(|step| step.name == name).expect("there is such a step").message()
}

#[tokio::test]
async fn a_sound_bot_passes_over_one_stream_and_by_single_calls() {
    for way in ["sound", "half-duplex", "repeats", "one-at-a-time"] {
        let report = check(way).await;
        assert_eq!(report.failed(), 0, "{way}: {report:#?}");
        let skipped = report.steps.iter().filter(|step| matches!(step.status, StepStatus::Skipped(_)));
        let skipped: Vec<&str> = skipped.map(|step| step.name.as_str()).collect();
        match way {
            "one-at-a-time" => assert_eq!(skipped, ["plays two matches at once"]),
            _ => assert!(skipped.is_empty(), "{way}: {report:#?}"),
        }
        assert_eq!(report.steps[1].message().contains("Listen and Submit"), ["half-duplex", "repeats"].contains(&way));
    }
}

#[tokio::test]
async fn a_bot_that_does_not_say_who_it_is_fails_to_greet() {
    fails_at("other-name", &["greets"], "its Hello gives the name \"somebody\", but KAHUA_NAME is \"candidate\"").await;
    fails_at("no-token", &["greets"], "it sent no token").await;
    fails_at("unknown-game", &["greets"], "this arena has no game \"chess\"").await;
}

#[tokio::test]
async fn a_bot_that_answers_badly_fails_where_it_plays() {
    let report = check("illegal").await;
    let (name, message) = failed(&report)[0];
    assert_eq!(name, "plays kanaloa, 2 seats, setup=standard", "what is illegal isn't late");
    assert!(message.contains("illegal") && message.contains("at its ask 1"), "{message}");
    let report = check("answers-twice").await;
    let (name, message) = failed(&report)[0];
    assert_eq!(name, "plays kanaloa, 2 seats, setup=standard");
    assert!(message.contains("stale ticket"), "{message}");
}

#[tokio::test]
async fn a_bot_that_plays_one_match_after_the_other_though_it_claims_more_fails_there() {
    fails_at("minds-but-one", &["plays two matches at once"], "late: no answer").await;
}

#[tokio::test]
async fn a_bot_that_never_answers_fails_in_time_whatever_it_does_instead() {
    let (silent, resigns, tickets, no_ticket) =
        tokio::join!(check("silent"), check("resigns"), check("wrong-tickets"), check("no-ticket"));
    let answers_in_time = |report| message(report, "answers in time").to_owned();
    assert!(answers_in_time(&silent).starts_with("late: no answer after "), "{silent:#?}");
    let resigned = "it answered 0 of 1 ask; at its ask 1: resigned: the bot gave the match up";
    assert_eq!(answers_in_time(&resigns), resigned);
    let why = ", which no ask has: an answer repeats the ticket of its ask";
    assert_eq!(answers_in_time(&no_ticket), format!("it answered with ticket 0{why}"));
    let wrong = answers_in_time(&tickets);
    assert!(wrong.starts_with("it answered with ticket ") && wrong.ends_with(why), "{tickets:#?}");
    for report in [&silent, &resigns, &tickets, &no_ticket] {
        let passed = report.steps.iter().filter(|step| !step.failed()).map(|step| step.name.as_str());
        assert_eq!(passed.collect::<Vec<_>>(), ["connects", "greets", "takes the end calmly"], "{report:#?}");
        // The arena of a league would have suspended it after the third.
        assert!(!failed(report).iter().any(|(_, message)| message.contains("it took no match")), "{report:#?}");
    }
}

#[tokio::test]
async fn a_slow_bot_fails_in_time() {
    let report = check("late").await;
    let failures = failed(&report);
    assert_eq!(failures[0].0, "answers in time");
    assert!(failures[0].1.contains("late: no answer after "), "{failures:?}");
    assert!(
        failures.iter().any(|(name, _)| name.starts_with("plays kanaloa, 4 seats")),
        "each step has its own status"
    );
}

#[tokio::test]
async fn a_bot_that_fears_disruptions_fails_where_they_come() {
    // An answer to an ask that the resignation has ended is a fault too.
    let steps = ["survives a fault message", "survives a resign"];
    let report = fails_at("dies-at-faults", &steps, "its process ended (exit status: 3)").await;
    let output = &report.steps.iter().find(|step| step.failed()).unwrap().output;
    assert!(output.contains("misfit: fault: an exercise: this ticket isn't open"), "{output}");
    assert!(output.ends_with("faults are too much for me"), "{output}");
    let report = fails_at("answers-faults", &steps, "").await;
    assert!(message(&report, steps[0]).contains("stale ticket"), "{report:#?}");
    assert!(message(&report, steps[1]).contains("told that its answer came too late, it sent "), "{report:#?}");
    fails_at("dies-at-resigns", &["survives a resign"], "its process ended (exit status: 3)").await;
    let report = fails_at("hides-from-faults", &steps, "").await;
    assert_eq!(message(&report, steps[0]), "it lost its connection, and the match ended before it came back");
    fails_at("no-pauses", &["survives a drain"], "it must pause between tries").await;
}

#[tokio::test]
async fn a_bot_that_is_lost_with_its_connection_fails_the_reconnect_and_the_drain() {
    for (way, expected) in [
        ("stays-away", "it didn't connect within 2 s"),
        ("dies-when-cut", "its process ended (exit status: 3)"),
        ("forgets-token", "it came back without the resume token"),
    ] {
        fails_at(way, &["survives a reconnect", "survives a drain"], expected).await;
    }
}

#[tokio::test]
async fn a_failed_check_is_reported_as_text_with_what_the_bot_wrote_and_as_junit() {
    let mut out = Vec::new();
    let mut text = TextReport::new(&mut out, 30);
    let mut write = |step: &StepReport| text.step(step).unwrap();
    let report = check_in("dies-at-faults", "60s+100ms/5s~50ms", Duration::from_secs(30), &mut write).await;
    text.summary(&report).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.contains(" 1  ok       connects "), "{text}");
    assert!(text.contains(" FAILED   survives a fault message"), "{text}");
    assert!(text.contains("    | misfit: faults are too much for me\n"), "{text}");
    let dir = tempfile::tempdir().unwrap();
    is_junit(&dir.path().join("results.xml"), &report.junit());
}

/// A JUnit file with two failures.
fn is_junit(file: &Path, xml: &str) {
    fs::write(file, xml).unwrap();
    assert!(xml.contains(r#"skipped="0" failures="2" errors="0""#), "{xml}");
    if let Some(failures) = junit_failures(file) {
        assert_eq!(failures.len(), 2, "{failures:?}");
        assert!(failures[0].contains("survives a fault message | its process ended (exit status: 3)"), "{failures:?}");
    }
}
