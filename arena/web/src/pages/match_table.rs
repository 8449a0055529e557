//! A table of matches, as several pages show it.

use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};

use crate::frame::Frame;
use crate::language::{compose, say};
use crate::wide::wide;
use crate::words;

/// The columns that aren't in every table.
#[derive(Clone, Copy, Debug)]
struct Columns {
    league: bool,
    node: bool,
}

/// A line for each match.
pub(super) fn of(frame: &Frame, name: &str, matches: &[pb::MatchSummary]) -> Markup {
    draw(frame, name, matches, true)
}

/// The same for the page of a league, to which all the matches belong.
pub(super) fn of_one_league(frame: &Frame, name: &str, matches: &[pb::MatchSummary]) -> Markup {
    draw(frame, name, matches, false)
}

fn draw(frame: &Frame, name: &str, matches: &[pb::MatchSummary], league: bool) -> Markup {
    // Only an arena with several nodes names them.
    let columns = Columns { league, node: matches.iter().any(|summary| !summary.node.is_empty()) };
    let language = frame.language;
    html! {
        (wide(name, html! {
            table.matches {
                thead {
                    tr {
                        th scope="col" { (compose!(language, "Started ({0})", words::zone())) }
                        th scope="col" { (say!(language, "Match")) }
                        th scope="col" { (say!(language, "Players")) }
                        @if columns.league { th scope="col" { (say!(language, "League")) } }
                        th scope="col" { (say!(language, "Ending")) }
                        @if columns.node { th scope="col" { (say!(language, "Node")) } }
                    }
                }
                tbody { @for summary in matches { (row(frame, summary, columns)) } }
            }
        }))
    }
}

fn row(frame: &Frame, summary: &pb::MatchSummary, columns: Columns) -> Markup {
    let unrated = html! { @if !summary.rated { " " span.faint { (say!(frame.language, "(unrated)")) } } };
    html! {
        tr {
            td { (words::moment(summary.started_at.as_ref())) }
            td {
                (words::match_link(frame, &summary.match_id, &words::game(&summary.game)))
                @if !columns.league { (unrated) }
            }
            td {
                ol.seats {
                    @for (seat, player) in summary.players.iter().enumerate() {
                        @let result = summary.results.get(seat);
                        li class=[result.is_some_and(|result| result.place == 1).then_some("won")] {
                            @if let Some(result) = result { span.place { (result.place) ". " } }
                            (words::bot(frame, &player.name))
                            @if let Some(result) = result { span.points { " " (result.score) } }
                        }
                    }
                }
            }
            @if columns.league { td { (words::league(frame, &summary.league)) (unrated) } }
            td.ending { (words::ending(frame.language, summary)) }
            @if columns.node { td { bdi { (words::safe(&summary.node)) } } }
        }
    }
}
