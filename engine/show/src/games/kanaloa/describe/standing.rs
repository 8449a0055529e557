//! Who leads, or wins, and by what.

use kahua_engine::games::kanaloa::{Player, Tally};
use kahua_engine::outcome::places_by;
use kahua_engine::{PerSeat, Place, Seat};

use crate::language::Wording;
use crate::prose::list;
use crate::{say, say_count};

use super::words::points;

/// Who leads, without a full stop: "Red leads with 21 points, before Yellow with 14".
pub(super) fn leading(players: &PerSeat<Player>, wording: Wording<'_>) -> String {
    let language = wording.language;
    standing(players, wording, say!(language, "leads"), say!(language, "share the lead"))
}

/// Who wins, without a full stop.
pub(super) fn winning(players: &PerSeat<Player>, wording: Wording<'_>) -> String {
    let language = wording.language;
    standing(players, wording, say!(language, "wins"), say!(language, "share the first place"))
}

/// Who is first. The verbs are for one player and for several.
fn standing(players: &PerSeat<Player>, wording: Wording<'_>, verb: &str, shared: &str) -> String {
    let language = wording.language;
    let tallies = players.map(|player| Tally::of(&player.temples));
    let places = places_by(&tallies);
    let first = seats_at(&places, Place::FIRST);
    let called = |seats: &[Seat]| list(language, seats.iter().map(|&seat| &wording.names[seat]));
    let best = tallies[first[0]];
    let leaders = called(&first);
    let Some(next) = places.iter().copied().filter(|&place| place > Place::FIRST).min() else {
        let with = say_count!(language, best.points, "with {0} point each", "with {0} points each");
        return format!("{leaders} {shared} {with}");
    };
    let second = seats_at(&places, next);
    let next = tallies[second[0]];
    let verb = if first.len() == 1 { verb } else { shared };
    if next.points < best.points {
        let alike = tallies.entries().filter(|(_, tally)| tally.points == next.points).map(|(seat, _)| seat);
        let others = called(&alike.collect::<Vec<_>>());
        let with = if first.len() == 1 {
            say_count!(language, best.points, "with {0} point", "with {0} points")
        } else {
            say_count!(language, best.points, "with {0} point each", "with {0} points each")
        };
        say!(language, "{0} {1} {2}, before {3} with {4}", leaders, verb, with, others, next.points)
    } else {
        let all = called(&[first, second].concat());
        say!(
            language,
            "{0} have {1} each, and {2} {3} by {4} to {5} in what didn't score",
            all,
            points(language, best.points),
            leaders,
            verb,
            best.unscored,
            next.unscored
        )
    }
}

fn seats_at(places: &PerSeat<Place>, place: Place) -> Vec<Seat> {
    places.entries().filter(|&(_, at)| *at == place).map(|(seat, _)| seat).collect()
}
