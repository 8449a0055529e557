//! The game told to people, in the words of `RULES.md`.

mod actions;
mod draws;
mod effects;
mod lines;
mod open;
mod scoring;
mod text_board;
mod words;

use kahua_engine::Seat;
use kahua_engine::games::haleakala::{Action, Chance, Colour, Haleakala, Position, Round, Rules, Scoring, Step, View};

use super::german::GERMAN;
use super::highlights::HIGHLIGHTS;
use crate::describe::{Describe, ScoreSheet};
use crate::highlights::Highlights;
use crate::language::{Language, Table, Wording};
use crate::say;

pub(super) use open::open;
pub(super) use text_board::variant;
pub(super) use words::{Titled, place, space as space_name};

impl Describe for Haleakala {
    const COLOURS: &'static [&'static str] = &[Colour::Red.name(), Colour::Yellow.name()];
    const HIGHLIGHTS: Highlights = HIGHLIGHTS;
    const GERMAN: &'static Table = GERMAN;

    fn part(&self, language: Language) -> String {
        part(&self.position, language).to_owned()
    }

    fn turn(&self) -> Option<Seat> {
        let position = &self.position;
        let somebodys = !matches!(position.step, Step::Starter | Step::Opening(_) | Step::Over(_));
        (somebodys && position.step.scoring().is_none()).then(|| position.active.seat())
    }

    fn describe_action(&self, action: &Action, after: &Haleakala, wording: Wording<'_>) -> String {
        let mut tale = Tale::new(self, after, wording);
        tale.action(*action);
        tale.told()
    }

    fn describe_chance(&self, outcomes: &[Chance], after: &Haleakala, wording: Wording<'_>) -> String {
        let mut tale = Tale::new(self, after, wording);
        tale.draws(self, outcomes);
        tale.told()
    }

    fn score_sheet(&self, language: Language) -> ScoreSheet {
        scoring::score_sheet(&self.position, &self.rules, language)
    }

    fn text_board(view: &View, rules: &Rules, wording: Wording<'_>) -> String {
        text_board::text_board(view, rules, wording)
    }
}

/// The part of the game that is being played.
pub(super) fn part(position: &Position, language: Language) -> &'static str {
    match (position.step, position.step.scoring()) {
        (Step::Starter | Step::Opening(_), _) => say!(language, "Set-up"),
        (Step::Over(_), _) => say!(language, "The end"),
        (_, Some(Scoring::First)) => say!(language, "First scoring"),
        (_, Some(Scoring::Last(_))) => say!(language, "Last scoring"),
        _ if position.round == Round::First => say!(language, "Round 1 of 2"),
        _ => say!(language, "Round 2 of 2"),
    }
}

/// The sentences about one action, or about one run of draws.
struct Tale<'a> {
    before: &'a Position,
    after: &'a Position,
    rules: &'a Rules,
    wording: Wording<'a>,
    sentences: Vec<String>,
}

impl<'a> Tale<'a> {
    fn new(before: &'a Haleakala, after: &'a Haleakala, wording: Wording<'a>) -> Tale<'a> {
        Tale { before: &before.position, after: &after.position, rules: &before.rules, wording, sentences: Vec::new() }
    }

    fn name(&self, colour: Colour) -> &'a str {
        &self.wording.names[colour.seat()]
    }

    /// Adds a sentence, which is given without its full stop.
    fn say(&mut self, sentence: impl AsRef<str>) {
        self.sentences.push(format!("{}.", sentence.as_ref()));
    }

    /// The whole text, with the leading player if that has changed.
    fn told(mut self) -> String {
        let [before, after] = [self.before, self.after].map(|position| position.scores_if_ended(self.rules));
        if before != after && !matches!(self.after.step, Step::Over(_)) && self.before.round == self.after.round {
            let scores: Vec<String> =
                Colour::ALL.map(|colour| format!("{} {}", self.name(colour), after[colour.seat()])).to_vec();
            self.say(say!(self.wording.language, "If the game ended now: {0}", scores.join(", ")));
        }
        self.sentences.join(" ")
    }
}
