//! The status of the leagues, for organizers.

use std::collections::BTreeMap;

use kahua_core::clock::Micros;
use kahua_core::ids::BotName;
use kahua_core::season::Season;
use kahua_leagues::{Corrections, Entrant, KnockoutRound, Round};
use kahua_proto::pb::arena::v1 as pb;
use pb::league_status::State;
use tokio::time::Instant;

use super::Matchmaker;
use super::league::League;
use crate::bots::lobby::BotStatus;
use crate::time::Time;
use kahua_settings::config::Length;

impl Matchmaker {
    /// The status of this league, or of all. `elsewhere` has the number of matches of each season that other nodes
    /// play.
    pub fn statuses(&self, name: Option<&str>, elsewhere: BTreeMap<(String, Season), u32>) -> Vec<pb::LeagueStatus> {
        let mut running = self.running_of_seasons();
        for (season, count) in elsewhere {
            *running.entry(season).or_default() += count;
        }
        let bots = self.lobby.bots().into_iter().map(|bot| (bot.name, bot)).collect();
        let suspensions = self.lobby.suspensions();
        let leagues = self.leagues.lock();
        let wanted = leagues.iter().filter(|league| name.is_none_or(|name| name == league.name()));
        let corrections = self.matches.ledger().corrections();
        wanted.map(|league| self.status(league, &running, &bots, (&suspensions, &corrections))).collect()
    }

    /// How many matches of each season of each league are being played, here or by workers. Seasons without any are
    /// left out.
    pub(super) fn running_of_seasons(&self) -> BTreeMap<(String, Season), u32> {
        let mut running = self.matches.of_seasons();
        for (season, count) in self.workers.of_seasons() {
            *running.entry(season).or_default() += count;
        }
        running
    }

    fn status(
        &self,
        league: &League,
        running: &BTreeMap<(String, Season), u32>,
        bots: &BTreeMap<BotName, BotStatus>,
        (suspensions, corrections): (&BTreeMap<BotName, pb::Suspension>, &Corrections),
    ) -> pb::LeagueStatus {
        let (played, planned) = league.far();
        let running = running.get(&league.key()).copied().unwrap_or(0);
        let is_over = league.is_over();
        let waiting_for = if is_over { Vec::new() } else { self.listed(league).0 };
        let state = match () {
            () if is_over => State::Over,
            () if league.overrides.paused || self.is_paused() => State::Paused,
            () if league.is_closed() => State::Closed,
            () if running > 0 || self.could_play(league, &waiting_for, bots) => State::Playing,
            () => State::Waiting,
        };
        let left = planned.and_then(|planned| league.reported.time_left(played, planned, Instant::now()));
        pb::LeagueStatus {
            league: Some(league.spec.to_wire()),
            format: league.spec.settings.format.to_string(),
            state: state.into(),
            played,
            planned,
            running,
            time_left_ms: left.filter(|_| !is_over).map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX)),
            waiting_for: waiting_for.iter().map(ToString::to_string).collect(),
            length: league.spec.settings.length().map(Length::to_wire),
            changes: Some(league.overrides.to_wire()),
            bots: entrants(league).map(|entrant| one(league, &entrant, bots, (suspensions, corrections))).collect(),
            round: league.format.round().map(round),
            knockout: league.format.bracket().into_iter().map(KnockoutRound::to_wire).collect(),
            calendar: league.spec.settings.calendar.as_ref().map(|calendar| calendar.to_wire(Time::unix_ms())),
        }
    }

    /// Whether the next match could begin although none is being played: all bots on the list are there or, without a
    /// list, enough bots for a match.
    fn could_play(&self, league: &League, away: &[BotName], bots: &BTreeMap<BotName, BotStatus>) -> bool {
        use kahua_leagues::Availability::Away;
        let spec = &league.spec;
        let is_there = |name: &&BotName| self.lobby.availability(**name, spec.game(), spec.seats()) != Away;
        match league.is_open() {
            true => {
                bots.keys().filter(is_there).filter(|name| league.admits(name) && !league.refuses(name)).count()
                    >= spec.seats().get()
            }
            false => away.is_empty(),
        }
    }
}

fn round(Round { number, tables, byes, begins_in }: Round) -> pb::SwissRound {
    pb::SwissRound {
        number: number as u32,
        tables: tables.into_iter().map(|bots| pb::SwissTable { bots: names(bots) }).collect(),
        byes: names(byes),
        begins_in_ms: begins_in.map(|Micros(micros)| micros.div_ceil(1000)),
    }
}

fn names(bots: Vec<BotName>) -> Vec<String> {
    bots.iter().map(ToString::to_string).collect()
}

/// The bots on the league's list, and all versions that have entered or played, by name and version.
fn entrants(league: &League) -> impl Iterator<Item = Entrant> {
    let listed = league.spec.settings.bots.iter().filter(|name| !league.current.contains_key(name));
    let mut entrants: Vec<Entrant> = listed.map(|name| Entrant::new(*name, "")).collect();
    entrants.extend(league.played.keys().cloned());
    entrants.sort();
    entrants.into_iter()
}

fn one(
    league: &League,
    entrant: &Entrant,
    bots: &BTreeMap<BotName, BotStatus>,
    (suspensions, corrections): (&BTreeMap<BotName, pb::Suspension>, &Corrections),
) -> pb::LeagueBot {
    let Entrant { name, version } = entrant;
    pb::LeagueBot {
        name: name.to_string(),
        version: version.to_string(),
        played: league.played.get(entrant).copied().unwrap_or(0),
        current: league.current.get(name).is_none_or(|current| current == version),
        connected: bots.get(name).is_some_and(|bot| bot.connected),
        withdrawn: league.overrides.withdrawn.contains(name),
        suspension: suspensions.get(name).cloned(),
        disqualified: corrections.disqualification(league.name(), league.spec.season, name.as_str(), version).cloned(),
    }
}
