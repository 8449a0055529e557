//! Plots as SVG, with geometry in attributes only. The page also has figures with the same content.

mod interval;
mod line;

pub(crate) use interval::{Intervals, axis};
pub(crate) use line::line;

/// A position with one decimal, which is finer than any screen.
fn at(position: f64) -> String {
    format!("{position:.1}")
}
