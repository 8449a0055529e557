//! Sacrifices, and how they move the god and protection cards.

use crate::games::kanaloa::god::{God, Temple};
use crate::games::kanaloa::stage::Stage;
use crate::games::kanaloa::state::Kanaloa;
use crate::games::kanaloa::tile::Tile;
use crate::seat::Seat;

impl Kanaloa {
    pub(super) fn add_to_offering(&mut self, tile: Tile) {
        self.mover_mut().hand.take(tile.index());
        if let Stage::Offer(offering) = &mut self.stage {
            offering.last = Some(tile);
            offering.value += tile.value();
        }
    }

    /// The temple grows, the cards may change hands, and the turn goes on to its end.
    pub(super) fn complete_offering(&mut self) {
        let Stage::Offer(offering) = self.stage else { return };
        self.mover_mut().temples[offering.temple] += offering.value;
        match offering.temple {
            Temple::Of(god) => self.reward(god),
            Temple::Kane => God::ALL.into_iter().for_each(|god| self.withdraw(god)),
        }
        self.finish();
    }

    /// After a sacrifice to this god: the god card (K8, K10) or else the protection card (K9).
    fn reward(&mut self, god: God) {
        let seat = self.turn.seat;
        if !self.mover().temples.entitle(god) {
            return;
        }
        let four_play = self.four_play();
        let leads = self.all_others_have_less(god, |_| true);
        let deserves_protection = four_play && self.deserves_protection(god);
        let card = &mut self.cards[god];
        if leads && card.owner != Some(seat) {
            // If the sacrificer was protected, the two owners thereby change places (K10).
            let former = card.owner.replace(seat);
            card.protection = former.filter(|_| four_play);
        } else if deserves_protection {
            card.protection = Some(seat);
        }
    }

    /// Whether the sacrificer is above the protected player. If no player is protected: whether the sacrificer is above
    /// every other entitled player except the owner of the god card (K9).
    fn deserves_protection(&self, god: God) -> bool {
        let (card, seat) = (self.cards[god], self.turn.seat);
        let value = |seat: Seat| self.players[seat].temples[Temple::Of(god)];
        match (card.owner, card.protection) {
            (None, _) => false,
            (Some(owner), _) if owner == seat => false,
            (Some(_), Some(protected)) => value(seat) > value(protected),
            (Some(owner), None) => {
                self.all_others_have_less(god, |other| other != owner && self.players[other].temples.entitle(god))
            }
        }
    }

    /// Whether the sacrificer's temple is higher than that of every other player who counts.
    fn all_others_have_less(&self, god: God, counts: impl Fn(Seat) -> bool) -> bool {
        let temple = Temple::Of(god);
        let others = self.players.count().others_after(self.turn.seat);
        others
            .filter(|&seat| counts(seat))
            .all(|seat| self.players[seat].temples[temple] < self.mover().temples[temple])
    }

    /// After a sacrifice to Kane: a sacrificer who is no longer entitled loses the card of this god (K11 to K13).
    fn withdraw(&mut self, god: God) {
        let seat = Some(self.turn.seat);
        if self.mover().temples.entitle(god) {
            return;
        }
        let card = self.cards[god];
        if card.owner == seat {
            self.cards[god].owner = card.protection.or_else(|| self.sole_leader(god, None));
        } else if card.protection != seat {
            return;
        }
        if self.four_play() {
            self.cards[god].protection = self.sole_leader(god, self.cards[god].owner);
        }
    }

    /// The entitled player with the highest temple for this god, apart from `except`; `None` if all are empty or
    /// two share the highest.
    fn sole_leader(&self, god: God, except: Option<Seat>) -> Option<Seat> {
        let temple = Temple::Of(god);
        let entitled = self.players.entries().filter(|(_, player)| player.temples.entitle(god));
        let values = entitled.map(|(seat, player)| (seat, player.temples[temple]));
        let rivals = values.filter(|&(seat, value)| value > 0 && Some(seat) != except);
        let (mut leader, mut most) = (None, 0);
        for (seat, value) in rivals {
            if value > most {
                (leader, most) = (Some(seat), value);
            } else if value == most {
                leader = None;
            }
        }
        leader
    }
}
