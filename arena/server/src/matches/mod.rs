//! Matches from their pairing to their record.

pub mod ledger;
pub mod matchmaker;
pub(crate) mod runner;
