//! A table: a match that people play in a browser, in the form that its pages need.

use std::sync::Arc;

use kahua_engine::{DynGame, PerSeat, Phase, Seat};
use kahua_play::token;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_message::Message;
use kahua_server::table::{Table as TableHandle, TableSeat};
use kahua_server::{App, Visitor};
use kahua_story::{Step, Teller, told_to_players};
use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};
use tracing::warn;

use super::house;
use super::plan::{Act, Plan, Stamp, Tried};
use super::setup::{Setup, Sitter};
use crate::failure::Failure;
use crate::language::{Language, say};
use crate::player::Player;
use kahua_core::limits;

/// A match that people play in a browser.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) setup: Setup,
    /// The secret in the link of each person's seat. House bots need none.
    secrets: PerSeat<Option<String>>,
    /// Who has opened the link of each seat, and so may play it.
    players: Mutex<PerSeat<Vec<Player>>>,
    /// The seats whose players have looked at the table.
    arrived: Mutex<PerSeat<bool>>,
    state: Mutex<State>,
    /// Increases with every visible change, together with the state.
    version: watch::Sender<u64>,
}

#[derive(Debug)]
struct State {
    /// The handle of the match; `None` when it is over, so that the arena can give the table to others.
    handle: Option<TableHandle>,
    /// What has happened, in each language: those who sit at a table may read different ones.
    told: [TableStory; Language::ALL.len()],
    /// The number of the next event to tell, counted by the arena.
    next_event: u32,
    /// The ticket of the ask that each seat has open.
    asks: PerSeat<Option<u32>>,
    plans: PerSeat<Plan>,
    ended: Option<pb::Ended>,
    seen: Instant,
    moved: Instant,
}

/// What has happened at a table, in one language.
#[derive(Debug)]
struct TableStory {
    teller: Teller,
    steps: Vec<Arc<Step>>,
}

/// A table as one seat sees it at one moment.
#[derive(Debug)]
pub(crate) struct TableView {
    pub(crate) version: u64,
    pub(crate) stamp: Stamp,
    pub(crate) turn: Turn,
    /// The game as it stands, or after the tried decisions.
    pub(crate) game: Box<dyn DynGame>,
    pub(crate) names: PerSeat<String>,
    pub(crate) steps: Vec<Arc<Step>>,
    /// What was tried, in words, each with the ids in the drawing of what it is about.
    pub(crate) tried: Vec<(String, Vec<String>)>,
    pub(crate) at_once: bool,
}

/// What a person can do at a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Turn {
    /// Decides.
    Decide,
    /// Can decide nothing more before what was tried is sent.
    Confirm,
    /// Waits for this seat.
    WaitFor(Seat),
    /// Waits for the arena.
    Wait,
    /// Can do nothing: the match is over. `None` if the arena was stopped before its end.
    Over(Option<pb::Ended>),
}

impl Table {
    /// Opens a table for this visitor, who gets the first seat of a person, and lets house bots sit down.
    pub(super) async fn open(
        language: Language,
        visitor: &Visitor,
        player: Player,
        setup: Setup,
    ) -> Result<Arc<Table>, Failure> {
        let (game, seats) = (open_game(language, visitor.app(), &setup)?, setup.sitters.count());
        let settings = setup.settings();
        let players = settings.sitters.map(kahua_server::table::Sitter::name);
        let opened = visitor.open_table(settings).await;
        let (handle, messages) = opened.map_err(|problem| Failure::of_table(language, &problem))?;
        let secret = |sitter: &Sitter| (*sitter == Sitter::Person).then(|| hex::encode(token::random_bytes::<16>()));
        let now = Instant::now();
        let state = State {
            handle: Some(handle.clone()),
            told: Language::ALL
                .map(|language| TableStory::new(players.map(ToString::to_string), game.copy(), language)),
            next_event: 0,
            asks: PerSeat::from_fn(seats, |_| None),
            plans: PerSeat::from_fn(seats, |_| Plan::default()),
            ended: None,
            seen: now,
            moved: now,
        };
        let table = Arc::new(Table {
            id: handle.id().to_string(),
            secrets: setup.sitters.map(secret),
            players: Mutex::new(PerSeat::from_fn(seats, |_| Vec::new())),
            arrived: Mutex::new(PerSeat::from_fn(seats, |_| false)),
            setup,
            state: Mutex::new(state),
            version: watch::Sender::new(0),
        });
        if let Some((seat, _)) = table.people().next() {
            table.give(seat, player);
        }
        let mut people = JoinSet::new();
        for (seat, messages) in messages {
            match table.setup.sitters[seat] {
                Sitter::Person => drop(people.spawn(follow(table.clone(), seat, messages))),
                Sitter::House(name) => house::sit(&table, seat, name, messages),
                // The arena sends it everything.
                Sitter::Bot(_) => {}
            }
        }
        tokio::spawn(table.clone().end_when_left(handle, people));
        Ok(table)
    }

    /// Gives the seat with this secret to the player who shows it; `None` if no seat has it.
    pub(crate) fn join(&self, secret: &str, player: Player) -> Option<Seat> {
        // The hashes are compared, so that the time of the comparison reveals nothing.
        let wanted = token::hash_of(secret);
        let seat = self.people().find(|(_, found)| token::hash_of(found) == wanted).map(|(seat, _)| seat)?;
        self.give(seat, player);
        Some(seat)
    }

    fn give(&self, seat: Seat, player: Player) {
        let players = &mut self.players.lock()[seat];
        players.retain(|other| *other != player);
        if players.len() >= limits::SEAT_PLAYERS_MAX {
            players.remove(0);
        }
        players.push(player);
    }

    /// The seats that this player may play.
    pub(crate) fn seats_of(&self, player: Player) -> Vec<Seat> {
        let players = self.players.lock();
        players.entries().filter(|(_, players)| players.contains(&player)).map(|(seat, _)| seat).collect()
    }

    /// Notes that the seat's player looks at the table. Opening the link isn't enough: messengers that draw a preview of a
    /// link open it, too, but they don't come back with the cookie.
    pub(crate) fn arrive(&self, seat: Seat) {
        self.arrived.lock()[seat] = true;
    }

    /// Whether a player has come to this seat.
    pub(crate) fn has_arrived(&self, seat: Seat) -> bool {
        self.arrived.lock()[seat]
    }

    /// The game as it stands, and what this seat can do in it. Unlike [`Table::view`], this isn't a look at the table.
    pub(crate) fn turn(&self, seat: Seat) -> (Box<dyn DynGame>, Turn) {
        let state = self.state.lock();
        (state.game().copy(), state.turn(seat))
    }

    /// The secret of this person's seat.
    pub(crate) fn secret(&self, seat: Seat) -> Option<&str> {
        self.secrets[seat].as_deref()
    }

    /// The people's seats with their secrets. The first one belongs to the visitor who asked for the table.
    pub(crate) fn people(&self) -> impl Iterator<Item = (Seat, &str)> {
        self.secrets.entries().filter_map(|(seat, secret)| Some((seat, secret.as_deref()?)))
    }

    /// Whether the match is over.
    pub(super) fn is_over(&self) -> bool {
        self.state.lock().handle.is_none()
    }

    /// The table as this person, who reads this language, sees it now.
    pub(crate) fn view(&self, language: Language, seat: Seat) -> TableView {
        let mut state = self.state.lock();
        // It is read under the lock, under which it changes, so it belongs to what is shown.
        let version = *self.version.borrow();
        state.seen = Instant::now();
        let (plan, real, told) = (&state.plans[seat], state.game(), &state.told[language.index()]);
        let words = |tried: &Tried| (tried.text(language).to_owned(), tried.places.iter().cloned().collect());
        TableView {
            version,
            stamp: state.stamp(seat),
            turn: state.turn(seat),
            game: plan.after(real).copy(),
            names: told.teller.names().clone(),
            steps: told.steps.clone(),
            tried: plan.tried().iter().map(words).collect(),
            at_once: plan.at_once,
        }
    }

    /// Waits until the table has changed since this version, for a limited time.
    pub(crate) async fn changed_since(&self, version: u64) {
        self.state.lock().seen = Instant::now();
        let mut versions = self.version.subscribe();
        // After a timeout, the page asks again.
        let _ = timeout(limits::TABLE_WAIT_MAX, versions.wait_for(|now| *now > version)).await;
    }

    /// Does what a person wants who has seen this state; `false` if something else has happened since.
    pub(crate) async fn act(&self, seat: Seat, seen: Stamp, act: Act) -> bool {
        if act == Act::Resign {
            self.resign(seat).await;
            return true;
        }
        let to_send = {
            let mut state = self.state.lock();
            (state.seen, state.moved) = (Instant::now(), Instant::now());
            if let Act::AtOnce(at_once) = act {
                state.plans[seat].at_once = at_once;
                return true;
            }
            if state.stamp(seat) != seen || state.asks[seat].is_none() {
                return false;
            }
            let State { plans, told: [told, ..], .. } = &mut *state;
            let plan = &mut plans[seat];
            match act {
                Act::Try(index) => plan.try_action(seat, told.teller.game(), index, told.teller.names()),
                Act::Back => plan.take_back(),
                Act::BackToStart => plan.take_all_back(),
                Act::Send => plan.confirm(),
                Act::AtOnce(_) | Act::Resign => {}
            }
            state.next_answer(seat)
        };
        self.send(seat, to_send).await;
        true
    }

    /// Resigns, and waits a moment until the arena has noted it, so that the next page shows it.
    async fn resign(&self, seat: Seat) {
        // This comes before the resignation: its result may be there before `resign` returns.
        let mut versions = self.version.subscribe();
        let handle = self.state.lock().handle.clone();
        if let Some(handle) = handle {
            handle.resign(seat).await;
            // After a timeout, the page asks again.
            let _ = timeout(limits::TABLE_RESIGN_WAIT, versions.changed()).await;
        }
    }

    /// Processes a message of the arena to this seat, and sends on what was decided already.
    pub(super) async fn hear(&self, seat: Seat, message: &Message) {
        let to_send = {
            let mut state = self.state.lock();
            let is_seen = match message {
                Message::Events(events) => state.tell(&events.events),
                Message::Ask(ask) => {
                    state.asks[seat] = Some(ask.ticket);
                    // The ask of a house bot changes nothing that a person sees.
                    state.tell(&ask.events) | self.secrets[seat].is_some()
                }
                Message::Ended(ended) => state.ended.replace(ended.clone()).is_none(),
                _ => return,
            };
            // Every seat gets the same events. A page that is redrawn without need may take a button from under a
            // pointer.
            if is_seen {
                self.version.send_modify(|version| *version += 1);
            }
            state.next_answer(seat)
        };
        self.send(seat, to_send).await;
    }

    /// Sends a house bot's answer.
    pub(super) async fn answer(&self, seat: Seat, answer: pb::Answer) {
        let handle = {
            let mut state = self.state.lock();
            // This comes before the sending: the next ask may be there before it returns, and must not be forgotten.
            state.asks[seat] = None;
            state.handle.clone()
        };
        self.send(seat, handle.map(|handle| (handle, answer))).await;
    }

    /// Ends the match without result.
    pub(super) async fn abort(&self, reason: &str) {
        let handle = self.state.lock().handle.clone();
        if let Some(handle) = handle {
            handle.abort(reason).await;
        }
    }

    async fn send(&self, seat: Seat, answer: Option<(TableHandle, pb::Answer)>) {
        if let Some((handle, answer)) = answer {
            handle.answer(seat, answer).await;
        }
    }

    /// Ends the match when all people have left, and frees the table when the match is over.
    async fn end_when_left(self: Arc<Self>, handle: TableHandle, people: JoinSet<()>) {
        let mut is_ending = false;
        while timeout(limits::TABLES_LOOK_INTERVAL, handle.closed()).await.is_err() {
            let (seen, moved) = {
                let state = self.state.lock();
                (state.seen.elapsed(), state.moved.elapsed())
            };
            if !is_ending && (seen > limits::TABLE_UNSEEN_MAX || moved > limits::TABLE_UNMOVED_MAX) {
                is_ending = true;
                handle.abort("everybody has left the table").await;
            }
        }
        // First all of them get the message of the end.
        people.join_all().await;
        let mut state = self.state.lock();
        state.handle = None;
        self.version.send_modify(|version| *version += 1);
    }
}

impl TableStory {
    fn new(names: PerSeat<String>, game: Box<dyn DynGame>, language: Language) -> TableStory {
        TableStory { teller: Teller::new(names, game, language), steps: Vec::new() }
    }
}

impl State {
    fn game(&self) -> &dyn DynGame {
        self.told[0].teller.game()
    }

    fn stamp(&self, seat: Seat) -> Stamp {
        Stamp { events: self.told[0].teller.told(), tried: self.plans[seat].tried().len() }
    }

    fn turn(&self, seat: Seat) -> Turn {
        if self.ended.is_some() || self.handle.is_none() {
            return Turn::Over(self.ended.clone());
        }
        let (plan, real) = (&self.plans[seat], self.game());
        match real.phase() {
            Phase::Decide(deciding) if *deciding != seat => Turn::WaitFor(*deciding),
            Phase::Decide(_) if self.asks[seat].is_some() && !plan.is_being_sent() => match plan.after(real).phase() {
                Phase::Decide(deciding) if *deciding == seat => Turn::Decide,
                _ => Turn::Confirm,
            },
            _ => Turn::Wait,
        }
    }

    /// The next decision of this seat that was confirmed, if the arena waits for it.
    fn next_answer(&mut self, seat: Seat) -> Option<(TableHandle, pb::Answer)> {
        let (handle, ticket) = (self.handle.clone()?, self.asks[seat]?);
        let notation = self.plans[seat].next_to_send()?;
        self.asks[seat] = None;
        let choice = Some(pb::answer::Choice::Notation(notation));
        let match_id = handle.id().to_string();
        Some((handle, pb::Answer { match_id, ticket, choice, comment: String::new() }))
    }

    /// Adds events, which every seat gets; `true` if some of them are new.
    fn tell(&mut self, events: &[pb::MatchEvent]) -> bool {
        let new = &events[events.partition_point(|event| event.number < self.next_event)..];
        let Some(last) = new.last() else { return false };
        self.next_event = last.number + 1;
        let new = told_to_players(new);
        for told in &mut self.told {
            match told.teller.tell_all(&new) {
                Ok(steps) => told.steps.extend(steps.into_iter().map(Arc::new)),
                Err(problem) => warn!(%problem, "a table can't follow its match"),
            }
        }
        true
    }
}

/// Processes the messages to a person's seat until the match is over.
async fn follow(table: Arc<Table>, seat: Seat, mut messages: TableSeat) {
    while let Some(message) = messages.next().await {
        table.hear(seat, &message).await;
    }
}

fn open_game(language: Language, app: &App, setup: &Setup) -> Result<Box<dyn DynGame>, Failure> {
    let ruleset = app.rulesets().find(setup.game);
    let ruleset = ruleset.ok_or_else(|| Failure::bad_request(say!(language, "The arena doesn't have this game")))?;
    let game = ruleset.open(setup.sitters.count(), &setup.choices);
    game.map_err(|problem| Failure::of_rules(&problem))
}
