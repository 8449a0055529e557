//! What the players do.

use kahua_engine::games::haleakala::{Action, Card, Colour, Disc, DisplayCard, Position, Segment, Step, Then};

use crate::say;

use super::Tale;
use super::words::{CardWords, Titled, place, quoted, shells, space, there};

impl Tale<'_> {
    pub(super) fn action(&mut self, action: Action) {
        let language = self.wording.language;
        let me = self.name(self.before.active);
        match action {
            Action::Place { disc, beach } if beach != self.before.boat => {
                let brought = self.sums_after_placing(disc, beach);
                self.say(say!(language, "{0} places disc {1} on beach {2}{3}", me, disc, beach, brought));
            }
            Action::Place { .. } | Action::Invoke { .. } | Action::Boat => self.sail(action),
            Action::Return { disc } => self.give_back(disc),
            Action::Move(to) => {
                let from = place(self.before.player(self.before.active).shaman, language);
                self.say(say!(language, "{0}'s shaman walks from {1} to {2}", me, from, space(to, language)));
            }
            Action::Stay => {
                let at = self.before.player(self.before.active).shaman;
                self.say(say!(language, "{0}'s shaman stays {1}", me, there(at, language)));
            }
            Action::Take(_) | Action::Buy(_) | Action::BuyNothing | Action::Lava { .. } => self.answer(action),
        }
        if self.before.idle_turns < self.after.idle_turns && self.after.idle_turns >= self.rules.guard_turns {
            let turns = self.after.idle_turns;
            self.say(say!(language, "That is turn {0} in a row without a card, and the game ends", turns));
        }
        self.scoring_since(self.before, self.after, bought_by(self.before.step, action));
    }

    /// An action at a stop of the boat or before a scoring, maybe in another player's turn.
    fn answer(&mut self, action: Action) {
        let language = self.wording.language;
        match (self.before.step, action) {
            (Step::Pick(colour), Action::Take(card)) => self.take(colour, card),
            (Step::Purchase(colour, then), Action::Buy(card)) => {
                let (name, price) = (self.name(colour), shells(self.rules.price(card), language));
                if card == DisplayCard::Priestess {
                    self.say(say!(language, "{0} buys the Priestess of the display for {1}", name, price));
                    self.priestess(colour, then);
                } else {
                    self.say(say!(
                        language,
                        "{0} buys {1} for {2}",
                        name,
                        quoted(card.title(language), language),
                        price
                    ));
                    self.follow(colour, then);
                }
            }
            (Step::Purchase(colour, then), Action::BuyNothing) => {
                self.say(say!(language, "{0} buys nothing", self.name(colour)));
                self.follow(colour, then);
            }
            (Step::Lava(colour, then), Action::Lava { from, to }) => {
                let name = self.name(colour);
                self.say(say!(
                    language,
                    "{0}'s Priestess moves a lava disc from crater {1} to crater {2}",
                    name,
                    from,
                    to
                ));
                self.invocation_by_priestess(colour);
                self.follow(colour, then);
            }
            _ => {}
        }
    }

    fn take(&mut self, colour: Colour, card: Card) {
        let language = self.wording.language;
        let (name, other) = (self.name(colour), colour.other());
        let left = self.before.cards_at_boat().into_iter().flatten().find(|&left| left != card);
        let taken = card.the(language);
        match left.filter(|_| self.before.player(other).sum_on(self.before.boat) > 0) {
            Some(left) => {
                let theirs = left.the(language);
                self.say(say!(language, "{0} takes {1}, and {2} gets {3}", name, taken, self.name(other), theirs));
                self.effect(colour, card, Then::Card(left));
            }
            None => {
                self.say(say!(language, "{0} takes {1}", name, taken));
                self.effect(colour, card, Then::Refill);
            }
        }
    }

    fn give_back(&mut self, disc: Disc) {
        let language = self.wording.language;
        let (active, other) = (self.before.active, self.before.active.other());
        let Some(beach) = self.before.player(active).discs[disc.index()] else { return };
        let brought = match [active, other].map(|colour| self.after.player(colour).sum_on(beach)) {
            [_, 0] => String::new(),
            [0, _] => say!(language, " and leaves the beach to {0}", self.name(other)),
            _ => self.sums_now(beach),
        };
        self.say(say!(language, "{0} returns disc {1} from beach {2}{3}", self.name(active), disc, beach, brought));
    }

    fn sums_after_placing(&self, disc: Disc, beach: Segment) -> String {
        let active = self.before.active;
        match [active, active.other()].map(|colour| self.after.player(colour).sum_on(beach)) {
            [own, 0] if own == disc.number() => String::new(),
            [own, 0] => say!(self.wording.language, ", where that makes {0}", own),
            _ => self.sums_now(beach),
        }
    }

    fn sums_now(&self, beach: Segment) -> String {
        greater_sum(self.after, beach).map_or_else(String::new, |(colour, most, less)| {
            say!(self.wording.language, ", where it is now {0} to {1} for {2}", most, less, self.name(colour))
        })
    }
}

/// The scoring card that is bought, and its buyer.
fn bought_by(step: Step, action: Action) -> Option<(Colour, DisplayCard)> {
    match (step, action) {
        (Step::Purchase(colour, _), Action::Buy(card)) if card != DisplayCard::Priestess => Some((colour, card)),
        _ => None,
    }
}

/// The player with the greater sum at the boat, and both sums, the greater one first; `None` if no player has a disc
/// there.
pub(super) fn greater_sum(position: &Position, beach: Segment) -> Option<(Colour, u8, u8)> {
    let [red, yellow] = Colour::ALL.map(|colour| position.player(colour).sum_on(beach));
    match red.cmp(&yellow) {
        std::cmp::Ordering::Greater => Some((Colour::Red, red, yellow)),
        std::cmp::Ordering::Less => Some((Colour::Yellow, yellow, red)),
        std::cmp::Ordering::Equal => None,
    }
}
