//! The position: everything that lies on the table, who is at turn, and what must happen next.

use std::fmt;

use super::board::{Gap, Segment, Shaman, Space, SpaceSet};
use super::cards::{Card, DisplayCard, DisplaySet, Pile};
use super::rules::Rules;
use crate::seat::Seat;

/// One of the two players: red has seat 0, yellow seat 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Seat 0.
    Red,
    /// Seat 1.
    Yellow,
}

impl Colour {
    /// Both.
    pub const BOTH: [Colour; 2] = [Colour::Red, Colour::Yellow];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Red => Colour::Yellow,
            Colour::Yellow => Colour::Red,
        }
    }

    /// 0 for red, 1 for yellow.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat that plays this colour.
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat::new(self as u8)
    }

    /// Its name in notation and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Yellow => "yellow",
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which rules are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Lava comes by cards, and both may buy a card before each scoring.
    Base,
    /// Lava comes by the invocation discs, and nobody buys before a scoring.
    Tactical,
}

/// A number disc.
#[expect(missing_docs, reason = "the names are the numbers")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Disc {
    D1,
    D2,
    D3,
    D4,
    D5,
}

impl Disc {
    /// How many each player has.
    pub const COUNT: usize = 5;

    /// All of them, the smallest first.
    pub const ALL: [Disc; Disc::COUNT] = [Disc::D1, Disc::D2, Disc::D3, Disc::D4, Disc::D5];

    /// The disc with this number, 1 to 5.
    #[must_use]
    pub fn new(number: u32) -> Option<Disc> {
        Disc::ALL.get((number as usize).checked_sub(1)?).copied()
    }

    /// Its place in [`Disc::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The number on it, 1 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

impl fmt::Display for Disc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// What belongs to one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Player {
    /// The beach on which each number disc lies; `None` for one in hand.
    pub discs: [Option<Segment>; Disc::COUNT],
    /// The beach on which the invocation disc lies; `None` at home. Always at home in the base game.
    pub invocation: Option<Segment>,
    /// Where the shaman stands.
    pub shaman: Shaman,
    /// Where the own statues stand.
    pub statues: SpaceSet,
    /// Shell cards.
    pub shells: u8,
    /// Fish, pearl and nautilus cards, numbered as in [`Card::ALL`]; the other kinds are always 0 here.
    pub kept: [u8; Card::KINDS],
    /// The scoring cards bought since the last scoring.
    pub bought: DisplaySet,
    /// Points so far.
    pub points: u16,
}

impl Player {
    /// A player at the beginning, with the hut on this beach.
    #[must_use]
    pub fn at(hut: Segment) -> Player {
        Player {
            discs: [None; Disc::COUNT],
            invocation: None,
            shaman: Shaman::Beach(hut),
            statues: SpaceSet::EMPTY,
            shells: 0,
            kept: [0; Card::KINDS],
            bought: DisplaySet::EMPTY,
            points: 0,
        }
    }

    /// The sum of the own number discs on each beach.
    #[must_use]
    pub fn sums(&self) -> [u8; Segment::COUNT] {
        let mut sums = [0; Segment::COUNT];
        for disc in Disc::ALL {
            if let Some(beach) = self.discs[disc.index()] {
                sums[beach.index()] += disc.number();
            }
        }
        sums
    }

    /// Whether every number disc lies on some beach: then the boat may be moved by one (H9).
    #[must_use]
    pub fn is_out_of_discs(&self) -> bool {
        self.discs.iter().all(Option::is_some)
    }

    /// The sum of the baskets on the own fish cards.
    #[must_use]
    pub fn baskets(&self) -> u16 {
        Card::ALL.iter().map(|card| card.baskets() * u16::from(self.kept[card.index()])).sum()
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
    /// Too many turns went by in which nobody took a card (H22).
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

/// What follows when the open decision and all that it brings is done. "The other player" is the opponent of the one
/// who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Then {
    /// The other player's card of this stop is carried out.
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
    /// Chance names the starting player.
    Starter,
    /// Chance deals the opening card of this gap.
    Opening(Gap),
    /// The player at turn takes one of the three kinds of actions.
    Turn,
    /// The player at turn moves the shaman or lets him stay.
    Shaman,
    /// This player, who has the greater sum at the boat, chooses between two different cards.
    Pick(Colour),
    /// This player may buy a card of the display.
    Purchase(Colour, Then),
    /// This player, having a Priestess, must move a lava disc.
    Lava(Colour, Then),
    /// Chance turns up a card for this gap at the boat.
    Refill(Gap),
    /// Nothing; the game has ended so.
    Over(End),
}

/// Everything that lies on the table. All of it is public (H36).
///
/// The fields are open for bots to read; whoever changes them by hand must keep what [`super::Haleakala`]'s
/// `from_view` checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// What must happen next.
    pub step: Step,
    /// Which rules are played.
    pub variant: Variant,
    /// Which half of the game it is.
    pub round: Round,
    /// Who began; red until chance has spoken.
    pub starter: Colour,
    /// Whose turn it is.
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

    /// Who must decide now, if anybody.
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

    /// Lava discs that lie beside the board.
    #[must_use]
    pub fn lava_supply(&self, rules: &Rules) -> u8 {
        rules.lava_discs - self.lava.iter().sum::<u8>()
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
        (free && player.statues.len() < rules.statues).then_some(site)
    }

    /// Whether this display card lies face down: the Priestess after her purchase.
    #[must_use]
    pub fn is_face_down(&self, card: DisplayCard) -> bool {
        !self.display.contains(card) && self.players.iter().all(|player| !player.bought.contains(card))
    }
}
