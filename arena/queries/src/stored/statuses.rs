//! The progress of a league, from its data directory. What only the settings say isn't known: the number of matches of all formats
//! but the knock-out.

use std::collections::BTreeMap;

use kahua_core::season::Season;
use kahua_leagues::Corrections;
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::config::Length;
use kahua_settings::overrides::{self, Overrides};
use kahua_settings::seasons::{KeptSeason, PresentSeasons};
use kahua_settings::times::Times;
use kahua_store::{Reader, StoreError};
use pb::league_status::State;

use crate::knockout::StoredKnockout;

/// Counts from the matches of a season.
#[derive(Debug, Default)]
struct Counts {
    played: u64,
    running: u32,
    /// The matches of each bot in each of its versions.
    bots: BTreeMap<(String, String), u64>,
    /// The version in which each bot played last.
    current: BTreeMap<String, String>,
    game: String,
    seats: u32,
    knockout: Option<StoredKnockout>,
}

impl Counts {
    fn add(&mut self, record: &pb::MatchRecord, corrections: &Corrections) {
        (self.game, self.seats) = (record.game.clone(), record.players.len() as u32);
        let has_places = !record.results.is_empty();
        self.played += u64::from(has_places);
        for pb::Player { name, version } in &record.players {
            self.current.insert(name.clone(), version.clone());
            *self.bots.entry((name.clone(), version.clone())).or_default() += u64::from(has_places);
        }
        if let Some(knockout) = &mut self.knockout {
            knockout.add(record, corrections);
        }
    }
}

/// The progress of these leagues, which the store knows.
///
/// # Errors
/// If the store can't be read.
pub(super) fn of(
    leagues: &[String],
    corrections: &Corrections,
    reader: &Reader,
) -> Result<Vec<pb::LeagueStatus>, StoreError> {
    let present = PresentSeasons::read(reader)?;
    let mut counts: BTreeMap<&str, Counts> = BTreeMap::new();
    for league in leagues {
        let knockout = StoredKnockout::present(league, reader)?;
        counts.insert(league, Counts { knockout, ..Counts::default() });
    }
    let is_present = |record: &pb::MatchRecord| Season::of(record) == present.of(&record.league);
    reader.summaries_of_all(|record| {
        if let Some(record) = record.ok().filter(is_present)
            && let Some(counts) = counts.get_mut(record.league.as_str())
        {
            counts.add(&record, corrections);
        }
    })?;
    for open in reader.open_matches()?.into_iter().filter_map(Result::ok).filter(|open| is_present(&open.header)) {
        if let Some(counts) = counts.get_mut(open.header.league.as_str()) {
            counts.running += 1;
            if let Some(knockout) = &mut counts.knockout {
                knockout.add_open(&open.header);
            }
        }
    }
    let status = |(league, counts)| status(league, present.of(league), counts, corrections, reader);
    counts.into_iter().map(status).collect()
}

fn status(
    league: &str,
    season: Season,
    mut counts: Counts,
    corrections: &Corrections,
    reader: &Reader,
) -> Result<pb::LeagueStatus, StoreError> {
    let terms = KeptSeason::of(league, reader)?.map(|kept| kept.terms).unwrap_or_default();
    let term = |name: &str| terms.get(name).map(str::to_owned);
    let changes = Overrides::read(league, season, reader)?;
    let listed: Vec<String> = changes.listed().iter().map(ToString::to_string).collect();
    // An organizer has chosen these bots, and they haven't played in the season yet.
    for name in listed.iter().filter(|name| !counts.current.contains_key(*name)) {
        counts.bots.insert((name.clone(), String::new()), 0);
    }
    let times = Times::told(league, season, reader)?;
    let is_paused = changes.paused || overrides::is_all_paused(reader)?;
    let suspensions: BTreeMap<String, pb::Suspension> =
        reader.suspensions()?.into_iter().map(|(name, suspension)| (name.to_string(), suspension)).collect();
    let bot = |((name, version), played): (&(String, String), &u64)| pb::LeagueBot {
        name: name.clone(),
        version: version.clone(),
        played: *played,
        current: counts.current.get(name).is_none_or(|current| current == version),
        connected: false,
        withdrawn: changes.withdrawn.iter().any(|withdrawn| withdrawn.as_str() == name),
        suspension: suspensions.get(name).cloned(),
        disqualified: corrections.disqualification(league, season, name, version).cloned(),
    };
    let (knockout, planned) = counts.knockout.map(|knockout| knockout.rounds(corrections)).unwrap_or_default();
    Ok(pb::LeagueStatus {
        bots: counts.bots.iter().map(bot).collect(),
        league: Some(pb::League {
            name: league.to_owned(),
            game: term("game").unwrap_or(counts.game),
            seats: term("seats").and_then(|seats| seats.parse().ok()).unwrap_or(counts.seats),
            season: season.number(),
            bots: listed,
            times,
            ..pb::League::default()
        }),
        format: term("format").unwrap_or_default(),
        state: if is_paused { State::Paused } else { State::Idle }.into(),
        played: counts.played,
        planned,
        running: counts.running,
        time_left_ms: None,
        waiting_for: Vec::new(),
        length: changes.length.or(changes.length_of_settings).map(Length::to_wire),
        changes: Some(changes.to_wire()),
        round: None,
        knockout,
        calendar: None,
    })
}
