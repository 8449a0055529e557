//! The referee itself: inputs in, effects out.

use arena_proto::pb::arena::v1 as pb;
use engine::table::SeatsError;

use crate::clock::Micros;
use crate::referee::{Effect, Input, MatchSetup};

/// One match being played.
#[derive(Debug)]
pub struct Referee {
    setup: MatchSetup,
    events: Vec<pb::RecordedEvent>,
}

impl Referee {
    /// A match before its first event. Nothing happens until [`Input::Begin`].
    ///
    /// # Errors
    /// If the game isn't played with so many seats.
    pub fn new(setup: MatchSetup) -> Result<Referee, SeatsError> {
        let _ = setup;
        todo!()
    }

    /// A match that was under way when the arena stopped: its events are played again. Luck, clocks, strikes and seats
    /// given up stand where they stood; every seat counts as away, with all its time to come back; the open ask gets a
    /// new ticket and its whole time. Goes on with [`Input::Begin`].
    ///
    /// # Errors
    /// If these events can't have happened in this match.
    pub fn resume(setup: MatchSetup, events: Vec<pb::RecordedEvent>, now_unix_ms: i64) -> Result<Referee, ReplayError> {
        let _ = (setup, events, now_unix_ms);
        todo!()
    }

    /// Tells the referee what happened, and appends to `effects` what is to be done. No input panics, whatever its order.
    pub fn step(&mut self, now: Micros, input: Input, effects: &mut Vec<Effect>) {
        let _ = (now, input, effects);
        todo!()
    }

    /// When an [`Input::Tick`] is due, if nothing else happens before; `None` if never. May be in the past.
    #[must_use]
    pub fn wake_at(&self) -> Option<Micros> {
        todo!()
    }

    /// What was fixed before the match began.
    #[must_use]
    pub fn setup(&self) -> &MatchSetup {
        &self.setup
    }

    /// Everything that happened so far.
    #[must_use]
    pub fn events(&self) -> &[pb::RecordedEvent] {
        &self.events
    }

    /// Whether the match has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        todo!()
    }

    /// The sealed record of the finished match; `None` while it is being played.
    #[must_use]
    pub fn record(&self, ended_unix_ms: i64, arena_version: &str) -> Option<pb::MatchRecord> {
        let _ = (ended_unix_ms, arena_version);
        todo!()
    }
}

/// Why a match can't go on from these events.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The game isn't played with so many seats.
    #[error(transparent)]
    Seats(#[from] SeatsError),
}
