//! How much work connections and calls may make, so that it never keeps a player waiting.

pub(crate) mod call_room;
pub(crate) mod call_threads;
pub(crate) mod connection_limit;
mod frames;
pub(crate) mod read_limits;
