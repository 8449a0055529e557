//! Plots as SVG.

use kahua_web::Language;
use kahua_web::figures::interval;
use kahua_web::scale::Scale;
use maud::{Markup, html};

use crate::grade::report::Rating;

/// The width of the plot, and of its part for names.
const WIDTH: f64 = 720.0;
const NAMES: f64 = 200.0;
/// The space to the right of the axis.
const MARGIN: f64 = 20.0;
/// The height of a line.
const LINE: f64 = 26.0;
/// The height of the axis.
const AXIS: f64 = 28.0;
/// The most characters of a name; of a longer one, the beginning is shown.
const NAME_MAX: usize = 22;
/// The most ticks of the axis.
const TICKS_MAX: f64 = 8.0;

/// Where the points of these ratings lie.
fn scale_of(ratings: &[Rating]) -> Scale {
    Scale::of(ratings.iter().flat_map(|rating| [Some(rating.elo), rating.lower, rating.upper]).flatten())
}

/// The position of this number of points on the axis.
fn x(scale: &Scale, points: f64) -> f64 {
    NAMES + scale.share(points) * (WIDTH - NAMES - MARGIN)
}

/// A line for each rating: its interval, and a dot or a square.
pub(super) fn ratings(ratings: &[Rating]) -> Markup {
    let scale = scale_of(ratings);
    let height = LINE * ratings.len() as f64 + AXIS;
    let bottom = height - AXIS;
    html! {
        svg.plot role="img" viewBox=(format!("0 0 {WIDTH} {height}")) aria-label="Ratings with their intervals; the table of results has the same figures" {
            title { "Ratings with 95 % intervals" }
            @for tick in scale.ticks(TICKS_MAX) {
                @let x = x(&scale, tick);
                line.grid x1=(at(x)) x2=(at(x)) y1="0" y2=(at(bottom)) {}
                text.tick x=(at(x)) y=(at(bottom + 18.0)) text-anchor="middle" { (tick) }
            }
            @for (rating, line) in ratings.iter().zip(0..) {
                (self::line(rating, &scale, LINE * (f64::from(line) + 0.5)))
            }
        }
    }
}

fn line(rating: &Rating, scale: &Scale, y: f64) -> Markup {
    let (from, to) = (
        rating.lower.map_or(NAMES + 6.0, |lower| x(scale, lower)),
        rating.upper.map_or(WIDTH - 6.0, |upper| x(scale, upper)),
    );
    let kind = if rating.is_reference { "reference" } else { "submission" };
    html! {
        g class=(kind) {
            title { (format!("{}: {:.0}, 95 %: {}", rating.name, rating.elo, interval(Language::English, rating.lower, rating.upper))) }
            text.name x=(at(NAMES - 12.0)) y=(at(y + 5.0)) text-anchor="end" { (short(&rating.name)) }
            line.interval x1=(at(from)) x2=(at(to)) y1=(at(y)) y2=(at(y)) {}
            (end(from, y, -1.0, rating.lower.is_none()))
            (end(to, y, 1.0, rating.upper.is_none()))
            @let x = x(scale, rating.elo);
            @if rating.is_reference {
                rect.dot x=(at(x - 5.0)) y=(at(y - 5.0)) width="10" height="10" {}
            } @else {
                circle.dot cx=(at(x)) cy=(at(y)) r="5.5" {}
            }
        }
    }
}

/// The end of an interval: a bar, or an arrow if it is open.
fn end(x: f64, y: f64, direction: f64, is_open: bool) -> Markup {
    let (back, tip) = (x - 6.0 * direction, x + 2.0 * direction);
    html! {
        @if is_open {
            path.interval d=(format!("M{back:.1} {:.1} L{tip:.1} {y:.1} L{back:.1} {:.1}", y - 5.0, y + 5.0)) {}
        } @else {
            line.interval x1=(at(x)) x2=(at(x)) y1=(at(y - 4.0)) y2=(at(y + 4.0)) {}
        }
    }
}

/// A bar next to a figure, with the same value.
pub(super) fn bar(share: f64) -> Markup {
    html! {
        svg.bar viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
            rect width=(at(100.0 * share)) height="10" {}
        }
    }
}

fn at(position: f64) -> String {
    format!("{position:.1}")
}

fn short(name: &str) -> String {
    match name.chars().count() {
        0..=NAME_MAX => name.to_owned(),
        _ => name.chars().take(NAME_MAX - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(elo: f64, ends: (Option<f64>, Option<f64>)) -> Rating {
        Rating { name: "<b>".into(), is_reference: false, elo, lower: ends.0, upper: ends.1 }
    }

    #[test]
    fn a_plot_shows_closed_and_open_intervals_and_no_markup_of_strangers() {
        let all = [rating(1700.0, (Some(1600.0), None)), rating(1500.0, (Some(1450.0), Some(1550.0)))];
        let svg = ratings(&all).into_string();
        assert_eq!((svg.matches("<path").count(), svg.matches("<circle").count()), (1, 2));
        assert!(svg.contains("&lt;b&gt;: 1700, 95 %: &gt; 1600") && !svg.contains("<b>"), "{svg}");
    }

    #[test]
    fn ratings_that_are_all_alike_have_an_axis_too() {
        let svg = ratings(&[rating(1500.0, (None, None))]).into_string();
        assert!(svg.contains(">1500</text>") && !svg.contains("NaN"), "{svg}");
    }
}
