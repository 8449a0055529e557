//! Many random games from one position.

use kahua_engine::{DynGame, Seed};
use kahua_rules::Tally;
use parking_lot::Mutex;
use pyo3::prelude::*;

use crate::arguments::value_error;

/// After so many games, Ctrl-C is looked for. They take a few milliseconds.
const GAMES_BETWEEN_SIGNALS: u32 = 256;

/// What came of random games from one position.
#[pyclass(frozen, get_all, module = "kahua_engine")]
pub(crate) struct Rollouts {
    /// How many games were played.
    games: u32,
    /// How many of them reached their end.
    finished: u32,
    /// The mean points of each seat.
    mean_scores: Vec<f64>,
    /// The share of the games in which each seat came first. Those who tie share it.
    wins: Vec<f64>,
}

#[pymethods]
impl Rollouts {
    fn __repr__(&self) -> String {
        let Rollouts { games, finished, mean_scores, wins } = self;
        format!("Rollouts(games={games}, finished={finished}, mean_scores={mean_scores:?}, wins={wins:?})")
    }
}

/// Plays them. Other threads of Python run meanwhile.
pub(crate) fn play(
    py: Python<'_>,
    game: Box<dyn DynGame>,
    n: u32,
    policy: &str,
    seed: Seed,
    events_max: Option<usize>,
) -> PyResult<Rollouts> {
    if policy != "random" {
        return Err(value_error(format!("there is no policy {policy:?}; there is: random")));
    }
    if n == 0 {
        return Err(value_error("n: at least one game must be played"));
    }
    let mut tally = Tally::new(game.seats());
    // A detached thread may only use what several threads may look at, and a game may only be handed over.
    let game = Mutex::new(game);
    while tally.games() < n {
        let next = (n - tally.games()).min(GAMES_BETWEEN_SIGNALS);
        let (game, counted) = (&game, &mut tally);
        py.detach(|| (0..next).for_each(|_| counted.play(&**game.lock(), seed, events_max)));
        py.check_signals()?;
    }
    let (finished, mean_scores, wins) = (tally.finished(), tally.mean_scores(), tally.wins());
    Ok(Rollouts { games: n, finished, mean_scores, wins })
}
