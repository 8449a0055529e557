//! The axis of a plot: from which value to which, and where its ticks are.

/// The axis of a plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    from: f64,
    to: f64,
}

impl Scale {
    /// An axis that shows all these values, with some space at either end.
    #[must_use]
    pub fn of(values: impl IntoIterator<Item = f64>) -> Scale {
        let ends = values.into_iter().fold(None, |ends, value| match ends {
            None => Some((value, value)),
            Some((from, to)) => Some((value.min(from), value.max(to))),
        });
        let (from, to) = ends.unwrap_or_default();
        let space = ((to - from) * 0.06).max(20.0);
        Scale { from: from - space, to: to + space }
    }

    /// Where this value is, from 0 at one end of the axis to 1 at the other.
    #[must_use]
    pub fn share(&self, value: f64) -> f64 {
        (value - self.from) / (self.to - self.from)
    }

    /// Whether this value is on the axis.
    #[must_use]
    pub fn has(&self, value: f64) -> bool {
        (self.from..=self.to).contains(&value)
    }

    /// Round values, at most about this many.
    #[must_use]
    pub fn ticks(&self, most: f64) -> Vec<f64> {
        let rough = (self.to - self.from) / most;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(10.0 * power);
        let first = (self.from / step).ceil() as i64;
        (first..).map(|number| number as f64 * step).take_while(|tick| *tick <= self.to).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_on_the_axis() {
        let scale = Scale { from: 1380.0, to: 1720.0 };
        assert_eq!(scale.ticks(8.0), [1400.0, 1450.0, 1500.0, 1550.0, 1600.0, 1650.0, 1700.0]);
        assert_eq!((scale.share(1550.0), scale.has(1721.0)), (0.5, false));
    }

    #[test]
    fn values_that_are_all_alike_have_an_axis_too() {
        let scale = Scale::of([1500.0, 1500.0]);
        assert!(scale.share(1500.0) == 0.5 && scale.ticks(4.0).contains(&1500.0));
        assert!(Scale::of([]).has(0.0));
    }
}
