//! The search through the rules engine, without an arena: what it finds, how strong it is, and what it makes of messages.

mod asks;
mod choices;
mod gamble;
#[path = "../../examples/gauntlet/offline.rs"]
mod offline;
mod pinned;
mod strength;
