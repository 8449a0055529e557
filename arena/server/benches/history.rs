//! Measures the cost of a long history: how long an arena takes to open a store with many records, and to answer
//! GetStandings.
//!
//! `cargo bench -p kahua-server --bench history -- 1000000` makes so many records of 60 bots, in sets of two. Each has
//! 20 events, a few per cent of what a real match has. That is enough, because an arena doesn't read events when it
//! starts.

use std::path::Path;
use std::time::{Duration, Instant};

use kahua_core::ids::{BotName, MatchId};
use kahua_core::limits::LEAGUE_MATCHES_MAX;
use kahua_core::referee::seal;
use kahua_engine::toy::Toy;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_client::LeagueServiceClient;
use kahua_server::host::Host;
use kahua_settings::config::{LeagueSettings, MatchTerms};
use kahua_settings::{Config, Rulesets};
use kahua_store::Store;
use pb::recorded_event::Event;
use tokio::task::JoinSet;

const BOTS: u64 = 60;
const RECORDS: u64 = 200_000;
const EVENTS: u32 = 20;
/// How many records wait for the disk at once.
const AT_ONCE: usize = 4_000;
const CALLS: usize = 101;
/// How many sets the league plays with every pair: as many as a league of so many bots may have.
const SETS: u32 = (LEAGUE_MATCHES_MAX / (BOTS * (BOTS - 1))) as u32;

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return; // `cargo test` only wants to know that it builds
    }
    let records = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(RECORDS);
    let directory = tempfile::Builder::new().prefix("history-bench").tempdir_in(".").expect("a place to write");
    let file = directory.path().join("arena.db");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let started = Spent::so_far();
        fill(&file, records).await;
        println!("{records} records made in {}", started.since());

        let started = Spent::so_far();
        let store = Store::open(&file).expect("the store");
        let host = Host::start(&config(), Rulesets::of([Toy::ruleset() as _]), store).await.expect("an arena");
        println!("opened in {}; {} matches are known", started.since(), host.app.progress().finished);
        let mut service = LeagueServiceClient::connect(format!("http://{}", host.addr)).await.expect("a connection");
        let mut took = Vec::new();
        for _ in 0..=CALLS {
            let called = Instant::now();
            let reply = service.get_standings(pb::GetStandingsRequest::default()).await.expect("standings");
            took.push(called.elapsed());
            assert_eq!(reply.into_inner().pools[0].standings.len() as u64, BOTS);
        }
        let first = took.remove(0);
        took.sort_unstable();
        let worst = took.last().copied().unwrap_or(Duration::ZERO);
        println!(
            "GetStandings: {first:.1?} at first, then {:.2?} in the median, {worst:.2?} at worst",
            took[CALLS / 2]
        );
        host.stop().await.expect("a good end");
    });
}

/// The time that has passed, and the processor time of this process. Other work on the machine adds only to the first.
struct Spent {
    at: Instant,
    processor: Option<Duration>,
}

impl Spent {
    fn so_far() -> Spent {
        Spent { at: Instant::now(), processor: processor_time() }
    }

    fn since(&self) -> String {
        let spent = processor_time().zip(self.processor).map(|(now, then)| format!("{:.1?}", now - then));
        format!("{:.1?} ({} of processor time)", self.at.elapsed(), spent.as_deref().unwrap_or("an unknown amount"))
    }
}

/// The user and system time of this process. Only Linux provides it, in hundredths of a second.
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may contain anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(10 * ticks))
}

fn config() -> Config {
    let bots = (0..BOTS).map(name).collect();
    let league = LeagueSettings::new("spring", MatchTerms::new("toy"), bots);
    let league = LeagueSettings { sets: SETS.try_into().ok(), ..league };
    Config { listen: ([127, 0, 0, 1], 0).into(), leagues: vec![league], ..Config::default() }
}

fn name(number: u64) -> BotName {
    format!("bot-{number}").parse().expect("a valid name")
}

async fn fill(file: &Path, records: u64) {
    let store = Store::open(file).expect("a new store");
    let mut waiting = JoinSet::new();
    for number in 0..records {
        let (store, record) = (store.clone(), record(number));
        waiting.spawn(async move { store.finish(&record).await.expect("a sound record") });
        if waiting.len() >= AT_ONCE {
            waiting.join_next().await;
        }
    }
    waiting.join_all().await;
}

/// A match of two bots. The one with the higher number wins more often, and the larger the difference, the more often.
fn record(number: u64) -> pb::MatchRecord {
    let (set, rotation) = (number / 2, number % 2);
    let luck = scattered(set);
    let (one, other) = (luck % BOTS, (luck / BOTS) % (BOTS - 1));
    let other = if other >= one { other + 1 } else { other };
    let seats = if rotation == 0 { [one, other] } else { [other, one] };
    let first_wins = scattered(number ^ 0x5555) % (2 * BOTS) < BOTS + seats[0].saturating_sub(seats[1]);
    let place = |place| pb::SeatResult { place, ..Default::default() };
    let toy = Toy::ruleset();
    let mut record = pb::MatchRecord {
        format: 1,
        match_id: MatchId::new(1_700_000_000_000 + number, [7; 10]).to_string(),
        league: "spring".into(),
        season: 1,
        rated: true,
        game: "toy".into(),
        ruleset_id: "toy".into(),
        ruleset_hash: toy.hash.0.into(),
        players: seats.map(|bot| pb::Player { name: name(bot).to_string(), version: "1".into() }).into(),
        seed: vec![7; 32],
        set: Some(pb::SetPosition { set_id: format!("{:016x}-0", set), rotation: rotation as u32, size: 2 }),
        events: (0..EVENTS).map(event).collect(),
        termination: Some(pb::Termination { kind: pb::termination::Kind::Finished.into(), reason: String::new() }),
        results: if first_wins { vec![place(1), place(2)] } else { vec![place(2), place(1)] },
        started_unix_ms: number as i64,
        arena_version: "bench".into(),
        ..Default::default()
    };
    seal(&mut record);
    record
}

fn event(number: u32) -> pb::RecordedEvent {
    let (seat, action, think_us) = (number % 2, format!("village@{number}:L"), u64::from(number) * 7);
    pb::RecordedEvent { event: Some(Event::Decision(pb::Decision { seat, action, think_us, ..Default::default() })) }
}

/// A number that looks random: the mixing step of SplitMix64.
fn scattered(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
