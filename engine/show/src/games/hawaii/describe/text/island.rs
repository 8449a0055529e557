//! The island with its sites as text, inland at the top, and what lies in piles.

use kahua_engine::PerSeat;
use kahua_engine::games::hawaii::{Board, Chief, God, Kind, Place, Rules, Site, Stack, Tile};

use crate::games::hawaii::describe::words::{Titled, name_of, plural};
use crate::language::{Language, Wording};
use crate::prose::list;
use crate::say;

use super::{Lines, tokens};

/// The first place and the number of places of each row, from the one farthest inland to the beach.
const ROWS: [(usize, usize); 4] = [(8, 2), (5, 3), (2, 3), (0, 2)];

/// The width of a site.
const CELL: usize = 33;

pub(super) fn lines(board: &Board, rules: &Rules, wording: Wording<'_>, lines: &mut Lines) {
    let language = wording.language;
    for (first, count) in ROWS {
        let margin = " ".repeat((3 - count) * CELL / 2);
        let row = || Place::ALL.into_iter().skip(first).take(count);
        let name = |place: Place| {
            let titled = |site: &Site| format!("{} ({})", site.title(language), rules.sites[site.index()].limit);
            board.sites.get(place.index()).map_or("-".to_owned(), titled)
        };
        let titles: String = row().map(|place| format!("{place} {:<width$}", name(place), width = CELL - 2)).collect();
        let details: String = row()
            .map(|place| format!("  {:<width$}", detail(board, place, rules, wording.names), width = CELL - 2))
            .collect();
        lines.push(&format!("{margin}{titles}"));
        lines.push(&format!("{margin}{details}"));
    }
    lines.push(say!(
        language,
        "(12) is the number on the numbered turtle shell of a site, _ a turtle shell without a token"
    ));
    lines.blank();
    lines.wrap(say!(language, "Left"), &piles(language, board));
    lines.wrap(say!(language, "Gods"), &gods(language, board));
}

/// The price tokens and the chieftains at a place.
fn detail(board: &Board, place: Place, rules: &Rules, names: &PerSeat<String>) -> String {
    let here = &board.tokens[place.index()];
    let shells = board.sites.get(place.index()).map_or(0, |site| usize::from(rules.sites[site.index()].plain) + 1);
    let empty = " _".repeat(shells.saturating_sub(here.len()));
    let chiefs = board.players.entries().filter(|(_, player)| player.chief == Chief::Place(place));
    let chiefs: Vec<&str> = chiefs.map(|(seat, _)| names[seat].as_str()).collect();
    let tokens = format!("{}{empty}", tokens(here));
    let detail = format!("{:<9}{}", tokens.trim_start(), chiefs.join(", "));
    detail.chars().take(CELL - 3).collect()
}

fn piles(language: Language, board: &Board) -> String {
    let village = |kind: Kind| (Tile::ALL[kind.index()], plural(language, kind));
    let kinds = Kind::ALL.into_iter().filter(|kind| *kind != Kind::God).map(village);
    let beside = [
        (Tile::Boat, say!(language, "boats")),
        (Tile::Kahuna, say!(language, "kahunas")),
        (Tile::Tiki, say!(language, "tikis")),
    ];
    let told: Vec<String> =
        kinds.chain(beside).map(|(tile, name)| format!("{name} {}", board.piles[tile.index()])).collect();
    told.join(", ")
}

/// "Kane with 5 below and Lono with 4 below; below are Pele 2, Ku 1".
fn gods(language: Language, board: &Board) -> String {
    let stacks = Stack::ALL.map(|stack| {
        let top = board.tops[stack.index()].map_or(say!(language, "no god on top"), name_of);
        say!(language, "{0} with {1} below", top, board.below[stack.index()])
    });
    let unseen: Vec<String> =
        board.unseen.kinds().map(|(kind, count)| format!("{} {count}", name_of(God::ALL[kind]))).collect();
    match unseen.is_empty() {
        true => list(language, stacks),
        false => say!(language, "{0}; below are {1}", list(language, stacks), unseen.join(", ")),
    }
}
