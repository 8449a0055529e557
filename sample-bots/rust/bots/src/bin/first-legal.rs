//! The bot `first-legal` as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    kahua_bots::main("first-legal")
}
