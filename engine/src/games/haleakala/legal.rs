//! What is allowed: the legal list, and why an action isn't in it.

use super::action::Action;
use super::cards::{Card, DisplayCard};
use super::island::{Segment, Space};
use super::player::{Colour, Disc};
use super::refusal::Refusal;
use super::ruleset::Rules;
use super::shaman::Shaman;
use super::state::{Position, Step, Variant};
use crate::game::Illegal;
use crate::seat::Seat;
use crate::set::Set;

impl Position {
    /// Puts the legal actions of the player to decide into `out`, in order.
    pub(super) fn legal_actions(&self, rules: &Rules, out: &mut Vec<Action>) {
        out.clear();
        match self.step {
            Step::Turn => self.legal_turns(out),
            Step::Shaman => {
                out.extend(self.shaman_targets(self.active).iter().map(Action::Move));
                out.push(Action::Stay);
            }
            Step::Pick(_) => {
                out.extend(self.cards_at_boat().into_iter().flatten().map(Action::Take));
                out.sort_unstable();
            }
            Step::Purchase(colour, _) => {
                out.extend(self.affordable(colour, rules).iter().map(Action::Buy));
                out.push(Action::BuyNothing);
            }
            Step::Lava(..) => {
                for from in Segment::ALL.into_iter().filter(|from| self.lava[from.index()] > 0) {
                    out.extend(from.neighbours().map(|to| Action::Lava { from, to }));
                }
            }
            Step::Starter | Step::Opening(_) | Step::Refill(_) | Step::Over(_) => {}
        }
    }

    fn legal_turns(&self, out: &mut Vec<Action>) {
        let player = self.player(self.active);
        let (own, other) = (player.sums(), self.player(self.active.other()).sums());
        let in_hand = player.in_hand();
        let may_place = |disc: Disc, beach: Segment| own[beach.index()] + disc.number() != other[beach.index()];
        // Sets, and `|` instead of `||`: a branch for each disc and beach would be predicted wrongly half of the time.
        for disc in in_hand {
            let beaches: Set<Segment> = Segment::ALL.into_iter().filter(|&beach| may_place(disc, beach)).collect();
            out.extend(beaches.iter().map(|beach| Action::Place { disc, beach }));
        }
        if self.has_invocation(self.active) {
            let discs = in_hand.iter().filter(|&disc| may_place(disc, self.boat));
            out.extend(discs.map(|disc| Action::Invoke { disc }));
        }
        // For a disc in hand the answer means nothing, and is dropped.
        let may_return = |disc: &Disc| {
            let beach = player.discs[disc.index()].map_or(0, Segment::index);
            let left = own[beach].wrapping_sub(disc.number());
            (left == 0) | (left != other[beach])
        };
        let returns = Disc::ALL.into_iter().filter(may_return).collect::<Set<Disc>>() - in_hand;
        out.extend(returns.iter().map(|disc| Action::Return { disc }));
        if in_hand.is_empty() {
            out.push(Action::Boat);
        }
    }

    /// Whether this player may lay the invocation disc with a number disc on the boat's beach (H28).
    fn has_invocation(&self, colour: Colour) -> bool {
        self.variant == Variant::Tactical && self.player(colour).invocation.is_none()
    }

    /// Whether this seat may take this action, and if not, why.
    pub(super) fn check(&self, seat: Seat, action: Action, rules: &Rules) -> Result<(), Illegal> {
        Illegal::unless_to_act(seat, &self.phase())?;
        let checked = match (self.step, action) {
            (Step::Turn, Action::Place { disc, beach }) => self.check_place(disc, beach),
            (Step::Turn, Action::Invoke { disc }) => self.check_invoke(disc),
            (Step::Turn, Action::Return { disc }) => self.check_return(disc),
            (Step::Turn, Action::Boat) => self.check_boat(),
            (Step::Shaman, Action::Move(space)) => self.check_move(space),
            (Step::Shaman, Action::Stay) | (Step::Purchase(..), Action::BuyNothing) => Ok(()),
            (Step::Pick(_), Action::Take(card)) => self.check_take(card),
            (Step::Purchase(colour, _), Action::Buy(card)) => self.check_buy(colour, card, rules),
            (Step::Lava(..), Action::Lava { from, to }) => self.check_lava(from, to),
            (step, action) => {
                return Err(Illegal::WrongDecision { asked: asked(step), action: action.to_string() });
            }
        };
        Ok(checked?)
    }

    fn check_place(&self, disc: Disc, beach: Segment) -> Result<(), Refusal> {
        let player = self.player(self.active);
        match player.discs[disc.index()] {
            Some(beach) => Err(Refusal::DiscOnBeach { disc, beach }),
            None => self.check_sums(beach, player.sum_on(beach) + disc.number()),
        }
    }

    fn check_invoke(&self, disc: Disc) -> Result<(), Refusal> {
        if self.variant == Variant::Base {
            return Err(Refusal::BaseGame);
        }
        match self.player(self.active).invocation {
            Some(beach) => Err(Refusal::InvocationOnBeach(beach)),
            None => self.check_place(disc, self.boat),
        }
    }

    fn check_return(&self, disc: Disc) -> Result<(), Refusal> {
        let player = self.player(self.active);
        match player.discs[disc.index()] {
            Some(beach) => self.check_sums(beach, player.sum_on(beach) - disc.number()),
            None => Err(Refusal::DiscInHand(disc)),
        }
    }

    /// Equal sums above zero may not lie on any beach (H6, H7).
    fn check_sums(&self, beach: Segment, own: u8) -> Result<(), Refusal> {
        let other = self.player(self.active.other()).sum_on(beach);
        if own > 0 && own == other { Err(Refusal::EqualSums { beach, own, other }) } else { Ok(()) }
    }

    fn check_boat(&self) -> Result<(), Refusal> {
        if self.player(self.active).is_out_of_discs() { Ok(()) } else { Err(Refusal::DiscsInHand) }
    }

    fn check_move(&self, space: Space) -> Result<(), Refusal> {
        if self.shaman_targets(self.active).contains(space) {
            Ok(())
        } else if self.player(self.active.other()).shaman == Shaman::On(space) {
            Err(Refusal::OtherShaman(space))
        } else if self.player(self.active).shaman == Shaman::On(space) {
            Err(Refusal::OwnShaman(space))
        } else {
            Err(Refusal::TooFar(space))
        }
    }

    fn check_take(&self, card: Card) -> Result<(), Refusal> {
        let at_boat = self.cards_at_boat();
        if at_boat.contains(&Some(card)) { Ok(()) } else { Err(Refusal::NotAtBoat { card, at_boat }) }
    }

    fn check_buy(&self, colour: Colour, card: DisplayCard, rules: &Rules) -> Result<(), Refusal> {
        if let Some(owner) = Colour::ALL.into_iter().find(|&owner| self.player(owner).bought.contains(card)) {
            return Err(Refusal::Bought { card, owner });
        }
        if !self.display.contains(card) {
            return Err(Refusal::FaceDown(card));
        }
        let (price, shells) = (rules.price(card), self.player(colour).shells);
        if price > shells { Err(Refusal::TooDear { card, price, shells }) } else { Ok(()) }
    }

    fn check_lava(&self, from: Segment, to: Segment) -> Result<(), Refusal> {
        if self.lava[from.index()] == 0 {
            Err(Refusal::NoLava(from))
        } else if !from.neighbours().contains(&to) {
            Err(Refusal::NotNextTo { from, to })
        } else {
            Ok(())
        }
    }
}

/// What the player to decide is asked for, in words.
fn asked(step: Step) -> &'static str {
    match step {
        Step::Turn => "the turn's action: place, invoke, return or boat",
        Step::Shaman => "the shaman's move: move or stay",
        Step::Pick(_) => "which card to take: take",
        Step::Purchase(..) => "a purchase: buy",
        Step::Lava(..) => "which lava disc the Priestess moves: lava",
        Step::Starter | Step::Opening(_) | Step::Refill(_) | Step::Over(_) => "nobody's",
    }
}
