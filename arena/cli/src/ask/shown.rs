//! How asks and answers are printed: one on a screen, a table of many, or JSON.

use std::time::Duration;

use anyhow::Context;
use kahua_core::text::on_one_line;
use kahua_core::words::milliseconds;
use kahua_engine::{DynGame, Viewer};
use kahua_show::Wording;
use kahua_story::{Language, Story};
use serde_json::{Value, json};

use super::conversation::Reply;
use super::recorded::{Deed, RecordedAsk, RecordedMatch};
use crate::output::{print, print_json, print_rows, table};

/// The form in which asks are printed.
pub(super) enum AnswerOutput {
    OneScreen,
    /// The rows so far.
    Table(Vec<Row>),
    Json,
}

/// An ask that the bot has answered.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) recorded: &'a RecordedMatch,
    pub(super) ask: &'a RecordedAsk,
    pub(super) reply: &'a Reply,
}

/// An ask of the table.
pub(super) struct Row {
    cells: Vec<String>,
    has_choice: bool,
    agrees: bool,
    think: Duration,
}

impl AnswerOutput {
    /// Prints this ask, or keeps it for the table.
    pub(super) fn add(&mut self, asked: Asked<'_>) -> anyhow::Result<()> {
        let story = asked.story()?;
        let game = story.game();
        match self {
            AnswerOutput::OneScreen => asked.screen(&story),
            AnswerOutput::Json => Ok(print_json(&asked.json(game))?),
            AnswerOutput::Table(rows) => {
                rows.push(asked.row(game.legal_count()));
                Ok(())
            }
        }
    }

    /// Prints what can be said only when all have been asked.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        let AnswerOutput::Table(rows) = self else { return Ok(()) };
        if rows.is_empty() {
            return Ok(());
        }
        let summary = summary(&rows);
        let cells = rows.into_iter().map(|row| row.cells);
        let lines = table(&["event", "actions", "then", "now", "think", ""], &[0, 1, 4], cells).to_string();
        for line in lines.lines() {
            print(line.trim_end())?;
        }
        Ok(print(&format!("\n{summary}"))?)
    }
}

/// How often the bot agrees, and how long it thought.
fn summary(rows: &[Row]) -> String {
    let choices = rows.iter().filter(|row| row.has_choice).count();
    let agreed = rows.iter().filter(|row| row.has_choice && row.agrees).count();
    let longest = rows.iter().map(|row| row.think).max().unwrap_or_default();
    let mean = rows.iter().map(|row| row.think).sum::<Duration>() / rows.len().max(1) as u32;
    format!(
        "The bot does the same in {agreed} of {choices} asks with a choice. It thought for {} on average, and for {} at most.",
        milliseconds(mean),
        milliseconds(longest)
    )
}

impl Asked<'_> {
    /// The match up to the ask.
    fn story(&self) -> anyhow::Result<Story<'_>> {
        let mut story = Story::open(&self.recorded.record, &self.recorded.ruleset, Language::English)
            .context("the record can't be told")?;
        while story.next_before(self.ask.event).context("`kahua verify` says more")?.is_some() {}
        Ok(story)
    }

    fn screen(&self, story: &Story<'_>) -> anyhow::Result<()> {
        let (game, seat) = (story.game(), self.ask.seat);
        let (title, name, event) = (game.info().title, self.recorded.name(seat), self.ask.event);
        let id = &self.recorded.record.match_id;
        print(&on_one_line(&format!("{title}, match {id}, event {event}: {name} is asked, in seat {seat}")))?;
        print(&format!("\n{}\n", game.text_board(Viewer::Seat(seat), story.wording())))?;
        print_rows(&[0], self.actions(game, story.wording()))?;
        let rows = [
            ("then", &self.ask.then, self.ask.think.map_or_else(String::new, milliseconds)),
            (
                "now",
                &self.reply.deed,
                format!("{}{}", milliseconds(self.reply.think), if self.reply.is_late { ", late" } else { "" }),
            ),
        ];
        let rows =
            rows.map(|(when, deed, think)| vec![when.to_owned(), deed.in_short(), think, remark(deed).to_owned()]);
        print("")?;
        Ok(print_rows(&[], rows)?)
    }

    /// Each legal action: its index, what it does, and whether it was or is chosen.
    fn actions(&self, game: &dyn kahua_show::Shown, wording: Wording<'_>) -> Vec<Vec<String>> {
        let chosen = |deed: &Deed, notation: &str, when: &'static str| match deed {
            Deed::Action { notation: chosen, .. } if chosen == notation => Some(when),
            _ => None,
        };
        let row = |index: usize| {
            let notation = game.legal_notation(index).unwrap_or_default();
            let marks = [chosen(&self.ask.then, &notation, "then"), chosen(&self.reply.deed, &notation, "now")];
            let marks: Vec<&str> = marks.into_iter().flatten().collect();
            vec![index.to_string(), marks.join(", "), notation, game.describe_action(index, wording)]
        };
        (0..game.legal_count()).map(row).collect()
    }

    fn row(&self, legal_total: usize) -> Row {
        let (then, now) = (&self.ask.then, &self.reply.deed);
        let agrees = then.agrees_with(now);
        let remark = match (now, agrees, self.reply.is_late) {
            (Deed::Fault { .. }, ..) => remark(now),
            (_, _, true) => "late",
            (_, true, _) => "",
            (_, false, _) => "differs",
        };
        Row {
            cells: vec![
                self.ask.event.to_string(),
                legal_total.to_string(),
                then.in_short(),
                now.in_short(),
                milliseconds(self.reply.think),
                remark.to_owned(),
            ],
            has_choice: legal_total > 1,
            agrees,
            think: self.reply.think,
        }
    }

    fn json(&self, game: &dyn DynGame) -> Value {
        let ask = self.ask;
        let legal: Vec<String> = (0..game.legal_count()).filter_map(|index| game.legal_notation(index)).collect();
        let mut now = deed(&self.reply.deed, Some(self.reply.think));
        now["late"] = self.reply.is_late.into();
        json!({
            "match_id": self.recorded.record.match_id,
            "event": ask.event,
            "seat": ask.seat.number(),
            "bot": self.recorded.name(ask.seat),
            "legal": legal,
            "then": deed(&ask.then, ask.think),
            "now": now,
            "same": ask.then.agrees_with(&self.reply.deed),
        })
    }
}

/// The bot's comment, or what was wrong.
fn remark(deed: &Deed) -> &str {
    match deed {
        Deed::Action { comment, .. } => comment,
        Deed::Fault { detail, .. } => detail,
    }
}

fn deed(deed: &Deed, think: Option<Duration>) -> Value {
    let mut value = match deed {
        Deed::Action { notation, comment } => json!({"action": notation, "comment": comment}),
        Deed::Fault { detail, .. } => json!({"fault": deed.in_short(), "detail": detail}),
    };
    if let Some(think) = think {
        value["think_ms"] = (think.as_micros() as f64 / 1e3).into();
    }
    value
}
