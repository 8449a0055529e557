//! The whole arena over the wire: a real server on loopback, plain clients, and the toy game.

mod answers;
mod arena;
mod calls;
mod half_duplex;
mod hello;
mod lists;
mod matches;
mod reason;
mod reconnect;
mod refusals;
mod shutdown;
mod support;
