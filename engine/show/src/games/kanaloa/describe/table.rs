//! The table as text: at most 100 columns, every fact of a view.

use std::fmt::Write;

use kahua_engine::games::kanaloa::{Fish, God, Island, Piece, Rules, Side, Site, Tally, Temple, Tile, TileBag, View};
use kahua_engine::{PerSeat, Seat};

use crate::describe::Describe;
use crate::prose::{clipped, figure};

use super::Kanaloa;
use super::question::{notes, question};
use super::words::{call_tile, held, letter, name_of};

/// No line is longer.
const COLUMNS: usize = 100;

/// Names are cut to this many characters where they stand in a table.
const NAME_MAX: usize = 20;

/// The whole table.
pub(super) fn table(view: &View, rules: &Rules, names: &PerSeat<String>) -> String {
    let mut text = String::new();
    for sentence in std::iter::once(question(view, names)).chain(notes(view, names)) {
        let words: Vec<String> = sentence.split(' ').map(str::to_owned).collect();
        text.push_str(&wrapped("", &words, " "));
    }
    text.push('\n');
    text.push_str(&players(view, names));
    text.push('\n');
    text.push_str(&islands(view, rules));
    text.push('\n');
    text.push_str(&fish(view));
    text.push('\n');
    text.push_str(&supply(view, rules));
    text
}

/// Names, points, temples, cards and hands.
fn players(view: &View, names: &PerSeat<String>) -> String {
    let gods = [Temple::Kane].into_iter().chain(God::ALL.map(Temple::Of));
    let heads: Vec<&str> = gods.clone().map(name_of).collect();
    let width = names.iter().map(|name| name.chars().count().min(NAME_MAX)).max().unwrap_or(0) + 9;
    let width = width.max("Beside the map".len());
    let mut text = format!("{:width$}  Points  {}\n", "", heads.join("  "));
    for (seat, player) in view.players.entries() {
        let _ = write!(text, "{:width$}  {:6}", called(seat, names), Tally::of(&player.temples).points);
        for (temple, head) in gods.clone().zip(&heads) {
            let _ = write!(text, "  {:>1$}", player.temples[temple], head.len());
        }
        text.push('\n');
    }
    text.push('\n');
    for (seat, player) in view.players.entries() {
        text.push_str(&wrapped(&format!("{:width$}  Cards  ", called(seat, names)), &cards(view, seat), ", "));
        text.push_str(&wrapped(&format!("{:width$}  Hand   ", ""), &counted(&player.hand), ", "));
    }
    if view.turn.number > 0 {
        text.push_str(&wrapped(&format!("{:width$}  Cards  ", "Beside the map"), &unowned(view), ", "));
    }
    text
}

/// The cards that nobody has. Protection cards are there with four players only.
fn unowned(view: &View) -> Vec<String> {
    let four = view.players.count().get() == 4;
    let cards = God::ALL.into_iter().flat_map(|god| {
        let (name, card) = (name_of(Temple::Of(god)), view.cards[god]);
        let owner = card.owner.is_none().then(|| name.to_owned());
        owner.into_iter().chain((four && card.protection.is_none()).then(|| protection(name)))
    });
    cards.collect()
}

/// "Ku (protection)".
fn protection(name: &str) -> String {
    format!("{name} (protection)")
}

/// "Red (red)".
fn called(seat: Seat, names: &PerSeat<String>) -> String {
    format!("{} ({})", clipped(&names[seat], NAME_MAX), Kanaloa::COLOURS[seat.index()])
}

/// The cards of a seat: a god's name, with a mark where it is the protection card.
fn cards(view: &View, seat: Seat) -> Vec<String> {
    let card = |god: God| {
        let name = name_of(Temple::Of(god));
        match view.cards[god] {
            card if card.owner == Some(seat) => Some(name.to_owned()),
            card if card.protection == Some(seat) => Some(protection(name)),
            _ => None,
        }
    };
    God::ALL.into_iter().filter_map(card).collect()
}

/// The tiles and pieces of every island, and the pieces on the dolphin.
fn islands(view: &View, rules: &Rules) -> String {
    let components = rules.components(view.players.count(), view.left_out(rules));
    let mut text = "Island   Tiles                           Pieces\n".to_owned();
    for island in components.map.islands() {
        let tiles: Vec<String> = view.tiles.on(island).map(call_tile).collect();
        let head = format!("{:7}  {:30}  ", letter(island), tiles.join(", "));
        let mut there = pieces(view, Some(island));
        if view.volcano.is_some_and(|volcano| volcano.site == Site::Island(island)) {
            there.push("the volcano".to_owned());
        }
        text.push_str(&wrapped(&head, &there, ", "));
    }
    text.push_str(&wrapped(&format!("{:41}", "Dolphin"), &pieces(view, None), ", "));
    text
}

/// The pieces on this island, or on the dolphin.
fn pieces(view: &View, on: Option<Island>) -> Vec<String> {
    let all = view.players.entries().flat_map(|(seat, player)| player.pieces.iter().map(move |&piece| (seat, piece)));
    let here = all.filter(|(_, piece)| piece.island() == on);
    let called = here.map(|(seat, piece)| {
        let colour = Kanaloa::COLOURS[seat.index()];
        match piece {
            Piece::On { blocked: true, .. } => format!("{colour} (blocked)"),
            _ => colour.to_owned(),
        }
    });
    called.collect()
}

/// The fish, by the island that they leave.
fn fish(view: &View) -> String {
    let mut text = "Fish, by the islands at their tails; everybody may travel along the white ones\n".to_owned();
    for group in view.fish.chunk_by(|one, other| one.arrow.tail == other.arrow.tail) {
        let each: Vec<String> = group.iter().map(call_fish).collect();
        text.push_str(&wrapped(&format!("{:7}  ", letter(group[0].arrow.tail)), &each, ", "));
    }
    text
}

/// "to B (white, red)".
fn call_fish(fish: &Fish) -> String {
    let (head, colour) = (letter(fish.arrow.head), fish.colour.name());
    match fish.side {
        Side::White => format!("to {head} (white, {colour})"),
        Side::Coloured => format!("to {head} ({colour})"),
    }
}

/// What is still to be drawn.
fn supply(view: &View, rules: &Rules) -> String {
    let components = rules.components(view.players.count(), view.left_out(rules));
    let supply = &view.supply;
    let dealt = supply.bag_volcanoes + supply.reserve_volcanoes + supply.volcanoes_drawn > 0;
    let reserve = if dealt { supply.reserve_offerings(components.left_out) } else { 0 };
    let mut text = String::new();
    let _ = writeln!(text, "Drawn    {} of {} volcano tiles", supply.volcanoes_drawn, components.volcanoes);
    let _ = writeln!(text, "Bag      {}", held(supply.bag_offerings, supply.bag_volcanoes));
    let _ = writeln!(text, "Reserve  {}", held(reserve, supply.reserve_volcanoes));
    if components.left_out > 0 {
        let _ = writeln!(text, "Left out {}, unseen", figure(components.left_out, "offering"));
    }
    text.push_str(&wrapped("Unseen   ", &counted(&supply.unseen), ", "));
    text
}

/// "Pele 5", "Kane 3 (2)".
fn counted(bag: &TileBag) -> Vec<String> {
    let call = |tile: Tile| match bag.count(tile.index()) {
        1 => call_tile(tile),
        count => format!("{} ({count})", call_tile(tile)),
    };
    Tile::kinds_in(bag).into_iter().map(call).collect()
}

/// The items after the head, on as many lines as it takes; a dash if there are none.
fn wrapped(head: &str, items: &[String], between: &str) -> String {
    let indent = head.chars().count();
    let mut text = head.to_owned();
    let mut column = indent;
    for (index, item) in items.iter().enumerate() {
        let last = index + 1 == items.len();
        let item = if last { item.clone() } else { format!("{item}{between}") };
        let length = item.trim_end().chars().count();
        if column > indent && column + length > COLUMNS {
            text.truncate(text.trim_end().len());
            let _ = write!(text, "\n{:indent$}", "");
            column = indent;
        }
        column += item.chars().count();
        text.push_str(&item);
    }
    if items.is_empty() {
        text.push('-');
    }
    text.push('\n');
    text
}
