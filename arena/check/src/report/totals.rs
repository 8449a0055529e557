//! Counts over the whole check.

use crate::notes::{Notes, describe};

/// Counts over the whole check, whatever the results of the steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// How many messages the bot sent.
    pub messages: u64,
    /// How many asks it got.
    pub asks: u64,
    /// How many of these it left unanswered.
    pub unanswered: u64,
    /// How many of its answers had no open ask.
    pub stray_answers: u64,
    /// The first faults that the arena reported to the bot.
    pub faults: Vec<String>,
}

impl Totals {
    /// Counts what was recorded.
    pub(crate) fn of(notes: &Notes) -> Totals {
        let asks = || notes.matches.values().flat_map(|of| of.asks.values());
        Totals {
            messages: notes.messages,
            asks: asks().count() as u64,
            unanswered: asks().filter(|ask| ask.took.is_none()).count() as u64,
            stray_answers: notes.stray_answers,
            faults: notes.faults.iter().map(describe).collect(),
        }
    }
}
