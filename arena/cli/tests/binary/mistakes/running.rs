//! Processes that write to a file while the test reads it, and that end with the test.

use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use kahua_tests::{Ran, root, soon};

use super::shell;
use crate::KAHUA;

/// How long a test waits for the end of a process: long enough on the busiest machine.
const ENDS_WITHIN: Duration = Duration::from_secs(150);

/// A running process.
pub(super) struct Running {
    child: Child,
    log: PathBuf,
}

impl Running {
    /// Starts a bot with these variables.
    pub(super) fn start(command: &str, env: &[(&str, String)], log: &Path) -> Running {
        let mut shell = shell(command);
        let _ = shell.env_remove("KAHUA_LOG").envs(env.iter().map(|(name, value)| (name, value)));
        Running::of(&mut shell, log)
    }

    /// Starts a command whose standard error goes to this file.
    pub(super) fn of(command: &mut Command, log: &Path) -> Running {
        let log = log.to_owned();
        let err = File::create(&log).unwrap();
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(err).spawn().unwrap();
        Running { child, log }
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// What it has written.
    pub(super) fn log(&self) -> String {
        String::from_utf8_lossy(&fs::read(&self.log).unwrap()).into_owned()
    }

    /// Waits until it has written this or has ended.
    pub(super) fn says(&mut self, text: &str) {
        soon(|| (self.log().contains(text) || self.has_ended()).then_some(()));
    }

    pub(super) fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// Waits for its end. A process that doesn't end has no exit code.
    pub(super) fn exit(mut self) -> Ran {
        let began = Instant::now();
        let status = soon(|| match self.child.try_wait().unwrap() {
            None if began.elapsed() < ENDS_WITHIN => None,
            ended => Some(ended),
        });
        Ran { code: status.and_then(|status| status.code()), out: String::new(), err: self.log() }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _it_may_have_ended = self.child.kill();
        let _code = self.child.wait();
    }
}

/// An arena with its data in this directory, and its address.
pub(super) fn serve(data: &Path, tls: bool) -> (Running, String) {
    let fixture = |name: &str| root().join("sample-bots/fixtures/tls").join(name);
    let mut command = KAHUA.command(&["serve", "--listen", "127.0.0.1:0", "--data"]);
    command.arg(data).env("KAHUA_LOG", "info");
    if tls {
        command.arg("--tls-certificate").arg(fixture("arena.pem")).arg("--tls-key").arg(fixture("arena.key"));
    }
    let mut arena = Running::of(&mut command, &data.with_extension("log"));
    arena.says("serving");
    let log = arena.log();
    let address = log.split("serving address=").nth(1).and_then(|rest| rest.split(' ').next()).expect("its address");
    (arena, address.to_owned())
}

/// An address where nothing listens.
pub(super) fn free_address() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}
