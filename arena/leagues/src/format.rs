//! What every format of a league has in common.

use std::fmt::Debug;

use kahua_core::clock::Micros;
use kahua_core::ids::BotName;
use kahua_core::referee::SetPosition;
use kahua_engine::{PerSeat, Seed};

use crate::{Entrant, FormatSettings};

/// A format of a league: it decides who plays whom next.
///
/// All that it hands out follows from its settings, from the matches that it was told of, and from who was free. So a league
/// goes on after a restart where it was: a new format is told of the matches that have ended, in their order, and of those
/// that are still open, and then asked for the next one.
pub trait Format: Debug + Send {
    /// Counts with this bot, which is to come: it has its share of what is planned, in the version in which it has played last,
    /// but gets no match before it enters.
    fn expect(&mut self, name: BotName);

    /// Lets this entrant play; an earlier version of the same bot gets no more matches. Has no effect if it plays already.
    fn enter(&mut self, entrant: Entrant);

    /// Gives this bot no more matches, until it is expected or enters again.
    fn withdraw(&mut self, name: &BotName);

    /// Plays as much as these settings say from now on. They are those with which the league was started, but for that.
    fn extend(&mut self, settings: &FormatSettings);

    /// Tells of a match of this league that was handed out before this format was made and is still open.
    fn resumed(&mut self, set: &SetPosition, seats: &PerSeat<Entrant>);

    /// Tells of a match of this league that has ended. Telling of a match twice has no effect.
    fn ended(&mut self, set: &SetPosition, seats: &PerSeat<Entrant>, outcome: &Outcome);

    /// Tells the time, before what happens at that time. It shows which bots are slow, so that the others don't wait for them.
    fn set_time(&mut self, now: Micros);

    /// The next match to start now; all its bots are free. `None` if there is nothing to play until something changes.
    ///
    /// A match that was handed out counts as open: the caller starts it, or keeps it until it can, and tells how it has ended.
    fn next(&mut self, availability: &dyn Fn(&BotName) -> Availability) -> Option<Pairing>;

    /// The bots of the match that [`next`](Format::next) would hand out now.
    fn peek(&mut self, availability: &dyn Fn(&BotName) -> Availability) -> Option<Vec<BotName>>;

    /// The bots in matches that are quick so far, between bots of which none is known to be slow.
    fn soon_free(&self) -> Vec<BotName>;

    /// How long a match may take that counts as quick, by those that have ended; 0 before the first.
    fn quick_match(&self) -> Micros;

    /// How far the league is.
    fn progress(&self) -> Progress;
}

/// How a match has ended, as far as the format wants to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The place of each seat, from 1; seats that have tied share one.
    Places(PerSeat<u32>),
    /// It has no result, since it was aborted or could not begin. It is handed out again, but not for ever.
    Void,
}

/// How far a league is, with the entrants that play now or are expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many matches have ended with places, those of entrants included that get no more matches.
    pub ended: u64,
    /// How many will have in the end, if nobody else enters and nobody withdraws; `None` if the league goes on for ever.
    pub planned: Option<u64>,
}

/// Whether a bot can be given a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    /// The bot can play one more match.
    Free,
    /// The bot is present, but plays as many matches as it takes.
    Busy,
    /// The bot isn't connected, or doesn't want matches.
    Away,
}

/// A match to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Who sits in each seat.
    pub seats: PerSeat<Entrant>,
    /// The seed of all chance in the match.
    pub seed: Seed,
    /// The match's position in its set.
    pub set: SetPosition,
}
