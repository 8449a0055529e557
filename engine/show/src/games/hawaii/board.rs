//! The drawing: the island with its sites, the beach with the cove, the track and the docks, and every player's home.

mod beach;
mod frame;
mod glyphs;
mod gods;
mod header;
mod homes;
mod icons;
mod island;
mod places;
mod reserve;
mod tokens;

use std::collections::BTreeSet;

use kahua_engine::Game;
use kahua_engine::games::hawaii::{Action, Hawaii, Rules, View};
use maud::html;

use crate::draw::{Draw, Drawn};
use crate::games::hawaii::describe::part;
use crate::language::Wording;

use super::describe::decision;
use frame::{Picture, at};

impl Draw for Hawaii {
    const STYLE: &'static str = include_str!("board/board.css");

    fn draw(view: &View, rules: &Rules, wording: Wording<'_>, marked: &BTreeSet<String>) -> Drawn {
        let picture =
            Picture { view, board: &view.board, rules, language: wording.language, names: wording.names, marked };
        let label = format!("Hawaii, {}. {}", part(wording.language, &view.board), decision(view, wording));
        let (homes, homes_height) = picture.homes();
        let (island_top, beach_top) = (header::HEIGHT, header::HEIGHT + island::HEIGHT);
        let split = beach_top + beach::HEIGHT;
        let board = html! {
            (at(0, 0, &picture.header()))
            (at(0, island_top, &picture.island()))
            (at(0, beach_top, &picture.beach()))
        };
        let panels = at(0, split, &homes);
        Drawn {
            game: Hawaii::INFO.name,
            language: wording.language,
            style: Hawaii::STYLE,
            label,
            board,
            panels,
            split,
            height: split + homes_height,
            is_preview: false,
        }
    }

    fn places(&self, action: &Action) -> Vec<String> {
        places::of(self, *action)
    }
}
