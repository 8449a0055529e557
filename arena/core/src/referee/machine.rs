//! The referee itself: how it is made, what it holds, and its record.

use kahua_engine::PerSeat;
use kahua_engine::SeatsError;
use kahua_proto::pb::arena::v1 as pb;
use pb::recorded_event::Event;
use pb::termination;

use crate::clock::Micros;
use crate::ids::ArenaRun;
use crate::referee::MatchSetup;
use crate::referee::ask::{OpenAsk, Presence};
use crate::referee::log::{EncodedEvents, EventLog};
use crate::referee::replay::EventError;
use crate::referee::seal::seal;
use crate::referee::state::{self, Due, MatchState};

/// One match being played.
#[derive(Debug)]
pub struct Referee {
    pub(super) setup: MatchSetup,
    pub(super) state: MatchState,
    pub(super) events: EventLog,
    pub(super) ask: Option<OpenAsk>,
    pub(super) stage: Stage,
    pub(super) presence: PerSeat<Presence>,
    /// The events before this number were told to the seat.
    pub(super) told: PerSeat<usize>,
    /// The events before this number were announced by [`Effect::Journal`](super::Effect::Journal).
    pub(super) announced: usize,
    /// In which run of the arena the match was last resumed, if it was.
    pub(super) resumed_in: Option<ArenaRun>,
    /// How many asks were opened since.
    pub(super) asks: u32,
    /// When the arena last couldn't tell its own delay from a bot's, as the latest inputs said.
    pub(super) doubt: Option<Micros>,
}

#[derive(Debug)]
pub(super) enum Stage {
    /// Waits for its beginning.
    Ready,
    /// Goes on since then.
    Playing { since: Micros },
    /// Has ended so.
    Over(pb::Termination),
}

impl Referee {
    /// A match before its first event, with every seat connected. The referee draws nothing and asks no seat until
    /// [`Input::Begin`](super::Input::Begin).
    ///
    /// # Errors
    /// If the game can't have this number of seats.
    pub fn new(setup: MatchSetup) -> Result<Referee, SeatsError> {
        let state = MatchState::new(&setup)?;
        let seats = setup.players.count();
        Ok(Referee {
            state,
            setup,
            events: EventLog::default(),
            ask: None,
            stage: Stage::Ready,
            presence: PerSeat::from_fn(seats, |_| Presence::Here),
            told: PerSeat::from_fn(seats, |_| 0),
            announced: 0,
            resumed_in: None,
            asks: 0,
            doubt: None,
        })
    }

    /// Restores a match that was running when the arena stopped, by playing its events again. Luck, clocks, strikes and
    /// given-up seats are as they were. Every seat counts as away and has the full time to come back. The open ask gets
    /// a new ticket and its whole time. Goes on with [`Input::Begin`](super::Input::Begin).
    ///
    /// # Errors
    /// If these events can't have happened in this match.
    pub fn resume(
        setup: MatchSetup,
        events: &[pb::RecordedEvent],
        now_unix_ms: i64,
        run: ArenaRun,
    ) -> Result<Referee, ReplayError> {
        let mut referee = Referee::new(setup)?;
        referee.state.replay_all(events)?;
        // The journal has these already. The resumption below is new, so the first step announces it.
        referee.announced = events.len();
        referee.events.extend(events);
        // A replay refuses any event after the end, so a match that only lacks its record gets none.
        if referee.state.due() != Due::End {
            referee.events.push(&state::recorded(Event::Resumption(pb::Resumption { at_unix_ms: now_unix_ms })));
        }
        referee.resumed_in = Some(run);
        referee.presence = referee.presence.map(|_| Presence::Expected { since: None });
        Ok(referee)
    }

    /// When an [`Input::Tick`](super::Input::Tick) is due if nothing else happens before; `None` if never. May be in
    /// the past.
    #[must_use]
    pub fn wake_at(&self) -> Option<Micros> {
        self.expiry().map(|expiry| expiry.at)
    }

    /// What was fixed before the match began.
    #[must_use]
    pub fn setup(&self) -> &MatchSetup {
        &self.setup
    }

    /// Everything that happened so far.
    #[must_use]
    pub fn events(&self) -> Vec<pb::RecordedEvent> {
        self.events.from(0).decode().collect()
    }

    /// The events from this number on, in the bytes that were made when they happened; none beyond the last.
    #[must_use]
    pub fn encoded_events(&self, number: usize) -> EncodedEvents<'_> {
        self.events.from(number)
    }

    /// How many events there were so far.
    #[must_use]
    pub fn event_count(&self) -> usize {
        self.events.len()
    }

    /// Whether the match has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over(_))
    }

    /// The sealed record of the finished match; `None` while it is being played.
    #[must_use]
    pub fn record(&self, ended_unix_ms: i64, arena_version: &str) -> Option<pb::MatchRecord> {
        let Stage::Over(termination) = &self.stage else { return None };
        let aborted = termination.kind() == termination::Kind::Aborted;
        let mut record = pb::MatchRecord {
            events: self.events(),
            results: if aborted { Vec::new() } else { self.state.results() },
            termination: Some(termination.clone()),
            ended_unix_ms,
            arena_version: arena_version.to_owned(),
            ..self.setup.header()
        };
        seal(&mut record);
        Some(record)
    }
}

/// Why a match can't go on from these events.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The game can't have this number of seats.
    #[error(transparent)]
    Seats(#[from] SeatsError),
    /// An event can't have happened.
    #[error(transparent)]
    Event(#[from] EventError),
}
