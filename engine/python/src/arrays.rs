//! Arrays of NumPy: made here, or handed over.

use numpy::ndarray::Dimension;
use numpy::{Element, PyArray, PyArrayMethods, PyReadwriteArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::value_error;

/// A new array of zeros. NumPy itself makes it, so that too large a one is a MemoryError.
pub(crate) fn zeros<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArray<T, D>>> {
    let array = py.import("numpy")?.call_method1("zeros", (shape, T::get_dtype(py)))?;
    Ok(array.cast_into::<PyArray<T, D>>()?)
}

/// The array that was handed over, or a new one. It must have this shape.
pub(crate) fn given_or_zeros<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    out: Option<PyReadwriteArray<'py, T, D>>,
    shape: &[usize],
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let Some(out) = out else { return Ok(zeros(py, shape)?.try_readwrite()?) };
    if out.shape() == shape {
        return Ok(out);
    }
    Err(value_error(format!("out has the shape {:?}, but must have {shape:?}", out.shape())))
}

/// The array with this name among the buffers that were handed over, or a new one.
pub(crate) fn buffer_or_zeros<T: Element, D: Dimension>(
    py: Python<'_>,
    name: &str,
    shape: &[usize],
    buffers: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyArray<T, D>>> {
    let Some(given) = buffers.map(|buffers| buffers.get_item(name)).transpose()?.flatten() else {
        return Ok(zeros(py, shape)?.unbind());
    };
    let wrong = |what: &str| PyTypeError::new_err(format!("buffers[{name:?}] {what}"));
    let array = given.cast_into::<PyArray<T, D>>().map_err(|_| wrong("isn't an array of the right type and axes"))?;
    if array.shape() != shape {
        let found = array.shape();
        return Err(value_error(format!("buffers[{name:?}] has the shape {found:?}, but must have {shape:?}")));
    }
    if !array.is_c_contiguous() {
        return Err(wrong("must be contiguous, in the order of C"));
    }
    array.try_readwrite().map_err(|_| wrong("can't be written"))?;
    Ok(array.unbind())
}

/// The elements of an array, which must lie side by side.
pub(crate) fn slice_of<'a, T: Element, D: Dimension>(
    array: &'a mut PyReadwriteArray<'_, T, D>,
    name: &str,
) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|_| value_error(format!("{name} must be contiguous, in the order of C")))
}
