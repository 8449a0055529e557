//! Bots as processes: how they are named on the command line, started, watched and ended.

use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::str::FromStr;

use anyhow::{Context, anyhow};
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, ChildStdin, Command};

use crate::ids::BotName;

/// How much of the end of a bot's standard error is shown when it fails, in bytes.
const LAST_WORDS: i64 = 2000;

/// A bot of the command line: `NAME=COMMAND`, `NAME=house:BOT` or `NAME=remote`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BotArg {
    /// The name under which it plays.
    pub(super) name: BotName,
    /// Where it comes from.
    pub(super) origin: Origin,
}

/// Where a bot comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// One of the house bots, in a process of its own.
    House(String),
    /// A command, split into words.
    Command(Vec<String>),
    /// It connects by itself.
    Remote,
}

impl FromStr for BotArg {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<BotArg> {
        let (name, origin) =
            text.split_once('=').ok_or_else(|| anyhow!("write NAME=COMMAND, NAME=house:BOT or NAME=remote"))?;
        let origin = origin.parse()?;
        Ok(BotArg { name: name.parse()?, origin })
    }
}

impl FromStr for Origin {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Origin> {
        match (text, text.strip_prefix("house:")) {
            ("remote", _) => Ok(Origin::Remote),
            (_, Some(bot)) => {
                let known = sample_bots::NAMES;
                let problem = || anyhow!("there is no house bot {bot:?}; there are: {}", known.join(", "));
                known.contains(&bot).then(|| Origin::House(bot.to_owned())).ok_or_else(problem)
            }
            (command, None) => Ok(Origin::Command(words(command)?)),
        }
    }
}

fn words(command: &str) -> anyhow::Result<Vec<String>> {
    let words = shell_words::split(command).context("the command can't be split into words")?;
    anyhow::ensure!(!words.is_empty(), "the command is empty");
    Ok(words)
}

/// A bot's process, with all that it starts itself: a shell around a bot, or the bridge's command. They end when this is
/// dropped.
#[derive(Debug)]
pub(super) struct Process {
    name: BotName,
    child: Child,
    /// They are a process group of their own, until the first of them has ended.
    group: Option<Pid>,
    /// Held open as long as this process lives; waiting for the child must not close it.
    _stdin: Option<ChildStdin>,
    log: PathBuf,
}

impl Process {
    /// Starts the bot's process, or returns `None` if it has none. Its standard error goes to the end
    /// of a file in `logs`.
    ///
    /// # Errors
    /// If the command can't be started.
    pub(super) fn start(bot: &BotArg, addr: SocketAddr, token: &str, logs: &Path) -> anyhow::Result<Option<Process>> {
        let words: Vec<OsString> = match &bot.origin {
            Origin::Remote => return Ok(None),
            Origin::House(house) => vec![this_program()?, "house".into(), house.into()],
            // `kahua bridge` is found without being on the PATH, and is of the arena's own version.
            Origin::Command(words) if words[0] == "kahua" => {
                [this_program()?].into_iter().chain(words[1..].iter().map(OsString::from)).collect()
            }
            Origin::Command(words) => words.iter().map(OsString::from).collect(),
        };
        std::fs::create_dir_all(logs).with_context(|| format!("the directory {}", logs.display()))?;
        let log = log_path(logs, bot.name);
        let file = File::options()
            .create(true)
            .append(true)
            .open(&log)
            .with_context(|| format!("the log {}", log.display()))?;
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .env("KAHUA_ADDR", addr.to_string())
            .env("KAHUA_TOKEN", token)
            .env("KAHUA_NAME", bot.name.as_str())
            // A house bot ends with its standard input, so that none is left behind if this process is killed.
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(file)
            .process_group(0)
            .spawn()
            .with_context(|| format!("bot {}: the command {:?} can't be started", bot.name, words[0]))?;
        let group = child.id().and_then(|id| Pid::from_raw(id.try_into().ok()?));
        Ok(Some(Process { name: bot.name, _stdin: child.stdin.take(), child, group, log }))
    }

    /// Waits until the process ends by itself; says how it ended, with its last words.
    pub(super) async fn ended(&mut self) -> anyhow::Error {
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
    pub(super) async fn exit(&mut self) -> std::io::Result<ExitStatus> {
        let status = self.child.wait().await?;
        self.end_group();
        Ok(status)
    }

    /// Whether it runs.
    pub(super) fn is_running(&self) -> bool {
        self.child.id().is_some()
    }

    /// Asks it to end, with all that it has started.
    pub(super) fn ask_to_end(&self) {
        if let Some(group) = self.group {
            // It may just have ended by itself.
            let _gone = kill_process_group(group, Signal::TERM);
        }
    }

    /// Ends the process at once.
    ///
    /// # Errors
    /// If the system doesn't tell of its end.
    pub(super) async fn kill(&mut self) -> std::io::Result<()> {
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
pub(super) fn log_path(logs: &Path, name: BotName) -> PathBuf {
    logs.join(format!("{name}.log"))
}

fn this_program() -> anyhow::Result<OsString> {
    Ok(std::env::current_exe().context("the path of this program")?.into())
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
            let bot: BotArg = format!("a=sh -c 'sleep 600 & echo $! >&2; {last}'").parse().unwrap();
            let addr = ([127, 0, 0, 1], 1).into();
            let mut process = Process::start(&bot, addr, "", logs.path()).unwrap().expect("a process of its own");
            let log = log_path(logs.path(), bot.name);
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

    #[test]
    fn bots_are_commands_house_bots_or_remote() {
        let origin = |text: &str| text.parse::<BotArg>().map(|bot| bot.origin);
        assert_eq!(origin("a=remote").unwrap(), Origin::Remote);
        assert_eq!(origin("a=house:greedy").unwrap(), Origin::House("greedy".into()));
        let command = vec!["python3".to_owned(), "my bot.py".into(), "x=1".into()];
        assert_eq!(origin("a=python3 'my bot.py' x=1").unwrap(), Origin::Command(command));
    }

    #[test]
    fn wrong_bots_say_what_would_be_right() {
        let error = |text: &str| text.parse::<BotArg>().unwrap_err().to_string();
        assert_eq!(error("a.py"), "write NAME=COMMAND, NAME=house:BOT or NAME=remote");
        assert_eq!(error("a="), "the command is empty");
        assert!(error("a=house:nobody").starts_with("there is no house bot \"nobody\"; there are: first-legal"));
        assert!(error("a b=x").contains("a b"), "{}", error("a b=x"));
    }
}
