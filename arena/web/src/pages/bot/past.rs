//! What a bot's latest matches tell about it.

use std::collections::BTreeMap;
use std::time::Duration;

use kahua_core::limits::BOT_PAGE_MATCHES;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::timestamp;
use maud::{Markup, html};

use crate::conduct::{Conduct, Fault};
use crate::frame::Frame;
use crate::language::{Language, say, say_count};
use crate::wide::wide;
use crate::words;

/// How many faults are shown, the latest ones.
const FAULTS_MAX: usize = 30;

/// How a bot did against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Meetings {
    matches: u64,
    /// Two for every better place, one for a shared one.
    half_points: u64,
}

/// The bot's opponents, and how well it did against them.
pub(super) fn head_to_head(frame: &Frame, name: &str, matches: &[pb::MatchSummary]) -> Markup {
    let meetings = meetings(name, matches);
    let language = frame.language;
    html! {
        @if !meetings.is_empty() {
            section {
                h2 { (say!(language, "Head to head")) }
                p.faint { (say!(language, "From {0}.", latest(language, matches.len()))) }
                (wide(say!(language, "Head to head"), html! {
                    table {
                        thead {
                            tr {
                                th scope="col" { (say!(language, "Opponent")) }
                                th.number scope="col" { (say!(language, "Matches")) }
                                th.number scope="col" { (say!(language, "Score")) }
                                @if frame.served.is_some() {
                                    th scope="col" { span.for-readers { (say!(language, "Difference")) } }
                                }
                            }
                        }
                        tbody {
                            @for (opponent, met) in &meetings {
                                tr {
                                    th scope="row" { (words::bot(frame, opponent)) }
                                    td.number { (met.matches) }
                                    td.number { (words::percent(language, met.half_points as f64 / (2 * met.matches) as f64)) }
                                    @if frame.served.is_some() {
                                        @let both = frame.link(&super::super::compare::path(name, opponent));
                                        @let whom = say!(language, "Compare with {0}", words::safe(opponent));
                                        td { a href=(both) aria-label=(whom) { (say!(language, "compare")) } }
                                    }
                                }
                            }
                        }
                    }
                }))
            }
        }
    }
}

fn meetings<'a>(name: &str, matches: &'a [pb::MatchSummary]) -> BTreeMap<&'a str, Meetings> {
    let mut meetings: BTreeMap<&str, Meetings> = BTreeMap::new();
    for summary in matches {
        let seats: Vec<(&pb::Player, u32)> =
            summary.players.iter().zip(summary.results.iter().map(|result| result.place)).collect();
        for (_, own) in seats.iter().filter(|(player, _)| player.name == name) {
            for (opponent, place) in seats.iter().filter(|(player, _)| player.name != name) {
                let met = meetings.entry(&opponent.name).or_default();
                met.matches += 1;
                met.half_points += match own.cmp(place) {
                    std::cmp::Ordering::Less => 2,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Greater => 0,
                };
            }
        }
    }
    meetings
}

/// So many latest matches, for the end of a sentence, behind "from" or "in". It says so if there may be more.
fn latest(language: Language, found: usize) -> String {
    match found {
        1 => say!(language, "the latest {0} match", found),
        _ if found as u64 >= u64::from(BOT_PAGE_MATCHES) => {
            say!(language, "the latest {0} matches; earlier ones aren't counted here", found)
        }
        _ => say!(language, "the latest {0} matches", found),
    }
}

/// How long the bot thinks for a decision.
pub(super) fn think_time(language: Language, conduct: &Conduct) -> Markup {
    html! {
        @if let Some(time) = conduct.think_time() {
            section {
                h2 { (say!(language, "Think time")) }
                @let decisions = say_count!(language, time.decisions, "{0} decision", "{0} decisions");
                p.faint { (say!(language, "From {0} in {1}.", decisions, latest(language, conduct.matches))) }
                dl.figures {
                    div { dt { (say!(language, "Median")) } dd { (words::measured(language, Duration::from_micros(time.median_us))) } }
                    div { dt { (say!(language, "95 % are below")) } dd { (words::measured(language, Duration::from_micros(time.most_us))) } }
                    div { dt { (say!(language, "Longest")) } dd { (words::measured(language, Duration::from_micros(time.longest_us))) } }
                }
            }
        }
    }
}

/// What went wrong, with links to where it happened.
pub(super) fn faults(frame: &Frame, conduct: &Conduct) -> Markup {
    let language = frame.language;
    let latest = latest(language, conduct.matches);
    html! {
        @if conduct.matches > 0 {
            section {
                h2 { (say!(language, "Faults")) }
                @if conduct.faults.is_empty() {
                    p { (say!(language, "There was none in {0}.", latest)) }
                } @else {
                    p.faint {
                        @let faults = say_count!(language, conduct.faults.len(), "{0} fault", "{0} faults");
                        @if conduct.faults.len() > FAULTS_MAX {
                            (say!(language, "{0} in {1}; the latest {2} are listed.", faults, latest, FAULTS_MAX))
                        } @else {
                            (say!(language, "{0} in {1}.", faults, latest))
                        }
                    }
                    ul.plain { @for fault in conduct.faults.iter().take(FAULTS_MAX) { li { (told(frame, fault)) } } }
                }
            }
        }
    }
}

fn told(frame: &Frame, fault: &Fault) -> Markup {
    html! {
        (words::moment(Some(&timestamp(fault.started_unix_ms)))) " "
        (words::match_link_at(frame, &fault.match_id, Some(fault.event), &words::game(&fault.game)))
        ": " bdi { (words::safe(&fault.sentence(frame.language))) } "."
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opponent_of_a_table_is_met() {
        let player = |name: &str| pb::Player { name: name.into(), ..pb::Player::default() };
        let result = |place| pb::SeatResult { place, ..pb::SeatResult::default() };
        let summary = pb::MatchSummary {
            players: ["ann", "bob", "cid"].map(player).into(),
            results: [2, 1, 2].map(result).into(),
            ..pb::MatchSummary::default()
        };
        let unfinished = pb::MatchSummary { results: Vec::new(), ..summary.clone() };
        let matches = [summary.clone(), unfinished, summary];
        let met = meetings("ann", &matches);
        let expected =
            [("bob", Meetings { matches: 2, half_points: 0 }), ("cid", Meetings { matches: 2, half_points: 2 })];
        assert_eq!(met.into_iter().collect::<Vec<_>>(), expected);
    }
}
