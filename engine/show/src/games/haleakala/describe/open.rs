//! What must happen next, and who decides it.

use kahua_engine::games::haleakala::{Colour, End, Gap, Position, Rules, Scoring, Step, Then};

use crate::language::{Language, Wording};
use crate::prose::either;
use crate::say;

use super::words::{CardWords, place};

/// What must happen next, in a sentence.
pub(in crate::games::haleakala) fn open(position: &Position, rules: &Rules, wording: Wording<'_>) -> String {
    let language = wording.language;
    let name = |colour: Colour| wording.names[colour.seat()].as_str();
    let active = name(position.active);
    match position.step {
        Step::Starter => say!(language, "The starting player is drawn.").to_owned(),
        Step::Opening(gap) | Step::Refill(gap) => drawn_for(gap, language),
        Step::Turn if position.player(position.active).is_out_of_discs() => {
            say!(language, "{0} is to return a disc or to move the boat.", active)
        }
        Step::Turn => say!(language, "{0} is to place or to return a disc.", active),
        Step::Shaman => {
            let from = place(position.player(position.active).shaman, language);
            say!(language, "{0} may walk with the shaman from {1}.", active, from)
        }
        Step::Pick(colour) => {
            let cards = position.cards_at_boat().map(|card| card.map_or_else(String::new, |card| card.the(language)));
            say!(language, "{0} is to take {1} at the boat.", name(colour), either(language, cards))
        }
        Step::Purchase(colour, then) => purchase(position, rules, then, colour, wording),
        Step::Lava(colour, then) => lava(position, rules, then, colour, wording),
        Step::Over(End::NoCards) => {
            say!(language, "The game is over: no card is left at beach {0}.", position.boat)
        }
        Step::Over(End::Guard) => {
            say!(language, "The game is over after {0} turns without a card.", rules.guard_turns)
        }
    }
}

fn drawn_for(gap: Gap, language: Language) -> String {
    let segment = gap.segment();
    let [lower, _] = segment.gaps();
    if gap == lower {
        say!(language, "A card is drawn for the first gap at beach {0}.", segment)
    } else {
        say!(language, "A card is drawn for the second gap at beach {0}.", segment)
    }
}

/// This player's purchase, and what comes after it if the rules alone don't say it.
fn purchase(position: &Position, rules: &Rules, then: Then, colour: Colour, wording: Wording<'_>) -> String {
    let language = wording.language;
    let [name, other] = [colour, colour.other()].map(|colour| &wording.names[colour.seat()]);
    match then {
        Then::Card(card) => say!(language, "{0} may buy a card; {1} then gets {2}.", name, other, card.the(language)),
        Then::Refill => say!(language, "{0} may buy a card.", name),
        // The other player is asked only if something face up can be paid.
        Then::OtherBuys(scoring) if position.can_buy(colour.other(), rules) => {
            let before = before(scoring, language);
            say!(language, "{0} may buy a card {1}; then {2} may buy a card.", name, before, other)
        }
        Then::OtherBuys(scoring) | Then::Score(scoring) => {
            say!(language, "{0} may buy a card {1}.", name, before(scoring, language))
        }
    }
}

/// The same for the lava that this player moves.
fn lava(position: &Position, rules: &Rules, then: Then, colour: Colour, wording: Wording<'_>) -> String {
    let language = wording.language;
    let [name, other] = [colour, colour.other()].map(|colour| &wording.names[colour.seat()]);
    match then {
        Then::Card(card) => {
            say!(language, "{0} is to move a lava disc; {1} then gets {2}.", name, other, card.the(language))
        }
        Then::Refill => say!(language, "{0} is to move a lava disc.", name),
        Then::OtherBuys(scoring) if position.can_buy(colour.other(), rules) => {
            let before = before(scoring, language);
            say!(language, "{0} is to move a lava disc {1}; then {2} may buy a card.", name, before, other)
        }
        Then::OtherBuys(scoring) | Then::Score(scoring) => {
            say!(language, "{0} is to move a lava disc {1}.", name, before(scoring, language))
        }
    }
}

fn before(scoring: Scoring, language: Language) -> &'static str {
    match scoring {
        Scoring::First => say!(language, "before the first scoring"),
        Scoring::Last(_) => say!(language, "before the last scoring"),
    }
}
