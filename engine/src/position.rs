//! A position as one line of text, and as bytes: for puzzles, reports of defects, tests, and copies in other processes.
//!
//! The line has four parts with a blank between them, and states that are equal have the same line:
//!
//! ```text
//! hawaii 986869f085a2d282 12/12/0,12/6/1 {"hawaii":{"active_seat":0,…},"to_move":0}
//! ```
//!
//! 1. the name of the game,
//! 2. the first 16 hexadecimal digits of the ruleset's hash,
//! 3. what spectators aren't shown, in a form of each game's own (see [`HiddenText`]),
//! 4. what they are shown: the protocol's `View` as JSON.
//!
//! As bytes, the last part is the message in its binary form. How a state was reached is in neither.

use std::fmt::Display;

use kahua_proto::json;
use kahua_proto::pb::arena::v1 as pb;
use prost::Message;

use crate::game::{ParseNotationError, ViewError, Viewer};
use crate::limits::POSITION_BYTES_MAX;
use crate::ruleset::{Ruleset, RulesetHash};
use crate::wire::{Wire, WireError};

/// What a view leaves out, as one word: the third part of a position.
pub trait HiddenText: Sized {
    /// As text: ASCII without white space, never empty.
    fn to_text(&self) -> String;

    /// What this text says.
    ///
    /// # Errors
    /// If it isn't such a text.
    fn from_text(text: &str) -> Result<Self, ParseNotationError>;
}

/// A view that shows everything.
impl HiddenText for () {
    fn to_text(&self) -> String {
        "-".to_owned()
    }

    fn from_text(text: &str) -> Result<(), ParseNotationError> {
        if text == "-" { Ok(()) } else { Err(ParseNotationError::new(text, "third part: this game hides nothing (-)")) }
    }
}

/// Why a text or bytes aren't a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// It is longer than any position.
    #[error("a position has at most {POSITION_BYTES_MAX} bytes, and this has {0}")]
    TooLong(usize),
    /// One of the four parts isn't there.
    #[error("a position has four parts with a blank between them, and this has {0}: GAME RULESET HIDDEN VIEW")]
    Parts(usize),
    /// There is no such game, or another one was expected.
    #[error("part 1, the game: {0}")]
    Game(String),
    /// It was played with another ruleset.
    #[error("part 2, the ruleset: it is {found:?}, but these rules are {expected} (the ruleset {id:?})")]
    Ruleset {
        /// What the text says.
        found: String,
        /// What it should say.
        expected: String,
        /// The id of the ruleset that is used for reading.
        id: String,
    },
    /// The hidden things can't be read.
    #[error("part 3, what is hidden: {0}")]
    Hidden(ParseNotationError),
    /// The view isn't JSON of a view. The column counts the bytes of the whole text from 1.
    #[error("part 4, the view, at column {column}: {problem}")]
    Json {
        /// Where the trouble was noticed.
        column: usize,
        /// What it is.
        problem: String,
    },
    /// The bytes aren't an encoded view.
    #[error("part 4, the view: {0}")]
    Bytes(String),
    /// A field of the view is wrong.
    #[error("part 4, the view: {0}")]
    Message(#[from] WireError),
    /// No state of the game looks like this.
    #[error("part 4: {0}")]
    View(#[from] ViewError),
}

/// The name of the game that a position is of.
///
/// # Errors
/// If it has no four parts.
pub fn game_of(position: &[u8]) -> Result<&str, PositionError> {
    Ok(Parts::split(position)?.game)
}

/// This state as a line of text.
pub(crate) fn to_text<G: Wire>(state: &G, ruleset: RulesetHash) -> String {
    let view = json::to_json(&G::view_to_wire(&state.view(Viewer::Public)));
    format!("{} {view}", head(state, ruleset))
}

/// This state as bytes.
pub(crate) fn to_bytes<G: Wire>(state: &G, ruleset: RulesetHash) -> Vec<u8> {
    let view = G::view_to_wire(&state.view(Viewer::Public)).encode_to_vec();
    [head(state, ruleset).as_bytes(), b" ", &view].concat()
}

/// The state that a line of text holds.
pub(crate) fn from_text<G: Wire>(text: &str, ruleset: &Ruleset<G>) -> Result<G, PositionError> {
    let parts = Parts::split(text.as_bytes())?;
    let hidden = parts.check(ruleset)?;
    let at = text.len() - parts.view.len();
    let view = json::from_json(&text[at..]).map_err(|error| {
        let problem = error.to_string();
        // The end of serde_json's own text counts from the beginning of the view.
        let problem = problem.split(" at line ").next().unwrap_or_default().to_owned();
        PositionError::Json { column: at + error.column(), problem }
    })?;
    state(&view, &hidden, ruleset)
}

/// The state that these bytes hold.
pub(crate) fn from_bytes<G: Wire>(bytes: &[u8], ruleset: &Ruleset<G>) -> Result<G, PositionError> {
    let parts = Parts::split(bytes)?;
    let hidden = parts.check(ruleset)?;
    let view = pb::View::decode(parts.view).map_err(|error| PositionError::Bytes(error.to_string()))?;
    state(&view, &hidden, ruleset)
}

fn state<G: Wire>(view: &pb::View, hidden: &G::Hidden, ruleset: &Ruleset<G>) -> Result<G, PositionError> {
    Ok(G::from_view(&G::view_from_wire(view)?, hidden, &ruleset.rules)?)
}

/// The first three parts.
fn head<G: Wire>(state: &G, ruleset: RulesetHash) -> String {
    let parts: [&dyn Display; 3] = [&G::INFO.name, &shortened(ruleset), &state.hidden(Viewer::Public).to_text()];
    parts.map(ToString::to_string).join(" ")
}

fn shortened(ruleset: RulesetHash) -> String {
    ruleset.to_string()[..16].to_owned()
}

/// The parts of a position, not read yet.
struct Parts<'a> {
    game: &'a str,
    ruleset: &'a str,
    hidden: &'a str,
    view: &'a [u8],
}

impl<'a> Parts<'a> {
    fn split(position: &'a [u8]) -> Result<Parts<'a>, PositionError> {
        if position.len() > POSITION_BYTES_MAX {
            return Err(PositionError::TooLong(position.len()));
        }
        let parts: Vec<&[u8]> = position.splitn(4, |byte| *byte == b' ').collect();
        let count = parts.len();
        let [game, ruleset, hidden, view] = parts[..] else { return Err(PositionError::Parts(count)) };
        let word = |part| str::from_utf8(part).map_err(|_| PositionError::Game("it isn't text".to_owned()));
        Ok(Parts { game: word(game)?, ruleset: word(ruleset)?, hidden: word(hidden)?, view })
    }

    /// Reads the first three parts, which must fit the ruleset.
    fn check<G: Wire>(&self, ruleset: &Ruleset<G>) -> Result<G::Hidden, PositionError> {
        if self.game != G::INFO.name {
            return Err(PositionError::Game(format!("it is {:?}, not {}", self.game, G::INFO.name)));
        }
        let expected = shortened(ruleset.hash);
        if self.ruleset != expected {
            return Err(PositionError::Ruleset { found: self.ruleset.to_owned(), expected, id: ruleset.id.clone() });
        }
        G::Hidden::from_text(self.hidden).map_err(PositionError::Hidden)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;
    use crate::{Choices, Dice, DynGame, DynRuleset, SeatCount, Seed};

    fn ruleset() -> std::sync::Arc<dyn DynRuleset> {
        registry::find("hawaii").unwrap().built_in_ruleset()
    }

    /// A game of Hawaii at its first decision.
    fn started() -> Box<dyn DynGame> {
        let seats = SeatCount::new(2).unwrap();
        let mut game = ruleset().open(seats, &Choices::defaults(ruleset().info().options)).unwrap();
        let mut dice = Dice::new(Seed::from_number(1));
        while game.legal_count() == 0 {
            game.draw(&mut dice);
        }
        game
    }

    fn refusal(text: &str) -> String {
        ruleset().open_position(text).unwrap_err().to_string()
    }

    #[test]
    fn a_text_that_is_no_position_is_refused_with_the_place_of_the_trouble() {
        let text = started().position();
        let parts: Vec<&str> = text.splitn(4, ' ').collect();
        let with = |part: usize, other: &str| {
            let mut parts = parts.clone();
            parts[part] = other;
            refusal(&parts.join(" "))
        };
        assert_eq!(
            refusal("hawaii - -"),
            "a position has four parts with a blank between them, and this has 3: GAME RULESET HIDDEN VIEW"
        );
        assert_eq!(with(0, "kanaloa"), "part 1, the game: it is \"kanaloa\", not hawaii");
        assert!(with(1, "0123456789abcdef").starts_with("part 2, the ruleset: it is \"0123456789abcdef\", but these "));
        assert!(with(2, "4/4").starts_with("part 3, what is hidden: \"4/4\" is not a valid supply of every seat"));
        assert!(with(2, "4/4/0").starts_with("part 4: the view is inconsistent: 2 players need 2 supplies"));
        let column = text.len() - parts[3].len() + 3;
        assert_eq!(with(3, "{ x }"), format!("part 4, the view, at column {column}: key must be a string"));
        assert!(with(3, "{}").starts_with("part 4, the view: hawaii: is not set"));
        assert!(
            with(3, &" ".repeat(POSITION_BYTES_MAX)).starts_with("a position has at most 16384 bytes, and this has ")
        );
    }

    #[test]
    fn bytes_that_are_no_position_are_refused() {
        let bytes = started().position_bytes();
        assert!(ruleset().open_position_bytes(&bytes).is_ok());
        for end in 0..bytes.len() {
            assert!(ruleset().open_position_bytes(&bytes[..end]).is_err(), "the first {end} bytes");
        }
        let refused = ruleset().open_position_bytes(b"\xff a b c").unwrap_err();
        assert_eq!(refused.to_string(), "part 1, the game: it isn't text");
    }

    #[test]
    fn a_position_names_its_game() {
        assert_eq!(game_of(started().position().as_bytes()), Ok("hawaii"));
        assert_eq!(game_of(b""), Err(PositionError::Parts(1)));
    }
}
