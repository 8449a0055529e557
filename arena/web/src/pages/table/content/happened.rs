//! What has happened at a table, what came since one's own last decision first, and what the points are.

use std::sync::Arc;

use kahua_show::shown;
use kahua_story::{Step, StepKind};
use maud::{Markup, html};

use super::Content;
use crate::language::say;
use crate::play::you;
use crate::seats::shape;
use crate::telling::seat_of;
use crate::wide::wide;

/// At most this many of the steps since the last decision are shown at once; the others are folded away.
const STEPS_SHOWN: usize = 12;

impl Content<'_> {
    /// A sentence as it is told to the person in this seat.
    pub(super) fn to_me(&self, text: &str) -> String {
        you::told(self.frame.language, text, &self.view.names[self.seat])
    }

    /// What has happened since the last decision of this seat; its decision itself, if nothing has.
    pub(super) fn steps_since(&self) -> &[Arc<Step>] {
        let steps = &self.view.steps;
        let mine = |step: &Arc<Step>| matches!(step.kind, StepKind::Decision { seat, .. } if seat == self.seat);
        let since = steps.iter().rposition(mine).map_or(0, |last| last + 1);
        let since = if since == steps.len() { since.saturating_sub(1) } else { since };
        &steps[since.max(steps.len().saturating_sub(STEPS_SHOWN))..]
    }

    pub(super) fn since(&self) -> Markup {
        let since = self.steps_since();
        let language = self.frame.language;
        html! {
            h2 { (say!(language, "Since your last decision")) }
            @if since.is_empty() { p { (say!(language, "Nothing has happened yet.")) } }
            ol.log { @for step in since { (self.step(step)) } }
        }
    }

    /// What has happened before that, the latest first.
    pub(super) fn before(&self) -> Markup {
        let before = &self.view.steps[..self.view.steps.len() - self.steps_since().len()];
        let language = self.frame.language;
        html! {
            @if !before.is_empty() {
                details #before {
                    summary { (say!(language, "What has happened before")) }
                    ul.log { @for step in before.iter().rev() { (self.step(step)) } }
                }
            }
        }
    }

    fn step(&self, step: &Step) -> Markup {
        let class = match &step.kind {
            StepKind::Decision { seat, .. } if *seat == self.seat => "mine",
            StepKind::Chance => "chance",
            _ => "others",
        };
        html! {
            li class=(class) {
                @if let Some(part) = &step.part { strong { (part) } " " }
                @if let Some(seat) = seat_of(step) { (shape(self.view.game.info().name, seat)) " " }
                (self.to_me(&step.text))
            }
        }
    }

    pub(super) fn scores(&self) -> Markup {
        let sheet = shown(&*self.view.game).score_sheet(self.frame.language);
        let scores = self.view.game.scores_if_ended();
        let game = self.view.game.info().name;
        let language = self.frame.language;
        let points = say!(language, "Points");
        let title = if self.is_over() { points } else { say!(language, "Points if the final scoring came now") };
        html! {
            details #points {
                summary { (title) }
                (wide(points, html! {
                    table.sheet {
                        thead {
                            tr {
                                th scope="col" { (say!(language, "For")) }
                                @for (seat, name) in self.view.names.entries() {
                                    th.number scope="col" title=(name) {
                                        (shape(game, seat)) span.for-readers { (name) }
                                        @if seat == self.seat { " " (say!(language, "you")) }
                                    }
                                }
                            }
                        }
                        tbody {
                            @for line in &sheet.lines {
                                tr {
                                    th scope="row" { (line.label) }
                                    @for points in &line.points { td.number { (points) } }
                                }
                            }
                            tr.sum {
                                th scope="row" { (say!(language, "all")) }
                                @for score in &scores { td.number { (score) } }
                            }
                            @for line in &sheet.ties {
                                tr {
                                    th scope="row" { (say!(language, "if tied: {0}", line.label)) }
                                    @for count in &line.points { td.number { (count) } }
                                }
                            }
                        }
                    }
                }))
            }
        }
    }
}
