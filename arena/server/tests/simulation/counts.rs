//! What the whole swarm has seen. A swarm in which something never happens proves nothing about it.

use std::collections::BTreeMap;

use kahua_proto::pb::arena::v1 as pb;
use pb::recorded_event::Event;

/// How often each thing happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) runs: u64,
    pub(crate) matches: u64,
    pub(crate) plies: u64,
    pub(crate) seen: BTreeMap<String, u64>,
}

/// What must have been seen.
const WANTED: [&str; 27] = [
    "act Abort",
    "act Disk(Fails)",
    "act Disk(Flickers)",
    "act Pause",
    "act StandStill",
    "ask in a later life",
    "crash After",
    "crash Before",
    "crash between commits",
    "drain",
    "end KIND_ABORTED",
    "end KIND_FINISHED",
    "end KIND_FORFEITED",
    "fault FAULT_CAUSE_DISCONNECTED",
    "fault FAULT_CAUSE_FLOODING",
    "fault FAULT_CAUSE_ILLEGAL",
    "fault FAULT_CAUSE_LATE",
    "fault FAULT_CAUSE_RESIGNED",
    "fault FAULT_CAUSE_UNREADABLE",
    "notice FAULT_CAUSE_STALE_TICKET",
    "recorded resumption",
    "refused FLOODING",
    "refused MESSAGE_UNREADABLE",
    "refused MOVED",
    "refused NAME_IN_USE",
    "seated again",
    "suspension",
];

impl Counts {
    pub(crate) fn see(&mut self, what: impl Into<String>) {
        *self.seen.entry(what.into()).or_default() += 1;
    }

    pub(crate) fn record(&mut self, record: &pb::MatchRecord) {
        self.matches += 1;
        let kind = record.termination.as_ref().map(pb::Termination::kind).unwrap_or_default();
        self.see(format!("end {}", kind.as_str_name()));
        for event in &record.events {
            match &event.event {
                Some(Event::Decision(_)) => self.plies += 1,
                Some(Event::Fault(fault)) => self.see(format!("fault {}", fault.cause().as_str_name())),
                Some(Event::Resumption(_)) => self.see("recorded resumption"),
                _ => {}
            }
        }
    }

    pub(crate) fn add(&mut self, other: &Counts) {
        self.runs += other.runs;
        self.matches += other.matches;
        self.plies += other.plies;
        for (what, times) in &other.seen {
            *self.seen.entry(what.clone()).or_default() += times;
        }
    }

    /// Checks that everything in `WANTED` has happened.
    pub(crate) fn check(&self) {
        let missing: Vec<_> = WANTED.into_iter().filter(|what| !self.seen.contains_key(*what)).collect();
        assert!(missing.is_empty(), "the swarm never saw {missing:?}: {self:#?}");
    }
}
