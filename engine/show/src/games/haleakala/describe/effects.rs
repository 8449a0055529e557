//! What a stop of the boat brings: the cards and their effects, in the order in which they come.
//!
//! Each step here describes the step of the same name in `apply`. A tale ends where a player must decide: there `after`
//! is in the step that asks for it.

use kahua_engine::games::haleakala::{Card, Colour, Disc, Shaman, Step, Then};

use crate::prose::{list, number};

use super::Tale;
use super::actions::greater_sum;
use super::words::{CardWords, counted, there};

impl Tale<'_> {
    /// The boat sails, as this beginning of a sentence says, and stops.
    pub(super) fn sail(&mut self, beginning: &str, invoked: bool) {
        let stop = self.after.boat;
        let stopped = format!("{beginning} to beach {stop}");
        let mut first = Vec::new();
        if invoked {
            // The last scoring, which may follow at once, takes the lava from the board again.
            first.push(match self.before.lava_supply(self.rules) {
                0 => "No lava disc is left to be invoked".to_owned(),
                _ => format!("A lava disc is laid on crater {stop}"),
            });
        }
        let home = Colour::ALL.into_iter().filter(|&colour| self.before.player(colour).invocation == Some(stop));
        first.extend(home.map(|colour| format!("{}'s invocation disc comes home", self.name(colour))));
        let found = self.found_at_the_stop();
        if first.is_empty() {
            self.say(format!("{stopped}, where {found}"));
        } else {
            self.say(stopped);
            first.iter().for_each(|text| self.say(text));
            self.say(format!("On beach {stop} {found}"));
        }
        self.distribute();
    }

    fn found_at_the_stop(&self) -> String {
        let stop = self.after.boat;
        if self.no_cards_there() && self.before.current_pile().is_none() {
            return "no card is left, so the game ends".to_owned();
        }
        match greater_sum(self.before, stop) {
            None => "nobody has a disc".to_owned(),
            Some((colour, _, 0)) => format!("only {} has discs", self.name(colour)),
            Some((colour, most, less)) => format!("{} has the greater sum, {most} to {less}", self.name(colour)),
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
        let name = self.name(first);
        match self.cards_there().as_slice() {
            [card] => {
                self.say(format!("{name} gets the only card, {}", card.the()));
                self.effect(first, *card, Then::Refill);
            }
            [card, other] if card == other => {
                self.say(format!("Both cards are the same, and {name} gets {}", card.new_one()));
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
                let shells = counted(self.before.player(colour).shells + 1, "shell");
                if self.after.step == Step::Purchase(colour, then) {
                    return self.say(format!("{} now has {shells}", self.name(colour)));
                }
                self.say(format!("{} now has {shells}, but can buy nothing", self.name(colour)));
            }
            Card::Priestess => return self.priestess(colour, then),
            kept => self.keep(colour, kept, then),
        }
        self.follow(colour, then);
    }

    fn build(&mut self, colour: Colour) {
        let (name, player) = (self.name(colour), self.before.player(colour));
        let text = match (self.before.building_site(colour, self.rules), player.shaman.space()) {
            (Some(site), _) => format!("{name} builds a statue {}", there(Shaman::On(site))),
            (None, None) => format!("{name} can't build, as the shaman is still on the beach"),
            (None, Some(_)) if player.statues.len() >= usize::from(self.rules.statues) => {
                format!("{name} can't build, as all statues are on the board")
            }
            (None, Some(_)) => format!("{name} can't build, as there is a statue {} already", there(player.shaman)),
        };
        self.say(text);
    }

    fn keep(&mut self, colour: Colour, card: Card, then: Then) {
        let name = self.name(colour);
        match card {
            Card::WhitePearl | Card::BlackPearl => {
                let other = if card == Card::WhitePearl { Card::BlackPearl } else { Card::WhitePearl };
                if self.before.player(colour).kept[other.index()] > 0 {
                    self.say(format!("{name} now has both pearls"));
                }
            }
            Card::Nautilus => {}
            // The sentence about the other basket card will say what both players have.
            _ if matches!(then, Then::Card(next) if next.baskets() > 0) => {}
            _ => {
                let [own, theirs] = [colour, colour.other()].map(|colour| self.after.player(colour).baskets());
                let theirs = if theirs == 0 { "none".to_owned() } else { number(theirs) };
                self.say(format!("{name} now has {}, {} {theirs}", counted(own, "basket"), self.name(colour.other())));
            }
        }
    }

    pub(super) fn priestess(&mut self, colour: Colour, then: Then) {
        if self.after.step == Step::Lava(colour, then) {
            return;
        }
        self.say("There is no lava for the Priestess to move");
        self.invocation_by_priestess(colour);
        self.follow(colour, then);
    }

    pub(super) fn invocation_by_priestess(&mut self, colour: Colour) {
        if self.before.player(colour).invocation.is_some_and(|beach| beach != self.after.boat) {
            self.say(format!("{}'s invocation disc comes home", self.name(colour)));
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
        let mut returned = Vec::new();
        for colour in Colour::ALL {
            let discs = Disc::ALL.into_iter();
            let there = discs.filter(|disc| self.before.player(colour).discs[disc.index()] == Some(self.after.boat));
            let there: Vec<String> = there.map(|disc| disc.to_string()).collect();
            if !there.is_empty() {
                let verb = if returned.is_empty() { " takes back" } else { "" };
                let discs = if there.len() == 1 { "disc" } else { "discs" };
                returned.push(format!("{}{verb} {discs} {}", self.name(colour), list(&there)));
            }
        }
        self.say(returned.join(", and "));
    }
}
