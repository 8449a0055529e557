//! What must happen next, and who decides it.

use kahua_engine::PerSeat;
use kahua_engine::games::haleakala::{Colour, End, Gap, Position, Rules, Scoring, Step, Then};

use super::words::{CardWords, place};

/// What must happen next, in a sentence.
pub(in crate::games::haleakala) fn open(position: &Position, rules: &Rules, names: &PerSeat<String>) -> String {
    let name = |colour: Colour| names[colour.seat()].as_str();
    let active = name(position.active);
    match position.step {
        Step::Starter => "The starting player is drawn.".to_owned(),
        Step::Opening(gap) | Step::Refill(gap) => drawn_for(gap),
        Step::Turn if position.player(position.active).is_out_of_discs() => {
            format!("{active} is to return a disc or to move the boat.")
        }
        Step::Turn => format!("{active} is to place or to return a disc."),
        Step::Shaman => {
            let from = place(position.player(position.active).shaman);
            format!("{active} may walk with the shaman from {from}.")
        }
        Step::Pick(colour) => {
            let cards = position.cards_at_boat().map(|card| card.map_or_else(String::new, |card| card.the()));
            format!("{} is to take {} at the boat.", name(colour), cards.join(" or "))
        }
        Step::Purchase(colour, then) => {
            format!("{} may buy a card{}.", name(colour), what_follows(position, rules, then, colour, names))
        }
        Step::Lava(colour, then) => {
            format!("{} is to move a lava disc{}.", name(colour), what_follows(position, rules, then, colour, names))
        }
        Step::Over(End::NoCards) => format!("The game is over: no card is left at beach {}.", position.boat),
        Step::Over(End::Guard) => format!("The game is over after {} turns without a card.", rules.guard_turns),
    }
}

fn drawn_for(gap: Gap) -> String {
    let [lower, _] = gap.segment().gaps();
    let which = if gap == lower { "first" } else { "second" };
    format!("A card is drawn for the {which} gap at beach {}.", gap.segment())
}

/// What comes after this player's purchase or Priestess, if the rules alone don't say it.
fn what_follows(position: &Position, rules: &Rules, then: Then, colour: Colour, names: &PerSeat<String>) -> String {
    let scoring = |scoring| if scoring == Scoring::First { "the first scoring" } else { "the last scoring" };
    let other = &names[colour.other().seat()];
    match then {
        Then::Card(card) => format!("; {other} then gets {}", card.the()),
        Then::Refill => String::new(),
        // The other player is asked only if something face up can be paid.
        Then::OtherBuys(before) if position.can_buy(colour.other(), rules) => {
            format!(" before {}; then {other} may buy a card", scoring(before))
        }
        Then::OtherBuys(before) | Then::Score(before) => format!(" before {}", scoring(before)),
    }
}
