//! Reading the values of the file into the components for a number of seats.

use std::collections::BTreeMap;

use crate::Set;
use crate::ensure::ensure;
use crate::games::kanaloa::fish::Fish;
use crate::games::kanaloa::map::{Arrow, CURRENTS_MAX, Current, Island, Map};
use crate::games::kanaloa::tile::Tile;
use crate::games::kanaloa::volcano::SeaSpace;
use crate::ruleset::{RulesetError, Value};

use super::check::{check_beginner, check_map, check_tiles, upper};
use super::file::{File, MapValues};
use super::{Components, Table};

/// The islands, grouped by when they are in play.
pub(super) struct Groups {
    bright: Set<Island>,
    dark: Set<Island>,
    core: Set<Island>,
}

impl Groups {
    pub(super) fn all(&self) -> Set<Island> {
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

impl MapValues {
    pub(super) fn islands(&self) -> Result<Groups, RulesetError> {
        let groups = Groups {
            bright: letters("map.bright", self.bright.get())?,
            dark: letters("map.dark", self.dark.get())?,
            core: letters("map.core", self.core.get())?,
        };
        let all = groups.all();
        let listed = groups.bright.len() + groups.dark.len() + groups.core.len();
        ensure!(listed == all.len(), "map: an island stands in more than one of bright, dark and core");
        let first_letters: Set<Island> = (0..all.len()).filter_map(Island::new).collect();
        ensure!(all == first_letters, "map: the islands must have the letters from A on, without a gap");
        Ok(groups)
    }

    pub(super) fn currents(&self, islands: Set<Island>) -> Result<Vec<Arrow>, RulesetError> {
        let currents = pairs("map.currents", self.currents.get(), islands)?;
        ensure!(
            currents.len() <= CURRENTS_MAX,
            "map.currents: at most {CURRENTS_MAX} are allowed, got {}",
            currents.len()
        );
        for (index, current) in currents.iter().enumerate() {
            let twice = currents[..index].iter().any(|other| other == current || other.reversed() == *current);
            ensure!(!twice, "map.currents: {} is listed twice", upper(current));
        }
        Ok(currents)
    }
}

impl Components {
    pub(super) fn read(
        file: &File,
        islands: &Groups,
        currents: &[Arrow],
        table: Table,
    ) -> Result<Components, RulesetError> {
        let map = Map::new(islands.in_play(table), currents);
        let three_and_four = ("offerings", &file.offerings, &file.volcanoes.total);
        let ((name, offerings, volcanoes), beginner) = match table {
            Table::Two => (("offerings_two", &file.offerings_two, &file.volcanoes.total_two), &file.beginner.two),
            Table::Three => (three_and_four, &file.beginner.three),
            Table::Four => (three_and_four, &file.beginner.four),
        };
        let two = table == Table::Two;
        let components = Components {
            sea_spaces: if two { sea_spaces(file.map.sea_spaces.get(), &map)? } else { Vec::new() },
            neutral: if two { neutral(file.fish.neutral.get(), &map)? } else { Vec::new() },
            beginner: beginner.get().iter().map(|fish| read_fish(fish, table)).collect::<Result<_, _>>()?,
            map,
            fish_each: *file.fish.each.get(),
            offerings: read_offerings(name, offerings)?,
            left_out: 0,
            volcanoes: *volcanoes.get(),
            eruption_every: *file.volcanoes.eruption_every.get(),
            reserve_offerings: *file.reserve.offerings.get(),
            reserve_volcanoes: *file.reserve.volcanoes.get(),
        };
        check_map(&components, table)?;
        check_tiles(&components, table)?;
        check_beginner(&components, table)?;
        Ok(components)
    }
}

/// Each sea space touches two or three islands in play (K20).
fn sea_spaces(texts: &[String], map: &Map) -> Result<Vec<Set<Island>>, RulesetError> {
    ensure!(
        (1..=SeaSpace::COUNT).contains(&texts.len()),
        "map.sea_spaces: there must be 1 to {}, got {}",
        SeaSpace::COUNT,
        texts.len()
    );
    let space = |text: &String| {
        let islands = letters("map.sea_spaces", text)?;
        ensure!(
            (2..=3).contains(&islands.len()) && islands.is_subset(map.islands()),
            "map.sea_spaces: {text} must touch two or three islands that are in play with two players"
        );
        Ok(islands)
    };
    texts.iter().map(space).collect()
}

fn neutral(texts: &[String], map: &Map) -> Result<Vec<Arrow>, RulesetError> {
    let arrows = pairs("fish.neutral", texts, map.islands())?;
    for arrow in &arrows {
        let there = map.current(*arrow).is_some();
        ensure!(there, "fish.neutral: with two players there is no current {}", upper(arrow));
    }
    let different: Set<Current> = arrows.iter().filter_map(|&arrow| map.current(arrow)).collect();
    ensure!(different.len() == arrows.len(), "fish.neutral: a current is listed twice");
    Ok(arrows)
}

fn read_fish(text: &str, table: Table) -> Result<Fish, RulesetError> {
    text.parse().map_err(|error| RulesetError::new(format!("beginner: with {}: {error}", table.name())))
}

fn read_offerings(name: &str, values: &BTreeMap<String, Value<u8>>) -> Result<[u8; Tile::COUNT], RulesetError> {
    let mut counts = [0; Tile::COUNT];
    for (kind, count) in values {
        let tile: Tile = kind.parse().map_err(|error| RulesetError::new(format!("{name}.{kind}: {error}")))?;
        counts[tile.index()] = *count.get();
    }
    Ok(counts)
}

/// Reads islands written as upper-case letters, each once.
fn letters(name: &str, text: &str) -> Result<Set<Island>, RulesetError> {
    let mut islands = Set::EMPTY;
    for letter in text.chars() {
        let island = Some(letter).filter(char::is_ascii_uppercase).map(|letter| letter.to_ascii_lowercase());
        let island = island
            .and_then(Island::from_letter)
            .ok_or_else(|| RulesetError::new(format!("{name}: {letter:?} is not a valid island (A to P)")))?;
        ensure!(!islands.contains(island), "{name}: {letter} is listed twice in {text:?}");
        islands.insert(island);
    }
    Ok(islands)
}

/// Reads currents, each written as the upper-case letters of two of these islands.
fn pairs(name: &str, texts: &[String], islands: Set<Island>) -> Result<Vec<Arrow>, RulesetError> {
    let pair = |text: &String| {
        let known = letters(name, text)?;
        ensure!(
            known.len() == 2 && known.is_subset(islands),
            "{name}: {text:?} must be two islands of the map, such as \"AB\""
        );
        text.to_ascii_lowercase().parse().map_err(|error| RulesetError::new(format!("{name}: {error}")))
    };
    texts.iter().map(pair).collect()
}
