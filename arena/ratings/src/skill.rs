//! Ratings that know how uncertain they are, for pairing. They are updated after every match, without looking back.
//!
//! A match of n seats counts as a game between every two of them, each with the weight 2/n, since their results depend on each
//! other. Strengths of bots in one version don't change, so uncertainty only shrinks.

use std::f64::consts::{LN_10, PI};

use crate::elo::Comparison;

/// Elo points to the natural scale.
const Q: f64 = LN_10 / 400.0;

/// At this deviation, in Elo points, a lottery for opponents uses the information as it is, to the power 1.
const CERTAIN: f64 = 100.0;

/// The highest power of information that a lottery uses.
const POWER_MAX: f64 = 2.0;

/// A player's strength, as far as the results tell it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    elo: f64,
    deviation: f64,
}

impl Skill {
    /// The skill of a player that hasn't played: 1500, give or take 350.
    pub const START: Skill = Skill { elo: 1500.0, deviation: 350.0 };

    /// The most likely strength, in whole Elo points.
    #[must_use]
    pub fn points(&self) -> i64 {
        self.elo.round() as i64
    }

    /// The standard deviation of the strength, in whole Elo points.
    #[must_use]
    pub fn deviation(&self) -> i64 {
        self.deviation.round() as i64
    }

    /// How much a game between these two tells of their strengths, in thousandths of a game between two that are known to be
    /// equally strong.
    #[must_use]
    pub fn information(&self, other: &Skill) -> i64 {
        let (damping, expected) = expectation(self.elo - other.elo, self.deviation.hypot(other.deviation));
        (4000.0 * damping * damping * expected * (1.0 - expected)).round() as i64
    }

    /// The share of the points that the stronger of these two is expected to score, in thousandths. What isn't known of their
    /// strengths draws it towards one half.
    #[must_use]
    pub fn expected_of_the_stronger(&self, other: &Skill) -> i64 {
        let (_, expected) = expectation((self.elo - other.elo).abs(), self.deviation.hypot(other.deviation));
        (1000.0 * expected).round() as i64
    }

    /// How well a lottery for opponents should suit these two: the logarithm of a weight, in thousandths.
    ///
    /// The weight is the information of a game between them, to a power that rises from 0.3 to 2 as their strengths
    /// become certain. Where little is known, opponents are drawn almost at random. Players that seem equal then are
    /// those that had the same luck; if they met only each other, that luck would stay in their ratings. Where much is
    /// known, opponents of similar strength tell more.
    #[must_use]
    pub fn affinity(&self, other: &Skill) -> i64 {
        let power = (CERTAIN / self.deviation.max(other.deviation)).min(POWER_MAX);
        // At least 1, since the logarithm of 0 is infinite.
        let share = self.information(other).max(1) as f64 / 1000.0;
        (1000.0 * power * share.ln()).round() as i64
    }

    /// The luck of one candidate in a lottery, in thousandths, from a uniformly drawn number. The candidate with the
    /// largest sum of affinity and luck wins, with a probability in proportion to its weight (Gumbel's distribution).
    #[must_use]
    pub fn luck(drawn: u32) -> i64 {
        // Half a step keeps the share away from 0 and 1, where a logarithm would be infinite.
        let share = (f64::from(drawn) + 0.5) / (f64::from(u32::MAX) + 1.0);
        (-1000.0 * (-share.ln()).ln()).round() as i64
    }

    /// The skills of the players of a match after it, in seat order. A smaller place is better; seats that share one
    /// have tied.
    ///
    /// ```
    /// use kahua_ratings::Skill;
    ///
    /// let [first, second] = Skill::after(&[Skill::START; 2], &[1, 2])[..] else { panic!("two seats") };
    /// assert!(first.points() == 1662 && second.points() == 1338 && first.deviation() == 290);
    /// ```
    #[must_use]
    pub fn after<P: Ord>(before: &[Skill], places: &[P]) -> Vec<Skill> {
        let weight = 2.0 / before.len().max(2) as f64;
        let after = |(own, skill): (usize, &Skill)| {
            let others = before.iter().zip(places).enumerate().filter(|(seat, _)| *seat != own);
            let (mut surplus, mut information) = (0.0, 0.0);
            for (_, (other, place)) in others {
                let (damping, expected) = expectation(skill.elo - other.elo, other.deviation);
                let scored = f64::from(Comparison::of(&places[own], place).half_points()) / 2.0;
                surplus += weight * damping * (scored - expected);
                information += weight * Q * Q * damping * damping * expected * (1.0 - expected);
            }
            let variance = 1.0 / (skill.deviation.powi(-2) + information);
            Skill { elo: skill.elo + Q * variance * surplus, deviation: variance.sqrt() }
        };
        before.iter().enumerate().map(after).collect()
    }
}

/// The expected score of a player that is this far ahead, if the difference is known to this deviation, and the factor
/// by which the deviation damps what a game tells.
fn expectation(ahead: f64, deviation: f64) -> (f64, f64) {
    let damping = (1.0 + 3.0 * (Q * deviation / PI).powi(2)).sqrt().recip();
    (damping, 0.5 + 0.5 * (damping * Q * ahead / 2.0).tanh())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_glicko_system_comes_out() {
        // M. E. Glickman, "The Glicko system": 1500 ± 200 beats 1400 ± 30, loses to 1550 ± 100 and to 1700 ± 300. The example
        // rates three games at once; here they are the pairs of one match, with the weight that four seats give them.
        let skill = |elo, deviation| Skill { elo, deviation };
        let seats = [skill(1500.0, 200.0), skill(1400.0, 30.0), skill(1550.0, 100.0), skill(1700.0, 300.0)];
        let (mut surplus, mut information) = (0.0, 0.0);
        for (other, scored) in seats[1..].iter().zip([1.0, 0.0, 0.0]) {
            let (damping, expected) = expectation(1500.0 - other.elo, other.deviation);
            surplus += damping * (scored - expected);
            information += Q * Q * damping * damping * expected * (1.0 - expected);
        }
        let variance = 1.0 / (200f64.powi(-2) + information);
        assert!((1500.0 + Q * variance * surplus - 1464.1).abs() < 0.1);
        assert!((variance.sqrt() - 151.4).abs() < 0.1);
        let after = Skill::after(&seats, &[3, 4, 2, 1]);
        assert!(after[0].points() < 1500 && after[0].deviation() > 151 && after[0].deviation() < 200);
    }

    #[test]
    fn equal_opponents_tell_more_than_distant_or_unknown_ones() {
        let known = |elo| Skill { elo, deviation: 30.0 };
        let told = |other| known(1500.0).information(&other);
        assert!(told(known(1500.0)) > told(known(1600.0)) && told(known(1600.0)) > told(known(1900.0)));
        assert!(told(known(1500.0)) > told(Skill::START));
    }
    #[test]
    fn a_lottery_is_nearly_even_between_unknown_ones_and_prefers_near_ones_between_known_ones() {
        let skill = |elo, deviation| Skill { elo, deviation };
        let odds = |deviation| {
            let [one, near, far] = [1500.0, 1520.0, 1900.0].map(|elo| skill(elo, deviation));
            one.affinity(&near) - one.affinity(&far)
        };
        assert!((0..300).contains(&odds(350.0)), "{}", odds(350.0));
        assert!(odds(30.0) > 2000, "{}", odds(30.0));
    }

    #[test]
    fn the_largest_sum_is_drawn_with_a_probability_in_proportion_to_the_weight() {
        // Luck at evenly spread numbers: an affinity of ln 3 wins in three of four cases.
        let lucks: Vec<i64> = (0..200u32).map(|at| Skill::luck(at * (u32::MAX / 200) + u32::MAX / 400)).collect();
        let wins = lucks.iter().flat_map(|one| lucks.iter().map(move |other| one + 1099 > *other)).filter(|won| *won);
        assert!((29_800..30_200).contains(&wins.count()));
    }
}
