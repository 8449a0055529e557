//! The bot is ready for a league.

use std::process::Command;

#[test]
fn ready_for_a_league() {
    let check = Command::new("kahua").args(["check", "--bot", env!("CARGO_BIN_EXE_bot")]).status();
    assert!(check.expect("kahua can be started").success());
}
