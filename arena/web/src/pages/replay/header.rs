//! What is played, when, by whom, and how it ended.

use std::time::Duration;

use kahua_core::clock::TimeControl;
use kahua_engine::seat::SEATS_MAX;
use kahua_engine::{Seat, SeatCount, registry};
use kahua_proto::pb::arena::v1 as pb;
use kahua_story::cause;
use maud::{Markup, html};
use pb::termination::Kind;

use crate::frame::Frame;
use crate::language::{Language, compose, say, say_count};
use crate::seats::shape;
use crate::wide::wide;
use crate::words;

/// The title of the page: the game and the players.
pub(crate) fn title(record: &pb::MatchRecord) -> String {
    format!("{}: {}", game(record), words::players(&record.players))
}

/// The result in a sentence without markup.
pub(super) fn about(language: Language, record: &pb::MatchRecord) -> String {
    let result = match words::result(&record.players, &record.results) {
        none if none.is_empty() => say!(language, "A match without a result").to_owned(),
        result => result,
    };
    if record.league.is_empty() {
        return format!("{result}.");
    }
    format!("{}.", say!(language, "{0}, league {1}", result, words::safe(&record.league)))
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
            details { summary { (say!(frame.language, "Details")) } (details) }
        }
    }
}

/// Who won, and by how many points; why nobody did.
pub(crate) fn result(language: Language, record: &pb::MatchRecord) -> Markup {
    let kind = record.termination.as_ref().map_or(Kind::Unspecified, |termination| termination.kind());
    let is_first = |result: &&pb::SeatResult| result.place == 1;
    let best = record.results.iter().filter(is_first).map(|result| result.score).max();
    let next = record.results.iter().filter(|result| !is_first(result)).map(|result| result.score).max();
    if record.termination.is_none() || kind == Kind::Aborted {
        return html! { (say!(language, "Without result")) };
    }
    let won = html! { strong { bdi { (won(language, &winners(record))) } } };
    match (kind, best, next) {
        (Kind::Forfeited, ..) => compose!(language, "{0} by a fault", won),
        (_, Some(best), Some(next)) if best > next => match best - next {
            1 => compose!(language, "{0} by {1} point", won, 1),
            lead => compose!(language, "{0} by {1} points", won, lead),
        },
        (_, Some(_), Some(_)) => compose!(language, "{0} by the tie-break", won),
        _ => won,
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
    html! {
        p.facts {
            (ended(frame.language, record)) " " (played(frame, record)) (rules(frame, record))
            @if let Some(machine) = &record.worker { " " (worker(frame.language, machine)) }
        }
    }
}

/// Where and when it was played, and on which terms, as a sentence.
fn played(frame: &Frame, record: &pb::MatchRecord) -> Markup {
    let language = frame.language;
    let rated = if record.rated { say!(language, "rated") } else { say!(language, "unrated") };
    let date = date(record.started_unix_ms);
    let options = html! { bdi lang=[language.of_english()] { (words::safe(&record.options.join(", "))) } };
    let options = match record.options.is_empty() {
        true => html! {},
        false => compose!(language, ", with {0}", options),
    };
    let time = match record.time_control.as_ref().map(TimeControl::from_wire).and_then(Result::ok) {
        None => String::new(),
        Some(time) if time.bank.is_none() && time.ask_cap.is_none() => say!(language, ", without a clock").to_owned(),
        Some(time) => {
            say!(language, ", with the time control {0}: {1}", time, words::time_control(language, &time))
        }
    };
    if record.league.is_empty() {
        return compose!(language, "It was played in no league, {0}, on {1}{2}{3}.", rated, date, options, time);
    }
    let league = words::league(frame, &record.league);
    compose!(language, "It was played in the league {0}, {1}, on {2}{3}{4}.", league, rated, date, options, time)
}

/// On which machine it was played, as a sentence.
fn worker(language: Language, machine: &pb::WorkerMachine) -> Markup {
    let name = html! { bdi { (words::safe(&machine.name)) } };
    let cores = say_count!(language, machine.cores, "{0} core", "{0} cores");
    let time = match machine.time_permille {
        1000 => String::new(),
        permille => say!(language, ", in {0}/1000 of the league's time", permille),
    };
    compose!(
        language,
        "The worker {0} has played it, on a machine of {1} with {2} decisions a second{3}.",
        name,
        cores,
        machine.speed,
        time,
    )
}

/// The way to the rules of the game.
pub(crate) fn rules(frame: &Frame, record: &pb::MatchRecord) -> Markup {
    html! {
        @if let Some(info) = registry::find(&record.game).map(|game| game.info()).filter(|_| frame.has_links()) {
            @let rules = frame.link(&format!("rules/{}/", info.name));
            " " a href=(rules) { (say!(frame.language, "Rules of {0}", info.title)) } "."
        }
    }
}

/// How the match ended, as a sentence.
fn ended(language: Language, record: &pb::MatchRecord) -> Markup {
    let Some(termination) = &record.termination else {
        return html! { (say!(language, "The match has no end on record.")) };
    };
    let won = html! { (won(language, &winners(record))) "." };
    match termination.kind() {
        Kind::Aborted if termination.reason.is_empty() => {
            html! { (say!(language, "The match was stopped without a result.")) }
        }
        Kind::Aborted => {
            let reason = html! { bdi { (words::safe(&termination.reason)) } };
            compose!(language, "The match was stopped without a result: {0}.", reason)
        }
        Kind::Forfeited => html! { (say!(language, "A fault ended the match.")) " " (won) },
        Kind::Finished | Kind::Unspecified => won,
    }
}

/// Who won, as a sentence without its full stop.
fn won(language: Language, winners: &[String]) -> String {
    let names = winners.join(say!(language, " and "));
    match winners.len() {
        1 => say!(language, "{0} wins", names),
        _ => say!(language, "{0} share the first place", names),
    }
}

/// The players with their seats and results. `colours` are what players call the colours, if the game is known.
pub(crate) fn players(frame: &Frame, record: &pb::MatchRecord, colours: &[&str]) -> Markup {
    let (language, results) = (frame.language, !record.results.is_empty());
    html! {
        (wide(say!(language, "Players"), html! {
            table.players {
                caption { (say!(language, "Players")) }
                thead { tr {
                    th scope="col" { (say!(language, "Seat")) }
                    th scope="col" { (say!(language, "Bot")) }
                    th scope="col" { (say!(language, "Version")) }
                    @if results {
                        th.number scope="col" { (say!(language, "Place")) }
                        th.number scope="col" { (say!(language, "Points")) }
                        th.number scope="col" { (say!(language, "Thought")) }
                        th scope="col" { (say!(language, "Faults")) }
                    }
                } }
                tbody {
                    @for (seat, player) in record.players.iter().enumerate() {
                        tr {
                            td {
                                @if let Some(at) = seat_at(seat) { (shape(&record.game, at)) " " }
                                (seat) @if let Some(name) = colours.get(seat) { ", " (words::colour(language, name)) }
                            }
                            th scope="row" { (words::bot(frame, &player.name)) }
                            td { bdi { (words::safe(&player.version)) } }
                            @if let Some(result) = record.results.get(seat) { (score(language, record, result)) }
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

fn score(language: Language, record: &pb::MatchRecord, result: &pb::SeatResult) -> Markup {
    let forfeited = record.termination.as_ref().is_some_and(|termination| termination.kind() == Kind::Forfeited);
    html! {
        td.number { (result.place) }
        td.number { @if forfeited { "–" } @else { (result.score) } }
        td.number { (words::measured(language, Duration::from_micros(result.think_us))) }
        td {
            @if result.given_up.is_some() {
                (say!(language, "given up: {0}", cause(language, result.given_up())))
            } @else if result.strikes > 0 {
                (say_count!(language, result.strikes, "{0} strike", "{0} strikes"))
            }
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
