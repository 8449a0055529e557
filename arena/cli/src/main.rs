//! The binary `kahua`. `cli` reads the command line; every command has a file or folder of its own.

// Printed texts are made harmless in one place, `output.rs`.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod arena;
mod ask;
mod asks;
mod audit;
mod backup;
mod bench;
mod bot;
mod bot_arg;
mod bounded_list;
mod bridge;
mod check;
mod cli;
mod cluster;
mod command_dir;
mod compact;
mod compare;
mod confine;
mod copying;
mod correction;
mod crosstable;
mod csv;
mod damage;
mod data;
mod demo;
mod doctor;
mod exit;
mod faults;
mod format;
mod forward;
mod game_arg;
mod games;
mod grade;
mod head;
mod house;
mod keep;
mod league;
mod leagues;
mod matches;
mod new;
mod one_page;
mod organizer;
mod output;
mod own_arena;
mod pages_address;
mod play;
mod playthrough;
mod processes;
mod progress;
mod remote;
mod report;
mod restore;
mod rules;
mod run_tokens;
mod runtime;
mod season_arg;
mod serve;
mod signals;
mod site;
mod soundness;
mod sprt;
mod standings;
mod store;
mod supervise;
mod verify;
mod webhook;
mod worker;

use std::process::ExitCode;

/// The first descriptor that isn't a standard stream.
const FIRST_DESCRIPTOR: i32 = 3;

fn main() -> ExitCode {
    // Descriptors that a shell or a supervisor has left open must not reach the bots that this process starts.
    close_fds::set_fds_cloexec(FIRST_DESCRIPTOR, &[]);
    cli::main()
}
