//! The time controls of a season: one for all its matches, or another one from a match on.

use std::fmt;

use kahua_core::clock::TimeControl;
use kahua_core::limits::TIMES_PER_SEASON_MAX;
use kahua_core::season::Season;
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::{Reader, Store, StoreError};

use crate::config::TimeFrom;

/// The store's key for the time controls of a season: this prefix, the number of the season, a colon, and the league's name. A season
/// without the key has one for all its matches.
const KEY: &str = "times:";

/// The time controls of a season, each with the number of the first match that has it. Matches are counted as they begin, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Times {
    first: TimeControl,
    /// In the order of their matches; the numbers rise.
    later: Vec<(u64, TimeControl)>,
}

/// Why the time controls of a season don't fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimesError {
    /// A change would have no match before it.
    #[error("time_from begins with match 1; the time control of the first matches is `time`, so expected 2 or more")]
    First,
    /// The numbers don't rise.
    #[error("time_from has match {next} behind match {before}; expected numbers that rise")]
    NotRising {
        /// The number that comes first.
        before: u64,
        /// The number behind it, which isn't higher.
        next: u64,
    },
    /// The clock would stop, or start, within the season.
    #[error("time_from stops or starts the clock with match {0}; no_clock does so for all matches of the league")]
    Stops(u64),
    /// There are too many.
    #[error("time_from has {0} entries; expected at most {max}", max = TIMES_PER_SEASON_MAX - 1)]
    TooMany(usize),
}

/// The settings give a match that was played another time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "league {league:?}: its settings give match {number} of season {season} the time control {now}, but {begun} matches of the \
     season have begun, match {number} with {was}. Let `time_from` change the time from match {free} on, or start a new season \
     with `kahua league season {league:?} --data DIR`",
    free = begun + 1
)]
pub struct PlayedTimesError {
    league: String,
    season: Season,
    number: u64,
    begun: u64,
    was: TimeControl,
    now: TimeControl,
}

impl Times {
    /// One time control for all matches.
    #[must_use]
    pub fn same(time: TimeControl) -> Times {
        Times { first: time, later: Vec::new() }
    }

    /// This time control for the first matches, and others later.
    ///
    /// # Errors
    /// If they don't fit together.
    pub fn new(first: TimeControl, later: &[TimeFrom]) -> Result<Times, TimesError> {
        if later.len() >= TIMES_PER_SEASON_MAX {
            return Err(TimesError::TooMany(later.len()));
        }
        let mut before = 1;
        for TimeFrom { first_match, time } in later {
            match first_match.get() {
                1 => return Err(TimesError::First),
                next if next <= before => return Err(TimesError::NotRising { before, next }),
                next if time.stopped != first.stopped => return Err(TimesError::Stops(next)),
                next => before = next,
            }
        }
        Ok(Times { first, later: later.iter().map(|from| (from.first_match.get(), from.time)).collect() })
    }

    /// The time control of the match with this number.
    #[must_use]
    pub fn of(&self, number: u64) -> TimeControl {
        let begun = self.later.iter().rev().find(|(first, _)| *first <= number);
        begun.map_or(self.first, |(_, time)| *time)
    }

    /// Whether the time control changes with the match of this number.
    #[must_use]
    pub fn change_with(&self, number: u64) -> bool {
        self.later.iter().any(|(first, _)| *first == number)
    }

    /// The time controls as messages; none if all matches have the same.
    #[must_use]
    pub fn to_wire(&self) -> Vec<pb::TimeSpan> {
        if self.later.is_empty() {
            return Vec::new();
        }
        self.spans()
            .map(|(first_match, time)| pb::TimeSpan { first_match, time_control: Some(time.to_wire()) })
            .collect()
    }

    /// The time controls of this season as messages; none if the store keeps none, so that all matches have the same.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn told(league: &str, season: Season, reader: &Reader) -> Result<Vec<pb::TimeSpan>, StoreError> {
        Ok(Times::kept(league, season, reader)?.map(|times| times.to_wire()).unwrap_or_default())
    }

    /// The time controls of this season, if the store keeps any.
    fn kept(league: &str, season: Season, reader: &Reader) -> Result<Option<Times>, StoreError> {
        let kept = reader.meta(&key(league, season))?;
        Ok(kept.and_then(|bytes| Times::parse(&String::from_utf8(bytes).ok()?)))
    }

    /// Saves these as the time controls of this season. Durable when the future resolves.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep(
        &self,
        league: &str,
        season: Season,
        store: &Store,
    ) -> impl Future<Output = Result<(), StoreError>> + Send + use<> {
        store.set_meta(&key(league, season), self.to_string().as_bytes())
    }

    /// Takes these as the time controls of this season, and saves them if they are new.
    ///
    /// # Errors
    /// If a match that has begun would have another one, or the store fails.
    pub(crate) async fn open(&self, league: &str, season: Season, store: &Store) -> Result<(), OpenTimesError> {
        let kept = Times::kept(league, season, store.reader())?;
        // The first time control is a term of the season, so that of earlier matches is known without a key.
        let was = kept.unwrap_or_else(|| Times::same(self.first));
        if was == *self {
            return Ok(());
        }
        let begun = begun(league, season, store.reader())?;
        if let Some(number) = was.first_difference(self).filter(|number| *number <= begun) {
            let (league, was, now) = (league.to_owned(), was.of(number), self.of(number));
            let problem = PlayedTimesError { league, season, number, begun, was, now };
            return Err(OpenTimesError::Played(Box::new(problem)));
        }
        Ok(self.keep(league, season, store).await?)
    }

    /// The first match that has another time control in `other`.
    fn first_difference(&self, other: &Times) -> Option<u64> {
        let firsts = self.spans().chain(other.spans()).map(|(first, _)| first);
        firsts.filter(|first| self.of(*first) != other.of(*first)).min()
    }

    fn spans(&self) -> impl Iterator<Item = (u64, TimeControl)> {
        std::iter::once((1, self.first)).chain(self.later.iter().copied())
    }

    fn parse(text: &str) -> Option<Times> {
        let mut spans = text.lines().map(|line| {
            let (first, time) = line.split_once(' ')?;
            Some((first.parse::<u64>().ok()?, time.parse::<TimeControl>().ok()?))
        });
        let (_, first) = spans.next()??;
        Some(Times { first, later: spans.collect::<Option<_>>()? })
    }
}

/// A line for each time control, with the number of its first match. The store keeps this.
impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spans().try_for_each(|(first, time)| writeln!(f, "{first} {time}"))
    }
}

/// Why a season can't be played with these time controls.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenTimesError {
    #[error(transparent)]
    Played(Box<PlayedTimesError>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn key(league: &str, season: Season) -> String {
    format!("{KEY}{season}:{league}")
}

/// How many matches of this season have begun, with or without result.
fn begun(league: &str, season: Season, reader: &Reader) -> Result<u64, StoreError> {
    let is_of_season = |header: &pb::MatchRecord| header.league == league && Season::of(header) == season;
    let mut begun = reader.open_headers()?.iter().filter(|header| is_of_season(header)).count() as u64;
    reader.summaries_of_all(|record| begun += u64::from(record.is_ok_and(|record| is_of_season(&record))))?;
    Ok(begun)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(first_match: u64, time: &str) -> TimeFrom {
        TimeFrom { first_match: first_match.try_into().unwrap(), time: time.parse().unwrap() }
    }

    fn times(later: &[TimeFrom]) -> Result<Times, TimesError> {
        Times::new("60s".parse().unwrap(), later)
    }

    #[test]
    fn a_time_control_holds_from_its_match_on() {
        let times = times(&[from(200, "30s"), from(300, "/5s")]).unwrap();
        let of = |number| times.of(number).to_string();
        assert_eq!([1, 199, 200, 299, 300, 5000].map(of), ["60s", "60s", "30s", "30s", "/5s", "/5s"]);
        assert!(times.change_with(200) && !times.change_with(201));
        assert_eq!(times.to_wire().iter().map(|span| span.first_match).collect::<Vec<_>>(), [1, 200, 300]);
        assert_eq!(Times::parse(&times.to_string()), Some(times));
        assert!(Times::same("60s".parse().unwrap()).to_wire().is_empty(), "there is nothing to tell");
    }

    #[test]
    fn times_that_dont_fit_together_are_refused() {
        let error = |later: &[TimeFrom]| times(later).unwrap_err();
        assert_eq!(error(&[from(1, "30s")]), TimesError::First);
        assert_eq!(error(&[from(20, "30s"), from(20, "/5s")]), TimesError::NotRising { before: 20, next: 20 });
        assert_eq!(error(&[from(20, "30s"), from(9, "/5s")]), TimesError::NotRising { before: 20, next: 9 });
        assert_eq!(error(&[from(20, "30s stopped")]), TimesError::Stops(20));
        let many: Vec<_> = (2..).map(|number| from(number, "30s")).take(TIMES_PER_SEASON_MAX).collect();
        assert_eq!(error(&many), TimesError::TooMany(TIMES_PER_SEASON_MAX));
        assert!(times(&many[1..]).is_ok());
    }

    #[test]
    fn the_first_match_with_another_time_is_found() {
        let difference = |one: &[TimeFrom], other: &[TimeFrom]| {
            let (one, other) = (times(one).unwrap(), times(other).unwrap());
            assert_eq!(one.first_difference(&other), other.first_difference(&one));
            one.first_difference(&other)
        };
        assert_eq!(difference(&[], &[]), None);
        assert_eq!(difference(&[], &[from(9, "60s")]), None, "it is the same time");
        assert_eq!(difference(&[], &[from(9, "30s")]), Some(9));
        assert_eq!(difference(&[from(5, "30s")], &[from(9, "30s")]), Some(5));
        assert_eq!(difference(&[from(5, "30s")], &[from(5, "30s"), from(9, "/5s")]), Some(9));
    }

    #[tokio::test]
    async fn times_may_change_until_a_match_has_begun_with_them() {
        let store = Store::open_in_memory().unwrap();
        let kept = || Times::kept("l", Season::FIRST, store.reader()).unwrap();
        let (one, other) = (times(&[from(2, "30s")]).unwrap(), times(&[from(2, "/5s")]).unwrap());
        Times::same("60s".parse().unwrap()).open("l", Season::FIRST, &store).await.unwrap();
        assert_eq!(kept(), None);
        one.open("l", Season::FIRST, &store).await.unwrap();
        assert_eq!(kept(), Some(one.clone()));
        other.open("l", Season::FIRST, &store).await.unwrap();
        assert_eq!(kept(), Some(other));
        assert_eq!(Times::kept("l", Season::FIRST.next(), store.reader()).unwrap(), None, "a season has its own");
    }
}
