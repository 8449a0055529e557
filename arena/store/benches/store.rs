//! Measures what writing costs, in a file and in a PostgreSQL database. The bench starts a database server, or uses the
//! one at the address in KAHUA_BENCH_STORE. Linux only, as it reads the threads' times from /proc.
//!
//! First what journalling costs: 128 matches that make 40 000 events a second between them, each ended after 200 events and
//! followed by the next. Prints how long a caller is held up, how long beginning and finishing take, and how much of a core
//! the store's writer needs.
//!
//! Then what group commit gains: some matches only wait for confirmed writes. Prints how much they write, and how long
//! a confirmed write takes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use kahua_core::ids::MatchId;
use kahua_core::referee::EventLog;
use kahua_engine::ruleset::RulesetHash;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::recorded_event::Event;
use kahua_store::{Location, Store};
use kahua_tests::postgres::Postgres;
use prost::Message;
use sha2::{Digest, Sha256};

const RULESET: &str = "id = 'x'\ngame = 'toy'\n";
const TABLES: u64 = 128;
/// 128 tables that make 5 events every 16 ms: 40 000 events a second.
const BURST: u32 = 5;
const PAUSE: Duration = Duration::from_millis(16);
const LENGTH: u32 = 200;
const RUN: Duration = Duration::from_secs(10);

/// How many matches wait for confirmed writes at the same time.
const WAITING: [u64; 3] = [1, 16, 256];
/// How many events of a match are confirmed together.
const CONFIRMED: u32 = 20;
const WAITING_RUN: Duration = Duration::from_secs(5);

/// What one table, or all of them, did.
#[derive(Default)]
struct Tally {
    events: u32,
    matches: u32,
    journalling: Duration,
    slowest: Duration,
    beginning: Duration,
    finishing: Duration,
}

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return; // `cargo test` only wants to know that it builds
    }
    let directory = tempfile::Builder::new().prefix("store-bench").tempdir_in(".").expect("a place to write");
    measure("SQLite", &Location::File(directory.path().join("arena.db")));
    let server = Postgres::durable();
    match std::env::var("KAHUA_BENCH_STORE").ok().or_else(|| server.as_ref().map(Postgres::new_database)) {
        Some(address) => measure("PostgreSQL", &address.parse().expect("the address of a database")),
        None => println!("PostgreSQL: not measured, as it isn't on this machine"),
    }
}

fn measure(database: &str, place: &Location) {
    let store = Store::open(place).expect("a new store");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    println!("{database}");
    runtime.block_on(journalling(&store));
    for matches in WAITING {
        runtime.block_on(waiting(&store, matches));
    }
}

async fn journalling(store: &Store) {
    // The writer's thread has its name by then.
    store.sync().await.expect("an open store");
    let (cpu, start) = (writer_cpu(), Instant::now());
    let mut tables = tokio::task::JoinSet::new();
    (0..TABLES).for_each(|table| drop(tables.spawn(play(store.clone(), table, start + RUN))));
    let all = tables.join_all().await.into_iter().fold(Tally::default(), Tally::and);
    let (cpu, wall) = (writer_cpu() - cpu, start.elapsed());
    println!("  {:.0} events/s of {} matches", f64::from(all.events) / wall.as_secs_f64(), all.matches);
    println!("  journal(): {:?} in the mean, {:?} at worst", all.journalling / all.events, all.slowest);
    println!("  begin(): {:?}, finish(): {:?} in the mean", all.beginning / all.matches, all.finishing / all.matches);
    println!("  writer: {:.1} % of a core", 100.0 * cpu.as_secs_f64() / wall.as_secs_f64());
}

/// Plays this many matches at a time. Each waits for every write.
async fn waiting(store: &Store, matches: u64) {
    let start = Instant::now();
    let mut tables = tokio::task::JoinSet::new();
    (0..matches).for_each(|table| drop(tables.spawn(insist(store.clone(), table, start + WAITING_RUN))));
    let (mut waits, mut records) = (Vec::new(), 0);
    for (of_table, finished) in tables.join_all().await {
        waits.extend(of_table);
        records += finished;
    }
    let wall = start.elapsed().as_secs_f64();
    waits.sort_unstable();
    let at = |share: usize| waits[(waits.len() - 1) * share / 100];
    let (events, records) = (f64::from(records * LENGTH) / wall, f64::from(records) / wall);
    println!(
        "  {matches} at once: {events:.0} events/s, {records:.0} records/s; a confirmed write: p50 {:?}, p99 {:?}",
        at(50),
        at(99)
    );
}

/// Plays matches one after the other. Returns how long each confirmed write took, and how many matches were finished.
async fn insist(store: Store, table: u64, end: Instant) -> (Vec<Duration>, u32) {
    let (mut waits, mut finished) = (Vec::new(), 0);
    while Instant::now() < end {
        let id = new_id(table);
        let mut called = Instant::now();
        let mut confirmed = |waits: &mut Vec<Duration>| {
            waits.push(called.elapsed());
            called = Instant::now();
        };
        store.begin(&record(id, 0), RULESET).await.expect("a new match");
        confirmed(&mut waits);
        let mut log = EventLog::default();
        for next in (0..LENGTH).step_by(CONFIRMED as usize) {
            (next..next + CONFIRMED).for_each(|number| log.push(&event(number)));
            store.journal(id, log.from(next as usize)).expect("room in the journal");
            store.sync().await.expect("an open store");
            confirmed(&mut waits);
        }
        store.finish(&record(id, LENGTH)).await.expect("a sound record");
        confirmed(&mut waits);
        finished += 1;
    }
    (waits, finished)
}

/// The id of another match at this table.
fn new_id(table: u64) -> MatchId {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let mut random = [0; 10];
    random[..8].copy_from_slice(&LAST.fetch_add(1, Ordering::Relaxed).to_be_bytes());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock after 1970");
    MatchId::new(now.as_millis() as u64 + table, random)
}

async fn play(store: Store, table: u64, end: Instant) -> Tally {
    let mut tally = Tally::default();
    let mut ticks = tokio::time::interval(PAUSE);
    while Instant::now() < end {
        let id = new_id(table);
        let started = Instant::now();
        store.begin(&record(id, 0), RULESET).await.expect("a new match");
        tally.beginning += started.elapsed();
        let mut log = EventLog::default();
        for next in 0..LENGTH {
            if next % BURST == 0 {
                ticks.tick().await;
            }
            log.push(&event(next));
            let called = Instant::now();
            store.journal(id, log.from(next as usize)).expect("room in the journal");
            let took = called.elapsed();
            tally.journalling += took;
            tally.slowest = tally.slowest.max(took);
        }
        let ended = Instant::now();
        store.finish(&record(id, LENGTH)).await.expect("a sound record");
        tally.finishing += ended.elapsed();
        tally.events += LENGTH;
        tally.matches += 1;
    }
    tally
}

impl Tally {
    fn and(self, other: Tally) -> Tally {
        Tally {
            events: self.events + other.events,
            matches: self.matches + other.matches,
            journalling: self.journalling + other.journalling,
            slowest: self.slowest.max(other.slowest),
            beginning: self.beginning + other.beginning,
            finishing: self.finishing + other.finishing,
        }
    }
}

fn record(id: MatchId, length: u32) -> pb::MatchRecord {
    let mut record = pb::MatchRecord {
        format: 1,
        match_id: id.to_string(),
        game: "toy".into(),
        ruleset_hash: RulesetHash::of(RULESET).0.into(),
        players: ["ann", "bob"].map(|name| pb::Player { name: name.into(), version: String::new() }).into(),
        events: (0..length).map(event).collect(),
        ..Default::default()
    };
    record.digest = Sha256::digest(record.encode_to_vec()).to_vec();
    record
}

fn event(number: u32) -> pb::RecordedEvent {
    let (seat, action, think_us) = (number % 2, format!("village@{number}:L"), u64::from(number) * 7);
    pb::RecordedEvent { event: Some(Event::Decision(pb::Decision { seat, action, think_us, ..Default::default() })) }
}

/// The processor time that the thread named "store" has had.
fn writer_cpu() -> Duration {
    let tasks = std::fs::read_dir("/proc/self/task").expect("Linux").flatten();
    let mut store =
        tasks.filter(|task| std::fs::read_to_string(task.path().join("comm")).is_ok_and(|name| name.trim() == "store"));
    let task = store.next().expect("the store's writer");
    let times = std::fs::read_to_string(task.path().join("schedstat")).expect("schedstat");
    let nanos = times.split(' ').next().and_then(|nanos| nanos.parse().ok()).expect("a number first");
    Duration::from_nanos(nanos)
}
