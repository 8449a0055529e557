//! How observations are laid out and how actions are numbered.

use std::sync::Arc;

use kahua_engine::SeatCount;
use kahua_engine::encode::PlacedBlock;
use numpy::ndarray::Axis;
use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn};
use pyo3::prelude::*;

use crate::arguments::{seat_of, value_error};
use crate::arrays::zeros;
use crate::encoded::Encoded;
use crate::ruleset::Rules;

/// The most tokens of a path.
const PATH_MAX: usize = 3;

/// How the observations of a game are laid out. Its text lists everything.
#[pyclass(frozen, module = "kahua_engine")]
pub(crate) struct Observation {
    ruleset: Arc<Rules>,
    seats: SeatCount,
}

impl Observation {
    pub(crate) fn new(ruleset: &Arc<Rules>, seats: SeatCount) -> Observation {
        Observation { ruleset: Arc::clone(ruleset), seats }
    }

    fn encoded(&self) -> &dyn Encoded {
        self.ruleset.encoded(self.seats)
    }
}

#[pymethods]
impl Observation {
    /// Another version has other columns.
    #[getter]
    fn version(&self) -> u32 {
        self.encoded().version()
    }

    /// How many columns an observation has.
    #[getter]
    fn size(&self) -> usize {
        self.encoded().layout().len()
    }

    /// The blocks of columns, in order and without gaps.
    #[getter]
    fn blocks(&self) -> Vec<Block> {
        self.encoded().layout().blocks().iter().map(Block::of).collect()
    }

    /// The block with this name.
    fn block(&self, name: &str) -> PyResult<Block> {
        let placed = self.encoded().layout().block(name);
        placed.map(Block::of).ok_or_else(|| value_error(format!("there is no block {name:?}")))
    }

    fn __str__(&self) -> String {
        self.encoded().layout().to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Observation of {} columns, version {}>", self.size(), self.version())
    }
}

/// A part of an observation. The columns are obs[..., start:stop].reshape(..., *shape).
#[pyclass(frozen, get_all, module = "kahua_engine")]
pub(crate) struct Block {
    /// Its name.
    name: &'static str,
    /// The first column.
    start: usize,
    /// The column after the last one.
    stop: usize,
    /// The lengths of its axes.
    shape: Vec<usize>,
    /// How numbers are written: flags, one-hot, counts or sum.
    kind: &'static str,
    /// The largest value of a column.
    max: u8,
    /// What it shows, along which axes.
    meaning: &'static str,
}

impl Block {
    fn of(placed: &PlacedBlock) -> Block {
        let (block, shape, start) = (placed.block, placed.shape.clone(), placed.offset);
        let (kind, stop) = (block.kind.name(), start + placed.len());
        Block { name: block.name, start, stop, shape, kind, max: block.max, meaning: block.meaning }
    }
}

#[pymethods]
impl Block {
    fn __repr__(&self) -> String {
        let Block { name, start, stop, shape, kind, .. } = self;
        format!("<Block {name}: {kind} {shape:?} in {start}:{stop}>")
    }
}

/// How the actions of a game are numbered. Its text lists everything.
#[pyclass(frozen, module = "kahua_engine")]
pub(crate) struct Actions {
    ruleset: Arc<Rules>,
    seats: SeatCount,
}

/// One kind of action.
#[pyclass(frozen, get_all, module = "kahua_engine")]
pub(crate) struct Verb {
    /// The word that the notation begins with.
    name: &'static str,
    /// What an action of this kind names, and from how many: one token for each.
    parts: Vec<(&'static str, usize)>,
}

#[pymethods]
impl Verb {
    fn __repr__(&self) -> String {
        format!("<Verb {}: {:?}>", self.name, self.parts)
    }
}

impl Actions {
    pub(crate) fn new(ruleset: &Arc<Rules>, seats: SeatCount) -> Actions {
        Actions { ruleset: Arc::clone(ruleset), seats }
    }

    fn encoded(&self) -> &dyn Encoded {
        self.ruleset.encoded(self.seats)
    }
}

#[pymethods]
impl Actions {
    /// Another version has other ids and tokens.
    #[getter]
    fn version(&self) -> u32 {
        self.encoded().version()
    }

    /// How many ids there are. Some are never legal.
    #[getter]
    fn count(&self) -> u32 {
        self.encoded().vocabulary().ids()
    }

    /// How many tokens there are.
    #[getter]
    fn tokens(&self) -> usize {
        self.encoded().vocabulary().tokens()
    }

    /// The most legal actions that there are at once.
    #[getter]
    fn legal_max(&self) -> usize {
        self.encoded().legal_max()
    }

    /// The kinds of actions, in the order of their tokens and ids.
    #[getter]
    fn verbs(&self) -> Vec<Verb> {
        let verbs = self.encoded().vocabulary().verbs().iter();
        let parts = |verb: &kahua_engine::encode::Verb| {
            verb.parts.iter().map(|part| (part.meaning, part.count.into())).collect()
        };
        verbs.map(|verb| Verb { name: verb.name, parts: parts(verb) }).collect()
    }

    /// The tokens of an id.
    fn path(&self, id: u32) -> PyResult<Vec<u16>> {
        let vocabulary = self.encoded().vocabulary();
        let steps = vocabulary.steps(id).ok_or_else(|| self.no_id(id))?;
        Ok(vocabulary.path(steps).to_vec())
    }

    /// The tokens of an array of ids: one more axis of length 3, padded with -1. Ids of -1 have no token.
    fn paths<'py>(&self, py: Python<'py>, ids: PyReadonlyArrayDyn<'py, i32>) -> PyResult<Bound<'py, PyArrayDyn<i32>>> {
        let ids = ids.as_array();
        let mut shape = ids.shape().to_vec();
        shape.push(PATH_MAX);
        let paths: Bound<'py, PyArrayDyn<i32>> = zeros(py, &shape)?;
        let mut filled = paths.try_readwrite()?;
        let mut rows = filled.as_array_mut();
        let vocabulary = self.encoded().vocabulary();
        for (id, mut row) in ids.iter().zip(rows.lanes_mut(Axis(ids.ndim()))) {
            row.fill(-1);
            if *id != -1 {
                let known = u32::try_from(*id).ok().and_then(|id| vocabulary.steps(id));
                let steps = known.ok_or_else(|| self.no_id(id))?;
                row.iter_mut().zip(vocabulary.path(steps)).for_each(|(column, token)| *column = token.into());
            }
        }
        drop(filled);
        Ok(paths)
    }

    /// The action with this id in notation, when this seat takes it; None if there is none.
    #[pyo3(signature = (id, seat=0))]
    fn notation(&self, id: u32, seat: i64) -> PyResult<Option<String>> {
        let seat = seat_of(self.seats, seat)?;
        if id >= self.count() {
            return Err(self.no_id(id));
        }
        Ok(self.encoded().notation(id, seat))
    }

    /// The id of this action, when this seat takes it.
    #[pyo3(signature = (notation, seat=0))]
    fn id(&self, notation: &str, seat: i64) -> PyResult<u32> {
        let id = self.encoded().id(notation, seat_of(self.seats, seat)?).map_err(value_error)?;
        id.ok_or_else(|| value_error(format!("no game has an action {notation} of seat {seat}")))
    }

    fn __str__(&self) -> String {
        self.encoded().describe()
    }

    fn __repr__(&self) -> String {
        format!("<Actions with {} ids of {} tokens, version {}>", self.count(), self.tokens(), self.version())
    }
}

impl Actions {
    fn no_id(&self, id: impl std::fmt::Display) -> PyErr {
        value_error(format!("there is no id {id}; there are {}", self.count()))
    }
}
