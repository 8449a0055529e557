//! A bot: where it stands, how it got there, against whom it played, and what went wrong.

mod past;

use std::collections::BTreeSet;

use kahua_core::limits::BOT_PAGE_MATCHES;
use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};

use super::bots::state;
use super::{match_table, matches};
use crate::badge;
use crate::conduct::Conduct;
use crate::failure::Failure;
use crate::figures::{interval, ranks};
use crate::files::{self, DATA, File};
use crate::frame::{Frame, Section};
use crate::language::{Language, compose, say, say_count};
use crate::plot::{self, Intervals};
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
        let language = frame.language;
        let name = words::safe(&self.bot.name);
        let content = html! {
            h1 { (compose!(language, "Bot {0}", html! { bdi { (name) } })) }
            (self.present(frame))
            (self.standings(frame))
            (self.careers(language))
            (past::head_to_head(frame, &self.bot.name, &self.matches))
            (past::think_time(language, &self.conduct))
            (past::faults(frame, &self.conduct))
            section {
                h2 { (say!(language, "Latest matches")) }
                @if self.matches.is_empty() { p { (say!(language, "No match of this bot has ended yet.")) } } @else {
                    (match_table::of(frame, say!(language, "Latest matches"), &self.matches[..self.matches.len().min(MATCHES)]))
                }
                @if frame.served.is_some() && !self.matches.is_empty() {
                    @let all = frame.link(&matches::path(&[("bot", &self.bot.name)]));
                    p { a href=(all) { (say!(language, "All matches of this bot")) } }
                }
            }
            (self.files(frame))
        };
        frame.page(&say!(language, "Bot {0}", name), Section::Bots, content)
    }

    /// What the bot's author can take along: a badge for each league in which its present version stands.
    fn files(&self, frame: &Frame) -> Markup {
        let language = frame.language;
        let stands = self.pools.iter().filter(|pool| badge::standing(pool, &self.bot.name).is_some());
        let leagues: BTreeSet<&str> = stands.filter_map(|pool| Some(pool.pool.as_ref()?.league.as_str())).collect();
        let mut files = vec![File::data(say!(language, "this bot as JSON"), DATA.to_owned())];
        files.extend(leagues.into_iter().map(|league| {
            let address = frame.link(&format!("{}{}", words::league_path(league), badge::path(&self.bot.name)));
            let league = if league.is_empty() { say!(language, "no league").to_owned() } else { words::safe(league) };
            File::picture(say!(language, "badge for {0}", league), address)
        }));
        files::links(frame, &files)
    }

    /// Whether the bot is there, and in which version.
    fn present(&self, frame: &Frame) -> Markup {
        let language = frame.language;
        html! {
            p {
                @if self.bot.version.is_empty() { (say!(language, "It has stated no version")) }
                @else { (say!(language, "Version")) (words::version(&self.bot.version)) }
                @if frame.served.is_some() {
                    ", " (state(language, &self.bot)) ", "
                    (say_count!(language, self.bot.open_matches, "{0} match being played", "{0} matches being played"))
                }
                "."
            }
            @if let Some(suspension) = &self.bot.suspension {
                @let reason = html! { bdi lang=[language.of_english()] { (words::safe(&suspension.reason)) } };
                p { (compose!(language, "It gets no new match until an organizer lets it back: {0}.", reason)) }
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
        let language = frame.language;
        html! {
            @if !rows.is_empty() {
                section {
                    h2 { (say!(language, "Ratings")) }
                    (wide(say!(language, "Ratings"), html! {
                        table {
                            thead {
                                tr {
                                    th scope="col" { (say!(language, "League")) }
                                    th scope="col" { (say!(language, "Game")) }
                                    th scope="col" { (say!(language, "Version")) }
                                    th.number scope="col" { (say!(language, "Rank")) }
                                    th.number scope="col" { (say!(language, "Rating")) }
                                    th scope="col" { span.for-readers { (say!(language, "Plot")) } (plot::axis(&intervals)) }
                                    th.number scope="col" { "95 %" }
                                    th.number scope="col" { (say!(language, "Matches")) }
                                    th.number scope="col" { (say!(language, "Score")) }
                                    th.number scope="col" { (say!(language, "Forfeits")) }
                                }
                            }
                            tbody {
                                @for (pool, of, standing) in &rows {
                                    tr {
                                        td { (words::league(frame, &pool.league)) }
                                        td { (words::pool(language, pool)) }
                                        td {
                                            (words::version(&standing.version))
                                            @if !standing.current { span.faint { (say!(language, " (earlier)")) } }
                                        }
                                        td.number { (say!(language, "{0} of {1}", ranks(standing), of)) }
                                        td.number { (format!("{:.0}", standing.estimate)) }
                                        td { (intervals.row((standing.estimate, standing.lower, standing.upper))) }
                                        td.number { (interval(language, standing.lower, standing.upper)) }
                                        td.number { (standing.matches) }
                                        td.number { (words::percent(language, standing.score)) }
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
    fn careers(&self, language: Language) -> Markup {
        let mut careers: Vec<&BotCareer> = self.careers.iter().filter(|of| of.career.matches() > 1).collect();
        careers.sort_by_key(|of| std::cmp::Reverse(of.career.matches()));
        careers.truncate(CAREERS_MAX);
        html! {
            @if !careers.is_empty() {
                details {
                    summary { (say!(language, "Rating by match, on a scale of its own")) }
                    p {
                        (say!(
                            language,
                            "These curves start at 1500 and move with every match. They have a scale of their own: the ratings \
                             above are estimated from all matches at once."
                        ))
                    }
                    @for BotCareer { pool, version, career } in careers {
                        @let points: Vec<(u64, f64)> = career.points().map(|(after, rating)| (after, rating.points())).collect();
                        figure {
                            @let league = html! { bdi { (words::safe(&pool.league)) } };
                            @let matches = say_count!(language, career.matches(), "{0} match", "{0} matches");
                            figcaption {
                                (compose!(
                                    language, "{0}, {1}, season {2}{3}, {4}",
                                    league, words::pool(language, pool), pool.season, words::version(version), matches
                                ))
                            }
                            (plot::line(language, say!(language, "The rating after each match"), &points))
                        }
                    }
                }
            }
        }
    }
}
