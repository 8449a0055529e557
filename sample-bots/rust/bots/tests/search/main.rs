//! The search without an arena: what it finds, how strong it is, and how it deals with messages.

mod asks;
mod choices;
mod gamble;
#[path = "../../examples/gauntlet/offline.rs"]
mod offline;
mod pinned;
mod strength;
