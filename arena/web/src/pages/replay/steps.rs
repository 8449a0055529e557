//! What happened, in sentences. Each one links to the board after it.

use kahua_engine::Seat;
use kahua_story::{Step, StepKind};
use maud::{Markup, html};

use crate::language::Language;
use crate::pages::replay::table::address;
use crate::sentences::{happened, kind, scores};
use crate::telling::{Telling, seat_of};
use crate::words;

/// The sentences of all steps, by the parts of the game.
pub(super) fn list(language: Language, telling: &Telling, seat: Option<u32>) -> Markup {
    html! {
        @for (number, part) in parts(&telling.steps) {
            @if let Some(heading) = part.first().and_then(|step| step.part.as_ref()) {
                h3 { (heading) }
            }
            ol.steps {
                @for number in number + 1..=number + part.len() {
                    (item(language, telling, number, seat))
                }
            }
        }
    }
}

/// The steps of each part, with the index of its first.
fn parts(steps: &[Step]) -> impl Iterator<Item = (usize, &[Step])> {
    let starts = (0..steps.len()).filter(|index| *index == 0 || steps[*index].part.is_some());
    let ends = starts.clone().skip(1).chain([steps.len()]);
    starts.zip(ends).map(|(start, end)| (start, &steps[start..end]))
}

/// The sentence of the step with this number, from 1. The points stand where they change, and a turn is a group.
fn item(language: Language, telling: &Telling, number: usize, seat: Option<u32>) -> Markup {
    let step = &telling.steps[number - 1];
    let before = number.checked_sub(2).map(|index| &telling.steps[index]);
    let current = (number == telling.position.steps).then_some("step");
    let begins_turn = turn_of(step).is_some() && before.and_then(turn_of) != turn_of(step);
    let scored = before.is_none_or(|before| before.scores != step.scores);
    html! {
        li class={"step " (kind(step)) @if begins_turn { " begins" }} {
            a href=(address(step, seat)) data-step=(number) aria-current=[current] {
                @if scored { (scores(step)) " " }
                (happened(language, &telling.seats, step))
            }
            @if let StepKind::Decision { comment, .. } = &step.kind && !comment.is_empty() {
                q.comment { bdi { (words::safe(comment)) } }
            }
        }
    }
}

/// The seat whose turn it was.
fn turn_of(step: &Step) -> Option<Seat> {
    match step.kind {
        StepKind::Decision { in_turn_of: Some(turn), .. } => Some(turn),
        _ => seat_of(step),
    }
}
