//! A running match in words and drawings, made only from what spectators are sent.

use std::collections::BTreeSet;

use bytes::Bytes;
use kahua_engine::{Choices, PerSeat, Viewer};
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::RunningTable;
use kahua_story::{Step, StepKind, StoryError, Teller, told_to_spectators};
use maud::{Markup, html};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::clocks::Terms;
use super::{Still, Update};
use crate::boards::{changes, pieces};
use crate::language::{Language, say};
use crate::seats::Seats;
use crate::sentences::{kind, sentence};
use crate::words;

/// A match as spectators know it, told in one language.
#[derive(Debug)]
pub(super) struct Stage {
    language: Language,
    seats: Seats,
    terms: Terms,
    teller: Teller,
    /// The last drawn board with its panels, in pieces.
    board: Vec<String>,
    /// The ids that are marked on it.
    marked: BTreeSet<String>,
    /// All sentences so far, as list items.
    told: String,
    updates: u64,
}

impl Stage {
    pub(super) fn open(language: Language, table: &RunningTable) -> Result<Stage, Box<dyn std::error::Error>> {
        let names = table.header.players.iter().map(|player| words::safe(&player.name));
        let names: PerSeat<String> = PerSeat::from_values(names).ok_or(say!(language, "the match has no seats"))?;
        let options = table.header.options.iter().map(String::as_str);
        let choices = Choices::parse(table.ruleset.info().options, options)?;
        let game = table.ruleset.open(names.count(), &choices)?;
        Ok(Stage {
            language,
            seats: Seats { game: table.ruleset.info().name, names: names.clone() },
            terms: Terms::of(language, &table.header),
            teller: Teller::new(names, game, language),
            board: Vec::new(),
            marked: BTreeSet::new(),
            told: String::new(),
            updates: 0,
        })
    }

    /// Adds what has happened, in words and as a drawing; `None` if it can't have happened.
    pub(super) fn take_in(&mut self, happened: &[pb::WatchMatchResponse]) -> Option<Update> {
        let ended = happened.iter().find_map(|update| update.ended.as_ref());
        let clocks = happened.last().map_or_else(Vec::new, |newest| newest.clocks.clone());
        let news = self.tell(happened).ok()?;
        self.told.push_str(&news);
        let drawn = self.teller.game().picture(Viewer::Public, self.teller.wording(), &self.marked);
        let (drawn_board, panels) = (drawn.board(), drawn.panels());
        let picture = format!("{drawn_board}{panels}");
        let board: Vec<String> = pieces(&picture).map(str::to_owned).collect();
        let change = |(at, gone, new): (usize, usize, &[String])| json!([at, gone, new.concat()]);
        let changed: Vec<Value> = changes(&self.board, &board).into_iter().map(change).collect();
        let (now, status) = (self.now(&clocks).into_string(), self.status(ended));
        let common = json!({"now": now, "status": status, "ended": ended.is_some()});
        self.board = board;
        self.updates += 1;
        Some(Update {
            number: self.updates,
            news: event("news", &common, json!({"changes": changed, "steps": news})),
            whole: event("whole", &common, json!({"picture": picture, "steps": self.told})),
            still: Still { now, status, board: drawn_board, panels, steps: self.told.clone() },
            told_at: Instant::now(),
            is_last: ended.is_some(),
        })
    }

    /// The sentences. The places that the last one is about stay marked until the next one.
    fn tell(&mut self, happened: &[pb::WatchMatchResponse]) -> Result<String, StoryError> {
        let steps = self.teller.tell_all(&told_to_spectators(happened))?;
        let told = steps.iter().map(|step| self.item(step).into_string()).collect();
        if let Some(last) = steps.into_iter().next_back() {
            self.marked = last.places;
        }
        Ok(told)
    }

    fn item(&self, step: &Step) -> Markup {
        let language = self.language;
        html! {
            @if let Some(part) = &step.part { li.part { (part) } }
            li class={"step " (kind(step))} {
                (sentence(language, &self.seats, step))
                // If a bot didn't answer, the sentence of its fault says how long it thought.
                @if let StepKind::Decision { think, substitute: false, .. } = step.kind {
                    " " span.thought { (words::measured(language, think)) }
                }
            }
        }
    }

    /// The part of the game, and the players as they stand.
    fn now(&self, clocks: &[pb::SeatClock]) -> Markup {
        let game = self.teller.game();
        html! {
            strong.part { (game.part(self.language)) }
            (self.terms.players(&self.seats, &game.scores_if_ended(), clocks))
        }
    }

    fn status(&self, ended: Option<&pb::Ended>) -> String {
        let (language, names) = (self.language, &self.seats.names);
        if let Some(ended) = ended {
            let winners = ended.results.iter().zip(names.iter()).filter(|(result, _)| result.place == 1);
            let winners: Vec<&str> = winners.map(|(_, name)| name.as_str()).collect();
            return match winners.as_slice() {
                [] => say!(language, "The match was stopped without a result.").to_owned(),
                [winner] => say!(language, "The match is over. {0} wins.", winner),
                winners => {
                    let winners = winners.join(say!(language, " and "));
                    say!(language, "The match is over. {0} share the first place.", winners)
                }
            };
        }
        match self.teller.game().phase().to_act() {
            Some(seat) => say!(language, "{0} is to decide.", names[seat]),
            None => say!(language, "Something is drawn next.").to_owned(),
        }
    }
}

impl Update {
    /// The same as `whole`, without sentences and players.
    pub(super) fn board(&self) -> Bytes {
        let Still { status, board, panels, .. } = &self.still;
        let common = json!({"status": status, "ended": self.is_last});
        event("whole", &common, json!({"picture": format!("{board}{panels}")}))
    }
}

/// A server-sent event of this name. JSON has no line breaks of its own, which would end it.
fn event(name: &str, common: &Value, mut data: Value) -> Bytes {
    if let (Value::Object(data), Value::Object(common)) = (&mut data, common) {
        data.extend(common.iter().map(|(key, value)| (key.clone(), value.clone())));
    }
    format!("event: {name}\ndata: {data}\n\n").into()
}
