//! House bots: players that run in threads of this process. The threads give way to everything else.

use std::sync::Arc;
use std::thread;

use kahua_client::{Bot, BotMessage};
use kahua_engine::Seat;
use kahua_play::give_way;
use kahua_proto::pb::arena::v1::arena_message::Message;
use kahua_server::table::TableSeat;
use tokio::runtime::Handle;
use tracing::error;

use super::table::Table;
use crate::language::{Language, TABLES, Text, fill};

/// A house bot that can be chosen.
#[derive(Debug)]
pub(crate) struct HouseBot {
    /// Its name among the sample bots.
    pub(crate) name: &'static str,
    /// How strong it is and how it plays, for people, with a place for its name.
    about: Text,
}

impl HouseBot {
    /// The bot as people choose it: `easy: greedy, which looks one decision ahead`.
    pub(crate) fn told(&self, language: Language) -> String {
        fill(self.about.said(language), &[&self.name])
    }
}

/// The house bots, the weakest first.
pub(crate) const HOUSE: [HouseBot; 6] = [
    HouseBot {
        name: "first-legal",
        about: Text::new(TABLES, "beginner: {0}, which takes the first action of the list", 1),
    },
    HouseBot { name: "random", about: Text::new(TABLES, "very easy: {0}, which takes any action", 1) },
    HouseBot { name: "greedy", about: Text::new(TABLES, "easy: {0}, which looks one decision ahead", 1) },
    HouseBot {
        name: "search-50ms",
        about: Text::new(TABLES, "medium: {0}, which thinks for a twentieth of a second", 1),
    },
    HouseBot { name: "search-500ms", about: Text::new(TABLES, "hard: {0}, which thinks for half a second", 1) },
    HouseBot { name: "search", about: Text::new(TABLES, "strong: {0}, which thinks for two seconds", 1) },
];

/// Lets this bot play in a seat until the match is over.
pub(super) fn sit(table: &Arc<Table>, seat: Seat, name: &'static str, messages: TableSeat) {
    let sitting = Sitting { table: table.clone(), seat, runtime: Handle::current(), is_over: false };
    // The seat is the seed, so that two of the same bot don't choose alike.
    let bot = kahua_bots::bot(name, u64::from(seat.number()));
    let play = move || {
        give_way();
        match bot {
            Some(bot) => sitting.play(bot, messages),
            None => drop(sitting),
        }
    };
    // If there is no thread, the closure is dropped, and the sitting with it.
    if let Err(problem) = thread::Builder::new().name("house-bot".into()).spawn(play) {
        error!(%problem, "no thread for a house bot");
    }
}

/// A house bot at its table. If its code fails, the match ends: without a clock, the others would wait forever.
struct Sitting {
    table: Arc<Table>,
    seat: Seat,
    runtime: Handle,
    is_over: bool,
}

impl Sitting {
    fn play(mut self, mut bot: Box<dyn Bot>, mut messages: TableSeat) {
        while let Some(message) = self.runtime.block_on(messages.next()) {
            // The table comes first: people see what has happened while the bot still thinks.
            self.runtime.block_on(self.table.hear(self.seat, &message));
            match message {
                Message::Seated(seated) => bot.on_seated(&seated),
                Message::Events(events) => bot.on_events(&events.match_id, &events.events),
                Message::Ask(ask) => {
                    bot.on_events(&ask.match_id, &ask.events);
                    // A house bot never resigns, and never chooses what can't be sent.
                    if let Ok(BotMessage::Answer(answer)) = bot.choose(&ask).to_message(&ask) {
                        self.runtime.block_on(self.table.answer(self.seat, answer));
                    }
                }
                Message::Ended(ended) => bot.on_ended(&ended),
                Message::Welcome(_) | Message::Fault(_) | Message::Notice(_) => {}
            }
        }
        // A panic of the bot skips this line, and `drop` ends the match.
        self.is_over = true;
    }
}

impl Drop for Sitting {
    fn drop(&mut self) {
        if !self.is_over {
            let table = self.table.clone();
            self.runtime.spawn(async move { table.abort("a house bot failed").await });
        }
    }
}
