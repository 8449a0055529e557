//! What each player has: points, discs in hand, statues left, shells, and the cards that are kept.

use kahua_engine::games::haleakala::{Card, Colour, Disc, Player, Step, Variant};
use maud::{Markup, html};

use crate::draw::{bold, seat_shape, squeezed};
use crate::games::haleakala::describe::Titled;
use crate::language::Language;
use crate::{say, say_count};

use super::geometry::moved;
use super::{Drawing, cards, pieces, shells_id};

/// How wide and high the panel of a player is, and how far apart they lie.
const WIDTH: i32 = 388;
const HEIGHT: i32 = 244;
const NEXT: i32 = 404;
/// How many characters of a name fit the panel.
const NAME_MAX: usize = 13;
/// How far apart the discs in hand lie.
const NEXT_DISC: i32 = 51;
/// The distance between kept cards, unless there are so many that they must overlap.
const NEXT_CARD: i32 = 46;

impl Drawing<'_> {
    pub(super) fn player(&self, colour: Colour, y: i32) -> Markup {
        let (position, language) = (self.position(), self.language());
        let player = position.player(colour);
        let is_active = colour == position.active && position.step != Step::Starter;
        let has_turn = is_active && !matches!(position.step, Step::Over(_));
        let name = self.short_name(colour, NAME_MAX);
        let width = squeezed(&name, bold(27), 250);
        let ended = position.scores_if_ended(self.rules)[colour.seat()];
        html! {
            g transform=(moved(4 + NEXT * colour.index() as i32, y)) {
                rect class=(if is_active { "panel active" } else { "panel" }) width=(WIDTH) height=(HEIGHT) rx="14" {}
                g transform="translate(30 31)" { title { (colour.title(language)) } (seat_shape(colour.seat(), 15)) }
                text class="strong" x="54" y="40" textLength=[width] lengthAdjust=[width.map(|_| "spacingAndGlyphs")] { (name) }
                @if has_turn { text class="faint end to-act" x="372" y="40" { (say!(language, "turn")) } }
                text class="strong" x="16" y="76" { (say_count!(language, player.points, "{0} point", "{0} points")) }
                text class="faint end" x="372" y="76" { (say!(language, "{0} if ended", ended)) }
                (self.hand(colour, player))
                (self.stock(colour, player))
                (kept(player, language))
            }
        }
    }

    /// The discs in hand, and the places of those that lie on beaches.
    fn hand(&self, colour: Colour, player: &Player) -> Markup {
        let place = |slot: usize| moved(36 + NEXT_DISC * slot as i32, 112);
        let away = |slot: usize| html! { circle class="away" transform=(place(slot)) r="17" {} };
        html! {
            @for disc in Disc::ALL {
                @match player.discs[disc.index()] {
                    None => { (self.disc(colour, disc, &place(disc.index()))) }
                    Some(_) => { (away(disc.index())) }
                }
            }
            @if self.position().variant == Variant::Tactical {
                @match player.invocation {
                    None => { (self.invocation(colour, &place(Disc::COUNT + 1))) }
                    Some(_) => { (away(Disc::COUNT + 1)) }
                }
            }
        }
    }

    /// Statues left, shells, and baskets in all.
    fn stock(&self, colour: Colour, player: &Player) -> Markup {
        let language = self.language();
        let left = usize::from(self.rules.statues) - player.statues.len();
        let id = shells_id(colour);
        html! {
            g transform="translate(34 168)" {
                title { (say_count!(language, left, "{0} statue left", "{0} statues left")) }
                g transform="scale(0.8)" { (pieces::statue(colour)) }
                text x="24" y="9" { (say!(language, "{0} left", left)) }
            }
            g id=(id) class=(self.class(&id, "shells")) transform="translate(166 168)" {
                title { (say!(language, "shells: {0}", player.shells)) }
                rect class="frame edge" x="-28" y="-25" width="92" height="50" rx="8" {}
                g transform="scale(0.8)" { (cards::picture(Card::Shell)) }
                text x="28" y="9" { (player.shells) }
            }
            g transform="translate(274 168)" {
                title { (say!(language, "baskets: {0}", player.baskets())) }
                (cards::fish())
                text x="30" y="9" { (player.baskets()) }
            }
        }
    }
}

/// The fish, pearl and nautilus cards before a player.
fn kept(player: &Player, language: Language) -> Markup {
    let kept = Card::ALL.into_iter().flat_map(|card| std::iter::repeat_n(card, usize::from(player.kept[card.index()])));
    let kept: Vec<Card> = kept.collect();
    let next = NEXT_CARD.min((WIDTH - 64) / (kept.len().max(2) as i32 - 1));
    html! {
        @for (place, &card) in kept.iter().enumerate() {
            g transform={ (moved(32 + next * place as i32, 216)) " scale(0.7)" } {
                title { (card.title(language)) }
                (cards::card(card))
            }
        }
        @if kept.is_empty() {
            text class="faint" x="16" y="224" { (say!(language, "no cards")) }
        }
    }
}
