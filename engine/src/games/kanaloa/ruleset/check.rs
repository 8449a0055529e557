//! What a ruleset must satisfy to make a game; each error names the figure.

use crate::ruleset::RulesetError;

use super::board::Board;
use super::fish::{Colour, Shoal};
use super::map::Arrow;
use super::rules::Table;

/// No ruleset has more offering tiles than this; the published game has 93.
const OFFERINGS_MAX: usize = 96;

/// No ruleset has more volcano tiles than this; the published game has 11.
const VOLCANOES_MAX: usize = 12;

/// The placing of fish needs currents without a bridge (K2), and the volcano needs a place (K14, K20).
pub(super) fn check_map(board: &Board, table: Table) -> Result<(), RulesetError> {
    let (map, name) = (&board.map, table.name());
    let islands = map.islands().len();
    let ways = map.both_ways();
    require(ways.join_all(map.islands()), || format!("map.currents: with {name} they don't join all islands"))?;
    for current in map.currents() {
        let arrow = map.forward(current);
        let bridge =
            || format!("map.currents: with {name} {} is a bridge, so no direction of it is legal", upper(&arrow));
        require(ways.lead_round(arrow), bridge)?;
    }
    let fish = usize::from(board.fish_each) * table.seats() + board.neutral.len();
    require(fish == map.currents().len(), || {
        format!("fish: with {name} there are {fish}, but {} currents in play", map.currents().len())
    })?;
    match table {
        Table::Two => require(islands > 3, || format!("map: {name} need at least 4 islands, not {islands}")),
        _ => require(islands > 2 * table.seats(), || {
            format!("map: {name} need more than {} islands to leave one free for a volcano", 2 * table.seats())
        }),
    }
}

pub(super) fn check_tiles(board: &Board, table: Table) -> Result<(), RulesetError> {
    let name = table.name();
    let offerings: usize = board.offerings.iter().map(|&count| usize::from(count)).sum();
    let needed = 2 * board.map.islands().len() + usize::from(board.reserve_offerings);
    require(offerings >= needed, || {
        format!("offerings: with {name} the map and the reserve take {needed}, but there are {offerings}")
    })?;
    require(offerings <= OFFERINGS_MAX, || {
        format!("offerings: with {name} there are {offerings}, but {OFFERINGS_MAX} at most can be used")
    })?;
    require(usize::from(board.volcanoes) <= VOLCANOES_MAX, || {
        format!("volcanoes: with {name} there are {}, but {VOLCANOES_MAX} at most can be used", board.volcanoes)
    })?;
    require((1..=board.volcanoes).contains(&board.reserve_volcanoes), || {
        "reserve.volcanoes: the reserve must hold at least the last volcano, and no more than there are".into()
    })?;
    require(board.eruption_every > 0, || "volcanoes.eruption_every: must be at least 1".into())
}

pub(super) fn check_beginner(board: &Board, table: Table) -> Result<(), RulesetError> {
    let (map, name) = (&board.map, table.name());
    let mut shoal = Shoal::NONE;
    for &fish in &board.beginner {
        let way = upper(&fish.arrow);
        let current = map.current(fish.arrow);
        let current = current.ok_or_else(|| error(format!("beginner: with {name} there is no current {way}")))?;
        require(!shoal.laid().contains(current), || format!("beginner: with {name} {way} bears two fish"))?;
        shoal.lay(map, current, fish);
    }
    require(shoal.laid() == map.currents(), || format!("beginner: with {name} a current bears no fish"))?;
    for colour in Colour::ALL {
        let found = shoal.of(colour);
        let fits = match colour.seat() {
            Some(seat) if seat.index() < table.seats() => found.len() == usize::from(board.fish_each),
            Some(_) => found.is_empty(),
            None => found == board.neutral.iter().filter_map(|&arrow| map.current(arrow)).collect(),
        };
        require(fits, || {
            format!("beginner: with {name} the {colour} fish are too many, too few or in the wrong place")
        })?;
    }
    let joined = shoal.ways(map).join_all(map.islands());
    require(joined, || format!("beginner: with {name} an island can't be reached from every other one"))
}

pub(super) fn upper(arrow: &Arrow) -> String {
    arrow.to_string().to_ascii_uppercase()
}

pub(super) fn error(reason: String) -> RulesetError {
    RulesetError::new(reason)
}

pub(super) fn require(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), RulesetError> {
    if holds { Ok(()) } else { Err(error(otherwise())) }
}
