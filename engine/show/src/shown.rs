//! The words and the drawing of a game whose type is erased.

use std::collections::BTreeSet;

use kahua_engine::{DynGame, Event, Illegal, OpenGame, ParseNotationError, Seat, Viewer, Wire};

use crate::describe::{Describe, ScoreSheet};
use crate::draw::{Draw, Drawn};
use crate::highlights::Highlights;
use crate::language::{Language, Wording};

/// A game that can be shown to people.
pub trait Show: Wire + Describe + Draw {}

impl<G: Wire + Describe + Draw> Show for G {}

/// One game being played, with its words and its drawing. [`shown`](crate::shown) finds it.
pub trait Shown: DynGame {
    /// The colours of the seats' pieces: see [`Describe::COLOURS`].
    fn colours(&self) -> &'static [&'static str];

    /// What the author of a bot looks at first: see [`Describe::HIGHLIGHTS`].
    fn highlights(&self) -> &'static Highlights;

    /// The part of the game that is being played: see [`Describe::part`].
    fn part(&self, language: Language) -> String;

    /// The seat whose turn it is: see [`Describe::turn`].
    fn turn(&self) -> Option<Seat>;

    /// The legal action with this index in words: see [`Describe::describe_action`].
    ///
    /// # Panics
    /// As [`DynGame::play`].
    fn describe_action(&self, index: usize, wording: Wording<'_>) -> String;

    /// These chance outcomes, which come one after the other now, in words: see [`Describe::describe_chance`].
    ///
    /// # Errors
    /// If they can't come now.
    fn describe_chance(&self, outcomes: &[&str], wording: Wording<'_>) -> Result<String, Illegal>;

    /// Where the points come from: see [`Describe::score_sheet`].
    fn score_sheet(&self, language: Language) -> ScoreSheet;

    /// What this viewer is shown, as text: see [`Describe::text_board`].
    fn text_board(&self, viewer: Viewer, wording: Wording<'_>) -> String;

    /// What this viewer is shown, as a picture that is an SVG file of its own: see [`Draw::draw`].
    fn drawing(&self, viewer: Viewer, wording: Wording<'_>, marked: &BTreeSet<String>) -> String;

    /// As [`Shown::drawing`], but without styles, for a page that has the styles of
    /// [`board_styles`](crate::board_styles).
    fn picture(&self, viewer: Viewer, wording: Wording<'_>, marked: &BTreeSet<String>) -> Drawn;

    /// The ids in the drawing of what the legal action with this index is about: see [`Draw::places`].
    ///
    /// # Panics
    /// As [`DynGame::play`].
    fn places(&self, index: usize) -> Vec<String>;
}

impl<G: Show> Shown for OpenGame<G> {
    fn colours(&self) -> &'static [&'static str] {
        G::COLOURS
    }

    fn highlights(&self) -> &'static Highlights {
        const { &G::HIGHLIGHTS }
    }

    fn part(&self, language: Language) -> String {
        self.state().part(language)
    }

    fn turn(&self) -> Option<Seat> {
        self.state().turn()
    }

    fn describe_action(&self, index: usize, wording: Wording<'_>) -> String {
        let action = self.legal()[index];
        let mut after = self.state().clone();
        after.play_unchecked(Event::Action(action));
        self.state().describe_action(&action, &after, wording)
    }

    fn describe_chance(&self, outcomes: &[&str], wording: Wording<'_>) -> Result<String, Illegal> {
        let read = |text: &&str| text.parse().map_err(|error: ParseNotationError| Illegal::rule(error.to_string()));
        let outcomes = outcomes.iter().map(read).collect::<Result<Vec<G::Chance>, _>>()?;
        let mut after = self.state().clone();
        outcomes.iter().try_for_each(|outcome| after.play(Event::Chance(*outcome)))?;
        Ok(self.state().describe_chance(&outcomes, &after, wording))
    }

    fn score_sheet(&self, language: Language) -> ScoreSheet {
        self.state().score_sheet(language)
    }

    fn text_board(&self, viewer: Viewer, wording: Wording<'_>) -> String {
        G::text_board(&self.state().view(viewer), self.rules(), wording)
    }

    fn drawing(&self, viewer: Viewer, wording: Wording<'_>, marked: &BTreeSet<String>) -> String {
        self.picture(viewer, wording, marked).file()
    }

    fn picture(&self, viewer: Viewer, wording: Wording<'_>, marked: &BTreeSet<String>) -> Drawn {
        G::draw(&self.state().view(viewer), self.rules(), wording, marked)
    }

    fn places(&self, index: usize) -> Vec<String> {
        self.state().places(&self.legal()[index])
    }
}
