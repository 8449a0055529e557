//! What a player has: points, temples as towers, cards, and the hand.

use kahua_engine::Seat;
use kahua_engine::games::kanaloa::{Colour, God, Side, Stage, Tally, Temple, Tile, worth};
use maud::{Markup, html};

use crate::draw::{bold, finger, seat_shape, squeezed};
use crate::games::kanaloa::describe::{
    call_tile, card_of, name_of, name_of_colour, points, protection_card_of, side_up,
};
use crate::prose::clipped;
use crate::say;

use super::icons::{god_class, plate, sign};
use super::sea::body;
use super::tile::tile;
use super::{Board, ids};

pub(super) const PANEL_WIDTH: i32 = 392;

/// Names are cut to this many characters.
const NAME_MAX: usize = 13;

/// Where names begin, where points end, and how large both are written.
const NAME_LEFT: i32 = 54;
const POINTS_END: i32 = PANEL_WIDTH - 14;
const POINTS_WIDTH: i32 = 150;
const SIZE: u32 = 25;

/// How many tiles of a hand stand in a row, and how far apart.
const HAND_ROW: usize = 7;
const HAND_PITCH: (i32, i32) = (52, 52);

/// Where the hand begins.
const HAND_TOP: i32 = 176;

/// The bottom of the towers, and how high the highest is.
const GROUND: i32 = 130;
const TOWER: i32 = 46;

impl Board<'_> {
    /// How high the panels of these seats must be to show their hands.
    pub(super) fn panel_height(&self, seats: &[Seat]) -> i32 {
        let rows =
            seats.iter().map(|&seat| usize::from(self.view.players[seat].hand.total()).div_ceil(HAND_ROW).max(1));
        HAND_TOP + rows.max().unwrap_or(1) as i32 * HAND_PITCH.1 + 6
    }

    pub(super) fn panel(&self, seat: Seat, height: i32) -> Markup {
        let (player, language) = (&self.view.players[seat], self.wording.language);
        let count = points(language, Tally::of(&player.temples).points);
        let asked = if self.view.to_act() == Some(seat) { "panel asked" } else { "panel" };
        let title = format!("{} ({}): {count}", self.wording.names[seat], name_of_colour(language, Colour::of(seat)));
        let name = clipped(&self.wording.names[seat], NAME_MAX);
        let width = squeezed(&name, bold(SIZE), POINTS_END - POINTS_WIDTH - NAME_LEFT);
        let inside = html! {
            rect.paper x="3" y="3" width=(PANEL_WIDTH - 6) height=(height - 6) rx="12" {}
            g transform="translate(30 28)" { (seat_shape(seat, 15)) }
            text.strong x=(NAME_LEFT) y="37" font-size=(SIZE) textLength=[width] lengthAdjust=[width.map(|_| "spacingAndGlyphs")] { (name) }
            text.strong.end x=(POINTS_END) y="37" font-size=(SIZE) { (count) }
            @for (index, temple) in [Temple::Kane].into_iter().chain(God::ALL.map(Temple::Of)).enumerate() {
                (self.tower(seat, temple, 14 + 51 * index as i32))
            }
            (self.cards(seat))
            g transform=(format!("translate(14 {HAND_TOP})")) {
                @if player.hand.is_empty() { (self.fish_to_lay(seat)) } @else { (self.hand(seat)) }
            }
        };
        self.group(&ids::player(seat), asked, &title, &inside)
    }

    /// A temple. The part that scores is solid.
    fn tower(&self, seat: Seat, temple: Temple, x: i32) -> Markup {
        let temples = &self.view.players[seat].temples;
        let (height, counts) = (i32::from(temples[temple]), worth(temples, temple));
        let highest = self.view.players.iter().flat_map(|player| player.temples.values()).copied().max().unwrap_or(0);
        let scale = |height: i32| height * TOWER / i32::from(highest.max(9));
        let class = god_class(temple);
        let title = say!(
            self.wording.language,
            "{0}'s temple for {1}: {2}, scores {3}",
            self.wording.names[seat],
            name_of(temple),
            height,
            counts
        );
        self.group(&ids::temple(seat, temple), "temple", &title, &html! {
            rect class={ "spare " (class) } x=(x + 4) y=(GROUND - scale(height)) width="32" height=(scale(height)) {}
            rect class=(class) x=(x + 4) y=(GROUND - scale(counts)) width="32" height=(scale(counts)) {}
            text.middle.strong[counts > 0].faint[counts == 0] x=(x + 20) y=(GROUND - scale(height) - 5) font-size="24" {
                (height)
            }
            (plate(temple, x, GROUND))
            (finger(x + 20, GROUND + 8))
        })
    }

    /// The god cards, and the protection cards as shields.
    fn cards(&self, seat: Seat) -> Markup {
        let owned = God::ALL.into_iter().filter_map(|god| match self.view.cards[god] {
            card if card.owner == Some(seat) => Some((god, true)),
            card if card.protection == Some(seat) => Some((god, false)),
            _ => None,
        });
        html! {
            @for (index, (god, full)) in owned.enumerate() {
                @let (x, y) = (270 + 58 * (index as i32 % 2), 50 + 56 * (index as i32 / 2));
                g transform=(format!("translate({x} {y})")) { (self.card(god, full)) }
            }
        }
    }

    /// The god card, or the protection card.
    pub(super) fn card(&self, god: God, full: bool) -> Markup {
        let (class, language) = (god_class(Temple::Of(god)), self.wording.language);
        let (id, title) = if full {
            (ids::card(god), card_of(language, god))
        } else {
            (ids::protection(god), protection_card_of(language, god))
        };
        self.group(
            &id,
            "card",
            &title,
            &html! {
                @if full {
                    rect class={ "edge " (class) } width="50" height="52" rx="6" {}
                    g.sign transform="translate(25 26) scale(2)" { (sign(Temple::Of(god))) }
                } @else {
                    path.shield.edge d="M25 0C34 6 42 7 50 6C52 30 44 46 25 53C6 46 -2 30 0 6C8 7 16 6 25 0Z" {}
                    circle class=(class) cx="25" cy="24" r="16" {}
                    g.sign transform="translate(25 24)" { (sign(Temple::Of(god))) }
                }
            },
        )
    }

    /// The tiles in rows; equal ones are one group.
    fn hand(&self, seat: Seat) -> Markup {
        let hand = &self.view.players[seat].hand;
        let all: Vec<Tile> =
            Tile::kinds_in(hand).into_iter().flat_map(|kind| vec![kind; hand.count(kind.index()).into()]).collect();
        let place = |index: usize| {
            let (column, row) = ((index % HAND_ROW) as i32, (index / HAND_ROW) as i32);
            (column * HAND_PITCH.0, row * HAND_PITCH.1)
        };
        let places: Vec<(Tile, (i32, i32))> = all.into_iter().zip((0..).map(place)).collect();
        html! {
            @for alike in places.chunk_by(|one, other| one.0 == other.0) {
                @let kind = alike[0].0;
                (self.group(&ids::hand(seat, kind), "offering", &call_tile(kind), &html! {
                    @for &(kind, (x, y)) in alike {
                        (tile(kind, x, y))
                        (finger(x + 20, y + 23))
                    }
                }))
            }
        }
    }

    /// How many fish are still to be laid, and both sides of one for the player who lays the next.
    fn fish_to_lay(&self, seat: Seat) -> Markup {
        let colour = Colour::of(seat);
        let laid = self.view.fish.iter().filter(|fish| fish.colour == colour).count();
        let left = usize::from(self.components.fish_each).saturating_sub(laid);
        let laying = self.view.stage == Stage::LayFish && self.view.turn.seat == seat;
        let language = self.wording.language;
        let text = match left {
            0 => say!(language, "no tiles in hand").to_owned(),
            1 => say!(language, "1 fish to lay").to_owned(),
            _ => say!(language, "{0} fish to lay", left),
        };
        let sides = [(ids::SIDE_WHITE, Side::White, 210), (ids::SIDE_COLOURED, Side::Coloured, 300)];
        html! {
            text.faint y="32" font-size="24" { (text) }
            @if laying {
                @for (id, side, x) in sides {
                    (self.group(id, "side", &say!(language, "A fish, {0}", side_up(language, side)), &html! {
                        g transform=(format!("translate({x} 24)")) { (body(colour, side)) (seat_shape(seat, 10)) }
                        (finger(x, 24))
                    }))
                }
            }
        }
    }
}
