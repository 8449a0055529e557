//! Decisions and chance outcomes, and their notation.

use std::fmt;
use std::str::FromStr;

use super::board::{Landscape, Segment, Space};
use super::cards::{Card, DisplayCard};
use super::player::{Colour, Disc};
use crate::game::ParseNotationError;

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// `place:3@2`: lay this number disc on this beach (actions 1a and 1b).
    Place {
        /// From the own hand.
        disc: Disc,
        /// On the boat's beach the boat sails, on the others the shaman may move.
        beach: Segment,
    },
    /// `invoke:3`: lay this number disc on the boat's beach together with the invocation disc (tactical variant).
    Invoke {
        /// From the own hand.
        disc: Disc,
    },
    /// `return:3`: take this number disc back from its beach (action 2).
    Return {
        /// From any beach.
        disc: Disc,
    },
    /// `boat`: move the boat one step (action 3).
    Boat,
    /// `move:g2`: the shaman walks to this space.
    Move(Space),
    /// `stay`: the shaman doesn't walk.
    Stay,
    /// `take:shell`: choose this card of the two at the boat.
    Take(Card),
    /// `buy:forest`: buy this card of the display.
    Buy(DisplayCard),
    /// `buy:none`: buy nothing.
    BuyNothing,
    /// `lava:0-5`: move one lava disc from the first crater to the second.
    Lava {
        /// A crater that holds lava.
        from: Segment,
        /// One of its two neighbours.
        to: Segment,
    },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Place { disc, beach } => write!(f, "place:{disc}@{beach}"),
            Action::Invoke { disc } => write!(f, "invoke:{disc}"),
            Action::Return { disc } => write!(f, "return:{disc}"),
            Action::Boat => f.write_str("boat"),
            Action::Move(space) => write!(f, "move:{space}"),
            Action::Stay => f.write_str("stay"),
            Action::Take(card) => write!(f, "take:{card}"),
            Action::Buy(card) => write!(f, "buy:{card}"),
            Action::BuyNothing => f.write_str("buy:none"),
            Action::Lava { from, to } => write!(f, "lava:{from}-{to}"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Action, ParseNotationError> {
        read_action(text).ok_or_else(|| {
            ParseNotationError::new(
                text,
                "action of haleakala, such as place:3@2, invoke:3, return:3, boat, move:g2, stay, take:shell, \
                 buy:forest, buy:none or lava:0-5",
            )
        })
    }
}

fn read_action(text: &str) -> Option<Action> {
    let Some((verb, rest)) = text.split_once(':') else {
        return match text {
            "boat" => Some(Action::Boat),
            "stay" => Some(Action::Stay),
            _ => None,
        };
    };
    Some(match verb {
        "place" => {
            let (disc, beach) = rest.split_once('@')?;
            Action::Place { disc: read_disc(disc)?, beach: read_segment(beach)? }
        }
        "invoke" => Action::Invoke { disc: read_disc(rest)? },
        "return" => Action::Return { disc: read_disc(rest)? },
        "move" => Action::Move(read_space(rest)?),
        "take" => Action::Take(read_card(rest)?),
        "buy" if rest == "none" => Action::BuyNothing,
        "buy" => Action::Buy(DisplayCard::ALL.into_iter().find(|card| card.name() == rest)?),
        "lava" => {
            let (from, to) = rest.split_once('-')?;
            Action::Lava { from: read_segment(from)?, to: read_segment(to)? }
        }
        _ => return None,
    })
}

/// One outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Chance {
    /// `start:red`: this player begins.
    Start(Colour),
    /// `card:statue`: this card is turned up and placed on the gap.
    Card(Card),
    /// `lava`: a lava card is turned up.
    Lava,
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Start(colour) => write!(f, "start:{colour}"),
            Chance::Card(card) => write!(f, "card:{card}"),
            Chance::Lava => f.write_str("lava"),
        }
    }
}

impl FromStr for Chance {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Chance, ParseNotationError> {
        read_chance(text).ok_or_else(|| {
            ParseNotationError::new(text, "chance outcome of haleakala, such as start:red, card:statue or lava")
        })
    }
}

fn read_chance(text: &str) -> Option<Chance> {
    match text.split_once(':') {
        Some(("start", name)) => Colour::BOTH.into_iter().find(|colour| colour.name() == name).map(Chance::Start),
        Some(("card", name)) => read_card(name).map(Chance::Card),
        None if text == "lava" => Some(Chance::Lava),
        _ => None,
    }
}

fn read_card(name: &str) -> Option<Card> {
    Card::ALL.into_iter().find(|card| card.name() == name)
}

fn read_disc(text: &str) -> Option<Disc> {
    Disc::new(read_digit(text)?)
}

fn read_segment(text: &str) -> Option<Segment> {
    Segment::new(read_digit(text)?)
}

fn read_space(text: &str) -> Option<Space> {
    let mut letters = text.chars();
    let letter = letters.next()?;
    let landscape = Landscape::ALL.into_iter().find(|landscape| landscape.letter() == letter)?;
    Some(Space::new(landscape, read_segment(letters.as_str())?))
}

/// One decimal digit and nothing else: no sign, no leading zero.
fn read_digit(text: &str) -> Option<u32> {
    let mut digits = text.chars();
    let digit = digits.next()?.to_digit(10)?;
    digits.next().is_none().then_some(digit)
}
