//! What a league is playing, with small boards.

use maud::{Markup, html};

use super::LeagueQuery;
use crate::failure::Failure;
use crate::frame::Frame;
use crate::language::say;
use crate::pages::glimpse::{self, Watching};
use crate::pages::match_table;
use crate::source::Source;
use crate::words;

/// How many running matches are shown with their boards. Each takes a connection of the browser, which has six to one arena.
const BOARDS: usize = 3;

/// Small boards of what the league is playing, and the list.
pub(super) async fn section(
    source: &impl Source,
    frame: &Frame,
    wanted: &LeagueQuery,
    watching: Watching<'_>,
) -> Result<Markup, Failure> {
    let running = source.matches(super::some(wanted, true)).await?.matches;
    let boards = glimpse::boards(watching, frame, &running, BOARDS, |summary| words::players(&summary.players)).await;
    let table = || {
        let table = match_table::of_one_league(frame, say!(frame.language, "Being played"), &running);
        match boards.is_empty() {
            true => table,
            // The standings aren't to be far below.
            false => html! { details { summary { (say!(frame.language, "List of running matches")) } (table) } },
        }
    };
    Ok(glimpse::section(frame, &boards, (!running.is_empty()).then(table)))
}
