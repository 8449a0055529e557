//! What Python hands over: actions, seats and messages.

use kahua_engine::{DynGame, Seat, SeatCount, Viewer};
use prost::Message;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// An action, or an outcome of chance, as it is named.
pub(crate) enum Named {
    Index(u32),
    Notation(String),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Named {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Named> {
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Named::Notation(text.to_str()?.to_owned()));
        }
        if let Ok(number) = object.extract::<i64>() {
            let index = u32::try_from(number);
            return index.map(Named::Index).map_err(|_| PyValueError::new_err(format!("there is no index {number}")));
        }
        let kind = object.get_type().name()?;
        Err(PyTypeError::new_err(format!("an action is an index of the legal list or a notation, not {kind}")))
    }
}

/// How an object is pickled: what makes it again, and of which arguments.
pub(crate) type Pickled<'py, Arguments> = (Bound<'py, PyAny>, Arguments);

/// Who looks: a seat, or a spectator.
pub(crate) fn viewer(game: &dyn DynGame, seat: Option<i64>) -> PyResult<Viewer> {
    seat.map_or(Ok(Viewer::Public), |number| seat_of(game.seats(), number).map(Viewer::Seat))
}

/// The seat with this number.
pub(crate) fn seat_of(seats: SeatCount, number: i64) -> PyResult<Seat> {
    let seat = u32::try_from(number).ok().and_then(|number| seats.seat(number));
    seat.ok_or_else(|| PyValueError::new_err(format!("there is no seat {number}; the table has {seats}")))
}

/// The message that Python holds as an object of the package `kahua`, or as its bytes.
pub(crate) fn message<M: Message + Default>(object: &Bound<'_, PyAny>, kind: &str) -> PyResult<M> {
    let bytes = if let Ok(bytes) = object.cast::<PyBytes>() {
        bytes.clone()
    } else {
        let found = object.get_type().name()?;
        let expected = || PyTypeError::new_err(format!("expected a message {kind} or its bytes, not {found}"));
        let serialize = object.getattr("SerializeToString").map_err(|_| expected())?;
        serialize.call0()?.cast_into::<PyBytes>().map_err(|_| expected())?
    };
    M::decode(bytes.as_bytes()).map_err(|error| PyValueError::new_err(format!("it isn't a message {kind}: {error}")))
}

/// An error of the rules about what was handed over.
pub(crate) fn value_error(problem: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(problem.to_string())
}
