//! Matches from their pairing to their record.

pub(crate) mod context;
pub(crate) mod ended_match;
pub(crate) mod headroom;
pub(crate) mod ledger;
pub(crate) mod matchmaker;
mod outcome;
pub(crate) mod retention;
pub(crate) mod runner;
pub(crate) mod running;
pub(crate) mod standings;
pub(crate) mod store_watch;
pub(crate) mod unknown_league;
