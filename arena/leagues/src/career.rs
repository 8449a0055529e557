//! How the rating of one entrant has moved from match to match, in a bounded number of points.

use kahua_core::limits::CAREER_POINTS_MAX;
use kahua_ratings::Rating;

/// How the rating of one entrant has moved from match to match. A long career keeps only every second, fourth, … match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Career {
    now: Rating,
    matches: u64,
    /// The rating is kept after every this many matches.
    every: u64,
    kept: Vec<Rating>,
}

impl Default for Career {
    fn default() -> Career {
        Career { now: Rating::START, matches: 0, every: 1, kept: Vec::new() }
    }
}

impl Career {
    /// The rating after the last match.
    #[must_use]
    pub fn now(&self) -> Rating {
        self.now
    }

    /// How many matches were rated.
    #[must_use]
    pub fn matches(&self) -> u64 {
        self.matches
    }

    /// The ratings, each with the number of matches so far, from the start to the last match.
    pub fn points(&self) -> impl Iterator<Item = (u64, Rating)> {
        let kept = (1..).map(|number| number * self.every).zip(self.kept.iter().copied());
        let last = (!self.matches.is_multiple_of(self.every)).then_some((self.matches, self.now));
        std::iter::once((0, Rating::START)).chain(kept).chain(last)
    }

    /// Adds the rating after another match.
    pub(crate) fn add(&mut self, rating: Rating) {
        (self.now, self.matches) = (rating, self.matches + 1);
        if self.matches.is_multiple_of(self.every) {
            self.kept.push(rating);
        }
        if self.kept.len() > CAREER_POINTS_MAX {
            self.every *= 2;
            // The first one doesn't fall on a multiple of the doubled step, and the second does.
            self.kept = self.kept.iter().copied().skip(1).step_by(2).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use kahua_ratings::elo::changes;

    use super::*;

    #[test]
    fn a_long_career_keeps_its_beginning_its_end_and_points_between() {
        let (mut career, mut all) = (Career::default(), vec![Rating::START]);
        assert_eq!(career.points().collect::<Vec<_>>(), [(0, Rating::START)]);
        for number in 1..=CAREER_POINTS_MAX as u64 * 5 + 3 {
            let mut rating = career.now();
            rating += changes(&[rating, Rating::START], &[1 + number % 2, 1])[0];
            career.add(rating);
            all.push(rating);
            let points: Vec<(u64, Rating)> = career.points().collect();
            assert!(points.len() <= CAREER_POINTS_MAX + 2);
            assert!(points.is_sorted_by_key(|(matches, _)| *matches));
            assert!(points.iter().all(|(matches, rating)| all[*matches as usize] == *rating));
            assert_eq!(points.last(), Some(&(number, rating)));
        }
        assert!(career.points().count() > CAREER_POINTS_MAX / 2);
    }
}
