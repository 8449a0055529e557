//! A sample bot as its own program.

use std::process::ExitCode;

use crate::names;

/// Plays as the sample bot with this name, as [`kahua_client::run`] plays any bot: with settings from the environment, until
/// the arena dismisses it.
///
/// # Panics
/// If `name` is not one of [`crate::NAMES`].
#[must_use]
pub fn main(name: &str) -> ExitCode {
    kahua_client::run_agent(|settings| names::agent(name, settings))
}
