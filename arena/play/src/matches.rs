//! Matches from their pairing to their record.

pub mod admission;
pub mod context;
pub mod ended_match;
pub mod ledger;
pub mod matchmaker;
mod outcome;
pub mod retention;
pub mod runner;
pub mod running;
pub(crate) mod standings;
pub mod store_watch;
pub(crate) mod unknown_league;
