//! The 95 % margins of the estimates: the sandwich estimator, with sets of matches as clusters.

use super::likelihood::{Likelihood, PRIOR_WEIGHT, add_surpluses, win_probability};
use super::student::quantile_95;
use super::{POINTS, PlayerIndex, SetScores, mean};

/// The margin of every player, in Elo points; `None` for one with fewer than two sets.
pub(super) fn margins<'a>(
    likelihood: &Likelihood,
    strengths: &[f64],
    sets: impl Iterator<Item = &'a SetScores>,
) -> Vec<Option<f64>> {
    let players = strengths.len();
    let information = likelihood.information(strengths);
    let mut variances = vec![0.0; players];
    // Each independent piece of evidence adds the square of the distance by which it alone moves the strengths.
    let mut add = |mut evidence: Vec<f64>| {
        information.solve(&mut evidence);
        let mean = mean(&evidence);
        variances.iter_mut().zip(&evidence).for_each(|(variance, moved)| *variance += (moved - mean).powi(2));
    };
    for (player, strength) in strengths.iter().enumerate() {
        for surplus in [1.0 - win_probability(*strength), -win_probability(*strength)] {
            let mut prior = vec![0.0; players];
            prior[player] = PRIOR_WEIGHT * surplus;
            add(prior);
        }
    }
    let mut sets_played = vec![0u32; players];
    for set in sets {
        let mut evidence = vec![0.0; players];
        add_surpluses(strengths, set, &mut evidence);
        add(evidence);
        players_of(set).into_iter().for_each(|player| sets_played[player.0] += 1);
    }
    variances.into_iter().zip(sets_played).map(|(variance, sets)| margin(variance, sets)).collect()
}

fn margin(variance: f64, sets: u32) -> Option<f64> {
    let degrees = sets.checked_sub(1).filter(|degrees| *degrees > 0)?;
    // A few sets lie closer to their own mean than to the truth: G/(G - 1) and Student's t make up for it.
    let deviation = (variance * f64::from(sets) / f64::from(degrees)).sqrt();
    Some(POINTS * deviation * quantile_95(degrees))
}

fn players_of(set: &SetScores) -> Vec<PlayerIndex> {
    let mut players: Vec<PlayerIndex> = set.keys().flat_map(|(one, other)| [*one, *other]).collect();
    players.sort_unstable();
    players.dedup();
    players
}
