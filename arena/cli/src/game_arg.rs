//! The game that `play` and `playthrough` are told to play.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use kahua_engine::{Choices, DynRuleset, GameInfo};

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
            Some(path) => {
                let toml =
                    fs::read_to_string(path).with_context(|| format!("cannot read the ruleset {}", path.display()))?;
                kind.read_ruleset(&toml).with_context(|| format!("ruleset {}", path.display()))?
            }
        };
        let choices =
            Choices::parse(kind.info().options, self.options.iter().map(String::as_str)).map_err(Failure::usage)?;
        Ok(ChosenGame { info: kind.info(), ruleset, choices })
    }
}
