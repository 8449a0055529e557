//! Small shell programs as bots: what the log keeps of their output, and that nothing of them is left behind.

use std::fs;

use rustix::process::{Pid, Signal};
use tempfile::TempDir;
use tokio::time::sleep;

use super::*;

/// Starts this shell program as the bot `a`; its log is in the folder.
async fn start(script: &str) -> (Process, TempDir) {
    let logs = tempfile::tempdir().unwrap();
    (start_in(logs.path(), &["sh", "-c", script]).await.unwrap(), logs)
}

async fn start_in(logs: &Path, words: &[&str]) -> Result<Process, StartProcessError> {
    let command = BotCommand::alone(words.iter().map(Into::into).collect());
    Process::start("a".parse().unwrap(), &command, ([127, 0, 0, 1], 1).into(), "", logs).await
}

fn logged(process: &Process) -> String {
    fs::read_to_string(process.log()).unwrap()
}

#[tokio::test]
async fn what_a_bots_command_has_started_ends_with_it() {
    for how in ["dropped", "killed", "terminated", "ended by itself"] {
        let last = if how == "ended by itself" { "true" } else { "wait" };
        let (mut process, _logs) = start(&format!("sleep 600 & echo $! >&2; {last}")).await;
        let log = process.log().to_owned();
        let started = soon(|| fs::read_to_string(&log).ok()?.trim().parse::<u32>().ok()).await;
        assert!(how == "ended by itself" || runs(started));
        match how {
            "killed" => process.kill().await.unwrap(),
            "terminated" => assert!(matches!(process.terminate().await.unwrap(), Departure::Terminated(_))),
            "ended by itself" => _ = process.exit().await.unwrap(),
            _ => drop(process),
        }
        soon(|| (!runs(started)).then_some(())).await;
    }
}

#[tokio::test]
async fn standard_output_and_standard_error_are_kept_in_the_order_in_which_they_were_written() {
    let (mut process, _logs) =
        start("for i in 1 2 3; do echo out $i; echo err $i >&2; done; printf 'no newline'").await;
    assert!(process.exit().await.unwrap().success());
    assert_eq!(logged(&process), "out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\nno newline");
}

#[tokio::test]
async fn what_a_bot_writes_during_a_match_is_found_by_its_marks() {
    let logs = tempfile::tempdir().unwrap();
    let go = logs.path().join("go").display().to_string();
    let wait = |round| format!("while [ ! -e {go}{round} ]; do sleep 0.02; done");
    let script = format!("printf before; {}; printf during; {}; echo after; exit 7", wait(1), wait(2));
    let mut process = start_in(logs.path(), &["sh", "-c", &script]).await.unwrap();
    let id = kahua_core::ids::MatchId::new(1, [0; 10]);
    let reads = async |expected: &str| soon(|| logged(&process).ends_with(expected).then_some(())).await;
    reads("before").await;
    process.marks().send(MatchMark::Begins(id)).await.unwrap();
    fs::write(format!("{go}1"), "").unwrap();
    reads("during").await;
    process.marks().send(MatchMark::Over(id)).await.unwrap();
    reads("is over ---\n").await;
    fs::write(format!("{go}2"), "").unwrap();
    let error = process.ended().await.to_string();
    assert_eq!(written_during(logs.path(), process.name(), id).as_deref(), Some("during\n"));
    assert!(error.contains("| before\n  | during\n  | after\n"), "no marks in it: {error}");
}

#[tokio::test]
async fn what_a_bot_writes_during_a_match_that_it_loses_is_kept_though_its_log_is_full() {
    let logs = tempfile::tempdir().unwrap();
    let go = logs.path().join("go").display().to_string();
    let fill = "yes $(printf %01000d 0) | head -c 9000000";
    let script = format!("{fill}; while [ ! -e {go} ]; do sleep 0.02; done; echo; echo unlucky; sleep 600");
    let process = start_in(logs.path(), &["sh", "-c", &script]).await.unwrap();
    soon(|| (length(process.log()) > limits::BOT_LOG_BYTES_MAX as u64).then_some(())).await;
    let id = |number| kahua_core::ids::MatchId::new(number, [0; 10]);
    let marks = process.marks();
    let finds = |number| {
        written_during(logs.path(), process.name(), id(number)).is_some_and(|written| written.contains("unlucky\n"))
    };
    fs::write(&go, "").unwrap();
    marks.send(MatchMark::Begins(id(1))).await.unwrap();
    let found = async {
        // Nothing else shows when the word was read, so matches follow one another until it was.
        for number in 1.. {
            sleep(Duration::from_millis(50)).await;
            marks.send(MatchMark::Lost(id(number))).await.unwrap();
            marks.send(MatchMark::Begins(id(number + 1))).await.unwrap();
            if finds(number) || finds(number - 1) {
                return;
            }
        }
    };
    timeout(Duration::from_secs(60), found).await.expect("it is kept");
}

#[tokio::test]
async fn a_second_start_appends_to_the_log_and_the_error_quotes_only_its_own_part() {
    let (mut first, logs) = start("echo first").await;
    first.exit().await.unwrap();
    let mut second = start_in(logs.path(), &["sh", "-c", "echo second; exit 7"]).await.unwrap();
    let error = second.ended().await.to_string();
    let log = second.log().display();
    let expected = format!(
        "bot a ended while it was needed (exit status: 7)\nits command: sh -c 'echo second; exit 7'\n\
         what it wrote:\n  | second\nits log: {log}"
    );
    assert_eq!(error, expected);
    assert_eq!(logged(&second), "first\nsecond\n");
}

#[tokio::test]
async fn a_bot_that_is_done_too_early_is_told_how_long_it_must_run() {
    let (mut process, _logs) = start("true").await;
    let error = process.ended().await.to_string();
    let expected =
        "(exit status: 0)\na bot must run until the arena ends its stream\nits command: sh -c true\nit wrote nothing\n";
    assert!(error.contains(expected), "{error}");
}

#[tokio::test]
async fn a_log_is_bounded_and_has_the_last_words() {
    let (mut process, _logs) = start("echo first words; yes | head -c 20000000; echo last words >&2; exit 3").await;
    let error = process.ended().await.to_string();
    assert!(error.contains("| first words\n") && error.contains("| last words\n"), "{error}");
    let log = logged(&process);
    let full = format!("\n… the log is full: after {} bytes, ", limits::BOT_LOG_BYTES_MAX);
    assert_eq!(log.find(&full), Some(limits::BOT_LOG_BYTES_MAX), "all up to the bound is kept");
    assert!(log.len() < limits::BOT_LOG_BYTES_MAX + limits::BOT_LOG_TAIL_BYTES + 200, "{}", log.len());
    assert!(log.ends_with("y\nlast words\n"));
}

#[tokio::test]
async fn a_bot_that_is_started_again_and_again_fills_two_logs_at_most() {
    let (mut process, logs) = start("head -c 9000000 /dev/zero").await;
    process.exit().await.unwrap();
    for _ in 0..3 {
        let mut again =
            start_in(logs.path(), &["sh", "-c", "head -c 9000000 /dev/zero; echo; echo last"]).await.unwrap();
        let error = again.ended().await.to_string();
        assert!(error.ends_with(&format!("its log: {}", again.log().display())), "{error}");
        let sizes: Vec<u64> = fs::read_dir(logs.path()).unwrap().map(|log| length(&log.unwrap().path())).collect();
        assert_eq!(sizes.len(), 2, "{sizes:?}");
        let most = 2 * limits::BOT_LOG_BYTES_MAX + limits::BOT_LOG_TAIL_BYTES + 200;
        assert!(sizes.iter().all(|&size| size <= most as u64), "{sizes:?}");
    }
}

#[tokio::test]
async fn a_process_that_holds_the_output_open_is_not_waited_for() {
    let (mut process, _logs) = start("setsid sleep 600 & echo $!").await;
    assert!(process.exit().await.unwrap().success());
    let left: i32 = logged(&process).trim().parse().unwrap();
    rustix::process::kill_process(Pid::from_raw(left).unwrap(), Signal::KILL).unwrap();
}

#[tokio::test]
async fn a_bot_that_is_not_needed_any_more_may_exit_by_itself_and_is_ended_if_it_does_not() {
    let long = Duration::from_secs(60);
    let (mut process, _logs) = start("sleep 0.2; echo bye; exit 4").await;
    let departure = process.leave(long).await.unwrap();
    assert!(matches!(departure, Departure::ByItself(status) if status.code() == Some(4)), "{departure:?}");
    assert_eq!(logged(&process), "bye\n");

    let (mut process, _logs) = start("trap 'echo bye; exit 5' TERM; echo ready; while :; do sleep 0.02; done").await;
    soon(|| (!logged(&process).is_empty()).then_some(())).await;
    let departure = process.leave(Duration::ZERO).await.unwrap();
    assert!(matches!(departure, Departure::Terminated(status) if status.code() == Some(5)), "{departure:?}");
    assert!(logged(&process).ends_with("bye\n"));

    let (mut process, _logs) = start("trap '' TERM; echo ready; while :; do sleep 0.02; done").await;
    soon(|| (!logged(&process).is_empty()).then_some(())).await;
    assert_eq!(process.leave(Duration::ZERO).await.unwrap(), Departure::Killed);
}

#[tokio::test]
async fn a_command_that_can_not_be_started_is_told_what_to_do() {
    let logs = tempfile::tempdir().unwrap();
    let plain = logs.path().join("plain");
    fs::write(&plain, "no program").unwrap();
    for (program, expected) in [
        ("/no/such/bot", "commands run in the current directory, without a shell"),
        ("LEVEL=3", "commands run without a shell: to set a variable, put env before it"),
        ("./prepare.sh;", "only a shell understands it, and no shell runs the command: write sh -c '...'"),
        ("no-such-bot-anywhere", "for a file in the current directory, put ./ before its name"),
        (
            "Cargo.toml",
            "there is no such program on the PATH: for a file in the current directory, put ./ before its name",
        ),
        (plain.to_str().unwrap(), "make the file executable, or name its interpreter first"),
    ] {
        let error = start_in(logs.path(), &[program]).await.unwrap_err().to_string();
        assert!(error.starts_with(&format!("bot a: the command {program:?} can't be started: ")), "{error}");
        assert!(error.contains(expected), "{error}");
    }
}

/// Whether this process runs. A process that has ended and wasn't reaped doesn't.
fn runs(id: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

async fn soon<T>(look: impl Fn() -> Option<T>) -> T {
    let found = async {
        loop {
            match look() {
                Some(found) => return found,
                None => sleep(Duration::from_millis(5)).await,
            }
        }
    };
    timeout(Duration::from_secs(60), found).await.expect("it should have come by now")
}
