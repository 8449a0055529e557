//! A bot: where it stands, how it got there, against whom it played, and what went wrong.

mod past;

use std::collections::BTreeSet;

use kahua_core::limits::BOT_PAGE_MATCHES;
use kahua_core::words::count;
use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};

use super::bots::state;
use super::{match_table, matches};
use crate::conduct::Conduct;
use crate::failure::Failure;
use crate::figures::{interval, ranks};
use crate::frame::{Frame, Section};
use crate::plot::{self, Intervals};
use crate::share::{self, DATA, File};
use crate::source::{BotCareer, Source};
use crate::wide::wide;
use crate::words;

/// How many of the latest matches are listed.
const MATCHES: usize = 20;
/// How many rating plots are drawn; the longest ones are chosen.
const CAREERS_MAX: usize = 8;

/// All facts about a bot.
#[derive(Debug)]
struct Facts {
    bot: pb::BotInfo,
    pools: Vec<pb::PoolStandings>,
    careers: Vec<BotCareer>,
    /// Its latest finished matches.
    matches: Vec<pb::MatchSummary>,
    conduct: Conduct,
}

pub(crate) async fn page(source: &impl Source, frame: &Frame, name: &str) -> Result<Markup, Failure> {
    let bot = source.bot(name).await?;
    let wanted = pb::ListMatchesRequest {
        bot: Some(name.to_owned()),
        running: Some(false),
        page_size: Some(BOT_PAGE_MATCHES),
        ..pb::ListMatchesRequest::default()
    };
    let matches = source.matches(wanted).await?.matches;
    let conduct = source.conduct(name, &matches).await?;
    let pools = source.standings(pb::GetStandingsRequest::default()).await?;
    let facts = Facts { bot, pools, careers: source.careers(name).await?, matches, conduct };
    let frame = frame.clone();
    source.work(move || facts.draw(&frame)).await
}

impl Facts {
    fn draw(&self, frame: &Frame) -> Markup {
        let name = words::safe(&self.bot.name);
        let content = html! {
            h1 { "Bot " bdi { (name) } }
            (self.present(frame))
            (self.standings(frame))
            (self.careers())
            (past::head_to_head(frame, &self.bot.name, &self.matches))
            (past::think_time(&self.conduct))
            (past::faults(frame, &self.conduct))
            section {
                h2 { "Latest matches" }
                @if self.matches.is_empty() { p { "No match of this bot has ended yet." } } @else {
                    (match_table::of(frame, "Latest matches", &self.matches[..self.matches.len().min(MATCHES)]))
                }
                @if frame.served.is_some() && !self.matches.is_empty() {
                    p { a href=(frame.link(&matches::path(&[("bot", &self.bot.name)]))) { "All matches of this bot" } }
                }
            }
            (self.files(frame))
        };
        frame.page(&format!("Bot {name}"), Section::Bots, content)
    }

    /// What the bot's author can take along: a badge for each league in which its present version stands.
    fn files(&self, frame: &Frame) -> Markup {
        let stands = self.pools.iter().filter(|pool| share::badge::standing(pool, &self.bot.name).is_some());
        let leagues: BTreeSet<&str> = stands.filter_map(|pool| Some(pool.pool.as_ref()?.league.as_str())).collect();
        let mut files = vec![File::data("this bot as JSON", DATA.to_owned())];
        files.extend(leagues.into_iter().map(|league| {
            let address = frame.link(&format!("{}{}", words::league_path(league), share::badge::path(&self.bot.name)));
            let league = if league.is_empty() { "no league".to_owned() } else { words::safe(league) };
            File::picture(format!("badge for {league}"), address)
        }));
        share::links(frame, &files)
    }

    /// Whether the bot is there, and in which version.
    fn present(&self, frame: &Frame) -> Markup {
        html! {
            p {
                @if self.bot.version.is_empty() { "It has stated no version" } @else { "Version" (words::version(&self.bot.version)) }
                @if frame.served.is_some() {
                    ", " (state(&self.bot)) ", " (count(self.bot.open_matches.into(), "match", "matches")) " being played"
                }
                "."
            }
            @if let Some(suspension) = &self.bot.suspension {
                p { "It gets no new match until an organizer lets it back: " bdi { (words::safe(&suspension.reason)) } "." }
            }
        }
    }

    /// Where the bot stands in each pool, in each of its versions.
    fn standings(&self, frame: &Frame) -> Markup {
        let rows = self.pools.iter().flat_map(|pool| {
            let own = pool.standings.iter().filter(|standing| standing.name == self.bot.name);
            own.map(move |standing| (pool.pool.clone().unwrap_or_default(), pool.standings.len(), standing))
        });
        let rows: Vec<(pb::Pool, usize, &pb::Standing)> = rows.collect();
        let estimates: Vec<_> = rows.iter().map(|(_, _, of)| (of.estimate, of.lower, of.upper)).collect();
        let intervals = Intervals::of(&estimates);
        html! {
            @if !rows.is_empty() {
                section {
                    h2 { "Ratings" }
                    (wide("Ratings", html! {
                        table {
                            thead {
                                tr {
                                    th scope="col" { "League" }
                                    th scope="col" { "Game" }
                                    th scope="col" { "Version" }
                                    th.number scope="col" { "Rank" }
                                    th.number scope="col" { "Rating" }
                                    th scope="col" { span.for-readers { "Plot" } (plot::axis(&intervals)) }
                                    th.number scope="col" { "95 %" }
                                    th.number scope="col" { "Matches" }
                                    th.number scope="col" { "Score" }
                                    th.number scope="col" { "Forfeits" }
                                }
                            }
                            tbody {
                                @for (pool, of, standing) in &rows {
                                    tr {
                                        td { (words::league(frame, &pool.league)) }
                                        td { (words::pool(pool)) }
                                        td { (words::version(&standing.version)) @if !standing.current { span.faint { " (earlier)" } } }
                                        td.number { (ranks(standing)) " of " (of) }
                                        td.number { (format!("{:.0}", standing.estimate)) }
                                        td { (intervals.row((standing.estimate, standing.lower, standing.upper))) }
                                        td.number { (interval(standing.lower, standing.upper)) }
                                        td.number { (standing.matches) }
                                        td.number { (words::percent(standing.score)) }
                                        td.number { (standing.forfeits) }
                                    }
                                }
                            }
                        }
                    }))
                }
            }
        }
    }

    /// How its strength has moved. It is folded, since it isn't the bot's rating.
    fn careers(&self) -> Markup {
        let mut careers: Vec<&BotCareer> = self.careers.iter().filter(|of| of.career.matches() > 1).collect();
        careers.sort_by_key(|of| std::cmp::Reverse(of.career.matches()));
        careers.truncate(CAREERS_MAX);
        html! {
            @if !careers.is_empty() {
                details {
                    summary { "Rating by match, on a scale of its own" }
                    p { "These curves start at 1500 and move with every match. They have a scale of their own: the ratings above are estimated from all matches at once." }
                    @for BotCareer { pool, version, career } in careers {
                        @let points: Vec<(u64, f64)> = career.points().map(|(after, rating)| (after, rating.points())).collect();
                        figure {
                            figcaption {
                                bdi { (words::safe(&pool.league)) } ", " (words::pool(pool)) ", season " (pool.season) (words::version(version))
                                ", " (count(career.matches(), "match", "matches"))
                            }
                            (plot::line("The rating after each match", &points))
                        }
                    }
                }
            }
        }
    }
}
