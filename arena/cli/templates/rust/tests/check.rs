//! The bot is ready for a league. This takes some seconds.

use std::process::Command;

#[test]
fn ready_for_a_league() {
    let check =
        Command::new("kahua").args(["check", "--game", "@GAME@", "--bot", env!("CARGO_BIN_EXE_@PACKAGE@")]).status();
    assert!(check.expect("kahua can be started").success());
}
