//! How long every player thought: a bar for each decision, with the faults between them.

use std::time::Duration;

use kahua_engine::{PerSeat, Seat};
use kahua_proto::pb::arena::v1 as pb;
use kahua_show::seat_shape;
use kahua_story::{Step, StepKind};
use maud::{Markup, html};

use crate::language::{Language, say};
use crate::pages::replay::table::address;
use crate::telling::{Telling, seat_of};
use crate::wide::wide;
use crate::words;

/// How wide the drawing is, in its own units.
pub(super) const WIDTH: usize = 1000;

/// Where the bars begin and end.
const LEFT: usize = 30;
pub(super) const RIGHT: usize = WIDTH - 12;

/// How high the row of one seat is.
const ROW: usize = 44;

/// How high a bar is at most.
const BAR: usize = 38;

/// Think times up to this are drawn as a line. It is also the unit of the bars' logarithmic scale.
const SHORTEST: Duration = Duration::from_micros(100);

/// How long every player thought, as a drawing and in figures. The drawing may be packed elsewhere.
pub(super) fn section(
    language: Language,
    record: &pb::MatchRecord,
    telling: &Telling,
    drawing: Option<&Markup>,
) -> Markup {
    if record.events.is_empty() {
        return html! {};
    }
    html! {
        section {
            h2 { (say!(language, "How long they thought")) }
            p.faint {
                (say!(
                    language,
                    "Each bar is a decision. It grows by a fifth of the row for every tenfold of the time. A cross is a \
                     fault."
                ))
            }
            div data-part="timeline" { @if let Some(drawing) = drawing { (drawing) } }
            (figures(language, telling))
        }
    }
}

/// The drawing shows only what is in the list of sentences too. So it is hidden from screen readers and the tab key.
pub(super) fn drawing(language: Language, telling: &Telling, seat: Option<u32>) -> Markup {
    let height = ROW * telling.seats.names.count().get();
    let view_box = format!("0 0 {WIDTH} {height}");
    html! {
        svg class={"board timeline " (telling.seats.game)} viewBox=(view_box) preserveAspectRatio="none" aria-hidden="true" {
            @for seat in telling.seats.names.count().seats() {
                @let base = (seat.index() + 1) * ROW;
                line.base x1="0" x2=(WIDTH) y1=(base) y2=(base) {}
                g transform={"translate(14 " (base - ROW / 2) ")"} { (seat_shape(seat, 10)) }
            }
            @for (step, number) in telling.steps.iter().zip(1..) {
                @if let Some(of) = seat_of(step) {
                    a href=(address(step, seat)) data-step=(number) tabindex="-1" {
                        (mark(language, telling, step, number, of))
                    }
                }
            }
            (cursor(telling, height))
        }
    }
}

fn mark(language: Language, telling: &Telling, step: &Step, number: usize, seat: Seat) -> Markup {
    let (x, base) = (x(number, telling), (seat.index() + 1) * ROW);
    let wide = (WIDTH / telling.steps.len().max(1)).clamp(2, 12);
    let name = &telling.seats.names[seat];
    match &step.kind {
        StepKind::Decision { think, .. } => {
            let high = height(*think);
            html! {
                rect.reach x=(x) y=(base - ROW) width=(wide) height=(ROW) {}
                rect class={"bar seat-" (seat)} x=(x) y=(base - high) width=(wide) height=(high) {
                    title { (name) ": " (words::measured(language, *think)) }
                }
            }
        }
        _ => html! {
            path.cross d={"M" (x) " " (base - 30) "l12 20m0 -20l-12 20"} {
                title { (step.text) }
            }
        },
    }
}

/// The line at the step that is shown, which the script moves.
pub(super) fn cursor(telling: &Telling, height: usize) -> Markup {
    let at = x(telling.position.steps, telling);
    html! { line.cursor data-left=(LEFT) data-right=(RIGHT) x1=(at) x2=(at) y1="0" y2=(height) {} }
}

/// Where a step is, from the left.
pub(super) fn x(number: usize, telling: &Telling) -> usize {
    LEFT + number * (RIGHT - LEFT) / telling.steps.len().max(1)
}

/// The height of a bar, on a logarithmic scale, since think times differ by orders of magnitude.
fn height(think: Duration) -> usize {
    let times = think.as_secs_f64() / SHORTEST.as_secs_f64();
    if times <= 1.0 { 1 } else { ((times.log10() * 0.2 * BAR as f64) as usize).clamp(1, BAR) }
}

/// The think times of each seat in figures.
fn figures(language: Language, telling: &Telling) -> Markup {
    let mut times: PerSeat<Vec<Duration>> = telling.seats.names.map(|_| Vec::new());
    for step in &telling.steps {
        if let StepKind::Decision { seat, think, .. } = step.kind {
            times[seat].push(think);
        }
    }
    times.iter_mut().for_each(|times| times.sort_unstable());
    let name = say!(language, "Think times");
    html! {
        (wide(name, html! {
            table {
                caption { (name) }
                thead { tr {
                    th scope="col" { (say!(language, "Bot")) }
                    th.number scope="col" { (say!(language, "Decisions")) }
                    th.number scope="col" { (say!(language, "Half of them within")) }
                    th.number scope="col" { (say!(language, "Longest")) }
                    th.number scope="col" { (say!(language, "Sum")) }
                } }
                tbody {
                    @for (seat, times) in times.entries() {
                        tr {
                            th scope="row" { (telling.seats.player(seat)) }
                            td.number { (times.len()) }
                            @for time in [times.get(times.len() / 2).copied(), times.last().copied(), sum(times)] {
                                td.number { (time.map_or_else(|| "–".to_owned(), |time| words::measured(language, time))) }
                            }
                        }
                    }
                }
            }
        }))
    }
}

/// All of these together; `None` if there are none.
fn sum(times: &[Duration]) -> Option<Duration> {
    times.iter().copied().reduce(Duration::saturating_add)
}
