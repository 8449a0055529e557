//! Corrections of results: what a request for one must hold, and the lists of those that were made.

use kahua_core::ids::MatchId;
use kahua_core::limits;
use kahua_core::season::Season;
use kahua_leagues::{Corrections, Played};
use kahua_play::reason::Reason;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::timestamp;
use kahua_settings::seasons::PresentSeasons;
use kahua_store::StoreError;
use pb::correct_results_request::Change as Wanted;
use pb::correction::Change;
use pb::disqualification::Effect;
use tonic::Status;

use crate::facts::Facts;
use crate::organizing::check_reason_in;
use crate::page::Page;
use crate::refusal::{invalid, store_failed};
use crate::standings::season;

/// The correction that a request asks for, made by this organizer at this time. The store gives it its number.
///
/// # Errors
/// If the request names something unknown, a field isn't valid, there is nothing to correct, a correction of the same thing holds
/// already, or the store can't be read.
pub fn correction(
    facts: &impl Facts,
    wanted: pb::CorrectResultsRequest,
    by: String,
    now_unix_ms: i64,
) -> Result<pb::Correction, Status> {
    let pb::CorrectResultsRequest { why, change, league, season } = wanted;
    check_reason_in("why", &why)?;
    let change = change.ok_or_else(|| invalid("change", "it isn't set; expected what is to be corrected"))?;
    let of_league = matches!(change, Wanted::Disqualified(_));
    if !of_league && (!league.is_empty() || season.is_some()) {
        return Err(invalid("league", "it is set with season for a disqualification only"));
    }
    let made = facts.corrections().map_err(store_failed)?;
    let (league, season, change) = match change {
        Wanted::Annulled(pb::AnnulledMatch { match_id }) => {
            let record = correctable(facts, &made, "annulled.match_id", &match_id)?;
            (record.league.clone(), Season::of(&record), Change::Annulled(pb::AnnulledMatch { match_id }))
        }
        Wanted::Places(pb::CorrectedPlaces { match_id, places }) => {
            let record = correctable(facts, &made, "places.match_id", &match_id)?;
            check_places(&record, &places)?;
            (record.league.clone(), Season::of(&record), Change::Places(pb::CorrectedPlaces { match_id, places }))
        }
        Wanted::Disqualified(wanted) => {
            let season = season_of(facts, &league, season)?;
            let out = disqualification(facts, &made, (&league, season), wanted)?;
            (league, season, Change::Disqualified(out))
        }
        Wanted::Undone(pb::UndoneCorrection { number }) => {
            let earlier = undoable(&made, number)?;
            let season = Season::numbered(earlier.season).unwrap_or(Season::FIRST);
            (earlier.league.clone(), season, Change::Undone(pb::UndoneCorrection { number }))
        }
    };
    Ok(pb::Correction {
        number: 0,
        at: Some(timestamp(now_unix_ms)),
        by,
        why,
        league,
        season: season.number(),
        change: Some(change),
        undone_by: None,
    })
}

/// The status that the store can't take a correction.
#[must_use]
pub fn not_corrected(problem: StoreError) -> Status {
    match problem {
        StoreError::TooManyCorrections => Reason::NotCorrected.status(problem.to_string()),
        problem => store_failed(problem),
    }
}

/// A page of the corrections, the newest first.
///
/// # Errors
/// If the arena doesn't know the league, the page isn't valid, or the store can't be read.
pub fn list_corrections(
    facts: &impl Facts,
    mut wanted: pb::ListCorrectionsRequest,
) -> Result<pb::ListCorrectionsResponse, Status> {
    let page = Page::take(&mut wanted)?;
    if let Some(league) = &wanted.league {
        facts.expect_league(league)?;
    }
    let made = facts.corrections().map_err(store_failed)?;
    let of_league =
        made.iter().filter(|correction| wanted.league.as_ref().is_none_or(|league| *league == correction.league));
    // Pages go on with larger keys, and larger numbers are newer.
    let place = |correction: &&pb::Correction| format!("{:020}", u64::MAX - correction.number);
    let (corrections, next_page_token) = page.cut(of_league, place);
    Ok(pb::ListCorrectionsResponse { corrections: corrections.into_iter().cloned().collect(), next_page_token })
}

/// The corrections that hold for the match of this record.
///
/// # Errors
/// If the store can't be read.
pub fn corrections_of(facts: &impl Facts, record: &pb::MatchRecord) -> Result<Vec<pb::Correction>, Status> {
    let made = facts.corrections().map_err(store_failed)?;
    Ok(made.holding(&Played::of(record)).into_iter().cloned().collect())
}

/// The record of a match that has a result, and that no correction of its own changes.
fn correctable(facts: &impl Facts, made: &Corrections, field: &str, match_id: &str) -> Result<pb::MatchRecord, Status> {
    let id: MatchId = match_id.parse().map_err(|problem| invalid(field, problem))?;
    let Some(record) = facts.reader().record(id).map_err(store_failed)? else {
        // The open matches are read only for the words of the refusal.
        let open = facts.reader().open_headers().map_err(store_failed)?;
        return Err(match open.iter().any(|header| header.match_id == match_id) {
            true => {
                Reason::MatchRunning.status(format!("match {id} is still being played: abort it, or wait for its end"))
            }
            false => Reason::MatchUnknown.status(format!("there is no match {id}")),
        });
    };
    if record.results.is_empty() {
        return Err(Reason::NotCorrected.status(format!("match {id} was aborted, so it has no result to correct")));
    }
    // A disqualification changes many matches at once. Each of them may still be corrected by itself.
    let of_its_own = |correction: &&pb::Correction| !matches!(correction.change, Some(Change::Disqualified(_)));
    match made.holding(&Played::of(&record)).into_iter().find(of_its_own) {
        None => Ok(record),
        Some(earlier) => Err(holds_already(&format!("match {id} is corrected"), earlier.number)),
    }
}

fn holds_already(what: &str, number: u64) -> Status {
    Reason::NotCorrected.status(format!("{what} by correction {number} already: take that one back first"))
}

/// Checks that these are the places of a match with so many seats: those that tie share a place, and the next ones stay free.
fn check_places(record: &pb::MatchRecord, places: &[u32]) -> Result<(), Status> {
    let seats = record.players.len();
    if places.len() != seats {
        let expected = format!("got {}, expected one for each of the {seats} seats", places.len());
        return Err(invalid("places.places", expected));
    }
    let is_place = |place: &u32| *place as usize == 1 + places.iter().filter(|other| *other < place).count();
    if places.iter().all(is_place) {
        return Ok(());
    }
    let got = places.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    Err(invalid(
        "places.places",
        format!(
            "got {got}, expected 1 for the winner, the same place for seats that tie, and 1 more than the number of better \
             seats for all others"
        ),
    ))
}

fn season_of(facts: &impl Facts, league: &str, number: Option<u32>) -> Result<Season, Status> {
    if league.is_empty() {
        return Err(invalid("league", "it isn't set; expected the league from which the bot is disqualified"));
    }
    facts.expect_league(league)?;
    let present = PresentSeasons::read(facts.reader()).map_err(store_failed)?.of(league);
    let wanted = number.map_or(Ok(present), season)?;
    match wanted > present {
        true => Err(invalid("season", format!("league {league} is in season {present}"))),
        false => Ok(wanted),
    }
}

fn disqualification(
    facts: &impl Facts,
    made: &Corrections,
    (league, season): (&str, Season),
    wanted: pb::Disqualification,
) -> Result<pb::Disqualification, Status> {
    let bot = facts.expect_bot("disqualified.bot", &wanted.bot)?;
    let max = limits::VERSION_BYTES_MAX;
    if wanted.version.as_ref().is_some_and(|version| version.len() > max) {
        return Err(invalid("disqualified.version", format!("no bot's version is longer than {max} bytes")));
    }
    let effect = match wanted.effect() {
        // The league's rule is written into the correction, so that later settings don't change what it means.
        Effect::Unspecified => facts.disqualified_matches(league).map_err(store_failed)?.to_wire(),
        effect => effect,
    };
    for earlier in made.disqualified_in(league, season) {
        if let Some(Change::Disqualified(out)) = &earlier.change
            && out.bot == bot.as_str()
            // Without a version, all versions are out already.
            && (out.version.is_none() || out.version == wanted.version)
        {
            let what = format!("bot {bot} is disqualified from season {season} of league {league}");
            return Err(holds_already(&what, earlier.number));
        }
    }
    Ok(pb::Disqualification { bot: bot.to_string(), version: wanted.version, effect: effect.into() })
}

fn undoable(made: &Corrections, number: u64) -> Result<&pb::Correction, Status> {
    let unknown = || Reason::CorrectionUnknown.status(format!("there is no correction {number}"));
    let earlier = made.find(number).ok_or_else(unknown)?;
    match (&earlier.change, earlier.undone_by) {
        (Some(Change::Undone(undone)), _) => Err(Reason::NotCorrected.status(format!(
            "correction {number} has taken back correction {}; make that one again instead",
            undone.number
        ))),
        (_, Some(by)) => Err(holds_already(&format!("correction {number} is taken back"), by)),
        (_, None) => Ok(earlier),
    }
}
