//! Bots as processes of their own: started, watched and ended.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};

use kahua_core::ids::BotName;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, ChildStdin, Command};

/// How much of the end of a bot's standard error is shown when it fails, in bytes.
const STDERR_TAIL_BYTES: i64 = 2000;

/// A bot's process, together with all processes that it starts itself: a bot inside of a shell, say, or the bridge's
/// command. All of them end when this is dropped.
#[derive(Debug)]
pub struct Process {
    name: BotName,
    child: Child,
    /// The process group of the child; `None` once it was killed.
    group: Option<Pid>,
    /// Held open as long as this process lives; waiting for the child must not close it.
    _stdin: Option<ChildStdin>,
    log: PathBuf,
}

/// Why a bot's process can't be started.
#[derive(Debug, thiserror::Error)]
pub enum StartProcessError {
    /// There is no program to start.
    #[error("bot {name}: the command is empty")]
    EmptyCommand {
        /// The bot.
        name: BotName,
    },
    /// The bot's log can't be written.
    #[error("bot {name}: can't write its log {}", path.display())]
    Log {
        /// The bot.
        name: BotName,
        /// The log, or its folder.
        path: PathBuf,
        /// What the system reports.
        source: io::Error,
    },
    /// The system can't start the program.
    #[error("bot {name}: the command {program:?} can't be started")]
    Spawn {
        /// The bot.
        name: BotName,
        /// The first word of its command.
        program: OsString,
        /// What the system reports.
        source: io::Error,
    },
}

/// A bot's process ended while its matches were still being played.
#[derive(Debug, thiserror::Error)]
#[error("bot {name} ended while it was needed ({status}); {stderr}")]
pub struct EndedError {
    name: BotName,
    /// The exit status, or why it is unknown.
    status: String,
    /// The end of the bot's standard error, in words.
    stderr: String,
}

impl Process {
    /// Starts the bot `name` with this command, a program and its arguments. Appends its standard error to a file in
    /// `logs`.
    ///
    /// # Errors
    /// If the command is empty or can't be started, or the log can't be written.
    pub fn start(
        name: BotName,
        command: &[OsString],
        addr: SocketAddr,
        token: &str,
        logs: &Path,
    ) -> Result<Process, StartProcessError> {
        let Some((program, arguments)) = command.split_first() else {
            return Err(StartProcessError::EmptyCommand { name });
        };
        let log_error = |path: &Path| {
            let path = path.to_owned();
            move |source| StartProcessError::Log { name, path, source }
        };
        std::fs::create_dir_all(logs).map_err(log_error(logs))?;
        let log = log_path(logs, name);
        let file = File::options().create(true).append(true).open(&log).map_err(log_error(&log))?;
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
            .map_err(|source| StartProcessError::Spawn { name, program: program.clone(), source })?;
        let group = child.id().and_then(|id| Pid::from_raw(id.try_into().ok()?));
        Ok(Process { name, _stdin: child.stdin.take(), child, group, log })
    }

    /// Waits until the process ends by itself. The error says how it ended, with the end of its standard error.
    pub async fn ended(&mut self) -> EndedError {
        let status = self.exit().await;
        let status = status.map_or_else(|error| error.to_string(), |status: ExitStatus| status.to_string());
        let tail = stderr_tail(&self.log).unwrap_or_default();
        let stderr = match tail.trim() {
            "" => "it wrote nothing to standard error".to_owned(),
            _ => format!("the end of its standard error:\n{}", tail.trim_end()),
        };
        EndedError { name: self.name, status, stderr }
    }

    /// Waits for the process to exit, then kills what is left of its process group. May be called again after that.
    ///
    /// # Errors
    /// If the system can't report the exit.
    pub async fn exit(&mut self) -> io::Result<ExitStatus> {
        let status = self.child.wait().await?;
        self.kill_group();
        Ok(status)
    }

    /// Whether the process is running.
    pub fn is_running(&self) -> bool {
        self.child.id().is_some()
    }

    /// Sends SIGTERM to the process and to all that it has started.
    pub fn ask_to_end(&self) {
        if let Some(group) = self.group {
            // It may just have ended by itself.
            let _gone = kill_process_group(group, Signal::TERM);
        }
    }

    /// Kills the process and all that it has started.
    ///
    /// # Errors
    /// If the system can't report the exit.
    pub async fn kill(&mut self) -> io::Result<()> {
        self.kill_group();
        self.child.wait().await.map(drop)
    }

    fn kill_group(&mut self) {
        // Once only: the system may give the number to another group later.
        if let Some(group) = self.group.take() {
            let _gone = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill_group();
    }
}

/// The file in `logs` to which a bot's standard error is appended.
pub fn log_path(logs: &Path, name: BotName) -> PathBuf {
    logs.join(format!("{name}.log"))
}

fn stderr_tail(log: &Path) -> io::Result<String> {
    let mut file = File::open(log)?;
    let length = file.metadata()?.len() as i64;
    file.seek(SeekFrom::End(-length.min(STDERR_TAIL_BYTES)))?;
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
