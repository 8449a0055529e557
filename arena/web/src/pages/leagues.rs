//! All leagues, each with how far it is.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};
use pb::league_status::State;

use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::language::{Language, say};
use crate::source::Source;
use crate::wide::wide;
use crate::words;

/// How many earlier leagues are shown on pages with another topic.
const EARLIER_MAX: usize = 12;

pub(crate) async fn page(source: &impl Source, frame: &Frame) -> Result<Markup, Failure> {
    let leagues = source.leagues().await?;
    let earlier = earlier(&leagues, &source.standings(pb::GetStandingsRequest::default()).await?);
    let language = frame.language;
    let content = html! {
        h1 { (say!(language, "Leagues")) }
        @if leagues.is_empty() && earlier.is_empty() {
            p { (say!(language, "There is no league. The arena's settings name the leagues that it plays.")) }
        }
        @if leagues.iter().any(has_begun) { (table(frame, say!(language, "Leagues"), &leagues)) }
        @if !earlier.is_empty() {
            h2 { (say!(language, "Earlier leagues")) }
            p { (say!(language, "The settings don't name these any more. Their standings and matches are kept.")) }
            (table(frame, say!(language, "Earlier leagues"), &earlier))
        }
        // Leagues that were played come before those that weren't.
        @if !leagues.is_empty() && !leagues.iter().any(has_begun) {
            @if !earlier.is_empty() { h2 { (say!(language, "Leagues of the settings")) } }
            (table(frame, say!(language, "Leagues"), &leagues))
        }
        p { a href=(frame.link(super::corrections::PATH)) { (say!(language, "Corrections of results")) } }
    };
    Ok(frame.page(say!(language, "Leagues"), Section::Leagues, content))
}

/// The leagues in which matches were played, then earlier leagues that aren't among these, then the others.
pub(super) async fn played_first(source: &impl Source) -> Result<Vec<pb::LeagueStatus>, Failure> {
    let mut leagues = source.leagues().await?;
    // If every league has matches, there is no need to look for earlier ones.
    if leagues.iter().all(has_begun) && !leagues.is_empty() {
        return Ok(leagues);
    }
    let earlier = earlier(&leagues, &source.standings(pb::GetStandingsRequest::default()).await?);
    leagues.sort_by_key(|status| !has_begun(status));
    let begun = leagues.partition_point(has_begun);
    leagues.splice(begun..begun, earlier.into_iter().take(EARLIER_MAX));
    Ok(leagues)
}

/// Whether a match of the league was played, or is running.
pub(super) fn has_begun(status: &pb::LeagueStatus) -> bool {
    status.played > 0 || status.running > 0
}

/// The leagues that have standings but aren't among these, by name. They aren't played at present.
fn earlier(leagues: &[pb::LeagueStatus], standings: &[pb::PoolStandings]) -> Vec<pb::LeagueStatus> {
    let present: BTreeSet<&str> =
        leagues.iter().filter_map(|status| Some(status.league.as_ref()?.name.as_str())).collect();
    let mut earlier: BTreeMap<&str, pb::LeagueStatus> = BTreeMap::new();
    for of in standings {
        let Some(pool) = of.pool.as_ref().filter(|pool| !pool.league.is_empty()) else { continue };
        if present.contains(pool.league.as_str()) {
            continue;
        }
        let status = earlier.entry(&pool.league).or_default();
        status.league = Some(pb::League {
            name: pool.league.clone(),
            game: pool.game.clone(),
            seats: pool.seats,
            season: pool.season,
            ..pb::League::default()
        });
        status.state = State::Idle.into();
        status.played += of.matches;
        let bot = |standing: &pb::Standing| pb::LeagueBot { current: standing.current, ..pb::LeagueBot::default() };
        status.bots.extend(of.standings.iter().map(bot));
    }
    earlier.into_values().collect()
}

/// A line for each league.
pub(super) fn table(frame: &Frame, name: &str, leagues: &[pb::LeagueStatus]) -> Markup {
    let language = frame.language;
    html! {
        (wide(name, html! {
            table {
                thead {
                    tr {
                        th scope="col" { (say!(language, "League")) }
                        th scope="col" { (say!(language, "Game")) }
                        th.number scope="col" { (say!(language, "Seats")) }
                        th.number scope="col" { (say!(language, "Season")) }
                        th.number scope="col" { (say!(language, "Matches")) }
                        th.number scope="col" { (say!(language, "Bots")) }
                        th scope="col" { (say!(language, "State")) }
                    }
                }
                tbody {
                    @for status in leagues {
                        @let league = status.league.clone().unwrap_or_default();
                        tr {
                            th scope="row" { (words::league(frame, &league.name)) }
                            td { (words::game(&league.game)) }
                            td.number { (league.seats) }
                            td.number { (league.season) }
                            td.number {
                                @if let Some(planned) = status.planned { (say!(language, "{0} of {1}", status.played, planned)) }
                                @else { (status.played) }
                            }
                            td.number { (status.bots.iter().filter(|bot| bot.current).count()) }
                            td { (words::state(language, status)) (time_left(language, status)) }
                        }
                    }
                }
            }
        }))
    }
}

/// How long a league still takes, if that is known.
pub(super) fn time_left(language: Language, status: &pb::LeagueStatus) -> String {
    let left = status.time_left_ms.filter(|left| *left > 0);
    let told = |left| say!(language, ", about {0} left", words::about(language, Duration::from_millis(left)));
    left.map_or_else(String::new, told)
}
