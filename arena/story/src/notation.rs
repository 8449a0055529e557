//! A record in the notation of its game.

use kahua_core::text::on_one_line;
use kahua_proto::pb::arena::v1 as pb;
use pb::recorded_event::Event;

/// A record as lines of text: a heading, one line for each decision, draw and fault, and the places with the points.
///
/// A decision is the number of its seat and the action in the game's notation. The line `moves removed on` stands for the events that
/// the arena doesn't keep any more.
#[must_use]
pub fn in_notation(record: &pb::MatchRecord) -> String {
    let players: Vec<&str> = record.players.iter().map(|player| player.name.as_str()).collect();
    let mut lines = vec![
        format!("match {}", record.match_id),
        format!("game {} {}", record.game, record.options.join(",")),
        format!("players {}", players.join(" ")),
    ];
    lines.extend(record.moves_removed.map(|moves| format!("moves removed on {}", date(moves.at_unix_ms))));
    lines.extend(record.events.iter().filter_map(|event| match &event.event {
        Some(Event::Decision(decision)) => Some(format!("{} {}", decision.seat, decision.action)),
        Some(Event::Chance(outcome)) => Some(format!("chance {outcome}")),
        Some(Event::Fault(fault)) => Some(format!("fault {} {}", fault.seat, fault.cause().as_str_name())),
        Some(Event::Resumption(_)) | None => None,
    }));
    let results = record.results.iter().map(|result| format!("{}:{}", result.place, result.score));
    lines.push(format!("places {}", results.collect::<Vec<_>>().join(" ")));
    let lines: Vec<_> = lines.iter().map(|line| on_one_line(line)).collect();
    lines.join("\n") + "\n"
}

/// A point in time: `2026-11-21 22:40:03Z`.
#[must_use]
pub fn date(unix_ms: i64) -> String {
    jiff::Timestamp::from_millisecond(unix_ms)
        .map_or_else(|_| unix_ms.to_string(), |time| time.strftime("%Y-%m-%d %H:%M:%SZ").to_string())
}
