//! Keeps the bots running that a command starts itself. A bot that crashes or hangs is started again, and suspended
//! when that has happened too often.

use std::fmt;
use std::future::pending;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_process::Process;
use kahua_server::App;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::bot_arg::{BotArg, Origin};
use crate::confine::Confinement;
use crate::output::complain;
use crate::processes::{Farewell, leave, logs};
use crate::run_tokens::RunTokens;

/// How often to check whether a bot hangs, or was let back.
const LOOK_INTERVAL: Duration = Duration::from_millis(500);

/// Everything that is needed to start a bot of this command.
#[derive(Debug)]
pub(crate) struct Starter {
    pub(crate) app: Arc<App>,
    pub(crate) addr: SocketAddr,
    pub(crate) tokens: Arc<RunTokens>,
    /// The data directory, in which the logs are.
    pub(crate) data: PathBuf,
    pub(crate) confinement: Option<Confinement>,
}

/// A bot, and how often it is started again.
#[derive(Clone, Debug)]
pub(crate) struct SupervisedBot {
    pub(crate) bot: BotArg,
    pub(crate) restarts: u32,
}

/// Something that went wrong with a bot.
#[derive(Debug)]
pub(crate) struct Trouble {
    pub(crate) bot: BotName,
    /// What happened, in a few words.
    pub(crate) short: String,
    /// What happened, in full.
    pub(crate) problem: String,
    /// What happens to the bot now.
    pub(crate) consequence: Consequence,
}

/// The problem, and what happens now, for the terminal.
impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Trouble { bot, problem, consequence, .. } = self;
        match consequence {
            Consequence::Restart { number, of } => {
                write!(f, "{problem}\nbot {bot} is started again: restart {number} of {of}")
            }
            Consequence::Suspended => write!(f, "{problem}\nbot {bot} isn't started again"),
        }
    }
}

/// What happens to a bot after a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Consequence {
    /// It is started again, for the time `number` of at most `of`.
    Restart { number: u32, of: u32 },
    /// It was started again as often as it may be, so it is suspended.
    Suspended,
}

/// The bots of a command. Their processes end when this is dropped.
#[derive(Debug)]
pub(crate) struct Supervisor {
    keepers: JoinSet<Option<String>>,
    troubles: mpsc::Receiver<Trouble>,
    farewell: watch::Sender<Option<Farewell>>,
}

impl Starter {
    fn is_suspended(&self, name: BotName) -> bool {
        self.app.suspensions().contains_key(&name)
    }

    async fn start(&self, bot: &BotArg) -> anyhow::Result<Option<Process>> {
        let logs = logs(&self.data);
        let process = bot.start(self.addr, self.tokens.of(bot.name), &logs, self.confinement.as_ref()).await?;
        if let Some(process) = &process {
            // By these marks in its log, `kahua faults` finds what it wrote during a match.
            self.app.mark_matches(bot.name, process);
        }
        Ok(process)
    }
}

impl Supervisor {
    /// Starts the processes of those bots that have one, each with its token, and keeps them running.
    ///
    /// # Errors
    /// If one can't be started for the first time; those that were started are killed.
    pub(crate) async fn start(starter: Starter, bots: Vec<SupervisedBot>) -> anyhow::Result<Supervisor> {
        // All are started before any is watched. If one can't be, the others end with this list.
        let mut started = Vec::new();
        for kept in bots.into_iter().filter(|kept| kept.bot.origin != Origin::Remote) {
            // A bot that has been suspended since an earlier run is started when it is let back.
            let process = match starter.is_suspended(kept.bot.name) {
                true => None,
                false => starter.start(&kept.bot).await?,
            };
            started.push((kept, process));
        }
        let (farewell, said) = watch::channel(None);
        // A channel without any room is a panic, and all bots may be remote.
        let (report, troubles) = mpsc::channel(started.len().max(1));
        let (starter, mut keepers) = (Arc::new(starter), JoinSet::new());
        for (kept, process) in started {
            let keeper = Keeper { starter: starter.clone(), kept, report: report.clone() };
            keepers.spawn(keeper.keep(process, said.clone()));
        }
        Ok(Supervisor { keepers, troubles, farewell })
    }

    /// The next problem with a bot. Never resolves if no bot is left.
    pub(crate) async fn trouble(&mut self) -> Trouble {
        match self.troubles.recv().await {
            Some(trouble) => trouble,
            None => pending().await,
        }
    }

    /// From now on, bots may end. Call it before they are told to.
    pub(crate) fn expect_departures(&self, farewell: Farewell) {
        self.farewell.send_replace(Some(farewell));
    }

    /// Lets the processes exit, all at the same time, and ends those that don't. Reports failures before or during the
    /// exit, if they weren't reported yet.
    pub(crate) async fn let_go(self, farewell: Farewell) {
        for problem in self.last_words(farewell).await {
            complain(&problem);
        }
    }

    async fn last_words(mut self, farewell: Farewell) -> Vec<String> {
        self.expect_departures(farewell);
        // A keeper that reports a problem must not wait for a reader.
        self.troubles.close();
        let mut problems = Vec::new();
        while let Some(trouble) = self.troubles.recv().await {
            problems.push(trouble.problem);
        }
        while let Some(left) = self.keepers.join_next().await {
            problems.extend(left.ok().flatten());
        }
        problems
    }
}

/// Keeps one bot running.
struct Keeper {
    starter: Arc<Starter>,
    kept: SupervisedBot,
    report: mpsc::Sender<Trouble>,
}

/// How the process of a bot ended.
#[derive(Clone)]
struct Crash {
    /// In a few words.
    short: String,
    /// With what the bot wrote.
    full: String,
}

impl Keeper {
    /// Runs until the bots are let go; returns what went wrong then.
    async fn keep(self, process: Option<Process>, mut farewell: watch::Receiver<Option<Farewell>>) -> Option<String> {
        let (mut running, mut crash, mut crashes) = (process, None, 0);
        loop {
            let Some(mut process) = running.take() else {
                let started = tokio::select! {
                    biased;
                    _ = said(&mut farewell) => return crash.map(|crash: Crash| crash.full),
                    started = self.come_back(&mut crashes, &mut crash) => started,
                };
                match started {
                    Ok(process) => running = Some(process),
                    Err(failed) => crash = Some(failed),
                }
                continue;
            };
            let started = Instant::now();
            crash = tokio::select! {
                biased;
                farewell = said(&mut farewell) => return leave(process, farewell).await,
                crash = self.crash(&mut process) => Some(crash),
            };
            if started.elapsed() >= limits::BOT_RESTART_CALM {
                crashes = 0;
            }
        }
    }

    fn name(&self) -> BotName {
        self.kept.bot.name
    }

    /// Resolves when the process has ended. If it hangs, it is ended.
    async fn crash(&self, process: &mut Process) -> Crash {
        let ended = tokio::select! {
            biased;
            // If both have happened, the exit status says more than the silence.
            ended = process.ended() => Some(ended),
            () = self.hangs() => None,
        };
        let Some(ended) = ended else {
            let _it_is_gone_either_way = process.terminate().await;
            let seconds = limits::BOT_SILENCE_MAX.as_secs();
            let short = format!("it hung: nothing came from it for {seconds} s after a missed ask, so it was ended");
            let (name, log) = (self.name(), process.log().display());
            return Crash { full: format!("bot {name}: {short}\nits log: {log}"), short };
        };
        Crash { short: format!("its process ended ({})", ended.status()), full: ended.to_string() }
    }

    /// Resolves when the bot has been silent for too long after a missed ask.
    async fn hangs(&self) {
        let mut silent_since = None;
        loop {
            sleep(LOOK_INTERVAL).await;
            silent_since = match self.starter.app.is_silent(self.name()) {
                true => Some(silent_since.unwrap_or_else(Instant::now)),
                false => None,
            };
            if silent_since.is_some_and(|since| since.elapsed() >= limits::BOT_SILENCE_MAX) {
                return;
            }
        }
    }

    /// Starts the bot: after a pause if it has crashed, and after a suspension when it is let back. `crashes` counts
    /// crashes in a row. A crash that is left in `crash` hasn't been reported.
    async fn come_back(&self, crashes: &mut u32, crash: &mut Option<Crash>) -> Result<Process, Crash> {
        let SupervisedBot { bot, restarts } = &self.kept;
        let app = &self.starter.app;
        if let Some(Crash { short, full }) = crash.clone() {
            *crashes += 1;
            let is_last = *crashes > *restarts;
            let consequence = match is_last {
                true => Consequence::Suspended,
                false => Consequence::Restart { number: *crashes, of: *restarts },
            };
            // The report comes first: the crash ends the bot's matches, and the run ends with the last match.
            if self.say(short.clone(), full, consequence).await {
                *crash = None;
            }
            app.crashed(bot.name, &short).await;
            if is_last {
                app.suspend(bot.name, too_often(*restarts, &short)).await;
            } else {
                sleep(pause(*crashes)).await;
            }
        }
        while self.starter.is_suspended(bot.name) {
            // An organizer who lets the bot back gives it all its restarts again.
            *crashes = 0;
            sleep(LOOK_INTERVAL).await;
        }
        match self.starter.start(bot).await {
            Ok(Some(process)) => Ok(process),
            // Only remote bots have no process, and `start` keeps none of them.
            Ok(None) => pending().await,
            Err(problem) => Err(Crash { short: "it can't be started".to_owned(), full: format!("{problem:#}") }),
        }
    }

    /// Reports a problem, if the supervisor still listens.
    async fn say(&self, short: String, problem: String, consequence: Consequence) -> bool {
        self.report.send(Trouble { bot: self.name(), short, problem, consequence }).await.is_ok()
    }
}

/// Resolves when the bots are let go.
async fn said(farewell: &mut watch::Receiver<Option<Farewell>>) -> Farewell {
    match farewell.wait_for(Option::is_some).await.map(|said| *said) {
        Ok(Some(farewell)) => farewell,
        // The supervisor has gone.
        _ => Farewell::Interrupted,
    }
}

/// Why a bot is suspended that was restarted this often and then ended in this way.
fn too_often(restarts: u32, end: &str) -> String {
    match restarts {
        0 => end.to_owned(),
        1 => format!("it was started again once, and then {end}"),
        _ => format!("it was started again {restarts} times, and then {end}"),
    }
}

/// How long a bot rests after this many crashes in a row.
fn pause(crashes: u32) -> Duration {
    let doubled = 1_u32.checked_shl(crashes.saturating_sub(1)).unwrap_or(u32::MAX);
    limits::BOT_RESTART_PAUSE.saturating_mul(doubled).min(limits::BOT_RESTART_PAUSE_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_crash_in_the_last_moment_is_still_told() {
        let (report, troubles) = mpsc::channel(1);
        let bot: BotName = "slow".parse().unwrap();
        let (short, problem) = ("it ended".to_owned(), "bot slow ended".to_owned());
        let unread = Trouble { bot, short, problem, consequence: Consequence::Suspended };
        report.send(unread).await.unwrap();
        let mut keepers = JoinSet::new();
        keepers.spawn(async { Some("bot late failed".to_owned()) });
        let (farewell, _said) = watch::channel(None);
        let told = Supervisor { keepers, troubles, farewell }.last_words(Farewell::Dismissed).await;
        assert_eq!(told, ["bot slow ended", "bot late failed"]);
    }

    #[test]
    fn pauses_grow_up_to_a_bound() {
        let ms = [1, 2, 3, 8, 30, 40, u32::MAX].map(|crashes| pause(crashes).as_millis());
        assert_eq!(ms, [500, 1000, 2000, 60_000, 60_000, 60_000, 60_000]);
    }
}
