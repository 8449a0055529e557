//! Where bots are connected: what a node tells of its own bots, and what it learns of those of others.

use std::collections::BTreeMap;

use kahua_core::ids::BotName;
use kahua_proto::pb::node::v1::BotProfile;
use kahua_store::{ClusterSnapshot, Node, NodeNumber, Presence, StoreError};
use prost::Message;

use super::bot_locations::NodeAddress;
use super::node_loop::NodeLoop;
use kahua_play::bots::DisconnectReason;
use kahua_play::bots::lobby::RemoteBot;

impl NodeLoop {
    /// Tells the others which bots have come to this node, have changed, or have left it.
    pub(super) fn report_presence(&mut self) -> Result<(), StoreError> {
        let here = self.arena.lobby.profiles();
        let come = here.iter().filter(|(name, profile)| self.told.get(*name) != Some(profile));
        let come = come.map(|(name, (_, profile))| (*name, Some(profile.encode_to_vec())));
        let gone = self.told.keys().filter(|name| !here.contains_key(*name)).map(|name| (*name, None));
        let changes: Vec<(BotName, Option<Vec<u8>>)> = come.chain(gone).collect();
        if changes.is_empty() {
            return Ok(());
        }
        self.membership.report_presence(&changes)?;
        // Whoever has come here isn't where they were before, and no node says so but this one.
        let come: Vec<BotName> =
            changes.iter().filter(|(_, profile)| profile.is_some()).map(|(name, _)| *name).collect();
        for name in &come {
            self.places.remove(name);
        }
        self.arena.lobby.set_elsewhere(come.into_iter().map(|name| (name, None)));
        self.told = here;
        Ok(())
    }

    /// Learns which bots have come to other nodes, or have left them.
    pub(super) fn observe_presence(&mut self, snapshot: &ClusterSnapshot) -> Result<(), StoreError> {
        let others = snapshot.nodes.iter().filter(|node| node.number != self.cluster.node);
        let seen = |node: NodeNumber| self.arrivals.get(&node).copied().unwrap_or(0);
        let news: Vec<_> = others.filter(|node| node.arrivals > seen(node.number)).collect();
        if news.is_empty() {
            return Ok(());
        }
        let after: Vec<_> = news.iter().map(|node| (node.number, seen(node.number))).collect();
        let told = self.membership.presence_since(&after)?.into_iter();
        let bots: BTreeMap<_, _> = told.map(|Presence { bot, node, profile, .. }| (bot, (node, profile))).collect();
        // What has come since the snapshot is read once more in the next round, which changes nothing.
        self.arrivals.extend(news.iter().map(|node| (node.number, node.arrivals)));
        for (bot, (node, profile)) in &bots {
            match profile {
                Some(_) => {
                    self.places.insert(*bot, *node);
                }
                None => {
                    self.places.remove(bot);
                }
            }
        }
        // Before the lobby: a match that begins with these bots must find where they are.
        self.share_locations(snapshot);
        self.dismiss_those_who_moved(&bots);
        let rulesets = &self.arena.rulesets;
        self.arena.lobby.set_elsewhere(bots.into_iter().map(|(bot, (node, profile))| {
            let profile = profile.and_then(|profile| BotProfile::decode(profile.as_slice()).ok());
            (bot, profile.and_then(|profile| RemoteBot::new(node, profile, rulesets)))
        }));
        Ok(())
    }

    /// Ends the connections of bots that have connected to another node since the others were told of them.
    fn dismiss_those_who_moved(&mut self, bots: &BTreeMap<BotName, (NodeNumber, Option<Vec<u8>>)>) {
        for (bot, (_, profile)) in bots {
            // Over a connection that the others don't know yet, the bot has come back from there.
            if profile.is_some()
                && let Some((connection, _)) = self.told.remove(bot)
                && let Some(sender) = self.arena.lobby.sender(*bot).filter(|sender| sender.id() == connection)
            {
                sender.disconnect(DisconnectReason::Moved);
            }
        }
    }

    /// Tells those who have to reach bots where they are.
    pub(super) fn share_locations(&self, snapshot: &ClusterSnapshot) {
        let addresses: BTreeMap<NodeNumber, NodeAddress> =
            snapshot.nodes.iter().filter_map(|node| Some((node.number, node.card.address.parse().ok()?))).collect();
        let name = |node: &Node| Some((addresses.get(&node.number)?.clone(), node.card.name.clone()));
        self.bot_locations.set_names(snapshot.nodes.iter().filter_map(name).collect());
        let place = |(bot, node): (&BotName, &NodeNumber)| Some((*bot, addresses.get(node)?.clone()));
        self.bot_locations.set(self.places.iter().filter_map(place).collect());
    }
}
