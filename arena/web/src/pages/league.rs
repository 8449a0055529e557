//! A league: how far it is, its standings, and its latest matches.

mod knockout;
mod round;
mod standings;

use kahua_core::words::count;
use std::collections::BTreeSet;

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::unix_ms;
use maud::{Markup, html};
use pb::league_status::State;

use super::leagues::time_left;
use super::match_table;
use super::replay::header;
use crate::failure::Failure;
use crate::figures::{hours, times};
use crate::frame::{Frame, Head, Section};
use crate::path::{in_query, segment};
use crate::share::{self, DATA, FEED, File};
use crate::source::Source;
use crate::words;

/// How many of the latest matches are shown.
const MATCHES: u32 = 10;
/// How many bots are named where somebody sends a link to the page.
const LEADERS: usize = 3;
/// How many seasons are linked, the latest ones.
const SEASONS_MAX: usize = 50;
/// In a league with more bots than this, files don't have a page with the differences to each bot.
const COMPARED_MAX: usize = 100;

/// What to show of a league.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) league: String,
    /// The season, if it isn't the present one.
    pub(crate) season: Option<u32>,
    /// The bot from which all differences are measured.
    pub(crate) against: Option<String>,
}

impl Wanted {
    pub(crate) fn request(&self) -> pb::GetStandingsRequest {
        pb::GetStandingsRequest {
            league: Some(self.league.clone()),
            season: self.season,
            against: self.against.clone(),
            ..pb::GetStandingsRequest::default()
        }
    }

    /// The address of the standings as JSON, from the league's page.
    fn data(&self) -> String {
        match self.season {
            Some(season) => format!("{DATA}?season={season}"),
            None => DATA.to_owned(),
        }
    }

    /// The path of the page. A file's name has no query, so there the choices become folders.
    pub(crate) fn path(&self, frame: &Frame) -> String {
        let season = self.season.map(|season| ("season", season.to_string()));
        let against = self.against.as_ref().map(|against| ("against", against.clone()));
        let choices = [season, against].into_iter().flatten();
        let choices: Vec<String> = match frame.served {
            Some(_) => choices.map(|(name, value)| format!("{name}={}", in_query(&value))).collect(),
            None => choices.map(|(name, value)| format!("{name}-{}/", segment(&value))).collect(),
        };
        match frame.served {
            Some(_) if !choices.is_empty() => format!("{}?{}", words::league_path(&self.league), choices.join("&")),
            _ => format!("{}{}", words::league_path(&self.league), choices.concat()),
        }
    }
}

pub(crate) async fn page(source: &impl Source, frame: &Frame, wanted: Wanted) -> Result<Markup, Failure> {
    let pools = source.standings(wanted.request()).await?;
    let is_wanted =
        |status: &pb::LeagueStatus| status.league.as_ref().is_some_and(|league| league.name == wanted.league);
    let status = source.leagues().await?.into_iter().find(is_wanted);
    let latest = source.matches(latest(&wanted)).await?.matches;
    let frame = frame.clone();
    source.work(move || draw(&frame, &wanted, status.as_ref(), &pools, &latest)).await
}

/// The seasons that the page of a league links, the latest first; empty if there is only one.
pub(crate) fn seasons_linked(present: u32) -> impl Iterator<Item = u32> {
    (1..=present).rev().take(if present > 1 { SEASONS_MAX } else { 0 })
}

/// The bots that have a page of differences among the files of a league.
pub(crate) fn bots_compared(pools: &[pb::PoolStandings]) -> BTreeSet<String> {
    let standings = pools.iter().flat_map(|pool| &pool.standings).filter(|standing| standing.current);
    let bots: BTreeSet<String> = standings.map(|standing| standing.name.clone()).collect();
    if bots.len() > COMPARED_MAX { BTreeSet::new() } else { bots }
}

fn latest(wanted: &Wanted) -> pb::ListMatchesRequest {
    pb::ListMatchesRequest {
        league: Some(wanted.league.clone()),
        season: wanted.season,
        page_size: Some(MATCHES),
        running: Some(false),
        ..pb::ListMatchesRequest::default()
    }
}

pub(crate) fn draw(
    frame: &Frame,
    wanted: &Wanted,
    status: Option<&pb::LeagueStatus>,
    pools: &[pb::PoolStandings],
    latest: &[pb::MatchSummary],
) -> Markup {
    let name = words::safe(&wanted.league);
    let present = status.and_then(|status| status.league.as_ref()).map(|league| league.season);
    let is_present = wanted.season.is_none() || wanted.season == present;
    let is_knockout = status.is_some_and(|status| status.format == "knockout");
    // Files of other seasons have no pages of differences: they would be too many.
    let has_differences = frame.served.is_some() || wanted.season.is_none() && !bots_compared(pools).is_empty();
    let content = html! {
        h1 { @if wanted.league.is_empty() { "Matches of no league" } @else { "League " bdi { (name) } } }
        @if let Some(status) = status.filter(|_| is_present) { (progress(frame, status)) }
        @if let Some(round) = status.filter(|_| is_present).and_then(|status| status.round.as_ref()) { (round::draw(frame, round)) }
        @if let Some(status) = status.filter(|_| is_present) { (knockout::draw(frame, &status.knockout)) }
        (seasons(frame, wanted, present))
        @if let Some(against) = &wanted.against {
            p {
                "Each bot's difference to " (words::bot(frame, against)) " is shown. "
                a href=(frame.link(&Wanted { against: None, ..wanted.clone() }.path(frame))) { "Show the standings without it" } "."
            }
        }
        @for standings in pools {
            section {
                h2 { (words::pool(&standings.pool.clone().unwrap_or_default())) }
                p.faint {
                    (count(standings.matches, "rated match", "rated matches")) "."
                    @if let Some(times) = times(&standings.times) { " Time: " (times) "." }
                }
                (standings::of(frame, wanted, standings, has_differences))
            }
        }
        @if pools.is_empty() { p { "No rated match has ended yet." } } @else { (standings::explained(pools, is_knockout)) }
        section {
            h2 { "Latest matches" }
            @if latest.is_empty() { p { "No match has ended yet." } } @else { (match_table::of_one_league(frame, "Latest matches", latest)) }
            @if frame.served.is_some() && !latest.is_empty() {
                p { a href=(frame.link(&super::matches::path(&[("league", &wanted.league)]))) { "All matches of the league" } }
            }
        }
        (share::links(frame, &[File::data("standings as JSON", wanted.data()), File::feed()]))
    };
    let title = format!("League {name}");
    let about = pools.first().map(leaders).unwrap_or_else(|| "No rated match has ended yet.".to_owned());
    let feed = frame.served.map(|_| FEED);
    frame.page_with(&Head { about: &about, feed, ..Head::new(&title, Section::Leagues) }, content)
}

/// The first bots of a pool, in a sentence without markup.
fn leaders(pool: &pb::PoolStandings) -> String {
    let leaders = pool.standings.iter().filter(|standing| standing.current).take(LEADERS);
    let leaders = leaders.map(|standing| format!("{} {:.0}", words::safe(&standing.name), standing.estimate));
    format!("{}: {}.", count(pool.matches, "rated match", "rated matches"), leaders.collect::<Vec<_>>().join(", "))
}

/// How far the league is, and which bots it waits for.
fn progress(frame: &Frame, status: &pb::LeagueStatus) -> Markup {
    let league = status.league.clone().unwrap_or_default();
    let withdrawn = status.changes.as_ref().map_or(&[][..], |changes| &changes.withdrawn);
    let suspended = status.bots.iter().filter(|bot| bot.current && bot.suspension.is_some());
    let suspended: Vec<&str> = suspended.map(|bot| bot.name.as_str()).collect();
    let disqualified = status.bots.iter().filter(|bot| bot.current && bot.disqualified.is_some());
    let disqualified: Vec<&str> = disqualified.map(|bot| bot.name.as_str()).collect();
    html! {
        p {
            (words::game(&league.game)) ", " (league.seats) " seats"
            @if !status.format.is_empty() { ", " (words::safe(&status.format)) }
            ", season " (league.season) ": " strong { (words::state(status)) } (time_left(status)) "."
        }
        @if let Some(planned) = status.planned.filter(|planned| *planned > 0) {
            p {
                progress max=(planned) value=(status.played.min(planned)) aria-label="Matches played" {}
                " " (status.played) " of " (count(planned, "match", "matches")) " played"
                @if status.running > 0 { ", " (status.running) " running" } "."
            }
        } @else {
            p { (count(status.played, "match", "matches")) " played" @if status.running > 0 { ", " (status.running) " running" } "." }
        }
        @if let Some(times) = times(&league.times) { p { "Time: " (times) "." } }
        @if let Some(calendar) = &status.calendar {
            p {
                "Matches begin " (words::safe(&hours(calendar))) "."
                @if let Some(opens) = calendar.opens.as_ref().and_then(unix_ms) { " The next ones begin at " (header::date(opens)) "." }
            }
        }
        @if !status.waiting_for.is_empty() {
            p { "The league waits for " (words::bots(frame, status.waiting_for.iter().map(String::as_str))) "." }
        } @else if status.state() == State::Waiting {
            p { "The league waits for more bots to connect." }
        }
        @if !suspended.is_empty() {
            p { "Suspended until an organizer lets them back: " (words::bots(frame, suspended)) "." }
        }
        @if !disqualified.is_empty() {
            p {
                "Disqualified by an organizer: " (words::bots(frame, disqualified)) " ("
                a href=(frame.link(super::corrections::PATH)) { "all corrections" } ")."
            }
        }
        @if !withdrawn.is_empty() {
            p { "Withdrawn: " (words::bots(frame, withdrawn.iter().map(String::as_str))) "." }
        }
    }
}

/// Links to the other seasons, if there are any.
fn seasons(frame: &Frame, wanted: &Wanted, present: Option<u32>) -> Markup {
    let present = present.max(wanted.season).unwrap_or(1);
    let shown = wanted.season.unwrap_or(present);
    html! {
        @if present > 1 {
            nav.seasons aria-label="Seasons" {
                "Seasons: "
                @for season in seasons_linked(present) {
                    @let path = Wanted { season: Some(season), against: None, ..wanted.clone() }.path(frame);
                    a href=(frame.link(&path)) aria-current=[(season == shown).then_some("page")] { (season) } " "
                }
            }
        }
    }
}
