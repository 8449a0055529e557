//! A league: how far it is, its standings, and its latest matches.

mod knockout;
mod playing;
mod round;
mod standings;

use std::collections::BTreeSet;

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::unix_ms;
use maud::{Markup, html};
use pb::league_status::State;

use super::glimpse::Watching;
use super::leagues::time_left;
use super::match_table;
use super::replay::header;
use crate::failure::Failure;
use crate::figures::{hours, times};
use crate::files::{self, DATA, FEED, File};
use crate::frame::{Frame, Head, Section};
use crate::language::{Language, compose, say, say_count};
use crate::path::{in_query, segment};
use crate::source::Source;
use crate::words;

/// How many of the latest matches are shown, and of the running ones.
const MATCHES: u32 = 10;
/// How many bots are named where somebody sends a link to the page.
const LEADERS: usize = 3;
/// How many seasons are linked, the latest ones.
const SEASONS_MAX: usize = 50;
/// In a league with more bots than this, files don't have a page with the differences to each bot.
const COMPARED_MAX: usize = 100;

/// What to show of a league.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LeagueQuery {
    pub(crate) league: String,
    /// The season, if it isn't the present one.
    pub(crate) season: Option<u32>,
    /// The bot from which all differences are measured.
    pub(crate) against: Option<String>,
}

impl LeagueQuery {
    pub(crate) fn request(&self) -> pb::GetStandingsRequest {
        pb::GetStandingsRequest {
            league: Some(self.league.clone()),
            season: self.season,
            against: self.against.clone(),
            ..pb::GetStandingsRequest::default()
        }
    }

    /// Whether the season is this one, the present one of the league.
    fn is_of(&self, present: Option<u32>) -> bool {
        self.season.is_none() || self.season == present
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

pub(crate) async fn page(
    source: &impl Source,
    frame: &Frame,
    wanted: LeagueQuery,
    watching: Watching<'_>,
) -> Result<Markup, Failure> {
    let pools = source.standings(wanted.request()).await?;
    let is_wanted =
        |status: &pb::LeagueStatus| status.league.as_ref().is_some_and(|league| league.name == wanted.league);
    let status = source.leagues().await?.into_iter().find(is_wanted);
    let latest = source.matches(some(&wanted, false)).await?.matches;
    let is_present = wanted.is_of(present_season(status.as_ref()));
    let is_over = status.as_ref().is_some_and(|status| status.state() == State::Over);
    let being_played = match watching.filter(|_| is_present && !is_over) {
        Some(_) => Some(playing::section(source, frame, &wanted, watching).await?),
        None => None,
    };
    let frame = frame.clone();
    source.work(move || draw(&frame, &wanted, status.as_ref(), &pools, &latest, being_played.as_ref())).await
}

fn present_season(status: Option<&pb::LeagueStatus>) -> Option<u32> {
    status.and_then(|status| status.league.as_ref()).map(|league| league.season)
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

/// Which matches are listed: some that are being played, or the latest ones that aren't any more.
fn some(wanted: &LeagueQuery, running: bool) -> pb::ListMatchesRequest {
    pb::ListMatchesRequest {
        league: Some(wanted.league.clone()),
        season: wanted.season,
        page_size: Some(MATCHES),
        running: Some(running),
        ..pb::ListMatchesRequest::default()
    }
}

pub(crate) fn draw(
    frame: &Frame,
    wanted: &LeagueQuery,
    status: Option<&pb::LeagueStatus>,
    pools: &[pb::PoolStandings],
    latest: &[pb::MatchSummary],
    being_played: Option<&Markup>,
) -> Markup {
    let language = frame.language;
    let name = words::safe(&wanted.league);
    let present = present_season(status);
    let is_present = wanted.is_of(present);
    let is_knockout = status.is_some_and(|status| status.format == "knockout");
    // Files of other seasons have no pages of differences: they would be too many.
    let has_differences = frame.served.is_some() || wanted.season.is_none() && !bots_compared(pools).is_empty();
    let none_rated = say!(language, "No rated match has ended yet.");
    let content = html! {
        h1 {
            @if wanted.league.is_empty() { (say!(language, "Matches of no league")) }
            @else { (compose!(language, "League {0}", html! { bdi { (name) } })) }
        }
        @if let Some(status) = status.filter(|_| is_present) { (progress(frame, status)) }
        @if let Some(round) = status.filter(|_| is_present).and_then(|status| status.round.as_ref()) { (round::draw(frame, round)) }
        @if let Some(status) = status.filter(|_| is_present) { (knockout::draw(frame, &status.knockout)) }
        @if let Some(being_played) = being_played { (being_played) }
        (seasons(frame, wanted, present))
        @if let Some(against) = &wanted.against { p { (differences(frame, wanted, against)) } }
        @for standings in pools {
            section {
                h2 { (words::pool(language, &standings.pool.clone().unwrap_or_default())) }
                p.faint {
                    (rated(language, standings)) "."
                    @if let Some(times) = times(language, &standings.times) { " " (say!(language, "Time: {0}.", times)) }
                }
                (standings::of(frame, wanted, standings, has_differences))
            }
        }
        @if pools.is_empty() { p { (none_rated) } } @else { (standings::explained(language, pools, is_knockout)) }
        (latest_matches(frame, wanted, latest))
        (files::links(frame, &[File::data(say!(language, "standings as JSON"), wanted.data()), File::feed(language)]))
    };
    let title = say!(language, "League {0}", name);
    let about = pools.first().map_or_else(|| none_rated.to_owned(), |pool| leaders(language, pool));
    let feed = frame.served.map(|_| FEED);
    // The card has the present standings.
    let card = files::card(&words::league_path(&wanted.league)).filter(|_| is_present);
    let scripts: &[&str] = if being_played.is_some() { &["board.js", "glimpse.js"] } else { &[] };
    frame.page_with(
        &Head { about: Some(&about), scripts, card: card.as_deref(), feed, ..Head::new(&title, Section::Leagues) },
        content,
    )
}

/// From which bot the differences are measured, and the way back to the standings without them.
fn differences(frame: &Frame, wanted: &LeagueQuery, against: &str) -> Markup {
    let without = frame.link(&LeagueQuery { against: None, ..wanted.clone() }.path(frame));
    let without = html! { a href=(without) { (say!(frame.language, "Show the standings without it")) } };
    compose!(frame.language, "Each bot's difference to {0} is shown. {1}.", words::bot(frame, against), without)
}

fn latest_matches(frame: &Frame, wanted: &LeagueQuery, latest: &[pb::MatchSummary]) -> Markup {
    let title = say!(frame.language, "Latest matches");
    html! {
        section {
            h2 { (title) }
            @if latest.is_empty() { p { (say!(frame.language, "No match has ended yet.")) } }
            @else { (match_table::of_one_league(frame, title, latest)) }
            @if frame.served.is_some() && !latest.is_empty() {
                p {
                    a href=(frame.link(&super::matches::path(&[("league", &wanted.league)]))) {
                        (say!(frame.language, "All matches of the league"))
                    }
                }
            }
        }
    }
}

fn rated(language: Language, pool: &pb::PoolStandings) -> String {
    say_count!(language, pool.matches, "{0} rated match", "{0} rated matches")
}

/// The first bots of a pool, in a sentence without markup.
fn leaders(language: Language, pool: &pb::PoolStandings) -> String {
    let leaders = pool.standings.iter().filter(|standing| standing.current).take(LEADERS);
    let leaders = leaders.map(|standing| format!("{} {:.0}", words::safe(&standing.name), standing.estimate));
    format!("{}: {}.", rated(language, pool), leaders.collect::<Vec<_>>().join(", "))
}

/// How many matches of a league are played, as a part of a sentence: `60 of 120 matches played, 3 running`.
pub(super) fn played(language: Language, status: &pb::LeagueStatus, planned: Option<u64>) -> String {
    let played = match planned {
        Some(planned) => {
            let planned = say_count!(language, planned, "{0} match", "{0} matches");
            say!(language, "{0} of {1} played", status.played, planned)
        }
        None => say!(language, "{0} played", say_count!(language, status.played, "{0} match", "{0} matches")),
    };
    if status.running > 0 { say!(language, "{0}, {1} running", played, status.running) } else { played }
}

/// How far the league is, and which bots it waits for.
fn progress(frame: &Frame, status: &pb::LeagueStatus) -> Markup {
    let language = frame.language;
    let league = status.league.clone().unwrap_or_default();
    let planned = status.planned.filter(|planned| *planned > 0);
    html! {
        p { (what(language, status, &league)) }
        p {
            @if let Some(planned) = planned {
                progress max=(planned) value=(status.played.min(planned)) aria-label=(say!(language, "Matches played")) {}
                " "
            }
            (played(language, status, planned)) "."
        }
        @if let Some(times) = times(language, &league.times) { p { (say!(language, "Time: {0}.", times)) } }
        @if let Some(calendar) = &status.calendar {
            p {
                (say!(language, "Matches begin {0}.", words::safe(&hours(language, calendar))))
                @if let Some(opens) = calendar.opens.as_ref().and_then(unix_ms) {
                    " " (compose!(language, "The next ones begin at {0}.", header::date(opens)))
                }
            }
        }
        @if !status.waiting_for.is_empty() {
            @let bots = words::bots(frame, status.waiting_for.iter().map(String::as_str));
            p { (compose!(language, "The league waits for {0}.", bots)) }
        } @else if status.state() == State::Waiting {
            p { (say!(language, "The league waits for more bots to connect.")) }
        }
        (who_is_out(frame, status))
    }
}

/// What kind of league it is, and what it does.
fn what(language: Language, status: &pb::LeagueStatus, league: &pb::League) -> Markup {
    let mut kind = say!(language, "{0}, {1} seats", words::game(&league.game), league.seats);
    if !status.format.is_empty() {
        kind = format!("{kind}, {}", words::safe(&status.format));
    }
    let state = html! { strong { (words::state(language, status)) } };
    compose!(language, "{0}, season {1}: {2}{3}.", kind, league.season, state, time_left(language, status))
}

/// The bots that don't play in the league at present, and why.
fn who_is_out(frame: &Frame, status: &pb::LeagueStatus) -> Markup {
    let language = frame.language;
    let withdrawn = status.changes.as_ref().map_or(&[][..], |changes| &changes.withdrawn);
    let suspended = status.bots.iter().filter(|bot| bot.current && bot.suspension.is_some());
    let suspended: Vec<&str> = suspended.map(|bot| bot.name.as_str()).collect();
    let disqualified = status.bots.iter().filter(|bot| bot.current && bot.disqualified.is_some());
    let disqualified: Vec<&str> = disqualified.map(|bot| bot.name.as_str()).collect();
    let corrections = html! { a href=(frame.link(super::corrections::PATH)) { (say!(language, "all corrections")) } };
    html! {
        @if !suspended.is_empty() {
            p { (compose!(language, "Suspended until an organizer lets them back: {0}.", words::bots(frame, suspended))) }
        }
        @if !disqualified.is_empty() {
            p {
                (compose!(
                    language, "Disqualified by an organizer: {0} ({1}).", words::bots(frame, disqualified), corrections
                ))
            }
        }
        @if !withdrawn.is_empty() {
            p { (compose!(language, "Withdrawn: {0}.", words::bots(frame, withdrawn.iter().map(String::as_str)))) }
        }
    }
}

/// Links to the other seasons, if there are any.
fn seasons(frame: &Frame, wanted: &LeagueQuery, present: Option<u32>) -> Markup {
    let present = present.max(wanted.season).unwrap_or(1);
    let shown = wanted.season.unwrap_or(present);
    html! {
        @if present > 1 {
            nav.seasons aria-label=(say!(frame.language, "Seasons")) {
                (say!(frame.language, "Seasons")) ": "
                @for season in seasons_linked(present) {
                    @let path = LeagueQuery { season: Some(season), against: None, ..wanted.clone() }.path(frame);
                    a href=(frame.link(&path)) aria-current=[(season == shown).then_some("page")] { (season) } " "
                }
            }
        }
    }
}
