//! The chance events: who begins, and which card is turned up.

use super::action::Chance;
use super::cards::{Card, Pile};
use super::player::Colour;
use super::state::{Position, Step};
use crate::dice::Dice;

impl Position {
    /// Puts the outcomes of the coming chance event with their weights into `out`, in order (H17, H39).
    pub(super) fn chance_outcomes(&self, out: &mut Vec<(Chance, u32)>) {
        out.clear();
        if self.step == Step::Starter {
            out.extend(Colour::ALL.map(|colour| (Chance::Start(colour), 1)));
        } else if let Some((pile, lava)) = self.pile_to_draw_from() {
            out.extend(pile.cards.kinds().map(|(kind, count)| (Chance::Card(Card::ALL[kind]), u32::from(count))));
            if lava > 0 {
                out.push((Chance::Lava, lava));
            }
        }
    }

    /// Draws the coming chance event, as [`Dice::weighted`] does over [`Position::chance_outcomes`].
    pub(super) fn sample_chance(&self, dice: &mut Dice) -> Chance {
        if self.step == Step::Starter {
            return Chance::Start(*dice.pick(&Colour::ALL));
        }
        let (pile, lava) = self.pile_to_draw_from().expect("a chance event is due");
        let mut left = dice.below(u32::from(pile.cards.total()) + lava);
        for card in Card::ALL {
            let count = u32::from(pile.cards.count(card.index()));
            if left < count {
                return Chance::Card(card);
            }
            left -= count;
        }
        Chance::Lava
    }

    /// The pile that the next card comes from, and how many of its lava cards can be drawn: none at the opening (H17).
    fn pile_to_draw_from(&self) -> Option<(&Pile, u32)> {
        match self.step {
            Step::Opening(_) => Some((&self.piles[0], 0)),
            Step::Refill(_) => {
                let pile = &self.piles[self.current_pile()?];
                Some((pile, pile.lava.into()))
            }
            _ => None,
        }
    }
}
