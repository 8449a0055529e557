//! The price tokens: a number, perhaps spears, and fish on the back.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::bag::Bag;
use crate::game::ParseNotationError;

/// How many different price tokens there are.
pub const TOKENS: usize = 10;

/// A price token: its number, 2 to 6, and whether it has spears. Ordered by number; of two with the same number, the one
/// with spears is the higher (W11).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token(u8);

/// Tokens without an order: the bag, the cove, a player's tokens.
pub type TokenBag = Bag<TOKENS>;

/// The tokens on the turtle shells of one site: at most 3, the lowest first.
pub type SiteTokens = ArrayVec<Token, 3>;

impl Token {
    /// All of them, in order.
    pub const ALL: [Token; TOKENS] = {
        let mut all = [Token(0); TOKENS];
        let mut index = 0;
        while index < TOKENS {
            all[index] = Token(index as u8);
            index += 1;
        }
        all
    };

    /// The token with this number; `None` if the number isn't 2 to 6.
    #[must_use]
    pub const fn new(number: u8, spears: bool) -> Option<Token> {
        if number >= 2 && number <= 6 { Some(Token(2 * (number - 2) + spears as u8)) } else { None }
    }

    /// Its place in [`Token::ALL`], and its kind in a [`TokenBag`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The price: 2 to 6.
    #[must_use]
    pub const fn number(self) -> u8 {
        2 + self.0 / 2
    }

    /// Whether spears are on it.
    #[must_use]
    pub const fn has_spears(self) -> bool {
        self.0 % 2 == 1
    }
}

/// The number, and an `s` if it has spears: `5`, `5s`.
impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number(), if self.has_spears() { "s" } else { "" })
    }
}

impl FromStr for Token {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Token, ParseNotationError> {
        let (number, spears) = text.strip_suffix('s').map_or((text, false), |number| (number, true));
        let token = number.parse().ok().and_then(|number| Token::new(number, spears));
        token.ok_or_else(|| ParseNotationError::new(text, "price token, such as 5 or 5s"))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Token({self})")
    }
}

/// Puts a token among sorted ones.
///
/// # Panics
/// If there is no room.
pub(super) fn insert_sorted(tokens: &mut SiteTokens, token: Token) {
    let at = tokens.iter().take_while(|other| **other <= token).count();
    tokens.insert(at, token);
}
