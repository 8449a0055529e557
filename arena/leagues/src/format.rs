//! What every format of a league has in common.

use std::fmt::Debug;

use kahua_core::clock::Micros;
use kahua_core::ids::BotName;
use kahua_core::referee::SetPosition;
use kahua_engine::{PerSeat, Seed};

use crate::{Entrant, FormatSettings};

/// A format of a league: it decides who plays whom next.
///
/// What it hands out depends only on its settings, on the matches that were reported to it, and on which bots were
/// free. So a league continues after a restart where it was: a new format gets the matches that have ended, in their
/// order, and then those that are still open, before it is asked for the next one.
pub trait Format: Debug + Send {
    /// Plans for this bot before it enters: it has its share of the matches, in the version in which it played last,
    /// but gets no match yet.
    fn expect(&mut self, name: BotName);

    /// Lets this entrant play; an earlier version of the same bot gets no more matches. Has no effect if it plays already.
    fn enter(&mut self, entrant: Entrant);

    /// Gives this bot no more matches, until it is expected or enters again.
    fn withdraw(&mut self, name: &BotName);

    /// Uses this amount of matches from now on. All other settings must be those with which the league was started.
    fn extend(&mut self, settings: &FormatSettings);

    /// Reports a match of this league that was handed out before this format was made and is still open.
    fn resumed(&mut self, set: &SetPosition, seats: &PerSeat<Entrant>);

    /// Reports a match of this league that has ended. Reporting a match twice has no effect.
    fn ended(&mut self, set: &SetPosition, seats: &PerSeat<Entrant>, outcome: &Outcome);

    /// Counts places anew, because organizers have corrected results: forgets all places, and counts those of these matches, in
    /// their order. Matches that haven't been reported as ended are skipped: they count when they are.
    fn recount(&mut self, matches: &[(SetPosition, PerSeat<Entrant>, Outcome)]);

    /// Sets the time; call it before reporting what happens at that time. From the time a format knows which bots are
    /// slow, so that the others don't wait for them.
    fn set_time(&mut self, now: Micros);

    /// The next match to start now; all its bots are free. `None` if there is nothing to play until something changes.
    ///
    /// The match counts as open from now on: the caller starts it, or keeps it until it can, and reports its end.
    fn next(&mut self, availability: &dyn Fn(&BotName) -> Availability) -> Option<Pairing>;

    /// The bots of the match that [`next`](Format::next) would hand out now.
    fn peek(&mut self, availability: &dyn Fn(&BotName) -> Availability) -> Option<Vec<BotName>>;

    /// The bots that are in a match which is quick so far, if no bot of that match is known to be slow.
    fn soon_free(&self) -> Vec<BotName>;

    /// The longest time that a match may take to count as quick, derived from the matches that have ended; 0 before the
    /// first.
    fn quick_match(&self) -> Micros;

    /// The round that is played or announced; `None` before the first, and if the format has no rounds.
    fn round(&self) -> Option<Round>;

    /// The rounds of a knock-out, the first one first: those that are over, and the one that is played. Empty in other formats.
    fn bracket(&self) -> Vec<KnockoutRound>;

    /// How far the league is.
    fn progress(&self) -> Progress;
}

/// How a match has ended, for the format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The place of each seat, from 1; seats that have tied share one.
    Places(PerSeat<u32>),
    /// The match has no result, since it was aborted or could not begin. It is handed out again, but only a few times.
    Void,
    /// The match has a result, but organizers have annulled it. It isn't handed out again, so that a league
    /// that is over stays over.
    Annulled,
}

/// A round: who meets whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Its number, from 1.
    pub number: usize,
    /// The bots of each table, the table of the best first.
    pub tables: Vec<Vec<BotName>>,
    /// The bots that are left over.
    pub byes: Vec<BotName>,
    /// How long until its first match can begin; `None` if the round has begun.
    pub begins_in: Option<Micros>,
}

/// A round of a knock-out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnockoutRound {
    /// Its number, from 1.
    pub number: usize,
    /// Its tables, that of the best seed first. The match for the third place is the last one.
    pub tables: Vec<KnockoutTable>,
    /// The bots that go on without playing.
    pub byes: Vec<BotName>,
}

/// A table of a knock-out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnockoutTable {
    /// The bots that play here, the best seed first.
    pub bots: Vec<BotName>,
    /// What each of them has scored, in halves: two for each opponent beaten in a match, and one for each tie.
    pub half_points: Vec<u64>,
    /// The bot that has won; `None` while the table goes on.
    pub winner: Option<BotName>,
    /// Whether its bots have lost the semi-finals, and play for the third place.
    pub is_for_third: bool,
}

/// How far a league is, with the entrants that play now or are expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many matches have ended with places, including annulled ones and those of entrants that get no more matches.
    pub ended: u64,
    /// How many matches there will be at the end if no bot enters or withdraws; `None` if the league has no end.
    pub planned: Option<u64>,
}

/// Whether a bot can be given a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    /// The bot can play one more match.
    Free,
    /// The bot is present, but already plays as many matches as it takes at a time.
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
