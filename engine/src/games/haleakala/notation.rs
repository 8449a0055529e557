//! The notation of actions and chance outcomes, both ways.

use std::fmt;
use std::str::FromStr;

use super::action::{Action, Chance};
use crate::game::ParseNotationError;

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
            Action::Place { disc: disc.parse().ok()?, beach: beach.parse().ok()? }
        }
        "invoke" => Action::Invoke { disc: rest.parse().ok()? },
        "return" => Action::Return { disc: rest.parse().ok()? },
        "move" => Action::Move(rest.parse().ok()?),
        "take" => Action::Take(rest.parse().ok()?),
        "buy" if rest == "none" => Action::BuyNothing,
        "buy" => Action::Buy(rest.parse().ok()?),
        "lava" => {
            let (from, to) = rest.split_once('-')?;
            Action::Lava { from: from.parse().ok()?, to: to.parse().ok()? }
        }
        _ => return None,
    })
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
        Some(("start", name)) => name.parse().ok().map(Chance::Start),
        Some(("card", name)) => name.parse().ok().map(Chance::Card),
        None if text == "lava" => Some(Chance::Lava),
        _ => None,
    }
}
