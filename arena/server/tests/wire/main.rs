//! The whole arena over the wire: a real server on loopback, plain clients, and the toy game.

mod access;
mod answers;
mod arena;
mod audit;
mod busy;
mod calls;
mod closed_window;
mod crowds;
mod front_page;
mod half_duplex;
mod hello;
mod host;
mod lists;
mod long_thought;
mod luck;
mod matches;
mod metrics;
mod reason;
mod reconnect;
mod refusals;
mod shutdown;
mod support;
mod tls;
mod tokens;
mod watch;
