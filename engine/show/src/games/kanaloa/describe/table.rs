//! The table as text: at most 100 columns, every fact of a view.

use std::fmt::Write;

use kahua_engine::Seat;
use kahua_engine::games::kanaloa::{
    Colour, Fish, God, Island, Piece, Rules, Side, Site, Tally, Temple, Tile, TileBag, View,
};

use crate::language::{Language, Wording};
use crate::prose::clipped;
use crate::say;

use super::question::{notes, question};
use super::words::{call_tile, held, letter, name_of, name_of_colour, offerings};

/// No line is longer.
const COLUMNS: usize = 100;

/// Names are cut to this many characters where they stand in a table.
const NAME_MAX: usize = 20;

/// The whole table.
pub(super) fn table(view: &View, rules: &Rules, wording: Wording<'_>) -> String {
    let language = wording.language;
    let mut text = String::new();
    for sentence in std::iter::once(question(view, wording)).chain(notes(view, wording)) {
        let words: Vec<String> = sentence.split(' ').map(str::to_owned).collect();
        text.push_str(&wrapped("", &words, " "));
    }
    text.push('\n');
    text.push_str(&players(view, wording));
    text.push('\n');
    text.push_str(&islands(view, rules, language));
    text.push('\n');
    text.push_str(&fish(view, language));
    text.push('\n');
    text.push_str(&supply(view, rules, language));
    text
}

/// Names, points, temples, cards and hands.
fn players(view: &View, wording: Wording<'_>) -> String {
    let Wording { language, names } = wording;
    let gods = [Temple::Kane].into_iter().chain(God::ALL.map(Temple::Of));
    let heads: Vec<&str> = gods.clone().map(name_of).collect();
    let beside = say!(language, "Beside the map");
    let width = names.iter().map(|name| name.chars().count().min(NAME_MAX)).max().unwrap_or(0) + 9;
    let width = width.max(beside.chars().count());
    let mut text = format!("{:width$}  {:6}  {}\n", "", say!(language, "Points"), heads.join("  "));
    for (seat, player) in view.players.entries() {
        let _ = write!(text, "{:width$}  {:6}", called(seat, wording), Tally::of(&player.temples).points);
        for (temple, head) in gods.clone().zip(&heads) {
            let _ = write!(text, "  {:>1$}", player.temples[temple], head.len());
        }
        text.push('\n');
    }
    text.push('\n');
    let line = |of: &str, what: &str, items: &[String]| wrapped(&format!("{of:width$}  {what:7}"), items, ", ");
    for (seat, player) in view.players.entries() {
        text.push_str(&line(&called(seat, wording), say!(language, "Cards"), &cards(view, seat, language)));
        text.push_str(&line("", say!(language, "Hand"), &counted(&player.hand)));
    }
    if view.turn.number > 0 {
        text.push_str(&line(beside, say!(language, "Cards"), &unowned(view, language)));
    }
    text
}

/// The cards that nobody has. Protection cards are there with four players only.
fn unowned(view: &View, language: Language) -> Vec<String> {
    let four = view.players.count().get() == 4;
    let cards = God::ALL.into_iter().flat_map(|god| {
        let (name, card) = (name_of(Temple::Of(god)), view.cards[god]);
        let owner = card.owner.is_none().then(|| name.to_owned());
        owner.into_iter().chain((four && card.protection.is_none()).then(|| protection(language, name)))
    });
    cards.collect()
}

/// "Ku (protection)".
fn protection(language: Language, name: &str) -> String {
    say!(language, "{0} (protection)", name)
}

/// "Red (red)".
fn called(seat: Seat, Wording { language, names }: Wording<'_>) -> String {
    format!("{} ({})", clipped(&names[seat], NAME_MAX), name_of_colour(language, Colour::of(seat)))
}

/// The cards of a seat: a god's name, with a mark where it is the protection card.
fn cards(view: &View, seat: Seat, language: Language) -> Vec<String> {
    let card = |god: God| {
        let name = name_of(Temple::Of(god));
        match view.cards[god] {
            card if card.owner == Some(seat) => Some(name.to_owned()),
            card if card.protection == Some(seat) => Some(protection(language, name)),
            _ => None,
        }
    };
    God::ALL.into_iter().filter_map(card).collect()
}

/// The tiles and pieces of every island, and the pieces on the dolphin.
fn islands(view: &View, rules: &Rules, language: Language) -> String {
    let components = rules.components(view.players.count(), view.left_out(rules));
    let heads = [say!(language, "Island"), say!(language, "Tiles"), say!(language, "Pieces")];
    let mut text = format!("{:7}  {:30}  {}\n", heads[0], heads[1], heads[2]);
    for island in components.map.islands() {
        let tiles: Vec<String> = view.tiles.on(island).map(call_tile).collect();
        let head = format!("{:7}  {:30}  ", letter(island), tiles.join(", "));
        let mut there = pieces(view, Some(island), language);
        if view.volcano.is_some_and(|volcano| volcano.site == Site::Island(island)) {
            there.push(say!(language, "the volcano").to_owned());
        }
        text.push_str(&wrapped(&head, &there, ", "));
    }
    text.push_str(&wrapped(&format!("{:41}", say!(language, "Dolphin")), &pieces(view, None, language), ", "));
    text
}

/// The pieces on this island, or on the dolphin.
fn pieces(view: &View, on: Option<Island>, language: Language) -> Vec<String> {
    let all = view.players.entries().flat_map(|(seat, player)| player.pieces.iter().map(move |&piece| (seat, piece)));
    let here = all.filter(|(_, piece)| piece.island() == on);
    let called = here.map(|(seat, piece)| {
        let colour = name_of_colour(language, Colour::of(seat));
        match piece {
            Piece::On { blocked: true, .. } => say!(language, "{0} (blocked)", colour),
            _ => colour.to_owned(),
        }
    });
    called.collect()
}

/// The fish, by the island that they leave.
fn fish(view: &View, language: Language) -> String {
    let head = say!(language, "Fish, by the islands at their tails; everybody may travel along the white ones");
    let mut text = format!("{head}\n");
    for group in view.fish.chunk_by(|one, other| one.arrow.tail == other.arrow.tail) {
        let each: Vec<String> = group.iter().map(|fish| call_fish(fish, language)).collect();
        text.push_str(&wrapped(&format!("{:7}  ", letter(group[0].arrow.tail)), &each, ", "));
    }
    text
}

/// "to B (white, red)".
fn call_fish(fish: &Fish, language: Language) -> String {
    let (head, colour) = (letter(fish.arrow.head), name_of_colour(language, fish.colour));
    match fish.side {
        Side::White => say!(language, "to {0} (white, {1})", head, colour),
        Side::Coloured => say!(language, "to {0} ({1})", head, colour),
    }
}

/// What is still to be drawn.
fn supply(view: &View, rules: &Rules, language: Language) -> String {
    let components = rules.components(view.players.count(), view.left_out(rules));
    let supply = &view.supply;
    let dealt = supply.bag_volcanoes + supply.reserve_volcanoes + supply.volcanoes_drawn > 0;
    let reserve = if dealt { supply.reserve_offerings(components.left_out) } else { 0 };
    let drawn = say!(language, "{0} of {1} volcano tiles", supply.volcanoes_drawn, components.volcanoes);
    let bag = held(language, supply.bag_offerings, supply.bag_volcanoes);
    let reserve = held(language, reserve, supply.reserve_volcanoes);
    let mut text = String::new();
    let _ = writeln!(text, "{:7}  {drawn}", say!(language, "Drawn"));
    let _ = writeln!(text, "{:7}  {bag}", say!(language, "Bag"));
    let _ = writeln!(text, "{:7}  {reserve}", say!(language, "Reserve"));
    if components.left_out > 0 {
        let left_out = say!(language, "{0}, unseen", offerings(language, components.left_out));
        let _ = writeln!(text, "{} {left_out}", say!(language, "Left out"));
    }
    text.push_str(&wrapped(&format!("{:9}", say!(language, "Unseen")), &counted(&supply.unseen), ", "));
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
