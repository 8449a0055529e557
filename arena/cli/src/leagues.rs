//! The leagues of `serve` without settings and of `demo`: one for each game and number of seats.

use std::num::NonZeroU32;

use kahua_engine::registry;

use kahua_core::ids::BotName;
use kahua_settings::Rulesets;
use kahua_settings::config::{LeagueSettings, MatchTerms, SeasonChoice};

/// A league for every game and number of seats, in which every bot that connects plays, without end.
pub(crate) fn open_to_all(games: &Rulesets) -> Vec<LeagueSettings> {
    let setups = setups(games, |seats| seats > 0);
    setups.into_iter().map(|(game, seats)| league("open", game, seats, &[], NonZeroU32::MAX)).collect()
}

/// A league for every game and number of seats that these bots can fill, with as many whole sets as give every game at least
/// `matches` matches.
pub(crate) fn of_every_game(name: &str, games: &Rulesets, bots: &[BotName], matches: u64) -> Vec<LeagueSettings> {
    let setups = setups(games, |seats| seats <= bots.len());
    let leagues = setups.iter().map(|&(game, seats)| {
        let of_game = setups.iter().filter(|(other, _)| *other == game).count() as u64;
        let sets = sets(matches.div_ceil(of_game), bots.len(), seats);
        league(name, game, seats, bots, sets)
    });
    leagues.collect()
}

/// The number of sets between these bots that have at least this number of matches.
pub(crate) fn sets(matches: u64, bots: usize, seats: usize) -> NonZeroU32 {
    let sets = matches.div_ceil(matches_of_a_set(bots, seats)).max(1);
    u32::try_from(sets).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MAX)
}

/// The number of matches in which every group of the bots plays one set: each group once in every rotation of its seats.
pub(crate) fn matches_of_a_set(bots: usize, seats: usize) -> u64 {
    let groups = (0..seats as u64).fold(1, |groups, taken| groups * (bots as u64 - taken) / (taken + 1));
    groups * seats as u64
}

/// A number of matches, as it is given on the command line.
pub(crate) fn match_count(text: &str) -> Result<u64, String> {
    let expected = "expected a whole number of matches, at least 1";
    text.parse().ok().filter(|count| *count > 0).ok_or_else(|| expected.to_owned())
}

/// Every game with every number of seats that `takes` accepts.
fn setups(games: &Rulesets, takes: impl Fn(usize) -> bool) -> Vec<(&'static str, usize)> {
    let known = registry::all().iter().map(|kind| kind.info()).filter(|info| games.find(info.name).is_some());
    known
        .flat_map(|info| info.seats.clone().map(|seats| (info.name, seats)))
        .filter(|(_, seats)| takes(*seats))
        .collect()
}

fn league(name: &str, game: &str, seats: usize, bots: &[BotName], sets: NonZeroU32) -> LeagueSettings {
    let terms = MatchTerms { seats, ..MatchTerms::new(game) };
    let defaults = LeagueSettings::new(format!("{name}-{game}-{seats}"), terms, bots.to_vec());
    // These leagues have no settings file, so a changed term (say, a new version of a ruleset) starts a season instead
    // of an error.
    LeagueSettings { sets: Some(sets), season: SeasonChoice::NewIfChanged, ..defaults }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_counted_over_all_groups_and_seatings() {
        let of = |bots, seats| matches_of_a_set(bots, seats);
        assert_eq!((of(2, 2), of(4, 2), of(5, 3), of(5, 5)), (2, 12, 30, 5));
        assert_eq!(sets(60, 5, 2).get(), 3);
        assert_eq!(sets(1, 5, 3).get(), 1);
    }

    #[test]
    fn every_game_gets_its_matches() {
        let bots: Vec<BotName> = ["a", "b", "c", "d", "e"].map(|name| name.parse().unwrap()).into();
        for kind in registry::all() {
            let leagues = of_every_game("x", &Rulesets::built_in(), &bots, 60);
            let ours = leagues.iter().filter(|league| league.terms.game == kind.info().name);
            let matches: u64 = ours
                .map(|league| u64::from(league.sets.unwrap().get()) * matches_of_a_set(5, league.terms.seats))
                .sum();
            assert!(matches >= 60, "{}: {matches}", kind.info().name);
        }
    }
}
