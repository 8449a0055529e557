//! The rules of Kahua's games for Python: the module `kahua_engine._engine`, which the package `kahua_engine` shows.
//!
//! Objects may be used by several threads at once: those that change are behind a lock, and nothing is called back into Python
//! while it is held. What takes long lets other threads of Python run.

mod arguments;
mod arrays;
mod encoded;
mod follower;
mod game;
mod limits;
mod phase;
mod rollouts;
mod ruleset;
mod spec;
mod state;
mod vector;

use pyo3::pymodule;

pyo3::create_exception!(
    kahua_engine,
    IllegalAction,
    pyo3::exceptions::PyValueError,
    "The rules don't allow an action or an outcome of chance; the text says why. The state is unchanged."
);

/// The rules of Kahua's games.
#[pymodule]
mod _engine {
    #[pymodule_export]
    use super::{
        IllegalAction,
        follower::Follower,
        game::{Game, games},
        phase::{Chance, Decide, Over},
        rollouts::Rollouts,
        ruleset::Ruleset,
        spec::{Actions, Block, Observation, Verb},
        state::State,
        vector::{AfterStates, VectorEnv},
    };
}
