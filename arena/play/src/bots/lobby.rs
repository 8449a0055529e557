//! Who is connected, what they play, and in which matches they have a seat.

mod conduct;
mod elsewhere;
mod state;

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU16;

use kahua_engine::{PerSeat, Seat, SeatCount};
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_message::Message;
use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::bots::match_handle::{MatchHandle, MatchInbox, WeakMatchHandle};
use crate::bots::resume::ConnectionNumber;
use crate::bots::{BotSender, Connection, ConnectionId, DisconnectReason, Profile};
use conduct::Conduct;
pub use elsewhere::RemoteBot;
use kahua_core::ids::{BotName, MatchId};
use kahua_core::referee::Player;
use kahua_leagues::Availability;
use state::{Online, State};

/// The one list of bots: connections come and go, seats in matches stay.
#[derive(Debug)]
pub struct Lobby {
    /// Locked for moments only, and never over an await.
    state: Mutex<State>,
    /// Notified whenever a bot may have become free to play. That is done after the lock is released, because the
    /// matchmaker takes the lock when it wakes up.
    changed: Notify,
}

/// A bot's seat in a running match.
#[derive(Clone, Debug)]
pub struct SeatHandle {
    pub seat: Seat,
    pub match_handle: MatchHandle,
}

/// Who sits in a seat of a match.
#[derive(Clone, Debug)]
pub enum Sitter {
    /// A bot of the lobby.
    Bot(BotName),
    /// A player in this process, who isn't in the lobby and is reached over this connection.
    Here(Player, Connection),
}

/// A match for which all seats are taken.
#[derive(Debug)]
pub struct Seating {
    /// Who sits where.
    pub players: PerSeat<Player>,
    pub match_handle: MatchHandle,
    /// For the match's task.
    pub(crate) inbox: MatchInbox,
}

/// A bot's seat in a match that another node runs.
#[derive(Debug)]
pub struct SeatTaken {
    pub name: BotName,
    pub id: MatchId,
    /// For freeing the seat.
    pub handle: WeakMatchHandle,
    /// What the bot sends, and whether it is connected. Closed when the seat is taken again.
    pub inbox: MatchInbox,
}

/// Whether a bot takes new matches, as its messages Ready, Pause and Bye say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Readiness {
    /// It takes new matches.
    Ready,
    /// It takes none for now.
    Paused,
    /// It takes none, and leaves when its open matches are over.
    Leaving,
}

/// Why a new connection may use a bot's name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim {
    /// The number of the connection itself.
    pub(crate) number: ConnectionNumber,
    /// The connection that it resumes: the one for which its resume token was issued.
    pub(crate) resumes: Option<ConnectionNumber>,
    /// Whether it has shown the bot's own token.
    pub(crate) is_proven: bool,
}

/// What the arena tells others about a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotStatus {
    /// Its name.
    pub name: BotName,
    /// The version that it last gave.
    pub version: String,
    /// Whether it is connected.
    pub connected: bool,
    /// In how many matches it has a seat.
    pub open_matches: usize,
    /// Whether it has missed an ask and hasn't shown since that it still works: it gets no new match.
    pub silent: bool,
    /// Why it gets no new match until an organizer lets it back, if so.
    pub suspension: Option<pb::Suspension>,
}

impl Lobby {
    /// An empty lobby for so many bots. It suspends a bot that has lost `suspend_after` matches in a row by its own
    /// faults; 0 means never. The bots in `suspended` are suspended already.
    pub fn new(bots_at_once: NonZeroU16, suspend_after: u32, suspended: Vec<(BotName, pb::Suspension)>) -> Lobby {
        let state = State::new(bots_at_once, Conduct::new(suspend_after, suspended));
        Lobby { state: Mutex::new(state), changed: Notify::default() }
    }

    /// Lets a bot in over this connection, sends `welcome` and reconnects it to its open matches.
    ///
    /// # Errors
    /// If the claim to the name doesn't hold, the arena is full, or it is closing.
    pub(crate) fn enter(
        &self,
        profile: &Profile,
        claim: Claim,
        sender: &BotSender,
        mut welcome: pb::Welcome,
    ) -> Result<(), DisconnectReason> {
        let mut state = self.state.lock();
        if let Some(reason) = &state.closed {
            return Err(reason.clone());
        }
        state.check(profile.name, claim)?;
        match state.online(profile.name) {
            None if !state.has_room_for(profile.name, claim.resumes.is_some()) => {
                return Err(DisconnectReason::Full(state.bots_at_once));
            }
            // `check` has accepted the claim, so the same bot is back, and the older connection is of no more use.
            Some(older) => {
                let text = DisconnectReason::Moved.to_string();
                older.connection.sender.send(notice(pb::notice::Kind::Moved, text));
                older.connection.sender.disconnect(DisconnectReason::Moved);
            }
            None => {}
        }
        let State { bots, conduct, .. } = &mut *state;
        let bot = bots.entry(profile.name).or_default();
        let connection = Connection { sender: sender.clone(), form: profile.form };
        bot.version.clone_from(&profile.version);
        bot.online = Some(Online::new(profile, connection.clone()));
        bot.note(claim);
        welcome.resumed_matches = bot.seats.len() as u32;
        sender.send(Message::Welcome(welcome));
        if let Some(suspension) = conduct.suspension(profile.name) {
            sender.send(suspended(suspension));
        }
        // After Welcome, which must come first: the matches send Seated as soon as they see the new connection.
        bot.connect_seats(Some(&connection));
        drop(state);
        self.changed.notify_one();
        Ok(())
    }

    /// Notes that the bot has received the Welcome of this connection, which has this number. From now on its earlier
    /// resume tokens are invalid, and its open matches are kept for it.
    pub(crate) fn note_welcome_received(&self, name: BotName, connection: ConnectionId, number: ConnectionNumber) {
        if let Some(bot) = self.state.lock().bot_on(name, connection) {
            bot.note_welcome_received(number);
        }
    }

    /// Ends the connection of this bot, if it is connected.
    pub fn disconnect(&self, name: BotName, reason: DisconnectReason) {
        if let Some(sender) = self.sender(name) {
            sender.disconnect(reason);
        }
    }

    /// Notes that this connection is gone. Does nothing if a newer one has taken over.
    pub(crate) fn leave(&self, name: BotName, connection: ConnectionId) {
        let mut state = self.state.lock();
        let Some(bot) = state.bot_on(name, connection) else { return };
        // Its seats stay: the bot may come back to its matches.
        bot.online = None;
        bot.connect_seats(None);
        state.forget_if_gone(name);
    }

    /// Notes whether the bot on this connection takes new matches.
    pub(crate) fn set_readiness(&self, name: BotName, connection: ConnectionId, readiness: Readiness) {
        let mut state = self.state.lock();
        let Some(bot) = state.bot_on(name, connection) else { return };
        if let Some(online) = &mut bot.online {
            online.readiness = readiness;
            if readiness == Readiness::Ready {
                // A silent bot gets no matches. Its Ready shows that it works again.
                online.connection.sender.shows_life();
            }
        }
        bot.disconnect_if_done();
        drop(state);
        self.changed.notify_one();
    }

    /// The connection of this bot, if it is connected.
    pub fn sender(&self, name: BotName) -> Option<BotSender> {
        Some(self.state.lock().online(name)?.connection.sender.clone())
    }

    /// The bot's seat in this match, if it has one and the match is open.
    pub(crate) fn seat_in(&self, name: BotName, id: MatchId) -> Option<SeatHandle> {
        self.state.lock().bots.get(&name)?.seats.get(&id).cloned()
    }

    /// All seats that the bot has in open matches.
    pub fn seats_of(&self, name: BotName) -> Vec<SeatHandle> {
        self.state.lock().bots.get(&name).map(|bot| bot.seats.values().cloned().collect()).unwrap_or_default()
    }

    /// Whether the bot could be given a seat in such a match now.
    pub fn availability(&self, name: BotName, game: &str, seats: SeatCount) -> Availability {
        self.state.lock().availability(name, game, seats)
    }

    /// Takes the seats of a new match; `None` if one of the bots isn't free for it.
    pub(crate) fn take_seats(&self, id: MatchId, names: &PerSeat<BotName>, game: &str) -> Option<Seating> {
        let mut state = self.state.lock();
        let is_free = |name: &BotName| state.availability(*name, game, names.count()) == Availability::Free;
        // All seats or none, under one lock, so that no bot is paired twice.
        if !names.iter().all(is_free) {
            return None;
        }
        Some(state.take_seats(id, names))
    }

    /// Takes the seats of a table. Only bots that are connected to this node can sit there.
    ///
    /// # Errors
    /// The first bot that isn't free for it.
    pub(crate) fn take_table(&self, id: MatchId, sitters: &PerSeat<Sitter>, game: &str) -> Result<Seating, BotName> {
        let mut state = self.state.lock();
        let mut seated = BTreeSet::new();
        for sitter in sitters {
            let (name, is_free) = match sitter {
                Sitter::Here(player, _) => (player.name, true),
                Sitter::Bot(name) => {
                    let is_free = state.availability(*name, game, sitters.count()) == Availability::Free;
                    (*name, is_free && state.online(*name).is_some())
                }
            };
            // A bot has one seat in a match, and a record tells its players apart by their names.
            if !is_free || !seated.insert(name) {
                return Err(name);
            }
        }
        Ok(state.take(id, sitters))
    }

    /// Takes the seats of a match that was open when the arena was last stopped, whether or not its bots are connected.
    pub fn take_seats_again(&self, id: MatchId, names: &PerSeat<BotName>) -> Seating {
        self.state.lock().take_seats(id, names)
    }

    /// Takes the seat of this bot in a match that another node runs, whether or not the bot is connected. An earlier
    /// taker of this seat loses it. `None` if the match runs here.
    pub fn take_seat(&self, name: BotName, seat: Seat, id: MatchId, count: SeatCount) -> Option<SeatTaken> {
        let mut state = self.state.lock();
        let bot = state.bots.entry(name).or_default();
        if bot.seats.get(&id).is_some_and(|earlier| earlier.match_handle.is_read_here()) {
            return None;
        }
        let connection = bot.online.as_ref().map(|online| online.connection.clone());
        let connections = PerSeat::from_fn(count, |other| if other == seat { connection.clone() } else { None });
        let (match_handle, inbox) = MatchHandle::new(id, connections);
        let handle = match_handle.downgrade();
        // Drops the handle of an earlier taker, which closes its inbox.
        bot.seats.insert(id, SeatHandle { seat, match_handle });
        Some(SeatTaken { name, id, handle, inbox })
    }

    /// Frees such a seat, unless it was taken again since.
    pub fn free_seat(&self, name: BotName, id: MatchId, handle: &WeakMatchHandle) {
        let mut state = self.state.lock();
        let Some(bot) = state.bots.get_mut(&name) else { return };
        if !bot.seats.get(&id).is_some_and(|seat| handle.is_of(&seat.match_handle)) {
            return;
        }
        bot.seats.remove(&id);
        bot.disconnect_if_done();
        state.forget_if_gone(name);
        drop(state);
        self.changed.notify_one();
    }

    /// Frees the seats of a match that has ended or couldn't begin.
    pub(crate) fn free_seats(&self, id: MatchId, names: &PerSeat<BotName>) {
        let mut state = self.state.lock();
        state.elsewhere.forget_match(id);
        for name in names {
            if let Some(bot) = state.bots.get_mut(name) {
                bot.seats.remove(&id);
                bot.disconnect_if_done();
                state.forget_if_gone(*name);
            }
        }
        drop(state);
        self.changed.notify_one();
    }

    /// All bots that are connected or have a seat in a match, by name.
    pub fn bots(&self) -> Vec<BotStatus> {
        let state = self.state.lock();
        let suspension = |name: BotName| state.conduct.suspension(name).cloned();
        let here = state.bots.iter().map(|(name, bot)| (*name, bot.status(*name, suspension(*name))));
        let mut bots: BTreeMap<_, _> = here.collect();
        // A bot that has a seat here may be connected to another node. Then its status there counts.
        bots.extend(state.statuses_elsewhere().map(|status| (status.name, status)));
        bots.into_values().collect()
    }

    /// The bots that are connected and take matches, by name.
    pub fn offered(&self) -> Vec<pb::WorkerBot> {
        let state = self.state.lock();
        let free = state.bots.iter().filter(|(name, _)| state.conduct.suspension(**name).is_none());
        free.filter_map(|(name, bot)| bot.offered(*name)).collect()
    }

    /// Notes how the bots of a finished match behaved. Returns the bots that are suspended because of it, and tells
    /// them.
    pub fn note_conduct(&self, record: &pb::MatchRecord) -> Vec<(BotName, pb::Suspension)> {
        let mut state = self.state.lock();
        let new = state.conduct.ended(record);
        new.iter().for_each(|(name, suspension)| state.tell(*name, suspended(suspension)));
        new
    }

    /// Gives this bot no more matches until it is let back, and tells it so.
    pub fn suspend(&self, name: BotName, suspension: &pb::Suspension) {
        let mut state = self.state.lock();
        state.conduct.suspend(name, suspension.clone());
        state.tell(name, suspended(suspension));
    }

    /// Gives this bot matches again, and tells it so; `false` if it wasn't suspended.
    pub fn let_back(&self, name: BotName) -> bool {
        let mut state = self.state.lock();
        let was_suspended = state.conduct.let_back(name);
        if was_suspended {
            let text = "an organizer has let this bot back; it gets matches again";
            state.tell(name, notice(pb::notice::Kind::LetBack, text.to_owned()));
        }
        drop(state);
        self.changed.notify_one();
        was_suspended
    }

    /// All bots that are suspended, connected or not.
    pub fn suspensions(&self) -> BTreeMap<BotName, pb::Suspension> {
        self.state.lock().conduct.suspensions().clone()
    }

    /// For each connected bot, how many messages wait for its connection.
    pub fn messages_waiting(&self) -> Vec<usize> {
        self.state.lock().all_online().map(|online| online.connection.sender.waiting()).collect()
    }

    /// Wakes the task that waits in [`changed`](Lobby::changed).
    pub(crate) fn notify(&self) {
        self.changed.notify_one();
    }

    /// Resolves when a bot may have become free since the last call.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Sends a notice to this bot, if it is connected.
    pub(crate) fn tell(&self, name: BotName, kind: pb::notice::Kind, text: String) {
        if let Some(online) = self.state.lock().online(name) {
            online.connection.sender.send(notice(kind, text));
        }
    }

    /// Sends the same notice to each of these bots that is connected.
    pub(crate) fn tell_all(&self, names: impl IntoIterator<Item = BotName>, kind: pb::notice::Kind, text: &str) {
        names.into_iter().for_each(|name| self.tell(name, kind, text.to_owned()));
    }

    /// Sends a notice to all connected bots.
    pub(crate) fn announce(&self, kind: pb::notice::Kind, text: &str) {
        for online in self.state.lock().all_online() {
            online.connection.sender.send(notice(kind, text.to_owned()));
        }
    }

    /// Tells all bots that the arena is shutting down, ends their connections, and lets no bot in any more.
    pub fn drain(&self) {
        // The notice first: a connection that has ended takes no more messages.
        self.announce(pb::notice::Kind::Draining, &DisconnectReason::Draining.to_string());
        self.close(DisconnectReason::Draining);
    }

    /// Ends all connections without an error, because everything has been played. Lets no bot in any more.
    pub fn dismiss(&self) {
        self.close(DisconnectReason::Dismissed);
    }

    /// Closing twice keeps the first reason: a bot that was dismissed must not come back because of a later drain.
    fn close(&self, reason: DisconnectReason) {
        let mut state = self.state.lock();
        let reason = state.closed.get_or_insert(reason).clone();
        state.all_online().for_each(|online| online.connection.sender.disconnect(reason.clone()));
    }
}

fn suspended(suspension: &pb::Suspension) -> Message {
    let text = format!("this bot is suspended until an organizer lets it back: {}", suspension.reason);
    notice(pb::notice::Kind::Suspended, text)
}

fn notice(kind: pb::notice::Kind, text: String) -> Message {
    Message::Notice(pb::Notice { kind: kind.into(), text })
}

#[cfg(test)]
mod tests;
