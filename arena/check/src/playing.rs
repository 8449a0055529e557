//! The steps in which nothing disturbs the bot's play.

use kahua_proto::pb::arena::v1 as pb;

use super::error::{StepError, StepResult};
use super::format::times;
use super::harness::GameSetup;
use super::match_end::{ended, judge};
use super::notes::{MatchLog, SoFar, describe};
use super::run::{CheckRun, while_alive};
use kahua_core::clock::TimeControl;
use kahua_core::words::count;

impl CheckRun {
    pub(crate) async fn answers_in_time(&mut self) -> StepResult {
        let setup = self.default_setup()?;
        let of = self.play(&setup).await?;
        // Such an answer is none, so the bot is late, too; but this is why.
        if let Some(ticket) = of.unknown_ticket() {
            return Err(StepError::Failed(format!(
                "it answered with ticket {ticket}, which no ask has: an answer repeats the ticket of its ask"
            )));
        }
        let late = of.faults.iter().find(|fault| fault.cause() == pb::FaultCause::Late);
        if let Some(fault) = late {
            return Err(StepError::Failed(format!("{} ({})", describe(fault), times(&of))));
        }
        let judged = judge(&of);
        let SoFar { asks, answers } = of.so_far();
        // A bot that resigns, or answers other asks, isn't late, but an ask is unanswered when the match ends.
        if answers < asks || asks == 0 {
            let why = match judged {
                Err(StepError::Failed(why)) => format!("; {why}"),
                _ => String::new(),
            };
            return Err(StepError::Failed(format!(
                "it answered {answers} of {}{why}",
                count(asks as u64, "ask", "asks")
            )));
        }
        let early = if judged.is_err() { "; the match ended early, for a reason that a later step gives" } else { "" };
        Ok(format!("{}, at {}{early}", times(&of), self.options.time))
    }

    pub(crate) async fn plays(&mut self, setup: &GameSetup) -> StepResult {
        let of = self.play(setup).await?;
        let seen = judge(&of)?;
        if self.shortest.as_ref().is_none_or(|(asks, _)| of.asks.len() < *asks) {
            self.shortest = Some((of.asks.len(), setup.clone()));
        }
        Ok(seen)
    }

    pub(crate) async fn plays_two_at_once(&mut self) -> StepResult {
        let setup = self.default_setup()?;
        if self.profile().is_none_or(|profile| profile.matches_max < 2) {
            return Err(StepError::Skipped("not applicable: its Hello says that it plays one match at a time".into()));
        }
        let CheckRun { harness, bot, options, .. } = self;
        let work = async {
            // The opponent stalls the first match, so that the second one is played while the first is open. The first
            // has no time control, so the time of the stalling opponent can't run out.
            let first = harness.begin(&setup, TimeControl::default(), options.patience).await?;
            harness.stall(Some(first.clone()))?;
            let second = harness.begin(&setup, options.time, options.patience).await?;
            let second = judge(&ended(harness, &second, options).await?)?;
            let still_open = harness
                .interceptor
                .notebook
                .read(|notes| notes.matches.get(&first).is_none_or(|of| of.ended.is_none()));
            harness.stall(None)?;
            let first = judge(&ended(harness, &first, options).await?)?;
            match still_open {
                true => Ok(format!("{second}; before and after it {first}")),
                false => Ok(format!("{second}; {first}, which was over before the second began")),
            }
        };
        while_alive(bot, work).await
    }

    /// Plays one match until it ends in whatever way.
    pub(crate) async fn play(&mut self, setup: &GameSetup) -> Result<MatchLog, StepError> {
        let CheckRun { harness, bot, options, .. } = self;
        let work = async {
            let id = harness.begin(setup, options.time, options.patience).await?;
            ended(harness, &id, options).await
        };
        while_alive(bot, work).await
    }

    /// A setup for the steps in which any will do: the quickest one that the bot has played well, if there is one.
    pub(crate) fn default_setup(&self) -> Result<GameSetup, StepError> {
        let shortest = self.shortest.as_ref().map(|(_, setup)| setup);
        shortest
            .or(self.first_setup.as_ref())
            .cloned()
            .ok_or_else(|| StepError::Skipped("not run: its Hello names no game that is checked".into()))
    }
}

impl super::run::CheckOptions {
    /// The time control of matches in which the check disconnects the bot. The lost time must not count against the
    /// bot.
    pub(crate) fn with_absence(&self) -> TimeControl {
        let longer = |time: std::time::Duration| time + self.patience;
        let TimeControl { bank, ask_cap, .. } = self.time;
        TimeControl { bank: bank.map(longer), ask_cap: ask_cap.map(longer), ..self.time }
    }
}
