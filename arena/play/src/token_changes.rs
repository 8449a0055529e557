//! Applies a change of a token to connections and streams that use the old one.

use std::sync::Arc;

use kahua_core::ids::BotName;
use kahua_store::TokenHash;

use crate::auth::access::Access;
use crate::bots::DisconnectReason;
use crate::bots::lobby::Lobby;
use crate::watch::Spectators;

/// Puts new tokens into force. The store has them already.
#[derive(Clone, Debug)]
pub struct TokenChanges {
    pub access: Arc<Access>,
    pub lobby: Arc<Lobby>,
    pub spectators: Arc<Spectators>,
}

impl TokenChanges {
    /// Lets a bot in with this token only from now on.
    pub fn use_token(&self, name: BotName, token: Option<TokenHash>) {
        // `set_bot` returns `false` if nothing changed: the node that made the token also reads it when it looks for
        // changes of other nodes.
        if self.access.set_bot(name, token) {
            self.lobby.disconnect(name, DisconnectReason::TokenRevoked);
            self.spectators.look_again();
        }
    }

    /// Lets an organizer in with this token only from now on, or with none.
    pub fn use_organizer(&self, name: BotName, token: Option<TokenHash>) {
        self.access.set_organizer(name, token);
        self.spectators.look_again();
    }
}
