//! A decision unfolded: what its bot was asked, what else it could have answered, and how long it took.

use kahua_core::words::measured;
use std::time::Duration;

use kahua_core::clock::TimeControl;
use kahua_engine::Seat;
use kahua_proto::pb::arena::v1 as pb;
use kahua_story::{Step, StepKind};
use maud::{Markup, html};

use crate::telling::{Choice, Telling};
use crate::wide::wide;

/// The decision that led to the position; nothing if something else did.
pub(super) fn section(record: &pb::MatchRecord, telling: &Telling) -> Markup {
    let (Some(choice), Some(step)) = (&telling.position.choice, telling.shown()) else { return html! {} };
    html! {
        section.choice {
            h2 id="decision" { "The decision of event " (step.events.start) }
            (facts(record, telling, choice, step))
            details {
                summary { "The " (choice.actions.len()) " legal actions" }
                (wide("Legal actions", html! {
                    table {
                        caption { "Legal actions, in the order in which the bot was sent them" }
                        thead { tr {
                            th.number scope="col" { "Index" } th scope="col" { "Notation" } th scope="col" { "What it does" }
                        } }
                        tbody {
                            @for (index, (notation, text)) in choice.actions.iter().enumerate() {
                                tr class=[(*notation == choice.taken).then_some("taken")] {
                                    td.number { (index) }
                                    td { code { (notation) } @if *notation == choice.taken { " (taken)" } }
                                    td { (text) }
                                }
                            }
                        }
                    }
                }))
            }
        }
    }
}

fn facts(record: &pb::MatchRecord, telling: &Telling, choice: &Choice, step: &Step) -> Markup {
    let StepKind::Decision { substitute, think, .. } = &step.kind else { return html! {} };
    let index = choice.actions.iter().position(|(notation, _)| *notation == choice.taken);
    let event = record.events.get(step.events.start).and_then(|event| match &event.event {
        Some(pb::recorded_event::Event::Decision(decision)) => Some(decision),
        _ => None,
    });
    html! {
        p {
            (telling.seats.player(choice.seat))
            @if *substitute { " didn't answer properly, and the arena took " } @else { " answered " }
            code { (choice.taken) }
            @if let Some(index) = index { ", index " (index) " of the list," }
            " after " (measured(*think))
            @if let Some(left) = bank_before(record, choice.seat, step.events.start) { ", with " (measured(left)) " left in the bank before" }
            @if let Some(delay) = event.map(|decision| decision.arena_delay_us).filter(|delay| *delay > 0) {
                ". The arena itself took " (measured(Duration::from_micros(delay))) " more"
            }
            "."
        }
    }
}

/// What a seat had in its bank before this event; `None` without a bank.
fn bank_before(record: &pb::MatchRecord, seat: Seat, event: usize) -> Option<Duration> {
    let control = TimeControl::from_wire(record.time_control.as_ref()?).ok()?;
    let thought = record.events[..event].iter().filter_map(|event| match &event.event {
        Some(pb::recorded_event::Event::Decision(decision)) if decision.seat == u32::from(seat.number()) => {
            Some(Duration::from_micros(decision.think_us))
        }
        _ => None,
    });
    Some(thought.fold(control.bank?, |bank, think| control.bank_after(bank, think)))
}
