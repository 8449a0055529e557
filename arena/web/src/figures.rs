//! The wording of ratings and their meaning, for reports and pages alike.

use std::fmt::Write;

use kahua_core::clock::TimeControl;
use kahua_proto::pb::arena::v1 as pb;

use crate::language::{Language, say, say_count};

/// An interval wider than this says too little to be shown.
const WIDTH_MAX: f64 = 2000.0;

/// An interval of Elo points: `1581 to 1643`, `> 1650` or `< 1350` if one end is open, and `-` if it says too little.
#[must_use]
pub fn interval(language: Language, lower: Option<f64>, upper: Option<f64>) -> String {
    match (lower, upper) {
        (Some(lower), Some(upper)) if upper - lower <= WIDTH_MAX => {
            say!(language, "{0} to {1}", format!("{lower:.0}"), format!("{upper:.0}"))
        }
        (Some(lower), None) => format!("> {lower:.0}"),
        (None, Some(upper)) => format!("< {upper:.0}"),
        _ => "-".into(),
    }
}

/// How long the lease of a node still holds, of which so many milliseconds are left; below 0 it has ended.
#[must_use]
pub fn lease(language: Language, left_ms: Option<i64>) -> String {
    match left_ms {
        None => say!(language, "alone").to_owned(),
        Some(left @ ..=0) => say!(language, "ended {0} s ago", -left / 1000),
        Some(left) => format!("{} s", left / 1000),
    }
}

/// A likelihood in percent, which is never shown as certainty.
#[must_use]
pub fn likelihood(share: f64) -> String {
    match 100.0 * share {
        percent if percent > 99.9 => "> 99.9 %".into(),
        percent if percent < 0.1 => "< 0.1 %".into(),
        percent => format!("{percent:.1} %"),
    }
}

/// The ranks of a group of equals: `1-3`, or `4` for a bot that is alone in it; `-` for a bot that has played too
/// little.
#[must_use]
pub fn ranks(standing: &pb::Standing) -> String {
    if standing.matches_missing > 0 {
        "-".into()
    } else if standing.rank_last > standing.rank {
        format!("{}-{}", standing.rank, standing.rank_last)
    } else {
        standing.rank.to_string()
    }
}

/// Points that are counted in halves: `3` or `2.5`.
#[must_use]
pub fn half_points(halves: u64) -> String {
    if halves.is_multiple_of(2) { (halves / 2).to_string() } else { format!("{}.5", halves / 2) }
}

/// How much a bot must play for a rank: `8 more matches for a rank`; empty if it has one.
#[must_use]
pub fn missing(language: Language, standing: &pb::Standing) -> String {
    match standing.matches_missing {
        0 => String::new(),
        missing => say_count!(language, missing, "{0} more match for a rank", "{0} more matches for a rank"),
    }
}

/// The time controls of a season, as people set them: `60s, 30s from match 200 on`; `None` if all its matches have the same.
#[must_use]
pub fn times(language: Language, times: &[pb::TimeSpan]) -> Option<String> {
    let time = |span: &pb::TimeSpan| TimeControl::from_wire(span.time_control.as_ref()?).ok();
    let told = times.iter().map(|span| match span.first_match {
        1 => Some(time(span)?.to_string()),
        first => Some(say!(language, "{0} from match {1} on", time(span)?, first)),
    });
    told.collect::<Option<Vec<_>>>().filter(|told| !told.is_empty()).map(|told| told.join(", "))
}

/// When a league begins matches: `mon-fri 20:00-07:00, sat-sun, not on 2026-12-24 (Europe/Berlin)`.
#[must_use]
pub fn hours(language: Language, calendar: &pb::LeagueCalendar) -> String {
    let pb::LeagueCalendar { hours, closed, time_zone, opens: _ } = calendar;
    let hours = if hours.is_empty() { say!(language, "at all hours").to_owned() } else { hours.join(", ") };
    let closed = closed.iter().map(|days| say!(language, ", not on {0}", days)).collect::<String>();
    format!("{hours}{closed} ({time_zone})")
}

/// What the matches of a pool have in common: `haleakala, 2 seats, league spring, season 2`.
#[must_use]
pub fn title(pool: &pb::Pool) -> String {
    let mut title = format!("{}, {} seats", pool.game, pool.seats);
    for option in &pool.options {
        let _ = write!(title, ", {option}");
    }
    if !pool.league.is_empty() {
        let _ = write!(title, ", league {}", pool.league);
    }
    if pool.season > 1 {
        let _ = write!(title, ", season {}", pool.season);
    }
    title
}

/// What a difference means, in one sentence.
#[must_use]
pub fn meaning(language: Language, one: &str, other: &str, difference: &pb::Difference) -> String {
    match (difference.lower, difference.upper) {
        (Some(lower), _) if lower > 0.0 => {
            say!(language, "{0} is stronger, by at least {1} Elo points.", one, format!("{lower:.0}"))
        }
        (_, Some(upper)) if upper < 0.0 => {
            say!(language, "{0} is stronger, by at least {1} Elo points.", other, format!("{:.0}", -upper))
        }
        (None, None) => say!(language, "The matches say nothing about which of them is stronger.").to_owned(),
        _ => say!(language, "The matches don't tell which of them is stronger: the difference may as well be 0.")
            .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(lower: Option<f64>, upper: Option<f64>) -> String {
        meaning(Language::English, "ann", "bob", &pb::Difference { elo: 0.0, lower, upper, superiority: None })
    }

    #[test]
    fn who_has_played_too_little_has_no_rank() {
        let standing = |missing| pb::Standing { matches_missing: missing, ..pb::Standing::default() };
        let told = [0, 1, 8].map(|count| missing(Language::English, &standing(count)));
        assert_eq!(told, ["", "1 more match for a rank", "8 more matches for a rank"]);
        assert_eq!(ranks(&standing(8)), "-");
    }

    #[test]
    fn a_difference_is_told_in_one_sentence() {
        assert_eq!(said(Some(17.4), Some(155.0)), "ann is stronger, by at least 17 Elo points.");
        assert_eq!(said(Some(17.4), None), "ann is stronger, by at least 17 Elo points.");
        assert_eq!(said(None, Some(-277.0)), "bob is stronger, by at least 277 Elo points.");
        assert!(said(Some(-3.0), Some(155.0)).ends_with("the difference may as well be 0."));
        assert!(said(Some(-3.0), None).ends_with("the difference may as well be 0."));
        assert_eq!(said(None, None), "The matches say nothing about which of them is stronger.");
    }
}
