//! Who leads, or wins, and by what.

use kahua_engine::games::kanaloa::{Player, Tally};
use kahua_engine::outcome::places_by;
use kahua_engine::{PerSeat, Place, Seat};

use crate::prose::list;

use super::words::points;

/// Who is first, without a full stop: "Red leads with 21 points, before Yellow with 14". The verbs are for one player
/// and for several.
pub(in crate::games::kanaloa) fn standing(
    players: &PerSeat<Player>,
    names: &PerSeat<String>,
    verb: &str,
    shared: &str,
) -> String {
    let tallies = players.map(|player| Tally::of(&player.temples));
    let places = places_by(&tallies);
    let first = seats_at(&places, Place::FIRST);
    let called = |seats: &[Seat]| list(seats.iter().map(|&seat| &names[seat]));
    let best = tallies[first[0]];
    let Some(next) = places.iter().copied().filter(|&place| place > Place::FIRST).min() else {
        return format!("{} {shared} with {} each", called(&first), points(best.points));
    };
    let second = seats_at(&places, next);
    let next = tallies[second[0]];
    let leaders = called(&first);
    let verb = if first.len() == 1 { verb } else { shared };
    if next.points < best.points {
        let alike = tallies.entries().filter(|(_, tally)| tally.points == next.points).map(|(seat, _)| seat);
        let others = called(&alike.collect::<Vec<_>>());
        let each = if first.len() == 1 { "" } else { " each" };
        format!("{leaders} {verb} with {}{each}, before {others} with {}", points(best.points), next.points)
    } else {
        let all = called(&[first, second].concat());
        let (more, less) = (best.unscored, next.unscored);
        format!(
            "{all} have {} each, and {leaders} {verb} by {more} to {less} in what didn't score",
            points(best.points)
        )
    }
}

fn seats_at(places: &PerSeat<Place>, place: Place) -> Vec<Seat> {
    places.entries().filter(|&(_, at)| *at == place).map(|(seat, _)| seat).collect()
}
