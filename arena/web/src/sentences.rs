//! The sentences of steps, in replays and while a match is played.

use kahua_story::{Step, StepKind};
use maud::{Markup, html};

use crate::language::{Language, say};
use crate::seats::Seats;
use crate::telling::seat_of;

/// The kind of a step, for the style sheet.
pub(crate) fn kind(step: &Step) -> &'static str {
    match step.kind {
        StepKind::Decision { .. } => "decision",
        StepKind::Fault(_) => "fault",
        StepKind::Chance | StepKind::Resumption => "aside",
    }
}

/// A step as a sentence: the points after it, seat by seat, the player, and what happened.
pub(crate) fn sentence(language: Language, seats: &Seats, step: &Step) -> Markup {
    html! { (scores(step)) " " (happened(language, seats, step)) }
}

/// The player, and what happened.
pub(crate) fn happened(language: Language, seats: &Seats, step: &Step) -> Markup {
    html! {
        @if let Some(seat) = seat_of(step) { (seats.shape(seat)) " " }
        span.text {
            @if let StepKind::Decision { in_turn_of, substitute, .. } = &step.kind {
                @if let Some(turn) = in_turn_of { (say!(language, "(In the turn of {0})", seats.names[*turn])) " " }
                @if *substitute { (say!(language, "(The arena decides)")) " " }
            }
            (step.text)
        }
    }
}

/// The points of all seats.
pub(crate) fn scores(step: &Step) -> Markup {
    let scores: Vec<String> = step.scores.iter().map(ToString::to_string).collect();
    html! { span.scores { (scores.join("–")) } }
}
