//! A whole check: one step after another, each with its own result.

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::time::{Duration, Instant};

use kahua_engine::Seed;
use tokio::time::sleep;

use super::candidate::Candidate;
use super::error::{CheckError, StepError, StepResult};
use super::harness::{GameSetup, Harness};
use super::report::{Report, StepReport, StepStatus, Totals};
use super::steps::{self, GameSelection, Step};
use kahua_core::clock::TimeControl;
use kahua_core::ids::BotName;
use kahua_play::token;
use kahua_play::{Plays, Profile};
use kahua_process::BotCommand;
use kahua_settings::Rulesets;
use kahua_store::Store;

/// The name under which the bot is checked.
const NAME: &str = "candidate";
/// No step takes longer, however long its games are, so that the check always ends. A wait within a step has a shorter
/// bound, which follows from the bot's patience and the time control.
pub(crate) const STEP_MAX: Duration = Duration::from_secs(15 * 60);

/// How a bot is checked.
#[derive(Debug)]
pub struct CheckOptions {
    /// The games that the bot plays in the check.
    pub games: GameSelection,
    /// The time control of its matches.
    pub time: TimeControl,
    /// How long the bot may take to connect, and to come back after its connection was lost.
    pub patience: Duration,
    /// The seed of all luck: seats, chance events, and the opponents' moves.
    pub seed: Seed,
}

/// A check of one bot.
#[derive(Debug)]
pub struct CheckRun {
    /// What the report calls the bot.
    label: String,
    pub(crate) options: CheckOptions,
    pub(crate) harness: Harness,
    pub(crate) bot: Candidate,
    /// The value of `KAHUA_TOKEN` for the bot.
    pub(crate) token: String,
    /// A setup that the bot plays, for the steps in which any will do.
    pub(crate) first_setup: Option<GameSetup>,
    /// Among the setups that the bot has played well, the one with the fewest asks, and the number of asks.
    pub(crate) shortest: Option<(usize, GameSetup)>,
    steps: Vec<StepReport>,
    /// Whether the bot must be started again before the next step.
    needs_restart: bool,
}

impl CheckRun {
    /// Prepares a check of the bot that `command` starts. The report calls it `label`. Its matches are kept in `store`,
    /// and its output in `dir/logs`.
    ///
    /// # Errors
    /// If the arena of the check can't be started.
    pub async fn new(
        label: String,
        command: BotCommand,
        options: CheckOptions,
        store: Store,
        dir: &Path,
    ) -> Result<CheckRun, CheckError> {
        let name = CheckRun::bot_name();
        let token = token::new_token();
        let harness = Harness::new(store, name, token::hash_of(&token), options.seed).await?;
        let candidate = Candidate::new(name, command, token.clone(), dir.join("logs"));
        Ok(CheckRun {
            label,
            options,
            harness,
            bot: candidate,
            token,
            first_setup: None,
            shortest: None,
            steps: Vec::new(),
            needs_restart: false,
        })
    }

    /// The name under which the bot plays.
    #[must_use]
    pub fn bot_name() -> BotName {
        NAME.parse().expect("a valid name")
    }

    /// Takes every step in order, and calls `on_step` with each result as soon as there is one.
    ///
    /// # Errors
    /// If something that isn't the bot's doing stops the check, or `on_step` fails.
    pub async fn run<E: From<CheckError>>(
        &mut self,
        mut on_step: impl FnMut(&StepReport) -> Result<(), E>,
    ) -> Result<Report, E> {
        let begun = Instant::now();
        let mut steps: Vec<Step> = steps::FIRST.to_vec();
        let mut next = 0;
        while next < steps.len() {
            let step = self.take(next + 1, &steps[next]).await?;
            on_step(&step)?;
            self.steps.push(step);
            next += 1;
            if next == steps::FIRST.len() {
                steps.extend(self.after_hello());
            }
        }
        self.harness.close().await?;
        Ok(Report {
            bot: self.label.clone(),
            time: self.options.time.to_string(),
            seed: self.options.seed.to_string(),
            steps: std::mem::take(&mut self.steps),
            took: begun.elapsed(),
            totals: self.harness.interceptor.notebook.read(Totals::of),
            kept: None,
        })
    }

    /// The bot's log: what it has written to standard output and standard error.
    #[must_use]
    pub fn log(&self) -> PathBuf {
        self.bot.log()
    }

    fn after_hello(&mut self) -> Vec<Step> {
        let Some(profile) = self.profile() else { return steps::without_hello() };
        // A bot that uses another name has failed to introduce itself; the check goes on under that name.
        self.harness.bot = profile.name;
        let (steps, first_setup) = steps::after_hello(&self.options.games, &profile.plays);
        self.first_setup = first_setup;
        steps
    }

    /// The bot as its Hello describes it, if the arena let it in.
    pub(crate) fn profile(&self) -> Option<Profile> {
        let call = self.harness.interceptor.notebook.read(|notes| notes.call.clone());
        Profile::read(call.hello.filter(|_| call.welcomed)?, &Rulesets::built_in()).ok()
    }

    /// Boxed, so that all steps are compiled in this crate: what an async function does is compiled where it is awaited.
    fn take<'a>(
        &'a mut self,
        number: usize,
        step: &'a Step,
    ) -> Pin<Box<dyn Future<Output = Result<StepReport, CheckError>> + 'a>> {
        Box::pin(self.take_step(number, step))
    }

    async fn take_step(&mut self, number: usize, step: &Step) -> Result<StepReport, CheckError> {
        let (begun, log_length) = (Instant::now(), self.bot.log_length());
        let result = match self.make_ready(step).await {
            Ok(()) => self.go(step).await,
            Err(error) => Err(error),
        };
        let status = match result {
            Ok(seen) => StepStatus::Passed(seen),
            Err(StepError::Failed(why)) => StepStatus::Failed(why),
            Err(StepError::Skipped(why)) => StepStatus::Skipped(why),
            Err(StepError::Broken(error)) => return Err(error),
        };
        let failed = matches!(status, StepStatus::Failed(_));
        // A failed step must not affect the next one.
        self.needs_restart |= failed;
        let took = begun.elapsed();
        let output = if failed { self.bot.output_since(log_length) } else { String::new() };
        Ok(StepReport { number, name: step.to_string(), wants: step.wants(), status, took, output })
    }

    /// Makes sure that the bot is connected before this step, or says why the step can't be taken.
    async fn make_ready(&mut self, step: &Step) -> Result<(), StepError> {
        if *step == Step::Connects {
            return Ok(());
        }
        if *step == Step::Greets {
            return match self.steps.first().map(|step| &step.status) {
                Some(StepStatus::Passed(_)) => Ok(()),
                _ => Err(StepError::Skipped("not run: the bot didn't connect".into())),
            };
        }
        if self.profile().is_none() {
            return Err(StepError::Skipped("not run: the arena didn't let the bot in".into()));
        }
        self.harness.clear(false).await?;
        let connected = self.harness.interceptor.notebook.read(|notes| notes.call.open);
        if self.needs_restart || !connected || !self.bot.is_running() {
            self.needs_restart = false;
            self.restart().await?;
        }
        Ok(())
    }

    /// Starts the bot again and waits until it is connected.
    async fn restart(&mut self) -> Result<(), StepError> {
        self.bot.stop().await?;
        self.harness.clear(true).await?;
        let calls = self.harness.interceptor.notebook.read(|notes| notes.calls);
        self.bot.start(self.harness.proxy.addr).await?;
        match self.comes_in(calls, self.options.patience).await {
            Ok(_) => Ok(()),
            Err(StepError::Failed(why)) => {
                self.needs_restart = true;
                Err(StepError::Skipped(format!("not run: after a failed step the bot was started again, and {why}")))
            }
            Err(error) => Err(error),
        }
    }

    async fn go(&mut self, step: &Step) -> StepResult {
        match step {
            Step::Connects => self.connects().await,
            Step::Greets => self.greets().await,
            Step::InTime => self.answers_in_time().await,
            Step::Plays(setup) => self.plays(setup).await,
            Step::Unclaimed(game) => {
                Err(StepError::Failed(format!("its Hello doesn't name {game} with any number of seats")))
            }
            Step::PlaysGames => Err(StepError::Skipped("not run: without a Hello, its games aren't known".into())),
            Step::TwoAtOnce => self.plays_two_at_once().await,
            Step::Fault => self.survives_a_fault().await,
            Step::Reconnect => self.survives_a_reconnect().await,
            Step::Resign => self.survives_a_resign().await,
            Step::Drain => self.survives_a_drain().await,
            Step::Leaves => self.takes_the_end_calmly().await,
        }
    }

    /// Whether the bot claims every game with every number of seats.
    pub(crate) fn plays_everything(&self) -> bool {
        self.profile().is_some_and(|profile| profile.plays == Plays::Everything)
    }
}

/// Does the work of a step, unless the bot's process ends first or [`STEP_MAX`] is over.
pub(crate) async fn while_alive<T>(
    bot: &mut Candidate,
    work: impl Future<Output = Result<T, StepError>>,
) -> Result<T, StepError> {
    tokio::select! {
        biased;
        done = work => done,
        status = bot.ended() => Err(StepError::Failed(format!("its process ended ({})", status?))),
        () = sleep(STEP_MAX) => Err(StepError::Failed(format!("it hadn't finished after {} s", STEP_MAX.as_secs()))),
    }
}
