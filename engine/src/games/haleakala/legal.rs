//! What is allowed: the legal list, the chance outcomes, and why an action is none of them.

use super::action::{Action, Chance};
use super::board::{Segment, Space};
use super::cards::{Card, DisplayCard};
use super::player::{Colour, Disc};
use super::rules::Rules;
use super::shaman::Shaman;
use super::state::{Position, Step, Variant};
use crate::dice::Dice;
use crate::game::Illegal;

impl Position {
    /// Adds the legal actions of the player to decide, in order.
    pub(super) fn push_legal(&self, rules: &Rules, out: &mut Vec<Action>) {
        match self.step {
            Step::Turn => self.push_turn(out),
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

    fn push_turn(&self, out: &mut Vec<Action>) {
        let player = self.player(self.active);
        let own = player.sums();
        let other = self.player(self.active.other()).sums();
        let in_hand = || Disc::ALL.into_iter().filter(|disc| player.discs[disc.index()].is_none());
        let may_place = |disc: Disc, beach: Segment| own[beach.index()] + disc.number() != other[beach.index()];
        for disc in in_hand() {
            let beaches = Segment::ALL.into_iter().filter(|&beach| may_place(disc, beach));
            out.extend(beaches.map(|beach| Action::Place { disc, beach }));
        }
        if self.has_invocation(self.active) {
            let discs = in_hand().filter(|&disc| may_place(disc, self.boat));
            out.extend(discs.map(|disc| Action::Invoke { disc }));
        }
        for disc in Disc::ALL {
            if let Some(beach) = player.discs[disc.index()] {
                let left = own[beach.index()] - disc.number();
                if left == 0 || left != other[beach.index()] {
                    out.push(Action::Return { disc });
                }
            }
        }
        if player.is_out_of_discs() {
            out.push(Action::Boat);
        }
    }

    /// Whether this player may lay the invocation disc with a number disc on the boat's beach (H28).
    fn has_invocation(&self, colour: Colour) -> bool {
        self.variant == Variant::Tactical && self.player(colour).invocation.is_none()
    }

    /// Why the player to decide may not take this action.
    pub(super) fn check_action(&self, action: Action, rules: &Rules) -> Result<(), Illegal> {
        match (self.step, action) {
            (Step::Turn, Action::Place { disc, beach }) => self.check_place(disc, beach),
            (Step::Turn, Action::Invoke { disc }) => self.check_invoke(disc),
            (Step::Turn, Action::Return { disc }) => self.check_return(disc),
            (Step::Turn, Action::Boat) => self.check_boat(),
            (Step::Shaman, Action::Move(space)) => self.check_move(space),
            (Step::Shaman, Action::Stay) | (Step::Purchase(..), Action::BuyNothing) => Ok(()),
            (Step::Pick(_), Action::Take(card)) => self.check_take(card),
            (Step::Purchase(colour, _), Action::Buy(card)) => self.check_buy(colour, card, rules),
            (Step::Lava(..), Action::Lava { from, to }) => self.check_lava(from, to),
            (step, action) => Err(Illegal::WrongDecision { asked: asked(step), action: action.to_string() }),
        }
    }

    fn check_place(&self, disc: Disc, beach: Segment) -> Result<(), Illegal> {
        let player = self.player(self.active);
        if let Some(lies) = player.discs[disc.index()] {
            return Err(Illegal::rule(format!("disc {disc} is not in your hand but on beach {lies}")));
        }
        self.check_sums(beach, player.sums()[beach.index()] + disc.number())
    }

    fn check_invoke(&self, disc: Disc) -> Result<(), Illegal> {
        if self.variant == Variant::Base {
            return Err(Illegal::rule("invocation discs are played in the tactical variant only"));
        }
        if let Some(lies) = self.player(self.active).invocation {
            return Err(Illegal::rule(format!("your invocation disc is not at home but on beach {lies} (H28)")));
        }
        self.check_place(disc, self.boat)
    }

    fn check_return(&self, disc: Disc) -> Result<(), Illegal> {
        let player = self.player(self.active);
        match player.discs[disc.index()] {
            Some(beach) => self.check_sums(beach, player.sums()[beach.index()] - disc.number()),
            None => Err(Illegal::rule(format!("disc {disc} is in your hand: there is nothing to return"))),
        }
    }

    /// Equal sums above zero may not lie on any beach (H6, H7).
    fn check_sums(&self, beach: Segment, own: u8) -> Result<(), Illegal> {
        let other = self.player(self.active.other()).sums()[beach.index()];
        if own > 0 && own == other {
            return Err(Illegal::rule(format!("the sums on beach {beach} would be equal: {own} and {other} (H6)")));
        }
        Ok(())
    }

    fn check_boat(&self) -> Result<(), Illegal> {
        if self.player(self.active).is_out_of_discs() {
            return Ok(());
        }
        Err(Illegal::rule("you may move the boat only when all your number discs lie on beaches (H9)"))
    }

    fn check_move(&self, space: Space) -> Result<(), Illegal> {
        if self.shaman_targets(self.active).contains(space) {
            return Ok(());
        }
        if self.player(self.active.other()).shaman == Shaman::On(space) {
            return Err(Illegal::rule(format!("the other shaman stands on {space} (H10)")));
        }
        if self.player(self.active).shaman == Shaman::On(space) {
            return Err(Illegal::rule(format!("your shaman stands on {space} already: let him stay instead (H10)")));
        }
        Err(Illegal::rule(format!("{space} is not within two steps of which at most one is uphill (H10, H11)")))
    }

    fn check_take(&self, card: Card) -> Result<(), Illegal> {
        if self.cards_at_boat().contains(&Some(card)) {
            return Ok(());
        }
        let lying: Vec<&str> = self.cards_at_boat().into_iter().flatten().map(Card::name).collect();
        Err(Illegal::rule(format!("{card} does not lie at the boat; there are: {}", lying.join(", "))))
    }

    fn check_buy(&self, colour: Colour, card: DisplayCard, rules: &Rules) -> Result<(), Illegal> {
        if let Some(owner) = Colour::BOTH.into_iter().find(|&owner| self.player(owner).bought.contains(card)) {
            return Err(Illegal::rule(format!("{card} is not on the display: {owner} has it")));
        }
        if !self.display.contains(card) {
            return Err(Illegal::rule(format!("{card} lies face down until the next scoring is over")));
        }
        let (price, shells) = (rules.price(card), self.player(colour).shells);
        if price > shells {
            return Err(Illegal::rule(format!("{card} costs {price} shells, and you have {shells}")));
        }
        Ok(())
    }

    fn check_lava(&self, from: Segment, to: Segment) -> Result<(), Illegal> {
        if self.lava[from.index()] == 0 {
            return Err(Illegal::rule(format!("no lava disc lies on crater {from}")));
        }
        if !from.neighbours().contains(&to) {
            let [left, right] = from.neighbours();
            return Err(Illegal::rule(format!("crater {to} is not next to {from}: {left} and {right} are (H25)")));
        }
        Ok(())
    }

    /// Whether a purchase is possible, which is when it is asked for (H37).
    pub(super) fn can_buy(&self, colour: Colour, rules: &Rules) -> bool {
        let shells = self.player(colour).shells;
        self.display.iter().any(|card| rules.price(card) <= shells)
    }

    /// Adds the outcomes of the coming chance event with their weights, in order (H17, H39).
    pub(super) fn push_chances(&self, out: &mut Vec<(Chance, u32)>) {
        match self.step {
            Step::Starter => out.extend(Colour::BOTH.map(|colour| (Chance::Start(colour), 1))),
            Step::Opening(_) => self.push_cards(0, out),
            Step::Refill(_) => {
                let Some(pile) = self.current_pile() else { return };
                self.push_cards(pile, out);
                let lava = self.piles[pile].lava;
                if lava > 0 {
                    out.push((Chance::Lava, u32::from(lava)));
                }
            }
            Step::Turn | Step::Shaman | Step::Pick(_) | Step::Purchase(..) | Step::Lava(..) | Step::Over(_) => {}
        }
    }

    fn push_cards(&self, pile: usize, out: &mut Vec<(Chance, u32)>) {
        let cards = self.piles[pile].cards;
        out.extend(cards.kinds().map(|(kind, count)| (Chance::Card(Card::ALL[kind]), u32::from(count))));
    }

    /// Draws the coming chance event, as [`Dice::weighted`] does over [`Position::push_chances`].
    pub(super) fn sample(&self, dice: &mut Dice) -> Chance {
        let (pile, lava) = match self.step {
            Step::Starter => return Chance::Start(Colour::BOTH[dice.below(2) as usize]),
            Step::Refill(_) => {
                let pile = &self.piles[self.current_pile().expect("a card is turned up only from a pile that has one")];
                (pile, pile.lava)
            }
            _ => (&self.piles[0], 0),
        };
        let mut left = dice.below(u32::from(pile.cards.total()) + u32::from(lava));
        for card in Card::ALL {
            let count = u32::from(pile.cards.count(card.index()));
            if left < count {
                return Chance::Card(card);
            }
            left -= count;
        }
        Chance::Lava
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
