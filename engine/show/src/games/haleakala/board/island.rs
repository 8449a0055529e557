//! What lies and stands on the island and in the sea around it.

use kahua_engine::games::haleakala::{Colour, Disc, Gap, Landscape, Segment, Shaman, Space};
use maud::{Markup, html};

use crate::draw::finger;
use crate::games::haleakala::describe::{Titled, place, space_name};
use crate::{say, say_count};

use super::geometry::{BEACH, CRATER, FOREST, GRASSLAND, MOUNTAIN, WATER, at, moved};
use super::{Drawing, cards, disc_id, gap_id, invocation_id, lava_id, pieces, shaman_id};

/// How far along the cards lie on both sides of the boat.
const GAP_ALONG: i32 = 84;
/// The rows of discs on a beach, red's further out.
const DISC_ROWS: [i32; 2] = [BEACH - 21, GRASSLAND + 20];
/// How far along the first disc of a beach lies, and each further one from the one before, unless there are so many that they must lie
/// closer.
const FIRST_DISC: i32 = -57;
const NEXT_DISC: i32 = 50;
/// How far along the last disc of each row lies from the first, at most.
const DISCS: [i32; 2] = [155, 121];
/// How far out the sum of each row is, and how far along at least and at most. Yellow's is so much further in that, however many discs
/// there are, the sums don't touch at any side of the island.
const SUMS: [(i32, i32, i32); 2] = [(BEACH - 26, 0, 146), (GRASSLAND - 10, 92, 92)];
/// How far out lava lies.
const LAVA: i32 = CRATER - 17;
/// How far along the hut and the shaman on the beach are.
const HUT_ALONG: i32 = -140;
const SHAMAN_ALONG: i32 = -94;
/// How far along a statue and a shaman on a building space stand.
const STATUE_ALONG: i32 = -26;

impl Drawing<'_> {
    pub(super) fn island(&self) -> Markup {
        let (position, language) = (self.position(), self.language());
        html! {
            (self.ground())
            (self.lava_supply())
            @for gap in Gap::ALL { (self.gap(gap)) }
            @for segment in Segment::ALL { (self.lava(segment)) }
            @for colour in Colour::ALL {
                g data-piece={ "hut-" (colour) } transform=(at(self.view.huts[colour.index()], BEACH - 24, HUT_ALONG)) {
                    title { (say!(language, "{0}'s hut", self.name(colour))) }
                    (pieces::hut(colour))
                }
                @for segment in Segment::ALL { (self.discs(colour, segment)) }
                @for space in position.player(colour).statues.iter() { (self.statue(colour, space)) }
                (self.shaman(colour))
            }
            g id="boat" class=(self.class("boat", "boat")) data-piece="boat" transform=(at(position.boat, WATER, 0)) {
                title { (say!(language, "boat at beach {0}", position.boat)) }
                g transform="scale(0.85)" { (pieces::boat()) }
            }
        }
    }

    fn lava_supply(&self) -> Markup {
        let (supply, language) = (self.view.lava_supply, self.language());
        html! {
            g transform=(moved(40, 186)) {
                title { (say_count!(language, supply, "lava supply: {0} disc", "lava supply: {0} discs")) }
                (pieces::lava(1))
                text x="26" y="9" { (say!(language, "{0} left", supply)) }
            }
        }
    }

    fn gap(&self, gap: Gap) -> Markup {
        let segment = gap.segment();
        let along = if gap == segment.gaps()[0] { -GAP_ALONG } else { GAP_ALONG };
        let card = self.position().gaps[gap.index()];
        let id = gap_id(gap);
        let half = cards::SIZE / 2;
        let language = self.language();
        let title = match card {
            Some(card) => say!(language, "{0} at beach {1}", card.title(language), segment),
            None => say!(language, "empty at beach {0}", segment),
        };
        html! {
            g id=(id) class=(self.class(&id, "gap")) transform=(at(segment, WATER, along)) {
                title { (title) }
                @match card {
                    Some(card) => { (cards::card(card)) }
                    None => { rect class="no-card edge" x=(-half) y=(-half) width=(cards::SIZE) height=(cards::SIZE) rx="9" {} }
                }
            }
        }
    }

    fn lava(&self, segment: Segment) -> Markup {
        let discs = self.position().lava[segment.index()];
        let id = lava_id(segment);
        let language = self.language();
        let heap = say_count!(language, discs, "{0} lava disc", "{0} lava discs");
        html! {
            @if discs > 0 {
                g id=(id) class=(self.class(&id, "lava-disc")) transform=(at(segment, LAVA, 0)) {
                    title { (say!(language, "{0} on crater {1}", heap, segment)) }
                    (pieces::lava(discs))
                    (finger(0, 0))
                }
            }
        }
    }

    /// A player's number discs on a beach in a row, the invocation disc at its end.
    fn discs(&self, colour: Colour, beach: Segment) -> Markup {
        let player = self.position().player(colour);
        let discs = Disc::ALL.into_iter().filter(|disc| player.discs[disc.index()] == Some(beach));
        let discs: Vec<Disc> = discs.collect();
        let count = discs.len() + usize::from(player.invocation == Some(beach));
        let next = NEXT_DISC.min(DISCS[colour.index()] / (count.max(2) as i32 - 1));
        let place = |slot: usize| at(beach, DISC_ROWS[colour.index()], FIRST_DISC + slot as i32 * next);
        html! {
            @for (slot, &disc) in discs.iter().enumerate() { (self.disc(colour, disc, &place(slot))) }
            @if player.invocation == Some(beach) { (self.invocation(colour, &place(discs.len()))) }
            @if discs.len() > 1 { (self.sum(colour, beach, FIRST_DISC + count as i32 * next + 8)) }
        }
    }

    /// The sum of a player's number discs on a beach. The greater one chooses a card.
    fn sum(&self, colour: Colour, beach: Segment, after_discs: i32) -> Markup {
        let sum = self.position().player(colour).sum_on(beach);
        let (out, nearest, furthest) = SUMS[colour.index()];
        let width = if sum < 10 { 48 } else { 56 };
        let title = say!(self.language(), "{0}'s discs on beach {1}: {2} in sum", self.name(colour), beach, sum);
        html! {
            g transform=(at(beach, out, after_discs.clamp(nearest, furthest))) {
                title { (title) }
                rect class="sum" x=(-width / 2) y="-16" width=(width) height="32" rx="16" {}
                text class="middle" y="9" { "=" (sum) }
            }
        }
    }

    pub(super) fn disc(&self, colour: Colour, disc: Disc, place: &str) -> Markup {
        let id = disc_id(colour, disc);
        html! {
            g id=(id) class=(self.class(&id, "disc")) data-piece=(id) transform=(place) {
                title { (say!(self.language(), "{0}'s disc {1}", self.name(colour), disc)) }
                (pieces::disc(colour, disc.number()))
                (finger(0, 0))
            }
        }
    }

    pub(super) fn invocation(&self, colour: Colour, place: &str) -> Markup {
        let id = invocation_id(colour);
        html! {
            g id=(id) class=(self.class(&id, "disc")) data-piece=(id) transform=(place) {
                title { (say!(self.language(), "{0}'s invocation disc", self.name(colour))) }
                (pieces::invocation(colour))
                (finger(0, 0))
            }
        }
    }

    fn statue(&self, colour: Colour, space: Space) -> Markup {
        let (name, there) = (self.name(colour), space_name(space, self.language()));
        html! {
            g transform=(at(space.segment, middle(space.landscape), STATUE_ALONG)) {
                title { (say!(self.language(), "{0}'s statue, {1}", name, there)) }
                (pieces::statue(colour))
            }
        }
    }

    fn shaman(&self, colour: Colour) -> Markup {
        let shaman = self.position().player(colour).shaman;
        let there = match shaman {
            Shaman::Beach(segment) => at(segment, GRASSLAND + 30, SHAMAN_ALONG),
            Shaman::On(space) => at(space.segment, middle(space.landscape), -STATUE_ALONG),
        };
        let id = shaman_id(colour);
        let (name, on) = (self.name(colour), place(shaman, self.language()));
        html! {
            g id=(id) class=(self.class(&id, "shaman")) data-piece=(id) transform=(there) {
                title { (say!(self.language(), "{0}'s shaman, {1}", name, on)) }
                (pieces::shaman(colour))
                (finger(0, 0))
            }
        }
    }
}

/// How far out the middle of a building space is.
const fn middle(landscape: Landscape) -> i32 {
    match landscape {
        Landscape::Grassland => (FOREST + GRASSLAND) / 2,
        Landscape::Forest => (MOUNTAIN + FOREST) / 2,
        Landscape::Mountain => (CRATER + MOUNTAIN) / 2 + 2,
    }
}
