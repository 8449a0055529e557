//! A running match as it is told and drawn: from the events that spectators are told, and from nothing else.

use std::collections::BTreeSet;

use bytes::Bytes;
use kahua_core::story::{Step, StoryError, Teller};
use kahua_engine::{Choices, PerSeat, Viewer};
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::RunningTable;
use maud::html;
use serde_json::{Value, json};

use super::Update;
use crate::boards::{changes, pieces};
use crate::pages::replay::{points, sentence};
use crate::seats::Seats;
use crate::words;

/// A match as it stands for those who watch it.
#[derive(Debug)]
pub(super) struct Stage {
    seats: Seats,
    teller: Teller,
    /// The board as it was drawn last, in pieces.
    board: Vec<String>,
    /// All that has been told, as list items.
    told: String,
    updates: u64,
}

impl Stage {
    pub(super) fn open(table: &RunningTable) -> Result<Stage, Box<dyn std::error::Error>> {
        let names = table.header.players.iter().map(|player| words::safe(&player.name));
        let names: PerSeat<String> = PerSeat::from_values(names).ok_or("the match has no seats")?;
        let options = table.header.options.iter().map(String::as_str);
        let choices = Choices::parse(table.ruleset.info().options, options)?;
        let game = table.ruleset.open(names.count(), &choices)?;
        let seats = Seats { game: table.ruleset.info().name, names: names.clone() };
        Ok(Stage { seats, teller: Teller::new(names, game), board: Vec::new(), told: String::new(), updates: 0 })
    }

    /// Tells and draws what has happened; `None` if it can't have happened.
    pub(super) fn take_in(&mut self, happened: &[pb::WatchMatchResponse]) -> Option<Update> {
        let events: Vec<_> = happened.iter().flat_map(|update| &update.events).map(recorded).collect();
        let ended = happened.iter().find_map(|update| update.ended.as_ref());
        let (news, marked) = self.tell(&events).ok()?;
        self.told.push_str(&news);
        let game = self.teller.game();
        let picture = game.picture(Viewer::Public, self.teller.names(), &marked);
        let board: Vec<String> = pieces(&picture).map(str::to_owned).collect();
        let change = |(at, gone, new): (usize, usize, &[String])| json!([at, gone, new.concat()]);
        let changed: Vec<Value> = changes(&self.board, &board).into_iter().map(change).collect();
        let status = json!({
            "now": points(&game.part(), &self.seats, &game.scores_if_ended()).into_string(),
            "status": self.status(ended),
            "ended": ended.is_some(),
        });
        self.board = board;
        self.updates += 1;
        Some(Update {
            number: self.updates,
            news: event("news", &status, json!({"changes": changed, "steps": news})),
            whole: event("whole", &status, json!({"picture": picture, "steps": self.told})),
            is_last: ended.is_some(),
        })
    }

    /// The sentences, and what the last of them was about.
    fn tell(&mut self, events: &[pb::RecordedEvent]) -> Result<(String, BTreeSet<String>), StoryError> {
        let first = self.teller.told();
        let (mut told, mut marked) = (String::new(), BTreeSet::new());
        while let Some(step) = self.teller.tell(&events[self.teller.told() - first..])? {
            told.push_str(&self.item(&step));
            marked = step.places;
        }
        Ok((told, marked))
    }

    fn item(&self, step: &Step) -> String {
        let item = html! {
            @if let Some(part) = &step.part { li.part { (part) } }
            li.step { (sentence(&self.seats, step)) }
        };
        item.into_string()
    }

    fn status(&self, ended: Option<&pb::Ended>) -> String {
        let names = &self.seats.names;
        if let Some(ended) = ended {
            let winners = ended.results.iter().zip(names.iter()).filter(|(result, _)| result.place == 1);
            let winners: Vec<&str> = winners.map(|(_, name)| name.as_str()).collect();
            return match winners.as_slice() {
                [] => "The match was stopped without a result.".to_owned(),
                [winner] => format!("The match is over. {winner} wins."),
                winners => format!("The match is over. {} share the first place.", winners.join(" and ")),
            };
        }
        match self.teller.game().phase().to_act() {
            Some(seat) => format!("{} is to decide.", names[seat]),
            None => "Chance is to speak.".to_owned(),
        }
    }
}

/// The event as a record has it, as far as spectators know it.
fn recorded(event: &pb::MatchEvent) -> pb::RecordedEvent {
    use pb::match_event::Event as Public;
    use pb::recorded_event::Event as Recorded;
    let event = event.event.as_ref().map(|event| match event {
        Public::ActionTaken(taken) => Recorded::Decision(pb::Decision {
            seat: taken.seat,
            action: taken.action.as_ref().map_or_else(String::new, |action| action.notation.clone()),
            substitute: taken.substitute,
            ..pb::Decision::default()
        }),
        Public::Chance(outcome) => Recorded::Chance(outcome.notation.clone()),
    });
    pb::RecordedEvent { event }
}

/// A server-sent event of this name. JSON has no line breaks of its own, which would end it.
fn event(name: &str, status: &Value, mut data: Value) -> Bytes {
    if let (Value::Object(data), Value::Object(status)) = (&mut data, status) {
        data.extend(status.iter().map(|(key, value)| (key.clone(), value.clone())));
    }
    format!("event: {name}\ndata: {data}\n\n").into()
}
