//! Who is connected, what they play, and in which matches they sit.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use kahua_engine::{PerSeat, Seat, SeatCount};
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_message::Message;
use tokio::sync::Notify;

use crate::bots::match_handle::{MatchHandle, MatchInbox};
use crate::bots::{BotSender, Connection, ConnectionId, DisconnectReason, Plays, Profile};
use kahua_core::ids::{BotName, MatchId};
use kahua_core::limits;
use kahua_core::referee::Player;
use kahua_leagues::Availability;

/// The one list of bots: connections come and go, seats in matches stay. Its lock is held for moments only.
#[derive(Debug)]
pub struct Lobby {
    state: Mutex<State>,
    /// Rung whenever a bot may have become free to play.
    news: Notify,
}

/// A bot's seat in a running match.
#[derive(Clone, Debug)]
pub struct SeatHandle {
    /// Which seat.
    pub seat: Seat,
    /// The match.
    pub door: MatchHandle,
}

/// A match for which all seats are taken.
#[derive(Debug)]
pub struct Seating {
    /// Who sits where.
    pub players: PerSeat<Player>,
    /// The way into the match.
    pub door: MatchHandle,
    /// The match's own side of it.
    pub inbox: MatchInbox,
}

/// What a bot wants of the future.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// New matches.
    Matches,
    /// No new matches for now.
    Rest,
    /// To leave when its open matches have ended.
    Out,
}

/// A bot as others see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Present {
    /// Its name.
    pub name: BotName,
    /// The version that it last gave.
    pub version: String,
    /// Whether it is connected.
    pub connected: bool,
    /// How many matches it sits in.
    pub open_matches: usize,
}

#[derive(Debug, Default)]
struct State {
    bots: BTreeMap<BotName, Bot>,
    /// Why nobody is let in any more, if so.
    closed: Option<DisconnectReason>,
}

/// A bot that is connected or sits in a match.
#[derive(Debug, Default)]
struct Bot {
    version: String,
    presence: Option<Presence>,
    chairs: BTreeMap<MatchId, SeatHandle>,
}

#[derive(Debug)]
struct Presence {
    connection: Connection,
    plays: Plays,
    matches_max: u32,
    wants: Wants,
}

impl Lobby {
    /// A lobby with nobody in it.
    #[must_use]
    pub fn new() -> Lobby {
        Lobby { state: Mutex::default(), news: Notify::new() }
    }

    /// Lets a bot in over this line, says `welcome` to it and reconnects it to its open matches. `may_take_over` says
    /// whether it may end an earlier connection of the same name.
    ///
    /// # Errors
    /// If the name is taken, the arena is full, or it is closing.
    pub fn enter(
        &self,
        profile: &Profile,
        may_take_over: bool,
        line: &BotSender,
        mut welcome: pb::Welcome,
    ) -> Result<(), DisconnectReason> {
        let mut state = self.lock();
        if let Some(ending) = &state.closed {
            return Err(ending.clone());
        }
        let connected = state.bots.values().filter(|bot| bot.presence.is_some()).count();
        let known = state.bots.get(&profile.name).and_then(|bot| bot.presence.as_ref());
        match known {
            Some(_) if !may_take_over => return Err(DisconnectReason::NameTaken(profile.name)),
            None if connected >= limits::CONNECTIONS_MAX => return Err(DisconnectReason::Full),
            Some(older) => {
                let text = DisconnectReason::Moved.to_string();
                older.connection.line.say(notice(pb::notice::Kind::Moved, text));
                older.connection.line.hang_up(DisconnectReason::Moved);
            }
            None => {}
        }
        let bot = state.bots.entry(profile.name).or_default();
        let connection = Connection { line: line.clone(), form: profile.form };
        bot.version.clone_from(&profile.version);
        bot.presence = Some(Presence {
            connection: connection.clone(),
            plays: profile.plays.clone(),
            matches_max: profile.matches_max,
            wants: Wants::Matches,
        });
        welcome.resumed_matches = bot.chairs.len() as u32;
        line.say(Message::Welcome(welcome));
        // Only now: the matches say Seated as soon as they see the new connection, and Welcome comes first.
        bot.chairs.values().for_each(|chair| chair.door.connect(chair.seat, Some(connection.clone())));
        drop(state);
        self.news.notify_one();
        Ok(())
    }

    /// Notes that this line is gone. Does nothing if a newer one has taken over.
    pub fn leave(&self, name: BotName, line: ConnectionId) {
        let mut state = self.lock();
        let Some(bot) = state.bots.get_mut(&name).filter(|bot| bot.is_on(line)) else { return };
        bot.presence = None;
        bot.chairs.values().for_each(|chair| chair.door.connect(chair.seat, None));
        if bot.chairs.is_empty() {
            state.bots.remove(&name);
        }
    }

    /// Notes what the bot on this line wants.
    pub fn set_wants(&self, name: BotName, line: ConnectionId, wants: Wants) {
        let mut state = self.lock();
        let Some(bot) = state.bots.get_mut(&name).filter(|bot| bot.is_on(line)) else { return };
        if let Some(presence) = &mut bot.presence {
            presence.wants = wants;
        }
        bot.let_out_if_done();
        drop(state);
        self.news.notify_one();
    }

    /// The line over which this bot is connected.
    #[must_use]
    pub fn line(&self, name: BotName) -> Option<BotSender> {
        Some(self.lock().bots.get(&name)?.presence.as_ref()?.connection.line.clone())
    }

    /// The bot's seat in this match, if it has one and the match is open.
    #[must_use]
    pub fn chair(&self, name: BotName, id: MatchId) -> Option<SeatHandle> {
        self.lock().bots.get(&name)?.chairs.get(&id).cloned()
    }

    /// All seats that the bot has in open matches.
    #[must_use]
    pub fn chairs(&self, name: BotName) -> Vec<SeatHandle> {
        self.lock().bots.get(&name).map(|bot| bot.chairs.values().cloned().collect()).unwrap_or_default()
    }

    /// Whether the bot could be given a seat at such a table now.
    #[must_use]
    pub fn availability(&self, name: BotName, game: &str, seats: SeatCount) -> Availability {
        let state = self.lock();
        if state.closed.is_some() {
            return Availability::Away;
        }
        state.bots.get(&name).map_or(Availability::Away, |bot| bot.availability(game, seats))
    }

    /// Takes the seats of a new match, if all these bots are free for it.
    #[must_use]
    pub fn seat(&self, id: MatchId, names: &PerSeat<BotName>, game: &str) -> Option<Seating> {
        let mut state = self.lock();
        let free =
            |name| state.bots.get(name).is_some_and(|bot| bot.availability(game, names.count()) == Availability::Free);
        if state.closed.is_some() || !names.iter().all(free) {
            return None;
        }
        Some(state.take_seats(id, names))
    }

    /// Takes the seats of a match that was open when the arena was last stopped, whoever is connected.
    #[must_use]
    pub fn seat_again(&self, id: MatchId, names: &PerSeat<BotName>) -> Seating {
        self.lock().take_seats(id, names)
    }

    /// Frees the seats of a match that has ended or couldn't begin.
    pub fn clear(&self, id: MatchId, names: &PerSeat<BotName>) {
        let mut state = self.lock();
        for name in names {
            let Some(bot) = state.bots.get_mut(name) else { continue };
            bot.chairs.remove(&id);
            bot.let_out_if_done();
            if bot.chairs.is_empty() && bot.presence.is_none() {
                state.bots.remove(name);
            }
        }
        drop(state);
        self.news.notify_one();
    }

    /// Everybody who is connected or sits in a match, by name.
    #[must_use]
    pub fn present(&self) -> Vec<Present> {
        let entry = |(name, bot): (&BotName, &Bot)| Present {
            name: *name,
            version: bot.version.clone(),
            connected: bot.presence.is_some(),
            open_matches: bot.chairs.len(),
        };
        self.lock().bots.iter().map(entry).collect()
    }

    /// Makes whoever waits for news look again.
    pub fn ring(&self) {
        self.news.notify_one();
    }

    /// Resolves when somebody may have become free since the last time.
    pub async fn news(&self) {
        self.news.notified().await;
    }

    /// Tells everybody who is connected.
    pub fn announce(&self, kind: pb::notice::Kind, text: &str) {
        for bot in self.lock().bots.values() {
            if let Some(presence) = &bot.presence {
                presence.connection.line.say(notice(kind, text.to_owned()));
            }
        }
    }

    /// Tells everybody that the arena closes, ends their connections, and lets nobody else in.
    pub fn drain(&self) {
        self.announce(pb::notice::Kind::Draining, &DisconnectReason::Draining.to_string());
        self.close(DisconnectReason::Draining);
    }

    /// Lets everybody go for good, and nobody else in.
    pub fn dismiss(&self) {
        self.close(DisconnectReason::Dismissed);
    }

    /// The first reason stands.
    fn close(&self, ending: DisconnectReason) {
        let mut state = self.lock();
        let ending = state.closed.get_or_insert(ending).clone();
        let presences = state.bots.values().filter_map(|bot| bot.presence.as_ref());
        presences.for_each(|presence| presence.connection.line.hang_up(ending.clone()));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Every change below is whole before anything in it could panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Lobby {
    fn default() -> Lobby {
        Lobby::new()
    }
}

impl State {
    fn take_seats(&mut self, id: MatchId, names: &PerSeat<BotName>) -> Seating {
        let bots = &mut self.bots;
        let players = names.map(|name| {
            let bot = bots.entry(*name).or_default();
            Player { name: *name, version: bot.version.clone() }
        });
        let connections = names.map(|name| Some(bots.get(name)?.presence.as_ref()?.connection.clone()));
        let (door, inbox) = MatchHandle::new(id, connections);
        for (seat, name) in names.entries() {
            if let Some(bot) = bots.get_mut(name) {
                bot.chairs.insert(id, SeatHandle { seat, door: door.clone() });
            }
        }
        Seating { players, door, inbox }
    }
}

impl Bot {
    fn is_on(&self, line: ConnectionId) -> bool {
        self.presence.as_ref().is_some_and(|presence| presence.connection.line.id() == line)
    }

    fn availability(&self, game: &str, seats: SeatCount) -> Availability {
        match &self.presence {
            Some(presence) if presence.wants == Wants::Matches && presence.plays.includes(game, seats) => {
                let full = self.chairs.len() >= presence.matches_max as usize;
                if full { Availability::Busy } else { Availability::Free }
            }
            _ => Availability::Away,
        }
    }

    fn let_out_if_done(&self) {
        if let Some(presence) = &self.presence
            && presence.wants == Wants::Out
            && self.chairs.is_empty()
        {
            presence.connection.line.hang_up(DisconnectReason::Left);
        }
    }
}

fn notice(kind: pb::notice::Kind, text: String) -> Message {
    Message::Notice(pb::Notice { kind: kind.into(), text })
}

#[cfg(test)]
mod tests;
