//! How much more, or less, the sets of a pool vary than independent games would, all sets together.

use std::collections::BTreeMap;

use super::likelihood::{curvature, surplus};
use super::{PlayerIndex, SetScores};

/// How many times more the sets vary than independent games would.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dispersion {
    /// At least 1: that matches make up for each other's luck can't be told from a schedule that makes equals of those who had the
    /// same luck.
    pub(super) factor: f64,
    /// The degrees of freedom from which it was found.
    pub(super) degrees: f64,
}

/// A set: how far it is from what the strengths predict, and how much it tells, by the numbers of its players.
struct SetError {
    players: Vec<usize>,
    surplus: Vec<f64>,
    information: Vec<Vec<f64>>,
}

impl Dispersion {
    /// From how far the sets are from what these strengths predict. `covariance` is that of the strengths if the dispersion is 1.
    pub(super) fn of(strengths: &[f64], covariance: &[Vec<f64>], kinds: &BTreeMap<&SetScores, u32>) -> Dispersion {
        let (mut found, mut expected, mut alone, mut sets) = (0.0, 0.0, 0.0, 0.0);
        for (set, times) in kinds {
            let times = f64::from(*times);
            let error = SetError::of(strengths, set);
            let (of_set, trace, of_square) = error.weighed(|row, column| covariance[row][column]);
            found += times * of_set;
            // The strengths were fitted to this set too, so it is nearer to them than to the truth.
            expected += times * (trace - of_square);
            alone += times * trace;
            sets += times;
        }
        // One set more, with independent matches: sets that agree by chance must not promise certainty.
        let one_more = alone / sets;
        let factor = (found + one_more) / (expected + one_more);
        Dispersion { factor: factor.max(1.0), degrees: 1.0 + sets * expected / alone }
    }
}

impl SetError {
    fn of(strengths: &[f64], set: &SetScores) -> SetError {
        let mut players: Vec<usize> = set.keys().flat_map(|(one, other)| [one.0, other.0]).collect();
        // Sorted, so that `at` finds a player by halving.
        players.sort_unstable();
        players.dedup();
        let size = players.len();
        let at = |player: usize| players.partition_point(|one| *one < player);
        let (mut surplus_of, mut information) = (vec![0.0; size], vec![vec![0.0; size]; size]);
        for (&(PlayerIndex(one), PlayerIndex(other)), score) in set {
            let ahead = strengths[one] - strengths[other];
            let (surplus, told) = (surplus(ahead, score), curvature(ahead) * f64::from(score.comparisons));
            let (one, other) = (at(one), at(other));
            surplus_of[one] += surplus;
            surplus_of[other] -= surplus;
            information[one][one] += told;
            information[other][other] += told;
            // A set tells only differences, so every row adds up to zero.
            information[one][other] -= told;
            information[other][one] -= told;
        }
        SetError { players, surplus: surplus_of, information }
    }

    /// The square of the error, weighed with this covariance of the strengths; what independent games would make of it; and by how
    /// much that is less because the strengths were fitted to the set.
    fn weighed(&self, covariance: impl Fn(usize, usize) -> f64) -> (f64, f64, f64) {
        let size = self.players.len();
        let between = |row: usize, column: usize| covariance(self.players[row], self.players[column]);
        let cells = || (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        let mut product = vec![vec![0.0; size]; size];
        for (row, column) in cells() {
            product[row][column] = (0..size).map(|at| self.information[row][at] * between(at, column)).sum();
        }
        let error = cells().map(|(row, column)| self.surplus[row] * between(row, column) * self.surplus[column]).sum();
        let trace = (0..size).map(|at| product[at][at]).sum();
        let of_square = cells().map(|(row, column)| product[row][column] * product[column][row]).sum();
        (error, trace, of_square)
    }
}
