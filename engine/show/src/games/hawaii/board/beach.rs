//! The beach: the fishing cove, the turn order track, the chieftains who wait, and the docks with their islets.

use kahua_engine::games::hawaii::{Chief, Dock, Spot, Token};
use maud::{Markup, html};

use crate::draw::seat_shape;
use crate::games::hawaii::describe::each_token;
use crate::games::hawaii::describe::words::{InWords, Titled, brings, feet, points, with_fish};
use crate::say;

use super::frame::{Anchor, Picture, at, chief, icon, text};
use super::glyphs::foot;
use super::icons::islet;

pub(super) const HEIGHT: i32 = 366;

/// How many tokens of the cove lie in a row.
const COVE_ROW: usize = 5;

impl Picture<'_> {
    pub(super) fn beach(&self) -> Markup {
        html! {
            rect class="sea" width="800" height=(HEIGHT) {}
            path class="sand" d="M0,0 H800 V200 Q760,216 700,208 T560,210 T420,208 T280,210 T140,208 T0,206 Z" {}
            (self.cove())
            (self.track())
            @for dock in Dock::ALL {
                (at(4 + 199 * dock.index() as i32, 216, &self.dock(dock)))
            }
        }
    }

    /// The tokens in the cove, each with its fish, and the chieftains on the beach.
    fn cove(&self) -> Markup {
        let tokens: Vec<_> = each_token(&self.board.cove).collect();
        let waiting = self.board.players.entries().filter(|(_, player)| player.chief == Chief::Beach);
        let title = match tokens.len() {
            1 => say!(self.language, "the fishing cove with one token").to_owned(),
            count => say!(self.language, "the fishing cove with {0} tokens", count),
        };
        html! {
            (self.space("cove", &title, &html! {
                rect class="cove edge" x="10" y="44" width="384" height="124" rx="40" {}
                (text(20, 32, 24, Anchor::Start, "", say!(self.language, "fishing cove")))
                @for (index, token) in tokens.iter().enumerate() {
                    @let copy = tokens[..index].iter().filter(|other| *other == token).count();
                    @let (column, row) = (index % COVE_ROW, index / COVE_ROW);
                    (self.space(&format!("cove-{token}-{copy}"), &self.with_its_fish(*token),
                        &self.fish_token(21 + 73 * column as i32, 78 + 56 * row as i32, *token)))
                }
            }))
            @for (index, (seat, _)) in waiting.enumerate() {
                (chief(230 + 36 * index as i32, 24, seat, 15))
            }
        }
    }

    /// "a token of 5 with 3 fish".
    fn with_its_fish(&self, token: Token) -> String {
        let (language, number) = (self.language, token.in_words(self.language));
        match (token.has_spears(), self.rules.fish_of(token)) {
            (true, 1) => say!(language, "a token of {0} and 1 fish", number),
            (true, fish) => say!(language, "a token of {0} and {1} fish", number, fish),
            (false, fish) => {
                say!(language, "a token of {0} {1}", number, with_fish(language, fish.into()))
            }
        }
    }

    /// The track. Above each place is the player who is there in this round's order, and below it the place's token.
    fn track(&self) -> Markup {
        html! {
            (text(420, 32, 24, Anchor::Start, "", say!(self.language, "turn order track")))
            @for (index, seat) in self.board.order.iter().enumerate() {
                (at(track_x(index), 58, &seat_shape(*seat, 11)))
            }
            @for spot in self.board.spots() { (self.spot(spot)) }
        }
    }

    fn spot(&self, spot: Spot) -> Markup {
        let x = track_x(spot.index());
        let taken = self.board.players.entries().find(|(_, player)| player.chief == Chief::Track(spot));
        let token = spot.index().checked_sub(1).and_then(|index| self.board.track[index]);
        let language = self.language;
        let title = match (taken, token) {
            (Some((seat, _)), _) => say!(language, "place {0} of the track, taken by {1}", spot, self.names[seat]),
            (None, Some(token)) => {
                say!(language, "place {0} of the track with a token of {1}", spot, token.in_words(language))
            }
            (None, None) => say!(language, "place {0} of the track", spot),
        };
        self.space(
            &format!("track-{spot}"),
            &title,
            &html! {
                rect class="spot edge" x=(x - 30) y="78" width="60" height="90" rx="12" {}
                @match taken {
                    Some((seat, _)) => { (chief(x, 102, seat, 17)) }
                    None => { (text(x, 112, 24, Anchor::Middle, "faint", &spot.to_string())) }
                }
                @if let Some(token) = token { (self.token(x, 145, token)) }
            },
        )
    }

    fn dock(&self, dock: Dock) -> Markup {
        let cost = self.rules.docks[dock.index()];
        let lies = self.board.docks[dock.index()];
        let language = self.language;
        let (price, worth) = (feet(language, cost.feet.into()), points(language, cost.points.into()));
        let title = match lies.map(|islet| brings(language, islet, self.rules)) {
            None => say!(language, "dock {0} for {1} and {2}, without an islet", dock, price, worth),
            Some(brought) => {
                say!(language, "dock {0} for {1} and {2}, with an islet that brings {3}", dock, price, worth, brought)
            }
        };
        self.space(
            &format!("dock-{dock}"),
            &title,
            &html! {
                    rect class="islet edge" x="6" y="10" width="181" height="132" rx="44" {}
                @match lies {
                    Some(islet_here) => {
                        (icon(50, 62, 60, &islet(islet_here, self.rules)))
                        (text(96, 128, 24, Anchor::Middle, "", islet_here.title(language)))
                    }
                    None => { (text(96, 128, 24, Anchor::Middle, "faint", say!(language, "no islet"))) }
                }
                rect class="pier" x="76" y="-16" width="40" height="34" rx="6" {}
            (text(96, 9, 24, Anchor::Middle, "light strong", &dock.to_string()))
            (icon(112, 48, 28, &foot()))
                (text(132, 56, 24, Anchor::Start, "", &cost.feet.to_string()))
                (text(98, 90, 24, Anchor::Start, "strong", &format!("+{}", cost.points)))
            },
        )
    }
}

/// The middle of a place of the track.
fn track_x(index: usize) -> i32 {
    450 + 75 * index as i32
}
