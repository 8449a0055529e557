//! What a node knows of bots that are connected to other nodes, and of the matches of all nodes.

use std::collections::{BTreeMap, BTreeSet};

use kahua_core::ids::{BotName, MatchId};
use kahua_core::referee::Player;
use kahua_engine::{PerSeat, SeatCount};
use kahua_leagues::Availability;
use kahua_proto::pb::node::v1::BotProfile;
use kahua_store::NodeNumber;

use super::state::{Bot, Online, State};
use super::{BotStatus, Lobby};
use crate::bots::{ConnectionId, Plays};
use kahua_settings::Rulesets;

/// Empty in an arena that doesn't share its store.
#[derive(Debug, Default)]
pub(super) struct Elsewhere {
    bots: BTreeMap<BotName, RemoteBot>,
    /// The nodes that have renewed their leases lately. Reports of other nodes may be outdated.
    lively: BTreeSet<NodeNumber>,
    /// The open matches of all nodes. Only the node that pairs knows them.
    matches: BTreeMap<MatchId, Vec<BotName>>,
    seats: BTreeMap<BotName, BTreeSet<MatchId>>,
}

/// A bot that is connected to another node.
#[derive(Clone, Debug)]
pub struct RemoteBot {
    node: NodeNumber,
    version: String,
    plays: Plays,
    matches_max: u32,
    takes_matches: bool,
}

impl RemoteBot {
    /// A bot as this node reports it. `None` if it plays a game that this arena doesn't have.
    pub fn new(node: NodeNumber, profile: BotProfile, rulesets: &Rulesets) -> Option<RemoteBot> {
        let BotProfile { version, games, matches_max, takes_matches } = profile;
        Some(RemoteBot { node, version, plays: Plays::read(&games, rulesets).ok()?, matches_max, takes_matches })
    }
}

impl Elsewhere {
    fn bot(&self, name: &BotName) -> Option<&RemoteBot> {
        self.bots.get(name).filter(|bot| self.lively.contains(&bot.node))
    }

    pub(super) fn is_online(&self, name: &BotName) -> bool {
        self.bot(name).is_some()
    }

    /// In how many open matches this bot has a seat, without those in `here`.
    pub(super) fn seats_beside<T>(&self, name: &BotName, here: &BTreeMap<MatchId, T>) -> usize {
        self.seats.get(name).map_or(0, |ids| ids.iter().filter(|id| !here.contains_key(id)).count())
    }

    fn note_match(&mut self, id: MatchId, names: &PerSeat<BotName>) {
        self.matches.insert(id, names.iter().copied().collect());
        for name in names {
            self.seats.entry(*name).or_default().insert(id);
        }
    }

    pub(super) fn forget_match(&mut self, id: MatchId) {
        for name in self.matches.remove(&id).into_iter().flatten() {
            if let Some(seats) = self.seats.get_mut(&name) {
                seats.remove(&id);
                if seats.is_empty() {
                    self.seats.remove(&name);
                }
            }
        }
    }
}

impl State {
    pub(super) fn availability_elsewhere(&self, name: &BotName, game: &str, seats: SeatCount) -> Availability {
        let Some(bot) = self.elsewhere.bot(name).filter(|bot| bot.takes_matches && bot.plays.includes(game, seats))
        else {
            return Availability::Away;
        };
        if self.open_matches(name) >= bot.matches_max as usize { Availability::Busy } else { Availability::Free }
    }

    /// In how many open matches that this node knows the bot has a seat.
    fn open_matches(&self, name: &BotName) -> usize {
        let none = BTreeMap::new();
        let here = self.bots.get(name).map_or(&none, |bot| &bot.seats);
        here.len() + self.elsewhere.seats_beside(name, here)
    }

    /// The bots that are connected to other nodes.
    pub(super) fn statuses_elsewhere(&self) -> impl Iterator<Item = BotStatus> {
        let bots = self.elsewhere.bots.iter().filter(|(_, bot)| self.elsewhere.lively.contains(&bot.node));
        let bots = bots.filter(|(name, _)| self.online(**name).is_none());
        bots.map(|(name, bot)| BotStatus {
            name: *name,
            version: bot.version.clone(),
            connected: true,
            open_matches: self.open_matches(name),
            silent: !bot.takes_matches,
            suspension: self.conduct.suspension(*name).cloned(),
        })
    }

    fn version_of(&self, name: &BotName) -> String {
        // A bot with a seat here may have gone to another node since, with another version.
        let here = self.bots.get(name).filter(|bot| bot.online.is_some()).map(|bot| &bot.version);
        here.or_else(|| Some(&self.elsewhere.bot(name)?.version)).cloned().unwrap_or_default()
    }
}

impl Lobby {
    /// Notes the bots that have come to other nodes or left them.
    pub fn set_elsewhere(&self, bots: impl IntoIterator<Item = (BotName, Option<RemoteBot>)>) {
        let mut state = self.state.lock();
        for (name, bot) in bots {
            match bot {
                Some(bot) => drop(state.elsewhere.bots.insert(name, bot)),
                None => drop(state.elsewhere.bots.remove(&name)),
            }
        }
        drop(state);
        self.changed.notify_one();
    }

    /// Notes which nodes exist, and which have renewed their leases lately.
    pub fn set_nodes(&self, there: &BTreeSet<NodeNumber>, lively: BTreeSet<NodeNumber>) {
        let mut state = self.state.lock();
        state.elsewhere.bots.retain(|_, bot| there.contains(&bot.node));
        let before = std::mem::replace(&mut state.elsewhere.lively, lively);
        let has_changed = before != state.elsewhere.lively;
        drop(state);
        if has_changed {
            self.changed.notify_one();
        }
    }

    /// Takes the seats of a new match that any node may play. Its players may be connected to any node. `None` if one
    /// of them isn't free.
    pub(crate) fn take_seats_anywhere(
        &self,
        id: MatchId,
        names: &PerSeat<BotName>,
        game: &str,
    ) -> Option<PerSeat<Player>> {
        let mut state = self.state.lock();
        let is_free = |name: &BotName| state.availability(*name, game, names.count()) == Availability::Free;
        if !names.iter().all(is_free) {
            return None;
        }
        state.elsewhere.note_match(id, names);
        Some(names.map(|name| Player { name: *name, version: state.version_of(name) }))
    }

    /// Notes an open match of any node.
    pub(crate) fn note_open_match(&self, id: MatchId, names: &PerSeat<BotName>) {
        self.state.lock().elsewhere.note_match(id, names);
    }

    /// Frees the seats of a match of any node that has ended or couldn't begin.
    pub fn free_seats_anywhere(&self, id: MatchId) {
        self.state.lock().elsewhere.forget_match(id);
        self.changed.notify_one();
    }

    /// Sets whether another node decides about suspensions. The node that pairs does, since it hears of all matches.
    pub(crate) fn decide_conduct_elsewhere(&self, elsewhere: bool) {
        self.state.lock().conduct.decide_elsewhere(elsewhere);
    }

    /// The bots that are connected to this node, each with its connection and the profile for other nodes.
    pub fn profiles(&self) -> BTreeMap<BotName, (ConnectionId, BotProfile)> {
        let state = self.state.lock();
        let profile = |online: &Online, bot: &Bot| (online.connection.sender.id(), online.profile(&bot.version));
        state.bots.iter().filter_map(|(name, bot)| Some((*name, profile(bot.online.as_ref()?, bot)))).collect()
    }
}
