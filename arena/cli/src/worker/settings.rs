//! The settings of a worker, which alone decide what it runs.

use std::num::NonZeroUsize;
use std::path::Path;

use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_settings::config::{BotSettings, check_bots, some_from_text};
use serde::Deserialize;

use crate::bot_arg::BotArg;
use crate::exit::Failure;
use crate::supervise::SupervisedBot;

/// The settings of a worker.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Settings {
    /// Its name.
    #[serde(deserialize_with = "some_from_text")]
    pub(super) name: Option<BotName>,
    /// The most matches to play at once.
    pub(super) matches_at_once: Option<NonZeroUsize>,
    /// Its bots.
    #[serde(rename = "bot")]
    bots: Vec<BotSettings>,
}

impl Settings {
    /// Reads a settings file. The directories in it are relative to its own folder.
    ///
    /// # Errors
    /// If the file can't be read or isn't valid; the error names the file, the line and the key.
    pub(super) fn read(path: &Path) -> Result<Settings, String> {
        let of_file = |problem: String| format!("{}: {problem}", path.display());
        let text = std::fs::read_to_string(path).map_err(|problem| of_file(format!("it can't be read: {problem}")))?;
        let mut settings = Settings::parse(&text).map_err(of_file)?;
        if let Some(folder) = path.parent() {
            settings.bots.iter_mut().filter_map(|bot| bot.dir.as_mut()).for_each(|dir| *dir = folder.join(&*dir));
        }
        Ok(settings)
    }

    fn parse(text: &str) -> Result<Settings, String> {
        let settings: Settings = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
        check_bots(&settings.bots)?;
        if settings.bots.is_empty() {
            return Err("there is no [[bot]]: a worker plays with the bots of its settings".to_owned());
        }
        if settings.bots.len() > limits::WORKER_BOTS_MAX {
            return Err(format!("there are more than {} [[bot]]", limits::WORKER_BOTS_MAX));
        }
        if let Some(bot) = settings.bots.iter().find(|bot| !bot.is_started()) {
            return Err(format!(
                "bot {} has neither a command nor a house bot: a worker starts its bots itself",
                bot.name
            ));
        }
        Ok(settings)
    }

    /// The bots, to be kept running.
    ///
    /// # Errors
    /// If a command can't be used.
    pub(super) fn kept(&self) -> Result<Vec<SupervisedBot>, Failure> {
        let kept = |settings: &BotSettings| {
            let bot = BotArg::try_from(settings).map_err(|problem| Failure::usage(format!("{problem:#}")))?;
            Ok(SupervisedBot { bot, restarts: settings.restarts })
        };
        self.bots.iter().map(kept).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_starts_all_of_its_bots() {
        let settings =
            Settings::parse("name = 'w'\nmatches_at_once = 2\n[[bot]]\nname = 'a'\nhouse = 'greedy'").unwrap();
        assert_eq!((settings.name.unwrap().as_str(), settings.kept().unwrap().len()), ("w", 1));
        for (text, expected) in [
            ("", "there is no [[bot]]"),
            ("[[bot]]\nname = 'a'", "a worker starts its bots itself"),
            ("[[bot]]\nname = 'a'\nhouse = 'x'\n[[bot]]\nname = 'a'\nhouse = 'x'", "two [[bot]] are called a"),
            ("name = 'a b'", "is not a valid bot name"),
            ("matches_at_once = 0", "nonzero"),
            ("listen = '127.0.0.1:1'", "unknown field `listen`"),
        ] {
            let error = Settings::parse(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
