//! Events as they were recorded, in notation or as JSON.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use kahua_core::referee::cause_in_words;
use kahua_core::text::{in_json, on_one_line};
use kahua_core::words::milliseconds;
use kahua_engine::{DynGame, DynRuleset, Seat, Viewer};
use kahua_proto::json::to_json;
use kahua_proto::pb::arena::v1 as pb;
use pb::recorded_event::Event;
use serde_json::json;

use super::Events;
use crate::data::{open_game, play_event};
use crate::exit::CommandResult;
use crate::output::{print, print_json};

pub(super) fn replay(
    record: &pb::MatchRecord,
    ruleset: &Arc<dyn DynRuleset>,
    events: &Events,
    as_json: bool,
) -> CommandResult {
    let mut game = open_game(record, &**ruleset)?;
    for (number, event) in record.events[..events.stop].iter().enumerate() {
        if as_json {
            let view = to_json(&game.view(Viewer::Public));
            print_json(&json!({"number": number, "event": to_json(event), "view": view}))?;
        } else {
            print(&format!("{number:>5}  {}", on_one_line(&line(event, &record.players))))?;
        }
        play_event(&mut *game, event)
            .with_context(|| format!("cannot play event {number}: `kahua verify` says more"))?;
    }
    if events.shows_position {
        show_position(&*game, as_json)?;
    }
    Ok(())
}

fn line(event: &pb::RecordedEvent, players: &[pb::Player]) -> String {
    let name = |seat: u32| players.get(seat as usize).map_or("?", |player| player.name.as_str());
    match &event.event {
        Some(Event::Decision(decision)) => {
            let who = if decision.substitute { "the arena for " } else { "" };
            let comment =
                if decision.comment.is_empty() { String::new() } else { format!("   \"{}\"", decision.comment) };
            let think = milliseconds(Duration::from_micros(decision.think_us));
            format!("{who}{:<16} {:<20} {think:>10}{comment}", name(decision.seat), decision.action)
        }
        Some(Event::Chance(outcome)) => format!("{:<16} {outcome}", "chance"),
        Some(Event::Fault(fault)) => {
            format!("{:<16} {}: {}", name(fault.seat), cause_in_words(fault.cause()), fault.detail)
        }
        Some(Event::Resumption(_)) => "the arena was restarted".into(),
        None => "?".into(),
    }
}

fn show_position(game: &dyn DynGame, as_json: bool) -> CommandResult {
    let view = to_json(&game.view(Viewer::Public));
    let legal: Vec<String> = (0..game.legal_count()).filter_map(|index| game.legal_notation(index)).collect();
    let seat = game.phase().to_act().map(Seat::number);
    if as_json {
        return Ok(print_json(&json!({"view": view, "seat": seat, "legal": legal}))?);
    }
    let who = seat.map_or("no seat is to act".to_owned(), |seat| format!("seat {seat} is to act: {}", legal.join(" ")));
    Ok(print(&format!("\n{}\n\n{}", in_json(&format!("{view:#}")), on_one_line(&who)))?)
}
