//! The points of every seat from the first step to the last, above the slider: where rounds begin, where the lead changes,
//! where faults are, and what bots expected.

use kahua_engine::{PerSeat, Seat};
use kahua_story::StepKind;
use maud::{Markup, html};

use crate::language::{Language, say};
use crate::pages::replay::expectation::{Judged, judgements};
use crate::telling::Telling;

/// How wide and how high the drawing is, in its own units.
const WIDTH: usize = 1000;
const HEIGHT: i32 = 100;

/// The drawing shows only what is in the list of sentences too. So it is hidden from screen readers.
pub(super) fn curve(language: Language, telling: &Telling) -> Markup {
    let steps = &telling.steps;
    let x = |number: usize| number * WIDTH / steps.len().max(1);
    let all = || steps.iter().flat_map(|step| step.scores.iter().copied());
    let (least, most) = (all().min().unwrap_or(0).min(0), all().max().unwrap_or(0).max(1));
    let y = |points: i32| HEIGHT - (points - least) * HEIGHT / (most - least);
    let leaders: Vec<Option<Seat>> = steps.iter().map(|step| leader(&step.scores)).collect();
    html! {
        svg class={"board timeline curve " (telling.seats.game)} viewBox=(format!("0 -4 {WIDTH} {}", HEIGHT + 8))
            preserveAspectRatio="none" aria-hidden="true" {
            @for (step, number) in steps.iter().zip(1..) {
                @if let Some(part) = &step.part {
                    line.base x1=(x(number)) x2=(x(number)) y1="0" y2=(HEIGHT) {
                        title { (part) }
                    }
                }
                @if let StepKind::Fault(_) = step.kind {
                    path.cross d={"M" (x(number)) " 80l8 20m0 -20l-8 20"} {
                        title { (step.text) }
                    }
                }
            }
            @for number in lead_changes(&leaders) {
                path.lead d={"M" (x(number)) " 0l-6 -4h12z"} { title { (say!(language, "The lead changes.")) } }
            }
            @for (seat, judged) in judgements(telling).entries() {
                @if !judged.is_empty() {
                    polyline class={"expects line line-" (seat)} points=(expected(judged, x)) vector-effect="non-scaling-stroke" {}
                }
                polyline class={"line line-" (seat)} points=(points(telling, seat, x, y)) vector-effect="non-scaling-stroke" {}
            }
        }
    }
}

/// One seat's points, as corners of a line: where nothing changes it needs none.
fn points(telling: &Telling, seat: Seat, x: impl Fn(usize) -> usize, y: impl Fn(i32) -> i32) -> String {
    let mut corners = vec![format!("{},{}", x(0), y(0))];
    let mut last = 0;
    for (step, number) in telling.steps.iter().zip(1..) {
        let now = step.scores[seat];
        if now != last || number == telling.steps.len() {
            corners.push(format!("{},{}", x(number - 1), y(last)));
            corners.push(format!("{},{}", x(number), y(now)));
        }
        last = now;
    }
    corners.join(" ")
}

/// What one seat expected, as corners of a line from the bottom (to come last) to the top (to win).
fn expected(judged: &[Judged<'_>], x: impl Fn(usize) -> usize) -> String {
    let corners = judged.iter().map(|one| format!("{},{}", x(one.step), 100 - one.percent));
    corners.collect::<Vec<_>>().join(" ")
}

/// Who has the most points, if one seat alone has.
fn leader(scores: &PerSeat<i32>) -> Option<Seat> {
    let most = scores.iter().max()?;
    let mut first = scores.entries().filter(|(_, points)| *points == most).map(|(seat, _)| seat);
    first.next().filter(|_| first.next().is_none())
}

/// The numbers of the steps after which another seat leads than the one that led last.
fn lead_changes(leaders: &[Option<Seat>]) -> Vec<usize> {
    let mut last = None;
    let mut changes = Vec::new();
    for (leader, number) in leaders.iter().zip(1..) {
        let Some(leader) = leader else { continue };
        if last.is_some_and(|last| last != leader) {
            changes.push(number);
        }
        last = Some(leader);
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lead_changes_when_another_seat_leads_alone() {
        let scores = [[0, 0], [3, 0], [3, 3], [4, 3], [4, 9], [9, 9], [10, 9]];
        let leaders = scores.map(|scores| leader(&PerSeat::from_values(scores).unwrap()));
        assert_eq!(lead_changes(&leaders), [5, 7]);
    }
}
