//! A turn from its action to its end: placing, returning, walking, sailing, and what a stop of the boat brings.

use super::action::{Action, Chance};
use super::cards::{Card, DisplayCard};
use super::island::{Gap, Segment};
use super::player::{Colour, Disc};
use super::ruleset::Rules;
use super::shaman::Shaman;
use super::state::{End, Position, Scoring, Step, Then, Variant};

/// What is laid on the boat's beach in addition to a number disc.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Invocation {
    No,
    Yes,
}

impl Position {
    /// Applies a legal action of the player to decide.
    pub(super) fn apply_action(&mut self, action: Action, rules: &Rules) {
        match (self.step, action) {
            (Step::Turn, Action::Place { disc, beach }) => self.place(disc, beach, rules),
            (Step::Turn, Action::Invoke { disc }) => self.invoke(disc, rules),
            (Step::Turn, Action::Return { disc }) => {
                self.player_mut(self.active).discs[disc.index()] = None;
                self.step = Step::Shaman;
            }
            (Step::Turn, Action::Boat) => self.sail(1, Invocation::No, rules),
            (Step::Shaman, Action::Move(space)) => {
                self.player_mut(self.active).shaman = Shaman::On(space);
                self.end_turn(self.idle_turns + 1, rules);
            }
            (Step::Shaman, Action::Stay) => self.end_turn(self.idle_turns + 1, rules),
            (Step::Pick(first), Action::Take(card)) => self.pick(first, card, rules),
            (Step::Purchase(colour, then), Action::Buy(card)) => self.buy(colour, card, then, rules),
            (Step::Purchase(colour, then), Action::BuyNothing) => self.follow(colour, then, rules),
            (Step::Lava(colour, then), Action::Lava { from, to }) => {
                self.lava[from.index()] -= 1;
                self.lava[to.index()] += 1;
                self.priestess_done(colour, then, rules);
            }
            (step, action) => debug_assert!(false, "{action} does not answer {step:?}"),
        }
    }

    /// Applies an outcome of the coming chance event.
    pub(super) fn apply_chance(&mut self, chance: Chance, rules: &Rules) {
        match (self.step, chance) {
            (Step::Starter, Chance::Start(colour)) => {
                self.starter = colour;
                self.active = colour;
                self.step = Step::Opening(Gap::FIRST);
            }
            (Step::Opening(gap), Chance::Card(card)) => {
                self.piles[0].cards.take(card.index());
                self.gaps[gap.index()] = Some(card);
                self.step = gap.next().map_or(Step::Turn, Step::Opening);
            }
            (Step::Refill(gap), drawn) => self.turn_up(gap, drawn, rules),
            (step, chance) => debug_assert!(false, "{chance} is not an outcome of {step:?}"),
        }
    }

    fn place(&mut self, disc: Disc, beach: Segment, rules: &Rules) {
        self.player_mut(self.active).discs[disc.index()] = Some(beach);
        if beach == self.boat {
            self.sail(disc.number(), Invocation::No, rules);
        } else {
            self.step = Step::Shaman;
        }
    }

    fn invoke(&mut self, disc: Disc, rules: &Rules) {
        let beach = self.boat;
        let player = self.player_mut(self.active);
        player.discs[disc.index()] = Some(beach);
        player.invocation = Some(beach);
        self.sail(disc.number(), Invocation::Yes, rules);
    }

    /// The boat sails and stops; the order of what follows is that of H2 and H20.
    fn sail(&mut self, steps: u8, invocation: Invocation, rules: &Rules) {
        self.boat = self.boat.clockwise(usize::from(steps));
        if invocation == Invocation::Yes {
            self.lay_lava(rules);
        }
        for player in &mut self.players {
            player.invocation = player.invocation.filter(|&beach| beach != self.boat);
        }
        if self.current_pile().is_none() && self.cards_at_boat() == [None, None] {
            self.turns += 1;
            self.begin_scoring(Scoring::Last(End::NoCards), rules);
        } else {
            self.distribute(rules);
        }
    }

    /// The cards at the boat go to the players who have discs there (H12 to H14).
    fn distribute(&mut self, rules: &Rules) {
        let Some(first) = self.greater_sum() else {
            return self.end_turn(self.idle_turns + 1, rules);
        };
        match self.cards_at_boat() {
            [Some(one), Some(other)] if one != other => self.step = Step::Pick(first),
            [Some(card), _] | [None, Some(card)] => {
                self.take(card);
                self.carry_out(first, card, Then::Refill, rules);
            }
            // While a pile has cards no gap stays empty, and without piles the game has ended here (H18, H20).
            [None, None] => self.follow(first, Then::Refill, rules),
        }
    }

    /// The player with the greater sum at the boat; `None` if no player has a disc there.
    fn greater_sum(&self) -> Option<Colour> {
        let [red, yellow] = self.players.each_ref().map(|player| player.sum_on(self.boat));
        match red.cmp(&yellow) {
            std::cmp::Ordering::Greater => Some(Colour::Red),
            std::cmp::Ordering::Less => Some(Colour::Yellow),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Two different cards lie at the boat: `first` takes this one, the opponent the other if he has a disc there.
    fn pick(&mut self, first: Colour, card: Card, rules: &Rules) {
        self.take(card);
        let second = if self.player(first.other()).sum_on(self.boat) > 0 {
            self.cards_at_boat().into_iter().flatten().next()
        } else {
            None
        };
        match second {
            Some(second) => {
                self.take(second);
                self.carry_out(first, card, Then::Card(second), rules);
            }
            None => self.carry_out(first, card, Then::Refill, rules),
        }
    }

    /// Takes a card of this kind from the boat's gaps, from the lower-numbered one if both hold it (H13).
    fn take(&mut self, card: Card) {
        if let Some(gap) = self.boat.gaps().into_iter().find(|gap| self.gaps[gap.index()] == Some(card)) {
            self.gaps[gap.index()] = None;
        }
    }

    /// The whole effect of a card that this player has received (H12, H24, H27).
    fn carry_out(&mut self, colour: Colour, card: Card, then: Then, rules: &Rules) {
        match card {
            Card::Statue => {
                if let Some(site) = self.building_site(colour, rules) {
                    self.player_mut(colour).statues.insert(site);
                }
                self.follow(colour, then, rules);
            }
            Card::Shell => {
                self.player_mut(colour).shells += 1;
                self.offer(colour, then, rules);
            }
            Card::Priestess => self.priestess(colour, then, rules),
            kept => {
                self.player_mut(colour).kept[kept.index()] += 1;
                self.follow(colour, then, rules);
            }
        }
    }

    /// A purchase is asked for only where something can be bought (H37).
    fn offer(&mut self, colour: Colour, then: Then, rules: &Rules) {
        if self.can_buy(colour, rules) {
            self.step = Step::Purchase(colour, then);
        } else {
            self.follow(colour, then, rules);
        }
    }

    fn buy(&mut self, colour: Colour, card: DisplayCard, then: Then, rules: &Rules) {
        self.display.remove(card);
        let player = self.player_mut(colour);
        player.shells -= rules.price(card);
        if card == DisplayCard::Priestess {
            self.priestess(colour, then, rules);
        } else {
            player.bought.insert(card);
            self.follow(colour, then, rules);
        }
    }

    /// A Priestess must move lava if there is any (H25).
    fn priestess(&mut self, colour: Colour, then: Then, rules: &Rules) {
        if self.has_lava() {
            self.step = Step::Lava(colour, then);
        } else {
            self.priestess_done(colour, then, rules);
        }
    }

    /// After her action the invocation disc comes home (H26).
    fn priestess_done(&mut self, colour: Colour, then: Then, rules: &Rules) {
        self.player_mut(colour).invocation = None;
        self.follow(colour, then, rules);
    }

    /// Continues after the last effect of what `colour` received or bought.
    fn follow(&mut self, colour: Colour, then: Then, rules: &Rules) {
        match then {
            Then::Card(card) => self.carry_out(colour.other(), card, Then::Refill, rules),
            Then::Refill => {
                self.return_discs();
                self.refill(rules);
            }
            Then::OtherBuys(scoring) => self.offer(colour.other(), Then::Score(scoring), rules),
            Then::Score(scoring) => self.score(scoring, rules),
        }
    }

    /// Both players take their number discs off the boat's beach (H15).
    fn return_discs(&mut self) {
        let boat = self.boat;
        for disc in self.players.iter_mut().flat_map(|player| &mut player.discs) {
            *disc = disc.filter(|&beach| beach != boat);
        }
    }

    /// Fills the next empty gap at the boat, the lower-numbered first, or ends the turn (H16, H18).
    pub(super) fn refill(&mut self, rules: &Rules) {
        let empty = self.boat.gaps().into_iter().find(|gap| self.gaps[gap.index()].is_none());
        match empty {
            Some(gap) if self.current_pile().is_some() => self.step = Step::Refill(gap),
            _ => self.end_turn(0, rules),
        }
    }

    /// A card is turned up for a gap; the last two-palm card brings the first scoring (H16, H17, H19).
    fn turn_up(&mut self, gap: Gap, drawn: Chance, rules: &Rules) {
        let Some(index) = self.current_pile() else { return };
        match drawn {
            Chance::Card(card) => {
                self.piles[index].cards.take(card.index());
                self.gaps[gap.index()] = Some(card);
            }
            Chance::Lava => {
                self.piles[index].lava -= 1;
                self.lay_lava(rules);
            }
            Chance::Start(_) => return,
        }
        if index == 1 && self.piles[1].is_empty() {
            self.begin_scoring(Scoring::First, rules);
        } else {
            self.refill(rules);
        }
    }

    /// Lays a lava disc on the boat's crater, if one is left.
    fn lay_lava(&mut self, rules: &Rules) {
        if self.lava_supply(rules) > 0 {
            self.lava[self.boat.index()] += 1;
        }
    }

    /// Before a scoring of the base game both may buy a card, the player whose turn it is first (H3, H23).
    fn begin_scoring(&mut self, scoring: Scoring, rules: &Rules) {
        match self.variant {
            Variant::Base => self.offer(self.active, Then::OtherBuys(scoring), rules),
            Variant::Tactical => self.score(scoring, rules),
        }
    }

    /// The turn is over, with the guard's counter at `idle_turns` (H22).
    fn end_turn(&mut self, idle_turns: u16, rules: &Rules) {
        self.turns += 1;
        self.idle_turns = idle_turns;
        if idle_turns >= rules.guard_turns {
            self.begin_scoring(Scoring::Last(End::Guard), rules);
        } else {
            self.active = self.active.other();
            self.step = Step::Turn;
        }
    }
}
