//! Black-box tests: whole programs over the wire, and a look over the source tree.
//!
//! What the tests share stands here.

pub mod languages;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// What comes soon comes within this time, however busy the machine.
const SOON: Duration = Duration::from_secs(60);

/// The root of the repository.
///
/// # Panics
/// Never: this crate is in it.
#[must_use]
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ is in the repository")
}

/// The binary `kahua` of the same build as the running test.
///
/// # Panics
/// If it hasn't been built.
#[must_use]
pub fn kahua_path() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let profile = test.ancestors().nth(2).expect("a test is in target/PROFILE/deps");
    let path = profile.join("kahua");
    assert!(path.exists(), "{} isn't there: run the tests with --workspace, or `cargo build` first", path.display());
    path
}

/// `kahua` with these arguments, to be started.
#[must_use]
pub fn kahua(args: &[&str]) -> Command {
    let mut command = Command::new(kahua_path());
    command.args(args).stdin(Stdio::null()).env_remove("KAHUA_LOG");
    command
}

/// What `kahua` with these arguments did.
///
/// # Panics
/// If it can't be started.
#[must_use]
pub fn run(args: &[&str]) -> Ran {
    Ran::of(&kahua(args).output().expect("kahua can be started"))
}

/// Waits for something that comes soon.
///
/// # Panics
/// If it doesn't come within a minute.
pub fn soon<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(began.elapsed() < SOON, "it should have come by now");
        #[expect(clippy::disallowed_methods, reason = "a test without a runtime")]
        std::thread::sleep(Duration::from_millis(5));
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

/// What a program did.
#[derive(Debug)]
pub struct Ran {
    /// Its exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// What it printed.
    pub out: String,
    /// What it said on standard error.
    pub err: String,
}

impl Ran {
    fn of(output: &Output) -> Ran {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ran { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// What it printed, if it ended well.
    ///
    /// # Panics
    /// If it didn't.
    #[must_use]
    pub fn good(self) -> String {
        assert_eq!(self.code, Some(0), "{}\n{}", self.out, self.err);
        self.out
    }

    /// What it said on standard error, if it ended with this code.
    ///
    /// # Panics
    /// If it didn't.
    #[must_use]
    pub fn failed(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        self.err
    }
}

/// The JSON objects of an output that has one a line.
///
/// # Panics
/// If a line is none.
#[must_use]
pub fn json_lines(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
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
    let needs = format!("{test} needs `{program} {}`: {}", args.join(" "), problem.trim());
    assert!(std::env::var_os("KAHUA_REQUIRE_ALL").is_none_or(|all| all != "1"), "{needs}");
    eprintln!("skipped: {needs}");
    false
}
