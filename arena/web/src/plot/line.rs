//! A line of ratings over matches.

use maud::{Markup, html};

use super::at;
use crate::language::{Language, say};
use crate::scale::Scale;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 200.0;
/// The space on the left for the numbers of the axis, which are twice as large on phones, and for those above and
/// below.
const LEFT: f64 = 64.0;
const ABOVE: f64 = 12.0;
const BELOW: f64 = 28.0;
const TICKS_MAX: f64 = 5.0;

/// The ratings after these numbers of matches, as a line. `name` says what it shows.
pub(crate) fn line(language: Language, name: &str, points: &[(u64, f64)]) -> Markup {
    let scale = Scale::of(points.iter().map(|(_, rating)| *rating));
    let matches = points.last().map_or(1, |(matches, _)| (*matches).max(1));
    let x = |after: u64| LEFT + after as f64 / matches as f64 * (WIDTH - LEFT - 12.0);
    let y = |rating: f64| ABOVE + (1.0 - scale.share(rating)) * (HEIGHT - BELOW - ABOVE);
    let path: Vec<String> =
        points.iter().map(|(after, rating)| format!("{:.1},{:.1}", x(*after), y(*rating))).collect();
    html! {
        svg.line role="img" viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) aria-label=(name) {
            @for tick in scale.ticks(TICKS_MAX) {
                @let y = y(tick);
                line.grid x1=(at(LEFT)) x2=(at(WIDTH)) y1=(at(y)) y2=(at(y)) {}
                text.tick x=(at(LEFT - 6.0)) y=(at(y)) text-anchor="end" dominant-baseline="central" { (tick) }
            }
            text.tick x=(at(LEFT)) y=(at(HEIGHT - 6.0)) { (say!(language, "first match")) }
            text.tick x=(at(WIDTH - 2.0)) y=(at(HEIGHT - 6.0)) text-anchor="end" { (say!(language, "match {0}", matches)) }
            polyline.course points=(path.join(" ")) {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_through_all_points_from_left_to_right() {
        let svg = line(Language::English, "ann's <rating>", &[(0, 1500.0), (1, 1516.0), (2, 1490.0)]).into_string();
        assert!(svg.contains("points=\"64.0,") && svg.contains("match 2</text>"), "{svg}");
        assert!(svg.contains("ann's &lt;rating&gt;") && !svg.contains("NaN"), "{svg}");
    }

    #[test]
    fn no_number_of_the_axis_is_cut_off() {
        for highest in 0..100 {
            let svg =
                line(Language::English, "ratings", &[(0, 1500.0), (1, 1600.0 + f64::from(highest))]).into_string();
            let mut before: Vec<&str> = svg.split(" text-anchor=\"end\" dominant-baseline").collect();
            // What follows the last number.
            before.pop();
            let place = |before: &&str| before.rsplit_once(" y=\"")?.1.strip_suffix('"')?.parse::<f64>().ok();
            let places: Vec<f64> = before.iter().filter_map(place).collect();
            assert_eq!(places.len(), before.len(), "{svg}");
            assert!(places.len() > 1 && places.iter().all(|y| (11.0..=HEIGHT - BELOW).contains(y)), "{places:?}");
        }
    }
}
