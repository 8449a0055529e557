//! Lists of matches: which ones a request asks for, and a page of them.

use kahua_core::limits;
use kahua_leagues::Played;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::{Timestamp, unix_ms};
use kahua_store::{Filter, Query};
use tonic::Status;

use crate::facts::Facts;
use crate::page::{Page, wrong_token};
use crate::refusal::{invalid, store_failed};
use crate::standings::season;

/// A page of the matches that are asked for: the running ones first, then those that have ended, newest first.
///
/// # Errors
/// If the request names something unknown, a field isn't valid, or the store can't be read.
pub fn list_matches(facts: &impl Facts, mut wanted: pb::ListMatchesRequest) -> Result<pb::ListMatchesResponse, Status> {
    let page = Page::take(&mut wanted)?;
    let filter = expect_filter(facts, &wanted)?;
    let after = page.after.as_ref().map(|place| place.parse().map_err(|_| wrong_token())).transpose()?;
    let query = Query { filter, after, limit: page.size };
    let found = facts.reader().summaries(&query).map_err(store_failed)?;
    let sound =
        found.matches.into_iter().filter_map(|summary| summary.map_err(|problem| facts.leave_out(problem)).ok());
    let made = facts.corrections().map_err(store_failed)?;
    let with_corrections = |summary: pb::MatchSummary| {
        let holding = made.holding(&Played::of_summary(&summary)).into_iter().cloned().collect();
        pb::MatchSummary { corrections: holding, ..summary }
    };
    Ok(pb::ListMatchesResponse {
        matches: sound.map(with_corrections).collect(),
        next_page_token: found.next.map(|cursor| page.token(&cursor.to_string())).unwrap_or_default(),
    })
}

/// The filter of a request, after checking that everything that it names exists: a misspelt name must not look like an
/// empty list.
///
/// # Errors
/// If the request names something unknown, a field isn't valid, or the store can't be read.
pub fn expect_filter(facts: &impl Facts, wanted: &pb::ListMatchesRequest) -> Result<Filter, Status> {
    if let Some(game) = &wanted.game {
        facts.expect_game(game)?;
    }
    if let Some(league) = &wanted.league {
        facts.expect_league(league)?;
    }
    if let Some(bot) = &wanted.bot {
        facts.expect_bot("bot", bot)?;
    }
    filter(wanted)
}

/// The filter of a request, whether what it names exists or not.
///
/// # Errors
/// If a field isn't valid.
pub fn filter(wanted: &pb::ListMatchesRequest) -> Result<Filter, Status> {
    if wanted.version.as_ref().is_some_and(|version| version.len() > limits::VERSION_BYTES_MAX) {
        return Err(invalid("version", format!("no bot's version is longer than {} bytes", limits::VERSION_BYTES_MAX)));
    }
    Ok(Filter {
        league: wanted.league.clone(),
        season: wanted.season.map(season).transpose()?,
        game: wanted.game.clone(),
        bot: wanted.bot.as_ref().map(|bot| bot.parse().map_err(|problem| invalid("bot", problem))).transpose()?,
        version: wanted.version.clone(),
        running: wanted.running,
        started_from_ms: time("started_from", wanted.started_from.as_ref())?,
        started_before_ms: time("started_before", wanted.started_before.as_ref())?,
    })
}

fn time(field: &str, given: Option<&Timestamp>) -> Result<Option<i64>, Status> {
    let read =
        |given| unix_ms(given).ok_or_else(|| invalid(field, "expected seconds in range and 0 to 999999999 nanos"));
    given.map(read).transpose()
}
