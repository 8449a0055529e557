//! Computes clocks independently of the arena: from what bots are told, and from the think times of records.

use kahua_core::clock::TimeControl;
use kahua_proto::pb::arena::v1 as pb;
use pb::recorded_event::Event;

/// The longest lag of any arena here.
const LAG_MAX_MS: u64 = 5;

/// One seat's clock, by what its bot is told.
#[derive(Debug)]
pub(crate) struct AskedClock {
    control: pb::TimeControl,
    /// At the last ask: the life of the arena, the number of the seat's decisions, and its bank.
    last: Option<(u32, u64, u64)>,
}

impl AskedClock {
    pub(crate) fn new(control: Option<&pb::TimeControl>) -> AskedClock {
        AskedClock { control: control.copied().unwrap_or_default(), last: None }
    }

    /// Checks that an ask grants no more time than there can be after so many decisions of the seat.
    pub(crate) fn check(&mut self, ask: &pb::Ask, life: u32, decisions: u64) {
        let increment = self.control.increment_ms.unwrap_or(0);
        assert_eq!(ask.bank_ms.is_some(), self.control.bank_ms.is_some());
        if let (Some(bank), Some(at_first)) = (ask.bank_ms, self.control.bank_ms) {
            assert!(bank <= at_first + increment * decisions, "a bank of {bank} ms after {decisions} decisions");
            // Only within one life: a crash undoes decisions, and gives their time back to the bank.
            if let Some((_, before, last)) = self.last.filter(|(same_life, ..)| *same_life == life) {
                // A repeated ask shows the bank without the allowance. By then the arena may also know how long it had
                // delayed the first one.
                let spared = if decisions > before { self.control.allowance_ms + 2 * LAG_MAX_MS } else { LAG_MAX_MS };
                let most = last + increment * (decisions - before) + spared;
                assert!(bank <= most, "a bank of {bank} ms, of at most {most}");
            }
            self.last = Some((life, decisions, bank));
            assert!(ask.ask_ms.is_some_and(|limit| limit <= bank));
        }
        if let Some(cap) = self.control.ask_cap_ms {
            assert!(ask.ask_ms.is_some_and(|limit| limit <= cap));
        }
    }
}

/// Every decision of a record was in time.
pub(crate) fn check(record: &pb::MatchRecord) {
    let control =
        TimeControl::from_wire(record.time_control.as_ref().expect("a time control")).expect("a time control");
    let mut banks: Vec<_> = record.players.iter().map(|_| control.bank).collect();
    for event in &record.events {
        let Some(Event::Decision(decision)) = &event.event else { continue };
        let bank = &mut banks[decision.seat as usize];
        let think = std::time::Duration::from_micros(decision.think_us);
        let limit = control.ask_cap.into_iter().chain(*bank).min();
        if !decision.substitute
            && let Some(limit) = limit
        {
            assert!(think <= limit + control.allowance, "match {}: {think:?} of {limit:?}", record.match_id);
        }
        let charged = think.saturating_sub(control.allowance);
        *bank = bank.map(|bank| bank.saturating_sub(charged) + control.increment.unwrap_or_default());
    }
}
