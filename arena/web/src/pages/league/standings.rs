//! The standings of a pool as a table: groups of equals are set apart, and earlier versions are folded away.

use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};

use super::LeagueQuery;
use crate::figures::{half_points, interval, likelihood, missing, ranks};
use crate::frame::Frame;
use crate::language::{Language, compose, say};
use crate::plot::{Intervals, axis};
use crate::wide::wide;
use crate::words;

/// The table of a pool, and below it the table of earlier versions. `has_differences` says whether there are pages with
/// the differences to each bot.
pub(super) fn of(frame: &Frame, wanted: &LeagueQuery, pool: &pb::PoolStandings, has_differences: bool) -> Markup {
    let all: Vec<_> =
        pool.standings.iter().map(|standing| (standing.estimate, standing.lower, standing.upper)).collect();
    let has_differences = has_differences && wanted.against.is_none();
    let is_swiss = is_swiss(pool);
    let table = Table { frame, wanted, intervals: Intervals::of(&all), has_differences, is_swiss };
    let language = frame.language;
    // Each region of a page needs its own name.
    let title = words::pool(language, &pool.pool.clone().unwrap_or_default());
    let (current, earlier): (Vec<_>, Vec<_>) = pool.standings.iter().partition(|standing| standing.current);
    html! {
        (table.draw(&say!(language, "Standings: {0}", title), &current))
        @if !earlier.is_empty() {
            details {
                summary { (say!(language, "Earlier versions ({0})", earlier.len())) }
                (table.draw(&say!(language, "Earlier versions: {0}", title), &earlier))
            }
        }
    }
}

fn is_swiss(pool: &pb::PoolStandings) -> bool {
    pool.standings.iter().any(|standing| standing.swiss.is_some())
}

/// What the figures of these pools mean. `is_knockout` says whether they are those of a knock-out.
pub(super) fn explained(language: Language, pools: &[pb::PoolStandings], is_knockout: bool) -> Markup {
    html! {
        @if is_knockout {
            p.faint {
                (say!(
                    language,
                    "A knock-out ranks by how far each bot has come: those that haven't lost come first, then those that \
                     lost in the last round, and so on. The match for the third place decides between its two bots, and in \
                     a final of more than two seats the points do. Bots that have come equally far share their ranks."
                ))
            }
        }
        @if pools.iter().any(is_swiss) {
            p.faint {
                (say!(
                    language,
                    "A Swiss league ranks by points: one for every opponent that a bot beats in a match, one half for a \
                     tie, and half of what a set can bring for a bye. Among bots with as many points, fewer byes come \
                     first, then more points of the opponents, then the results of these bots against each other if all of \
                     them have met. Bots that are still equal share their ranks."
                ))
            }
        }
        p.faint {
            (say!(
                language,
                "Ratings are Elo points, estimated from all matches at once, with intervals of 95 % confidence. The bots \
                 between two lines share their ranks: what they have played doesn't tell the best of them from the others. \
                 Bots that have played too little for a rank stand below. The score is the share of opponents that a bot \
                 has beaten; a tie counts one half."
            ))
        }
    }
}

struct Table<'a> {
    frame: &'a Frame,
    wanted: &'a LeagueQuery,
    intervals: Intervals,
    /// Whether the bots are ranked by their scores in a Swiss league.
    is_swiss: bool,
    /// Whether there is a way from each bot to the differences to it.
    has_differences: bool,
}

impl Table<'_> {
    fn draw(&self, name: &str, standings: &[&pb::Standing]) -> Markup {
        html! {
            (wide(name, html! {
                table.standings {
                    (self.head())
                    // The ranks of earlier versions lie between those of others, so they don't form groups with their
                    // neighbours.
                    @for group in standings.chunk_by(|one, next| one.rank == next.rank) {
                        tbody { @for standing in group { (self.row(standing)) } }
                    }
                }
            }))
        }
    }

    fn head(&self) -> Markup {
        let language = self.frame.language;
        html! {
            thead {
                tr {
                    th.number scope="col" { (say!(language, "Rank")) }
                    th scope="col" { (say!(language, "Bot")) }
                    @if self.is_swiss {
                        th.number scope="col" { (say!(language, "Points")) }
                        th.number scope="col" { (say!(language, "Byes")) }
                        th.number scope="col" { (say!(language, "Opponents' points")) }
                    }
                    th.number scope="col" { (say!(language, "Rating")) }
                    th scope="col" { span.for-readers { (say!(language, "Plot")) } (axis(&self.intervals)) }
                    th.number scope="col" { "95 %" }
                    @if let Some(against) = &self.wanted.against {
                        @let against = html! { bdi { (words::safe(against)) } };
                        th.number scope="col" { (compose!(language, "Ahead of {0}", against)) }
                        th.number scope="col" { "95 %" }
                        th.number scope="col" { (say!(language, "Stronger")) }
                    }
                    th.number scope="col" { (say!(language, "Matches")) }
                    th.number scope="col" { (say!(language, "Score")) }
                    th.number scope="col" { (say!(language, "Forfeits")) }
                    @if self.has_differences { th scope="col" { span.for-readers { (say!(language, "Differences")) } } }
                }
            }
        }
    }

    fn row(&self, standing: &pb::Standing) -> Markup {
        let language = self.frame.language;
        html! {
            tr {
                td.number { (ranks(standing)) }
                th scope="row" {
                    (words::bot(self.frame, &standing.name)) (words::version(&standing.version))
                    @if standing.matches_missing > 0 { " " span.faint { (missing(language, standing)) } }
                    @if let Some(suspension) = &standing.suspension {
                        " " span.warning title=(words::safe(&suspension.reason)) { (say!(language, "suspended")) }
                    }
                    @if let Some(out) = &standing.disqualified {
                        " " span.warning title=(words::safe(&out.why)) { (say!(language, "disqualified")) }
                    }
                }
                @if self.is_swiss {
                    @let pb::SwissScore { half_points: own, byes, opponents_half_points: opponents } =
                        standing.swiss.unwrap_or_default();
                    td.number { (half_points(own)) }
                    td.number { (byes) }
                    td.number { (half_points(opponents)) }
                }
                td.number { (format!("{:.0}", standing.estimate)) }
                td { (self.intervals.row((standing.estimate, standing.lower, standing.upper))) }
                td.number { (interval(language, standing.lower, standing.upper)) }
                @if self.wanted.against.is_some() { (difference(self.frame.language, standing.difference.as_ref())) }
                td.number { (standing.matches) }
                td.number { (words::percent(language, standing.score)) }
                td.number { (standing.forfeits) }
                @if self.has_differences { td { (self.compare(standing)) } }
            }
        }
    }

    /// A link to the differences of all bots to this one.
    fn compare(&self, standing: &pb::Standing) -> Markup {
        let language = self.frame.language;
        let path = LeagueQuery { against: Some(standing.name.clone()), ..self.wanted.clone() }.path(self.frame);
        html! {
            @if standing.current {
                @let compare_all = say!(language, "Compare all with {0}", words::safe(&standing.name));
                a href=(self.frame.link(&path)) aria-label=(compare_all) { (say!(language, "compare")) }
            }
        }
    }
}

fn difference(language: Language, difference: Option<&pb::Difference>) -> Markup {
    html! {
        @match difference {
            Some(difference) => {
                td.number { (format!("{:+.0}", difference.elo)) }
                td.number { (interval(language, difference.lower, difference.upper)) }
                td.number { (difference.superiority.map_or("-".into(), likelihood)) }
            }
            None => { td.number { "-" } td.number { "-" } td.number { "-" } }
        }
    }
}
