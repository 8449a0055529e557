//! A match, followed by what a bot is told of it.

use std::sync::Arc;

use kahua_engine::{DynFollower, Seed};
use kahua_proto::pb::arena::v1 as pb;
use parking_lot::Mutex;
use pyo3::prelude::*;

use crate::arguments::{message, value_error};
use crate::ruleset::{Rules, Ruleset, given_or_built_in};
use crate::state::{State, of_ask};

/// One match, seen from one seat. It plays all events on a state of its own, so it knows what the views of the seat leave out.
/// Once it has missed an event, it guesses that.
#[pyclass(frozen, module = "kahua_engine")]
pub(crate) struct Follower {
    ruleset: Arc<Rules>,
    match_: Mutex<Box<dyn DynFollower>>,
}

#[pymethods]
impl Follower {
    /// Follows the match of this message Seated: an object of the package kahua, or its bytes. Guesses are drawn from the seed.
    #[new]
    #[pyo3(signature = (seated, seed=0, ruleset=None))]
    fn new(seated: &Bound<'_, PyAny>, seed: u64, ruleset: Option<&Ruleset>) -> PyResult<Follower> {
        let seated: pb::Seated = message(seated, "Seated")?;
        let ruleset = given_or_built_in(ruleset, &seated.game)?;
        let match_ = ruleset.follow(&seated, Seed::from_number(seed)).map_err(value_error)?;
        Ok(Follower { ruleset, match_: Mutex::new(match_) })
    }

    /// The seat from which the match is seen.
    #[getter]
    fn seat(&self) -> u8 {
        self.match_.lock().seat().number()
    }

    /// Whether no event was missed, so that the states are the match's own.
    #[getter]
    fn is_complete(&self) -> bool {
        self.match_.lock().is_complete()
    }

    /// Plays the next events of the match: messages MatchEvent, or their bytes. An event that can't be read or can't come next
    /// is a ValueError. An earlier one was then missed, and later ones are of no use.
    fn observe(&self, events: &Bound<'_, PyAny>) -> PyResult<()> {
        let events = events.try_iter()?.map(|event| message(&event?, "MatchEvent"));
        let events: Vec<pb::MatchEvent> = events.collect::<PyResult<_>>()?;
        self.match_.lock().observe(&events).map_err(value_error)
    }

    /// The state of the match at this message Ask. If events were missed, it is a guess that fits the ask's view.
    fn state(&self, ask: &Bound<'_, PyAny>) -> PyResult<State> {
        let ask: pb::Ask = message(ask, "Ask")?;
        let opened = of_ask(&ask, |view| self.match_.lock().open(view).map_err(value_error))?;
        Ok(State::new(opened, Arc::clone(&self.ruleset), None))
    }

    fn __repr__(&self) -> String {
        format!("<Follower of {} from seat {}>", self.ruleset.info().name, self.seat())
    }
}
