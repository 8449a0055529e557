//! A decision unfolded: what its bot was asked, what else it could have answered, and how long it took.

use std::time::Duration;

use kahua_core::clock::TimeControl;
use kahua_engine::Seat;
use kahua_proto::pb::arena::v1 as pb;
use kahua_story::{Step, StepKind};
use maud::{Markup, html};

use crate::language::{Language, compose, say};
use crate::telling::{Choice, Telling};
use crate::wide::wide;
use crate::words;

/// The decision that led to the position; nothing if something else did.
pub(super) fn section(language: Language, record: &pb::MatchRecord, telling: &Telling) -> Markup {
    let (Some(choice), Some(step)) = (&telling.position.choice, telling.shown()) else { return html! {} };
    html! {
        section.choice {
            h2 id="decision" { (say!(language, "The decision of event {0}", step.events.start)) }
            (facts(language, record, telling, choice, step))
            details {
                summary { (say!(language, "The {0} legal actions", choice.actions.len())) }
                (wide(say!(language, "Legal actions"), html! {
                    table {
                        caption { (say!(language, "Legal actions, in the order in which the bot was sent them")) }
                        thead { tr {
                            th.number scope="col" { (say!(language, "Index")) }
                            th scope="col" { (say!(language, "Notation")) }
                            th scope="col" { (say!(language, "What it does")) }
                        } }
                        tbody {
                            @for (index, (notation, text)) in choice.actions.iter().enumerate() {
                                tr class=[(*notation == choice.taken).then_some("taken")] {
                                    td.number { (index) }
                                    td {
                                        code { (notation) }
                                        @if *notation == choice.taken { " " (say!(language, "(taken)")) }
                                    }
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

/// What was answered, after how long, and with how much time left.
fn facts(language: Language, record: &pb::MatchRecord, telling: &Telling, choice: &Choice, step: &Step) -> Markup {
    let StepKind::Decision { substitute, think, .. } = &step.kind else { return html! {} };
    let index = choice.actions.iter().position(|(notation, _)| *notation == choice.taken);
    let event = record.events.get(step.events.start).and_then(|event| match &event.event {
        Some(pb::recorded_event::Event::Decision(decision)) => Some(decision),
        _ => None,
    });
    let (player, taken) = (telling.seats.player(choice.seat), html! { code { (choice.taken) } });
    let index = index.map(|index| say!(language, ", index {0} of the list,", index)).unwrap_or_default();
    let left = bank_before(record, choice.seat, step.events.start).map(|left| words::measured(language, left));
    let left = left.map(|left| say!(language, ", with {0} left in the bank before", left)).unwrap_or_default();
    let think = words::measured(language, *think);
    html! {
        p {
            @if *substitute {
                (compose!(
                    language,
                    "{0} didn't answer properly, and the arena took {1}{2} after {3}{4}.",
                    player, taken, index, think, left
                ))
            } @else {
                (compose!(language, "{0} answered {1}{2} after {3}{4}.", player, taken, index, think, left))
            }
            @if let Some(delay) = event.map(|decision| decision.arena_delay_us).filter(|delay| *delay > 0) {
                " " (say!(language, "The arena itself took {0} more.", words::measured(language, Duration::from_micros(delay))))
            }
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
