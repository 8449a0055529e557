//! The values that a game is played with.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, LazyLock, OnceLock};

use kahua_engine::{DynRuleset, SEATS_MAX, SeatCount, registry};
use pyo3::prelude::*;

use crate::arguments::{Pickled, value_error};
use crate::encoded::{Encoded, encoded};

/// Those of all games, in the order of the registry. Reading one takes longer than a game at random.
static BUILT_IN: LazyLock<Vec<Arc<Rules>>> =
    LazyLock::new(|| registry::all().iter().map(|entry| Rules::shared(entry.built_in_ruleset())).collect());

/// A ruleset, with the encodings that were asked for.
pub(crate) struct Rules {
    ruleset: Arc<dyn DynRuleset>,
    /// By the number of seats less 1.
    encoded: [OnceLock<Box<dyn Encoded>>; SEATS_MAX],
}

impl Rules {
    fn shared(ruleset: Arc<dyn DynRuleset>) -> Arc<Rules> {
        Arc::new(Rules { ruleset, encoded: Default::default() })
    }

    /// The encoding for tables with this many seats, which the game must allow.
    pub(crate) fn encoded(&self, seats: SeatCount) -> &dyn Encoded {
        &**self.encoded[seats.get() - 1].get_or_init(|| encoded(&*self.ruleset, seats))
    }
}

impl Deref for Rules {
    type Target = dyn DynRuleset;

    fn deref(&self) -> &(dyn DynRuleset + 'static) {
        &*self.ruleset
    }
}

/// The built-in ruleset of the game with this name.
pub(crate) fn built_in(game: &str) -> PyResult<Arc<Rules>> {
    let found = BUILT_IN.iter().find(|ruleset| ruleset.info().name == game);
    let unknown = || value_error(format!("there is no game {game:?}; there are: {}", registry::names()));
    found.cloned().ok_or_else(unknown)
}

/// The ruleset that was given, or the built-in one of this game.
pub(crate) fn given_or_built_in(ruleset: Option<&Ruleset>, game: &str) -> PyResult<Arc<Rules>> {
    let Some(Ruleset(ruleset)) = ruleset else { return built_in(game) };
    if ruleset.info().name == game {
        return Ok(Arc::clone(ruleset));
    }
    Err(value_error(format!("the ruleset {:?} is for {}, not for {game:?}", ruleset.id(), ruleset.info().name)))
}

/// The values that a game is played with, as in the file of a ruleset.
#[pyclass(frozen, module = "kahua_engine")]
pub(crate) struct Ruleset(pub(crate) Arc<Rules>);

#[pymethods]
impl Ruleset {
    /// Reads the text of a ruleset's file. A file that can't be used is a ValueError that says what is wrong in it.
    #[new]
    fn new(toml: &str) -> PyResult<Ruleset> {
        registry::read_ruleset(toml).map(|ruleset| Ruleset(Rules::shared(ruleset))).map_err(value_error)
    }

    /// The ruleset that a game is played with if none is named.
    #[staticmethod]
    fn built_in(game: &str) -> PyResult<Ruleset> {
        built_in(game).map(Ruleset)
    }

    /// The game that it is for.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.info().name
    }

    /// The name that the file gives itself.
    #[getter]
    fn id(&self) -> &str {
        self.0.id()
    }

    /// The SHA-256 of the file, in hexadecimal digits.
    #[getter]
    fn hash(&self) -> String {
        self.0.hash().to_string()
    }

    /// The file.
    #[getter]
    fn toml(&self) -> &str {
        self.0.toml()
    }

    fn __repr__(&self) -> String {
        format!("<Ruleset {:?} of {}>", self.0.id(), self.game())
    }

    fn __eq__(&self, other: &Ruleset) -> bool {
        self.0.hash() == other.0.hash()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Pickled<'py, (&str,)> {
        (py.get_type::<Ruleset>().into_any(), (self.0.toml(),))
    }
}
