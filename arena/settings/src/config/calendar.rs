//! When a league begins matches: the hours of each week, and the days on which it is closed.

use std::fmt;
use std::str::FromStr;

use jiff::civil::{Date, DateTime, Time, Weekday};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Zoned};
use kahua_core::limits::{CALENDAR_CLOSED_DAYS_MAX, CALENDAR_LINES_MAX};
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::timestamp;
use serde::Deserialize;
use serde::de::{Deserializer, Error};

use super::deserialize::each_from_text;

/// When a league begins matches: `{ hours = ["mon-fri 20:00-07:00", "sat-sun"], closed = ["2026-12-24"], time_zone = "Europe/Berlin" }`.
/// A match that has begun goes on to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calendar {
    /// The hours of each week; an empty list stands for all.
    hours: Vec<Hours>,
    /// The days on which no match begins.
    closed: Vec<Days>,
    /// Where the hours and days are meant.
    time_zone: TimeZone,
}

impl Calendar {
    /// Whether no match may begin at this time, in milliseconds since 1970-01-01 UTC.
    #[must_use]
    pub fn is_closed(&self, unix_ms: i64) -> bool {
        self.there(unix_ms).is_some_and(|now| !self.is_open(now.datetime()))
    }

    /// When matches begin again, seen from this time; `None` if they may begin. Both are milliseconds since 1970-01-01 UTC.
    #[must_use]
    pub fn opens(&self, unix_ms: i64) -> Option<i64> {
        let now = self.there(unix_ms).filter(|now| !self.is_open(now.datetime()))?;
        self.openings(&now).find(|time| self.is_open(time.datetime())).map(|time| time.timestamp().as_millisecond())
    }

    /// The same as a message, with the time at which the league opens.
    #[must_use]
    pub fn to_wire(&self, unix_ms: i64) -> pb::LeagueCalendar {
        pb::LeagueCalendar {
            hours: self.hours.iter().map(ToString::to_string).collect(),
            closed: self.closed.iter().map(ToString::to_string).collect(),
            time_zone: self.zone().to_owned(),
            opens: self.opens(unix_ms).map(timestamp),
        }
    }

    /// A time in milliseconds since 1970-01-01 UTC, in words: `mon 2026-12-28 20:00 (Europe/Berlin)`.
    #[must_use]
    pub fn in_words(&self, unix_ms: i64) -> String {
        let Some(there) = self.there(unix_ms) else { return unix_ms.to_string() };
        format!("{} {} ({})", day_name(there.weekday()), there.strftime("%Y-%m-%d %H:%M"), self.zone())
    }

    /// This time in the calendar's time zone; `None` if it is further away than dates go.
    fn there(&self, unix_ms: i64) -> Option<Zoned> {
        Some(Timestamp::from_millisecond(unix_ms).ok()?.to_zoned(self.time_zone.clone()))
    }

    fn zone(&self) -> &str {
        self.time_zone.iana_name().unwrap_or("UTC")
    }

    fn is_open(&self, there: DateTime) -> bool {
        let is_closed = self.closed.iter().any(|days| days.contain(there.date()));
        !is_closed && (self.hours.is_empty() || self.hours.iter().any(|hours| hours.contain(there)))
    }

    /// All times after this one at which the league may open, in order. They end after the longest time for which it can be closed.
    fn openings<'a>(&'a self, now: &'a Zoned) -> impl Iterator<Item = Zoned> + 'a {
        // Each week has an hour at which it opens, and a closed day can take that away from one week at most.
        let weeks: i64 = self.closed.iter().map(Days::count).sum::<i64>() + 2;
        (0..=7 * weeks).flat_map(move |days| {
            let day = now.date().saturating_add(days.days());
            let mut times: Vec<Zoned> = self
                .hours
                .iter()
                .map(|hours| hours.from)
                .chain([Time::midnight()])
                // A time that a change of the clock leaves out begins after it.
                .filter_map(|time| day.to_datetime(time).to_zoned(self.time_zone.clone()).ok())
                .filter(|time| time > now)
                .collect();
            times.sort();
            times
        })
    }
}

impl<'de> Deserialize<'de> for Calendar {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Calendar, D::Error> {
        let CalendarKeys { hours, closed, time_zone } = CalendarKeys::deserialize(from)?;
        for (key, lines) in [("hours", hours.len()), ("closed", closed.len())] {
            if lines > CALENDAR_LINES_MAX {
                return Err(Error::custom(format!(
                    "{key} has {lines} entries; at most {CALENDAR_LINES_MAX} are possible"
                )));
            }
        }
        let time_zone = match time_zone.as_deref() {
            None => TimeZone::UTC,
            Some(name) => TimeZone::get(name).map_err(|_| {
                Error::custom(format!(
                    "the time zone {name:?} isn't known here: give a name such as \"Europe/Berlin\"; the system's package tzdata has \
                     the zones"
                ))
            })?,
        };
        Ok(Calendar { hours, closed, time_zone })
    }
}

/// A league's `calendar` as it stands in a settings file.
#[derive(Default, Deserialize)]
#[serde(rename = "Calendar", default, deny_unknown_fields)]
struct CalendarKeys {
    #[serde(deserialize_with = "each_from_text")]
    hours: Vec<Hours>,
    #[serde(deserialize_with = "each_from_text")]
    closed: Vec<Days>,
    time_zone: Option<String>,
}

/// Hours of some days of the week: `mon-fri 20:00-07:00`, `22:00-06:00`, or `sat-sun` for whole days. Hours that end before they begin
/// end on the next day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hours {
    first_day: Weekday,
    last_day: Weekday,
    from: Time,
    /// `None` for the end of the day.
    to: Option<Time>,
}

impl Hours {
    fn contain(&self, there: DateTime) -> bool {
        let (day, time) = (there.weekday(), there.time());
        match self.to {
            None => self.begins_on(day) && time >= self.from,
            Some(to) if self.from < to => self.begins_on(day) && (self.from..to).contains(&time),
            Some(to) => (self.begins_on(day) && time >= self.from) || (self.begins_on(day.previous()) && time < to),
        }
    }

    fn begins_on(&self, day: Weekday) -> bool {
        self.first_day.until(day) <= self.first_day.until(self.last_day)
    }
}

impl FromStr for Hours {
    type Err = String;

    fn from_str(text: &str) -> Result<Hours, String> {
        let wrong = || {
            format!(
                "{text:?} is not a valid time of the week: give days, hours or both, such as \"mon-fri 20:00-07:00\", \"sat\" or \"22:00-06:00\""
            )
        };
        let (days, hours) = match text.split_once(' ') {
            Some((days, hours)) => (Some(days), Some(hours)),
            None if text.contains(':') => (None, Some(text)),
            None => (Some(text), None),
        };
        let (first_day, last_day) = match days {
            None => (Weekday::Monday, Weekday::Sunday),
            Some(days) => {
                let (first, last) = days.split_once('-').unwrap_or((days, days));
                (day_named(first).ok_or_else(wrong)?, day_named(last).ok_or_else(wrong)?)
            }
        };
        let (from, to) = match hours {
            None => (Time::midnight(), None),
            Some(hours) => {
                let (from, to) = hours.split_once('-').ok_or_else(wrong)?;
                let to = if to == "24:00" { None } else { Some(time(to).ok_or_else(wrong)?) };
                (time(from).ok_or_else(wrong)?, to)
            }
        };
        if Some(from) == to {
            return Err(format!("{text:?} ends when it begins; leave the hours out for whole days"));
        }
        Ok(Hours { first_day, last_day, from, to })
    }
}

impl fmt::Display for Hours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = (day_name(self.first_day), day_name(self.last_day));
        let is_whole_day = self.from == Time::midnight() && self.to.is_none();
        let days = match first == last {
            true => first.to_owned(),
            false => format!("{first}-{last}"),
        };
        let to = self.to.map_or_else(|| "24:00".to_owned(), |to| to.strftime("%H:%M").to_string());
        let hours = format!("{}-{to}", self.from.strftime("%H:%M"));
        match (days.as_str(), is_whole_day) {
            (_, true) => f.write_str(&days),
            ("mon-sun", false) => f.write_str(&hours),
            (_, false) => write!(f, "{days} {hours}"),
        }
    }
}

/// A day, or several in a row: `2026-12-24`, or `2026-12-24 to 2027-01-06`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Days {
    first: Date,
    last: Date,
}

impl Days {
    fn contain(&self, day: Date) -> bool {
        (self.first..=self.last).contains(&day)
    }

    fn count(&self) -> i64 {
        i64::from((self.last - self.first).get_days()) + 1
    }
}

impl FromStr for Days {
    type Err = String;

    fn from_str(text: &str) -> Result<Days, String> {
        let (first, last) = text.split_once(" to ").unwrap_or((text, text));
        let day = |day: &str| {
            day.parse::<Date>().map_err(|_| {
                format!("{text:?} is not a valid day: write it as \"2026-12-24\", or \"2026-12-24 to 2027-01-06\" for several")
            })
        };
        let days = Days { first: day(first)?, last: day(last)? };
        match days.count() {
            count if count < 1 => Err(format!("{text:?} ends before it begins")),
            count if count > CALENDAR_CLOSED_DAYS_MAX => {
                Err(format!("{text:?} has {count} days; at most {CALENDAR_CLOSED_DAYS_MAX} are possible"))
            }
            _ => Ok(days),
        }
    }
}

impl fmt::Display for Days {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first == self.last {
            true => write!(f, "{}", self.first),
            false => write!(f, "{} to {}", self.first, self.last),
        }
    }
}

/// The days of the week as they are written here.
const DAYS: [(&str, Weekday); 7] = [
    ("mon", Weekday::Monday),
    ("tue", Weekday::Tuesday),
    ("wed", Weekday::Wednesday),
    ("thu", Weekday::Thursday),
    ("fri", Weekday::Friday),
    ("sat", Weekday::Saturday),
    ("sun", Weekday::Sunday),
];

fn day_named(name: &str) -> Option<Weekday> {
    DAYS.iter().find(|(known, _)| *known == name).map(|(_, day)| *day)
}

fn day_name(day: Weekday) -> &'static str {
    DAYS[usize::from(day.to_monday_zero_offset().unsigned_abs())].0
}

/// A time as `hh:mm`; `None` if it isn't one.
fn time(text: &str) -> Option<Time> {
    let (hour, minute) = text.split_once(':')?;
    let number = |digits: &str| (digits.len() == 2).then(|| digits.parse::<i8>().ok()).flatten();
    Time::new(number(hour)?, number(minute)?, 0, 0).ok()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Settings {
        calendar: Calendar,
    }

    fn calendar(keys: &str) -> Calendar {
        toml::from_str::<Settings>(&format!("calendar = {{ {keys} }}")).unwrap().calendar
    }

    fn refused(keys: &str) -> String {
        match toml::from_str::<Settings>(&format!("calendar = {{ {keys} }}")) {
            Ok(_) => panic!("{keys} is read"),
            Err(error) => error.to_string(),
        }
    }

    /// When it opens, seen from this time in UTC.
    fn opens(calendar: &Calendar, at: &str) -> Option<String> {
        let at: Timestamp = at.parse().unwrap();
        calendar.opens(at.as_millisecond()).map(|opens| Timestamp::from_millisecond(opens).unwrap().to_string())
    }

    #[test]
    fn hours_that_pass_midnight_belong_to_the_day_on_which_they_begin() {
        let nights = calendar(r#"hours = ["mon-fri 20:00-07:00"]"#);
        // 2026-11-27 is a Friday.
        assert_eq!(opens(&nights, "2026-11-27T19:59:59Z").unwrap(), "2026-11-27T20:00:00Z");
        assert_eq!(opens(&nights, "2026-11-27T20:00:00Z"), None);
        assert_eq!(opens(&nights, "2026-11-28T06:59:59Z"), None);
        assert_eq!(opens(&nights, "2026-11-28T07:00:00Z").unwrap(), "2026-11-30T20:00:00Z");
        assert_eq!(opens(&nights, "2026-11-30T03:00:00Z").unwrap(), "2026-11-30T20:00:00Z");
    }

    #[test]
    fn whole_days_and_several_lines_add_up() {
        let free = calendar(r#"hours = ["sat-sun", "wed 18:00-24:00"]"#);
        assert_eq!(opens(&free, "2026-11-29T23:59:59Z"), None);
        assert_eq!(opens(&free, "2026-11-30T00:00:00Z").unwrap(), "2026-12-02T18:00:00Z");
        assert_eq!(opens(&free, "2026-12-03T00:00:00Z").unwrap(), "2026-12-05T00:00:00Z");
        let over_the_week = calendar(r#"hours = ["fri-mon 08:00-10:00"]"#);
        assert_eq!(opens(&over_the_week, "2026-11-29T09:00:00Z"), None);
        assert_eq!(opens(&over_the_week, "2026-12-01T09:00:00Z").unwrap(), "2026-12-04T08:00:00Z");
    }

    #[test]
    fn nothing_begins_on_a_closed_day() {
        let feast = calendar(r#"hours = ["22:00-06:00"], closed = ["2026-12-24 to 2026-12-26", "2026-12-27"]"#);
        assert_eq!(opens(&feast, "2026-12-23T23:30:00Z"), None);
        assert_eq!(opens(&feast, "2026-12-24T00:00:00Z").unwrap(), "2026-12-28T00:00:00Z");
        let sundays = calendar(r#"hours = ["sun"], closed = ["2026-11-29", "2026-12-06"]"#);
        assert_eq!(opens(&sundays, "2026-11-23T12:00:00Z").unwrap(), "2026-12-13T00:00:00Z");
        let always_but = calendar(r#"closed = ["2027-01-01 to 2027-12-31"]"#);
        assert_eq!(opens(&always_but, "2026-12-31T23:59:59Z"), None);
        assert_eq!(opens(&always_but, "2027-01-01T00:00:00Z").unwrap(), "2028-01-01T00:00:00Z");
        assert_eq!(opens(&calendar(""), "2026-12-24T00:00:00Z"), None);
    }

    #[test]
    fn hours_are_those_of_the_time_zone_in_summer_and_in_winter() {
        let berlin = calendar(r#"hours = ["20:00-21:00"], time_zone = "Europe/Berlin""#);
        assert_eq!(opens(&berlin, "2026-07-01T12:00:00Z").unwrap(), "2026-07-01T18:00:00Z");
        assert_eq!(opens(&berlin, "2026-12-01T12:00:00Z").unwrap(), "2026-12-01T19:00:00Z");
        // This hour is left out when summer begins.
        let lost = calendar(r#"hours = ["02:30-02:45"], time_zone = "Europe/Berlin""#);
        assert_eq!(opens(&lost, "2026-03-28T12:00:00Z").unwrap(), "2026-03-30T00:30:00Z");
        let words = berlin.in_words("2026-12-01T19:00:00Z".parse::<Timestamp>().unwrap().as_millisecond());
        assert_eq!(words, "tue 2026-12-01 20:00 (Europe/Berlin)");
    }

    #[test]
    fn a_calendar_is_written_as_it_is_read() {
        let keys = r#"hours = ["mon-fri 20:00-07:00", "sat", "22:00-06:00", "mon-sun"], closed = ["2026-12-24", "2026-12-31 to 2027-01-06"]"#;
        let wire = calendar(keys).to_wire(0);
        assert_eq!(wire.hours, ["mon-fri 20:00-07:00", "sat", "22:00-06:00", "mon-sun"]);
        assert_eq!(wire.closed, ["2026-12-24", "2026-12-31 to 2027-01-06"]);
        assert_eq!((wire.time_zone.as_str(), wire.opens), ("UTC", None));
    }

    #[test]
    fn mistakes_say_what_fits() {
        for (keys, expected) in [
            (r#"hours = ["20:00"]"#, "give days, hours or both, such as"),
            (r#"hours = ["monday 20:00-07:00"]"#, "give days, hours or both, such as"),
            (r#"hours = ["25:00-07:00"]"#, "give days, hours or both, such as"),
            (r#"hours = ["7:00-8:00"]"#, "give days, hours or both, such as"),
            (r#"hours = ["20:00-20:00"]"#, "leave the hours out for whole days"),
            (r#"closed = ["24.12.2026"]"#, "write it as \"2026-12-24\""),
            (r#"closed = ["2026-12-26 to 2026-12-24"]"#, "ends before it begins"),
            (r#"closed = ["2026-01-01 to 2030-01-01"]"#, "has 1462 days; at most 366"),
            (r#"time_zone = "Berlin""#, "give a name such as \"Europe/Berlin\""),
            (r#"hour = ["sat"]"#, "unknown field `hour`"),
        ] {
            let error = refused(keys);
            assert!(error.contains(expected), "{keys}: {error}");
        }
        let many = format!("hours = [{}]", r#""sat","#.repeat(CALENDAR_LINES_MAX + 1));
        assert!(refused(&many).contains("51 entries; at most 50"), "{}", refused(&many));
    }
}
