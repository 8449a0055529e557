//! Finished matches: written to the store first, then counted in standings and ratings.

mod recount;

use std::collections::BTreeMap;
use std::sync::Arc;

use kahua_proto::pb::arena::v1 as pb;
use parking_lot::{Mutex, RwLock};
use tokio::sync::{Notify, oneshot, watch};
use tokio_util::sync::CancellationToken;
use tracing::{error, warn};

use kahua_core::ids::BotName;
use kahua_core::referee::{Luck, summary};
use kahua_core::season::Season;
use kahua_leagues::{Career, Corrections, LiveRatings, MatchWithRatings, RatedMatch, Scale};
use kahua_store::{Store, StoreError};

use crate::matches::standings::Standings;

pub(super) use recount::each_summary;

/// Stores the records of finished matches, and counts them. All counts follow from the records.
#[derive(Debug)]
pub struct Ledger {
    store: Store,
    tally: Mutex<Tally>,
    progress: watch::Sender<MatchTotals>,
    /// The progress of each season of each league.
    seasons: Mutex<BTreeMap<(String, Season), MatchTotals>>,
    standings: Arc<Standings>,
    /// Rings when a match has ended here.
    news: Notify,
    /// Whether records are only stored and not rated, because they count in another arena.
    only_keeps: bool,
    /// Cancelled when this arena stops following the records of other nodes.
    alone: CancellationToken,
    /// What organizers have corrected, as everything is counted now. Replaced only while the tally is locked.
    corrections: RwLock<Arc<Corrections>>,
}

/// How many matches the arena has finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchTotals {
    /// How many matches have been finished, in earlier runs of the arena too; aborted matches don't count.
    pub finished: u64,
    /// How many of these count for ratings.
    pub rated: u64,
    /// How many matches were ended without result.
    pub aborted: u64,
}

/// What a finished match changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct FinishOutcome {
    /// The change of each seat's rating, in seat order; empty if the match isn't rated.
    pub(crate) ratings: Vec<pb::RatingChange>,
    /// Whether the match's luck may be known, as [`Ledger::luck_is_open`] says.
    pub(crate) luck_is_open: bool,
}

impl FinishOutcome {
    /// The outcome of a match whose record is stored but doesn't count here.
    fn uncounted(record: &pb::MatchRecord) -> FinishOutcome {
        FinishOutcome { ratings: Vec::new(), luck_is_open: luck_of(record) == Luck::Fresh }
    }
}

#[derive(Debug, Default)]
struct Tally {
    ratings: LiveRatings,
    standings: Arc<Standings>,
    /// How many matches of each set that isn't complete have ended.
    sets: BTreeMap<String, u32>,
    /// The number of the record that was counted last.
    last: i64,
    /// Durable records that wait for one with a lower number, by number. Never more than there are matches at once.
    early: BTreeMap<i64, pb::MatchRecord>,
    /// The callers that wait until a match that ended here is counted, by match.
    awaited: BTreeMap<String, oneshot::Sender<FinishOutcome>>,
}

impl Ledger {
    /// An empty ledger, with standings on this scale.
    pub fn new(store: Store, scale: Scale) -> Ledger {
        let tally = Tally { standings: Arc::new(Standings::new(scale)), ..Tally::default() };
        Ledger {
            store,
            standings: tally.standings.clone(),
            tally: Mutex::new(tally),
            progress: watch::Sender::default(),
            seasons: Mutex::default(),
            news: Notify::new(),
            only_keeps: false,
            alone: CancellationToken::new(),
            corrections: RwLock::default(),
        }
    }

    /// The same ledger. With `only_keeps` it rates nothing, because its matches count in another arena.
    pub fn for_another(self, only_keeps: bool) -> Ledger {
        Ledger { only_keeps, ..self }
    }

    /// Counts all records of the store. Must be called once, before anything else. Calls `each` for every record in
    /// order, without its moves. Leaves out damaged records.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn count_past(&self, mut each: impl FnMut(&pb::MatchRecord)) -> Result<(), StoreError> {
        let (mut tally, mut seasons, mut progress) = (self.tally.lock(), self.seasons.lock(), MatchTotals::default());
        // Before the records are read, so that records that other nodes write in between are read here or followed
        // later, and never left out. May be higher than the number of the last record, if somebody has removed rows by
        // hand.
        let given = self.store.reader().last_number()?;
        let corrections = Arc::new(Corrections::of(self.store.reader().corrections()?));
        *self.corrections.write() = corrections.clone();
        let read = self.store.reader().summaries_of_all(|summary| match summary {
            Ok(summary) => {
                progress.count(&summary);
                seasons.entry(season_of(&summary)).or_default().count(&summary);
                each(&summary);
                tally.add(&summary, &corrections);
            }
            Err(problem) => error!(%problem, "a damaged record is left out"),
        })?;
        tally.last = given.max(read);
        self.progress.send_replace(progress);
        Ok(())
    }

    /// Keeps the record of a finished match, and counts it in standings and ratings once it is durable. The progress
    /// follows with [`announce`](Ledger::announce).
    ///
    /// Ratings depend on the order of matches. So records are counted in the order of their numbers, as the next start
    /// will read them. The future must not be dropped before it is done, or all later records wait for this one.
    ///
    /// # Errors
    /// If the store refuses the record, which then isn't counted.
    pub(crate) async fn finish(&self, record: &pb::MatchRecord) -> Result<FinishOutcome, StoreError> {
        // Before the record is written: as soon as it is, the task that follows the store may count it.
        let counted = self.tally.lock().wait_for(record);
        let number = match self.store.finish(record).await {
            Ok(number) => number,
            Err(problem) => {
                self.tally.lock().awaited.remove(&record.match_id);
                return Err(problem);
            }
        };
        if self.only_keeps {
            self.tally.lock().awaited.remove(&record.match_id);
            return Ok(FinishOutcome::uncounted(record));
        }
        self.take_in(&mut self.tally.lock(), number, summary(record));
        // Wakes the task that follows other nodes: the records before this one may be theirs.
        self.news.notify_one();
        tokio::select! {
            biased;
            // A record counts only once, so one that was stored before changes nothing.
            outcome = counted => Ok(outcome.unwrap_or_default()),
            // This arena won't count the records before it, so this one would wait forever.
            () = self.alone.cancelled() => Ok(FinishOutcome::uncounted(record)),
        }
    }

    /// Stops following the records of other nodes, because the arena stops. Calls that wait for such records return.
    pub fn stop_following(&self) {
        self.alone.cancel();
    }

    /// Resolves when a match has ended here since the last call.
    pub async fn news(&self) {
        self.news.notified().await;
    }

    /// Counts the records that are new in the store, and returns those of other nodes, in order.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn follow(&self) -> Result<Vec<pb::MatchRecord>, StoreError> {
        let mut counted = Vec::new();
        loop {
            let last = self.tally.lock().last;
            let page = self.store.reader().summaries_after(last)?;
            if page.is_empty() {
                return Ok(counted);
            }
            for (number, summary) in page {
                let mut tally = self.tally.lock();
                if number <= tally.last {
                    continue; // this node has counted it itself by now
                }
                // Numbers that are missing before it will never appear.
                tally.last = number - 1;
                // A match that has ended here is announced by its own task, after its bots were told.
                let ends_here = tally.awaited.contains_key(&summary.match_id);
                self.take_in(&mut tally, number, summary.clone());
                drop(tally);
                if !ends_here {
                    self.announce(&summary);
                    counted.push(summary);
                }
            }
        }
    }

    fn take_in(&self, tally: &mut Tally, number: i64, summary: pb::MatchRecord) {
        let corrections = self.corrections();
        tally.take_in(number, summary, &corrections);
    }

    /// What organizers have corrected, as everything is counted now.
    pub fn corrections(&self) -> Arc<Corrections> {
        self.corrections.read().clone()
    }

    /// Counts a finished match in the progress. Call it after the bots were told the end: a caller that waits for the
    /// last match may dismiss the bots at once.
    pub(crate) fn announce(&self, record: &pb::MatchRecord) {
        // Before the progress, whose watchers look at their season as soon as they wake.
        self.seasons.lock().entry(season_of(record)).or_default().count(record);
        self.progress.send_modify(|progress| progress.count(record));
    }

    /// The standings of all pools.
    pub fn standings(&self) -> &Arc<Standings> {
        &self.standings
    }

    /// How the ratings of this bot have moved, pool by pool and version by version.
    pub fn careers(&self, bot: BotName) -> Vec<(pb::Pool, String, Career)> {
        self.tally.lock().ratings.careers(bot)
    }

    /// The progress now, and whenever it changes.
    pub fn progress(&self) -> watch::Receiver<MatchTotals> {
        self.progress.subscribe()
    }

    /// The progress of a season of a league.
    pub fn progress_of(&self, league: &str, season: Season) -> MatchTotals {
        self.seasons.lock().get(&(league.to_owned(), season)).copied().unwrap_or_default()
    }

    /// Whether the luck of a match that has ended may be shown: its seed and its chance events. It may once all matches
    /// with the same luck are over, since it then reveals nothing about a match to come. While a match is running, the
    /// luck of its set isn't open.
    pub(crate) fn luck_is_open(&self, set: &pb::SetPosition, luck: Luck) -> bool {
        luck == Luck::Fresh || !self.tally.lock().sets.contains_key(&set.set_id)
    }

    /// Whether the luck of the match with this record may be shown.
    pub fn has_open_luck(&self, record: &pb::MatchRecord) -> bool {
        record.set.as_ref().is_none_or(|set| self.luck_is_open(set, luck_of(record)))
    }

    /// Removes the seed and its nonce from a record whose luck isn't open.
    pub fn hide_closed_luck(&self, record: &mut pb::MatchRecord) {
        if !self.has_open_luck(record) {
            record.seed.clear();
            record.seed_nonce.clear();
        }
    }
}

impl Tally {
    /// Resolves when the record of this match has been counted.
    fn wait_for(&mut self, record: &pb::MatchRecord) -> oneshot::Receiver<FinishOutcome> {
        let (counted, outcome) = oneshot::channel();
        self.awaited.insert(record.match_id.clone(), counted);
        outcome
    }

    /// Counts this record and those that waited for it. If records before it are missing, it waits for them.
    fn take_in(&mut self, number: i64, summary: pb::MatchRecord, corrections: &Corrections) {
        if number <= self.last {
            self.awaited.remove(&summary.match_id);
            return;
        }
        self.early.insert(number, summary);
        while let Some(summary) = self.early.remove(&(self.last + 1)) {
            self.last += 1;
            let awaited = self.awaited.remove(&summary.match_id);
            let outcome = self.add(&summary, corrections);
            // The receiver is gone if the match was stopped. Its record counts all the same.
            let _gone = awaited.map(|counted| counted.send(outcome));
        }
    }

    /// Counts a record by its summary.
    fn add(&mut self, summary: &pb::MatchRecord, corrections: &Corrections) -> FinishOutcome {
        let rated = rated(summary, corrections).map(|rated| self.ratings.rate(rated));
        let ratings = rated.as_ref().map(MatchWithRatings::changes).unwrap_or_default();
        // Fresh matches are counted too: a league's luck may be changed in the middle of a set.
        let set_is_complete = self.completes_set(summary.set.as_ref());
        let luck_is_open = set_is_complete || luck_of(summary) == Luck::Fresh;
        if let Some(rated) = rated {
            self.standings.add(rated);
        }
        FinishOutcome { ratings, luck_is_open }
    }

    /// Counts one more match of a set; `true` if it was the last.
    fn completes_set(&mut self, set: Option<&pb::SetPosition>) -> bool {
        let Some(set) = set.filter(|set| set.size > 1 && !set.set_id.is_empty()) else { return true };
        let ended = self.sets.get(&set.set_id).copied().unwrap_or(0) + 1;
        if ended >= set.size {
            self.sets.remove(&set.set_id);
            return true;
        }
        self.sets.insert(set.set_id.clone(), ended);
        false
    }
}

/// The match of this summary, as it counts.
fn rated(summary: &pb::MatchRecord, corrections: &Corrections) -> Option<RatedMatch> {
    RatedMatch::of(&*corrections.corrected(summary)?).unwrap_or_else(|problem| {
        warn!(%problem, "a match can't be rated");
        None
    })
}

fn season_of(record: &pb::MatchRecord) -> (String, Season) {
    (record.league.clone(), Season::of(record))
}

/// The luck of a record. If it can't be read, `Same` keeps it hidden until its set is complete.
fn luck_of(record: &pb::MatchRecord) -> Luck {
    Luck::of(record).unwrap_or(Luck::Same)
}

impl MatchTotals {
    fn count(&mut self, record: &pb::MatchRecord) {
        let kind = record.termination.as_ref().map(|termination| termination.kind());
        if kind == Some(pb::termination::Kind::Aborted) {
            self.aborted += 1;
        } else {
            self.finished += 1;
            self.rated += u64::from(record.rated);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    use kahua_core::ids::MatchId;
    use kahua_core::referee::seal;

    use super::*;

    /// A rated match with a winner. Consecutive matches have different players.
    fn rated(number: u64) -> pb::MatchRecord {
        let players = ["ann", "bob", "cid"].map(|name| pb::Player { name: name.into(), version: String::new() });
        let first = number as usize % 3;
        let place = |place| pb::SeatResult { place, ..Default::default() };
        let mut record = pb::MatchRecord {
            match_id: MatchId::new(number, [7; 10]).to_string(),
            rated: true,
            game: "toy".into(),
            players: vec![players[first].clone(), players[(first + 1) % 3].clone()],
            results: if number.is_multiple_of(4) { vec![place(2), place(1)] } else { vec![place(1), place(2)] },
            ..Default::default()
        };
        seal(&mut record);
        record
    }

    #[tokio::test]
    async fn ratings_are_those_of_the_records_whatever_order_the_matches_are_told_in() {
        let ledger = Ledger::new(Store::open_in_memory().unwrap(), Scale::default());
        let records: Vec<pb::MatchRecord> = (1..=20).map(rated).collect();
        let mut finishing: Vec<Pin<Box<_>>> = records.iter().map(|record| Box::pin(ledger.finish(record))).collect();
        let mut told = BTreeMap::new();
        let mut look = |index: usize, told: &mut BTreeMap<usize, FinishOutcome>| {
            let mut now = Context::from_waker(Waker::noop());
            if !told.contains_key(&index)
                && let Poll::Ready(outcome) = finishing[index].as_mut().poll(&mut now)
            {
                told.insert(index, outcome.unwrap());
            }
        };
        (0..20).for_each(|index| look(index, &mut told));
        // Now all of them are durable. The rest is polled from the last one to the first.
        ledger.store.sync().await.unwrap();
        while told.len() < 20 {
            (0..20).rev().for_each(|index| look(index, &mut told));
        }
        let rebuilt = Ledger::new(ledger.store.clone(), Scale::default());
        rebuilt.count_past(|_| {}).unwrap();
        let tables = |ledger: &Ledger| ledger.standings().all(|_, _| true);
        assert_eq!(tables(&ledger), tables(&rebuilt));
        let mut again = Tally::default();
        for (index, outcome) in told {
            assert_eq!(
                outcome,
                again.add(&records[index], &Corrections::default()),
                "what the bots of match {index} are told"
            );
        }
    }

    #[test]
    fn a_record_that_another_node_writes_while_a_ledger_reads_is_not_missed() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let store = Store::open_in_memory().unwrap();
        let write = |number| runtime.block_on(store.finish(&rated(number))).unwrap();
        write(1);
        let ledger = Ledger::new(store.clone(), Scale::default());
        ledger.count_past(|_| _ = write(2)).unwrap();
        let others = ledger.follow().unwrap();
        assert_eq!(others.iter().map(|record| &record.match_id).collect::<Vec<_>>(), [&rated(2).match_id]);
        assert_eq!(ledger.progress().borrow().finished, 2);
    }

    #[tokio::test]
    async fn a_match_that_ends_as_the_arena_stops_waits_for_no_record_of_another_node() {
        let ledger = Ledger::new(Store::open_in_memory().unwrap(), Scale::default());
        // A record of another node, which doesn't pass through this ledger.
        ledger.store.finish(&rated(1)).await.unwrap();
        ledger.stop_following();
        assert_eq!(ledger.finish(&rated(2)).await.unwrap(), FinishOutcome::default());
        // It counts all the same, and as a match of this node, when `follow` is called later.
        let others = ledger.follow().unwrap();
        assert_eq!(others.iter().map(|record| &record.match_id).collect::<Vec<_>>(), [&rated(1).match_id]);
        assert_eq!(ledger.tally.lock().last, 2);
    }

    #[test]
    fn the_same_luck_stays_secret_until_the_whole_set_was_played() {
        let mut tally = Tally::default();
        let set = |id: &str, size| pb::SetPosition { set_id: id.into(), rotation: 0, size };
        assert!(tally.completes_set(None));
        assert!(tally.completes_set(Some(&set("", 1))));
        assert!(!tally.completes_set(Some(&set("s", 3))));
        assert!(!tally.completes_set(Some(&set("s", 3))));
        assert!(tally.completes_set(Some(&set("s", 3))));
        assert!(tally.sets.is_empty());
    }

    /// A match of a set of two with this luck.
    fn of_set(luck: Option<pb::Luck>) -> pb::MatchRecord {
        let set = Some(pb::SetPosition { set_id: "s".into(), rotation: 0, size: 2 });
        pb::MatchRecord { set, luck: luck.map(Into::into), ..Default::default() }
    }

    #[test]
    fn fresh_luck_is_open_when_the_match_is_over() {
        for (luck, expected) in [(Some(pb::Luck::Fresh), true), (Some(pb::Luck::Same), false), (None, false)] {
            assert_eq!(Tally::default().add(&of_set(luck), &Corrections::default()).luck_is_open, expected, "{luck:?}");
        }
    }

    #[test]
    fn a_set_is_complete_though_its_luck_was_changed_on_the_way() {
        let mut tally = Tally::default();
        assert!(!tally.add(&of_set(Some(pb::Luck::Same)), &Corrections::default()).luck_is_open);
        tally.add(&of_set(Some(pb::Luck::Fresh)), &Corrections::default());
        assert!(tally.sets.is_empty(), "the luck of the first match is open now");
    }
}
