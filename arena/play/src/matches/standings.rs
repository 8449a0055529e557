//! The standings of all pools. They are cached, so that neither matches nor callers wait for the estimates.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::priority::give_way;
use kahua_core::ids::BotName;
use kahua_core::limits::{STANDINGS_AT_ONCE_MAX, STANDINGS_INTERVAL};
use kahua_core::season::Season;
use kahua_leagues::sprt::ScoreCounts;
use kahua_leagues::{MatchWithRatings, Pools, Scale};
use kahua_proto::pb::arena::v1 as pb;
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::oneshot;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::warn;

/// The standings of a season's pools.
type Tables = Arc<Vec<pb::PoolStandings>>;

/// The standings of all pools, season by season of every league.
#[derive(Debug, Default)]
pub struct Standings {
    scale: Scale,
    seasons: Mutex<BTreeMap<(String, Season), Arc<SeasonStandings>>>,
}

/// The standings of a season. In a pool of many thousand matches, estimates take seconds, during which the lock on the
/// pools is held. So new records wait in `news`, and the last result stays readable in `kept`.
#[derive(Debug, Default)]
pub(crate) struct SeasonStandings {
    /// How many records were entered.
    entered: AtomicU64,
    /// Records that the pools don't have yet. Bounded by the matches that end while estimates are computed.
    news: Mutex<Vec<MatchWithRatings>>,
    pools: Mutex<Counted>,
    kept: Mutex<CachedTables>,
}

#[derive(Debug, Default)]
struct Counted {
    pools: Pools,
    records: u64,
}

/// The last result, and how many records it has.
#[derive(Clone, Debug, Default)]
struct CachedTables {
    tables: Tables,
    records: u64,
}

impl Standings {
    /// Empty standings with this scale.
    pub(crate) fn new(scale: Scale) -> Standings {
        Standings { scale, seasons: Mutex::default() }
    }

    /// Enters a record. The caller must enter each record once, in order. Never waits for estimates.
    pub(crate) fn add(&self, rated: MatchWithRatings) {
        let (league, season) = rated.season();
        let season = self.seasons.lock().entry((league.to_owned(), season)).or_default().clone();
        season.add(rated);
    }

    /// Replaces the standings of a season, which was counted anew.
    pub(crate) fn replace(&self, league: &str, season: Season, standings: SeasonStandings) {
        let mut seasons = self.seasons.lock();
        match standings.entered.load(Ordering::Acquire) {
            0 => drop(seasons.remove(&(league.to_owned(), season))),
            _ => drop(seasons.insert((league.to_owned(), season), Arc::new(standings))),
        }
    }

    /// The standings of the wanted seasons, with all matches that have ended.
    pub fn all(&self, wanted: impl Fn(&str, Season) -> bool) -> Vec<Tables> {
        self.of(wanted).iter().map(|season| season.compute(&self.scale)).collect()
    }

    /// The standings of the wanted seasons. Seasons with more than [`STANDINGS_AT_ONCE_MAX`] records may lack the
    /// newest matches.
    pub fn kept(&self, wanted: impl Fn(&str, Season) -> bool) -> Vec<Tables> {
        self.of(wanted).iter().map(|season| season.kept(&self.scale, STANDINGS_AT_ONCE_MAX)).collect()
    }

    /// The standings of the wanted seasons, with each bot's difference to this bot. Always computed anew.
    pub fn against(&self, bot: BotName, wanted: impl Fn(&str, Season) -> bool) -> Vec<Tables> {
        let scale = Scale { against: Some(bot), ..self.scale.clone() };
        self.of(wanted)
            .iter()
            .map(|season| season.with_pools(|pools| pools.standings_by(&scale, |_| true).into()))
            .collect()
    }

    /// The tables of a Swiss league in the wanted pools of a season, as [`Pools::swiss_tables`] says.
    pub fn swiss(
        &self,
        (league, season): (&str, Season),
        withdrawn: &BTreeSet<BotName>,
        wanted: impl Fn(&pb::Pool) -> bool,
    ) -> Vec<pb::PoolStandings> {
        let seasons = self.of(|of_league, of_season| (of_league, of_season) == (league, season));
        seasons.iter().flat_map(|season| season.with_pools(|pools| pools.swiss_tables(withdrawn, &wanted))).collect()
    }

    /// How two bots compare in each of the wanted pools of the wanted seasons, as [`Pools::compare`] says.
    pub fn compare(
        &self,
        one: (&BotName, Option<&str>),
        other: (&BotName, Option<&str>),
        wanted_season: impl Fn(&str, Season) -> bool,
        wanted: impl Fn(&pb::Pool) -> bool,
    ) -> Vec<pb::Comparison> {
        let seasons = self.of(wanted_season);
        seasons
            .iter()
            .flat_map(|season| season.with_pools(|pools| pools.compare(&self.scale, one, other, &wanted)))
            .collect()
    }

    /// How one bot did against another in a season of a league, as [`Pools::head_to_head`] says.
    pub fn head_to_head(
        &self,
        league: &str,
        season: Season,
        one: &BotName,
        other: &BotName,
        comparisons: u32,
    ) -> ScoreCounts {
        let season = self.seasons.lock().entry((league.to_owned(), season)).or_default().clone();
        season.with_pools(|pools| pools.head_to_head(league, one, other, comparisons))
    }

    /// Keeps the standings of large seasons up to date while matches end, until the arena stops.
    pub async fn keep(self: Arc<Self>, stop: CancellationToken) {
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                () = sleep(STANDINGS_INTERVAL) => {}
            }
            let standings = self.clone();
            let (done, renewed) = oneshot::channel();
            // A thread of its own, so that neither the arena nor the process waits for it at the end.
            let thread = std::thread::Builder::new().name("standings".into()).spawn(move || {
                give_way();
                standings.renew();
                // The receiver is gone if the arena stops.
                let _stopped = done.send(());
            });
            if let Err(problem) = thread {
                warn!(%problem, "the standings of large leagues aren't renewed now");
            }
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                // An error means that the thread couldn't start or has panicked. The next round tries again.
                _ended = renewed => {}
            }
        }
    }

    fn renew(&self) {
        for season in self.of(|_, _| true) {
            if season.entered.load(Ordering::Acquire) > STANDINGS_AT_ONCE_MAX {
                season.compute(&self.scale);
            }
        }
    }

    fn of(&self, wanted: impl Fn(&str, Season) -> bool) -> Vec<Arc<SeasonStandings>> {
        let seasons = self.seasons.lock();
        let wanted = seasons.iter().filter(|((league, season), _)| wanted(league, *season));
        wanted.map(|(_, standings)| standings.clone()).collect()
    }
}

impl SeasonStandings {
    pub(crate) fn add(&self, rated: MatchWithRatings) {
        self.news.lock().push(rated);
        self.entered.fetch_add(1, Ordering::Release);
        if let Some(mut counted) = self.pools.try_lock() {
            self.take_news(&mut counted);
        }
    }

    /// The cached result if it has all records, or if it has more than `at_once_max`; else computes a new one.
    fn kept(&self, scale: &Scale, at_once_max: u64) -> Tables {
        let kept = self.kept.lock().clone();
        let is_new = kept.records == self.entered.load(Ordering::Acquire);
        if is_new || kept.records > at_once_max { kept.tables } else { self.compute(scale) }
    }

    /// Looks at the pools with all records. Slow: concurrent callers block until it is done.
    fn with_pools<T>(&self, look: impl FnOnce(&Pools) -> T) -> T {
        let mut counted = self.pools.lock();
        self.take_news(&mut counted);
        look(&counted.pools)
    }

    fn compute(&self, scale: &Scale) -> Tables {
        let mut counted = self.pools.lock();
        self.take_news(&mut counted);
        let records = counted.records;
        let kept = self.kept.lock().clone();
        if kept.records == records {
            return kept.tables;
        }
        let tables = Arc::new(counted.pools.standings_by(scale, |_| true));
        *self.kept.lock() = CachedTables { tables: tables.clone(), records };
        tables
    }

    /// Adds the waiting records, in the order of their entry: the caller holds the lock on the pools.
    fn take_news(&self, counted: &mut MutexGuard<'_, Counted>) {
        let news = std::mem::take(&mut *self.news.lock());
        counted.records += news.len() as u64;
        for rated in &news {
            counted.pools.count(rated);
        }
    }
}

#[cfg(test)]
mod tests {
    use kahua_leagues::{LiveRatings, RatedMatch};

    use super::*;

    /// Adds the matches of these numbers to a season.
    struct Matches(LiveRatings);

    impl Matches {
        fn add(&mut self, numbers: std::ops::Range<u64>, season: &SeasonStandings) {
            for number in numbers {
                let rated = RatedMatch::of(&record(number)).unwrap().expect("a rated match");
                season.add(self.0.rate(rated));
            }
        }
    }

    fn record(number: u64) -> pb::MatchRecord {
        let player = |name: &str| pb::Player { name: name.into(), ..Default::default() };
        let place = |place| pb::SeatResult { place, ..Default::default() };
        let places = if number.is_multiple_of(3) { [1, 2] } else { [2, 1] };
        pb::MatchRecord {
            match_id: number.to_string(),
            rated: true,
            players: ["ann", "bob"].map(player).into(),
            results: places.map(place).into(),
            ..Default::default()
        }
    }

    fn matches(tables: &Tables) -> u64 {
        tables.iter().map(|pool| pool.matches).sum()
    }

    #[test]
    fn small_pools_have_every_match_and_large_ones_are_kept() {
        let (season, mut played) = (SeasonStandings::default(), Matches(LiveRatings::default()));
        played.add(0..3, &season);
        assert_eq!(matches(&season.kept(&Scale::default(), 3)), 3);
        played.add(3..4, &season);
        assert_eq!(
            matches(&season.kept(&Scale::default(), 3)),
            4,
            "what was kept is of 3 records, which isn't more than 3"
        );
        played.add(4..5, &season);
        assert_eq!(matches(&season.kept(&Scale::default(), 3)), 4);
        assert_eq!(matches(&season.compute(&Scale::default())), 5);
        assert_eq!(matches(&season.kept(&Scale::default(), 3)), 5);
    }

    #[test]
    fn nobody_waits_while_estimates_are_computed() {
        let (season, mut played) = (SeasonStandings::default(), Matches(LiveRatings::default()));
        played.add(0..5, &season);
        let before = season.compute(&Scale::default());
        let computing = season.pools.lock();
        played.add(5..9, &season);
        assert!(Arc::ptr_eq(&season.kept(&Scale::default(), 3), &before));
        drop(computing);

        let mut rebuilt = Pools::default();
        (0..9).for_each(|number| drop(rebuilt.add(&record(number)).unwrap()));
        assert_eq!(*season.compute(&Scale::default()), rebuilt.standings(|_| true));
    }
}
