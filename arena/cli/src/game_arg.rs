//! The game that `play` and `playthrough` are told to play.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use kahua_engine::{Choices, DynGame, DynRuleset, GameInfo, RulesetError, SeatCount};

use crate::exit::Failure;

/// The game to play, its options and its ruleset.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct GameArgs {
    /// The game; see `kahua games`.
    #[arg(long)]
    pub(crate) game: String,
    /// An option of the game; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,
    /// A ruleset file to use instead of the built-in one; see `kahua games GAME --ruleset`.
    #[arg(long, value_name = "FILE")]
    pub(crate) ruleset: Option<PathBuf>,
}

/// What these arguments choose.
pub(crate) struct ChosenGame {
    pub(crate) info: &'static GameInfo,
    pub(crate) ruleset: Arc<dyn DynRuleset>,
    pub(crate) choices: Choices,
}

impl GameArgs {
    /// The game, its ruleset, and its options.
    ///
    /// # Errors
    /// If one of them doesn't exist or can't be read.
    pub(crate) fn read(&self) -> Result<ChosenGame, Failure> {
        let kind = crate::games::find(&self.game)?;
        let ruleset = match &self.ruleset {
            None => kind.built_in_ruleset(),
            Some(path) => read_ruleset(path, |toml| kind.read_ruleset(toml))?,
        };
        let choices =
            Choices::parse(kind.info().options, self.options.iter().map(String::as_str)).map_err(Failure::usage)?;
        Ok(ChosenGame { info: kind.info(), ruleset, choices })
    }
}

impl ChosenGame {
    /// The game before its first event; without a number of seats, with the fewest that it allows.
    ///
    /// # Errors
    /// If the game or its options don't allow this number.
    pub(crate) fn open(&self, seats: Option<usize>) -> Result<Box<dyn DynGame>, Failure> {
        let seats = seats.unwrap_or(*self.info.seats.start());
        let seats = SeatCount::new(seats).ok_or_else(|| Failure::usage("--seats must be from 1 to 5"))?;
        self.choices.check_seats(seats).map_err(Failure::usage)?;
        self.ruleset.open(seats, &self.choices).map_err(Failure::usage)
    }
}

/// The ruleset in this file, read by `read`.
///
/// # Errors
/// If the file can't be read, or isn't such a ruleset.
pub(crate) fn read_ruleset(
    path: &Path,
    read: impl FnOnce(&str) -> Result<Arc<dyn DynRuleset>, RulesetError>,
) -> anyhow::Result<Arc<dyn DynRuleset>> {
    let toml = fs::read_to_string(path).with_context(|| format!("cannot read the ruleset {}", path.display()))?;
    read(&toml).with_context(|| format!("ruleset {}", path.display()))
}
