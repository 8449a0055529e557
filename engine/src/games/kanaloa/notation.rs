//! The text form of actions and chance outcomes.

use std::fmt;
use std::str::FromStr;

use crate::game::{ParseNotationError, parse_number};
use crate::seat::SeatCount;

use super::action::{Action, Chance, Change, Spot};
use super::player::Piece;

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::LayFish { arrow, side } => write!(f, "fish:{arrow}:{side}"),
            Action::PlacePiece(island) => write!(f, "piece:{island}"),
            Action::RemovePiece(piece) => write!(f, "remove:{piece}"),
            Action::Land(island) => write!(f, "land:{island}"),
            Action::Move(arrow) => write!(f, "move:{arrow}"),
            Action::Flip(arrow) => write!(f, "flip:{arrow}"),
            Action::CallDolphin(island) => write!(f, "dolphin:{island}"),
            Action::Swap(first, second) => write!(f, "swap:{first}:{second}"),
            Action::Sacrifice(temple) => write!(f, "sacrifice:{temple}"),
            Action::Add(tile) => write!(f, "add:{tile}"),
            Action::Done => f.write_str("done"),
            Action::Rob { victim, tile } => write!(f, "rob:{victim}:{tile}"),
            Action::Spare => f.write_str("spare"),
            Action::TakeTile(tile) => write!(f, "take:{tile}"),
            Action::PlaceVolcano(site) => write!(f, "volcano:{site}"),
            Action::TurnFish(Change { kind, arrow }) => write!(f, "{kind}:{arrow}"),
            Action::SecondPiece(island) => write!(f, "second:{island}"),
            Action::EndTurn => f.write_str("end"),
            Action::Allow => f.write_str("allow"),
            Action::Veto => f.write_str("veto"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Action, ParseNotationError> {
        let wrong = |_| ParseNotationError::new(text, "action of Kanaloa, such as move:ab, take:kl4 or end");
        read_action(text).map_err(wrong)
    }
}

fn read_action(text: &str) -> Result<Action, ParseNotationError> {
    let (verb, rest) = text.split_once(':').unwrap_or((text, ""));
    Ok(match verb {
        "fish" => read_fish(rest)?,
        "piece" => Action::PlacePiece(rest.parse()?),
        "remove" => Action::RemovePiece(rest.parse()?),
        "land" => Action::Land(rest.parse()?),
        "move" => Action::Move(rest.parse()?),
        "flip" => Action::Flip(rest.parse()?),
        "dolphin" => Action::CallDolphin(rest.parse()?),
        "swap" => read_swap(rest)?,
        "sacrifice" => Action::Sacrifice(rest.parse()?),
        "add" => Action::Add(rest.parse()?),
        "rob" => read_rob(rest)?,
        "take" => Action::TakeTile(rest.parse()?),
        "volcano" => Action::PlaceVolcano(rest.parse()?),
        "reverse" | "recolour" => Action::TurnFish(Change { kind: verb.parse()?, arrow: rest.parse()? }),
        "second" => Action::SecondPiece(rest.parse()?),
        _ => match text {
            "done" => Action::Done,
            "spare" => Action::Spare,
            "end" => Action::EndTurn,
            "allow" => Action::Allow,
            "veto" => Action::Veto,
            _ => return Err(ParseNotationError::new(text, "action")),
        },
    })
}

fn read_fish(text: &str) -> Result<Action, ParseNotationError> {
    let (arrow, side) = halves(text, ':')?;
    Ok(Action::LayFish { arrow: arrow.parse()?, side: side.parse()? })
}

fn read_swap(text: &str) -> Result<Action, ParseNotationError> {
    let (first, second) = halves(text, ':')?;
    let (first, second): (Spot, Spot) = (first.parse()?, second.parse()?);
    if first.island < second.island {
        Ok(Action::Swap(first, second))
    } else {
        Err(ParseNotationError::new(text, "swap with its islands in order"))
    }
}

fn read_rob(text: &str) -> Result<Action, ParseNotationError> {
    let (victim, tile) = halves(text, ':')?;
    let victim = parse_number(victim).and_then(|number| SeatCount::new(4)?.seat(number));
    let victim = victim.ok_or_else(|| ParseNotationError::new(text, "victim: a seat from 0 to 3"))?;
    Ok(Action::Rob { victim, tile: tile.parse()? })
}

fn halves(text: &str, at: char) -> Result<(&str, &str), ParseNotationError> {
    text.split_once(at).ok_or_else(|| ParseNotationError::new(text, "pair"))
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.island, self.tile)
    }
}

impl FromStr for Spot {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Spot, ParseNotationError> {
        let (island, tile) = halves(text, '-')?;
        Ok(Spot { island: island.parse()?, tile: tile.parse()? })
    }
}

impl FromStr for Piece {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Piece, ParseNotationError> {
        Ok(match (text, text.strip_suffix(":blocked")) {
            ("dolphin", _) => Piece::Dolphin,
            (_, Some(island)) => Piece::On { island: island.parse()?, blocked: true },
            (island, None) => Piece::free(island.parse()?),
        })
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Draw(tile) => write!(f, "draw:{tile}"),
            Chance::DrawVolcano => f.write_str("draw:volcano"),
            Chance::Card(god) => write!(f, "card:{god}"),
            Chance::Cards(pair) => write!(f, "cards:{pair}"),
            Chance::Neutral(arrow) => write!(f, "neutral:{arrow}"),
        }
    }
}

impl FromStr for Chance {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Chance, ParseNotationError> {
        let wrong = || ParseNotationError::new(text, "chance outcome of Kanaloa, such as draw:kl4 or draw:volcano");
        let (verb, rest) = text.split_once(':').ok_or_else(wrong)?;
        let read = match (verb, rest) {
            ("draw", "volcano") => Some(Chance::DrawVolcano),
            ("draw", tile) => tile.parse().ok().map(Chance::Draw),
            ("card", god) => god.parse().ok().map(Chance::Card),
            ("cards", pair) => pair.parse().ok().map(Chance::Cards),
            ("neutral", arrow) => arrow.parse().ok().map(Chance::Neutral),
            _ => None,
        };
        read.ok_or_else(wrong)
    }
}
