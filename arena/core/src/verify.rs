//! Verification of records by playing them again.

use std::sync::Arc;

use kahua_engine::DynRuleset;
use kahua_engine::SeatsError;
use kahua_proto::pb::arena::v1 as pb;
use pb::recorded_event::Event;
use pb::termination::Kind;

use crate::referee::{Due, EventError, HeaderError, MatchSetup, MatchState, digest};

/// Plays a record again and checks that all of it follows from the rules, the seed and the seats' decisions: every
/// event, the end and the results; that the seats were committed to this seed; and that its digest fits.
///
/// Only the digest protects what only the arena can know: think times, comments, names, dates, and whether a fault was
/// one.
///
/// # Errors
/// If anything doesn't follow; says what, where, and what was expected.
pub fn verify(record: &pb::MatchRecord, ruleset: &Arc<dyn DynRuleset>) -> Result<Verified, VerifyError> {
    if record.moves_removed.is_some() {
        return Err(VerifyError::MovesRemoved);
    }
    let setup = MatchSetup::from_header(record, Arc::clone(ruleset))?;
    let mut state = MatchState::new(&setup)?;
    state.replay_all(&record.events)?;
    check_end(record, &state)?;
    check_commitment(record, &setup)?;
    // Last, because it only shows that something was changed. The checks before it say what.
    let expected = digest(record);
    if record.digest != expected {
        return Err(VerifyError::Digest { found: hex(&record.digest), expected: hex(&expected) });
    }
    let count = |wanted: fn(&Event) -> bool| {
        record.events.iter().filter_map(|event| event.event.as_ref()).filter(|event| wanted(event)).count()
    };
    Ok(Verified {
        decisions: count(|event| matches!(event, Event::Decision(_))),
        draws: count(|event| matches!(event, Event::Chance(_))),
    })
}

fn check_end(record: &pb::MatchRecord, state: &MatchState) -> Result<(), VerifyError> {
    let found = record.termination.as_ref().map_or(Kind::Unspecified, pb::Termination::kind);
    let results = match (found, state.end()) {
        // A match can be aborted at any point before its end.
        (Kind::Aborted, None) => Vec::new(),
        (_, Some(expected)) if found == expected => {
            check_ending(record, state.ending())?;
            state.results()
        }
        (_, expected) => return Err(VerifyError::Termination { found, expected, due: state.due() }),
    };
    if record.results.len() != results.len() {
        return Err(VerifyError::ResultCount { found: record.results.len(), expected: results.len() });
    }
    match record.results.iter().zip(results).enumerate().find(|(_, (found, expected))| *found != expected) {
        Some((seat, (found, expected))) => Err(VerifyError::Result { seat, found: *found, expected }),
        None => Ok(()),
    }
}

fn check_commitment(record: &pb::MatchRecord, setup: &MatchSetup) -> Result<(), VerifyError> {
    let expected = setup.seed_commitment();
    if record.seed_commitment == expected {
        return Ok(());
    }
    Err(VerifyError::Commitment { found: hex(&record.seed_commitment), expected: hex(&expected) })
}

fn check_ending(record: &pb::MatchRecord, expected: &'static str) -> Result<(), VerifyError> {
    match record.termination.as_ref().map(|termination| termination.reason.as_str()) {
        Some(found) if found != expected => Err(VerifyError::Ending { found: found.to_owned(), expected }),
        _ => Ok(()),
    }
}

/// What was found in a record that is sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// How many decisions it has, the arena's own included.
    pub decisions: usize,
    /// How many chance events it has.
    pub draws: usize,
}

/// Why a record isn't sound.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// It is the summary of a match whose moves weren't kept.
    #[error("its moves were removed, so they can't be played again")]
    MovesRemoved,
    /// Its setup can't be used.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The game can't have this number of seats.
    #[error(transparent)]
    Seats(#[from] SeatsError),
    /// An event can't have happened.
    #[error(transparent)]
    Event(#[from] EventError),
    /// The match didn't end so.
    #[error(
        "the record ends as {}, but by its events {}", .found.as_str_name(),
        .expected.map_or_else(|| format!("{due} is expected"), |kind| format!("the match ends as {}", kind.as_str_name()))
    )]
    Termination {
        /// The end that it gives.
        found: Kind,
        /// The end that follows from its events; `None` if they leave the match open.
        expected: Option<Kind>,
        /// What must happen after its events.
        due: Due,
    },
    /// The game's rules ended it in another way.
    #[error("the record says that the rules ended it by {found:?}, but by its events it was {expected:?}")]
    Ending {
        /// The way that it gives.
        found: String,
        /// The way that follows from its events.
        expected: &'static str,
    },
    /// It has results for another number of seats.
    #[error("the record has results for {found} seats, but {expected} are expected")]
    ResultCount {
        /// How many it has.
        found: usize,
        /// How many follow from its events.
        expected: usize,
    },
    /// A seat's result is another.
    #[error("the result of seat {seat} is {found:?}, but by the record's events it is {expected:?}")]
    Result {
        /// Whose.
        seat: usize,
        /// The result that it gives.
        found: pb::SeatResult,
        /// The result that follows from its events.
        expected: pb::SeatResult,
    },
    /// The commitment that the seats were told isn't that of this seed.
    #[error(
        "the seats were told the commitment {found:?}, but that of the match id, the seed and the nonce is {expected:?}"
    )]
    Commitment {
        /// The commitment that it gives.
        found: String,
        /// The commitment that follows from its match id, seed and nonce.
        expected: String,
    },
    /// The record was changed in a place that no other check covers.
    #[error("the digest is {found:?}, but the record's bytes have {expected:?}: the record was changed")]
    Digest {
        /// The digest that it gives.
        found: String,
        /// The digest that it must have.
        expected: String,
    },
}

/// The start of a digest in hexadecimal digits: a forged one may have any length.
fn hex(bytes: &[u8]) -> String {
    hex::encode(&bytes[..bytes.len().min(32)])
}
