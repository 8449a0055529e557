//! An arena that is killed again and again, together with its bots, loses nothing that a bot was told.
//!
//! `KAHUA_KILLS` says how often something is killed, `KAHUA_SEED` when and what. `just soak` kills often.

mod arena;
mod balancer;
mod bots;
mod cable;
mod growth;
mod guests;
mod leagues;
mod network;
mod nodes;

use std::collections::BTreeMap;
use std::time::Duration;

use kahua_engine::{Dice, Seed};
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::{Location, Reader};
use kahua_tests::{Kahua, soon};

use arena::Arena;
use bots::{HouseBot, Listener};

const KAHUA: Kahua = Kahua::at(env!("CARGO_BIN_EXE_kahua"));

/// Written by tests that need the machine for themselves: too little would happen between two kills if others ran. Those that wait
/// half of their time read it, so they run together.
static MACHINE: parking_lot::RwLock<()> = parking_lot::RwLock::new(());

/// How often something is killed unless `KAHUA_KILLS` says otherwise.
const KILLS: u32 = 6;

/// The longest time between two kills.
const PAUSE_MS_MAX: u32 = 700;

/// How many ends of matches bots must be told before the test proves anything.
const ENDED_MIN: usize = 10;

const SETTINGS: &str = "tokens = 'required'
[[league]]
name = 'mixed'
game = 'haleakala'
bots = ['listener-1', 'listener-2', 'house-1', 'house-2']
sets = 10000
time_from = [{ match = 3, time = '70s+100ms/5s~50ms' }]
[[league]]
name = 'four'
game = 'kanaloa'
seats = 4
bots = ['listener-1', 'listener-2', 'house-1', 'house-2']
sets = 10000
time_from = [{ match = 3, time = '70s+100ms/5s~50ms' }]
";

fn from_env(name: &str, default: u32) -> u32 {
    std::env::var(name).map_or(default, |text| text.parse().expect(name))
}

#[test]
fn nothing_that_was_told_is_lost() {
    let _alone = MACHINE.write();
    let (kills, seed) = (from_env("KAHUA_KILLS", KILLS), from_env("KAHUA_SEED", 1));
    println!("KAHUA_KILLS={kills} KAHUA_SEED={seed}");
    let mut dice = Dice::new(Seed::from_number(seed.into()));
    let folder = tempfile::tempdir().unwrap();
    let mut arena = Arena::new(folder.path(), SETTINGS);
    let listeners =
        ["listener-1", "listener-2"].map(|name| Listener::start(arena.address(), name, arena.add_bot(name)));
    let mut house = ["house-1", "house-2"].map(|name| HouseBot::start(arena.address(), name, arena.add_bot(name)));
    arena.start();
    soon(|| (listeners[0].told().len() >= 2).then_some(()));

    let (mut arenas, mut bots) = (0, 0);
    for _ in 0..kills {
        #[expect(clippy::disallowed_methods, reason = "a test without a runtime; when it kills is drawn")]
        std::thread::sleep(Duration::from_millis(dice.below(PAUSE_MS_MAX).into()));
        if dice.below(3) == 0 {
            house[dice.below(2) as usize].kill_and_restart();
            bots += 1;
        } else {
            arena.kill_and_restart();
            arenas += 1;
        }
    }
    // All bots play on after the last kill, until enough has happened for a test.
    let enough = (listeners[0].told().len() + 2).max(ENDED_MIN / 2);
    listeners.iter().for_each(|listener| soon(|| (listener.told().len() >= enough).then_some(())));
    arena.stop();
    let told = listeners.map(Listener::stop);
    house.into_iter().for_each(HouseBot::stop);
    let records = check_records(&Location::from(&arena.store()), &told);
    check_times(&Location::from(&arena.store()));
    let verified = KAHUA.run(&["verify", "--data", &arena.data()]).good();
    println!("killed the arena {arenas} times and bots {bots} times; {records} matches, nothing lost: {verified}");
}

/// Checks that at most the first two matches of each league have the time with which its season begins, and all that began
/// later the other. A kill can take a match that was about to begin, and leave the next one.
fn check_times(store: &Location) {
    let reader = Reader::open(store).unwrap();
    let open = reader.open_headers().unwrap();
    let begun: Vec<pb::MatchRecord> = reader.records().map(Result::unwrap).chain(open).collect();
    let bank = |record: &pb::MatchRecord| record.time_control.as_ref().unwrap().bank_ms.unwrap();
    let of_two = |league: &str| {
        let of_it = begun.iter().filter(|record| record.league == league);
        let (first, later): (Vec<_>, Vec<_>) = of_it.partition(|record| bank(record) == 60_000);
        assert!(first.len() <= 2, "{league}: {first:?}");
        assert!(later.iter().all(|record| bank(record) == 70_000), "{league}: {later:?}");
        // Several begin within a millisecond.
        let last = first.iter().map(|record| record.started_unix_ms).max();
        assert!(later.iter().all(|record| Some(record.started_unix_ms) >= last), "{league}: {begun:?}");
        (first.len(), later.len())
    };
    let [mixed, four] = ["mixed", "four"].map(of_two);
    assert!(mixed.0 + four.0 > 0 && mixed.1 + four.1 > 0, "the time has changed: {begun:?}");
}

/// Checks the records against what bots were told when matches ended. Returns how many there are.
fn check_records(store: &Location, told: &[BTreeMap<String, pb::Ended>]) -> usize {
    let mut records = BTreeMap::new();
    for record in Reader::open(store).unwrap().records().map(Result::unwrap) {
        let earlier = records.insert(record.match_id.clone(), record);
        assert!(earlier.is_none(), "{earlier:?} counts twice");
    }
    for (id, ended) in told.iter().flatten() {
        let record = records.get(id).unwrap_or_else(|| panic!("match {id} was told as ended and is lost"));
        assert_eq!(record.results, ended.results, "match {id}");
    }
    // No bot is punished for the arena's absence, nor for its own if it comes back in time.
    for record in records.values() {
        for result in &record.results {
            assert_eq!((result.strikes, result.given_up), (0, None), "match {}", record.match_id);
        }
    }
    records.len()
}
