//! The players' homes, one below the other: on the left points, supply, boats and tokens, on the right the villages with
//! kahunas and tikis.

mod villages;

use kahua_engine::Seat;
use kahua_engine::games::hawaii::{Player, Side, Stage, Standing, Tally, Tile, Token};
use maud::{Markup, html};

use crate::draw::{finger, seat_shape};
use crate::games::hawaii::describe::each_token;
use crate::games::hawaii::describe::words::{InWords, TileWords, points, with_side};
use crate::language::Language;
use crate::say;

use super::frame::{Anchor, Picture, at, cut, fitted, icon, text};
use super::glyphs::{foot, fruit, shell};
use super::icons::{boat, numeral};
use super::reserve;
use villages::Rows;

/// How wide a home is, and where its right half begins.
const WIDTH: i32 = 784;
const HALF: i32 = 400;

/// What lies between two homes, and at the edges of the drawing.
const GAP: i32 = 8;

impl Picture<'_> {
    /// All homes and the reserve, and their height together.
    pub(super) fn homes(&self) -> (Markup, i32) {
        let seats = self.board.players.count();
        let mut below = GAP + 2;
        let homes: Vec<Markup> = seats
            .seats()
            .map(|seat| {
                let (rows, top) = (self.rows(seat), below);
                below += rows.height() + GAP;
                at(GAP, top, &self.home(seat, rows))
            })
            .collect();
        let drawing = html! {
            @for home in &homes { (home) }
            (at(GAP, below, &self.bag()))
            (at(GAP + WIDTH - reserve::WIDTH, below, &self.piles()))
        };
        (drawing, below + reserve::HEIGHT + GAP)
    }

    /// A player chooses among the villages of the own home, so these are as high as a finger needs them.
    fn rows(&self, seat: Seat) -> Rows {
        let own = self.view.supplies[seat].is_some() && self.board.stage != Stage::Over;
        if own { Rows::HIGH } else { Rows::COMPACT }
    }

    fn home(&self, seat: Seat, rows: Rows) -> Markup {
        let player = &self.board.players[seat];
        let class = if self.view.to_act() == Some(seat) { "home current" } else { "home" };
        html! {
            rect class=(class) width=(WIDTH) height=(rows.height()) rx="16" {}
            (at(27, 28, &seat_shape(seat, 15)))
            (fitted(52, 37, 26, HALF - 74, "strong", &cut(&self.names[seat], 17)))
            (self.sums(player))
            (self.supply(seat))
            (self.boats(seat, player))
            (self.taken(seat, player))
            (at(HALF, 0, &self.villages(seat, &player.home, rows)))
        }
    }

    /// The points, in brackets what they would be if the game ended now, and the sum of the round against the own target.
    fn sums(&self, player: &Player) -> Markup {
        let standing = Standing::of(player, self.rules);
        let target = self.rules.marker(self.board.round).target;
        let target = u32::from(target).saturating_sub(standing.lowered);
        let language = self.language;
        let scored = points(language, player.points);
        html! {
            g {
                @match self.board.stage {
                    Stage::Over => {
                        title { (scored) }
                        (text(12, 70, 24, Anchor::Start, "strong", &scored))
                    }
                    _ => {
                        @let now = player.points + Tally::of(player, self.rules).total();
                        title { (say!(language, "{0}, and {1} if the game ended now", scored, now)) }
                        (text(12, 70, 24, Anchor::Start, "strong", &points_now(language, player.points, now)))
                    }
                }
            }
            (text(378, 70, 24, Anchor::End, "", &say!(language, "sum {0}/{1}", standing.sum, target)))
        }
    }

    /// Shells, feet and fruit; question marks where they are behind the screen.
    fn supply(&self, seat: Seat) -> Markup {
        let supply = self.view.supplies[seat];
        let language = self.language;
        let parts = [
            ("shells", say!(language, "shells"), shell(), supply.map(|supply| supply.shells)),
            ("feet", say!(language, "feet"), foot(), supply.map(|supply| supply.feet)),
            ("fruit", say!(language, "fruit"), fruit(), supply.map(|supply| supply.fruit)),
        ];
        html! {
            @for (index, (id, name, drawing, count)) in parts.into_iter().enumerate() {
                @let x = 10 + 124 * index as i32;
                @let count = count.map_or("?".to_owned(), |count| count.to_string());
                (self.space(&format!("{id}-{seat}"), &say!(language, "{0} of {1}: {2}", name, self.names[seat], count), &html! {
                    rect class="purse edge" x=(x) y="78" width="118" height="50" rx="12" {}
                    (icon(x + 28, 103, 32, &drawing))
                    (text(x + 56, 112, 26, Anchor::Start, "", &count))
                }))
            }
        }
    }

    /// The boats of each sort: the ready ones, and lower and paler the ones that were sent.
    fn boats(&self, seat: Seat, player: &Player) -> Markup {
        let [one, two] = self.rules.boats.holds;
        let sorts = [
            (None, self.rules.boats.start, player.ready.start, player.spent.start),
            (Some(Side::One), one, player.ready.ones, player.spent.ones),
            (Some(Side::Two), two, player.ready.twos, player.spent.twos),
        ];
        let boats = sorts.into_iter().flat_map(|(side, holds, ready, spent)| {
            (1..=ready + spent).map(move |number| (side, holds, number, number <= ready))
        });
        let pitch = pitch(usize::from(player.boats().count()), 51, 320);
        html! {
            @for (index, (side, holds, number, ready)) in boats.enumerate() {
                @let x = 34 + pitch * index as i32;
                @let sort = side.map_or_else(|| "start".to_owned(), |side| side.number().to_string());
                (self.space(&format!("boat-{seat}-{sort}-{number}"), &boat_title(self.language, side, holds, ready), &html! {
                    rect class=(if ready { "berth ready edge" } else { "berth edge" }) x=(x - 22) y="130" width="44" height="46" rx="8" {}
                    g class=[(!ready).then_some("sent")] { (icon(x, 153, 40, &boat(Some(holds)))) }
                    @if let Some(side) = side { (at(x + 2, 127, &numeral(side))) }
                    (finger(x, 153))
                }))
            }
        }
    }

    /// The price tokens taken in this round, and next to them the tokens caught.
    fn taken(&self, seat: Seat, player: &Player) -> Markup {
        let prices: Vec<_> = each_token(&player.prices).collect();
        let caught: Vec<_> = each_token(&player.fish).collect();
        let wanted = 46 * prices.len() as i32 + 74 * caught.len() as i32;
        let squeezed = |pitch: i32| pitch * 348 / wanted.max(348);
        let fish_left = 10 + squeezed(46) * prices.len() as i32;
        html! {
            @for (index, token) in prices.iter().enumerate() {
                @let copy = prices[..index].iter().filter(|other| *other == token).count();
                (self.space(&format!("price-{seat}-{token}-{copy}"), &say!(self.language, "a price token of {0}", token.in_words(self.language)),
                    &self.token(34 + squeezed(46) * index as i32, 207, *token)))
            }
            @for (index, token) in caught.iter().enumerate() {
                @let copy = caught[..index].iter().filter(|other| *other == token).count();
                (self.space(&format!("catch-{seat}-{token}-{copy}"),
                    &caught_title(self.language, *token, self.rules.fish_of(*token)),
                    &self.fish_token(fish_left + squeezed(74) * index as i32, 207, *token)))
            }
        }
    }
}

/// The points, and in brackets what they would be if the game ended now.
fn points_now(language: Language, points: u32, now: u32) -> String {
    match points {
        1 => say!(language, "1 point ({0})", now),
        _ => say!(language, "{0} points ({1})", points, now),
    }
}

/// "a boat with side I up, which holds 3 feet, ready".
fn boat_title(language: Language, side: Option<Side>, holds: u8, ready: bool) -> String {
    let boat = match side {
        None => say!(language, "the starting boat").to_owned(),
        Some(side) => with_side(language, &Tile::Boat.several(language, 1), side),
    };
    match ready {
        true => say!(language, "{0}, which holds {1} feet, ready", boat, holds),
        false => say!(language, "{0}, which holds {1} feet, sent", boat, holds),
    }
}

/// "a token of 5 caught for its 3 fish".
fn caught_title(language: Language, token: Token, fish: u8) -> String {
    match fish {
        1 => say!(language, "a token of {0} caught for its 1 fish", token.in_words(language)),
        _ => say!(language, "a token of {0} caught for its {1} fish", token.in_words(language), fish),
    }
}

/// The distance between this many things that are ideally this far apart and have this much room from the first to the
/// last.
fn pitch(count: usize, ideal: i32, room: i32) -> i32 {
    match count {
        0 | 1 => ideal,
        _ => ideal.min(room / (count as i32 - 1)),
    }
}
