//! What organizers change on one node holds on all: settings and tokens are read again when another node has changed any.

use std::collections::BTreeMap;

use kahua_core::ids::BotName;
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::{ClusterSnapshot, NodeNumber, Reader, StoreError, TokenHash};

use super::context::NodeContext;
use kahua_settings::{organizers, overrides};

/// What the store said when it was last read.
#[derive(Debug)]
pub(super) struct Settings {
    /// How often each other node had changed anything.
    changes: BTreeMap<NodeNumber, i64>,
    kept: SeenSettings,
}

#[derive(Debug)]
struct SeenSettings {
    bots: BTreeMap<BotName, Option<TokenHash>>,
    organizers: BTreeMap<BotName, TokenHash>,
    suspensions: BTreeMap<BotName, pb::Suspension>,
    is_all_paused: bool,
}

impl SeenSettings {
    fn read(reader: &Reader) -> Result<SeenSettings, StoreError> {
        Ok(SeenSettings {
            bots: reader.bots()?.into_iter().map(|bot| (bot.name, bot.token)).collect(),
            organizers: organizers::read(reader)?.into_iter().collect(),
            suspensions: reader.suspensions()?.into_iter().collect(),
            is_all_paused: overrides::is_all_paused(reader)?,
        })
    }
}

impl Settings {
    /// What the store says now, which the arena knows.
    pub(super) fn read(reader: &Reader) -> Result<Settings, StoreError> {
        Ok(Settings { changes: BTreeMap::new(), kept: SeenSettings::read(reader)? })
    }

    /// Takes over what other nodes have changed since the last call.
    pub(super) fn observe(
        &mut self,
        snapshot: &ClusterSnapshot,
        this: NodeNumber,
        arena: &NodeContext,
    ) -> Result<(), StoreError> {
        let others = snapshot.nodes.iter().filter(|node| node.number != this);
        let changes: BTreeMap<_, _> = others.map(|node| (node.number, node.settings)).collect();
        if changes == self.changes {
            return Ok(());
        }
        let now = SeenSettings::read(arena.store.reader())?;
        self.kept.become_now(&now, arena);
        arena.matchmaker.read_overrides()?;
        arena.matchmaker.follow_corrections()?;
        // Last, so that a round that fails reads all of it again.
        (self.changes, self.kept) = (changes, now);
        Ok(())
    }
}

impl SeenSettings {
    /// Tells the arena what is different now. Tokens that no store keeps stay as they are.
    fn become_now(&self, now: &SeenSettings, arena: &NodeContext) {
        for (name, token) in &now.bots {
            if self.bots.get(name).copied().flatten() != *token {
                arena.token_changes.use_token(*name, *token);
            }
        }
        for (name, token) in &now.organizers {
            if self.organizers.get(name) != Some(token) {
                arena.token_changes.use_organizer(*name, Some(*token));
            }
        }
        for name in self.organizers.keys().filter(|name| !now.organizers.contains_key(*name)) {
            arena.token_changes.use_organizer(*name, None);
        }
        for (name, suspension) in &now.suspensions {
            // A bot that this node has suspended itself was told already.
            if !self.suspensions.contains_key(name) && !arena.lobby.suspensions().contains_key(name) {
                arena.lobby.suspend(*name, suspension);
            }
        }
        for name in self.suspensions.keys().filter(|name| !now.suspensions.contains_key(*name)) {
            arena.lobby.let_back(*name);
        }
        if now.is_all_paused != arena.matchmaker.is_paused() {
            arena.matchmaker.pause(now.is_all_paused);
        }
    }
}
