//! A game in words: its events in sentences, its board as text, and where the points come from.

use kahua_engine::{Game, PerSeat, Seat};

use crate::highlights::Highlights;
use crate::language::{Language, Table, Wording};

/// A game that can be described to people who have read its `RULES.md` but don't know its notation.
///
/// The texts use the words of `RULES.md`, or of the published rules in another language.
pub trait Describe: Game {
    /// The colours of the seats' pieces, in seat order, as players call them: lower case, for as many seats as the game can have.
    const COLOURS: &'static [&'static str];

    /// What the author of a bot looks at first.
    const HIGHLIGHTS: Highlights;

    /// What its sentences and drawings say in German, as far as other games don't say the same.
    const GERMAN: &'static Table;

    /// The part of the game that is being played, as a heading: "Round 2 of 5". It stays the same until the next part
    /// begins.
    fn part(&self, language: Language) -> String;

    /// The seat whose turn it is. Another seat may have to decide during it. `None` between turns, as in the set-up and
    /// in a scoring.
    fn turn(&self) -> Option<Seat>;

    /// What this action did, on one line: a sentence that says who did what and what it brought, and a sentence each for what
    /// followed from it, such as a scoring. `after` is this state with the action played.
    fn describe_action(&self, action: &Self::Action, after: &Self, wording: Wording<'_>) -> String;

    /// What a run of draws brought, on one line. It summarizes what would be tedious one by one. `outcomes` came one
    /// after the other in this state, without a decision between them; `after` is the state after the last.
    fn describe_chance(&self, outcomes: &[Self::Chance], after: &Self, wording: Wording<'_>) -> String;

    /// Where the points of [`Game::scores_if_ended`] come from.
    fn score_sheet(&self, language: Language) -> ScoreSheet;

    /// All that a view shows, as lines of text of at most 100 columns: the board, what each player has, and what is to be
    /// decided. Different views have different texts.
    fn text_board(view: &Self::View, rules: &Self::Rules, wording: Wording<'_>) -> String;
}

/// Where the points of every seat come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreSheet {
    /// What points are given for, in the order of the rules. The same for all states of a game.
    pub lines: Vec<ScoreLine>,
    /// What decides between equal points, the first of them first: more of it is better. Empty as long as that is
    /// hidden.
    pub ties: Vec<ScoreLine>,
}

/// What one thing is worth to each seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    /// What the points are for: lower case but for names of the rules, as in a table's first column.
    pub label: &'static str,
    /// The points, which may be negative; for what breaks a tie, how much each seat has of it.
    pub points: PerSeat<i32>,
}

impl ScoreSheet {
    /// The sum of every seat's points; `None` if there are no lines.
    #[must_use]
    pub fn total(&self) -> Option<PerSeat<i32>> {
        let mut lines = self.lines.iter();
        let mut total = lines.next()?.points.clone();
        for line in lines {
            for (sum, points) in total.iter_mut().zip(&line.points) {
                *sum += points;
            }
        }
        Some(total)
    }
}
