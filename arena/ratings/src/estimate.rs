//! Strengths from all matches at once: those that make the results most likely in the model of Bradley and Terry, applied
//! to every pair of seats, with 95 % intervals of each strength and of every difference. Sets of matches are the unit.
//! The results of one table depend on each other, and so do those of matches with one seed. How much they do is
//! measured: the sandwich estimator, with sets as clusters, compares each set with what the strengths predict.
//! Duplicates that repeat each other add nothing. Duplicates that cancel the luck make the intervals narrower, and so
//! do swapped seats where seats are unequal.
//!
//! A few sets tell little about how far sets can be off. The same holds for many sets that ended alike but for a few,
//! as when one side wins nearly always. So the fewer sets a difference depends on, the more is added for what they
//! might not have shown, at most until every set is worth one game.
//!
//! The evidence on a difference is then expressed as a number of games between the two that would be worth as much. The
//! interval is that of this many wins and losses (mid-P), as E. L. Korn and B. I. Graubard do with proportions in
//! surveys. It isn't symmetric where one side wins nearly always, and it is open where one side has won everything.
//!
//! As a prior, every player also has half a win and half a loss against a player of mean strength. It keeps the
//! strength of a player finite who has won everything. The intervals don't use it: they are computed around the
//! strengths that are most likely without a prior, which exist wherever both sides have taken points from each other.
//!
//! All of this supposes that who meets whom doesn't depend on results. Where it does ([`Schedule::FollowsResults`]), strengths
//! and intervals come from the likelihood and a prior whose width is fitted, since the schedule changes neither of them.
//!
//! ```
//! use kahua_ratings::estimate::{Fit, PairScore, PlayerIndex, SetScores};
//!
//! // Twenty sets of two matches, of which the first player wins three in four.
//! let (ann, bob) = (PlayerIndex(0), PlayerIndex(1));
//! let set = SetScores::from([((ann, bob), PairScore { half_points: 3, comparisons: 2 })]);
//! let difference = Fit::of(2, std::iter::repeat_n(&set, 20)).difference(ann, bob);
//! // Three to one is 190.8 Elo points; the prior pulls the players together a little.
//! assert!((185.0..190.8).contains(&difference.elo), "{difference:?}");
//! assert!(difference.interval.lower > Some(0.0));
//! ```

mod binomial;
mod cholesky;
mod components;
mod dispersion;
mod fit;
mod likelihood;
mod one_sided;
mod posterior;
mod spread;
mod student;

use std::collections::BTreeMap;
use std::f64::consts::LN_10;

pub use fit::Fit;

/// The mean of the estimates of all players that the results connect, in Elo points.
pub const MEAN: f64 = 1500.0;

/// Elo points for one unit of the model: a difference of one means odds of e to 1.
const POINTS: f64 = 400.0 / LN_10;

/// A player, by the index in the list of estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerIndex(pub usize);

/// How the sets came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schedule {
    /// Who meets whom doesn't depend on results.
    #[default]
    Fixed,
    /// Who meets whom depends on earlier results, as in a Swiss league or on a ladder.
    FollowsResults,
}

/// How one player did against another in one set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PairScore {
    /// Two for every comparison that the first player has won, one for every tie.
    pub half_points: u32,
    /// How often the two were compared.
    pub comparisons: u32,
}

/// The results of one set of matches: for each pair of its players, the lower index first, how the first did.
pub type SetScores = BTreeMap<(PlayerIndex, PlayerIndex), PairScore>;

/// The strength of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The strength in Elo points.
    pub elo: f64,
    /// Where the strength lies with a confidence of 95 %.
    pub interval: Interval,
}

/// By how much one player is stronger than another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The difference in Elo points.
    pub elo: f64,
    /// Where it lies with a confidence of 95 %.
    pub interval: Interval,
    /// The confidence that it is more than 0; `None` if the results say nothing about it.
    pub superiority: Option<f64>,
}

/// An interval in Elo points. An end that is `None` is open: the results set no bound there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub lower: Option<f64>,
    /// The upper end.
    pub upper: Option<f64>,
}

impl Interval {
    /// The interval that says nothing.
    pub const OPEN: Interval = Interval { lower: None, upper: None };

    /// Half of its width; `None` if an end is open.
    #[must_use]
    pub fn margin(&self) -> Option<f64> {
        Some((self.upper? - self.lower?) / 2.0)
    }

    /// Whether a number of points lies in it.
    #[must_use]
    pub fn contains(&self, points: f64) -> bool {
        self.lower.is_none_or(|lower| lower <= points) && self.upper.is_none_or(|upper| points <= upper)
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}

#[cfg(test)]
mod tests;
