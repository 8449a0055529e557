//! What a bot's command finds in its environment, whether an arena or a bridge starts it: a bot that was checked in one way must
//! play alike in the other.

use tokio::process::Command;

/// Python would keep what it prints until it exits, since it prints to no terminal.
pub const UNBUFFERED: (&str, &str) = ("PYTHONUNBUFFERED", "1");

/// It may hold the password of the arena's database.
const STORE: &str = "KAHUA_STORE";

/// Gives this command what every bot has in its environment, beside that of this process.
pub fn set_bot_environment(command: &mut Command) -> &mut Command {
    command.env_remove(STORE).env(UNBUFFERED.0, UNBUFFERED.1)
}
