//! The bot `search` as a program.

use std::process::ExitCode;

fn main() -> ExitCode {
    kahua_bots::main("search")
}
