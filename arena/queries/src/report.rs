//! What has happened in a span of time: matches, leagues, versions, corrections, suspensions, faults, and what the store needs.

use std::collections::BTreeMap;
use std::ops::Range;

use kahua_core::ids::BotName;
use kahua_core::limits::{PAGE_MAX, REPORT_ENTRIES_MAX, REPORT_SPAN_MAX};
use kahua_core::season::Season;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::{Timestamp, timestamp, unix_ms};
use kahua_store::{Act, Filter, Query, Reader, StoreError};
use pb::league_status::State;
use pb::termination::Kind;
use tonic::Status;

use crate::facts::Facts;
use crate::refusal::{invalid, store_failed};

/// The milliseconds of a day.
const DAY_MS: u128 = 24 * 3600 * 1000;

/// What has happened in a span of time.
///
/// # Errors
/// If the span isn't valid, or the store can't be read.
pub fn get_report(facts: &impl Facts, wanted: &pb::GetReportRequest) -> Result<pb::GetReportResponse, Status> {
    let span = span(wanted)?;
    report(facts, &span).map_err(store_failed)
}

/// The span that is asked for, in milliseconds since 1970-01-01 UTC.
fn span(wanted: &pb::GetReportRequest) -> Result<Range<i64>, Status> {
    let time = |field: &str, given: Option<&Timestamp>| {
        given.and_then(unix_ms).ok_or_else(|| invalid(field, "it isn't set to a time; expected one"))
    };
    let (from, before) = (time("since", wanted.since.as_ref())?, time("before", wanted.before.as_ref())?);
    match before.checked_sub(from) {
        Some(length @ 1..) if length.unsigned_abs() as u128 <= REPORT_SPAN_MAX.as_millis() => Ok(from..before),
        _ => {
            let days = REPORT_SPAN_MAX.as_millis() / DAY_MS;
            Err(invalid("before", format!("expected a time after `since`, and at most {days} days after it")))
        }
    }
}

fn report(facts: &impl Facts, span: &Range<i64>) -> Result<pb::GetReportResponse, StoreError> {
    let counted = Counted::of(facts, span)?;
    let seasons = seasons(facts, span, &counted)?;
    let mut cut = Cut(false);
    let faults = counted.faults.iter();
    let faults =
        faults.map(|((cause, bot), count)| pb::ReportedFault { cause: *cause, bot: bot.clone(), count: *count });
    let (acts, more_acts) = acts(facts.reader(), span)?;
    Ok(pb::GetReportResponse {
        seasons: cut.first(seasons),
        new_versions: cut.newest(new_versions(facts.reader(), span, &counted)?),
        corrections: {
            let made = facts.corrections()?;
            cut.newest(made.iter().filter(|made| is_in(span, made.at.as_ref())).cloned().collect())
        },
        suspended: cut.first(suspended(facts, span)?),
        faults: cut.first(faults.collect()),
        strikes: counted.strikes,
        store: Some(store_use(facts.reader(), span, counted.matches)?),
        acts,
        cut: cut.0 || more_acts,
    })
}

/// Whether any list was cut.
struct Cut(bool);

impl Cut {
    fn first<T>(&mut self, mut list: Vec<T>) -> Vec<T> {
        self.0 |= list.len() > REPORT_ENTRIES_MAX;
        list.truncate(REPORT_ENTRIES_MAX);
        list
    }

    fn newest<T>(&mut self, mut list: Vec<T>) -> Vec<T> {
        self.0 |= list.len() > REPORT_ENTRIES_MAX;
        list.split_off(list.len().saturating_sub(REPORT_ENTRIES_MAX))
    }
}

fn is_in(span: &Range<i64>, at: Option<&Timestamp>) -> bool {
    at.and_then(unix_ms).is_some_and(|at| span.contains(&at))
}

/// What the matches of the span come to.
#[derive(Default)]
struct Counted {
    matches: u64,
    strikes: u64,
    seasons: BTreeMap<(String, u32), pb::ReportedSeason>,
    /// For each version of a bot, when its first match of the span started, and how many matches it had.
    versions: BTreeMap<(String, String), (i64, u64)>,
    faults: BTreeMap<(i32, String), u64>,
}

impl Counted {
    fn of(facts: &impl Facts, span: &Range<i64>) -> Result<Counted, StoreError> {
        let mut counted = Counted::default();
        let filter = Filter { running: Some(false), ..started(span.start, span.end) };
        let mut query = Query { filter, after: None, limit: PAGE_MAX as usize };
        loop {
            let page = facts.reader().summaries(&query)?;
            for summary in page.matches {
                match summary {
                    Ok(summary) => counted.count(&summary),
                    Err(problem) => facts.leave_out(problem),
                }
            }
            query.after = page.next;
            if query.after.is_none() {
                return Ok(counted);
            }
        }
    }

    fn count(&mut self, summary: &pb::MatchSummary) {
        self.matches += 1;
        let season = Season::numbered(summary.season).unwrap_or(Season::FIRST).number();
        let league = summary.league.clone();
        let new = || pb::ReportedSeason { league: league.clone(), season, ..Default::default() };
        let of = self.seasons.entry((league.clone(), season)).or_insert_with(new);
        match summary.termination.as_ref().map(pb::Termination::kind) {
            Some(Kind::Finished) => of.finished += 1,
            Some(Kind::Forfeited) => of.forfeited += 1,
            Some(Kind::Aborted | Kind::Unspecified) | None => of.aborted += 1,
        }
        let started_ms = summary.started_at.as_ref().and_then(unix_ms).unwrap_or_default();
        for player in &summary.players {
            let version = self.versions.entry((player.name.clone(), player.version.clone()));
            let (first, matches) = version.or_insert((started_ms, 0));
            *first = started_ms.min(*first);
            *matches += 1;
        }
        for (player, result) in summary.players.iter().zip(&summary.results) {
            self.strikes += u64::from(result.strikes);
            if let Some(cause) = result.given_up {
                *self.faults.entry((cause, player.name.clone())).or_default() += 1;
            }
        }
    }
}

fn started(from_ms: i64, before_ms: i64) -> Filter {
    Filter { started_from_ms: Some(from_ms), started_before_ms: Some(before_ms), ..Filter::default() }
}

/// Whether the store has any match like this.
fn has_any(reader: &Reader, filter: Filter) -> Result<bool, StoreError> {
    let found = reader.summaries(&Query { filter, after: None, limit: 1 })?;
    Ok(!found.matches.is_empty())
}

/// The seasons that were played, and which of them have begun or ended.
fn seasons(facts: &impl Facts, span: &Range<i64>, counted: &Counted) -> Result<Vec<pb::ReportedSeason>, StoreError> {
    let statuses = facts.statuses(None)?;
    let present = |name: &str| {
        let status = statuses.iter().find(|status| status.league.as_ref().is_some_and(|league| league.name == name))?;
        Some((status.league.as_ref()?.season, status.state() == State::Over))
    };
    let season = |played: &pb::ReportedSeason| {
        // Matches of no league have no season that could begin or end.
        if played.league.is_empty() {
            return Ok(played.clone());
        }
        let matches_of = |from_ms, before_ms| {
            let season = Season::numbered(played.season);
            let filter = Filter { league: Some(played.league.clone()), season, ..started(from_ms, before_ms) };
            has_any(facts.reader(), filter)
        };
        let is_over = present(&played.league).is_some_and(|(season, over)| played.season < season || over);
        Ok(pb::ReportedSeason {
            begun: !matches_of(i64::MIN, span.start)?,
            ended: is_over && !matches_of(span.end, i64::MAX)?,
            ..played.clone()
        })
    };
    counted.seasons.values().map(season).collect()
}

/// The versions that hadn't played before, by their first match.
fn new_versions(reader: &Reader, span: &Range<i64>, counted: &Counted) -> Result<Vec<pb::NewVersion>, StoreError> {
    let mut new = Vec::new();
    for ((bot, version), (first_ms, matches)) in &counted.versions {
        // A name that isn't valid is in no record of an arena.
        let Ok(name) = bot.parse::<BotName>() else { continue };
        let filter = Filter { bot: Some(name), version: Some(version.clone()), ..started(i64::MIN, span.start) };
        if !has_any(reader, filter)? {
            let version = pb::NewVersion {
                bot: bot.clone(),
                version: version.clone(),
                first_match_at: Some(timestamp(*first_ms)),
                matches: *matches,
            };
            new.push((*first_ms, version));
        }
    }
    new.sort_by_key(|(first_ms, _)| *first_ms);
    Ok(new.into_iter().map(|(_, version)| version).collect())
}

fn suspended(facts: &impl Facts, span: &Range<i64>) -> Result<Vec<pb::SuspendedBot>, StoreError> {
    let suspended = facts.suspensions()?.into_iter();
    let of_span = suspended.filter(|(_, suspension)| is_in(span, suspension.since.as_ref()));
    Ok(of_span
        .map(|(bot, suspension)| pb::SuspendedBot { bot: bot.to_string(), suspension: Some(suspension) })
        .collect())
}

/// The newest acts of the span, oldest first, and whether there are more.
fn acts(reader: &Reader, span: &Range<i64>) -> Result<(Vec<pb::ReportedAct>, bool), StoreError> {
    // The log is read from its end, and further back only if it must be.
    let mut limit = REPORT_ENTRIES_MAX as u32;
    let newest = loop {
        let newest = reader.acts(limit)?;
        let is_all = newest.len() < limit as usize;
        if is_all || newest.first().is_some_and(|act| act.unix_ms < span.start) {
            break newest;
        }
        // Each round reads everything anew, so few rounds must be enough.
        limit = limit.saturating_mul(4);
    };
    let mut of_span: Vec<Act> = newest.into_iter().filter(|act| span.contains(&act.unix_ms)).collect();
    let older = of_span.len().saturating_sub(REPORT_ENTRIES_MAX);
    let kept = of_span.split_off(older).into_iter().map(|act| pb::ReportedAct {
        at: Some(timestamp(act.unix_ms)),
        who: act.who,
        what: act.what,
        details: act.arguments,
        outcome: act.outcome,
    });
    Ok((kept.collect(), older > 0))
}

/// How much the store needs, and how fast it grows if matches go on as in the span.
fn store_use(reader: &Reader, span: &Range<i64>, matches_of_span: u64) -> Result<pb::StoreUse, StoreError> {
    let (bytes, matches) = (reader.size_bytes()?, reader.record_count()?);
    let span_ms = u128::from(span.end.abs_diff(span.start)).max(1);
    let grown = u128::from(bytes) * u128::from(matches_of_span) / u128::from(matches.max(1));
    let bytes_a_day = u64::try_from(grown * DAY_MS / span_ms).unwrap_or(u64::MAX);
    Ok(pb::StoreUse { bytes, matches, bytes_a_day })
}
