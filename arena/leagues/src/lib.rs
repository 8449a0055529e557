//! Leagues: who plays whom next, and the standings that follow from the records.
//!
//! - A [`Format`] is a pull iterator over [`Pairing`]s: it hands out one match at a time, as soon as its bots are free.
//!   [`FormatSettings`] names the formats that there are.
//! - [`Pools`] take finished matches, and compute the ratings and standings of their [entrants](Entrant).
//!   [`LiveRatings`] compute only how each match changes the ratings.
//!
//! Nothing here knows about connections, clocks or disks. What a format hands out depends only on its settings, on the
//! matches that were reported to it, and on which bots are free. So a league continues after a restart where it was.
//!
//! ```
//! use kahua_core::ids::BotName;
//! use kahua_core::referee::Luck;
//! use kahua_engine::{SeatCount, Seed};
//! use kahua_leagues::{Amount, Availability, Entrant, FormatSettings, SetSeeds, SetSource};
//!
//! let [ann, bob, cid] = ["ann", "bob", "cid"].map(|name| name.parse::<BotName>().unwrap());
//! let (seats, seed) = (SeatCount::new(2).unwrap(), Seed::from_number(7));
//! let (league, seeds) = ("spring".to_owned(), SetSeeds::EachGroup);
//! let source = SetSource { league, season: 0, seats, seed, seeds, luck: Luck::Same };
//! let mut league = FormatSettings::RoundRobin(Amount::Sets(1)).start(source);
//! [ann, bob, cid].into_iter().for_each(|name| league.enter(Entrant::new(name, "")));
//!
//! // While cid is away, ann and bob play their set: two matches with one seed and swapped seats.
//! let without_cid = |bot: &BotName| if *bot == cid { Availability::Away } else { Availability::Free };
//! let first = league.next(&without_cid).unwrap();
//! let second = league.next(&without_cid).unwrap();
//! assert_eq!(first.seed, second.seed);
//! assert_eq!(first.seats.iter().rev().collect::<Vec<_>>(), second.seats.iter().collect::<Vec<_>>());
//! assert_eq!(league.next(&without_cid), None);
//!
//! // Once cid is back, the sets of the two other pairs remain.
//! let everybody = |_: &BotName| Availability::Free;
//! assert_eq!(std::iter::from_fn(|| league.next(&everybody)).count(), 4);
//! ```

mod bracket;
mod career;
mod choose;
mod corrections;
mod counts;
mod debts;
mod entrant;
mod finite;
mod format;
mod gauntlet;
mod groups;
mod knockout;
mod ladder;
mod live_ratings;
mod of_record;
mod pace;
mod planner;
mod play;
mod pools;
mod reservations;
mod roster;
mod round_robin;
mod round_tables;
mod set;
mod sets;
mod settings;
mod start;
mod swiss;

pub use career::Career;
pub use corrections::{Corrections, Played};
pub use entrant::Entrant;
pub use format::{Availability, Format, KnockoutRound, KnockoutTable, Outcome, Pairing, Progress, Round};
pub use live_ratings::LiveRatings;
pub use of_record::place_of;
pub use pools::{
    Anchor, MatchWithRatings, Pools, RatedMatch, Scale, UnratableError, mark_disqualified, mark_suspended,
    rank_by_knockout, rank_by_swiss,
};
pub use reservations::Reservations;
pub use set::{REPLAYS_MAX, SetSeeds, SetSource};
pub use settings::{Amount, FormatSettings, Knockout, Lopsided};
// The test that decides between two bots, and what ratings must know of a schedule, are a part of this crate's interface.
pub use kahua_ratings::{Schedule, sprt};
