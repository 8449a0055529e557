//! The tokens of the bots that play in an arena of this process. They are new for each run, and valid only for it.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use kahua_core::ids::BotName;
use kahua_play::token;
use kahua_server::App;

/// A token for each bot. It only allows its bot to play and to read: a bot that is losing must not be able to abort the
/// match.
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

    /// The environment variables with which a user can start this bot for the arena at this address.
    pub(crate) fn variables(&self, addr: SocketAddr, name: BotName) -> String {
        // Except on loopback, bots send no token in the clear unless this variable allows it.
        let clear = if addr.ip().is_loopback() { "" } else { " KAHUA_ALLOW_CLEARTEXT_TOKEN=1" };
        format!("KAHUA_ADDR={addr} KAHUA_NAME={name} KAHUA_TOKEN={}{clear}", self.of(name))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remote_bot_is_told_all_that_it_needs() {
        let (me, tokens) = ("me".parse().unwrap(), RunTokens::from([("me".parse().unwrap(), "secret".to_owned())]));
        let variables = |addr: &str| tokens.variables(addr.parse().unwrap(), me);
        assert_eq!(variables("127.0.0.1:7700"), "KAHUA_ADDR=127.0.0.1:7700 KAHUA_NAME=me KAHUA_TOKEN=secret");
        assert!(variables("0.0.0.0:7700").ends_with(" KAHUA_TOKEN=secret KAHUA_ALLOW_CLEARTEXT_TOKEN=1"));
    }
}
