//! The state of the lobby, behind its lock.

use std::collections::BTreeMap;
use std::num::NonZeroU16;

use kahua_core::ids::{BotName, MatchId};
use kahua_core::limits;
use kahua_core::referee::Player;
use kahua_engine::{PerSeat, SeatCount};
use kahua_leagues::Availability;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_message::Message;
use kahua_proto::pb::node::v1::BotProfile;

use super::conduct::Conduct;
use super::elsewhere::Elsewhere;
use super::{BotStatus, Claim, Readiness, SeatHandle, Seating, Sitter};
use crate::bots::match_handle::MatchHandle;
use crate::bots::resume::ConnectionNumber;
use crate::bots::{Connection, ConnectionId, DisconnectReason, Plays, Profile};

#[derive(Debug)]
pub(super) struct State {
    /// The most bots that are connected at once.
    pub(super) bots_at_once: NonZeroU16,
    /// Only bots that are connected or have a seat.
    pub(super) bots: BTreeMap<BotName, Bot>,
    /// Of all bots.
    pub(super) conduct: Conduct,
    /// What other nodes have reported.
    pub(super) elsewhere: Elsewhere,
    /// Why the lobby lets no bot in any more; `None` while it does.
    pub(super) closed: Option<DisconnectReason>,
}

/// A bot that is connected, or has a seat in a match, or both.
#[derive(Debug, Default)]
pub(super) struct Bot {
    pub(super) version: String,
    pub(super) online: Option<Online>,
    /// Resume tokens of connections before this one are invalid.
    resumable_from: ConnectionNumber,
    /// Whether the bot surely has the resume token of its last connection. A Welcome can get lost with its connection,
    /// and then the bot comes back without one.
    has_resume_token: bool,
    pub(super) seats: BTreeMap<MatchId, SeatHandle>,
}

/// The state of a bot while it is connected.
#[derive(Debug)]
pub(super) struct Online {
    pub(super) connection: Connection,
    plays: Plays,
    matches_max: u32,
    pub(super) readiness: Readiness,
}

impl State {
    pub(super) fn new(bots_at_once: NonZeroU16, conduct: Conduct) -> State {
        State { bots_at_once, bots: BTreeMap::new(), conduct, elsewhere: Elsewhere::default(), closed: None }
    }

    pub(super) fn online(&self, name: BotName) -> Option<&Online> {
        self.bots.get(&name)?.online.as_ref()
    }

    /// Checks whether a new connection may have this name.
    pub(super) fn check(&self, name: BotName, claim: Claim) -> Result<(), DisconnectReason> {
        // Reports of other nodes may be a moment old. So a bot with its own token isn't refused: it moves here.
        if claim.resumes.is_none() && !claim.is_proven && self.elsewhere.is_online(&name) {
            return Err(DisconnectReason::NameTaken(name));
        }
        let Some(bot) = self.bots.get(&name) else { return Ok(()) };
        match claim.resumes {
            Some(resumes) if resumes < bot.resumable_from => Err(DisconnectReason::ResumeTokenOld(name)),
            Some(_) => Ok(()),
            None if bot.online.is_some() => Err(DisconnectReason::NameTaken(name)),
            // Else any caller could take the name and lose the bot's matches.
            None if !claim.is_proven && bot.has_resume_token && !bot.seats.is_empty() => {
                Err(DisconnectReason::NameKept(name))
            }
            None => Ok(()),
        }
    }

    pub(super) fn all_online(&self) -> impl Iterator<Item = &Online> {
        self.bots.values().filter_map(|bot| bot.online.as_ref())
    }

    /// Sends this to the bot, if it is connected.
    pub(super) fn tell(&self, name: BotName, message: Message) {
        if let Some(online) = self.online(name) {
            online.connection.sender.send(message);
        }
    }

    pub(super) fn online_count(&self) -> usize {
        self.all_online().count()
    }

    /// Whether a bot that isn't connected may connect. A bot with a seat always may. A bot that was here before, as its
    /// resume token shows, has extra places that strangers can't take.
    pub(super) fn has_room_for(&self, name: BotName, was_here: bool) -> bool {
        let places = usize::from(self.bots_at_once.get()) + if was_here { limits::RETURNING_MAX } else { 0 };
        self.bots.contains_key(&name) || self.online_count() < places
    }

    /// This bot, if it is still connected over this connection.
    pub(super) fn bot_on(&mut self, name: BotName, connection: ConnectionId) -> Option<&mut Bot> {
        self.bots.get_mut(&name).filter(|bot| bot.is_on(connection))
    }

    /// Removes a bot that is not connected and has no seat.
    pub(super) fn forget_if_gone(&mut self, name: BotName) {
        if self.bots.get(&name).is_some_and(|bot| bot.online.is_none() && bot.seats.is_empty()) {
            self.bots.remove(&name);
        }
    }

    pub(super) fn availability(&self, name: BotName, game: &str, seats: SeatCount) -> Availability {
        if self.closed.is_some() || self.conduct.suspension(name).is_some() {
            return Availability::Away;
        }
        match self.bots.get(&name).filter(|bot| bot.online.is_some()) {
            Some(bot) => bot.availability(game, seats, self.elsewhere.seats_beside(&name, &bot.seats)),
            None => self.availability_elsewhere(&name, game, seats),
        }
    }

    pub(super) fn take_seats(&mut self, id: MatchId, names: &PerSeat<BotName>) -> Seating {
        self.take(id, &names.map(|name| Sitter::Bot(*name)))
    }

    /// Takes these seats, whether or not their bots are connected.
    pub(super) fn take(&mut self, id: MatchId, sitters: &PerSeat<Sitter>) -> Seating {
        let bots = &mut self.bots;
        let players = sitters.map(|sitter| match sitter {
            Sitter::Bot(name) => Player { name: *name, version: bots.entry(*name).or_default().version.clone() },
            Sitter::Here(player, _) => player.clone(),
        });
        let connections = sitters.map(|sitter| match sitter {
            Sitter::Bot(name) => Some(bots.get(name)?.online.as_ref()?.connection.clone()),
            Sitter::Here(_, connection) => Some(connection.clone()),
        });
        let (match_handle, inbox) = MatchHandle::new(id, connections);
        for (seat, sitter) in sitters.entries() {
            if let Sitter::Bot(name) = sitter
                && let Some(bot) = bots.get_mut(name)
            {
                bot.seats.insert(id, SeatHandle { seat, match_handle: match_handle.clone() });
            }
        }
        Seating { players, match_handle, inbox }
    }
}

impl Bot {
    /// Updates the valid resume tokens after a new connection with this claim.
    pub(super) fn note(&mut self, claim: Claim) {
        match claim.resumes {
            Some(resumes) => self.note_welcome_received(resumes),
            // Nothing proves that this is the same bot as before, so the earlier resume tokens become invalid.
            None if !claim.is_proven => (self.resumable_from, self.has_resume_token) = (claim.number, false),
            None => {}
        }
    }

    /// Notes that the bot has the resume token of its connection with this number.
    pub(super) fn note_welcome_received(&mut self, number: ConnectionNumber) {
        self.resumable_from = self.resumable_from.max(number);
        self.has_resume_token = true;
    }

    /// Gives the bot's matches its new connection, or `None` if it has none.
    pub(super) fn connect_seats(&self, connection: Option<&Connection>) {
        self.seats.values().for_each(|seat| seat.match_handle.connect(seat.seat, connection.cloned()));
    }

    /// Ends the connection of a bot that wants to leave and has no seat any more.
    pub(super) fn disconnect_if_done(&self) {
        if let Some(online) = &self.online
            && online.readiness == Readiness::Leaving
            && self.seats.is_empty()
        {
            online.connection.sender.disconnect(DisconnectReason::Left);
        }
    }

    pub(super) fn status(&self, name: BotName, suspension: Option<pb::Suspension>) -> BotStatus {
        BotStatus {
            name,
            version: self.version.clone(),
            connected: self.online.is_some(),
            open_matches: self.seats.len(),
            silent: self.online.as_ref().is_some_and(|online| online.connection.sender.is_silent()),
            suspension,
        }
    }

    /// The bot as a worker offers it to another arena, if it takes matches.
    pub(super) fn offered(&self, name: BotName) -> Option<pb::WorkerBot> {
        let online = self.online.as_ref().filter(|online| online.takes_matches())?;
        Some(pb::WorkerBot {
            name: name.to_string(),
            version: self.version.clone(),
            games: online.plays.to_wire(),
            matches_max: online.matches_max,
        })
    }

    fn is_on(&self, connection: ConnectionId) -> bool {
        self.online.as_ref().is_some_and(|online| online.connection.sender.id() == connection)
    }

    /// `elsewhere` is how many more seats the bot has in matches that other nodes play.
    fn availability(&self, game: &str, seats: SeatCount, elsewhere: usize) -> Availability {
        match &self.online {
            Some(online) if online.takes_matches() && online.plays.includes(game, seats) => {
                let is_full = self.seats.len() + elsewhere >= online.matches_max as usize;
                if is_full { Availability::Busy } else { Availability::Free }
            }
            _ => Availability::Away,
        }
    }
}

impl Online {
    pub(super) fn new(profile: &Profile, connection: Connection) -> Online {
        let (plays, matches_max) = (profile.plays.clone(), profile.matches_max);
        Online { connection, plays, matches_max, readiness: Readiness::Ready }
    }

    /// The bot's profile for other nodes.
    pub(super) fn profile(&self, version: &str) -> BotProfile {
        BotProfile {
            version: version.to_owned(),
            games: self.plays.to_wire(),
            matches_max: self.matches_max,
            takes_matches: self.takes_matches(),
        }
    }

    fn takes_matches(&self) -> bool {
        self.readiness == Readiness::Ready && !self.connection.sender.is_silent()
    }
}
