//! What tests of whole programs share: running `kahua`, waiting, reading what was printed, and the sample bots of every
//! language.

pub mod corpus;
pub mod languages;
pub mod load;
pub mod postgres;
pub mod receiver;
pub mod skipped;
pub mod sources;

use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// How long [`soon`] waits: long enough on the busiest machine.
const SOON: Duration = Duration::from_secs(180);

/// How long [`wait_for`] rests at least before it looks again.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// How many times as long as its look [`wait_for`] rests, up to [`REST_MAX`].
const RESTS: u32 = 4;

/// How long [`wait_for`] rests at most.
const REST_MAX: Duration = Duration::from_secs(1);

/// The root of the repository.
///
/// # Panics
/// Never: this crate is in it.
#[must_use]
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ is in the repository")
}

/// The binary `kahua`. Only its own crate's tests can name it, by `env!("CARGO_BIN_EXE_kahua")`, so that Cargo has always
/// built it anew before they run.
#[derive(Clone, Copy, Debug)]
pub struct Kahua {
    path: &'static str,
}

impl Kahua {
    /// The binary at this path.
    #[must_use]
    pub const fn at(path: &'static str) -> Kahua {
        Kahua { path }
    }

    /// Its path.
    #[must_use]
    pub fn path(self) -> &'static str {
        self.path
    }

    /// A command that starts it with these arguments, without standard input and with the default log.
    #[must_use]
    pub fn command(self, args: &[&str]) -> Command {
        let mut command = Command::new(self.path);
        command.args(args).stdin(Stdio::null()).env_remove("KAHUA_LOG");
        command
    }

    /// Runs it with these arguments to its end.
    ///
    /// # Panics
    /// If it can't be started.
    #[must_use]
    pub fn run(self, args: &[&str]) -> Ran {
        Ran::of(&self.command(args).output().expect("kahua can be started"))
    }
}

/// Calls `look` until it finds something.
///
/// # Panics
/// If it finds nothing within three minutes.
#[track_caller]
pub fn soon<T>(look: impl FnMut() -> Option<T>) -> T {
    soon_within(SOON, look)
}

/// Calls `look` until it finds something: as [`soon`], for what takes longer.
///
/// # Panics
/// If it finds nothing within this time.
#[track_caller]
pub fn soon_within<T>(patience: Duration, look: impl FnMut() -> Option<T>) -> T {
    wait_for(patience, look).expect("it should have come by now")
}

/// Calls `look` until it finds something; `None` if it finds nothing within this time, for a test that can say more about it.
pub fn wait_for<T>(patience: Duration, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let began = Instant::now();
    loop {
        let looked = Instant::now();
        let found = look();
        if found.is_some() || began.elapsed() >= patience {
            return found;
        }
        // A look may start a command. Without a rest it would keep a core busy that the arena needs.
        let rest = LOOK_AGAIN.max(looked.elapsed() * RESTS);
        #[expect(clippy::disallowed_methods, reason = "a test without a runtime")]
        std::thread::sleep(rest.min(REST_MAX));
    }
}

/// Sends a signal, such as `-INT`, to the process with this number.
///
/// # Panics
/// If there is no such process.
pub fn signal(which: &str, pid: u32) {
    let sent = Command::new("kill").args([which, &pid.to_string()]).status();
    assert!(sent.expect("kill can be started").success(), "there is a process {pid}");
}

/// A program that has run to its end.
#[derive(Debug)]
pub struct Ran {
    /// Its exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// What it printed.
    pub out: String,
    /// What it wrote to standard error.
    pub err: String,
}

impl Ran {
    /// What this program has left.
    #[must_use]
    pub fn of(output: &Output) -> Ran {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ran { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// What it printed, if its exit code is 0.
    ///
    /// # Panics
    /// If its exit code is another one.
    #[must_use]
    pub fn good(self) -> String {
        assert_eq!(self.code, Some(0), "{}\n{}", self.out, self.err);
        self.out
    }

    /// What it wrote to standard error, if its exit code is this one.
    ///
    /// # Panics
    /// If its exit code is another one.
    #[must_use]
    pub fn failed(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        self.err
    }
}

/// Reads an output with one JSON value per line.
///
/// # Panics
/// If a line isn't JSON.
#[must_use]
pub fn json_lines(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

/// The failures in a JUnit file, each as `name | message`, read by Python's own parser as a CI system would; `None` if there
/// is no Python.
///
/// # Panics
/// If the file can't be read.
#[must_use]
pub fn junit_failures(file: &Path) -> Option<Vec<String>> {
    let reader = "import sys, xml.etree.ElementTree as e\n\
                  for case in e.parse(sys.argv[1]).getroot().iter('testcase'):\n\
                  \x20 for found in case.iter('failure'): print(case.get('name'), '|', found.get('message'))";
    if !has_tool("reading a JUnit file", "python3", &["--version"]) {
        return None;
    }
    let read = Command::new("python3").args(["-c", reader]).arg(file).output().expect("python3 can be started");
    Some(Ran::of(&read).good().lines().map(str::to_owned).collect())
}

/// Whether a tool is there. Without it the test that needs it is skipped by name, or fails if KAHUA_REQUIRE_ALL=1.
///
/// # Panics
/// If the tool is missing where everything is required.
#[must_use]
pub fn has_tool(test: &str, program: &str, args: &[&str]) -> bool {
    let tried = Command::new(program).args(args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let problem = match tried {
        Err(error) => error.to_string(),
        Ok(mut child) => {
            let mut said = String::new();
            if let Some(stderr) = child.stderr.as_mut() {
                let _unreadable_is_empty = stderr.read_to_string(&mut said);
            }
            match child.wait() {
                Ok(status) if status.success() => return true,
                _ => said,
            }
        }
    };
    skip(&format!("{test} needs `{program} {}`: {}", args.join(" "), problem.trim()));
    false
}

/// Whether a file is there that `build` makes. Without it the test that needs it is skipped by name, or fails if
/// KAHUA_REQUIRE_ALL=1.
///
/// # Panics
/// If the file is missing where everything is required.
#[must_use]
pub fn has_file(test: &str, file: &Path, build: &str) -> bool {
    if file.exists() {
        return true;
    }
    skip(&format!("{test} needs {}: {build}", file.display()));
    false
}

/// Says that a test is skipped for what is missing, or fails if KAHUA_REQUIRE_ALL=1.
///
/// # Panics
/// If everything is required.
pub fn skip(needs: &str) {
    assert!(std::env::var_os("KAHUA_REQUIRE_ALL").is_none_or(|all| all != "1"), "{needs}");
    skipped::note(needs);
}
