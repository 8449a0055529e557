//! The bot `greedy` as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    kahua_bots::main("greedy")
}
