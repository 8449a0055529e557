//! What a stop of the boat brings: the cards and their effects, in the order in which they come.
//!
//! Each step here describes the step of the same name in `apply`. A tale ends where a player must decide: there `after`
//! is in the step that asks for it.

use kahua_engine::games::haleakala::{Action, Card, Colour, Disc, Shaman, Step, Then};

use crate::prose::{list, number, say_number};
use crate::say;

use super::Tale;
use super::actions::greater_sum;
use super::words::{CardWords, shells, there};

impl Tale<'_> {
    /// This action makes the boat sail, and it stops.
    pub(super) fn sail(&mut self, action: Action) {
        let (stop, language) = (self.after.boat, self.wording.language);
        let stopped = self.sails(action);
        let mut first = Vec::new();
        if matches!(action, Action::Invoke { .. }) {
            // The last scoring, which may follow at once, takes the lava from the board again.
            first.push(match self.before.lava_supply(self.rules) {
                0 => say!(language, "No lava disc is left to be invoked").to_owned(),
                _ => say!(language, "A lava disc is laid on crater {0}", stop),
            });
        }
        let home = Colour::ALL.into_iter().filter(|&colour| self.before.player(colour).invocation == Some(stop));
        first.extend(home.map(|colour| say!(language, "{0}'s invocation disc comes home", self.name(colour))));
        let found = self.found_at_the_stop();
        if first.is_empty() {
            self.say(say!(language, "{0}, where {1}", stopped, found));
        } else {
            self.say(stopped);
            first.iter().for_each(|text| self.say(text));
            self.say(say!(language, "On beach {0} {1}", stop, found));
        }
        self.distribute();
    }

    fn sails(&self, action: Action) -> String {
        let language = self.wording.language;
        let (name, from, to) = (self.name(self.before.active), self.before.boat, self.after.boat);
        match action {
            Action::Invoke { disc } => say!(
                language,
                "{0} places disc {1} and the invocation disc on beach {2}, and the boat sails to beach {3}",
                name,
                disc,
                from,
                to
            ),
            Action::Place { disc, .. } => {
                say!(
                    language,
                    "{0} places disc {1} on beach {2}, and the boat sails to beach {3}",
                    name,
                    disc,
                    from,
                    to
                )
            }
            _ => say!(language, "{0} moves the boat to beach {1}", name, to),
        }
    }

    /// What is found where the boat stops, as the end of a sentence that has said where that is.
    fn found_at_the_stop(&self) -> String {
        let (stop, language) = (self.after.boat, self.wording.language);
        if self.no_cards_there() && self.before.current_pile().is_none() {
            return say!(language, "no card is left, so the game ends").to_owned();
        }
        match greater_sum(self.before, stop) {
            None => say!(language, "nobody has a disc").to_owned(),
            Some((colour, _, 0)) => say!(language, "only {0} has discs", self.name(colour)),
            Some((colour, most, less)) => {
                say!(language, "{0} has the greater sum, {1} to {2}", self.name(colour), most, less)
            }
        }
    }

    fn cards_there(&self) -> Vec<Card> {
        self.after.boat.gaps().into_iter().filter_map(|gap| self.before.gaps[gap.index()]).collect()
    }

    fn no_cards_there(&self) -> bool {
        self.cards_there().is_empty()
    }

    fn distribute(&mut self) {
        let Some((first, ..)) = greater_sum(self.before, self.after.boat) else { return };
        let (name, language) = (self.name(first), self.wording.language);
        match self.cards_there().as_slice() {
            [card] => {
                self.say(say!(language, "{0} gets the only card, {1}", name, card.the(language)));
                self.effect(first, *card, Then::Refill);
            }
            [card, other] if card == other => {
                let one = card.new_one(language);
                self.say(say!(language, "Both cards are the same, and {0} gets {1}", name, one));
                self.effect(first, *card, Then::Refill);
            }
            // A player chooses between two different cards. If no card is left, the game ends.
            _ => {}
        }
    }

    /// What a card does for the player who has received it.
    pub(super) fn effect(&mut self, colour: Colour, card: Card, then: Then) {
        match card {
            Card::Statue => self.build(colour),
            Card::Shell => {
                let (name, language) = (self.name(colour), self.wording.language);
                let shells = shells(self.before.player(colour).shells + 1, language);
                if self.after.step == Step::Purchase(colour, then) {
                    return self.say(say!(language, "{0} now has {1}", name, shells));
                }
                self.say(say!(language, "{0} now has {1}, but can buy nothing", name, shells));
            }
            Card::Priestess => return self.priestess(colour, then),
            kept => self.keep(colour, kept, then),
        }
        self.follow(colour, then);
    }

    fn build(&mut self, colour: Colour) {
        let (name, player, language) = (self.name(colour), self.before.player(colour), self.wording.language);
        let text = match (self.before.building_site(colour, self.rules), player.shaman.space()) {
            (Some(site), _) => say!(language, "{0} builds a statue {1}", name, there(Shaman::On(site), language)),
            (None, None) => say!(language, "{0} can't build, as the shaman is still on the beach", name),
            (None, Some(_)) if player.statues.len() >= usize::from(self.rules.statues) => {
                say!(language, "{0} can't build, as all statues are on the board", name)
            }
            (None, Some(_)) => {
                let there = there(player.shaman, language);
                say!(language, "{0} can't build, as there is a statue {1} already", name, there)
            }
        };
        self.say(text);
    }

    fn keep(&mut self, colour: Colour, card: Card, then: Then) {
        match card {
            Card::WhitePearl | Card::BlackPearl => {
                let other = if card == Card::WhitePearl { Card::BlackPearl } else { Card::WhitePearl };
                if self.before.player(colour).kept[other.index()] > 0 {
                    self.say(say!(self.wording.language, "{0} now has both pearls", self.name(colour)));
                }
            }
            Card::Nautilus => {}
            // The sentence about the other basket card will say what both players have.
            _ if matches!(then, Then::Card(next) if next.baskets() > 0) => {}
            _ => self.baskets(colour),
        }
    }

    fn baskets(&mut self, colour: Colour) {
        let language = self.wording.language;
        let [name, other] = [colour, colour.other()].map(|colour| self.name(colour));
        let [own, theirs] = [colour, colour.other()].map(|colour| self.after.player(colour).baskets());
        let own = say_number!(language, own, "one basket", "{0} baskets");
        self.say(match theirs {
            0 => say!(language, "{0} now has {1}, {2} none", name, own, other),
            1 => say!(language, "{0} now has {1}, {2} one", name, own, other),
            _ => say!(language, "{0} now has {1}, {2} {3}", name, own, other, number(language, theirs)),
        });
    }

    pub(super) fn priestess(&mut self, colour: Colour, then: Then) {
        if self.after.step == Step::Lava(colour, then) {
            return;
        }
        self.say(say!(self.wording.language, "There is no lava for the Priestess to move"));
        self.invocation_by_priestess(colour);
        self.follow(colour, then);
    }

    pub(super) fn invocation_by_priestess(&mut self, colour: Colour) {
        if self.before.player(colour).invocation.is_some_and(|beach| beach != self.after.boat) {
            self.say(say!(self.wording.language, "{0}'s invocation disc comes home", self.name(colour)));
        }
    }

    /// What follows the last effect of what this player received or bought. Scorings have sentences of their own.
    pub(super) fn follow(&mut self, colour: Colour, then: Then) {
        match then {
            Then::Card(card) => self.effect(colour.other(), card, Then::Refill),
            Then::Refill => self.return_discs(),
            Then::OtherBuys(_) | Then::Score(_) => {}
        }
    }

    fn return_discs(&mut self) {
        let language = self.wording.language;
        let mut returned = Vec::new();
        for colour in Colour::ALL {
            let discs = Disc::ALL.into_iter();
            let there = discs.filter(|disc| self.before.player(colour).discs[disc.index()] == Some(self.after.boat));
            let there: Vec<String> = there.map(|disc| disc.to_string()).collect();
            let (name, discs) = (self.name(colour), list(language, &there));
            returned.push(match (there.len(), returned.is_empty()) {
                (0, _) => continue,
                (1, true) => say!(language, "{0} takes back disc {1}", name, discs),
                (_, true) => say!(language, "{0} takes back discs {1}", name, discs),
                (1, false) => say!(language, ", and {0} disc {1}", name, discs),
                (_, false) => say!(language, ", and {0} discs {1}", name, discs),
            });
        }
        self.say(returned.concat());
    }
}
