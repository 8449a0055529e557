//! All leagues, each with how far it is.

use std::collections::BTreeSet;
use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};

use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::source::Source;
use crate::wide::wide;
use crate::words;

pub(crate) async fn page(source: &impl Source, frame: &Frame) -> Result<Markup, Failure> {
    let leagues = source.leagues().await?;
    let earlier = earlier(&leagues, &source.standings(pb::GetStandingsRequest::default()).await?);
    let content = html! {
        h1 { "Leagues" }
        @if leagues.is_empty() {
            p { "There is no league. The arena's settings name the leagues that it plays." }
        } @else {
            (table(frame, &leagues))
        }
        @if !earlier.is_empty() {
            h2 { "Earlier leagues" }
            p { "The settings don't name these any more. Their standings and matches are kept." }
            ul.plain { @for league in &earlier { li { (words::league(frame, league)) } } }
        }
    };
    Ok(frame.page("Leagues", Section::Leagues, content))
}

/// The leagues of which there are standings, but that aren't among these.
fn earlier(leagues: &[pb::LeagueStatus], standings: &[pb::PoolStandings]) -> BTreeSet<String> {
    let present: BTreeSet<&str> =
        leagues.iter().filter_map(|status| Some(status.league.as_ref()?.name.as_str())).collect();
    let played = standings.iter().filter_map(|of| Some(of.pool.as_ref()?.league.as_str()));
    played.filter(|league| !league.is_empty() && !present.contains(league)).map(str::to_owned).collect()
}

/// A line for each league.
pub(super) fn table(frame: &Frame, leagues: &[pb::LeagueStatus]) -> Markup {
    html! {
        (wide("Leagues", html! {
            table {
                thead {
                    tr {
                        th scope="col" { "League" }
                        th scope="col" { "Game" }
                        th.number scope="col" { "Seats" }
                        th.number scope="col" { "Season" }
                        th.number scope="col" { "Matches" }
                        th.number scope="col" { "Bots" }
                        th scope="col" { "State" }
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
                            td.number { (status.played) @if let Some(planned) = status.planned { " of " (planned) } }
                            td.number { (status.bots.iter().filter(|bot| bot.current).count()) }
                            td { (words::state(status)) (time_left(status)) }
                        }
                    }
                }
            }
        }))
    }
}

/// How long a league still takes, if that is known.
pub(super) fn time_left(status: &pb::LeagueStatus) -> String {
    let left = status.time_left_ms.filter(|left| *left > 0);
    left.map_or_else(String::new, |left| format!(", about {} left", words::about(Duration::from_millis(left))))
}
