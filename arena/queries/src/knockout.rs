//! The rounds of a knock-out that no arena plays. The terms of its season say how it is played, and its format is told of all
//! matches, as in an arena that starts.

use std::collections::BTreeMap;

use kahua_core::ids::BotName;
use kahua_core::referee::Luck;
use kahua_core::season::Season;
use kahua_engine::Seed;
use kahua_leagues::{Corrections, Format, FormatSettings, KnockoutRound, Outcome, SetSeeds, SetSource, place_of};
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::seasons::StoredSeason;
use kahua_store::{Reader, StoreError};

use crate::facts::Facts;

/// The rounds of this season of a league, from its matches in the store; none if it isn't known as a season of a knock-out.
///
/// # Errors
/// If the store can't be read.
pub(crate) fn rounds_of(
    league: &str,
    season: Season,
    facts: &impl Facts,
) -> Result<Vec<pb::KnockoutRound>, StoreError> {
    let (reader, corrections) = (facts.reader(), facts.corrections()?);
    let stored = StoredSeason::of(league, season, reader)?;
    let Some(mut knockout) = stored.and_then(|stored| StoredKnockout::new(league, &stored)) else {
        return Ok(Vec::new());
    };
    reader.summaries_of_season(league, season, |record| {
        if let Ok(record) = record {
            knockout.add(&record, &corrections);
        }
    })?;
    let is_of_season = |header: &pb::MatchRecord| header.league == league && Season::of(header) == season;
    reader.open_headers()?.iter().filter(|header| is_of_season(header)).for_each(|header| knockout.add_open(header));
    Ok(knockout.rounds(&corrections).0)
}

/// A season of a knock-out.
#[derive(Debug)]
pub(crate) struct StoredKnockout {
    league: String,
    season: Season,
    seeds: Vec<BotName>,
    /// The version in which each bot has played last.
    versions: BTreeMap<String, String>,
    format: Box<dyn Format>,
}

impl StoredKnockout {
    /// The present season of this league before its first match; `None` if it isn't one of a knock-out.
    ///
    /// # Errors
    /// If the store can't be read.
    pub(crate) fn present(league: &str, reader: &Reader) -> Result<Option<StoredKnockout>, StoreError> {
        Ok(StoredSeason::present(league, reader)?.and_then(|season| StoredKnockout::new(league, &season)))
    }

    /// This season before its first match; `None` if it isn't one of a knock-out.
    fn new(league: &str, StoredSeason { kept, withdrawn }: &StoredSeason) -> Option<StoredKnockout> {
        let (seats, settings) = kept.knockout()?;
        let (season, seeds) = (kept.season, settings.seeds.clone());
        // No match is handed out here, so nothing follows from seed and luck.
        let (seed, set_seeds, luck) = (Seed::from_number(0), SetSeeds::default(), Luck::Same);
        let source =
            SetSource { league: league.to_owned(), season: season.number() - 1, seats, seed, seeds: set_seeds, luck };
        let mut format = FormatSettings::Knockout(settings).start(source);
        seeds.iter().filter(|name| !withdrawn.contains(name)).for_each(|name| format.expect(*name));
        Some(StoredKnockout { league: league.to_owned(), season, seeds, versions: BTreeMap::new(), format })
    }

    /// Counts a match of the season that has ended. A record that isn't sound doesn't count.
    pub(crate) fn add(&mut self, record: &pb::MatchRecord, corrections: &Corrections) {
        self.versions.extend(record.players.iter().map(|player| (player.name.clone(), player.version.clone())));
        if let (Some((set, seats)), Some(outcome)) = (place_of(record), Outcome::of(record, corrections)) {
            self.format.ended(&set, &seats, &outcome);
        }
    }

    /// Counts a match of the season that has begun and hasn't ended.
    pub(crate) fn add_open(&mut self, header: &pb::MatchRecord) {
        if let Some((set, seats)) = place_of(header) {
            self.format.resumed(&set, &seats);
        }
    }

    /// The rounds after all these matches, and how many matches there will be.
    pub(crate) fn rounds(mut self, corrections: &Corrections) -> (Vec<pb::KnockoutRound>, Option<u64>) {
        for name in &self.seeds {
            let version = self.versions.get(name.as_str()).map_or("", String::as_str);
            if corrections.disqualification(&self.league, self.season, name.as_str(), version).is_some() {
                self.format.withdraw(name);
            }
        }
        (self.format.bracket().into_iter().map(KnockoutRound::to_wire).collect(), self.format.progress().planned)
    }
}
