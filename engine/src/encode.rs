//! Views as rows of numbers, and actions as numbers: what a program that learns reads and answers.
//!
//! An observation is a row of `u8` made from what a [view](Game::View) shows, so nothing that a seat may not know can get into it,
//! and nothing that it may know is missing. Its columns are [blocks](Block) with names. The seats in it are counted from the viewer,
//! who is 0.
//!
//! An action has a stable number, its *id*, and a *path*: one to three *tokens*. Most actions are one token. Where a game has
//! thousands of actions that combine a few things, the path names these things one after the other, so that a network needs an
//! output for each thing and not for each action. Both are made from the [verbs](Verb) of the game.
//!
//! The layouts of all tables are written down in `games/<game>/encoding/`. A network that was trained with one layout can't
//! read another. So every change of a layout raises [`Encode::ENCODING_VERSION`].

mod layout;
#[cfg(test)]
pub(crate) mod reading;
mod round;
mod vocabulary;

use std::fmt::Write;
use std::sync::Arc;

pub use layout::{Block, Kind, Layout, Pen, PlacedBlock};
pub(crate) use layout::{flags_of, put_one, put_set, put_sum};
pub(crate) use round::Round;
pub(crate) use vocabulary::verbs;
pub use vocabulary::{Part, Path, Steps, Verb, Vocabulary};

use crate::game::{Game, Viewer};
use crate::options::Choices;
use crate::seat::{Seat, SeatCount};

/// A game whose views and actions have a form for programs that learn.
pub trait Encode: Game {
    /// Raised whenever a column, a token or an id gets another meaning.
    const ENCODING_VERSION: u32;

    /// The kinds of actions, in the order of their tokens and ids.
    const VERBS: &'static [Verb];

    /// What a view shows, as references into a view or into a state. It has no field for what the view leaves out.
    type Shown<'a>;

    /// What this view shows.
    fn shown_by<'a>(view: &'a Self::View, rules: &'a Self::Rules) -> Self::Shown<'a>;

    /// What [`Game::view`] shows, without making the view.
    fn shown(&self, viewer: Viewer) -> Self::Shown<'_>;

    /// Writes what this seat is shown, block by block. It names the same blocks with the same shapes for every view of a table with
    /// this many seats. A number that is larger than its block allows is written as the largest one.
    fn observe(shown: &Self::Shown<'_>, viewer: Seat, pen: &mut impl Pen);

    /// Writes the columns with [`Encode::observe`]; all of them must be 0. Each game does this for itself, so that it is compiled in
    /// the crate of the rules, and not in the caller's: without link-time optimization that is faster.
    ///
    /// # Panics
    /// If `out` isn't as long as the layout.
    fn write(shown: &Self::Shown<'_>, viewer: Seat, out: &mut [u8]);

    /// Which verb this action is, and with which things; `None` if no game with this ruleset ever has such an action.
    fn to_steps(action: &Self::Action, actor: Actor<'_, Self::Rules>) -> Option<Steps>;

    /// Writes the id of each action of a legal list. Each game does this for itself, as in [`Encode::write`].
    ///
    /// # Panics
    /// If no game with this ruleset ever has one of the actions.
    fn write_ids(legal: &[Self::Action], actor: Actor<'_, Self::Rules>, vocabulary: &Vocabulary, out: &mut [i32]);

    /// The action of these steps: the way back from [`Encode::to_steps`]. `None` if no action has them.
    fn from_steps(steps: Steps, actor: Actor<'_, Self::Rules>) -> Option<Self::Action>;
}

/// What every game does in [`Encode::write`].
pub(crate) fn write_with_ink<G: Encode>(shown: &G::Shown<'_>, viewer: Seat, out: &mut [u8]) {
    let mut ink = layout::Ink::new(out);
    G::observe(shown, viewer, &mut ink);
    assert!(ink.is_full(), "the view is of a table with another number of seats");
}

/// What every game does in [`Encode::write_ids`].
#[inline(always)]
pub(crate) fn write_ids_of<G: Encode>(
    legal: &[G::Action],
    actor: Actor<'_, G::Rules>,
    vocabulary: &Vocabulary,
    out: &mut [i32],
) {
    for (action, out) in legal.iter().zip(out) {
        let steps = G::to_steps(action, actor).expect("every legal action has an id");
        *out = vocabulary.id(steps) as i32;
    }
}

/// Who takes an action, and at which table: an action may name an opponent, or a thing of the ruleset.
#[derive(Debug)]
pub struct Actor<'a, R> {
    /// The seat that takes the action.
    pub seat: Seat,
    /// How many seats play.
    pub seats: SeatCount,
    /// The values of the ruleset.
    pub rules: &'a R,
}

impl<R> Clone for Actor<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Actor<'_, R> {}

/// The encoding of a game at tables with a given number of seats and a ruleset.
#[derive(Debug)]
pub struct Encoding<G: Encode> {
    rules: Arc<G::Rules>,
    seats: SeatCount,
    layout: Layout,
    vocabulary: Vocabulary,
}

impl<G: Encode> Encoding<G> {
    /// The encoding for these tables.
    ///
    /// # Panics
    /// If the game can't have this number of seats: see [`GameInfo::seat_count`](crate::GameInfo::seat_count).
    #[must_use]
    pub fn new(seats: SeatCount, rules: &Arc<G::Rules>) -> Encoding<G> {
        let options = G::options(&Choices::defaults(G::INFO.options));
        let view = G::start(seats, options, rules).view(Viewer::Seat(Seat::FIRST));
        let mut layout = Layout::default();
        G::observe(&G::shown_by(&view, rules), Seat::FIRST, &mut layout);
        Encoding { rules: Arc::clone(rules), seats, layout, vocabulary: Vocabulary::new(G::VERBS) }
    }

    /// The blocks of an observation.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The tokens and ids of the actions.
    #[must_use]
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Writes the observation of a view of this seat.
    ///
    /// # Panics
    /// If `out` isn't as long as the layout, or the view is that of a table with another number of seats.
    pub fn observe(&self, view: &G::View, viewer: Seat, out: &mut [u8]) {
        self.write(&G::shown_by(view, &self.rules), viewer, out);
    }

    /// Writes the observation of this seat's view of a state. The view isn't made for it.
    ///
    /// # Panics
    /// As [`Encoding::observe`].
    pub fn observe_state(&self, state: &G, viewer: Seat, out: &mut [u8]) {
        self.write(&state.shown(Viewer::Seat(viewer)), viewer, out);
    }

    fn write(&self, shown: &G::Shown<'_>, viewer: Seat, out: &mut [u8]) {
        assert_eq!(out.len(), self.layout.len(), "the length of an observation");
        out.fill(0);
        G::write(shown, viewer, out);
    }

    /// The id of an action of this seat; `None` if no game with this ruleset ever has such an action.
    #[must_use]
    pub fn id(&self, action: &G::Action, seat: Seat) -> Option<u32> {
        G::to_steps(action, self.actor(seat)).map(|steps| self.vocabulary.id(steps))
    }

    /// Writes the id of each action of this seat's legal list, in the type that arrays of Python have.
    ///
    /// # Panics
    /// If no game with this ruleset ever has one of the actions.
    pub fn ids(&self, legal: &[G::Action], seat: Seat, out: &mut [i32]) {
        G::write_ids(legal, self.actor(seat), &self.vocabulary, out);
    }

    /// The action that has this id when this seat takes it; `None` if none has.
    #[must_use]
    pub fn action(&self, id: u32, seat: Seat) -> Option<G::Action> {
        self.vocabulary.steps(id).and_then(|steps| G::from_steps(steps, self.actor(seat)))
    }

    fn actor(&self, seat: Seat) -> Actor<'_, G::Rules> {
        Actor { seat, seats: self.seats, rules: &self.rules }
    }

    /// Everything in words: the blocks with their columns, and the verbs with the actions of seat 0 in notation.
    #[must_use]
    pub fn describe(&self) -> String {
        let mut text = format!("{} with {} seats\n\n{}\n\n", G::INFO.title, self.seats, self.layout);
        let vocabulary = &self.vocabulary;
        let (tokens, ids) = (vocabulary.tokens(), vocabulary.ids());
        writeln!(text, "{tokens} tokens and {ids} ids of actions").expect("a String takes all");
        for (verb, about) in G::VERBS.iter().enumerate() {
            self.describe_verb(verb, about, &mut text).expect("a String takes all");
        }
        text
    }

    fn describe_verb(&self, verb: usize, about: &Verb, text: &mut String) -> std::fmt::Result {
        let first = Steps::new(verb, [0; 3]);
        let (id, path) = (self.vocabulary.id(first), self.vocabulary.path(first));
        writeln!(text, "{}: ids from {id}", about.name)?;
        if about.parts.is_empty() {
            return writeln!(text, "  {}: {}", path[0], self.notation(first));
        }
        for (index, (part, token)) in about.parts.iter().zip(path).enumerate() {
            writeln!(text, "  tokens {token} to {}, {}", token + part.count - 1, part.meaning)?;
            let notations = (0..part.count).map(|ordinal| {
                let mut ordinals = [0; 3];
                ordinals[index] = ordinal;
                self.notation(Steps::new(verb, ordinals))
            });
            writeln!(text, "    {}", notations.collect::<Vec<_>>().join(" "))?;
        }
        Ok(())
    }

    fn notation(&self, steps: Steps) -> String {
        let action = G::from_steps(steps, self.actor(Seat::FIRST));
        action.map_or_else(|| "-".to_owned(), |action| action.to_string())
    }
}
