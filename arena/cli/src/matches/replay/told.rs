//! A match in words: who plays, what happened step by step, and where the points came from.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use kahua_core::clock::TimeControl;
use kahua_core::text::on_one_line;
use kahua_engine::{DynRuleset, PerSeat, Seat, Viewer};
use kahua_proto::pb::arena::v1 as pb;
use kahua_story::{Language, Step, StepKind, Story};
use pb::recorded_event::Event;
use textwrap::{Options, WordSeparator, WordSplitter};

use super::Events;
use crate::exit::CommandResult;
use crate::format::{date, termination_and_faults};
use crate::output::{rows_in_lines, table};

/// How wide lines are at most.
const WIDTH: usize = 110;

/// Where the lines go.
pub(super) type To<'a> = &'a mut dyn FnMut(&str) -> io::Result<()>;

pub(super) fn tell(
    record: &pb::MatchRecord,
    ruleset: &Arc<dyn DynRuleset>,
    events: &Events,
    boards: bool,
    to: To<'_>,
) -> CommandResult {
    let mut story = Story::open(record, ruleset, Language::English).context("the record can't be told")?;
    header(record, &story, to)?;
    let mut turn = None;
    while let Some(step) = story.next_before(events.stop).context("`kahua verify` says more")? {
        if let Some(part) = &step.part {
            to(&format!("\n{part}"))?;
        }
        tell_step(&step, story.names(), to)?;
        if boards && story.game().turn() != turn {
            turn = story.game().turn();
            to(&format!("\n{}\n", board(&story)))?;
        }
    }
    match events.shows_position {
        true => position(record, &story, events.stop, to),
        false => end(record, &story, to),
    }
}

/// What is played, when, and by whom.
fn header(record: &pb::MatchRecord, story: &Story<'_>, to: To<'_>) -> CommandResult {
    let info = story.game().info();
    let options = if record.options.is_empty() { String::new() } else { format!(" ({})", record.options.join(", ")) };
    let league = if record.league.is_empty() { String::new() } else { format!(", league {}", record.league) };
    to(&on_one_line(&format!("{}{options}, match {}{league}", info.title, record.match_id)))?;
    let time = record.time_control.as_ref().map(TimeControl::from_wire);
    let time = time.and_then(Result::ok).map_or_else(String::new, |time| format!(", time {time}"));
    to(&on_one_line(&format!("{}, ruleset {}{time}", date(record.started_unix_ms), record.ruleset_id)))?;
    to("")?;
    let seats = record.players.iter().zip(story.game().colours()).enumerate();
    let rows = seats.map(|(seat, (player, colour))| {
        vec![seat.to_string(), (*colour).to_owned(), player.name.clone(), player.version.clone()]
    });
    Ok(to(&table(&["seat", "colour", "bot", "version"], &[0], rows).to_string())?)
}

fn tell_step(step: &Step, names: &PerSeat<String>, to: To<'_>) -> CommandResult {
    let scores: Vec<String> = step.scores.iter().map(ToString::to_string).collect();
    let start = format!("{:>5}  {:<width$}  ", step.events.start, scores.join(":"), width = 4 * scores.len() - 1);
    let (mut text, mut comment) = (step.text.clone(), None);
    if let StepKind::Decision { seat, in_turn_of, substitute, think, comment: said } = &step.kind {
        text = format!("{}{}{text}{}", aside(*in_turn_of, names), by_the_arena(*substitute), in_brackets(*think));
        comment = (!said.is_empty()).then(|| format!("{} says: {said}", names[*seat]));
    }
    let indent = " ".repeat(start.chars().count());
    let lines = [Some(text), comment].into_iter().flatten().flat_map(|text| wrapped(&text, WIDTH - indent.len()));
    for (number, line) in lines.enumerate() {
        to(&format!("{}{line}", if number == 0 { &start } else { &indent }))?;
    }
    Ok(())
}

fn aside(in_turn_of: Option<Seat>, names: &PerSeat<String>) -> String {
    in_turn_of.map_or_else(String::new, |turn| format!("(In the turn of {}) ", names[turn]))
}

fn by_the_arena(substitute: bool) -> &'static str {
    if substitute { "(The arena decides) " } else { "" }
}

/// How long a bot thought, if it is long enough to mention.
fn in_brackets(think: Duration) -> String {
    match think.as_micros() {
        0..100 => String::new(),
        us @ 100..1_000_000 => format!(" [{:.1}ms]", us as f64 / 1e3),
        us => format!(" [{:.1}s]", us as f64 / 1e6),
    }
}

/// The board, what may be done, and how to ask a bot what it would do.
fn position(record: &pb::MatchRecord, story: &Story<'_>, event: usize, to: To<'_>) -> CommandResult {
    to(&format!("\n{}", board(story)))?;
    let game = story.game();
    let Some(seat) = game.phase().to_act() else { return Ok(()) };
    to(&format!("\nLegal actions of {}:", story.names()[seat]))?;
    let actions = (0..game.legal_count()).map(|index| {
        vec![game.legal_notation(index).unwrap_or_default(), game.describe_action(index, story.wording())]
    });
    rows_in_lines(&[], actions).iter().try_for_each(|line| to(line))?;
    let next = record.events.get(event).and_then(|event| event.event.as_ref());
    if matches!(next, Some(Event::Decision(decision)) if !decision.substitute) {
        let id = &record.match_id;
        to(&format!("\nWhat would your bot do here? kahua ask --match {id} --at {event} --bot COMMAND"))?;
    }
    Ok(())
}

fn board(story: &Story<'_>) -> String {
    story.game().text_board(Viewer::Public, story.wording())
}

/// How the match ended, and where the points came from.
fn end(record: &pb::MatchRecord, story: &Story<'_>, to: To<'_>) -> CommandResult {
    let ended = termination_and_faults(record.termination.as_ref(), &record.players, &record.results);
    to("")?;
    to(&on_one_line(&format!("The match is over: {ended}.")))?;
    to("")?;
    let seats = story.names().count();
    let headings: Vec<&str> = std::iter::once("").chain(story.names().iter().map(String::as_str)).collect();
    let numbers: Vec<usize> = (1..=seats.get()).collect();
    let row = |label: &str, cells: &mut dyn Iterator<Item = String>| {
        std::iter::once(label.to_owned()).chain(cells).collect::<Vec<_>>()
    };
    let sheet = story.game().score_sheet(Language::English);
    let mut rows: Vec<Vec<String>> =
        sheet.lines.iter().map(|line| row(line.label, &mut line.points.iter().map(ToString::to_string))).collect();
    rows.push(row("points", &mut story.game().scores_if_ended().iter().map(ToString::to_string)));
    for line in &sheet.ties {
        rows.push(row(&format!("if tied: {}", line.label), &mut line.points.iter().map(ToString::to_string)));
    }
    rows.push(row("place", &mut record.results.iter().map(|result| result.place.to_string())));
    Ok(to(&table(&headings, &numbers, rows).to_string())?)
}

/// The text in lines of at most this many characters. It breaks at spaces where possible: a name with a hyphen stays
/// whole.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let options =
        Options::new(width).word_separator(WordSeparator::AsciiSpace).word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(Cow::into_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_hyphens_stay_whole() {
        assert_eq!(wrapped("The winner is random-2 with 9", 21), ["The winner is", "random-2 with 9"]);
        assert_eq!(wrapped("first-legal", 6), ["first-", "legal"], "unless a line is too short for them");
    }
}
