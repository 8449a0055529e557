//! `kahua match show`: one match in full, except for its events.

use anyhow::Context;
use kahua_proto::json::to_json;
use kahua_proto::pb::arena::v1 as pb;
use kahua_story::found_sentence;
use pb::recorded_event::Event;

use super::written;
use crate::arena::{Arena, Stored};
use crate::data::DataArgs;
use crate::exit::{CommandResult, Failure};
use crate::format::{date, date_or_unknown, termination};
use crate::output::{print, print_json, table};
use crate::processes::logs;
use crate::remote::ArenaArgs;
use kahua_core::clock::TimeControl;
use kahua_core::correction::in_words;
use kahua_core::faults;
use kahua_core::referee::{Luck, cause_in_words};
use kahua_core::text::on_one_line;
use kahua_leagues::LiveRatings;
use kahua_queries::Facts;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
How the match changed the ratings, and what a bot wrote when it failed, is told from a data directory only.

Examples:
  kahua match show --data kahua-data 01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55
  kahua match show --addr 127.0.0.1:7700 01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    #[command(flatten)]
    arena: ArenaArgs,
    /// The match's id.
    id: String,
    /// Print the whole record as one JSON object.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> CommandResult {
    let arena = Arena::of(&args.data, &args.arena)?;
    let (record, corrections) = arena.finished_match(&args.id)?;
    if args.json {
        return Ok(print_json(&to_json(&record))?);
    }
    for (label, value) in facts(&record).into_iter().chain(corrections.iter().map(corrected)) {
        print(&format!("{label:<13} {}", on_one_line(&value)))?;
    }
    let headings =
        ["seat", "bot", "version", "place", "score", "strikes", "decisions", "think time", "rating", "forfeit"];
    let (ratings, logs) = match &arena {
        Arena::Running(_) => (Vec::new(), None),
        Arena::Stored(stored) => (rating_changes(stored, &record)?, Some(logs(args.data.dir()))),
    };
    print(&format!("\n{}", table(&headings, &[0, 3, 4, 5, 6, 7], seats(&record, &ratings))))?;
    for found in faults::of(&record) {
        print(&format!("\n{}", on_one_line(&format!("{}: {}", found.player.name, found_sentence(&found)))))?;
        let lines = logs.as_deref().and_then(|logs| written(logs, &record, &found));
        lines.iter().flatten().try_for_each(|line| print(&on_one_line(&format!("  | {line}"))))?;
    }
    Ok(())
}

/// A correction that holds for the match, with who has made it and why.
fn corrected(correction: &pb::Correction) -> (&'static str, String) {
    let pb::Correction { number, by, why, .. } = correction;
    let made = date_or_unknown(correction.at.as_ref());
    ("corrected", format!("{}: {why} (correction {number} by {by}, {made})", in_words(correction)))
}

/// How the match changed the rating of each seat's bot; empty if it isn't rated. It depends on all records before it.
fn rating_changes(stored: &Stored, record: &pb::MatchRecord) -> Result<Vec<pb::RatingChange>, Failure> {
    if !record.rated {
        return Ok(Vec::new());
    }
    let archive = stored.arena.archive().map_err(Failure::of_store)?;
    let made = archive.corrections().context("cannot read the corrections")?;
    let mut ratings = LiveRatings::default();
    for earlier in archive.reader().records() {
        let Ok(earlier) = earlier else { continue };
        // A record that can't be rated doesn't count, as in the arena itself.
        let counted = made.corrected(&earlier).and_then(|counted| ratings.add(&counted).ok());
        let changes = counted.unwrap_or_default();
        if earlier.match_id == record.match_id {
            return Ok(changes);
        }
    }
    Ok(Vec::new())
}

fn facts(record: &pb::MatchRecord) -> Vec<(&'static str, String)> {
    let time_control = record.time_control.as_ref().map(TimeControl::from_wire);
    let set = record.set.clone().unwrap_or_default();
    let mut facts = vec![
        ("match", record.match_id.clone()),
        ("league", if record.league.is_empty() { "-".to_owned() } else { record.league.clone() }),
        ("rated", if record.rated { "yes" } else { "no" }.to_owned()),
        ("game", format!("{} {}", record.game, record.options.join(" "))),
        ("ruleset", format!("{} {}", record.ruleset_id, hex::encode(&record.ruleset_hash))),
        ("started", date(record.started_unix_ms)),
        ("ended", date(record.ended_unix_ms)),
        ("termination", termination(record.termination.as_ref())),
        ("events", events(record)),
        ("luck", Luck::of(record).map_or_else(|number| number.to_string(), |luck| luck.to_string())),
        ("seed", hex::encode(&record.seed)),
        ("nonce", hex::encode(&record.seed_nonce)),
        ("commitment", hex::encode(&record.seed_commitment)),
        ("digest", hex::encode(&record.digest)),
    ];
    if let Some(Ok(time_control)) = time_control {
        facts.insert(5, ("time control", time_control.to_string()));
    }
    if let Some(worker) = &record.worker {
        let at = facts.iter().position(|(fact, _)| *fact == "termination").unwrap_or_default();
        facts.insert(at, ("worker", played_by(worker)));
    }
    if !set.set_id.is_empty() {
        facts.insert(1, ("set", format!("{}, {} of {}", set.set_id, set.rotation + 1, set.size)));
    }
    // If the moves were removed, so was the seed.
    facts.retain(|(_, value)| !value.is_empty());
    facts
}

/// The machine on which the match was played.
fn played_by(worker: &pb::WorkerMachine) -> String {
    let pb::WorkerMachine { name, cores, speed, time_permille } = worker;
    let machine = format!("{name}, {cores} cores, {speed} decisions/s");
    if *time_permille == 1000 { machine } else { format!("{machine}, {time_permille}/1000 of the league's time") }
}

fn events(record: &pb::MatchRecord) -> String {
    match record.moves_removed {
        Some(moves) => format!("{}, which were removed on {}", moves.events, date(moves.at_unix_ms)),
        None => record.events.len().to_string(),
    }
}

fn seats(record: &pb::MatchRecord, ratings: &[pb::RatingChange]) -> Vec<Vec<String>> {
    let results = record.results.iter().map(Some).chain(std::iter::repeat(None));
    let seats = record.players.iter().zip(results).enumerate();
    let row = |(seat, (player, result)): (usize, (&pb::Player, Option<&pb::SeatResult>))| {
        let moves = record.events.iter().filter(
            |event| matches!(&event.event, Some(Event::Decision(decision)) if decision.seat as usize == seat && !decision.substitute),
        );
        let result = result.copied().unwrap_or_default();
        let given_up = result.given_up.map_or(String::new(), |_| cause_in_words(result.given_up()));
        vec![
            seat.to_string(),
            player.name.clone(),
            player.version.clone(),
            result.place.to_string(),
            result.score.to_string(),
            result.strikes.to_string(),
            if record.moves_removed.is_some() { "?".into() } else { moves.count().to_string() },
            format!("{:.3} s", result.think_us as f64 / 1e6),
            ratings.get(seat).map_or("-".to_owned(), |change| format!("{:.0} -> {:.0}", change.before, change.after)),
            given_up,
        ]
    };
    seats.map(row).collect()
}
