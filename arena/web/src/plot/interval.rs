//! Estimates with their intervals, one in each row of a table, all on the same axis.

use maud::{Markup, html};

use super::at;
use crate::scale::Scale;

const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 22.0;
/// How far an interval is drawn beyond the outermost estimates. The interval of a new bot would otherwise make all
/// others tiny.
const BEYOND: f64 = 300.0;
const TICKS_MAX: f64 = 4.0;

/// The axis that the rows share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Intervals(Scale);

/// An estimate with the ends of its interval; an end may be missing.
pub(crate) type Estimate = (f64, Option<f64>, Option<f64>);

impl Intervals {
    /// An axis for all these estimates.
    pub(crate) fn of(estimates: &[Estimate]) -> Intervals {
        let lowest = estimates.iter().fold(f64::MAX, |lowest, (estimate, ..)| lowest.min(*estimate));
        let highest = estimates.iter().fold(f64::MIN, |highest, (estimate, ..)| highest.max(*estimate));
        let is_near = |end: &f64| (lowest - BEYOND..=highest + BEYOND).contains(end);
        let ends = estimates.iter().flat_map(|(_, lower, upper)| [*lower, *upper]).flatten().filter(is_near);
        Intervals(Scale::of(estimates.iter().map(|(estimate, ..)| *estimate).chain(ends)))
    }

    /// One row: a dot on a line, which ends in an arrow where the interval goes on beyond the plot.
    pub(crate) fn row(&self, (estimate, lower, upper): Estimate) -> Markup {
        let (y, shown) = (HEIGHT / 2.0, |end: Option<f64>| end.filter(|end| self.0.has(*end)));
        let (from, to) =
            (shown(lower).map_or(2.0, |end| self.x(end)), shown(upper).map_or(WIDTH - 2.0, |end| self.x(end)));
        html! {
            svg.intervals width=(WIDTH) height=(HEIGHT) viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) aria-hidden="true" {
                @for tick in self.0.ticks(TICKS_MAX) {
                    @let x = at(self.x(tick));
                    line.grid x1=(x) x2=(x) y1="0" y2=(HEIGHT) {}
                }
                line.interval x1=(at(from)) x2=(at(to)) y1=(at(y)) y2=(at(y)) {}
                (end(from, y, -1.0, shown(lower).is_none()))
                (end(to, y, 1.0, shown(upper).is_none()))
                circle.dot cx=(at(self.x(estimate))) cy=(at(y)) r="4.5" {}
            }
        }
    }

    fn x(&self, points: f64) -> f64 {
        8.0 + self.0.share(points) * (WIDTH - 16.0)
    }
}

/// The numbers of the axis, for the head of the table.
pub(crate) fn axis(Intervals(scale): &Intervals) -> Markup {
    let x = |points: f64| 8.0 + scale.share(points) * (WIDTH - 16.0);
    html! {
        svg.intervals width=(WIDTH) height="16" viewBox=(format!("0 0 {WIDTH} 16")) aria-hidden="true" {
            @for tick in scale.ticks(TICKS_MAX) {
                text.tick x=(at(x(tick))) y="13" text-anchor="middle" { (tick) }
            }
        }
    }
}

/// The end of an interval: a bar, or an arrow if it goes on.
fn end(x: f64, y: f64, direction: f64, goes_on: bool) -> Markup {
    let back = x - 5.0 * direction;
    html! {
        @if goes_on {
            path.interval d=(format!("M{back:.1} {:.1} L{x:.1} {y:.1} L{back:.1} {:.1}", y - 4.0, y + 4.0)) {}
        } @else {
            line.interval x1=(at(x)) x2=(at(x)) y1=(at(y - 4.0)) y2=(at(y + 4.0)) {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_and_far_ends_are_arrows_and_do_not_stretch_the_axis() {
        let all =
            [(1700.0, Some(1600.0), None), (1500.0, Some(1450.0), Some(1550.0)), (1490.0, Some(-4000.0), Some(6000.0))];
        let intervals = Intervals::of(&all);
        let arrows = all.map(|estimate| intervals.row(estimate).into_string().matches("<path").count());
        assert_eq!(arrows, [1, 0, 2]);
        let axis = axis(&intervals).into_string();
        assert!(axis.contains(">1600</text>") && !axis.contains("000</text>"), "{axis}");
        assert!(!intervals.row(all[2]).into_string().contains("style="));
    }
}
