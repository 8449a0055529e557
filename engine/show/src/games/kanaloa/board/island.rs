//! An island: its shore and letter, its tiles, and the pieces on it. Also the dolphin, which carries pieces too.

use kahua_engine::Seat;
use kahua_engine::games::kanaloa::{Island, Piece, Site, Tile};
use maud::{Markup, html};

use crate::draw::{finger, seat_shape};
use crate::games::kanaloa::describe::{call_tile, letter};
use crate::prose::list;
use crate::say;

use super::chart::{self, Point};
use super::icons::{dolphin, volcano};
use super::tile::{TILE_WIDTH, tile};
use super::{Board, ids};

/// How far apart pieces stand.
const PITCH: i32 = 28;

/// How wide a row of pieces may be.
const ROW: i32 = 112;

impl Board<'_> {
    pub(super) fn island(&self, island: Island) -> Markup {
        let Point { x, y } = chart::island(island);
        let barred = self.view.barred.contains(&island);
        let erupting = self.view.volcano.filter(|volcano| volcano.site == Site::Island(island));
        // Four shores of one drawing.
        let shore = format!("rotate({})", island.index() * 90);
        let beside = if island.index().is_multiple_of(2) { 28 } else { -28 };
        let inside = html! {
            g transform=(format!("translate({x} {y})")) {
                g transform=(shore) {
                    path.surf d=(SHORE) {}
                    path.sand.edge d=(SHORE) {}
                }
                @if barred { circle.barred r="66" {} }
                text.letter.middle y="-35" font-size="25" { (letter(island)) }
                g transform=(format!("translate({beside} -28)")) { (palm()) }
                (self.tiles(island))
                g transform="translate(0 38)" {
                    @if let Some(standing) = erupting {
                        g transform="translate(0 6)" { (volcano(standing.placer)) }
                    }
                    (self.pieces(Some(island)))
                }
            }
        };
        self.group(&ids::island(island), "island", &self.call_island(island), &inside)
    }

    fn call_island(&self, island: Island) -> String {
        let language = self.wording.language;
        let tiles = list(language, self.view.tiles.on(island).map(call_tile));
        let tiles = if tiles.is_empty() { say!(language, "no tiles") } else { &tiles };
        let volcano = self.view.volcano.is_some_and(|volcano| volcano.site == Site::Island(island));
        let volcano = if volcano { say!(language, ", with the volcano") } else { "" };
        let barred = if self.view.barred.contains(&island) { say!(language, ", which may not be entered") } else { "" };
        say!(language, "Island {0}: {1}{2}{3}", letter(island), tiles, volcano, barred)
    }

    /// One or two tiles side by side; equal ones are one group.
    fn tiles(&self, island: Island) -> Markup {
        let tiles: Vec<Tile> = self.view.tiles.on(island).collect();
        let left = |index: usize| if index == 0 { -2 - TILE_WIDTH } else { 2 };
        // Fingers have half of the island for each tile.
        let outer = |index: usize| if index == 0 { -25 } else { 25 };
        html! {
            @for (index, &kind) in tiles.iter().enumerate().filter(|&(index, kind)| index == 0 || tiles[0] != *kind) {
                @let twice = tiles.iter().filter(|&&other| other == kind).count() == 2;
                (self.group(&ids::tile(island, kind), "offering", &call_tile(kind), &html! {
                    (tile(kind, left(index), -25))
                    (finger(outer(index), -2))
                    @if twice {
                        (tile(kind, left(1), -25))
                        (finger(outer(1), -2))
                    }
                }))
            }
        }
    }

    /// The pieces on this island, or on the dolphin, in a row around (0, 0).
    fn pieces(&self, on: Option<Island>) -> Markup {
        let all = self
            .view
            .players
            .entries()
            .flat_map(|(seat, player)| player.pieces.iter().map(move |&piece| (seat, piece)));
        let here: Vec<(Seat, Piece)> = all.filter(|(_, piece)| piece.island() == on).collect();
        let last = here.len().saturating_sub(1) as i32;
        let pitch = if last == 0 { 0 } else { PITCH.min(ROW / last) };
        html! {
            @for group in here.chunk_by(|one, other| one == other) {
                @let (seat, piece) = group[0];
                @let first = here.iter().position(|other| *other == group[0]).unwrap_or(0) as i32;
                (self.group(&ids::piece(seat, piece), "piece", &self.call_piece(seat, piece), &html! {
                    @for index in 0..group.len() as i32 {
                        @let x = (first + index) * pitch - last * pitch / 2;
                        g data-piece={ "piece-" (seat) } transform=(format!("translate({x} 0)")) {
                            circle.stand.edge r="18" {}
                            (seat_shape(seat, 14))
                            @if matches!(piece, Piece::On { blocked: true, .. }) { path.blocked d="M-14 14L14 -14" {} }
                        }
                        (finger(x, 0))
                    }
                }))
            }
        }
    }

    fn call_piece(&self, seat: Seat, piece: Piece) -> String {
        let (language, name) = (self.wording.language, &self.wording.names[seat]);
        match piece {
            Piece::On { blocked: true, .. } => say!(language, "{0}'s piece, blocked", name),
            _ => say!(language, "{0}'s piece", name),
        }
    }

    /// The dolphin with its riders, round (0, 0).
    pub(super) fn dolphin(&self) -> Markup {
        self.group(
            ids::DOLPHIN,
            "ride",
            say!(self.wording.language, "The dolphin"),
            &html! {
                rect.berth.edge x="-76" y="-42" width="280" height="84" rx="16" {}
                (dolphin())
                g transform="translate(130 0)" { (self.pieces(None)) }
            },
        )
    }
}

/// The shore of an island.
const SHORE: &str = "\
    M63 4C66 22 50 32 46 44C36 62 18 56 2 58C-14 60 -34 66 -46 48C-54 38 -54 24 -60 8\
    C-66 -12 -58 -34 -44 -44C-30 -54 -18 -64 0 -62C18 -60 34 -54 46 -44C58 -32 60 -14 63 4Z";

/// A palm, 24 high, that stands on (0, 0).
fn palm() -> Markup {
    html! {
        path.trunk d="M-2 0Q-4 -10 -1 -18L2 -18Q1 -10 3 0Z" {}
        path.frond d="M0 -19C-7 -26 -14 -21 -15 -14C-10 -19 -5 -19 -1 -17C-5 -14 -7 -11 -6 -7\
            C-4 -12 -2 -14 0 -16C3 -14 5 -12 6 -7C8 -11 5 -14 2 -17C6 -19 10 -19 15 -14C14 -21 7 -26 0 -19Z" {}
    }
}
