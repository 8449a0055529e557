//! Plots as SVG, with geometry in attributes only. What they show stands beside them in figures too.

mod interval;
mod line;

pub(crate) use interval::{Intervals, axis};
pub(crate) use line::line;

/// A position with one decimal, which is finer than any screen.
fn at(position: f64) -> String {
    format!("{position:.1}")
}
