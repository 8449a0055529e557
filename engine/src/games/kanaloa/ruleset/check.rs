//! What a ruleset must satisfy to make a game. Each error names the value.

use crate::ensure::ensure;
use crate::games::kanaloa::fish::{Colour, Shoal};
use crate::games::kanaloa::map::Arrow;
use crate::ruleset::RulesetError;

use super::{Components, Table};

/// The most offering tiles that a ruleset may have; the published game has 93.
const OFFERINGS_MAX: usize = 96;

/// The most volcano tiles that a ruleset may have; the published game has 11.
const VOLCANOES_MAX: usize = 12;

/// Fish can be laid only where no current is a bridge (K2), and the volcano needs a place (K14, K20).
pub(super) fn check_map(components: &Components, table: Table) -> Result<(), RulesetError> {
    let (map, name) = (&components.map, table.name());
    let ways = map.both_ways();
    ensure!(ways.join_all(map.islands()), "map.currents: with {name} they don't join all islands");
    for current in map.currents() {
        let arrow = map.forward(current);
        ensure!(
            ways.lead_round(arrow),
            "map.currents: with {name} {} is a bridge, so no direction of it is legal",
            upper(&arrow)
        );
    }
    let (fish, currents) =
        (usize::from(components.fish_each) * table.seats() + components.neutral.len(), map.currents().len());
    ensure!(
        fish == currents,
        "fish: with {name} there must be one for each of the {currents} currents in play, got {fish}"
    );
    let islands = map.islands().len();
    let needed = if table == Table::Two { 4 } else { 2 * table.seats() + 1 };
    ensure!(islands >= needed, "map: {name} need at least {needed} islands, got {islands}");
    Ok(())
}

pub(super) fn check_tiles(components: &Components, table: Table) -> Result<(), RulesetError> {
    let name = table.name();
    let offerings: usize = components.offerings.iter().map(|&count| usize::from(count)).sum();
    let needed = 2 * components.map.islands().len() + usize::from(components.reserve_offerings);
    ensure!(
        offerings >= needed,
        "offerings: with {name} the map and the reserve need at least {needed}, got {offerings}"
    );
    ensure!(offerings <= OFFERINGS_MAX, "offerings: with {name} at most {OFFERINGS_MAX} are allowed, got {offerings}");
    let (volcanoes, reserved) = (components.volcanoes, components.reserve_volcanoes);
    ensure!(
        usize::from(volcanoes) <= VOLCANOES_MAX,
        "volcanoes: with {name} at most {VOLCANOES_MAX} are allowed, got {volcanoes}"
    );
    // The last volcano tile ends the game, so it must come last: out of the reserve.
    ensure!(
        (1..=volcanoes).contains(&reserved),
        "reserve.volcanoes: with {name} it must be 1 to {volcanoes}, got {reserved}"
    );
    ensure!(components.eruption_every > 0, "volcanoes.eruption_every: must be at least 1");
    Ok(())
}

pub(super) fn check_beginner(components: &Components, table: Table) -> Result<(), RulesetError> {
    let (map, name) = (&components.map, table.name());
    let mut shoal = Shoal::NONE;
    for &fish in &components.beginner {
        let way = upper(&fish.arrow);
        let Some(current) = map.current(fish.arrow) else {
            return Err(RulesetError::new(format!("beginner: with {name} there is no current {way}")));
        };
        ensure!(!shoal.laid().contains(current), "beginner: with {name} two fish lie on {way}");
        shoal.lay(map, current, fish);
    }
    ensure!(shoal.laid() == map.currents(), "beginner: with {name} a current has no fish");
    for colour in Colour::ALL {
        let found = shoal.of(colour);
        let fits = match colour.seat() {
            Some(seat) if seat.index() < table.seats() => found.len() == usize::from(components.fish_each),
            Some(_) => found.is_empty(),
            None => found == components.neutral.iter().filter_map(|&arrow| map.current(arrow)).collect(),
        };
        ensure!(
            fits,
            "beginner: with {name} there are too many or too few {colour} fish, or one lies in a wrong place"
        );
    }
    let joined = shoal.ways(map).join_all(map.islands());
    ensure!(joined, "beginner: with {name} an island can't be reached from every other one");
    Ok(())
}

pub(super) fn upper(arrow: &Arrow) -> String {
    arrow.to_string().to_ascii_uppercase()
}
