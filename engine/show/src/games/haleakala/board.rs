//! The board drawn: the island with its volcano in the middle of the sea, and below it the players, the display and the
//! piles.

mod cards;
mod display;
mod geometry;
mod island;
mod pieces;
mod piles;
mod players;
mod spaces;

use std::collections::BTreeSet;

use kahua_engine::Game;
use kahua_engine::games::haleakala::{
    Action, Card, Colour, Disc, DisplayCard, Gap, Haleakala, Landscape, Position, Rules, Segment, Space, Step, View,
};
use maud::{Markup, html};

use crate::draw::{Draw, Drawn};
use crate::language::{Language, Wording};
use crate::prose::{clipped, in_lines};
use crate::{say, say_count};

use super::describe::{open, part, variant};

/// How many characters of a name and of a sentence fit the width.
const NAME_MAX: usize = 16;
pub(super) const LINE_MAX: usize = 48;
/// How wide a longer sentence is drawn.
const LINE_WIDTH: i32 = 768;

/// Where the parts of the drawing begin, from the top.
const PLAYERS: i32 = 986;
const DISPLAY: i32 = 1244;
const PILES: i32 = 1440;
const HEIGHT: i32 = 1648;

impl Draw for Haleakala {
    const STYLE: &'static str = include_str!("board.css");

    fn draw(view: &View, rules: &Rules, wording: Wording<'_>, marked: &BTreeSet<String>) -> Drawn {
        let drawing = Drawing { view, rules, wording, marked };
        let part = part(&view.position, wording.language);
        let label = format!("Haleakala, {part}. {}", open(&view.position, rules, wording));
        let board = html! { (drawing.heading()) (drawing.island()) };
        let panels = html! {
            @for colour in Colour::ALL { (drawing.player(colour, PLAYERS)) }
            (drawing.display(DISPLAY))
            (drawing.piles(PILES))
        };
        Drawn {
            game: Haleakala::INFO.name,
            language: wording.language,
            style: Haleakala::STYLE,
            label,
            board,
            panels,
            split: PLAYERS - 4,
            height: HEIGHT,
            is_preview: false,
        }
    }

    fn places(&self, action: &Action) -> Vec<String> {
        places(&self.position, *action)
    }
}

/// A view with everything that its drawing needs.
struct Drawing<'a> {
    view: &'a View,
    rules: &'a Rules,
    wording: Wording<'a>,
    marked: &'a BTreeSet<String>,
}

impl<'a> Drawing<'a> {
    fn position(&self) -> &'a Position {
        &self.view.position
    }

    fn language(&self) -> Language {
        self.wording.language
    }

    fn name(&self, colour: Colour) -> &'a str {
        &self.wording.names[colour.seat()]
    }

    fn short_name(&self, colour: Colour, most: usize) -> String {
        clipped(self.name(colour), most)
    }

    /// The classes of what has this id.
    fn class(&self, id: &str, class: &str) -> String {
        if self.marked.contains(id) { format!("{class} marked") } else { class.to_owned() }
    }

    /// The round, how far it has got, and what must happen next.
    fn heading(&self) -> Markup {
        let (position, language) = (self.position(), self.language());
        let turns = say_count!(language, position.turns, "{0} turn", "{0} turns");
        let played = say!(language, "{0}, {1} played", variant(position, language), turns);
        let began = match position.step {
            Step::Starter => String::new(),
            _ => say!(language, "{0} began", self.short_name(position.starter, NAME_MAX)),
        };
        let idle = match position.idle_turns {
            0 => String::new(),
            idle => say_count!(language, idle, "; {0} turn without a card", "; {0} turns without a card"),
        };
        let names = self.wording.names.map(|name| clipped(name, NAME_MAX));
        let open = in_lines(&open(position, self.rules, Wording { language, names: &names }), LINE_MAX, 2);
        let first = if open.len() > 1 { 106 } else { 120 };
        html! {
            text class="big" x="16" y="38" { (part(position, language)) }
            text class="faint end" x="784" y="38" { (played) }
            text class="faint" x="16" y="72" { (began) (idle) }
            @for (line, y) in open.iter().zip([first, first + 30]) {
                @let width = (line.chars().count() > LINE_MAX).then_some(LINE_WIDTH);
                text class="open to-act" x="16" y=(y) textLength=[width] lengthAdjust=[width.map(|_| "spacingAndGlyphs")] { (line) }
            }
        }
    }
}

/// The ids of what an action is about.
fn places(position: &Position, action: Action) -> Vec<String> {
    let colour = position.to_act().unwrap_or(position.active);
    match action {
        Action::Place { disc, beach } => vec![disc_id(colour, disc), beach_id(beach)],
        Action::Invoke { disc } => vec![disc_id(colour, disc), invocation_id(colour), beach_id(position.boat)],
        Action::Return { disc } => vec![disc_id(colour, disc)],
        Action::Boat => vec!["boat".to_owned()],
        Action::Move(space) => vec![shaman_id(colour), space_id(space)],
        Action::Stay => vec![shaman_id(colour)],
        Action::Take(card) => gap_with(position, card).map(gap_id).into_iter().collect(),
        Action::Buy(card) => vec![display_id(card)],
        Action::BuyNothing => vec![shells_id(colour)],
        Action::Lava { from, to } => vec![lava_id(from), crater_id(to)],
    }
}

/// The gap at the boat from which a card of this kind is taken.
fn gap_with(position: &Position, card: Card) -> Option<Gap> {
    position.boat.gaps().into_iter().find(|gap| position.gaps[gap.index()] == Some(card))
}

fn disc_id(colour: Colour, disc: Disc) -> String {
    format!("disc-{}-{disc}", colour.seat())
}

fn invocation_id(colour: Colour) -> String {
    format!("invocation-{}", colour.seat())
}

fn shaman_id(colour: Colour) -> String {
    format!("shaman-{}", colour.seat())
}

fn shells_id(colour: Colour) -> String {
    format!("shells-{}", colour.seat())
}

fn beach_id(beach: Segment) -> String {
    format!("beach-{beach}")
}

fn crater_id(crater: Segment) -> String {
    format!("crater-{crater}")
}

fn lava_id(crater: Segment) -> String {
    format!("lava-{crater}")
}

/// What building spaces of this kind have in their class and their ids.
const fn landscape_class(landscape: Landscape) -> &'static str {
    match landscape {
        Landscape::Grassland => "grassland",
        Landscape::Forest => "forest",
        Landscape::Mountain => "mountain",
    }
}

fn space_id(space: Space) -> String {
    format!("{}-{}", landscape_class(space.landscape), space.segment)
}

fn gap_id(gap: Gap) -> String {
    format!("gap-{}", gap.number())
}

fn display_id(card: DisplayCard) -> String {
    format!("display-{card}")
}
