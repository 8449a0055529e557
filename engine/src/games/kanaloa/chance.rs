//! Chance: what may come, how likely it is, and what it does.

use crate::dice::Dice;

use super::action::Chance;
use super::map::Arrow;
use super::stage::Stage;
use super::state::Kanaloa;
use super::supply::Supply;
use super::tile::Tile;

impl Kanaloa {
    /// Calls `put` for every outcome of the coming chance event, in order, with its weight.
    pub(super) fn for_each_outcome(&self, mut put: impl FnMut(Chance, u32)) {
        match self.stage {
            Stage::DealTiles => {
                self.supply.unseen.kinds().for_each(|(kind, count)| put(draw(kind), u32::from(count)));
            }
            Stage::DealCards if self.seat_count().get() == 2 => {
                self.pairing.pairs().into_iter().for_each(|pair| put(Chance::Cards(pair), 1));
            }
            Stage::DealCards => self.gods_to_deal().for_each(|god| put(Chance::Card(god), 1)),
            Stage::LayNeutral => self.neutral_ways().for_each(|arrow| put(Chance::Neutral(arrow), 1)),
            Stage::Draw(_) => {
                let odds = Odds::of(&self.supply);
                if odds.offering > 0 {
                    let kinds = self.supply.unseen.kinds();
                    kinds.for_each(|(kind, count)| put(draw(kind), odds.offering * u32::from(count)));
                }
                if odds.volcano > 0 {
                    put(Chance::DrawVolcano, odds.volcano);
                }
            }
            _ => {}
        }
    }

    /// Draws one outcome, from the same dice as a draw over the list of all.
    pub(super) fn sample(&self, dice: &mut Dice) -> Chance {
        match self.stage {
            Stage::DealTiles => draw(self.supply.unseen.sample(dice)),
            Stage::Draw(_) => {
                let odds = Odds::of(&self.supply);
                let offerings = odds.offering * u32::from(self.supply.unseen.total());
                let mut left = dice.below(offerings + odds.volcano);
                if left >= offerings {
                    return Chance::DrawVolcano;
                }
                let mut kinds = self.supply.unseen.kinds();
                let drawn = kinds.find(|&(_, count)| {
                    let weight = odds.offering * u32::from(count);
                    let here = left < weight;
                    left = left.wrapping_sub(weight);
                    here
                });
                draw(drawn.expect("the draw is below the sum of the weights").0)
            }
            _ => {
                let mut outcomes = arrayvec::ArrayVec::<_, 4>::new();
                self.for_each_outcome(|outcome, weight| outcomes.push((outcome, weight)));
                dice.weighted(&outcomes)
            }
        }
    }

    /// Carries out an outcome.
    pub(super) fn play_chance(&mut self, chance: Chance) {
        match (self.stage, chance) {
            (Stage::DealTiles, Chance::Draw(tile)) => self.deal_tile(tile),
            (_, Chance::Draw(tile)) => self.draw_offering(tile),
            (_, Chance::DrawVolcano) => self.draw_volcano(),
            (_, Chance::Card(god)) => self.deal_card(god),
            (_, Chance::Cards(pair)) => self.deal_cards(pair),
            (_, Chance::Neutral(arrow)) => self.lay_neutral(arrow),
        }
    }

    /// The directions of the next neutral fish that leave every island in reach (K2), in order.
    fn neutral_ways(&self) -> impl Iterator<Item = Arrow> + '_ {
        let ways = self.shoal.ways(&self.board.map);
        let arrow = self.next_neutral();
        let both = arrow.into_iter().flat_map(|arrow| {
            let forward = if arrow.tail < arrow.head { arrow } else { arrow.reversed() };
            [forward, forward.reversed()]
        });
        both.filter(move |&arrow| self.may_lie(&ways, arrow).is_ok())
    }
}

fn draw(kind: usize) -> Chance {
    Chance::Draw(Tile::new(kind).expect("a bag has as many kinds as there are tiles"))
}

/// The weights of a draw from the bag (K32): each unseen offering is as likely in the bag as any other.
struct Odds {
    /// For each unseen offering of a kind.
    offering: u32,
    /// For a volcano tile.
    volcano: u32,
}

impl Odds {
    fn of(supply: &Supply) -> Odds {
        // Without any offering left a volcano is certain; its weight must not be 0.
        let unseen = u32::from(supply.unseen.total()).max(1);
        Odds { offering: u32::from(supply.bag_offerings), volcano: u32::from(supply.bag_volcanoes) * unseen }
    }
}
