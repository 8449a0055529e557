//! A table of matches, as several pages show it.

use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};

use crate::frame::Frame;
use crate::wide::wide;
use crate::words;

/// A line for each match.
pub(super) fn of(frame: &Frame, name: &str, matches: &[pb::MatchSummary]) -> Markup {
    // Only an arena of several nodes names any.
    let nodes = matches.iter().any(|summary| !summary.node.is_empty());
    html! {
        (wide(name, html! {
            table.matches {
                thead {
                    tr {
                        th scope="col" { "Started (UTC)" }
                        th scope="col" { "Match" }
                        th scope="col" { "Players" }
                        th scope="col" { "League" }
                        th scope="col" { "Ending" }
                        @if nodes { th scope="col" { "Node" } }
                    }
                }
                tbody { @for summary in matches { (row(frame, summary, nodes)) } }
            }
        }))
    }
}

fn row(frame: &Frame, summary: &pb::MatchSummary, nodes: bool) -> Markup {
    html! {
        tr {
            td { (words::moment(summary.started_at.as_ref())) }
            td { (words::match_link(frame, &summary.match_id, &words::game(&summary.game))) }
            td {
                ol.seats {
                    @for (seat, player) in summary.players.iter().enumerate() {
                        li {
                            @let result = summary.results.get(seat);
                            @if let Some(result) = result { span.place { (result.place) ". " } }
                            (words::bot(frame, &player.name))
                            @if let Some(result) = result { span.points { " " (result.score) } }
                        }
                    }
                }
            }
            td {
                (words::league(frame, &summary.league))
                @if !summary.rated { " " span.faint { "(unrated)" } }
            }
            td { (words::ending(summary)) }
            @if nodes { td { bdi { (words::safe(&summary.node)) } } }
        }
    }
}
