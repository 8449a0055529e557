//! What must happen next.

use kahua_engine::{DynGame, Phase};
use pyo3::prelude::*;

/// A seat must take one of its legal actions.
#[pyclass(frozen, eq, hash, get_all, module = "kahua_engine")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Decide {
    /// The seat, from 0.
    seat: u8,
}

/// One of the outcomes of chance must be drawn.
#[pyclass(frozen, eq, hash, module = "kahua_engine")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Chance;

/// The game is over.
#[pyclass(frozen, eq, hash, get_all, module = "kahua_engine")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Over {
    /// The points of each seat.
    scores: Vec<i32>,
    /// The place of each seat, from 1. Seats that tie have the same place.
    places: Vec<u32>,
    /// How it came to its end, as one word; empty if the rules have only one way.
    ending: String,
}

#[pymethods]
impl Decide {
    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("seat",)
    }

    fn __repr__(&self) -> String {
        format!("Decide(seat={})", self.seat)
    }
}

#[pymethods]
impl Chance {
    fn __repr__(&self) -> &'static str {
        "Chance()"
    }
}

#[pymethods]
impl Over {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("scores", "places", "ending")
    }

    fn __repr__(&self) -> String {
        format!("Over(scores={:?}, places={:?}, ending={:?})", self.scores, self.places, self.ending)
    }
}

/// One of the three.
#[derive(IntoPyObject)]
pub(crate) enum Next {
    Decide(Decide),
    Chance(Chance),
    Over(Over),
}

impl Next {
    pub(crate) fn of(game: &dyn DynGame) -> Next {
        match game.phase() {
            Phase::Decide(seat) => Next::Decide(Decide { seat: seat.number() }),
            Phase::Chance => Next::Chance(Chance),
            Phase::Over(outcome) => Next::Over(Over {
                scores: outcome.scores.iter().copied().collect(),
                places: outcome.places.iter().map(|place| place.number().into()).collect(),
                ending: game.ending().to_owned(),
            }),
        }
    }
}
