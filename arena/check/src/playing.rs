//! The steps in which a bot plays undisturbed.

use kahua_proto::pb::arena::v1 as pb;

use super::ending::{ended, judge};
use super::harness::Table;
use super::notes::{Match, words};
use super::run::{CheckRun, Seen, Stop, while_alive};
use super::words::times;
use kahua_core::clock::TimeControl;

impl CheckRun {
    pub(crate) async fn answers_in_time(&mut self) -> Seen {
        let table = self.usual()?;
        let of = self.play(&table).await?;
        let late = of.faults.iter().find(|fault| fault.cause() == pb::FaultCause::Late);
        if let Some(fault) = late {
            return Err(Stop::Failed(format!("{} ({})", words(fault), times(&of))));
        }
        let early = if judge(&of).is_err() { "; the match ended early, as a later step tells" } else { "" };
        Ok(format!("{}, at {}{early}", times(&of), self.terms.time))
    }

    pub(crate) async fn plays(&mut self, table: &Table) -> Seen {
        let of = self.play(table).await?;
        let seen = judge(&of)?;
        if self.shortest.as_ref().is_none_or(|(asks, _)| of.asks.len() < *asks) {
            self.shortest = Some((of.asks.len(), table.clone()));
        }
        Ok(seen)
    }

    pub(crate) async fn plays_two_at_once(&mut self) -> Seen {
        let table = self.usual()?;
        if self.profile().is_none_or(|profile| profile.matches_max < 2) {
            return Err(Stop::Skipped("not applicable: it plays one match at a time, as its Hello says".into()));
        }
        let CheckRun { hall, bot, terms, .. } = self;
        let work = async {
            // The opponent lets the first match lie, so that the second is played while the first is open. Nobody's time
            // runs out in a match that lies.
            let first = hall.begin(&table, TimeControl::default(), terms.patience).await?;
            hall.let_lie(Some(first.clone()))?;
            let second = hall.begin(&table, terms.time, terms.patience).await?;
            let second = judge(&ended(hall, &second, terms).await?)?;
            let still_open =
                hall.desk.notebook.read(|notes| notes.matches.get(&first).is_none_or(|of| of.ended.is_none()));
            hall.let_lie(None)?;
            let first = judge(&ended(hall, &first, terms).await?)?;
            match still_open {
                true => Ok(format!("{second}; meanwhile and afterwards {first}")),
                false => Ok(format!("{second}; {first}, which was over before the second had begun")),
            }
        };
        while_alive(bot, work).await
    }

    /// Plays one match to its end, whatever that is.
    pub(crate) async fn play(&mut self, table: &Table) -> Result<Match, Stop> {
        let CheckRun { hall, bot, terms, .. } = self;
        let work = async {
            let id = hall.begin(table, terms.time, terms.patience).await?;
            ended(hall, &id, terms).await
        };
        while_alive(bot, work).await
    }

    /// A table for the steps that need just any: one at which the bot has played well and that is quick, if there is one.
    pub(crate) fn usual(&self) -> Result<Table, Stop> {
        let shortest = self.shortest.as_ref().map(|(_, table)| table);
        shortest
            .or(self.usual.as_ref())
            .cloned()
            .ok_or_else(|| Stop::Skipped("not run: its Hello names no game that is checked".into()))
    }
}

impl super::run::Terms {
    /// The time control of matches in which the bot is made to be away: that time isn't its own.
    pub(crate) fn with_absence(&self) -> TimeControl {
        let longer = |span: std::time::Duration| span + self.patience;
        let TimeControl { bank, ask_cap, .. } = self.time;
        TimeControl { bank: bank.map(longer), ask_cap: ask_cap.map(longer), ..self.time }
    }
}
