//! Scoring: Kane's temple decides what the others are worth.

use crate::outcome::Outcome;

use super::god::{Temple, Temples};
use super::state::Kanaloa;

impl Kanaloa {
    /// Points and places (K34).
    pub(super) fn outcome(&self) -> Outcome {
        let tallies = self.players.map(|player| Tally::of(&player.temples));
        Outcome::ranked(tallies.map(|tally| tally.points), &tallies)
    }
}

/// The worth of one player's temples. Tallies compare as places are decided: by points, then by what didn't score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tally {
    /// Kane's temple and each temple at least as high, all counted as high as Kane's.
    pub points: i32,
    /// What exceeds Kane's height, and the temples below it.
    pub unscored: i32,
}

impl Tally {
    /// The worth of these temples (K34).
    #[must_use]
    pub fn of(temples: &Temples) -> Tally {
        let mut tally = Tally { points: 0, unscored: 0 };
        for temple in Temple::ALL {
            let points = worth(temples, temple);
            tally.points += points;
            tally.unscored += i32::from(temples[temple]) - points;
        }
        tally
    }
}

/// What one temple is worth: as much as Kane's, if it is at least as high.
#[must_use]
pub fn worth(temples: &Temples, temple: Temple) -> i32 {
    let kane = temples[Temple::Kane];
    if temples[temple] >= kane { i32::from(kane) } else { 0 }
}
