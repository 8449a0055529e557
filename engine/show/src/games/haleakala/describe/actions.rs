//! What the players do.

use kahua_engine::games::haleakala::{Action, Colour, Disc, DisplayCard, Position, Segment, Step, Then};

use super::Tale;
use super::words::{CardWords, Titled, counted, place, space, there};

impl Tale<'_> {
    pub(super) fn action(&mut self, action: Action) {
        let me = self.name(self.before.active);
        match action {
            Action::Place { disc, beach } if beach == self.before.boat => {
                self.sail(&format!("{me} places disc {disc} on beach {beach}, and the boat sails"), false);
            }
            Action::Place { disc, beach } => {
                let brought = self.sums_after_placing(disc, beach);
                self.say(format!("{me} places disc {disc} on beach {beach}{brought}"));
            }
            Action::Invoke { disc } => {
                let beach = self.before.boat;
                let both = format!("{me} places disc {disc} and the invocation disc on beach {beach}");
                self.sail(&format!("{both}, and the boat sails"), true);
            }
            Action::Return { disc } => self.give_back(disc),
            Action::Boat => self.sail(&format!("{me} moves the boat"), false),
            Action::Move(to) => {
                let from = place(self.before.player(self.before.active).shaman);
                self.say(format!("{me}'s shaman walks from {from} to {}", space(to)));
            }
            Action::Stay => {
                let at = self.before.player(self.before.active).shaman;
                self.say(format!("{me}'s shaman stays {}", there(at)));
            }
            Action::Take(_) | Action::Buy(_) | Action::BuyNothing | Action::Lava { .. } => self.answer(action),
        }
        if self.before.idle_turns < self.after.idle_turns && self.after.idle_turns >= self.rules.guard_turns {
            self.say(format!("That is turn {} in a row without a card, and the game ends", self.after.idle_turns));
        }
        self.scoring_since(self.before, self.after, bought_by(self.before.step, action));
    }

    /// An action at a stop of the boat or before a scoring, maybe in another player's turn.
    fn answer(&mut self, action: Action) {
        match (self.before.step, action) {
            (Step::Pick(colour), Action::Take(card)) => {
                let other = colour.other();
                let left = self.before.cards_at_boat().into_iter().flatten().find(|&left| left != card);
                let takes = format!("{} takes {}", self.name(colour), card.the());
                match left.filter(|_| self.before.player(other).sum_on(self.before.boat) > 0) {
                    Some(left) => {
                        self.say(format!("{takes}, and {} gets {}", self.name(other), left.the()));
                        self.effect(colour, card, Then::Card(left));
                    }
                    None => {
                        self.say(takes);
                        self.effect(colour, card, Then::Refill);
                    }
                }
            }
            (Step::Purchase(colour, then), Action::Buy(card)) => {
                let price = counted(self.rules.price(card), "shell");
                let title = card.title();
                if card == DisplayCard::Priestess {
                    self.say(format!("{} buys the {title} of the display for {price}", self.name(colour)));
                    self.priestess(colour, then);
                } else {
                    self.say(format!("{} buys {title} for {price}", self.name(colour)));
                    self.follow(colour, then);
                }
            }
            (Step::Purchase(colour, then), Action::BuyNothing) => {
                self.say(format!("{} buys nothing", self.name(colour)));
                self.follow(colour, then);
            }
            (Step::Lava(colour, then), Action::Lava { from, to }) => {
                let name = self.name(colour);
                self.say(format!("{name}'s Priestess moves a lava disc from crater {from} to crater {to}"));
                self.invocation_by_priestess(colour);
                self.follow(colour, then);
            }
            _ => {}
        }
    }

    fn give_back(&mut self, disc: Disc) {
        let (active, other) = (self.before.active, self.before.active.other());
        let Some(beach) = self.before.player(active).discs[disc.index()] else { return };
        let brought = match [active, other].map(|colour| self.after.player(colour).sum_on(beach)) {
            [_, 0] => String::new(),
            [0, _] => format!(" and leaves the beach to {}", self.name(other)),
            _ => self.sums_now(beach),
        };
        self.say(format!("{} returns disc {disc} from beach {beach}{brought}", self.name(active)));
    }

    fn sums_after_placing(&self, disc: Disc, beach: Segment) -> String {
        let active = self.before.active;
        match [active, active.other()].map(|colour| self.after.player(colour).sum_on(beach)) {
            [own, 0] if own == disc.number() => String::new(),
            [own, 0] => format!(", where that makes {own}"),
            _ => self.sums_now(beach),
        }
    }

    fn sums_now(&self, beach: Segment) -> String {
        greater_sum(self.after, beach).map_or_else(String::new, |(colour, most, less)| {
            format!(", where it is now {most} to {less} for {}", self.name(colour))
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
