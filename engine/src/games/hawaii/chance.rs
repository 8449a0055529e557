//! What chance may bring: the set-up, each round's tokens and islets, and gods that are turned up, in their order (W20).

use arrayvec::ArrayVec;

use crate::bag::Bag;
use crate::dice::Dice;
use crate::{Ordinal, Set};

use super::action::Chance;
use super::places::Islet;
use super::stage::{Draw, Stage};
use super::state::Hawaii;
use super::tiles::God;
use super::tokens::Token;

/// Every outcome of one draw with its weight; no draw has more than ten.
type Outcomes = ArrayVec<(Chance, u32), 10>;

impl Hawaii {
    pub(super) fn chance_outcomes(&self, out: &mut Vec<(Chance, u32)>) {
        out.clear();
        out.extend(self.outcomes());
    }

    pub(super) fn sample_chance(&self, dice: &mut Dice) -> Chance {
        match self.board.stage {
            // Only the draws that come most seldom need a list.
            Stage::Draw(Draw::Price(_) | Draw::Track) => Chance::Token(Token::ALL[self.board.bag.sample(dice)]),
            Stage::Draw(Draw::God(_)) => Chance::God(God::ALL[self.board.unseen.sample(dice)]),
            Stage::Draw(Draw::Islet(_)) => Chance::Islet(Islet::ALL[self.board.islets.sample(dice)]),
            Stage::Draw(Draw::Site) => Chance::Site(drawn(self.board.sites_left(), dice)),
            _ => dice.weighted(&self.outcomes()),
        }
    }

    /// The outcomes of the coming draw with their weights, in order; none where no draw is due.
    pub(super) fn outcomes(&self) -> Outcomes {
        let Stage::Draw(draw) = self.board.stage else { return Outcomes::new() };
        let board = &self.board;
        match draw {
            Draw::Site => board.sites_left().iter().map(|site| (Chance::Site(site), 1)).collect(),
            Draw::Seat => {
                let left = board.players.count().seats().filter(|seat| !board.order.contains(seat));
                left.map(|seat| (Chance::Seat(seat), 1)).collect()
            }
            Draw::God(_) => weighted(&board.unseen, |kind| Chance::God(God::ALL[kind])),
            Draw::Islet(_) => weighted(&board.islets, |kind| Chance::Islet(Islet::ALL[kind])),
            Draw::Price(_) | Draw::Track => weighted(&board.bag, |kind| Chance::Token(Token::ALL[kind])),
        }
    }
}

/// One of these, each equally likely.
fn drawn<T: Ordinal>(all: Set<T>, dice: &mut Dice) -> T {
    let number = dice.below(all.len() as u32) as usize;
    all.iter().nth(number).expect("the number is below the length")
}

fn weighted<const N: usize>(bag: &Bag<N>, chance: impl Fn(usize) -> Chance) -> Outcomes {
    bag.kinds().map(|(kind, count)| (chance(kind), u32::from(count))).collect()
}
