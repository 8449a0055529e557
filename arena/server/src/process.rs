//! Bots as processes of their own: started, watched and ended.

use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};

use anyhow::{Context, anyhow};
use kahua_core::ids::BotName;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, ChildStdin, Command};

/// How much of the end of a bot's standard error is shown when it fails, in bytes.
const LAST_WORDS: i64 = 2000;

/// A bot's process, with all that it starts itself: a shell around a bot, or the bridge's command. They end when this is
/// dropped.
#[derive(Debug)]
pub struct Process {
    name: BotName,
    child: Child,
    /// They are a process group of their own, until the first of them has ended.
    group: Option<Pid>,
    /// Held open as long as this process lives; waiting for the child must not close it.
    _stdin: Option<ChildStdin>,
    log: PathBuf,
}

impl Process {
    /// Starts the bot `name` by this command, a program and its arguments. Its standard error goes to the end of a file in
    /// `logs`.
    ///
    /// # Errors
    /// If the command is empty or can't be started.
    pub fn start(
        name: BotName,
        command: &[OsString],
        addr: SocketAddr,
        token: &str,
        logs: &Path,
    ) -> anyhow::Result<Process> {
        let (program, arguments) =
            command.split_first().with_context(|| format!("bot {name}: the command is empty"))?;
        std::fs::create_dir_all(logs).with_context(|| format!("the directory {}", logs.display()))?;
        let log = log_path(logs, name);
        let file = File::options()
            .create(true)
            .append(true)
            .open(&log)
            .with_context(|| format!("the log {}", log.display()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .env("KAHUA_ADDR", addr.to_string())
            .env("KAHUA_TOKEN", token)
            .env("KAHUA_NAME", name.as_str())
            // A house bot ends with its standard input, so that none is left behind if this process is killed.
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(file)
            .process_group(0)
            .spawn()
            .with_context(|| format!("bot {name}: the command {program:?} can't be started"))?;
        let group = child.id().and_then(|id| Pid::from_raw(id.try_into().ok()?));
        Ok(Process { name, _stdin: child.stdin.take(), child, group, log })
    }

    /// Waits until the process ends by itself; says how it ended, with its last words.
    pub async fn ended(&mut self) -> anyhow::Error {
        let status = self.exit().await;
        let status = status.map_or_else(|error| error.to_string(), |status: ExitStatus| status.to_string());
        let words = last_words(&self.log).unwrap_or_default();
        let words = if words.trim().is_empty() {
            "it said nothing on standard error".to_owned()
        } else {
            format!("the end of what it said on standard error:\n{}", words.trim_end())
        };
        anyhow!("bot {} ended while it was needed ({status}); {words}", self.name)
    }

    /// Waits until the process ends, as often as one asks; says how it ended. What it leaves behind is ended too.
    ///
    /// # Errors
    /// If the system doesn't tell.
    pub async fn exit(&mut self) -> std::io::Result<ExitStatus> {
        let status = self.child.wait().await?;
        self.end_group();
        Ok(status)
    }

    /// Whether it runs.
    pub fn is_running(&self) -> bool {
        self.child.id().is_some()
    }

    /// Asks it to end, with all that it has started.
    pub fn ask_to_end(&self) {
        if let Some(group) = self.group {
            // It may just have ended by itself.
            let _gone = kill_process_group(group, Signal::TERM);
        }
    }

    /// Ends the process at once.
    ///
    /// # Errors
    /// If the system doesn't tell of its end.
    pub async fn kill(&mut self) -> std::io::Result<()> {
        self.end_group();
        self.child.wait().await.map(drop)
    }

    fn end_group(&mut self) {
        // Once only: later the number may be another's.
        if let Some(group) = self.group.take() {
            let _gone = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end_group();
    }
}

/// The file in `logs` that holds what a bot writes to its standard error.
pub fn log_path(logs: &Path, name: BotName) -> PathBuf {
    logs.join(format!("{name}.log"))
}

fn last_words(log: &Path) -> std::io::Result<String> {
    let mut file = File::open(log)?;
    let length = file.metadata()?.len() as i64;
    file.seek(SeekFrom::End(-length.min(LAST_WORDS)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::{sleep, timeout};

    use super::*;

    #[tokio::test]
    async fn what_a_bots_command_has_started_ends_with_it() {
        for how in ["dropped", "killed", "asked to end", "ended by itself"] {
            let logs = tempfile::tempdir().unwrap();
            let last = if how == "ended by itself" { "true" } else { "wait" };
            let name: BotName = "a".parse().unwrap();
            let command = ["sh", "-c", &format!("sleep 600 & echo $! >&2; {last}")].map(OsString::from);
            let addr = ([127, 0, 0, 1], 1).into();
            let mut process = Process::start(name, &command, addr, "", logs.path()).unwrap();
            let log = log_path(logs.path(), name);
            let started = soon(|| std::fs::read_to_string(&log).ok()?.trim().parse::<u32>().ok()).await;
            assert!(how == "ended by itself" || runs(started));
            match how {
                "killed" => process.kill().await.unwrap(),
                "asked to end" => {
                    process.ask_to_end();
                    process.exit().await.unwrap();
                }
                "ended by itself" => _ = process.exit().await.unwrap(),
                _ => drop(process),
            }
            soon(|| (!runs(started)).then_some(())).await;
        }
    }

    /// Whether there is such a process that hasn't ended; one whose end nobody has looked at has.
    fn runs(id: u32) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat"));
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
}
