//! The outcomes of chance and their weights.

use crate::dice::Dice;

use super::action::Chance;
use super::map::Arrow;
use super::stage::Stage;
use super::state::Kanaloa;
use super::supply::Supply;
use super::tile::Tile;

impl Kanaloa {
    /// Puts the outcomes of the chance event that is due into `out`, in order, with their weights.
    pub(super) fn chance_outcomes(&self, out: &mut Vec<(Chance, u32)>) {
        out.clear();
        match self.stage {
            Stage::DealTiles => {
                out.extend(self.supply.unseen.kinds().map(|(kind, count)| (draw(kind), u32::from(count))));
            }
            Stage::DealCards if self.players.count().get() == 2 => {
                out.extend(self.pairing.pairs().map(|pair| (Chance::Cards(pair), 1)));
            }
            Stage::DealCards => out.extend(self.gods_to_deal().map(|god| (Chance::Card(god), 1))),
            Stage::LayNeutral => out.extend(self.neutral_ways().map(|arrow| (Chance::Neutral(arrow), 1))),
            Stage::Draw(_) => {
                let odds = Odds::of(&self.supply);
                if odds.offering > 0 {
                    let kinds = self.supply.unseen.kinds();
                    out.extend(kinds.map(|(kind, count)| (draw(kind), odds.offering * u32::from(count))));
                }
                if odds.volcano > 0 {
                    out.push((Chance::DrawVolcano, odds.volcano));
                }
            }
            _ => {}
        }
    }

    /// Draws one outcome: the same one, from the same dice, as a draw from the list of all outcomes.
    pub(super) fn sample_chance(&self, dice: &mut Dice) -> Chance {
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
                let mut outcomes = Vec::new();
                self.chance_outcomes(&mut outcomes);
                dice.weighted(&outcomes)
            }
        }
    }

    /// The directions of the next neutral fish that keep every island within reach (K2), in order.
    fn neutral_ways(&self) -> impl Iterator<Item = Arrow> + '_ {
        let ways = self.shoal.ways(self.map());
        let arrow = self.next_neutral();
        let both = arrow.into_iter().flat_map(|arrow| {
            let forward = if arrow.tail < arrow.head { arrow } else { arrow.reversed() };
            [forward, forward.reversed()]
        });
        both.filter(move |&arrow| self.check_lay_fish(&ways, arrow).is_ok())
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
        // Without any offering left a volcano tile is certain to come, and its weight must not be 0.
        let unseen = u32::from(supply.unseen.total()).max(1);
        Odds { offering: u32::from(supply.bag_offerings), volcano: u32::from(supply.bag_volcanoes) * unseen }
    }
}
