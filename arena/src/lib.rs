//! Kahua: a bot arena for board games. It owns the games, asks bots over gRPC for their decisions, and keeps the records.
//!
//! The core ([`ids`], [`limits`], [`clock`], [`referee`], [`record`]) is plain computation: it does no input or output
//! and is told the time. The shell around it (sessions, store, services) does the rest.

// Core.
pub mod clock;
pub mod ids;
pub mod ladder;
pub mod league;
pub mod limits;
pub mod record;
pub mod referee;

// Shell.
pub mod access;
pub mod app;
pub mod config;
pub mod door;
pub mod games;
pub mod ledger;
pub mod lobby;
pub mod matchmaker;
pub mod origin;
mod runner;
pub mod server;
mod service;
pub mod session;
pub mod store;
pub mod telemetry;
pub mod time;
pub mod token;

// The command line.
pub mod cli;

/// The version of this arena, as records and bots are told it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
