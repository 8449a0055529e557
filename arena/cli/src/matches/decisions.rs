//! The decisions of finished matches, a JSON object for each: for data frames, and for programs that learn.

use std::io::{self, Write};

use anyhow::Context;
use kahua_core::text::in_json;
use kahua_engine::Answer;
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::Reader;
use pb::recorded_event::Event;
use serde::Serialize;

use crate::data::{RecordedRulesets, open_game, play_event};
use crate::output::complain;

/// A decision. docs/engine-python.md describes the fields.
#[derive(Serialize)]
struct Row<'a> {
    #[serde(rename = "match")]
    match_id: &'a str,
    league: &'a str,
    season: u32,
    game: &'a str,
    options: &'a [String],
    event: usize,
    seat: u32,
    bot: &'a str,
    version: &'a str,
    position: String,
    legal: usize,
    index: usize,
    action: &'a str,
    substitute: bool,
    think_us: u64,
    scores: &'a [i32],
    places: &'a [u32],
}

/// Writes the rows of one match after the other.
pub(super) struct Rows {
    rulesets: RecordedRulesets,
}

impl Rows {
    pub(super) fn new(reader: Reader) -> Rows {
        Rows { rulesets: RecordedRulesets::new(reader) }
    }

    /// Writes a row for each decision of this match. Says so on standard error if the match has no moves that can be played.
    pub(super) fn write(&mut self, record: &pb::MatchRecord, out: &mut impl Write) -> io::Result<()> {
        match self.of(record) {
            Ok(rows) => out.write_all(rows.as_bytes()),
            Err(problem) => {
                complain(&format!("match {} is left out: {problem:#}", record.match_id));
                Ok(())
            }
        }
    }

    /// All rows, so that a match that can't be played to its end leaves none.
    fn of(&mut self, record: &pb::MatchRecord) -> anyhow::Result<String> {
        anyhow::ensure!(record.moves_removed.is_none(), "its moves were removed");
        let mut game = open_game(record, &*self.rulesets.of(record)?)?;
        let scores: Vec<i32> = record.results.iter().map(|result| result.score).collect();
        let places: Vec<u32> = record.results.iter().map(|result| result.place).collect();
        let mut rows = String::new();
        for (number, event) in record.events.iter().enumerate() {
            let damaged = || format!("event {number} can't be played; `kahua verify` says more");
            if let Some(Event::Decision(decision)) = &event.event {
                let player = record.players.get(decision.seat as usize).with_context(damaged)?;
                let row = Row {
                    match_id: &record.match_id,
                    league: &record.league,
                    season: record.season,
                    game: &record.game,
                    options: &record.options,
                    event: number,
                    seat: decision.seat,
                    bot: &player.name,
                    version: &player.version,
                    position: game.position(),
                    legal: game.legal_count(),
                    index: game.find(Answer::Notation(&decision.action)).with_context(damaged)?,
                    action: &decision.action,
                    substitute: decision.substitute,
                    think_us: decision.think_us,
                    scores: &scores,
                    places: &places,
                };
                rows.push_str(&in_json(&serde_json::to_string(&row)?));
                rows.push('\n');
            }
            play_event(&mut *game, event).with_context(damaged)?;
        }
        Ok(rows)
    }
}
