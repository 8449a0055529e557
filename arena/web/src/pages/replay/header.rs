//! What is played, when, by whom, and how it ended.

use kahua_core::words::{count, measured};
use std::time::Duration;

use kahua_core::clock::TimeControl;
use kahua_core::referee::cause_in_words;
use kahua_engine::seat::SEATS_MAX;
use kahua_engine::{Seat, SeatCount, registry};
use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};
use pb::termination::Kind;

use crate::frame::Frame;
use crate::seats::shape;
use crate::wide::wide;
use crate::words;

/// The title of the page: the game and the players.
pub(crate) fn title(record: &pb::MatchRecord) -> String {
    let players: Vec<String> = record.players.iter().map(|player| words::safe(&player.name)).collect();
    format!("{}: {}", game(record), players.join(", "))
}

/// The result in a sentence without markup.
pub(super) fn about(record: &pb::MatchRecord) -> String {
    let league =
        if record.league.is_empty() { String::new() } else { format!(", league {}", words::safe(&record.league)) };
    match words::result(&record.players, &record.results) {
        none if none.is_empty() => format!("A match without a result{league}."),
        result => format!("{result}{league}."),
    }
}

pub(crate) fn heading(record: &pb::MatchRecord) -> Markup {
    html! { h1 { (game(record)) ": " @for (seat, player) in record.players.iter().enumerate() {
        @if seat > 0 { ", " } bdi { (words::safe(&player.name)) }
    } } }
}

/// The head of a match in one line: the game, the players, and what came of it. The rest is folded away.
pub(crate) fn headline(frame: &Frame, record: &pb::MatchRecord, result: &Markup, details: &Markup) -> Markup {
    html! {
        div.headline {
            (heading(record))
            p { (result) " · " (words::league(frame, &record.league)) }
            details { summary { "Details" } (details) }
        }
    }
}

/// Who won, and by how many points; why nobody did.
pub(crate) fn result(record: &pb::MatchRecord) -> Markup {
    let kind = record.termination.as_ref().map_or(Kind::Unspecified, |termination| termination.kind());
    let is_first = |result: &&pb::SeatResult| result.place == 1;
    let best = record.results.iter().filter(is_first).map(|result| result.score).max();
    let next = record.results.iter().filter(|result| !is_first(result)).map(|result| result.score).max();
    html! {
        @if record.termination.is_none() || kind == Kind::Aborted { "Without result" }
        @else {
            strong { bdi { (won(&winners(record)).trim_end_matches('.')) } }
            @match (kind, best, next) {
                (Kind::Forfeited, ..) => " by a fault",
                (_, Some(best), Some(next)) if best > next => { " by " (count((best - next).unsigned_abs().into(), "point", "points")) }
                (_, Some(_), Some(_)) => " by the tie-break",
                _ => "",
            }
        }
    }
}

fn winners(record: &pb::MatchRecord) -> Vec<String> {
    let winners = record.players.iter().zip(&record.results).filter(|(_, result)| result.place == 1);
    winners.map(|(player, _)| words::safe(&player.name)).collect()
}

fn game(record: &pb::MatchRecord) -> String {
    registry::find(&record.game).map_or_else(|| words::safe(&record.game), |game| game.info().title.to_owned())
}

pub(super) fn facts(frame: &Frame, record: &pb::MatchRecord) -> Markup {
    let time = record.time_control.as_ref().map(TimeControl::from_wire).and_then(Result::ok);
    html! {
        p.facts {
            (ended(record)) " It was played in " (league(frame, record)) ", "
            @if record.rated { "rated" } @else { "unrated" }
            ", on " (date(record.started_unix_ms))
            @if !record.options.is_empty() { ", with " bdi { (words::safe(&record.options.join(", "))) } }
            @match time {
                None => "",
                Some(time) if time.bank.is_none() && time.ask_cap.is_none() => ", without a clock",
                Some(time) => { ", with the time control " (time) ": " (words::time_control(&time)) }
            }
            "." (rules(frame, record))
            @if let Some(worker) = &record.worker {
                " The worker " bdi { (words::safe(&worker.name)) } " has played it, on a machine of " (worker.cores)
                @if worker.cores == 1 { " core" } @else { " cores" } " with " (worker.speed) " decisions a second"
                @if worker.time_permille != 1000 { ", in " (worker.time_permille) "/1000 of the league's time" }
                "."
            }
        }
    }
}

/// The way to the rules of the game.
pub(crate) fn rules(frame: &Frame, record: &pb::MatchRecord) -> Markup {
    html! {
        @if let Some(info) = registry::find(&record.game).map(|game| game.info()) {
            " " a href=(frame.link(&format!("rules/{}/", info.name))) { "Rules of " (info.title) } "."
        }
    }
}

/// The league, as a part of a sentence.
pub(crate) fn league(frame: &Frame, record: &pb::MatchRecord) -> Markup {
    html! { @if !record.league.is_empty() { "the league " } (words::league(frame, &record.league)) }
}

/// How the match ended, as a sentence.
fn ended(record: &pb::MatchRecord) -> Markup {
    let Some(termination) = &record.termination else { return html! { "The match has no end on record." } };
    let winners = winners(record);
    html! {
        @match termination.kind() {
            Kind::Aborted => {
                "The match was stopped without a result"
                @if !termination.reason.is_empty() { ": " bdi { (words::safe(&termination.reason)) } }
                "."
            },
            Kind::Forfeited => { "A fault ended the match. " (won(&winners)) },
            Kind::Finished | Kind::Unspecified => (won(&winners)),
        }
    }
}

fn won(winners: &[String]) -> String {
    format!("{} {}", winners.join(" and "), if winners.len() == 1 { "wins." } else { "share the first place." })
}

/// The players with their seats and results. `colours` are what players call the colours, if the game is known.
pub(crate) fn players(frame: &Frame, record: &pb::MatchRecord, colours: &[&str]) -> Markup {
    let results = !record.results.is_empty();
    html! {
        (wide("Players", html! {
            table.players {
                caption { "Players" }
                thead { tr {
                    th scope="col" { "Seat" } th scope="col" { "Bot" } th scope="col" { "Version" }
                    @if results {
                        th.number scope="col" { "Place" } th.number scope="col" { "Points" }
                        th.number scope="col" { "Thought" } th scope="col" { "Faults" }
                    }
                } }
                tbody {
                    @for (seat, player) in record.players.iter().enumerate() {
                        tr {
                            td {
                                @if let Some(at) = seat_at(seat) { (shape(&record.game, at)) " " }
                                (seat) @if let Some(colour) = colours.get(seat) { ", " (colour) }
                            }
                            th scope="row" { (words::bot(frame, &player.name)) }
                            td { bdi { (words::safe(&player.version)) } }
                            @if let Some(result) = record.results.get(seat) { (score(record, result)) }
                        }
                    }
                }
            }
        }))
    }
}

fn seat_at(index: usize) -> Option<Seat> {
    SeatCount::new(SEATS_MAX)?.seat(index.try_into().ok()?)
}

fn score(record: &pb::MatchRecord, result: &pb::SeatResult) -> Markup {
    let forfeited = record.termination.as_ref().is_some_and(|termination| termination.kind() == Kind::Forfeited);
    html! {
        td.number { (result.place) }
        td.number { @if forfeited { "–" } @else { (result.score) } }
        td.number { (measured(Duration::from_micros(result.think_us))) }
        td {
            @if result.given_up.is_some() { "given up: " (cause_in_words(result.given_up())) }
            @else if result.strikes > 0 { (result.strikes) @if result.strikes == 1 { " strike" } @else { " strikes" } }
        }
    }
}

/// A point in time.
pub(crate) fn date(unix_ms: i64) -> Markup {
    let time = jiff::Timestamp::from_millisecond(unix_ms);
    html! {
        @match time {
            Ok(time) => time datetime=(time) { (time.strftime("%Y-%m-%d %H:%M:%S UTC")) },
            Err(_) => (unix_ms),
        }
    }
}
