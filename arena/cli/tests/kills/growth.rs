//! A measurement: how many more matches a league plays on two and three nodes than on one, if each node has a small share of a core.
//!
//! The shares are made with control groups, which only root may do. The database and the bots have the rest of the machine, as if
//! they were on others; the bots come over a load balancer, and play without thinking.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use kahua_store::{Location, Reader};
use kahua_tests::postgres::Postgres;
use kahua_tests::soon_within;

use crate::ALONE;
use crate::arena::Arena;
use crate::balancer::Balancer;
use crate::bots::Listener;
use crate::network::Machine;
use crate::nodes::{command, pause};

/// The share of one core that each node has.
const SHARE: f64 = 0.15;

/// How long a round has to settle.
const SETTLING: Duration = Duration::from_secs(8);

/// How long it is measured then.
const MEASURING: Duration = Duration::from_secs(30);

/// How long the system's unit of a process's time is, on every common machine with Linux.
const TICK_MS: u64 = 10;

/// How many bots there are.
const BOTS: usize = 16;

#[ignore = "a measurement: cargo test --release -p kahua --test kills more_nodes -- --ignored --nocapture"]
#[test]
fn more_nodes_play_more_matches() {
    let _alone = ALONE.lock();
    let server = Postgres::durable().expect("PostgreSQL is there");
    println!("{SHARE} of a core for each node, {BOTS} bots, {} s a round", MEASURING.as_secs());
    for nodes in [1, 2, 3].repeat(3) {
        let (matches, events, busy) = round(&server, nodes);
        println!("{nodes} nodes: {matches:.1} matches/s, {events:.0} events/s, {busy:.2} cores used by the nodes");
    }
}

/// How many matches and events come into the store in a second, and how much of a core all nodes take together.
fn round(server: &Postgres, count: usize) -> (f64, f64, f64) {
    let url = server.new_database();
    let names: Vec<String> = (0..BOTS).map(|number| format!("bot-{number}")).collect();
    let settings =
        format!("tokens = 'required'\n[[league]]\nname = 'fast'\ngame = 'haleakala'\nbots = {names:?}\nsets = 1000\n");
    let folders: Vec<_> = (0..count).map(|_| tempfile::tempdir().unwrap()).collect();
    let node =
        |index: usize| Arena::node(&format!("node-{index}"), Machine::LOOPBACK, folders[index].path(), &settings, &url);
    let mut nodes: Vec<Arena> = (0..count).map(node).collect();
    let tokens: Vec<String> =
        names.iter().map(|name| command(&url, folders[0].path(), &["bot", "add", name]).trim().to_owned()).collect();
    nodes.iter_mut().for_each(Arena::start);
    let groups: Vec<Group> = nodes.iter().map(|node| Group::of(node.process_id())).collect();
    let balancer = Balancer::start(nodes.iter().map(|node| node.address().parse().unwrap()).collect());
    let bots: Vec<_> =
        names.iter().zip(tokens).map(|(name, token)| Listener::start(balancer.address(), name, token)).collect();
    let reader = Reader::open(url.parse::<Location>().unwrap()).unwrap();
    let played = || reader.record_count().unwrap();
    soon_within(Duration::from_secs(60), || (played() > 0).then_some(()));
    pause(SETTLING);
    let used = || groups.iter().map(Group::used).sum::<Duration>();
    let (before, busy, began) = (played(), used(), Instant::now());
    pause(MEASURING);
    let (after, busy, took) = (played(), used() - busy, began.elapsed().as_secs_f64());
    let new = reader.records().map(Result::unwrap).skip(before as usize).take((after - before) as usize);
    let events: usize = new.map(|record| record.events.len()).sum();
    bots.into_iter().for_each(|bot| drop(bot.stop()));
    nodes.iter_mut().for_each(Arena::stop);
    ((after - before) as f64 / took, events as f64 / took, busy.as_secs_f64() / took)
}

/// A control group that gives a process a share of a core.
struct Group {
    folder: PathBuf,
    process: u32,
}

impl Group {
    fn of(process: u32) -> Group {
        // Version 2 has one tree for everything, version 1 one for the processor alone.
        let unified = PathBuf::from("/sys/fs/cgroup/cgroup.controllers").exists();
        let tree = if unified { "/sys/fs/cgroup" } else { "/sys/fs/cgroup/cpu" };
        let folder = PathBuf::from(format!("{tree}/kahua-{process}"));
        fs::create_dir(&folder).expect("root may make control groups");
        let (period_us, quota_us) = (20_000, (20_000.0 * SHARE) as u32);
        let write = |file: &str, text: String| fs::write(folder.join(file), text).expect(file);
        if unified {
            write("cpu.max", format!("{quota_us} {period_us}"));
        } else {
            write("cpu.cfs_period_us", period_us.to_string());
            write("cpu.cfs_quota_us", quota_us.to_string());
        }
        write("cgroup.procs", process.to_string());
        Group { folder, process }
    }

    /// How much time of a core its process has used.
    fn used(&self) -> Duration {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.process)).expect("the process is there");
        // The name of the program, in parentheses, may have spaces; user and system time are 14th and 15th of all.
        let after_name = stat.rsplit_once(')').expect("it has a name").1;
        let ticks: u64 =
            after_name.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<u64>().unwrap()).sum();
        Duration::from_millis(ticks * TICK_MS)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // It can't be removed while the process lives, which is the test's failure then.
        let _left_behind = fs::remove_dir(&self.folder);
    }
}
