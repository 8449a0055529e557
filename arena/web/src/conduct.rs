//! What records tell about one bot: how long it thought, and what went wrong.

use kahua_core::faults;
use kahua_proto::pb::arena::v1 as pb;
use pb::recorded_event::Event;

use crate::language::Language;

/// What some records tell about one bot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conduct {
    bot: String,
    /// How long it thought for each of its decisions, in microseconds.
    thought_us: Vec<u64>,
    /// What went wrong, in the order in which the records were read.
    pub(crate) faults: Vec<Fault>,
    /// How many records were read.
    pub(crate) matches: usize,
}

/// Something that went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) match_id: String,
    pub(crate) game: String,
    pub(crate) started_unix_ms: i64,
    /// The number of the event in the record, from 0.
    pub(crate) event: usize,
    /// Which of the bot's decisions was due next, or was being made, from 1.
    decision: usize,
    fault: pb::Fault,
    /// Whether the bot's seat was given up for it.
    gave_up: bool,
}

/// How long a bot thinks for a decision, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ThinkTime {
    pub(crate) decisions: usize,
    pub(crate) median_us: u64,
    /// 95 % of the decisions take no longer.
    pub(crate) most_us: u64,
    pub(crate) longest_us: u64,
}

impl Conduct {
    /// The conduct of a bot before any record was read.
    pub(crate) fn of(bot: &str) -> Conduct {
        Conduct { bot: bot.to_owned(), ..Conduct::default() }
    }

    /// Reads another record.
    pub(crate) fn add(&mut self, record: &pb::MatchRecord) {
        self.matches += 1;
        let is_own = |seat: u32| record.players.get(seat as usize).is_some_and(|player| player.name == self.bot);
        let decisions = record.events.iter().filter_map(|recorded| match &recorded.event {
            // A decision that the arena took in the bot's place says nothing about the bot.
            Some(Event::Decision(decision)) if !decision.substitute && is_own(decision.seat) => Some(decision.think_us),
            _ => None,
        });
        let decisions: Vec<u64> = decisions.collect();
        self.thought_us.extend(decisions);
        self.faults.extend(faults::of(record).iter().filter(|found| found.player.name == self.bot).map(|found| {
            Fault {
                match_id: record.match_id.clone(),
                game: record.game.clone(),
                started_unix_ms: record.started_unix_ms,
                event: found.event,
                decision: found.decision,
                fault: found.fault.clone(),
                gave_up: found.gave_up,
            }
        }));
    }

    /// How long the bot thinks; `None` if it has decided nothing.
    pub(crate) fn think_time(&self) -> Option<ThinkTime> {
        let mut thought = self.thought_us.clone();
        thought.sort_unstable();
        let longest_us = *thought.last()?;
        let quantile = |twentieths: usize| thought[(thought.len() * twentieths).div_ceil(20).saturating_sub(1)];
        Some(ThinkTime { decisions: thought.len(), median_us: quantile(10), most_us: quantile(19), longest_us })
    }
}

impl Fault {
    /// What was wrong, where, and what it cost.
    pub(crate) fn sentence(&self, language: Language) -> String {
        kahua_story::fault_sentence(language, &self.fault, (self.decision, self.event), self.gave_up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_decisions_and_faults_are_counted_and_no_others() {
        let decision = |seat, think_us, substitute| {
            let decision = pb::Decision { seat, think_us, substitute, ..pb::Decision::default() };
            pb::RecordedEvent { event: Some(Event::Decision(decision)) }
        };
        let fault = |seat| {
            let fault = pb::Fault { seat, cause: pb::FaultCause::Late.into(), counted: true, ..pb::Fault::default() };
            pb::RecordedEvent { event: Some(Event::Fault(fault)) }
        };
        let mut events: Vec<_> = (1..=100).map(|number| decision(0, number, false)).collect();
        events.extend([decision(1, 7000, false), decision(0, 9000, true), fault(0), fault(1)]);
        let players = ["ann", "bob"].map(|name| pb::Player { name: name.into(), ..pb::Player::default() }).into();
        let record = pb::MatchRecord { match_id: "m".into(), players, events, ..pb::MatchRecord::default() };
        let mut conduct = Conduct::of("ann");
        assert_eq!(conduct.think_time(), None);
        conduct.add(&record);
        let expected = ThinkTime { decisions: 100, median_us: 50, most_us: 95, longest_us: 100 };
        assert_eq!((conduct.think_time(), conduct.matches), (Some(expected), 1));
        let faults: Vec<(usize, String)> =
            conduct.faults.iter().map(|fault| (fault.event, fault.sentence(Language::English))).collect();
        assert_eq!(faults, [(102, "late at its decision 102, event 102: a strike".to_owned())]);
    }
}
