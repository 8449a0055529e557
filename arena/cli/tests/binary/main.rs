//! The binary `kahua` as its users run it, in processes of its own.

mod answers;
mod arena;
mod ask;
mod asks;
mod bots;
mod bridge;
mod check;
mod cli;
#[cfg(target_os = "linux")]
mod confine;
mod corrections;
mod demo;
mod divisions;
mod errors;
#[cfg(target_os = "linux")]
mod escapes;
mod foreign_readers;
mod grade;
mod hostile;
#[path = "../shared/hostile_records.rs"]
mod hostile_records;
mod hostile_texts;
mod interrupted;
mod languages;
#[cfg(target_os = "linux")]
mod left_behind;
mod limited;
mod lists;
mod mistakes;
mod new;
mod no_clock;
mod one_answer;
mod openssl;
mod organizing;
mod overrides;
mod pgn;
mod play;
#[cfg(target_os = "linux")]
mod proxies;
mod read_pages;
mod replay;
mod rules;
mod rules_client;
mod seasons;
mod signals;
mod site;
mod standstill;
mod started_bots;
mod store;
mod surroundings;
mod tls;
mod tls_reload;
mod two_arenas;
#[cfg(target_os = "linux")]
mod unit;
mod web;
mod webhooks;
mod workers;

use kahua_tests::Kahua;

/// The binary of the same build as these tests: Cargo builds it before it runs them.
const KAHUA: Kahua = Kahua::at(env!("CARGO_BIN_EXE_kahua"));
