//! The position: everything that lies on the table, whose turn it is, and what must happen next.

use super::cards::{Card, DisplayCard, DisplaySet, Pile};
use super::island::{Gap, Segment, Space, SpaceSet};
use super::player::{Colour, Player};
use super::ruleset::Rules;
use super::shaman::Shaman;
use crate::game::Phase;
use crate::options::Choices;

/// Which rules are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Lava comes by cards, and both may buy a card before each scoring.
    Base,
    /// Lava comes with the invocation discs, and players don't buy before a scoring.
    Tactical,
}

impl Variant {
    pub(super) fn from_choices(choices: &Choices) -> Variant {
        if choices.get("variant") == "tactical" { Variant::Tactical } else { Variant::Base }
    }
}

/// Which half of the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Round {
    /// Until the first scoring.
    First,
    /// After it.
    Second,
}

/// How the game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The piles were empty and the boat came to a beach without cards (H20).
    NoCards,
    /// Too many turns passed in which no player took a card (H22).
    Guard,
}

/// One of the two scorings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// When the last two-palm card has been dealt (H19).
    First,
    /// At the end of the game.
    Last(End),
}

/// What follows once the open decision and everything that it leads to is done. "The other player" is the opponent of
/// the one who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Then {
    /// The other player's card of this stop takes effect.
    Card(Card),
    /// The discs go back and the gaps are filled.
    Refill,
    /// The other player may buy a card before this scoring.
    OtherBuys(Scoring),
    /// This scoring takes place.
    Score(Scoring),
}

/// What must happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The starting player is drawn.
    Starter,
    /// The opening card of this gap is drawn.
    Opening(Gap),
    /// The player whose turn it is takes one of the three kinds of actions.
    Turn,
    /// The player whose turn it is moves the shaman or lets him stay.
    Shaman,
    /// This player, who has the greater sum at the boat, chooses between two different cards.
    Pick(Colour),
    /// This player may buy a card of the display.
    Purchase(Colour, Then),
    /// This player has a Priestess, and must move a lava disc.
    Lava(Colour, Then),
    /// A card for this gap at the boat is drawn.
    Refill(Gap),
    /// Nothing: the game has ended in this way.
    Over(End),
}

/// Everything that lies on the table. All of it is public (H36).
///
/// Bots may read the fields. If you change one by hand, keep what the `from_view` of [`super::Haleakala`] checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// What must happen next.
    pub step: Step,
    /// Which rules are played.
    pub variant: Variant,
    /// Which half of the game it is.
    pub round: Round,
    /// The player who began; red until that is drawn.
    pub starter: Colour,
    /// The player whose turn it is.
    pub active: Colour,
    /// The turns that are over. The last turn counts from the stop or the guard that ends the game (H38).
    pub turns: u16,
    /// Turns since anybody took a card: the counter of the guard (H22).
    pub idle_turns: u16,
    /// The segment in whose water the boat lies.
    pub boat: Segment,
    /// Lava discs on each crater.
    pub lava: [u8; Segment::COUNT],
    /// The face-up card on each gap.
    pub gaps: [Option<Card>; Gap::COUNT],
    /// What is left of the one-, two- and three-palm pile, in that order.
    pub piles: [Pile; 3],
    /// The cards of the display that lie there face up.
    pub display: DisplaySet,
    /// What belongs to red and to yellow.
    pub players: [Player; 2],
}

impl Step {
    /// The scoring before which the open purchase is made, if there is one.
    #[must_use]
    pub const fn scoring(self) -> Option<Scoring> {
        match self {
            Step::Purchase(_, then) | Step::Lava(_, then) => match then {
                Then::OtherBuys(scoring) | Then::Score(scoring) => Some(scoring),
                Then::Card(_) | Then::Refill => None,
            },
            _ => None,
        }
    }
}

impl Position {
    /// The position before anything happened.
    #[must_use]
    pub fn new(variant: Variant, rules: &Rules) -> Position {
        Position {
            step: Step::Starter,
            variant,
            round: Round::First,
            starter: Colour::Red,
            active: Colour::Red,
            turns: 0,
            idle_turns: 0,
            boat: rules.jetty,
            lava: [0; Segment::COUNT],
            gaps: [None; Gap::COUNT],
            piles: rules.deck(variant),
            display: DisplaySet::ALL,
            players: rules.huts.map(Player::at),
        }
    }

    /// What belongs to this player.
    #[must_use]
    pub const fn player(&self, colour: Colour) -> &Player {
        &self.players[colour.index()]
    }

    pub(super) const fn player_mut(&mut self, colour: Colour) -> &mut Player {
        &mut self.players[colour.index()]
    }

    /// What must happen next, in the terms that all games share.
    #[must_use]
    pub fn phase(&self) -> Phase {
        match (self.to_act(), self.step) {
            (Some(colour), _) => Phase::Decide(colour.seat()),
            (None, Step::Over(_)) => Phase::Over(self.outcome()),
            (None, _) => Phase::Chance,
        }
    }

    /// How a finished game came to its end, in a word (H20, H22); empty before.
    #[must_use]
    pub const fn ending(&self) -> &'static str {
        match self.step {
            Step::Over(End::NoCards) => "no-cards",
            Step::Over(End::Guard) => "guard",
            _ => "",
        }
    }

    /// The player who must decide now; `None` if none must.
    #[must_use]
    pub const fn to_act(&self) -> Option<Colour> {
        match self.step {
            Step::Turn | Step::Shaman => Some(self.active),
            Step::Pick(colour) | Step::Purchase(colour, _) | Step::Lava(colour, _) => Some(colour),
            Step::Starter | Step::Opening(_) | Step::Refill(_) | Step::Over(_) => None,
        }
    }

    /// The cards at the boat, in order of their gaps.
    #[must_use]
    pub fn cards_at_boat(&self) -> [Option<Card>; 2] {
        self.boat.gaps().map(|gap| self.gaps[gap.index()])
    }

    /// The pile that the next card comes from, as an index of [`Position::piles`]; `None` when all are empty.
    #[must_use]
    pub fn current_pile(&self) -> Option<usize> {
        self.piles.iter().position(|pile| !pile.is_empty())
    }

    /// Lava discs that lie next to the board.
    #[must_use]
    pub fn lava_supply(&self, rules: &Rules) -> u8 {
        rules.lava_discs - self.lava.iter().sum::<u8>()
    }

    /// Whether a purchase is possible. Only then is it a decision (H37).
    #[must_use]
    pub fn can_buy(&self, colour: Colour, rules: &Rules) -> bool {
        let shells = self.player(colour).shells;
        self.display.iter().any(|card| rules.price(card) <= shells)
    }

    /// Whether any crater holds a lava disc.
    #[must_use]
    pub fn has_lava(&self) -> bool {
        self.lava != [0; Segment::COUNT]
    }

    /// The face-up display cards that this player's shells can pay.
    #[must_use]
    pub fn affordable(&self, colour: Colour, rules: &Rules) -> DisplaySet {
        let shells = self.player(colour).shells;
        self.display.iter().filter(|&card| rules.price(card) <= shells).collect()
    }

    /// The building spaces that this player's shaman may move to (H10).
    #[must_use]
    pub fn shaman_targets(&self, colour: Colour) -> SpaceSet {
        let reach = self.player(colour).shaman.reach();
        match self.player(colour.other()).shaman {
            Shaman::Beach(_) => reach,
            Shaman::On(space) => reach.without(space),
        }
    }

    /// The space on which a Statue card would build now for this player, if it can (H27).
    #[must_use]
    pub fn building_site(&self, colour: Colour, rules: &Rules) -> Option<Space> {
        let player = self.player(colour);
        let site = player.shaman.space()?;
        let free = self.players.iter().all(|player| !player.statues.contains(site));
        (free && player.statues.len() < usize::from(rules.statues)).then_some(site)
    }

    /// Whether this display card lies face down: the Priestess after her purchase.
    #[must_use]
    pub fn is_face_down(&self, card: DisplayCard) -> bool {
        !self.display.contains(card) && self.players.iter().all(|player| !player.bought.contains(card))
    }
}
