//! What organizers set: the settings of an arena, its leagues and their seasons, its rulesets, and changes made by
//! hand. Commands read and change these in a data directory, without an arena.
#![expect(missing_docs, reason = "it is published nowhere, and a name that says it all needs no sentence")]

pub mod anchors;
pub mod config;
pub mod league_spec;
pub mod match_spec;
pub mod organizers;
pub mod overrides;
mod rulesets;
pub mod seasons;
pub mod times;

pub use config::Config;
pub use league_spec::{LeagueError, LeagueSpec};
pub use match_spec::{MatchSpec, MatchTermsError};
pub use rulesets::{Rulesets, UnknownGame};
