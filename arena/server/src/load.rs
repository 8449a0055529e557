//! Limits the work of connections and calls, so that it doesn't keep players waiting.

pub(crate) mod call_room;
pub(crate) mod call_threads;
pub(crate) mod connection_limit;
mod frames;
pub(crate) mod read_limits;
