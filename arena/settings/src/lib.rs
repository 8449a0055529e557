//! What organizers set: the settings of an arena, its leagues and their seasons, the rulesets that it plays by, and what was
//! changed by hand. Commands read and change it in a data directory, without an arena.
#![expect(missing_docs, reason = "it is published nowhere, and a name that says it all needs no sentence")]

pub mod config;
pub mod league_spec;
pub mod organizers;
pub mod overrides;
mod rulesets;
pub mod seasons;

pub use config::Config;
pub use league_spec::{LeagueError, LeagueSpec};
pub use rulesets::{Rulesets, UnknownGame};
