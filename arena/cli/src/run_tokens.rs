//! The tokens of the bots that play in an arena of this process: made anew for each run, and gone with it.

use std::collections::BTreeMap;

use kahua_core::ids::BotName;
use kahua_server::{App, token};

/// A token for each bot. It allows its bot to play and to read, and nothing else: a bot that is losing must not be able to
/// abort the match.
pub(crate) struct RunTokens(BTreeMap<BotName, String>);

impl RunTokens {
    /// Makes a token for each of these bots, and has the arena admit them with it.
    pub(crate) fn issue(app: &App, bots: impl IntoIterator<Item = BotName>) -> RunTokens {
        let tokens = RunTokens(bots.into_iter().map(|name| (name, token::new_token())).collect());
        for (name, token) in &tokens.0 {
            app.admit_for_this_run(*name, token::hash_of(token));
        }
        tokens
    }

    /// The token of this bot; empty if it has none.
    pub(crate) fn of(&self, name: BotName) -> &str {
        self.0.get(&name).map_or("", String::as_str)
    }
}

#[cfg(test)]
impl<const N: usize> From<[(BotName, String); N]> for RunTokens {
    fn from(tokens: [(BotName, String); N]) -> RunTokens {
        RunTokens(tokens.into())
    }
}

impl std::fmt::Debug for RunTokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RunTokens").field(&self.0.keys()).finish()
    }
}
