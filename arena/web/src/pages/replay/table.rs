//! What surrounds the board: the position in the match, links to other positions, and where the points came from.

use kahua_engine::PerSeat;
use kahua_proto::pb::arena::v1 as pb;
use kahua_story::Step;
use maud::{Markup, html};

use crate::pages::replay::curve::curve;
use crate::pages::replay::steps::happened;
use crate::seats::Seats;
use crate::telling::Telling;
use crate::wide::wide;

/// The address of the board after a step.
pub(super) fn address(step: &Step, seat: Option<u32>) -> String {
    with_seat(&format!("?at={}", step.events.end - 1), seat)
}

fn with_seat(query: &str, seat: Option<u32>) -> String {
    seat.map_or_else(|| query.to_owned(), |seat| format!("{query}&seat={seat}"))
}

/// The part of the game, all points, and what happened last.
pub(super) fn now(telling: &Telling) -> Markup {
    let position = &telling.position;
    html! {
        div.now { (points(&position.part, &telling.seats, &position.scores)) }
        p.last aria-live="polite" {
            @match telling.shown() { Some(step) => (happened(&telling.seats, step)), None => "The game is about to begin." }
        }
    }
}

/// The part of the game, and all points.
fn points(part: &str, seats: &Seats, scores: &PerSeat<i32>) -> Markup {
    html! {
        strong.part { (part) } " "
        @for (seat, points) in scores.entries() {
            span.points { (seats.player(seat)) " " b data-points { (points) } } " "
        }
    }
}

/// Links to the first board, the one before, the next one, and the last.
///
/// A page that is a file has only one position, so it shows them when its script can follow them.
pub(super) fn controls(telling: &Telling, seat: Option<u32>, is_file: bool) -> Markup {
    let steps = &telling.steps;
    let shown = telling.position.steps;
    let after = |count: usize| match count.checked_sub(1).and_then(|index| steps.get(index)) {
        Some(step) => address(step, seat),
        None => with_seat("?at=start", seat),
    };
    html! {
        nav.controls aria-label="Steps" hidden[is_file] {
            a rel="first" href=(with_seat("?at=start", seat)) { "First" }
            a rel="prev" href=(after(shown.saturating_sub(1))) { "Back" }
            a rel="next" href=(after((shown + 1).min(steps.len()))) { "Next" }
            a rel="last" href=(after(steps.len())) { "Last" }
            span.count { span data-shown { (shown) } " of " (steps.len()) }
            span.player hidden {
                button type="button" data-play { "Play" }
                label { "Speed " select data-speed {
                    option value="2000" { "slow" } option value="1000" selected { "normal" } option value="300" { "fast" }
                    option value="60" { "fastest" }
                } }
                label.by { "Steps by " select data-by {
                    option value="event" { "event" } option value="turn" { "turn" } option value="round" { "round" }
                } }
                (curve(telling))
                input type="range" data-slider min="0" max=(steps.len()) value=(shown) aria-label="Step";
            }
        }
    }
}

/// Links to the same position as each seat sees it.
pub(super) fn eyes(telling: &Telling, seat: Option<u32>) -> Markup {
    let at = telling.shown().map_or_else(|| "?at=start".to_owned(), |step| format!("?at={}", step.events.end - 1));
    html! {
        p.eyes {
            "Seen by "
            a href=(at) aria-current=[seat.is_none().then_some("true")] { "everybody" }
            @for other in telling.seats.names.count().seats() {
                " · "
                a href=(with_seat(&at, Some(other.number().into())))
                    aria-current=[(seat == Some(other.number().into())).then_some("true")] { (telling.seats.player(other)) }
            }
        }
    }
}

/// Where the points came from, once the match has ended.
pub(super) fn sheet(record: &pb::MatchRecord, telling: &Telling) -> Markup {
    let places: Vec<String> = record.results.iter().map(|result| result.place.to_string()).collect();
    html! {
        section {
            h2 { "Where the points come from" }
            (wide("Points", html! {
                table.sheet {
                    caption { "Points at the end of what was played" }
                    thead { tr {
                        th scope="col" { "For" }
                        @for seat in telling.seats.names.count().seats() {
                            th.number scope="col" { (telling.seats.player(seat)) }
                        }
                    } }
                    tbody {
                        @for line in &telling.sheet.lines {
                            tr { th scope="row" { (line.label) } @for points in line.points.iter() { td.number { (points) } } }
                        }
                        tr.sum { th scope="row" { "points" } @for points in telling.points.iter() { td.number { (points) } } }
                        @for line in &telling.sheet.ties {
                            tr { th scope="row" { "if tied: " (line.label) } @for count in line.points.iter() { td.number { (count) } } }
                        }
                        @if !places.is_empty() {
                            tr { th scope="row" { "place" } @for place in &places { td.number { (place) } } }
                        }
                    }
                }
            }))
        }
    }
}

/// A note that the arena doesn't keep the moves any more.
pub(super) fn moves_removed(record: &pb::MatchRecord) -> Markup {
    let events = record.moves_removed.map_or(0, |removed| removed.events);
    html! {
        p.notice {
            "The moves of this match, " (events) " events, were removed, since its arena keeps moves for a limited time."
        }
    }
}
