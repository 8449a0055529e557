//! What is still to be drawn: the track of volcano tiles, and the unseen offerings.

use kahua_engine::games::kanaloa::{God, Temple, Tile};
use maud::{Markup, html};

use crate::games::kanaloa::describe::{call_tile, held};
use crate::say;

use super::Board;
use super::tile::tile;

/// How far apart the volcano tiles of the track are, at most.
const SPOT_PITCH: i32 = 44;

/// How high the row of cards next to the map is.
const UNOWNED: i32 = 66;

/// How wide the track is, at most.
const TRACK: i32 = 490;

impl Board<'_> {
    /// The volcano tiles that were drawn and that are to come. The ones that bring an eruption are higher; the last one
    /// ends the game.
    pub(super) fn track(&self) -> Markup {
        let (drawn, all) = (i32::from(self.view.supply.volcanoes_drawn), i32::from(self.components.volcanoes));
        let every = i32::from(self.components.eruption_every);
        let told = say!(self.wording.language, "{0} of {1} volcano tiles drawn", drawn, all);
        let pitch = SPOT_PITCH.min(TRACK / all.max(1));
        html! {
            g.track {
                title { (told) }
                @for number in 1..=all {
                    @let x = pitch * number - pitch / 2;
                    g.spot.drawn[number <= drawn] transform=(format!("translate({x} 0)")) {
                        @if number == all {
                            circle.hill r="15" {}
                            path.flag d="M-6 9V-9L8 -4L-6 1" {}
                        } @else if number % every == 0 {
                            path.hill d="M-17 15L-6 -15H6L17 15Z" {}
                            path.flame d="M0 -26C2 -20 9 -17 6 -11Q0 -7 -6 -11C-8 -15 -2 -18 0 -26Z" {}
                        } @else {
                            path.hill d="M-14 15L-5 0H5L14 15Z" {}
                        }
                    }
                }
                text.faint x="4" y="44" font-size="24" { (told) }
            }
        }
    }

    /// How many lines and rows the unseen tiles take, in units.
    pub(super) fn unseen_height(&self) -> i32 {
        let unowned = if self.unowned().is_empty() { 0 } else { UNOWNED };
        unowned + 112 + 54 * self.kinds().len().div_ceil(self.unseen_row()) as i32
    }

    /// The gods whose cards lie next to the map.
    fn unowned(&self) -> Vec<God> {
        if self.view.turn.number == 0 {
            return Vec::new();
        }
        God::ALL.into_iter().filter(|&god| self.view.cards[god].owner.is_none()).collect()
    }

    /// The god cards without an owner.
    fn beside_the_map(&self) -> Markup {
        let unowned = self.unowned();
        html! {
            @if !unowned.is_empty() {
                text x="4" y="36" font-size="24" { (say!(self.wording.language, "Beside the map:")) }
                @for (index, god) in unowned.into_iter().enumerate() {
                    g transform=(format!("translate({} 2)", 210 + 60 * index as i32)) { (self.card(god, true)) }
                }
            }
        }
    }

    /// What the bag and the reserve hold, and how many there are of each unseen kind.
    pub(super) fn unseen(&self) -> Markup {
        let (language, supply) = (self.wording.language, &self.view.supply);
        let left_out = self.components.left_out;
        let dealt = supply.bag_volcanoes + supply.reserve_volcanoes + supply.volcanoes_drawn > 0;
        let reserve = if dealt { supply.reserve_offerings(left_out) } else { 0 };
        let row = self.unseen_row();
        // The edge of a tile must lie within the drawing, and the last count too.
        let (left, pitch) = (2, 798 / row as i32);
        let top = if self.unowned().is_empty() { 0 } else { UNOWNED };
        html! {
            (self.beside_the_map())
            g.unseen transform=(format!("translate(0 {top})")) {
                title { (say!(language, "The offerings that nobody has seen")) }
                text x="4" y="26" font-size="24" {
                    (say!(language, "Bag: {0}", held(language, supply.bag_offerings, supply.bag_volcanoes)))
                }
                text x="4" y="58" font-size="24" {
                    (say!(language, "Reserve: {0}", held(language, reserve, supply.reserve_volcanoes)))
                    @if left_out > 0 { (say!(language, ". Left out: {0}", left_out)) }
                }
                text x="4" y="90" font-size="24" {
                    (say!(language, "Offerings that nobody has seen, and how many of each:"))
                }
                @for (index, kind) in self.kinds().into_iter().enumerate() {
                    @let count = supply.unseen.count(kind.index());
                    @let (x, y) = (left + (index % row) as i32 * pitch, 106 + 54 * (index / row) as i32);
                    g.gone[count == 0] {
                        title { (say!(language, "{0}: {1} unseen", call_tile(kind), count)) }
                        (tile(kind, x, y))
                        text x=(x + 45) y=(y + 31) font-size="24" { (count) }
                    }
                }
            }
        }
    }

    /// The kinds of this game, those of one god first.
    fn kinds(&self) -> Vec<Tile> {
        let there = |tile: &Tile| self.components.offerings[tile.index()] > 0;
        let gods = |tile: &Tile| Temple::ALL.into_iter().filter(|&god| tile.shows(god)).count();
        let mut kinds: Vec<Tile> = Tile::all().filter(there).collect();
        kinds.sort_by_key(gods);
        kinds
    }

    /// How many kinds stand in a row; counts of two digits need more room.
    fn unseen_row(&self) -> usize {
        if self.components.offerings.iter().all(|&count| count < 10) { 12 } else { 10 }
    }
}
