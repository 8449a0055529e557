//! What came of many random games, seat by seat.

use kahua_engine::{DynGame, Outcome, PerSeat, Rollout, SeatCount, Seed};

/// What the seeds of rollouts are derived for.
const PURPOSE: &str = "rollout";

/// The sums over random games from one position.
#[derive(Clone, Debug)]
pub struct Tally {
    games: u32,
    finished: u32,
    scores: PerSeat<f64>,
    wins: PerSeat<f64>,
}

impl Tally {
    /// Of no games yet.
    #[must_use]
    pub fn new(seats: SeatCount) -> Tally {
        let zero = PerSeat::from_fn(seats, |_| 0.0);
        Tally { games: 0, finished: 0, scores: zero.clone(), wins: zero }
    }

    /// Plays one more game at random, to its end or until this many events have happened. Its luck follows from the seed and
    /// from its number.
    pub fn play(&mut self, game: &dyn DynGame, seed: Seed, events_max: Option<usize>) {
        let events_max = events_max.unwrap_or(usize::MAX).min(game.info().events_max);
        let rollout = game.rollout(seed.derive(PURPOSE, self.games.into()), events_max);
        self.games += 1;
        self.finished += u32::from(matches!(rollout, Rollout::Over(_)));
        for (sum, score) in self.scores.iter_mut().zip(rollout.scores()) {
            *sum += f64::from(*score);
        }
        for (sum, share) in self.wins.iter_mut().zip(&shares(&rollout)) {
            *sum += share;
        }
    }

    /// How many games there were.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games
    }

    /// How many of them reached their end.
    #[must_use]
    pub fn finished(&self) -> u32 {
        self.finished
    }

    /// The mean points of every seat.
    #[must_use]
    pub fn mean_scores(&self) -> Vec<f64> {
        self.mean(&self.scores)
    }

    /// The share of the games in which every seat came first. Those who tie share it.
    #[must_use]
    pub fn wins(&self) -> Vec<f64> {
        self.mean(&self.wins)
    }

    fn mean(&self, sums: &PerSeat<f64>) -> Vec<f64> {
        sums.iter().map(|sum| sum / f64::from(self.games)).collect()
    }
}

/// Each seat's share of the win.
fn shares(rollout: &Rollout) -> PerSeat<f64> {
    match rollout {
        Rollout::Over(Outcome { places, .. }) => share_of_best(&places.map(|place| -i32::from(place.number()))),
        Rollout::Stopped(scores) => share_of_best(scores),
    }
}

fn share_of_best(ranks: &PerSeat<i32>) -> PerSeat<f64> {
    let best = ranks.iter().max().copied().unwrap_or_default();
    let tied = ranks.iter().filter(|rank| **rank == best).count() as f64;
    ranks.map(|rank| if *rank == best { 1.0 / tied } else { 0.0 })
}
