//! Which pools a request asks for, their standings, and comparisons of two bots.

use std::collections::{BTreeMap, BTreeSet};

use kahua_core::limits;
use kahua_core::season::Season;
use kahua_leagues::{mark_disqualified, mark_suspended, rank_by_knockout, rank_by_swiss};
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::config::FormatKind;
use kahua_settings::overrides::Overrides;
use kahua_settings::seasons::{KeptSeason, PresentSeasons};
use kahua_settings::times::Times;
use kahua_store::StoreError;
use tonic::Status;

use crate::facts::Facts;
use crate::knockout::rounds_of;
use crate::page::Page;
use crate::refusal::{invalid, store_failed};

/// The pools that a request asks for. A field that isn't given selects all.
#[derive(Debug)]
pub struct Selection {
    league: Option<String>,
    game: Option<String>,
    seats: Option<u32>,
    seasons: Seasons,
}

#[derive(Debug)]
enum Seasons {
    All,
    One(Season),
    /// The present one of each league.
    Present(PresentSeasons),
}

impl Selection {
    /// The pools of this request.
    ///
    /// # Errors
    /// If the arena doesn't know the league or the game, the season isn't valid, or the store can't be read.
    pub fn of(facts: &impl Facts, wanted: &pb::GetStandingsRequest) -> Result<Selection, Status> {
        let seasons = match (wanted.season, wanted.all_seasons) {
            (Some(number), false) => Seasons::One(season(number)?),
            (Some(number), true) => {
                season(number)?;
                return Err(invalid("season", "it is set together with all_seasons; set one of them"));
            }
            (None, true) => Seasons::All,
            (None, false) => Seasons::Present(PresentSeasons::read(facts.reader()).map_err(store_failed)?),
        };
        if let Some(game) = &wanted.game {
            facts.expect_game(game)?;
        }
        if let Some(league) = &wanted.league {
            facts.expect_league(league)?;
        }
        Ok(Selection { league: wanted.league.clone(), game: wanted.game.clone(), seats: wanted.seats, seasons })
    }

    /// Whether pools of this season of this league may be among them.
    #[must_use]
    pub fn has_season(&self, league: &str, season: Season) -> bool {
        self.league.as_ref().is_none_or(|wanted| wanted == league)
            && match &self.seasons {
                Seasons::All => true,
                Seasons::One(wanted) => *wanted == season,
                Seasons::Present(present) => present.of(league) == season,
            }
    }

    /// Whether this pool is among them.
    #[must_use]
    pub fn has(&self, pool: &pb::Pool) -> bool {
        Season::numbered(pool.season).is_some_and(|season| self.has_season(&pool.league, season))
            && self.game.as_ref().is_none_or(|game| *game == pool.game)
            && self.seats.is_none_or(|seats| seats == pool.seats)
    }
}

/// A page of the standings that are asked for, pool by pool.
///
/// # Errors
/// If the request names something unknown, a field isn't valid, or the store can't be read.
pub fn get_standings(
    facts: &impl Facts,
    mut wanted: pb::GetStandingsRequest,
) -> Result<pb::GetStandingsResponse, Status> {
    let page = Page::take(&mut wanted)?;
    let selection = Selection::of(facts, &wanted)?;
    let against = wanted.against.as_ref().map(|name| facts.expect_bot("against", name)).transpose()?;
    let tables = facts.tables(against, &selection).map_err(store_failed)?;
    let pool_of = |standings: &&pb::PoolStandings| standings.pool.clone().unwrap_or_default();
    let pools = tables.iter().flat_map(|pools| pools.iter()).filter(|standings| selection.has(&pool_of(standings)));
    // The page is cut first: formats and times are read from the store for each of its pools.
    let (pools, next_page_token) = page.cut(pools, |standings| place(&pool_of(standings)));
    let mut pools: Vec<_> = pools.into_iter().cloned().collect();
    rank_by_format(facts, &mut pools).map_err(store_failed)?;
    tell_times(facts, &mut pools).map_err(store_failed)?;
    mark_suspended(&mut pools, &facts.suspensions().map_err(store_failed)?);
    mark_disqualified(&mut pools, &*facts.corrections().map_err(store_failed)?);
    Ok(pb::GetStandingsResponse { pools, next_page_token })
}

/// Says which time controls each pool was played with, if its season has several.
fn tell_times(facts: &impl Facts, pools: &mut [pb::PoolStandings]) -> Result<(), StoreError> {
    for standings in pools {
        let Some(pool) = &standings.pool else { continue };
        let Some(season) = Season::numbered(pool.season) else { continue };
        standings.times = Times::told(&pool.league, season, facts.reader())?;
    }
    Ok(())
}

/// Ranks the bots of leagues whose format doesn't rank by ratings. A league's present format counts for its earlier seasons, too.
fn rank_by_format(facts: &impl Facts, pools: &mut [pb::PoolStandings]) -> Result<(), StoreError> {
    let mut leagues: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    for pool in pools.iter().filter_map(|standings| standings.pool.as_ref()) {
        leagues.entry(pool.league.clone()).or_default().insert(pool.season);
    }
    for (league, seasons) in leagues {
        let Some(kept) = KeptSeason::of(&league, facts.reader())? else { continue };
        match kept.term("format") {
            Some(FormatKind::Swiss) => rank_swiss(facts, (&league, kept.season), seasons, pools)?,
            Some(FormatKind::Knockout) => rank_knockout(facts, (&league, kept.season), seasons, pools)?,
            _ => {}
        }
    }
    Ok(())
}

/// Ranks the bots of a Swiss league by their scores.
fn rank_swiss(
    facts: &impl Facts,
    (league, present): (&str, Season),
    seasons: BTreeSet<u32>,
    pools: &mut [pb::PoolStandings],
) -> Result<(), StoreError> {
    for season in seasons.into_iter().filter_map(Season::numbered) {
        // What was withdrawn by hand is kept for the present season only.
        let withdrawn = match season == present {
            true => Overrides::read(league, season, facts.reader())?.withdrawn,
            false => BTreeSet::new(),
        };
        let tables = facts.swiss(league, season, &withdrawn)?;
        // Each table names its pool, so those of other leagues and seasons stay as they are.
        pools.iter_mut().for_each(|pool| rank_by_swiss(pool, &tables));
    }
    Ok(())
}

/// Ranks the bots of a knock-out by how far they have come.
fn rank_knockout(
    facts: &impl Facts,
    (league, present): (&str, Season),
    seasons: BTreeSet<u32>,
    pools: &mut [pb::PoolStandings],
) -> Result<(), StoreError> {
    for season in seasons.into_iter().filter_map(Season::numbered) {
        let mut rounds = Vec::new();
        if season == present {
            rounds.extend(facts.statuses(Some(league))?.into_iter().flat_map(|status| status.knockout));
        }
        // A running arena knows the rounds of what it plays at present only.
        if rounds.is_empty() {
            rounds = rounds_of(league, season, facts)?;
        }
        let is_of_season =
            |pool: &pb::Pool| (pool.league.as_str(), Season::numbered(pool.season)) == (league, Some(season));
        let of_season = pools.iter_mut().filter(|pool| pool.pool.as_ref().is_some_and(is_of_season));
        of_season.filter(|_| !rounds.is_empty()).for_each(|pool| rank_by_knockout(pool, &rounds));
    }
    Ok(())
}

/// How two bots compare, in as many pools as a page may have.
///
/// # Errors
/// If the request names something unknown, a field isn't valid, or the store can't be read.
pub fn compare_bots(facts: &impl Facts, wanted: &pb::CompareBotsRequest) -> Result<pb::CompareBotsResponse, Status> {
    let (bot, other) = (facts.expect_bot("bot", &wanted.bot)?, facts.expect_bot("other", &wanted.other)?);
    if bot == other && wanted.version == wanted.other_version {
        return Err(invalid("other", "expected another bot than the first, or another version of it"));
    }
    let pools = pb::GetStandingsRequest {
        league: wanted.league.clone(),
        game: wanted.game.clone(),
        seats: wanted.seats,
        season: wanted.season,
        ..pb::GetStandingsRequest::default()
    };
    let (one, other) = ((&bot, wanted.version.as_deref()), (&other, wanted.other_version.as_deref()));
    let mut comparisons = facts.comparisons(one, other, &Selection::of(facts, &pools)?).map_err(store_failed)?;
    comparisons.truncate(limits::PAGE_MAX as usize);
    Ok(pb::CompareBotsResponse { comparisons })
}

/// The season with this number.
pub(crate) fn season(number: u32) -> Result<Season, Status> {
    Season::numbered(number).ok_or_else(|| invalid("season", "it is 0; seasons are counted from 1"))
}

/// The unique sort key of a pool: its league, season, game, seats, options and ruleset.
pub(crate) fn place(pool: &pb::Pool) -> String {
    let pb::Pool { league, season, game, seats, options, ruleset_hash } = pool;
    // Padded to the length of the largest number, so that the texts sort like the numbers.
    let season = format!("{season:010}");
    let place = [league, &season, game, &seats.to_string(), &options.join(","), &hex::encode(ruleset_hash)];
    place.map(String::as_str).join("\0")
}
