//! The binary `kahua`: reads the command line and hands over to the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    arena::cli::main()
}
