//! Kahua: a bot arena for board games. It owns the games, asks bots over gRPC for their decisions, and keeps the records.
//!
//! The core ([`ids`], [`limits`], [`clock`], [`referee`], [`record`]) is plain computation: it does no input or output
//! and is told the time. The shell around it (sessions, store, services) does the rest.

// Core.
pub mod clock;
pub mod ids;
pub mod ladder;
pub mod limits;
pub mod record;
pub mod referee;
// pub mod league;

// Shell.
pub mod store;
// pub mod session;
// pub mod lobby;
// pub mod runner;
// pub mod service;
// pub mod server;
// pub mod config;
// pub mod telemetry;
pub mod cli;
