//! The notation of actions and chance outcomes, both ways: `place:3`, `pay:2shell+1foot`, `buy:hula,2`, `token:5s`.

use std::fmt;
use std::str::FromStr;

use crate::game::ParseNotationError;
use crate::seat::{SEATS_MAX, Seat};

use super::action::{Action, Chance};
use super::boats::Fleet;
use super::supply::Payment;
use super::tiles::Side;
use super::tokens::Token;

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Place(place) => write!(f, "place:{place}"),
            Action::Cove => f.write_str("cove"),
            Action::Dock(dock) => write!(f, "dock:{dock}"),
            Action::Track(spot) => write!(f, "track:{spot}"),
            Action::Pay(payment) => write!(f, "pay:{payment}"),
            Action::Price(token) => write!(f, "price:{token}"),
            Action::Buy(tile, side) => write!(f, "buy:{tile},{}", side.number()),
            Action::Boats(fleet) => write!(f, "boats:{fleet}"),
            Action::Fish(fish) => write!(f, "fish:{fish}"),
            Action::Stop => f.write_str("stop"),
            Action::Reward(tile) => write!(f, "reward:{tile}"),
            Action::Row(row) => write!(f, "row:{row}"),
        }
    }
}

/// The resources that are paid, joined by `+`: `2shell+1foot+3fruit`; `0` where nothing is paid.
impl fmt::Display for Payment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.total() == 0 {
            return f.write_str("0");
        }
        let parts = [(self.shells, "shell"), (self.feet, "foot"), (self.fruit, "fruit")];
        for (index, (amount, unit)) in parts.into_iter().filter(|(amount, _)| *amount > 0).enumerate() {
            write!(f, "{}{amount}{unit}", if index > 0 { "+" } else { "" })?;
        }
        Ok(())
    }
}

/// Starting boat, boats with side I up, boats with side II up: `1,0,2`.
impl fmt::Display for Fleet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.start, self.ones, self.twos)
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Site(site) => write!(f, "site:{site}"),
            Chance::God(god) => write!(f, "god:{god}"),
            Chance::Islet(islet) => write!(f, "islet:{islet}"),
            Chance::Seat(seat) => write!(f, "seat:{seat}"),
            Chance::Token(token) => write!(f, "token:{token}"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Action, ParseNotationError> {
        read_action(text)
            .filter(|action| action.to_string() == text)
            .ok_or_else(|| ParseNotationError::new(text, "action such as place:3, pay:2shell+1foot or buy:hula,2"))
    }
}

impl FromStr for Chance {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Chance, ParseNotationError> {
        read_chance(text)
            .filter(|chance| chance.to_string() == text)
            .ok_or_else(|| ParseNotationError::new(text, "chance outcome such as site:gods, god:kane or token:5s"))
    }
}

/// Reads more than is valid notation: the caller compares the result with what would be written.
fn read_action(text: &str) -> Option<Action> {
    let (head, rest) = text.split_once(':').unwrap_or((text, ""));
    Some(match head {
        "place" => Action::Place(rest.parse().ok()?),
        "cove" => Action::Cove,
        "dock" => Action::Dock(rest.parse().ok()?),
        "track" => Action::Track(rest.parse().ok()?),
        "pay" => Action::Pay(read_payment(rest)?),
        "price" => Action::Price(read_token(rest)?),
        "buy" => {
            let (tile, side) = rest.split_once(',')?;
            Action::Buy(tile.parse().ok()?, if side == "2" { Side::Two } else { Side::One })
        }
        "boats" => Action::Boats(read_fleet(rest)?),
        "fish" => Action::Fish(rest.parse().ok()?),
        "stop" => Action::Stop,
        "reward" => Action::Reward(rest.parse().ok()?),
        "row" => Action::Row(rest.parse().ok()?),
        _ => return None,
    })
}

fn read_chance(text: &str) -> Option<Chance> {
    let (head, rest) = text.split_once(':')?;
    Some(match head {
        "site" => Chance::Site(rest.parse().ok()?),
        "god" => Chance::God(rest.parse().ok()?),
        "islet" => Chance::Islet(rest.parse().ok()?),
        "seat" => Chance::Seat(rest.parse().ok().filter(|number| usize::from(*number) < SEATS_MAX).map(Seat::new)?),
        "token" => Chance::Token(read_token(rest)?),
        _ => return None,
    })
}

fn read_token(text: &str) -> Option<Token> {
    let (number, spears) = match text.strip_suffix('s') {
        Some(number) => (number, true),
        None => (text, false),
    };
    Token::new(number.parse().ok()?, spears)
}

fn read_payment(text: &str) -> Option<Payment> {
    let mut payment = Payment { shells: 0, feet: 0, fruit: 0 };
    if text == "0" {
        return Some(payment);
    }
    for part in text.split('+') {
        let unit = part.find(|c: char| !c.is_ascii_digit())?;
        let amount = part[..unit].parse().ok()?;
        match &part[unit..] {
            "shell" => payment.shells = amount,
            "foot" => payment.feet = amount,
            "fruit" => payment.fruit = amount,
            _ => return None,
        }
    }
    Some(payment)
}

fn read_fleet(text: &str) -> Option<Fleet> {
    let mut parts = text.split(',').map(|part| part.parse().ok());
    let fleet = Fleet { start: parts.next()??, ones: parts.next()??, twos: parts.next()?? };
    parts.next().is_none().then_some(fleet)
}
