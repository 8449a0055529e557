//! A chart of decisions a second and p99 against matches at once, as SVG.

use std::fmt::Write;

const WIDTH: f64 = 720.0;
const PANEL: f64 = 220.0;
const LEFT: f64 = 80.0;
const TOP: f64 = 40.0;
const GAP: f64 = 60.0;

/// Draws these points (matches at once, decisions a second, p99 in milliseconds) on logarithmic scales. Below them it
/// writes what failed at the last one.
pub(super) fn svg(points: &[[f64; 3]], breaks: Option<&str>) -> String {
    let (width, height) = (WIDTH + LEFT + 40.0, 2.0 * PANEL + TOP + GAP + 80.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    let matches: Vec<f64> = points.iter().map(|point| point[0]).collect();
    for (panel, (title, colour)) in [("decisions/s", "#1f77b4"), ("p99 in ms", "#d62728")].into_iter().enumerate() {
        let top = TOP + panel as f64 * (PANEL + GAP);
        let values: Vec<f64> = points.iter().map(|point| point[panel + 1]).collect();
        draw(&mut svg, top, title, colour, &matches, &values);
    }
    let what = breaks
        .map_or_else(|| "nothing gave way".to_owned(), |breaks| format!("at the last point: {}", escaped(breaks)));
    text(&mut svg, LEFT, height - 16.0, "start", &what);
    svg + "</svg>\n"
}

/// One panel: a frame, a line for each power of ten, and the points.
fn draw(svg: &mut String, top: f64, title: &str, colour: &str, matches: &[f64], values: &[f64]) {
    let (across, up) = (Scale::over(matches, 2.0), Scale::over(values, 10.0));
    let bottom = top + PANEL;
    text(svg, LEFT, top - 10.0, "start", title);
    for tick in up.ticks() {
        let y = bottom - PANEL * up.place(tick);
        line(svg, (LEFT, y), (LEFT + WIDTH, y));
        text(svg, LEFT - 8.0, y + 4.0, "end", &tick.to_string());
    }
    for tick in across.ticks() {
        let x = LEFT + WIDTH * across.place(tick);
        line(svg, (x, top), (x, bottom));
        text(svg, x, bottom + 18.0, "middle", &tick.to_string());
    }
    text(svg, LEFT + WIDTH, bottom + 36.0, "end", "matches at once");
    let at = |(x, y): (&f64, &f64)| (LEFT + WIDTH * across.place(*x), bottom - PANEL * up.place(*y));
    let places: Vec<(f64, f64)> = matches.iter().zip(values).map(at).collect();
    let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    append(
        svg,
        format_args!("<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>", path.join(" ")),
    );
    for (x, y) in places {
        append(svg, format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>"));
    }
}

/// A logarithmic scale between two powers of its base.
struct Scale {
    base: f64,
    low: i32,
    high: i32,
}

impl Scale {
    fn over(values: &[f64], base: f64) -> Scale {
        let logs = values.iter().filter(|value| **value > 0.0).map(|value| value.log(base));
        let (low, high) = logs.fold((f64::MAX, f64::MIN), |(low, high), log| (low.min(log), high.max(log)));
        // A rounding error must not add a power for a value that is itself a power.
        let (low, high) = if low > high { (0, 1) } else { ((low + 1e-9).floor() as i32, (high - 1e-9).ceil() as i32) };
        Scale { base, low, high: high.max(low + 1) }
    }

    /// From 0 to 1.
    fn place(&self, value: f64) -> f64 {
        let log = value.max(self.base.powi(self.low)).log(self.base);
        (log - f64::from(self.low)) / f64::from(self.high - self.low)
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        let base = self.base;
        (self.low..=self.high).map(move |power| base.powi(power))
    }
}

fn line(svg: &mut String, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
    append(svg, format_args!("<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"#ddd\"/>"));
}

fn text(svg: &mut String, x: f64, y: f64, anchor: &str, what: &str) {
    append(svg, format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{what}</text>"));
}

fn append(svg: &mut String, element: std::fmt::Arguments<'_>) {
    writeln!(svg, "{element}").expect("a string takes everything");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_where_their_scales_have_them() {
        let scale = Scale::over(&[1.0, 4.0, 8.0], 2.0);
        assert_eq!(scale.ticks().collect::<Vec<_>>(), [1.0, 2.0, 4.0, 8.0]);
        assert_eq!([1.0, 8.0].map(|value| scale.place(value)), [0.0, 1.0]);
        let scale = Scale::over(&[90.0, 1100.0], 10.0);
        assert_eq!(scale.ticks().collect::<Vec<_>>(), [10.0, 100.0, 1000.0, 10000.0]);
        assert_eq!(Scale::over(&[0.0], 10.0).place(0.0), 0.0);
    }

    #[test]
    fn a_chart_has_every_point_twice_and_says_what_gave_way() {
        let chart =
            svg(&[[1.0, 98.0, 0.4], [2.0, 195.0, 0.5], [4.0, 300.0, 20.0]], Some("the bots' process failed <1>"));
        assert_eq!(chart.matches("<circle").count(), 6);
        assert!(chart.contains("at the last point: the bots' process failed &lt;1&gt;"), "{chart}");
        assert!(chart.starts_with("<svg ") && chart.ends_with("</svg>\n"));
    }
}
