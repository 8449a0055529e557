//! The drawing of the game: the archipelago with its currents and fish, what each player has, and what is still to be
//! drawn.

use std::collections::BTreeSet;

use kahua_engine::games::kanaloa::{Action, Components, Kanaloa, Rules, SeaSpace, View};
use kahua_engine::{Game, Seat};
use maud::{Markup, html};

use crate::draw::{Draw, Drawn, WIDTH, bold, squeezed};
use crate::language::Wording;
use crate::prose::wrapped;

use super::describe::{notes, question};
use player::PANEL_WIDTH;

mod chart;
mod icons;
mod ids;
mod island;
mod legend;
mod places;
mod player;
mod sea;
mod supply;
mod tile;

/// How many characters of a sentence fit on a line.
const LINE_CHARS: usize = 54;

/// How large lines of text are, and how far apart.
const LINE_SIZE: u32 = 24;
const LINE: i32 = 32;

/// How high the dolphin's part of the sea is.
const HARBOUR: i32 = 112;

/// How far apart the parts of the drawing are.
const GAP: i32 = 14;

impl Draw for Kanaloa {
    const STYLE: &'static str = include_str!("board.css");

    fn draw(view: &View, rules: &Rules, wording: Wording<'_>, marked: &BTreeSet<String>) -> Drawn {
        let components = rules.components(view.players.count(), view.left_out(rules));
        Board { view, components, wording, marked }.whole()
    }

    fn places(&self, action: &Action) -> Vec<String> {
        places::of(self, *action)
    }
}

/// A view that is being drawn.
struct Board<'a> {
    view: &'a View,
    components: &'a Components,
    wording: Wording<'a>,
    marked: &'a BTreeSet<String>,
}

impl Board<'_> {
    /// The parts from top to bottom: the open decision, the sea, the players, what is unseen, and the legend.
    fn whole(&self) -> Drawn {
        let question = question(self.view, self.wording);
        let lines = self.heading(&question);
        let sea_top = LINE * lines.len() as i32 + GAP;
        let (map_top, map_bottom) = chart::span(self.components.map.islands());
        let sea_height = HARBOUR + map_bottom - map_top;
        let seats: Vec<Seat> = self.wording.names.count().seats().collect();
        let split = sea_top + sea_height + GAP / 2;
        let mut top = sea_top + sea_height + GAP;
        let mut panels = Vec::new();
        for pair in seats.chunks(2) {
            let height = self.panel_height(pair);
            panels.extend(pair.iter().enumerate().map(|(column, &seat)| (seat, column as i32, top, height)));
            top += height + GAP;
        }
        let legend_top = top + self.unseen_height();
        let board = html! {
            @for (index, (line, class)) in lines.iter().enumerate() {
                // Names may be of wide letters only.
                @let width = squeezed(line, bold(LINE_SIZE), WIDTH as i32 - 8);
                text class=(class) x="4" y=(LINE * index as i32 + 26) font-size=(LINE_SIZE) textLength=[width]
                    lengthAdjust=[width.map(|_| "spacingAndGlyphs")] { (line) }
            }
            g transform=(format!("translate(0 {sea_top})")) { (self.sea(sea_height, map_top)) }
        };
        let panels = html! {
            @for (seat, column, y, height) in panels {
                @let x = column * (WIDTH as i32 - PANEL_WIDTH);
                g transform=(format!("translate({x} {y})")) { (self.panel(seat, height)) }
            }
            g transform=(format!("translate(0 {top})")) { (self.unseen()) }
            g transform=(format!("translate(0 {legend_top})")) { (self.legend()) }
        };
        Drawn {
            game: Kanaloa::INFO.name,
            language: self.wording.language,
            style: Kanaloa::STYLE,
            label: format!("Kanaloa. {question}"),
            board,
            panels,
            split,
            height: legend_top + legend::HEIGHT,
            is_preview: false,
        }
    }

    /// The open decision and what is in force, in lines with their classes.
    fn heading(&self, question: &str) -> Vec<(String, &'static str)> {
        let mut lines: Vec<(String, &'static str)> = Vec::new();
        lines.extend(wrapped(question, LINE_CHARS).into_iter().map(|line| (line, "strong to-act")));
        for note in notes(self.view, self.wording) {
            lines.extend(wrapped(&note, LINE_CHARS).into_iter().map(|line| (line, "faint")));
        }
        lines
    }

    /// The sea with everything in it: the dolphin, the track of volcano tiles, currents and islands.
    fn sea(&self, height: i32, map_top: i32) -> Markup {
        html! {
            rect.sea width=(WIDTH) height=(height) rx="20" {}
            g transform="translate(92 60)" { (self.dolphin()) }
            g transform="translate(308 46)" { (self.track()) }
            g transform=(format!("translate(0 {})", HARBOUR - map_top)) {
                (self.currents())
                @for index in 0..self.components.sea_spaces.len() { (self.sea_space(SeaSpace::ALL[index])) }
                @for island in self.components.map.islands() { (self.island(island)) }
            }
        }
    }

    /// What an action can name: an element with an id and a title, marked or not.
    fn group(&self, id: &str, class: &str, title: &str, inside: &Markup) -> Markup {
        let marked = if self.marked.contains(id) { " marked" } else { "" };
        html! {
            g id=(id) class={ (class) (marked) } {
                title { (title) }
                (inside)
            }
        }
    }
}
