//! What is played: a game with its seats, options and values.

use std::collections::BTreeMap;
use std::sync::Arc;

use kahua_engine::{Choices, Dice, SEATS_MAX, SeatCount, Seed, registry};
use pyo3::prelude::*;

use crate::arguments::{Pickled, value_error};
use crate::ruleset::{Rules, Ruleset, given_or_built_in};
use crate::spec::{Actions, Observation};
use crate::state::State;

/// The names of all games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    registry::all().iter().map(|entry| entry.info().name).collect()
}

/// What is played: a game with its seats, options and values.
#[pyclass(frozen, module = "kahua_engine")]
pub(crate) struct Game {
    pub(crate) ruleset: Arc<Rules>,
    pub(crate) seats: SeatCount,
    options: BTreeMap<String, String>,
    pub(crate) choices: Choices,
}

#[pymethods]
impl Game {
    /// The game with this name. Without seats, as few play as it allows. What can't be played is a ValueError.
    #[new]
    #[pyo3(signature = (name, seats=None, options=None, ruleset=None))]
    fn new(
        name: &str,
        seats: Option<usize>,
        options: Option<BTreeMap<String, String>>,
        ruleset: Option<&Ruleset>,
    ) -> PyResult<Game> {
        let ruleset = given_or_built_in(ruleset, name)?;
        let info = ruleset.info();
        let seats = seats.unwrap_or(*info.seats.start());
        let count = SeatCount::new(seats);
        let count =
            count.ok_or_else(|| value_error(format!("{seats} isn't a number of seats from 1 to {SEATS_MAX}")))?;
        info.seat_count(seats).map_err(value_error)?;
        let options = options.unwrap_or_default();
        let texts: Vec<String> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let choices = Choices::parse(info.options, texts.iter().map(String::as_str)).map_err(value_error)?;
        choices.check_seats(count).map_err(value_error)?;
        Ok(Game { ruleset, seats: count, options, choices })
    }

    /// The game's name.
    #[getter]
    fn name(&self) -> &'static str {
        self.ruleset.info().name
    }

    /// How many play.
    #[getter]
    fn seats(&self) -> usize {
        self.seats.get()
    }

    /// The options that were chosen; the others have their defaults.
    #[getter]
    fn options(&self) -> BTreeMap<String, String> {
        self.options.clone()
    }

    /// The values that it is played with.
    #[getter]
    fn ruleset(&self) -> Ruleset {
        Ruleset(Arc::clone(&self.ruleset))
    }

    /// How an observation is laid out: see State.observe.
    #[getter]
    fn observation(&self) -> Observation {
        Observation::new(&self.ruleset, self.seats)
    }

    /// How actions are numbered: see State.legal_ids.
    #[getter]
    fn actions(&self) -> Actions {
        Actions::new(&self.ruleset, self.seats)
    }

    /// Starts a game. With a seed, chance is drawn from it whenever it is due, so that the state always waits for an action.
    /// Without one, draw it yourself: see State.chance and State.draw.
    #[pyo3(signature = (seed=None))]
    fn start(&self, seed: Option<u64>) -> PyResult<State> {
        let game = self.ruleset.open(self.seats, &self.choices).map_err(value_error)?;
        let dice = seed.map(|seed| Dice::new(Seed::from_number(seed)));
        Ok(State::new(game, Arc::clone(&self.ruleset), dice))
    }

    fn __repr__(&self) -> String {
        format!("<Game {} with {} seats>", self.name(), self.seats)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Pickled<'py, (&str, usize, BTreeMap<String, String>, Ruleset)> {
        (py.get_type::<Game>().into_any(), (self.name(), self.seats(), self.options(), self.ruleset()))
    }
}
