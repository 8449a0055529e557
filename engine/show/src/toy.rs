//! The toy game in words and drawings.

use std::collections::BTreeSet;

use kahua_engine::toy::{Choice, Pips, ROUNDS, Toy};
use kahua_engine::{Game, Phase, Seat};
use maud::html;

use crate::describe::{Describe, ScoreLine, ScoreSheet};
use crate::draw::{Draw, Drawn};
use crate::highlights::{Highlights, Picture};
use crate::language::{Language, Table, Wording};

impl Describe for Toy {
    const COLOURS: &'static [&'static str] = &["red", "yellow", "blue", "green", "pink"];
    const HIGHLIGHTS: Highlights = Highlights {
        aim: "The most banked pips win.",
        view_fields: &[],
        values: &[],
        picture: Picture { seats: 2, events: 0, paragraphs: 0..1 },
    };
    const GERMAN: &'static Table = &[];

    fn part(&self, _language: Language) -> String {
        let round = self.turn / self.scores.count().get() as u32 + 1;
        format!("Round {} of {ROUNDS}", round.min(ROUNDS))
    }

    fn turn(&self) -> Option<Seat> {
        (!matches!(self.phase(), Phase::Over(_))).then(|| self.to_act())
    }

    fn describe_action(&self, action: &Choice, _after: &Toy, wording: Wording<'_>) -> String {
        let (name, pips) = (&wording.names[self.to_act()], self.die.unwrap_or(0));
        match action {
            Choice::Bank => format!("{name} banks the {pips}."),
            Choice::Pass => format!("{name} passes the {pips} up."),
        }
    }

    fn describe_chance(&self, outcomes: &[Pips], _after: &Toy, wording: Wording<'_>) -> String {
        let pips: Vec<String> = outcomes.iter().map(|Pips(pips)| pips.to_string()).collect();
        format!("{} rolls {}.", wording.names[self.to_act()], pips.join(", "))
    }

    fn score_sheet(&self, _language: Language) -> ScoreSheet {
        ScoreSheet { lines: vec![ScoreLine { label: "banked dice", points: self.scores.clone() }], ties: Vec::new() }
    }

    fn text_board(view: &Toy, (): &(), wording: Wording<'_>) -> String {
        let die = view.die.map_or_else(|| "no die".to_owned(), |pips| format!("die {pips}"));
        let scores = view.scores.entries().map(|(seat, score)| format!("{} {score}", wording.names[seat]));
        let scores: Vec<String> = scores.collect();
        format!("turn {}, {die}: {}", view.turn, scores.join(", "))
    }
}

impl Draw for Toy {
    const STYLE: &'static str = ".toy { font-weight: bold; }\n";

    fn draw(view: &Toy, rules: &(), wording: Wording<'_>, marked: &BTreeSet<String>) -> Drawn {
        let class = if marked.contains("die") { "die marked" } else { "die" };
        let board = html! {
            text id="die" class=(class) x="10" y="40" { title { "The die" } (Toy::text_board(view, rules, wording)) }
        };
        Drawn {
            game: "toy",
            language: wording.language,
            style: Toy::STYLE,
            label: "The toy's table".to_owned(),
            board,
            panels: html! {},
            split: 60,
            height: 60,
            is_preview: false,
        }
    }

    fn places(&self, _action: &Choice) -> Vec<String> {
        vec!["die".to_owned()]
    }
}
