//! The board as text, of at most 100 columns: the island, the beach, what lies in piles, and every player's home.

mod beach;
mod decision;
mod homes;
mod island;

use kahua_engine::games::hawaii::{Rules, Stage, Token, TokenBag, View};

use crate::language::{Language, Wording};
use crate::prose::wrapped;
use crate::say;

use super::part;
use super::words::{resources, turns};

pub(crate) use decision::decision;

/// How wide a line may be.
const COLUMNS: usize = 100;

pub(super) fn board(view: &View, rules: &Rules, wording: Wording<'_>) -> String {
    let language = wording.language;
    let board = &view.board;
    let mut lines = Lines::default();
    lines.wrap("", &format!("{} · {}", part(language, board), marker(language, view, rules)));
    lines.wrap("", &format!("{} ({})", decision(view, wording), turns(language, board.turn.into())));
    lines.blank();
    island::lines(board, rules, wording, &mut lines);
    lines.blank();
    beach::lines(board, rules, wording, &mut lines);
    for seat in board.players.count().seats() {
        lines.blank();
        homes::lines(view, seat, rules, wording, &mut lines);
    }
    lines.0.join("\n")
}

/// What the round's marker says.
fn marker(language: Language, view: &View, rules: &Rules) -> String {
    let marker = rules.marker(view.board.round);
    let after = match (view.board.stage, marker.shells, marker.feet) {
        (Stage::Over, ..) | (_, 0, 0) => String::new(),
        (_, shells, feet) => say!(language, " · then {0}", resources(language, shells.into(), feet.into(), 0)),
    };
    say!(
        language,
        "target {0} for {1}, {2} or {3} points{4}",
        marker.target,
        marker.first,
        marker.second,
        marker.other,
        after
    )
}

/// Tokens as numbers, those with spears with a cross: "3 5 5+".
fn tokens<'a>(tokens: impl IntoIterator<Item = &'a Token>) -> String {
    let told: Vec<String> = tokens.into_iter().map(|token| short(*token)).collect();
    told.join(" ")
}

fn short(token: Token) -> String {
    format!("{}{}", token.number(), if token.has_spears() { "+" } else { "" })
}

/// All tokens of a bag, in order.
pub(crate) fn each_token(bag: &TokenBag) -> impl Iterator<Item = Token> + '_ {
    bag.kinds().flat_map(|(kind, count)| std::iter::repeat_n(Token::ALL[kind], count.into()))
}

/// The lines so far.
#[derive(Default)]
struct Lines(Vec<String>);

impl Lines {
    fn blank(&mut self) {
        self.0.push(String::new());
    }

    fn push(&mut self, line: &str) {
        self.0.push(line.trim_end().to_owned());
    }

    /// A text after a label; what doesn't fit goes on below it.
    fn wrap(&mut self, label: &str, text: &str) {
        let indent = if label.is_empty() { 0 } else { INDENT };
        let labels = std::iter::once(label).chain(std::iter::repeat(""));
        for (line, label) in wrapped(text, COLUMNS - indent).iter().zip(labels) {
            self.push(&format!("{label:<indent$}{line}"));
        }
    }
}

/// Where the text after a label begins.
const INDENT: usize = 12;
