//! The process that knows the rules.
#![expect(
    clippy::disallowed_types,
    reason = "the locks ignore that a panic has poisoned them, and parking_lot would be one more crate in the build of every bot"
)]

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::mem;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use super::error::RulesError;

/// The process `kahua rules`. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct Process {
    /// The command, for people.
    command: String,
    /// Held for a request and its answer.
    pipes: Mutex<Pipes>,
    /// The positions that nothing refers to any more. They are apart from the pipes, so that no position waits when it is dropped.
    unused: Mutex<Vec<u64>>,
}

#[derive(Debug)]
struct Pipes {
    child: Child,
    /// `None` once the process has ended.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Process {
    pub(super) fn start(words: &[OsString]) -> Result<Process, RulesError> {
        let command = words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
        let (program, arguments) = words.split_first().ok_or_else(|| RulesError::Request("an empty command".into()))?;
        let mut started = Command::new(program);
        started.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = started.spawn().map_err(|error| RulesError::Start { command: command.clone(), error })?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(RulesError::Process(format!("{command} has no pipes")));
        };
        let pipes = Pipes { child, input: Some(input), output: BufReader::new(output) };
        Ok(Process { command, pipes: Mutex::new(pipes), unused: Mutex::default() })
    }

    /// Sends these requests in one line, and returns what the process answers to them.
    pub(super) fn exchange(&self, requests: &[Value]) -> Result<Value, RulesError> {
        let mut pipes = unpoisoned(&self.pipes);
        let unused = mem::take(&mut *unpoisoned(&self.unused));
        if unused.is_empty() {
            return pipes.exchange(&json!(requests)).ok_or_else(|| self.ended(&mut pipes));
        }
        let free = json!({"op": "free", "positions": unused});
        let line: Value = std::iter::once(&free).chain(requests).cloned().collect();
        let mut answer = pipes.exchange(&line).ok_or_else(|| self.ended(&mut pipes))?;
        if let Value::Array(answers) = &mut answer
            && !answers.is_empty()
        {
            answers.remove(0);
        }
        Ok(answer)
    }

    /// Has this position forgotten with the next request.
    pub(super) fn forget(&self, handle: u64) {
        unpoisoned(&self.unused).push(handle);
    }

    fn ended(&self, pipes: &mut Pipes) -> RulesError {
        pipes.input = None;
        let status = pipes.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        RulesError::Process(format!("{} has ended ({status})", self.command))
    }
}

impl Pipes {
    /// What the process answers to this line; `None` if it has ended.
    fn exchange(&mut self, line: &Value) -> Option<Value> {
        let input = self.input.as_mut()?;
        writeln!(input, "{line}").ok()?;
        let mut answer = String::new();
        self.output.read_line(&mut answer).ok()?;
        serde_json::from_str(&answer).ok()
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        // The process ends with its input.
        self.input = None;
        let _it_is_gone_either_way = self.child.wait();
    }
}

/// A panic of the bot leaves no line half written: it doesn't happen in here.
fn unpoisoned<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
