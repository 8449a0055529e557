//! The whole arena over the wire: a real server on loopback, plain clients, and the toy game.

mod answers;
mod calls;
mod half_duplex;
mod hello;
mod matches;
mod reason;
mod reconnect;
mod shutdown;
mod support;
