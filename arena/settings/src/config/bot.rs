//! The settings of one bot.

use std::num::NonZeroU32;
use std::path::PathBuf;

use kahua_core::ids::BotName;
use serde::Deserialize;

use super::deserialize::from_text;

/// A bot that the arena starts and keeps running, or a bot that connects by itself and has settings.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotSettings {
    /// Its name.
    #[serde(deserialize_with = "from_text")]
    pub name: BotName,
    /// The command that starts it, split into words without a shell.
    pub command: Option<String>,
    /// Which of the house bots it is.
    pub house: Option<String>,
    /// How often in a row the bot is started again after a crash before it is suspended.
    #[serde(default = "three")]
    pub restarts: u32,
    /// The most matches that the bot plays at once, if that is fewer than the bot itself accepts.
    pub matches_at_once: Option<NonZeroU32>,
    /// Whether workers play the bot, with a command of their own settings. Workers also play bots that the arena
    /// starts.
    #[serde(default)]
    pub workers: bool,
    /// The directory in which the bot's command runs; if it isn't set, the arena's own.
    pub dir: Option<PathBuf>,
}

impl BotSettings {
    /// Whether the arena starts it.
    #[must_use]
    pub fn is_started(&self) -> bool {
        self.command.is_some() || self.house.is_some()
    }

    /// Whether workers may play it.
    pub fn is_of_workers(&self) -> bool {
        self.workers || self.is_started()
    }
}

/// Checks that the bots of a settings file don't conflict.
///
/// # Errors
/// What is wrong, in words for the author of the file.
pub fn check(bots: &[BotSettings]) -> Result<(), String> {
    for (at, bot) in bots.iter().enumerate() {
        let name = bot.name;
        if bots[..at].iter().any(|other| other.name == name) {
            return Err(format!("two [[bot]] are called {name}: each needs a name of its own"));
        }
        if bot.command.is_some() && bot.house.is_some() {
            return Err(format!("bot {name} has both a command and a house bot: give one of them"));
        }
        if bot.dir.is_some() && bot.command.is_none() {
            return Err(format!("bot {name} has a dir but no command that could run there"));
        }
    }
    Ok(())
}

fn three() -> u32 {
    3
}

#[cfg(test)]
mod tests {
    use crate::Config;

    #[test]
    fn bots_are_commands_house_bots_or_remote() {
        let text = "suspend_after = 5
            [[bot]]
            name = 'mine'
            command = 'python3 bot.py'
            dir = 'bots/mine'
            matches_at_once = 2
            [[bot]]
            name = 'house'
            house = 'greedy'
            restarts = 0
            [[bot]]
            name = 'theirs'
            [[bot]]
            name = 'elsewhere'
            workers = true";
        let config = Config::parse(text).unwrap();
        assert_eq!(config.suspend_after, 5);
        assert_eq!(config.bots.iter().map(|bot| bot.is_started()).collect::<Vec<_>>(), [true, true, false, false]);
        assert_eq!(config.bots.iter().map(|bot| bot.is_of_workers()).collect::<Vec<_>>(), [true, true, false, true]);
        assert_eq!(config.bots.iter().map(|bot| bot.restarts).collect::<Vec<_>>(), [3, 0, 3, 3]);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (lines, expected) in [
            ("name = 'a'\n[[bot]]\nname = 'a'", "two [[bot]] are called a"),
            ("name = 'a'\nhouse = 'greedy'\ncommand = 'x'", "bot a has both a command and a house bot"),
            ("name = 'a'\ndir = '/tmp'", "bot a has a dir but no command"),
            ("name = 'a'\nmatches_at_once = 0", "nonzero"),
            ("name = 'a b'", "is not a valid bot name"),
        ] {
            let error = Config::parse(&format!("[[bot]]\n{lines}")).unwrap_err();
            assert!(error.contains(expected), "{lines}: {error}");
        }
    }
}
