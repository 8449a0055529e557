//! How well each bot thought it was doing, from its own comments: a line for each seat.

use kahua_engine::{PerSeat, Seat};
use kahua_show::seat_shape;
use kahua_story::StepKind;
use maud::{Markup, html};

use crate::language::{Language, say};
use crate::pages::replay::table::address;
use crate::pages::replay::timeline::{RIGHT, WIDTH, cursor, x};
use crate::telling::Telling;
use crate::wide::wide;
use crate::words;

/// How high the drawing is: 1 % is two of its units.
const HEIGHT: u32 = 200;

/// One judgement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged<'a> {
    /// The number of the step, from 1.
    pub(super) step: usize,
    pub(super) percent: u32,
    comment: &'a str,
}

/// The lines, if any comment of the match says what its bot expects.
pub(super) fn section(language: Language, telling: &Telling, seat: Option<u32>) -> Markup {
    let judged = judgements(telling);
    if judged.iter().all(Vec::is_empty) {
        return html! {};
    }
    html! {
        section {
            h2 { (say!(language, "What they expected")) }
            p.faint {
                (say!(
                    language,
                    "How well each bot thought it was doing, by its own comments: at the top it was certain to win, at \
                     the bottom to come last. The thin lines above the slider say the same."
                ))
            }
            (drawing(telling, &judged, seat))
            (figures(language, telling, &judged))
        }
    }
}

/// What each seat's comments say.
pub(super) fn judgements(telling: &Telling) -> PerSeat<Vec<Judged<'_>>> {
    let mut judged = telling.seats.names.map(|_| Vec::new());
    for (step, number) in telling.steps.iter().zip(1..) {
        if let StepKind::Decision { seat, comment, .. } = &step.kind
            && let Some(percent) = expected(comment)
        {
            judged[*seat].push(Judged { step: number, percent, comment });
        }
    }
    judged
}

/// What a comment that begins with `expects 62 %` says: from 0 to 100.
fn expected(comment: &str) -> Option<u32> {
    let (number, _) = comment.strip_prefix("expects ")?.split_once('%')?;
    number.trim().parse().ok().filter(|percent| *percent <= 100)
}

/// The drawing shows only what the comments next to the sentences say. So it is hidden from screen readers and the tab
/// key.
fn drawing(telling: &Telling, judged: &PerSeat<Vec<Judged<'_>>>, seat: Option<u32>) -> Markup {
    let view_box = format!("0 0 {WIDTH} {HEIGHT}");
    html! {
        svg class={"board timeline expected " (telling.seats.game)} viewBox=(view_box) preserveAspectRatio="none" aria-hidden="true" {
            line.base x1="0" x2=(WIDTH) y1=(y(50)) y2=(y(50)) {}
            @for (of, judged) in judged.entries() { (line(telling, of, judged)) }
            @for one in judged.iter().flatten() {
                a href=(address(&telling.steps[one.step - 1], seat)) data-step=(one.step) tabindex="-1" {
                    rect.reach x=(x(one.step, telling)) y="0" width="8" height=(HEIGHT) {
                        title { (words::safe(one.comment)) }
                    }
                }
            }
            (cursor(telling, HEIGHT as usize))
        }
    }
}

/// One seat's judgements. Its shape marks the last one, since colours alone don't tell seats apart.
fn line(telling: &Telling, seat: Seat, judged: &[Judged<'_>]) -> Markup {
    let Some(last) = judged.last() else { return html! {} };
    let points: Vec<String> = judged.iter().map(|one| format!("{},{}", x(one.step, telling), y(one.percent))).collect();
    let end = x(last.step, telling).min(RIGHT);
    html! {
        polyline class={"line line-" (seat)} points=(points.join(" ")) vector-effect="non-scaling-stroke" {}
        g transform={"translate(" (end) " " (y(last.percent)) ")"} { (seat_shape(seat, 9)) }
    }
}

fn y(percent: u32) -> u32 {
    (HEIGHT / 100) * (100 - percent)
}

/// What each seat expected at first, at worst, at best and last.
fn figures(language: Language, telling: &Telling, judged: &PerSeat<Vec<Judged<'_>>>) -> Markup {
    let name = say!(language, "What they expected");
    html! {
        (wide(name, html! {
            table {
                caption { (name) }
                thead { tr {
                    th scope="col" { (say!(language, "Bot")) }
                    th.number scope="col" { (say!(language, "At first")) }
                    th.number scope="col" { (say!(language, "At worst")) }
                    th.number scope="col" { (say!(language, "At best")) }
                    th.number scope="col" { (say!(language, "Last")) }
                } }
                tbody {
                    @for (seat, judged) in judged.entries() {
                        @if let (Some(first), Some(last)) = (judged.first(), judged.last()) {
                            @let all = judged.iter().map(|one| one.percent);
                            tr {
                                th scope="row" { (telling.seats.player(seat)) }
                                @for percent in [first.percent, all.clone().min().unwrap_or(0), all.max().unwrap_or(0), last.percent] {
                                    td.number { (percent) " %" }
                                }
                            }
                        }
                    }
                }
            }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_says_what_its_bot_expects_at_its_beginning() {
        for (comment, percent) in [
            ("expects 62 %", Some(62)),
            ("expects 0%, and despairs", Some(0)),
            ("expects 100 % of 3", Some(100)),
            ("expects 101 %", None),
            ("expects -1 %", None),
            ("expects 62", None),
            ("it expects 62 %", None),
            ("", None),
        ] {
            assert_eq!(expected(comment), percent, "{comment}");
        }
    }
}
