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

use kahua_engine::PerSeat;
use kahua_engine::games::hawaii::{Action, Hawaii, Rules, View};
use maud::{Markup, html};

use crate::draw::{Draw, WIDTH};
use crate::games::hawaii::describe::part;

use super::describe::decision;
use frame::{Picture, at};

impl Draw for Hawaii {
    const STYLE: &'static str = include_str!("board/board.css");

    fn draw(view: &View, rules: &Rules, names: &PerSeat<String>, marked: &BTreeSet<String>) -> Markup {
        let picture = Picture { view, board: &view.board, rules, names, marked };
        let says = format!("Hawaii, {}. {}", part(&view.board), decision(view, names));
        let (homes, homes_height) = picture.homes();
        let parts = [
            (picture.header(), header::HEIGHT),
            (picture.island(), island::HEIGHT),
            (picture.beach(), beach::HEIGHT),
            (homes, homes_height),
        ];
        let height: i32 = parts.iter().map(|(_, height)| height).sum();
        html! {
            svg class="board hawaii" viewBox={"0 0 " (WIDTH) " " (height)} role="img" aria-label=(says) {
                title { (says) }
                @for (index, (part, _)) in parts.iter().enumerate() {
                    (at(0, parts[..index].iter().map(|(_, height)| height).sum(), part))
                }
            }
        }
    }

    fn places(&self, action: &Action) -> Vec<String> {
        places::of(self, *action)
    }
}
