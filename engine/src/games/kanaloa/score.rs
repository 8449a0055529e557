//! Scoring: Kane's temple decides what the others are worth.

use crate::outcome::Outcome;
use crate::seat::PerSeat;

use super::god::{God, Temple, Temples};
use super::state::Kanaloa;

impl Kanaloa {
    /// The points that every seat would have if the game ended now.
    pub(super) fn scores_if_ended(&self) -> PerSeat<i32> {
        self.players.map(|player| Tally::of(&player.temples).points)
    }

    /// Points and places (K34).
    pub(super) fn outcome(&self) -> Outcome {
        let tallies = self.players.map(|player| Tally::of(&player.temples));
        Outcome::ranked(tallies.map(|tally| tally.points), &tallies)
    }
}

/// The worth of one player's temples. Tallies compare as places are decided: by points, then by what didn't score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Tally {
    /// Kane's temple and each temple at least as high, all counted as high as Kane's.
    pub(super) points: i32,
    /// What exceeds Kane's height, and the temples below it.
    pub(super) unscored: i32,
}

impl Tally {
    /// K34.
    pub(super) fn of(temples: &Temples) -> Tally {
        let kane = i32::from(temples[Temple::Kane]);
        let mut tally = Tally { points: kane, unscored: 0 };
        for god in God::ALL {
            let value = i32::from(temples[Temple::Of(god)]);
            if value >= kane {
                tally.points += kane;
                tally.unscored += value - kane;
            } else {
                tally.unscored += value;
            }
        }
        tally
    }
}
