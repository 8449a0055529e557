//! What the author of a bot looks at first in a game. Cheat sheets are made from it.

use std::ops::Range;

/// What the author of a bot looks at first in a game.
///
/// It only names fields and values. What they mean and hold is read from the protocol and the ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlights {
    /// What wins, in a sentence or two that end with a full stop.
    pub aim: &'static str,
    /// The fields of the game's `View` message that matter most, as paths: `players.hand`.
    pub view_fields: &'static [&'static str],
    /// The values of the ruleset that decide what is worth how much.
    pub values: &'static [Values],
    /// A position that shows the names of places.
    pub picture: Picture,
}

/// Some values of a ruleset that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// Where they stand in the ruleset file, without the numbers of lists: `points`, `rounds.target`.
    pub path: &'static str,
    /// What they are, as a fragment: `points at both scorings`.
    pub meaning: &'static str,
}

/// A position of a random game, of whose [text board](crate::Describe::text_board) a part is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// How many seats play.
    pub seats: usize,
    /// How many events have happened.
    pub events: usize,
    /// The paragraphs of the board that are shown. Paragraphs are separated by blank lines and counted from 0.
    pub paragraphs: Range<usize>,
}
