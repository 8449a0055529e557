//! The leagues that commands make up by themselves: one for each game and seat count.

use std::num::NonZeroU32;

use engine::registry;

use crate::config::LeagueSettings;
use crate::games::Games;
use crate::ids::BotName;

/// A league for every game and seat count in which every bot plays that connects.
pub(super) fn open_to_all(games: &Games) -> Vec<LeagueSettings> {
    of_every_game("open", games, &[], NonZeroU32::MAX)
}

/// A league for every game and seat count between these bots, called `NAME-GAME-SEATS`; of as many sets.
pub(super) fn of_every_game(name: &str, games: &Games, bots: &[BotName], sets: NonZeroU32) -> Vec<LeagueSettings> {
    let mut leagues = Vec::new();
    for ruleset in registry::all().iter().filter_map(|kind| games.find(kind.info().name)) {
        let info = ruleset.info();
        for seats in info.seats.clone().filter(|seats| bots.is_empty() || *seats <= bots.len()) {
            let league = LeagueSettings::usual(format!("{name}-{}-{seats}", info.name), info.name, bots.to_vec());
            leagues.push(LeagueSettings { seats, sets, ..league });
        }
    }
    leagues
}
