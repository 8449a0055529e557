//! What surrounds the board: the position in the match, links to other positions, and where the points came from.

use kahua_engine::PerSeat;
use kahua_proto::pb::arena::v1 as pb;
use kahua_story::Step;
use maud::{Markup, html};

use crate::language::{Language, compose, say};
use crate::pages::replay::curve::curve;
use crate::seats::Seats;
use crate::sentences::happened;
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
pub(super) fn now(language: Language, telling: &Telling) -> Markup {
    let position = &telling.position;
    html! {
        div.now { (points(&position.part, &telling.seats, &position.scores)) }
        // The script says it too.
        @let begins = say!(language, "The game is about to begin");
        p.last aria-live="polite" data-begins=(begins) {
            @match telling.shown() {
                Some(step) => (happened(language, &telling.seats, step)),
                None => { (begins) "." },
            }
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
pub(super) fn controls(language: Language, telling: &Telling, seat: Option<u32>, is_file: bool) -> Markup {
    let steps = &telling.steps;
    let shown = telling.position.steps;
    let after = |count: usize| match count.checked_sub(1).and_then(|index| steps.get(index)) {
        Some(step) => address(step, seat),
        None => with_seat("?at=start", seat),
    };
    html! {
        nav.controls aria-label=(say!(language, "Steps")) hidden[is_file] {
            a rel="first" href=(with_seat("?at=start", seat)) { (say!(language, "First")) }
            a rel="prev" href=(after(shown.saturating_sub(1))) { (say!(language, "Back")) }
            a rel="next" href=(after((shown + 1).min(steps.len()))) { (say!(language, "Next")) }
            a rel="last" href=(after(steps.len())) { (say!(language, "Last")) }
            span.count { (compose!(language, "{0} of {1}", html! { span data-shown { (shown) } }, steps.len())) }
            span.player hidden {
                (player(language))
                (curve(language, telling))
                // The script fills the places.
                input type="range" data-slider min="0" max=(steps.len()) value=(shown)
                    aria-label=(say!(language, "Step"))
                    data-says=(say!(language, "Step {0} of {1}: {2}", "{0}", "{1}", "{2}"));
            }
        }
    }
}

/// What lets the match play by itself, and how fast.
fn player(language: Language) -> Markup {
    html! {
        button type="button" data-play data-pause=(say!(language, "Pause")) { (say!(language, "Play")) }
        label { (say!(language, "Speed")) " " select data-speed {
            option value="2000" { (say!(language, "slow")) }
            option value="1000" selected { (say!(language, "normal")) }
            option value="300" { (say!(language, "fast")) }
            option value="60" { (say!(language, "fastest")) }
        } }
        label.by { (say!(language, "Steps by")) " " select data-by {
            option value="event" { (say!(language, "event")) }
            option value="turn" { (say!(language, "turn")) }
            option value="round" { (say!(language, "round")) }
        } }
    }
}

/// Links to the same position as each seat sees it.
pub(super) fn eyes(language: Language, telling: &Telling, seat: Option<u32>) -> Markup {
    let at = telling.shown().map_or_else(|| "?at=start".to_owned(), |step| format!("?at={}", step.events.end - 1));
    let links = html! {
        a href=(at) aria-current=[seat.is_none().then_some("true")] { (say!(language, "everybody")) }
        @for other in telling.seats.names.count().seats() {
            " · "
            a href=(with_seat(&at, Some(other.number().into())))
                aria-current=[(seat == Some(other.number().into())).then_some("true")] { (telling.seats.player(other)) }
        }
    };
    html! { p.eyes { (compose!(language, "Seen by {0}", links)) } }
}

/// Where the points came from, once the match has ended.
pub(super) fn sheet(language: Language, record: &pb::MatchRecord, telling: &Telling) -> Markup {
    let places: Vec<String> = record.results.iter().map(|result| result.place.to_string()).collect();
    html! {
        section {
            h2 { (say!(language, "Where the points come from")) }
            (wide(say!(language, "Points"), html! {
                table.sheet {
                    caption { (say!(language, "Points at the end of what was played")) }
                    thead { tr {
                        th scope="col" { (say!(language, "For")) }
                        @for seat in telling.seats.names.count().seats() {
                            th.number scope="col" { (telling.seats.player(seat)) }
                        }
                    } }
                    tbody {
                        @for line in &telling.sheet.lines {
                            tr {
                                th scope="row" { (line.label) }
                                @for points in line.points.iter() { td.number { (points) } }
                            }
                        }
                        tr.sum {
                            th scope="row" { (say!(language, "points")) }
                            @for points in telling.points.iter() { td.number { (points) } }
                        }
                        @for line in &telling.sheet.ties {
                            tr {
                                th scope="row" { (say!(language, "if tied: {0}", line.label)) }
                                @for count in line.points.iter() { td.number { (count) } }
                            }
                        }
                        @if !places.is_empty() {
                            tr {
                                th scope="row" { (say!(language, "place")) }
                                @for place in &places { td.number { (place) } }
                            }
                        }
                    }
                }
            }))
        }
    }
}

/// A note that the arena doesn't keep the moves any more.
pub(super) fn moves_removed(language: Language, record: &pb::MatchRecord) -> Markup {
    let events = record.moves_removed.map_or(0, |removed| removed.events);
    html! {
        p.notice {
            (say!(
                language,
                "The moves of this match, {0} events, were removed, since its arena keeps moves for a limited time.",
                events
            ))
        }
    }
}
