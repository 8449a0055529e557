//! Shells, feet and fruit: what a player has behind the screen, and how a cost may be paid from it.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::game::ParseNotationError;

/// What a player has behind the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Supply {
    /// For location tiles.
    pub shells: u16,
    /// For moving, fishing and islets.
    pub feet: u16,
    /// In place of either.
    pub fruit: u16,
}

impl Supply {
    /// Shells, feet and fruit together: the tie-break (W16).
    #[must_use]
    pub const fn total(&self) -> u32 {
        self.shells as u32 + self.feet as u32 + self.fruit as u32
    }

    /// What is left after a payment that this supply covers.
    #[must_use]
    pub(super) const fn less(&self, payment: Payment) -> Supply {
        Supply {
            shells: self.shells - payment.shells as u16,
            feet: self.feet - payment.feet as u16,
            fruit: self.fruit - payment.fruit as u16,
        }
    }

    /// Whether the payment can be taken from it.
    #[must_use]
    pub const fn covers(&self, payment: Payment) -> bool {
        payment.shells as u16 <= self.shells && payment.feet as u16 <= self.feet && payment.fruit as u16 <= self.fruit
    }

    /// The highest cost in this coin that can be paid with this many exchange units (W4); every lower cost can be paid too.
    #[must_use]
    pub fn most(&self, coin: Coin, units: u8) -> u16 {
        let (own, other) = match coin {
            Coin::Shells => (self.shells, self.feet),
            Coin::Feet => (self.feet, self.shells),
        };
        if units == 0 {
            return own.max(self.fruit);
        }
        let units = u16::from(units);
        (own + units.min(other + self.fruit)).max(self.fruit + units.min(own + other))
    }
}

/// A supply, and what it can pay in one coin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Purse {
    pub(super) supply: Supply,
    pub(super) units: u8,
    /// The highest cost that can be paid.
    pub(super) most: u16,
}

/// The resource that a payment is due in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coin {
    /// For location tiles.
    Shells,
    /// For moving, fishing and islets.
    Feet,
}

impl Coin {
    /// Its name in the plural.
    pub(super) const fn plural(self) -> &'static str {
        match self {
            Coin::Shells => "shells",
            Coin::Feet => "feet",
        }
    }
}

/// How much of each resource is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Payment {
    /// Shells.
    pub shells: u8,
    /// Feet.
    pub feet: u8,
    /// Fruit.
    pub fruit: u8,
}

impl Payment {
    /// Shells, feet and fruit together.
    #[must_use]
    pub const fn total(self) -> u16 {
        self.shells as u16 + self.feet as u16 + self.fruit as u16
    }

    /// How many exchange units it takes where this coin is due (W19).
    #[must_use]
    pub fn units(self, coin: Coin) -> u16 {
        let own = match coin {
            Coin::Shells => self.shells,
            Coin::Feet => self.feet,
        };
        self.total() - u16::from(own.max(self.fruit))
    }
}

/// A cost, what it is due in, and the exchange units that may be used on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Due {
    /// How many units of the coin, or of fruit.
    pub cost: u8,
    /// The resource it is due in.
    pub coin: Coin,
    /// How many units of it may be of any other resource.
    pub units: u8,
}

impl Due {
    /// The cost in words.
    #[must_use]
    pub fn in_words(&self) -> String {
        match (self.cost, self.coin) {
            (1, Coin::Shells) => "1 shell".into(),
            (1, Coin::Feet) => "1 foot".into(),
            (cost, coin) => format!("{cost} {}", coin.plural()),
        }
    }

    /// Whether it can be paid.
    #[must_use]
    pub fn is_payable_from(&self, supply: &Supply) -> bool {
        u16::from(self.cost) <= supply.most(self.coin, self.units)
    }

    /// Calls `visit` for every way of paying, in order, until it breaks (W4).
    pub(super) fn each_payment<B>(
        &self,
        supply: &Supply,
        visit: &mut impl FnMut(Payment) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.units == 0 {
            return self.each_pure(supply, visit);
        }
        for shells in 0..=self.within(supply.shells) {
            for feet in 0..=self.within(supply.feet).min(self.cost - shells) {
                let payment = Payment { shells, feet, fruit: self.cost - shells - feet };
                if u16::from(payment.fruit) <= supply.fruit && payment.units(self.coin) <= u16::from(self.units) {
                    visit(payment)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Without exchange units: all in fruit, or all in the coin.
    fn each_pure<B>(&self, supply: &Supply, visit: &mut impl FnMut(Payment) -> ControlFlow<B>) -> ControlFlow<B> {
        let cost = self.cost;
        let (own, in_coin) = match self.coin {
            Coin::Shells => (supply.shells, Payment { shells: cost, feet: 0, fruit: 0 }),
            Coin::Feet => (supply.feet, Payment { shells: 0, feet: cost, fruit: 0 }),
        };
        if supply.fruit >= u16::from(cost) {
            visit(Payment { shells: 0, feet: 0, fruit: cost })?;
        }
        if own >= u16::from(cost) {
            visit(in_coin)?;
        }
        ControlFlow::Continue(())
    }

    fn within(&self, have: u16) -> u8 {
        have.min(u16::from(self.cost)) as u8
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

impl FromStr for Payment {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Payment, ParseNotationError> {
        let wrong = || ParseNotationError::new(text, "payment, such as 2shell+1foot+3fruit or 0");
        let mut payment = Payment { shells: 0, feet: 0, fruit: 0 };
        if text == "0" {
            return Ok(payment);
        }
        for part in text.split('+') {
            let unit = part.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?;
            let (amount, unit) = part.split_at(unit);
            let paid = match unit {
                "shell" => &mut payment.shells,
                "foot" => &mut payment.feet,
                "fruit" => &mut payment.fruit,
                _ => return Err(wrong()),
            };
            *paid = amount.parse().map_err(|_| wrong())?;
        }
        Ok(payment)
    }
}
