//! When everything has been played, though some bots may not play any more.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;
use std::time::Duration;

use kahua_core::ids::BotName;
use kahua_core::season::Season;
use kahua_play::MatchTotals;
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::App;
use kahua_settings::config::LeagueSettings;
use kahua_store::Records;
use tokio::time::timeout;

use super::LEAGUE;
use crate::leagues::matches_of_a_set;

/// How often it is looked whether a bot was suspended.
const LOOK_INTERVAL: Duration = Duration::from_millis(500);

/// How often it is looked whether there is anything left, once it may be over.
const LAST_LOOK_INTERVAL: Duration = Duration::from_millis(20);

/// Resolves when everything has been played in this season, which is the run, or everything that the bots can play that aren't
/// suspended.
pub(super) async fn finished(
    app: &App,
    league: &LeagueSettings,
    season: Season,
    matches: u64,
    progress: &crate::progress::Progress,
) {
    let mut played = Played::new(app.reader().records(), season);
    loop {
        let now = so_far(app);
        progress.set(now.finished);
        // More may be left: a bot that has come back in another version plays again, and so does who was in an aborted match.
        let is_late = now.finished + now.aborted >= matches;
        if is_late && has_nothing_left(app) {
            return;
        }
        let suspended: BTreeSet<BotName> = suspended(app, league).into_keys().collect();
        if !suspended.is_empty() && app.is_idle() {
            let left = league.bots.len() - suspended.len();
            if played.without(&suspended) >= planned(left, league.terms.seats, league.sets.map_or(1, NonZeroU32::get)) {
                return;
            }
        }
        // Nothing else tells of a suspension, or that the schedule has heard of the last match.
        let pause = if is_late { LAST_LOOK_INTERVAL } else { LOOK_INTERVAL };
        let _look_again = timeout(pause, app.wait_for(|_| so_far(app) != now)).await;
    }
}

/// How far this run is.
pub(super) fn so_far(app: &App) -> MatchTotals {
    app.season_progress(LEAGUE).map_or_else(MatchTotals::default, |(_, progress)| progress)
}

/// Whether nothing is left to play by the schedule. What was aborted too often isn't.
fn has_nothing_left(app: &App) -> bool {
    app.is_idle() && app.league_progress(LEAGUE).is_some_and(|league| league.planned == Some(league.ended))
}

/// The bots of the league that are suspended.
pub(super) fn suspended(app: &App, league: &LeagueSettings) -> BTreeMap<BotName, pb::Suspension> {
    let mut suspended = app.suspensions();
    suspended.retain(|name, _| league.bots.contains(name));
    suspended
}

/// The matches of this run so far, by the bots that played them.
#[derive(Debug)]
struct Played {
    /// Goes on where it ended when more has been played.
    records: Records,
    season: Season,
    groups: BTreeMap<BTreeSet<String>, u64>,
}

impl Played {
    fn new(records: Records, season: Season) -> Played {
        Played { records, season, groups: BTreeMap::new() }
    }

    /// How many matches have been played in which none of these bots has a seat. Reads only what is new since the last call.
    fn without(&mut self, bots: &BTreeSet<BotName>) -> u64 {
        // A damaged record is one of an earlier run, and the report names it.
        for record in self.records.by_ref().flatten() {
            if record.league != LEAGUE || Season::of(&record) != self.season {
                continue;
            }
            let group = record.players.into_iter().map(|player| player.name).collect();
            *self.groups.entry(group).or_default() += 1;
        }
        let is_one = |name: &String| bots.iter().any(|bot| bot.as_str() == name);
        self.groups.iter().filter(|(group, _)| !group.iter().any(is_one)).map(|(_, matches)| matches).sum()
    }
}

/// How many matches so many bots play, if each group of them plays so many sets.
fn planned(bots: usize, seats: usize, sets: u32) -> u64 {
    if bots < seats { 0 } else { u64::from(sets) * matches_of_a_set(bots, seats) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_bots_play_fewer_matches() {
        assert_eq!([4, 3, 2, 1, 0].map(|bots| planned(bots, 2, 10)), [120, 60, 20, 0, 0]);
    }
}
