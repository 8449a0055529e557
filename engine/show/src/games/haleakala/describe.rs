//! The game told to people, in the words of `RULES.md`.

mod actions;
mod draws;
mod effects;
mod lines;
mod open;
mod scoring;
mod text_board;
mod words;

use kahua_engine::games::haleakala::{Action, Chance, Colour, Haleakala, Position, Round, Rules, Scoring, Step, View};
use kahua_engine::{PerSeat, Seat};

use super::highlights::HIGHLIGHTS;
use crate::describe::{Describe, ScoreSheet};
use crate::highlights::Highlights;

pub(super) use open::open;
pub(super) use words::{Titled, place, space as space_name};

impl Describe for Haleakala {
    const COLOURS: &'static [&'static str] = &[Colour::Red.name(), Colour::Yellow.name()];
    const HIGHLIGHTS: Highlights = HIGHLIGHTS;

    fn part(&self) -> String {
        part(&self.position).to_owned()
    }

    fn turn(&self) -> Option<Seat> {
        let position = &self.position;
        let somebodys = !matches!(position.step, Step::Starter | Step::Opening(_) | Step::Over(_));
        (somebodys && position.step.scoring().is_none()).then(|| position.active.seat())
    }

    fn describe_action(&self, action: &Action, after: &Haleakala, names: &PerSeat<String>) -> String {
        let mut tale = Tale::new(self, after, names);
        tale.action(*action);
        tale.told()
    }

    fn describe_chance(&self, outcomes: &[Chance], after: &Haleakala, names: &PerSeat<String>) -> String {
        let mut tale = Tale::new(self, after, names);
        tale.draws(self, outcomes);
        tale.told()
    }

    fn score_sheet(&self) -> ScoreSheet {
        scoring::score_sheet(&self.position, &self.rules)
    }

    fn text_board(view: &View, rules: &Rules, names: &PerSeat<String>) -> String {
        text_board::text_board(view, rules, names)
    }
}

/// The part of the game that is being played.
pub(super) fn part(position: &Position) -> &'static str {
    match (position.step, position.step.scoring()) {
        (Step::Starter | Step::Opening(_), _) => "Set-up",
        (Step::Over(_), _) => "The end",
        (_, Some(Scoring::First)) => "First scoring",
        (_, Some(Scoring::Last(_))) => "Last scoring",
        _ if position.round == Round::First => "Round 1 of 2",
        _ => "Round 2 of 2",
    }
}

/// The sentences about one action, or about one run of draws.
struct Tale<'a> {
    before: &'a Position,
    after: &'a Position,
    rules: &'a Rules,
    names: &'a PerSeat<String>,
    sentences: Vec<String>,
}

impl<'a> Tale<'a> {
    fn new(before: &'a Haleakala, after: &'a Haleakala, names: &'a PerSeat<String>) -> Tale<'a> {
        Tale { before: &before.position, after: &after.position, rules: &before.rules, names, sentences: Vec::new() }
    }

    fn name(&self, colour: Colour) -> &'a str {
        &self.names[colour.seat()]
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
            self.say(format!("If the game ended now: {}", scores.join(", ")));
        }
        self.sentences.join(" ")
    }
}
