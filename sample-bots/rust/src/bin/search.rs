//! The bot `search` as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    sample_bots::main("search")
}
