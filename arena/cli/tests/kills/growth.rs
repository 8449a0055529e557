//! A measurement: how many more matches a league plays on two and three nodes than on one, if each node has a small
//! share of a core.
//!
//! Control groups make the shares, and only root may create them. The database has the rest of the machine, as if it
//! were on another one.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{fs, iter};

use kahua_store::{Location, Reader};
use kahua_tests::languages::language;
use kahua_tests::postgres::Postgres;
use kahua_tests::soon_within;

use crate::MACHINE;
use crate::arena::Arena;
use crate::balancer::Balancer;
use crate::bots::Listener;
use crate::network::Machine;
use crate::nodes::{command, pause};

/// The share of one core that each node has.
const SHARE: f64 = 0.15;

/// How long each round runs before its measurement.
const SETTLING: Duration = Duration::from_secs(8);

/// How long each measurement takes.
const MEASURING: Duration = Duration::from_secs(30);

/// The unit in which the system counts a process's time, on every common machine with Linux.
const TICK_MS: u64 = 10;

/// How many bots there are.
const BOTS: usize = 16;

/// Where the bots are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bots {
    /// They come over a load balancer, play without thinking, and have the rest of the machine.
    Elsewhere,
    /// Each node starts its part of them, random ones in Python, and they have a part of its share.
    WithNodes,
}

#[ignore = "a measurement: just measure growth"]
#[test]
fn more_nodes_play_more_matches() {
    let _alone = MACHINE.write();
    let server = Postgres::durable().expect("PostgreSQL is there");
    println!("{SHARE} of a core for each node, {BOTS} bots, {} s a round", MEASURING.as_secs());
    for bots in [Bots::Elsewhere, Bots::WithNodes] {
        for nodes in [1, 2, 3].repeat(3) {
            let (matches, events, busy) = round(&server, bots, nodes);
            println!(
                "{bots:?}, {nodes} nodes: {matches:.1} matches/s, {events:.0} events/s, {busy:.2} cores used by the nodes"
            );
        }
    }
}

/// How many matches and events come into the store in a second, and how much of a core all nodes take together.
fn round(server: &Postgres, bots: Bots, count: usize) -> (f64, f64, f64) {
    let url = server.new_database();
    let names: Vec<String> = (0..BOTS).map(|number| format!("bot-{number}")).collect();
    let league =
        format!("tokens = 'required'\n[[league]]\nname = 'fast'\ngame = 'haleakala'\nbots = {names:?}\nsets = 1000\n");
    let python = language("python").command(1);
    let folders: Vec<_> = (0..count).map(|_| tempfile::tempdir().unwrap()).collect();
    let node = |index: usize| {
        let own = names.iter().skip(index).step_by(count).filter(|_| bots == Bots::WithNodes);
        let own: String = own.map(|name| format!("[[bot]]\nname = '{name}'\ncommand = '{python}'\n")).collect();
        let settings = format!("{league}{own}");
        Arena::node(&format!("node-{index}"), Machine::LOOPBACK, folders[index].path(), &settings, &url)
    };
    let mut nodes: Vec<Arena> = (0..count).map(node).collect();
    let guests = names.iter().filter(|_| bots == Bots::Elsewhere);
    let guests: Vec<(&String, String)> =
        guests.map(|name| (name, command(&url, folders[0].path(), &["bot", "add", name]).trim().to_owned())).collect();
    nodes.iter_mut().for_each(Arena::start);
    let balancer = Balancer::start(nodes.iter().map(|node| node.address().parse().unwrap()).collect());
    let guests: Vec<_> =
        guests.into_iter().map(|(name, token)| Listener::start(balancer.address(), name, token)).collect();
    let reader = Reader::open(url.parse::<Location>().unwrap()).unwrap();
    let played = || reader.record_count().unwrap();
    soon_within(Duration::from_secs(60), || (played() > 0).then_some(()));
    // All processes have started by now, since that would take long with a small share.
    let groups: Vec<Group> = nodes.iter().map(|node| Group::of(node.process_id())).collect();
    pause(SETTLING);
    let used = || groups.iter().map(Group::used).sum::<Duration>();
    let (before, busy, began) = (played(), used(), Instant::now());
    pause(MEASURING);
    let (after, busy, took) = (played(), used() - busy, began.elapsed().as_secs_f64());
    let new = reader.records().map(Result::unwrap).skip(before as usize).take((after - before) as usize);
    let events: usize = new.map(|record| record.events.len()).sum();
    guests.into_iter().for_each(|bot| drop(bot.stop()));
    nodes.iter_mut().for_each(Arena::stop);
    ((after - before) as f64 / took, events as f64 / took, busy.as_secs_f64() / took)
}

/// A control group that gives a process and its descendants a share of a core.
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
        // The processes that it starts from now on are in its group, too.
        write("cgroup.procs", process.to_string());
        family(process).into_iter().for_each(|process| write("cgroup.procs", process.to_string()));
        Group { folder, process }
    }

    /// How much time of a core its processes have used.
    fn used(&self) -> Duration {
        let ticks: u64 = family(self.process).into_iter().filter_map(|process| Some(Stat::of(process)?.ticks)).sum();
        Duration::from_millis(ticks * TICK_MS)
    }
}

/// The process with this number, and all that it has started.
fn family(process: u32) -> Vec<u32> {
    let entries = fs::read_dir("/proc").expect("it can be read").map(|entry| entry.unwrap().file_name());
    let all = entries.filter_map(|name| name.to_str()?.parse().ok());
    let parents: BTreeMap<u32, u32> = all.filter_map(|one| Some((one, Stat::of(one)?.parent))).collect();
    let is_of_it = |one: u32| iter::successors(Some(one), |one| parents.get(one).copied()).any(|one| one == process);
    parents.keys().copied().filter(|one| is_of_it(*one)).collect()
}

/// The system's data about a process.
struct Stat {
    parent: u32,
    ticks: u64,
}

impl Stat {
    /// `None` if it has ended.
    fn of(process: u32) -> Option<Stat> {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name of the program, in parentheses, may have spaces; the parent, user and system time are 4th, 14th and 15th of all.
        let after_name: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let number = |index: usize| after_name.get(index)?.parse::<u64>().ok();
        Some(Stat { parent: number(1)? as u32, ticks: number(11)? + number(12)? })
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // It can't be removed while the process lives, which is the test's failure then.
        let _left_behind = fs::remove_dir(&self.folder);
    }
}
