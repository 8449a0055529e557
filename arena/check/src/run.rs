//! The check itself: one step after the other, each with a verdict of its own.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use kahua_engine::Seed;
use tokio::time::sleep;

use super::candidate::Candidate;
use super::harness::{Harness, Table};
use super::report::{Besides, Finding, Report, Verdict};
use super::steps::{self, Step, Wanted};
use kahua_core::clock::TimeControl;
use kahua_core::ids::BotName;
use kahua_server::harness::{Plays, Profile};
use kahua_server::rulesets::Games;
use kahua_store::Store;

/// The name under which the bot is checked.
const NAME: &str = "candidate";
/// No step takes longer, however long its games: the check always ends. A wait within a step has a bound of its own, which
/// follows from the bot's patience and the time control.
pub(crate) const STEP_MAX: Duration = Duration::from_secs(15 * 60);

/// How a bot is to be checked.
#[derive(Debug)]
pub struct Terms {
    /// The games to check.
    pub games: Wanted,
    /// The time control of the matches.
    pub time: TimeControl,
    /// How long the bot may take to come, and to come back.
    pub patience: Duration,
    /// Of all luck.
    pub seed: Seed,
}

/// Why a step is at its end before it passed.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The bot failed it, in words.
    Failed(String),
    /// There is nothing to check, in words.
    Skipped(String),
    /// Something of ours is in the way.
    Broken(anyhow::Error),
}

impl From<anyhow::Error> for Stop {
    fn from(error: anyhow::Error) -> Stop {
        Stop::Broken(error)
    }
}

/// What a step saw when it passed, or why it didn't.
pub(crate) type Seen = Result<String, Stop>;

/// A check under way.
#[derive(Debug)]
pub struct CheckRun {
    /// The bot, as whoever asked for the check calls it.
    named: String,
    pub(crate) terms: Terms,
    pub(crate) hall: Harness,
    pub(crate) bot: Candidate,
    /// What the bot is given in KAHUA_TOKEN.
    pub(crate) token: String,
    /// A table that the bot plays at, for the steps that need just any.
    pub(crate) usual: Option<Table>,
    /// Of the tables at which the bot has played well the one with the fewest asks, and their number.
    pub(crate) shortest: Option<(usize, Table)>,
    findings: Vec<Finding>,
    /// Whether the bot must be started again before the next step.
    unfit: bool,
}

impl CheckRun {
    /// Makes everything ready for a bot that is started by this command, a program and its arguments. `bot` names it in the
    /// report; the matches are kept in `store`, and the bot's log in `dir`.
    ///
    /// # Errors
    /// If the store or the network can't be used.
    pub async fn new(
        bot: String,
        command: Vec<OsString>,
        terms: Terms,
        store: Store,
        dir: &Path,
    ) -> anyhow::Result<CheckRun> {
        let name: BotName = NAME.parse().expect("a sound name");
        let hall = Harness::new(store, name, terms.seed).await?;
        // Any text would do: the hall is open, and only looks whether the bot shows it.
        let token = terms.seed.derive("token", 0).to_string();
        let candidate = Candidate::new(name, command, token.clone(), dir.join("logs"));
        Ok(CheckRun {
            named: bot,
            terms,
            hall,
            bot: candidate,
            token,
            usual: None,
            shortest: None,
            findings: Vec::new(),
            unfit: false,
        })
    }

    /// Takes every step, and tells each finding as soon as it is there.
    ///
    /// # Errors
    /// If something of ours is in the way, or `tell` fails.
    pub async fn run<E: From<anyhow::Error>>(
        &mut self,
        mut tell: impl FnMut(&Finding) -> Result<(), E>,
    ) -> Result<Report, E> {
        let begun = Instant::now();
        let mut steps: Vec<Step> = steps::FIRST.to_vec();
        let mut next = 0;
        while next < steps.len() {
            let finding = self.take(next + 1, &steps[next]).await?;
            tell(&finding)?;
            self.findings.push(finding);
            next += 1;
            if next == steps::FIRST.len() {
                steps.extend(self.after_hello());
            }
        }
        self.hall.close().await?;
        Ok(Report {
            bot: self.named.clone(),
            time: self.terms.time.to_string(),
            seed: self.terms.seed.to_string(),
            findings: std::mem::take(&mut self.findings),
            took: begun.elapsed(),
            besides: self.hall.desk.notebook.read(Besides::of),
            kept: None,
        })
    }

    /// The file with everything that the bot wrote to its standard error.
    #[must_use]
    pub fn log(&self) -> PathBuf {
        self.bot.log()
    }

    fn after_hello(&mut self) -> Vec<Step> {
        let Some(profile) = self.profile() else { return steps::without_hello() };
        // One that goes by another name has failed to greet, and is checked on under that name.
        self.hall.bot = profile.name;
        let (steps, usual) = steps::after_hello(&self.terms.games, &profile.plays);
        self.usual = usual;
        steps
    }

    /// The bot as its Hello describes it, if the arena let it in.
    pub(crate) fn profile(&self) -> Option<Profile> {
        let call = self.hall.desk.notebook.read(|notes| notes.call.clone());
        Profile::read(call.hello.filter(|_| call.welcomed)?, &Games::built_in()).ok()
    }

    /// Takes one step.
    async fn take(&mut self, number: usize, step: &Step) -> anyhow::Result<Finding> {
        let (begun, said) = (Instant::now(), self.bot.log_length());
        let seen = match self.make_fit(step).await {
            Ok(()) => self.go(step).await,
            Err(stop) => Err(stop),
        };
        let verdict = match seen {
            Ok(seen) => Verdict::Passed(seen),
            Err(Stop::Failed(why)) => Verdict::Failed(why),
            Err(Stop::Skipped(why)) => Verdict::Skipped(why),
            Err(Stop::Broken(error)) => return Err(error),
        };
        let failed = matches!(verdict, Verdict::Failed(_));
        // What is left of a failed step must not spoil the next one.
        self.unfit |= failed;
        let took = begun.elapsed();
        let stderr = if failed { self.bot.said_since(said) } else { String::new() };
        Ok(Finding { number, name: step.to_string(), wants: step.wants(), verdict, took, stderr })
    }

    /// Sees to it that the bot is there for this step, or says why the step can't be taken.
    async fn make_fit(&mut self, step: &Step) -> Result<(), Stop> {
        if *step == Step::Connects {
            return Ok(());
        }
        if *step == Step::Greets {
            return match self.findings.first().map(|finding| &finding.verdict) {
                Some(Verdict::Passed(_)) => Ok(()),
                _ => Err(Stop::Skipped("not run: the bot didn't connect".into())),
            };
        }
        if self.profile().is_none() {
            return Err(Stop::Skipped("not run: the arena didn't let the bot in".into()));
        }
        self.hall.clear(false).await?;
        let connected = self.hall.desk.notebook.read(|notes| notes.call.open);
        if self.unfit || !connected || !self.bot.is_running() {
            self.unfit = false;
            self.start_again().await?;
        }
        Ok(())
    }

    /// Starts the bot afresh and waits for it.
    async fn start_again(&mut self) -> Result<(), Stop> {
        self.bot.stop().await?;
        self.hall.clear(true).await?;
        let calls = self.hall.desk.notebook.read(|notes| notes.calls);
        self.bot.start(self.hall.wire.addr).await?;
        match self.comes_in(calls, self.terms.patience).await {
            Ok(_) => Ok(()),
            Err(Stop::Failed(why)) => {
                self.unfit = true;
                Err(Stop::Skipped(format!("not run: started again after a failed step, {why}")))
            }
            Err(stop) => Err(stop),
        }
    }

    /// Takes the step itself; its end is near when the bot's process ends, or after [`STEP_MAX`].
    async fn go(&mut self, step: &Step) -> Seen {
        match step {
            Step::Connects => self.connects().await,
            Step::Greets => self.greets().await,
            Step::InTime => self.answers_in_time().await,
            Step::Plays(table) => self.plays(table).await,
            Step::Unclaimed(game) => Err(Stop::Failed(format!("its Hello doesn't name {game} at any seat count"))),
            Step::PlaysGames => Err(Stop::Skipped("not run: it isn't known which".into())),
            Step::TwoAtOnce => self.plays_two_at_once().await,
            Step::Fault => self.survives_a_fault().await,
            Step::Reconnect => self.survives_a_reconnect().await,
            Step::Resign => self.survives_a_resign().await,
            Step::Drain => self.survives_a_drain().await,
            Step::Leaves => self.takes_the_end_calmly().await,
        }
    }

    /// Whether the bot claims every game at every seat count.
    pub(crate) fn plays_everything(&self) -> bool {
        self.profile().is_some_and(|profile| profile.plays == Plays::Everything)
    }
}

/// Does this unless the bot's process ends first, or the time is up.
pub(crate) async fn while_alive<T>(
    bot: &mut Candidate,
    work: impl Future<Output = Result<T, Stop>>,
) -> Result<T, Stop> {
    tokio::select! {
        biased;
        done = work => done,
        status = bot.ended() => Err(Stop::Failed(format!("its process ended ({})", status?))),
        () = sleep(STEP_MAX) => Err(Stop::Failed(format!("it wasn't through after {} s", STEP_MAX.as_secs()))),
    }
}
