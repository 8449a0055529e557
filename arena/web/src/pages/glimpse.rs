//! What is being played: boards of running matches, which a script moves, and the list of them.

use kahua_proto::pb::arena::v1 as pb;
use kahua_server::Visitor;
use maud::{Markup, PreEscaped, html};

use crate::frame::Frame;
use crate::language::say;
use crate::live::Shows;

/// How many running matches are tried beyond those that are shown, as some may be kept from the visitor.
const TRIED_MORE: usize = 2;

/// The visitor to whom running matches can be shown, and the matches that are. Pages that become files have none.
pub(crate) type Watching<'a> = Option<(&'a Visitor, &'a Shows)>;

/// The boards of the first of these running matches that the visitor may see, at most `most`, each above the words for its match.
pub(super) async fn boards(
    watching: Watching<'_>,
    frame: &Frame,
    running: &[pb::MatchSummary],
    most: usize,
    words: impl Fn(&pb::MatchSummary) -> String,
) -> Vec<Markup> {
    let mut boards = Vec::new();
    let Some((visitor, shows)) = watching else { return boards };
    for summary in running.iter().take(most + TRIED_MORE) {
        if boards.len() == most {
            break;
        }
        let Ok(Some(table)) = visitor.running(&summary.match_id).await else { continue };
        let Ok(Some(now)) = shows.now(visitor, frame.language, &summary.match_id, &table).await else { continue };
        let address = frame.link(&format!("matches/{}/", summary.match_id));
        boards.push(html! {
            a.glimpse href=(address) data-board={ (address) "live?only=board" } {
                div { (PreEscaped(&now.still.board)) }
                span { (say!(frame.language, "{0}: watch this match", words(summary))) }
            }
        });
    }
    boards
}

/// What is being played: these boards and the table of the running matches, if there are any. The script replaces the section when a
/// match is over.
pub(super) fn section(frame: &Frame, boards: &[Markup], table: Option<Markup>) -> Markup {
    html! {
        section #being-played {
            h2 { (say!(frame.language, "Being played")) }
            @if !boards.is_empty() { div.glimpses { @for board in boards { (board) } } }
            @if let Some(table) = table { (table) } @else { p { (say!(frame.language, "No match is being played.")) } }
        }
    }
}
