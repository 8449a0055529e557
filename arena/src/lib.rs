//! Kahua: a bot arena for board games. It owns the games, asks bots over gRPC for their decisions, and keeps the records.

pub mod cli;
