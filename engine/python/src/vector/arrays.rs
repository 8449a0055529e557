//! The arrays of many games: made here, or handed over by the program that trains.

use numpy::{PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::games::{Autoreset, Rows};
use crate::arguments::value_error;
use crate::arrays::{buffer_or_zeros, slice_of};
use crate::encoded::Encoded;

/// The arrays that every step fills.
pub(super) struct Arrays {
    pub(super) obs: Py<PyArray2<u8>>,
    pub(super) legal: Py<PyArray2<i32>>,
    pub(super) count: Py<PyArray1<i32>>,
    pub(super) seat: Py<PyArray1<i32>>,
    pub(super) reward: Py<PyArray2<f32>>,
    pub(super) done: Py<PyArray1<bool>>,
    pub(super) truncated: Py<PyArray1<bool>>,
    pub(super) final_obs: Option<Py<PyArray2<u8>>>,
}

const NAMES: [&str; 8] = ["obs", "legal", "count", "seat", "reward", "done", "truncated", "final_obs"];

impl Arrays {
    pub(super) fn new(
        py: Python<'_>,
        games: usize,
        encoded: &dyn Encoded,
        autoreset: Autoreset,
        buffers: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Arrays> {
        let known = if autoreset == Autoreset::SameStep { &NAMES[..] } else { &NAMES[..7] };
        for name in buffers.into_iter().flat_map(|buffers| buffers.keys()) {
            let name: String = name.extract()?;
            if !known.contains(&&*name) {
                return Err(value_error(format!("there is no array {name:?}; there are: {}", known.join(", "))));
            }
        }
        let columns = encoded.layout().len();
        let observations = |name| buffer_or_zeros(py, name, &[games, columns], buffers);
        let flags = |name| buffer_or_zeros(py, name, &[games], buffers);
        let numbers = |name| buffer_or_zeros(py, name, &[games], buffers);
        let same_step = autoreset == Autoreset::SameStep;
        Ok(Arrays {
            obs: observations("obs")?,
            legal: buffer_or_zeros(py, "legal", &[games, encoded.legal_max()], buffers)?,
            count: numbers("count")?,
            seat: numbers("seat")?,
            reward: buffer_or_zeros(py, "reward", &[games, encoded.seats().get()], buffers)?,
            done: flags("done")?,
            truncated: flags("truncated")?,
            final_obs: if same_step { Some(observations("final_obs")?) } else { None },
        })
    }

    /// Borrows all arrays. Arrays that overlap, or that something else borrows, are an error.
    pub(super) fn borrow<'py>(&self, py: Python<'py>) -> PyResult<Borrowed<'py>> {
        Ok(Borrowed {
            obs: write(py, &self.obs)?,
            legal: write(py, &self.legal)?,
            count: write(py, &self.count)?,
            seat: write(py, &self.seat)?,
            reward: write(py, &self.reward)?,
            done: write(py, &self.done)?,
            truncated: write(py, &self.truncated)?,
            final_obs: self.final_obs.as_ref().map(|array| write(py, array)).transpose()?,
        })
    }
}

/// The arrays while a step fills them.
pub(super) struct Borrowed<'py> {
    obs: PyReadwriteArray2<'py, u8>,
    legal: PyReadwriteArray2<'py, i32>,
    count: PyReadwriteArray1<'py, i32>,
    seat: PyReadwriteArray1<'py, i32>,
    reward: PyReadwriteArray2<'py, f32>,
    done: PyReadwriteArray1<'py, bool>,
    truncated: PyReadwriteArray1<'py, bool>,
    final_obs: Option<PyReadwriteArray2<'py, u8>>,
}

impl Borrowed<'_> {
    pub(super) fn rows(&mut self) -> PyResult<Rows<'_>> {
        Ok(Rows {
            obs: slice_of(&mut self.obs, "obs")?,
            legal: slice_of(&mut self.legal, "legal")?,
            count: slice_of(&mut self.count, "count")?,
            seat: slice_of(&mut self.seat, "seat")?,
            reward: slice_of(&mut self.reward, "reward")?,
            done: slice_of(&mut self.done, "done")?,
            truncated: slice_of(&mut self.truncated, "truncated")?,
            final_obs: match &mut self.final_obs {
                Some(array) => slice_of(array, "final_obs")?,
                None => &mut [],
            },
        })
    }
}

fn write<'py, T: numpy::Element, D: numpy::ndarray::Dimension>(
    py: Python<'py>,
    array: &Py<PyArray<T, D>>,
) -> PyResult<numpy::PyReadwriteArray<'py, T, D>> {
    Ok(array.bind(py).try_readwrite()?)
}
