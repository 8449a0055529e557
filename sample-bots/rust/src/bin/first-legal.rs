//! The bot `first-legal` as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    sample_bots::main("first-legal")
}
