//! The ruleset file of Kanaloa: its figures as written, read into one board for each number of seats.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use crate::ruleset::{self, RulesetError, Value};
use crate::seat::SeatCount;

use super::board::Board;
use super::constraints::{check_beginner, check_map, check_tiles, error, require, upper};
use super::fish::Fish;
use super::map::{Arrow, CURRENTS_MAX, Current, ISLANDS_MAX, Island, Map};
use super::options::LeftOut;
use super::set::Set;
use super::tile::Tile;
use super::volcano::SEA_SPACES_MAX;

/// The figures of a ruleset, checked: one board for each number of seats, and one for two players who leave offerings
/// out at random.
#[derive(Debug)]
pub struct Rules {
    boards: [Arc<Board>; 3],
    random: Arc<Board>,
}

impl Rules {
    /// Reads a ruleset file.
    ///
    /// # Errors
    /// If it is no TOML of this form or breaks a constraint of the game; the error names the figure.
    pub(super) fn read(toml: &str) -> Result<Rules, RulesetError> {
        let file: File = ruleset::parse(toml)?;
        let islands = file.map.islands()?;
        let currents = file.map.currents(islands.all())?;
        let board = |table: Table| Board::read(&file, &islands, &currents, table).map(Arc::new);
        let boards = [board(Table::Two)?, board(Table::Three)?, board(Table::Four)?];
        let random = Arc::new(boards[0].with_all_of(&boards[2]));
        Ok(Rules { boards, random })
    }

    /// The board for so many seats.
    ///
    /// # Panics
    /// If the game isn't played with so many.
    pub(super) fn board(&self, seats: SeatCount, left_out: LeftOut) -> &Arc<Board> {
        match (seats.get(), left_out) {
            (2, LeftOut::Random) => &self.random,
            (seats, _) => &self.boards[seats - 2],
        }
    }
}

/// The numbers of seats that the game is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Table {
    Two,
    Three,
    Four,
}

impl Table {
    pub(super) const fn seats(self) -> usize {
        match self {
            Table::Two => 2,
            Table::Three => 3,
            Table::Four => 4,
        }
    }

    /// For messages.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Table::Two => "two players",
            Table::Three => "three players",
            Table::Four => "four players",
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "id")]
    _id: String,
    #[serde(rename = "game")]
    _game: String,
    map: MapFigures,
    fish: FishFigures,
    volcanoes: VolcanoFigures,
    reserve: ReserveFigures,
    offerings: BTreeMap<String, Value<u8>>,
    offerings_two: BTreeMap<String, Value<u8>>,
    beginner: BeginnerFigures,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFigures {
    bright: Value<String>,
    dark: Value<String>,
    core: Value<String>,
    currents: Value<Vec<String>>,
    sea_spaces: Value<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FishFigures {
    each: Value<u8>,
    neutral: Value<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VolcanoFigures {
    total: Value<u8>,
    total_two: Value<u8>,
    eruption_every: Value<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReserveFigures {
    offerings: Value<u8>,
    volcanoes: Value<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BeginnerFigures {
    two: Value<Vec<String>>,
    three: Value<Vec<String>>,
    four: Value<Vec<String>>,
}

/// The islands by the group that decides when they are in play.
struct Groups {
    bright: Set<Island>,
    dark: Set<Island>,
    core: Set<Island>,
}

impl Groups {
    fn all(&self) -> Set<Island> {
        self.bright | self.dark | self.core
    }

    fn in_play(&self, table: Table) -> Set<Island> {
        match table {
            Table::Two => self.core,
            Table::Three => self.core | self.dark,
            Table::Four => self.all(),
        }
    }
}

impl MapFigures {
    fn islands(&self) -> Result<Groups, RulesetError> {
        let groups = Groups {
            bright: letters("map.bright", self.bright.get())?,
            dark: letters("map.dark", self.dark.get())?,
            core: letters("map.core", self.core.get())?,
        };
        let all = groups.all();
        let listed = groups.bright.len() + groups.dark.len() + groups.core.len();
        require(listed == all.len(), || "map: an island stands in more than one of bright, dark and core".into())?;
        let first_letters: Set<Island> = (0..all.len()).filter_map(Island::new).collect();
        require(all == first_letters, || "map: the islands must have the letters from A on, without a gap".into())?;
        Ok(groups)
    }

    fn currents(&self, islands: Set<Island>) -> Result<Vec<Arrow>, RulesetError> {
        let currents = pairs("map.currents", self.currents.get(), islands)?;
        require(currents.len() <= CURRENTS_MAX, || {
            format!("map.currents: there are {}, but {CURRENTS_MAX} at most can be used", currents.len())
        })?;
        for (index, current) in currents.iter().enumerate() {
            let twice = currents[..index].iter().any(|other| other == current || other.reversed() == *current);
            require(!twice, || format!("map.currents: {} is listed twice", upper(current)))?;
        }
        Ok(currents)
    }
}

impl Board {
    fn read(file: &File, islands: &Groups, currents: &[Arrow], table: Table) -> Result<Board, RulesetError> {
        let map = Map::new(islands.in_play(table), currents);
        let two = table == Table::Two;
        let offerings = if two { &file.offerings_two } else { &file.offerings };
        let beginner = match table {
            Table::Two => &file.beginner.two,
            Table::Three => &file.beginner.three,
            Table::Four => &file.beginner.four,
        };
        let board = Board {
            sea_spaces: if two { sea_spaces(file.map.sea_spaces.get(), &map)? } else { Vec::new() },
            neutral: if two { neutral(file.fish.neutral.get(), &map)? } else { Vec::new() },
            beginner: beginner.get().iter().map(|fish| read_fish(fish, table)).collect::<Result<_, _>>()?,
            map,
            fish_each: *file.fish.each.get(),
            offerings: read_offerings(if two { "offerings_two" } else { "offerings" }, offerings)?,
            left_out: 0,
            volcanoes: *(if two { &file.volcanoes.total_two } else { &file.volcanoes.total }).get(),
            eruption_every: *file.volcanoes.eruption_every.get(),
            reserve_offerings: *file.reserve.offerings.get(),
            reserve_volcanoes: *file.reserve.volcanoes.get(),
        };
        check_map(&board, table)?;
        check_tiles(&board, table)?;
        check_beginner(&board, table)?;
        Ok(board)
    }

    /// This board with as many offerings as before, but drawn from all those of the other. If there are no more of them,
    /// nothing is left to chance.
    fn with_all_of(&self, other: &Board) -> Board {
        let count = |board: &Board| board.offerings.iter().sum::<u8>();
        match count(other).checked_sub(count(self)) {
            None | Some(0) => self.clone(),
            Some(left_out) => Board { offerings: other.offerings, left_out, ..self.clone() },
        }
    }
}

/// K20: each touches two or three islands in play.
fn sea_spaces(texts: &[String], map: &Map) -> Result<Vec<Set<Island>>, RulesetError> {
    require(!texts.is_empty() && texts.len() <= SEA_SPACES_MAX, || {
        format!("map.sea_spaces: there must be 1 to {}", SEA_SPACES_MAX)
    })?;
    let space = |text: &String| {
        let islands = letters("map.sea_spaces", text)?;
        require((2..=3).contains(&islands.len()) && islands.is_subset(map.islands()), || {
            format!("map.sea_spaces: {text} must touch two or three islands that are in play with two players")
        })?;
        Ok(islands)
    };
    texts.iter().map(space).collect()
}

fn neutral(texts: &[String], map: &Map) -> Result<Vec<Arrow>, RulesetError> {
    let arrows = pairs("fish.neutral", texts, map.islands())?;
    for arrow in &arrows {
        let there = map.current(*arrow).is_some();
        require(there, || format!("fish.neutral: with two players there is no current {}", upper(arrow)))?;
    }
    let different: Set<Current> = arrows.iter().filter_map(|&arrow| map.current(arrow)).collect();
    require(different.len() == arrows.len(), || "fish.neutral: a current is listed twice".into())?;
    Ok(arrows)
}

fn read_fish(text: &str, table: Table) -> Result<Fish, RulesetError> {
    text.parse().map_err(|wrong| error(format!("beginner: with {}: {wrong}", table.name())))
}

fn read_offerings(name: &str, figures: &BTreeMap<String, Value<u8>>) -> Result<[u8; Tile::KINDS], RulesetError> {
    let mut counts = [0; Tile::KINDS];
    for (kind, count) in figures {
        let tile: Tile = kind.parse().map_err(|wrong| error(format!("{name}.{kind}: {wrong}")))?;
        counts[tile.index()] = *count.get();
    }
    Ok(counts)
}

/// Islands written as upper-case letters, each once.
fn letters(name: &str, text: &str) -> Result<Set<Island>, RulesetError> {
    let mut islands = Set::EMPTY;
    for letter in text.chars() {
        let island = Some(letter).filter(char::is_ascii_uppercase).map(|letter| letter.to_ascii_lowercase());
        let island = island
            .and_then(Island::from_letter)
            .ok_or_else(|| error(format!("{name}: {letter:?} is no island; there can be {ISLANDS_MAX}, A to P")))?;
        require(!islands.contains(island), || format!("{name}: {letter} is listed twice in {text:?}"))?;
        islands.insert(island);
    }
    Ok(islands)
}

/// Currents written as two upper-case letters of these islands.
fn pairs(name: &str, texts: &[String], islands: Set<Island>) -> Result<Vec<Arrow>, RulesetError> {
    let pair = |text: &String| {
        let known = letters(name, text)?;
        require(known.len() == 2 && known.is_subset(islands), || {
            format!("{name}: {text:?} must be two islands of the map, such as \"AB\"")
        })?;
        text.to_ascii_lowercase().parse().map_err(|wrong| error(format!("{name}: {wrong}")))
    };
    texts.iter().map(pair).collect()
}
