//! The island: ten sites with their tiles, their tokens on turtle shells, and the chieftains.

use kahua_engine::games::hawaii::{Chief, Place, Side, Site, Tile};
use maud::{Markup, html};

use crate::draw::finger;
use crate::games::hawaii::describe::words::{InWords, Titled, name_of};
use crate::prose::list;
use crate::say;

use super::frame::{Anchor, Picture, at, chief, fitted, icon, text};
use super::glyphs::palm;
use super::icons::tile;
use super::tokens::shell;

pub(super) const HEIGHT: i32 = 622;

/// The upper left corners of the sites' cards.
const CORNERS: [(i32, i32); 10] = [
    (149, 466),
    (404, 466),
    (22, 316),
    (277, 316),
    (532, 316),
    (22, 166),
    (277, 166),
    (532, 166),
    (149, 16),
    (404, 16),
];

const LAND: &str = "M150,2 H652 Q690,4 694,60 L700,130 Q796,140 796,200 V430 Q796,476 704,478 L716,560 Q740,600 800,612 \
    V622 H0 V612 Q60,600 84,560 L96,478 Q4,476 4,430 V200 Q4,140 100,130 L106,60 Q110,4 150,2 Z";

impl Picture<'_> {
    pub(super) fn island(&self) -> Markup {
        html! {
            rect class="sea" width="800" height=(HEIGHT) {}
            path class="land" d=(LAND) {}
            @for (x, y) in [(124, 530), (690, 534), (122, 90), (676, 92)] { (palm(x, y)) }
            @for place in Place::ALL {
                @let (x, y) = CORNERS[place.index()];
                (at(x, y, &self.site(place)))
            }
        }
    }

    fn site(&self, place: Place) -> Markup {
        let language = self.language;
        let Some(site) = self.board.sites.get(place.index()).copied() else {
            let card = html! { rect class="card empty edge" width="247" height="142" rx="14" {} };
            return self.space(
                &format!("place-{place}"),
                &say!(language, "place {0}, without a site yet", place),
                &card,
            );
        };
        let tokens = &self.board.tokens[place.index()];
        let numbers = list(language, tokens.iter().map(|token| token.in_words(language)));
        let prices = match tokens.len() {
            0 => say!(language, "no price token").to_owned(),
            1 => say!(language, "price {0}", numbers),
            _ => say!(language, "prices {0}", numbers),
        };
        let title = say!(language, "place {0}: {1}, {2}", place, site.title(language), prices);
        self.space(
            &format!("place-{place}"),
            &title,
            &html! {
                rect class="card edge" width="247" height="142" rx="14" {}
                (label(&site.title(language).replace(say!(language, " and "), " & ")))
                @for (index, ware) in site.wares().iter().enumerate() {
                    (self.ware(*ware, 24 + ware_pitch(site) * index as i32, 58))
                }
                (self.shells(place, site))
                (self.chiefs_at(place))
            },
        )
    }

    /// A tile on sale, with how many are left; for a god, how many lie below it.
    fn ware(&self, ware: Tile, x: i32, y: i32) -> Markup {
        let language = self.language;
        let (left, title) = match ware.stack() {
            None => {
                let left = self.board.piles[ware.index()];
                (left.to_string(), say!(language, "{0}: {1} left", ware.title(language), left))
            }
            Some(stack) => {
                let below = self.board.below[stack.index()];
                let top = self.board.god_of(ware).map_or(say!(language, "no god"), name_of);
                (
                    format!("+{below}"),
                    say!(language, "{0} on {1}, with {2} below", top, stack.in_words(language), below),
                )
            }
        };
        self.space(
            &format!("ware-{ware}"),
            &title,
            &html! {
                rect class="halo edge" x=(x - 20) y=(y - 20) width="40" height="40" rx="8" {}
            (icon(x, y, 38, &tile(ware, Side::One, self.board)))
                (text(x + 22, y + 9, 24, Anchor::Start, "", &left))
                (finger(x, y))
            },
        )
    }

    /// The turtle shells of a site: first those with tokens, then the empty ones, and last the one with a number.
    fn shells(&self, place: Place, site: Site) -> Markup {
        let plain = usize::from(self.rules.sites[site.index()].plain);
        let limit = self.rules.sites[site.index()].limit;
        let tokens = &self.board.tokens[place.index()];
        html! {
            @for index in 0..=plain {
                @let x = 30 + 52 * index as i32;
                @match tokens.get(index) {
                    None => { (shell(x, 112, (index == plain).then_some(limit))) }
                    Some(token) => {
                        @let copy = tokens[..index].iter().filter(|other| *other == token).count();
                        (self.space(&format!("token-{place}-{token}-{copy}"), &say!(self.language, "a price token of {0}", token.in_words(self.language)),
                            &html! { (self.token(x, 112, *token)) (finger(x, 112)) }))
                    }
                }
            }
        }
    }

    fn chiefs_at(&self, place: Place) -> Markup {
        let here = self.board.players.entries().filter(|(_, player)| player.chief == Chief::Place(place));
        html! {
            @for (index, (seat, _)) in here.enumerate() {
                (chief(226 - 17 * index as i32, 118, seat, 15))
            }
        }
    }
}

/// The name of a site, squeezed where it would be wider than the card.
fn label(name: &str) -> Markup {
    fitted(10, 28, 24, 227, "", name)
}

/// How far apart the tiles of a site lie.
fn ware_pitch(site: Site) -> i32 {
    if site.wares().len() > 2 { 59 } else { 84 }
}
