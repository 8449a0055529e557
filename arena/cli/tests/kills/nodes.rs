//! Three arenas that share a store, behind a load balancer. A league of eight bots is played to its end, while nodes
//! are killed, cut off or held up. Each has its own machine, as far as [`Network`] can make one.
//!
//! `KAHUA_NODES` says how many nodes there are, `KAHUA_NODE_KILLS` how often something happens, `KAHUA_SEED` when and to whom.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use kahua_engine::{Dice, Seed};
use kahua_store::{Location, Reader};
use kahua_tests::postgres::Postgres;
use kahua_tests::{Ran, json_lines, signal, skipped, soon_within, wait_for};
use serde_json::Value;

use crate::arena::Arena;
use crate::balancer::Balancer;
use crate::bots::{HouseBot, Listener};
use crate::cable::{Cable, Condition};
use crate::leagues::number;
use crate::network::Network;
use crate::{KAHUA, MACHINE, from_env};

/// How many incidents there are, unless `KAHUA_NODE_KILLS` says otherwise.
const KILLS: u32 = BLOWS.len() as u32;

/// How many nodes there are unless `KAHUA_NODES` says otherwise.
const NODES: u32 = 3;

/// How many matches the league has left at least at each incident. The test extends it until then, so that it lasts as
/// long as the incidents, however fast the machine is.
const LEFT_MIN: u64 = 24;

/// How long the whole test may take for each incident.
const PATIENCE_A_KILL: Duration = Duration::from_secs(90);

/// How long a database is slow.
const SLOW: Duration = Duration::from_secs(6);

/// Longer than a node's lease lasts.
const BEYOND_A_LEASE: Duration = Duration::from_secs(12);

const LISTENERS: [&str; 3] = ["listener-1", "listener-2", "listener-3"];
const HOUSE: [&str; 5] = ["anna", "bert", "carl", "dora", "emil"];

fn settings() -> String {
    let names = [&LISTENERS[..], &HOUSE].concat();
    format!(
        "tokens = 'required'
[[league]]
name = 'eight'
game = 'haleakala'
bots = {names:?}
sets = 1
"
    )
}

/// The incidents.
#[derive(Clone, Copy, Debug)]
enum Blow {
    /// A node is killed, and started again at once.
    Kill,
    /// A node is killed, and started again after others have taken its matches over.
    KillForLong,
    /// A node stands still for longer than its lease. When it continues, it believes that it still plays its matches.
    Freeze,
    /// Nothing passes between a node and the database for longer than a lease, and neither side is told.
    CutOff,
    /// The database is slow for a node.
    Slow,
    /// The machine of a node loses its network for longer than a lease: bots, other nodes and the database.
    Unplug,
    /// The database server crashes, and is started again.
    Crash,
    /// A bot is killed, and started anew.
    Bot,
}

const BLOWS: [Blow; 8] =
    [Blow::Kill, Blow::Crash, Blow::KillForLong, Blow::Bot, Blow::CutOff, Blow::Slow, Blow::Freeze, Blow::Unplug];

struct Scene {
    server: Postgres,
    network: Network,
    /// Each node's connection to the server.
    cables: Vec<Cable>,
    nodes: Vec<Arena>,
    house: Vec<HouseBot>,
}

impl Scene {
    fn strike(&mut self, blow: Blow, at: usize) {
        let node = at % self.nodes.len();
        match blow {
            Blow::Kill => self.nodes[node].kill_and_restart(),
            Blow::KillForLong => {
                self.nodes[node].kill();
                pause(BEYOND_A_LEASE);
                self.nodes[node].start();
            }
            Blow::Freeze => {
                signal("-STOP", self.nodes[node].process_id());
                pause(BEYOND_A_LEASE);
                signal("-CONT", self.nodes[node].process_id());
            }
            Blow::CutOff => self.database_is(Condition::Cut, node, BEYOND_A_LEASE),
            Blow::Slow => self.database_is(Condition::Slow, node, SLOW),
            Blow::Unplug if self.network.has_cables() => {
                self.network.unplug(node);
                pause(BEYOND_A_LEASE);
                self.network.plug_in(node);
            }
            Blow::Unplug => skipped::note(
                "unplugging a node: only root can make networks whose cables can be pulled out, with `ip`",
            ),
            Blow::Crash => {
                self.server.crash();
                self.server.start_again();
            }
            Blow::Bot => {
                let bot = at % self.house.len();
                self.house[bot].kill_and_restart();
            }
        }
    }

    fn database_is(&self, condition: Condition, node: usize, time: Duration) {
        self.cables[node].set(condition);
        pause(time);
        self.cables[node].set(Condition::Good);
    }
}

#[test]
fn a_league_runs_to_its_end_over_three_nodes() {
    let _together = MACHINE.read();
    let Some(server) = Postgres::alone("a_league_runs_to_its_end_over_three_nodes") else { return };
    let (kills, seed) = (from_env("KAHUA_NODE_KILLS", KILLS), from_env("KAHUA_SEED", 1));
    println!("KAHUA_NODE_KILLS={kills} KAHUA_SEED={seed}");
    let mut dice = Dice::new(Seed::from_number(seed.into()));
    let (url, settings) = (server.new_database(), settings());
    let count = from_env("KAHUA_NODES", NODES);
    let network = Network::of(count);
    let folders: Vec<_> = (0..count).map(|_| tempfile::tempdir().unwrap()).collect();
    let cables: Vec<_> = folders.iter().map(|_| Cable::new(network.here().ip(), &server.socket())).collect();
    let node = |index: usize| {
        let url = server.by_way_of(cables[index].address(), &url);
        Arena::node(&format!("node-{index}"), network.machine(index), folders[index].path(), &settings, &url)
    };
    let mut nodes: Vec<Arena> = (0..folders.len()).map(node).collect();
    let organizer = command(&url, folders[0].path(), &["organizer", "token", "me"]).trim().to_owned();
    let token = |name: &str| command(&url, folders[0].path(), &["bot", "add", name]).trim().to_owned();
    let tokens: BTreeMap<&str, String> = LISTENERS.iter().chain(&HOUSE).map(|name| (*name, token(name))).collect();
    nodes.iter_mut().for_each(Arena::start);
    let balancer = Balancer::start(nodes.iter().map(|node| node.address().parse().unwrap()).collect());
    let listeners = LISTENERS.map(|name| Listener::start(balancer.address(), name, tokens[name].clone()));
    let house = HOUSE.map(|name| HouseBot::start(balancer.address(), name, tokens[name].clone()));
    let mut scene = Scene { server, network, cables, nodes, house: house.into() };

    let status = |scene: &Scene| {
        let asked = scene.nodes.iter().find_map(|node| ask(node, &organizer, &["league", "status", "eight"]));
        asked.map(|mut lines| lines.remove(0))
    };
    let played = |scene: &Scene| status(scene).map_or(0, |status| number(&status["played"]));
    soon_within(PATIENCE_A_KILL, || (played(&scene) > 0).then_some(()));
    let mut sets = 1;
    for blow in BLOWS.iter().cycle().take(kills as usize) {
        pause(Duration::from_millis(dice.below(2000).into()));
        let before = soon_within(PATIENCE_A_KILL, || status(&scene));
        if number(&before["planned"]) < number(&before["played"]) + LEFT_MIN {
            sets += 1;
            let extended = ["league", "extend", "eight", "--sets", &sets.to_string()];
            soon_within(PATIENCE_A_KILL, || {
                scene.nodes.iter().rev().find_map(|node| call(node, &organizer, &extended))
            });
        }
        println!("{blow:?} after {} of {} matches", number(&before["played"]), number(&before["planned"]));
        scene.strike(*blow, dice.below(60) as usize);
        // All bots play on.
        soon_within(PATIENCE_A_KILL, || (played(&scene) > number(&before["played"])).then_some(()));
    }
    println!("waiting for the league's end");
    soon_within(PATIENCE_A_KILL * kills, || is_over(status(&scene).as_ref()).then_some(()));

    println!("waiting until all nodes have the standings that the records give");
    let rebuilt = json_lines(&command(&url, folders[0].path(), &["standings", "--json"]));
    for node in &scene.nodes {
        let mut told = None;
        let has_come = wait_for(PATIENCE_A_KILL, || {
            told = ask(node, &organizer, &["standings"]);
            (told.as_ref() == Some(&rebuilt)).then_some(())
        });
        assert!(has_come.is_some(), "{} tells {told:?}\nand the records {rebuilt:?}", node.address());
    }
    scene.nodes.iter_mut().for_each(Arena::stop);
    let told = listeners.map(Listener::stop);
    scene.house.into_iter().for_each(HouseBot::stop);
    let location: Location = url.parse().unwrap();
    let records = crate::check_records(&location, &told);
    assert!(
        Reader::open(&location).unwrap().open_matches().unwrap().is_empty(),
        "a match is open, and nobody plays it"
    );
    let verified = command(&url, folders[0].path(), &["verify"]);
    println!("{records} matches, nothing lost: {verified}");
}

fn is_over(status: Option<&Value>) -> bool {
    status.is_some_and(|status| status["state"] == "STATE_OVER")
}

/// What a node answers to a command with `--json`; `None` if it doesn't.
fn ask(node: &Arena, organizer: &str, args: &[&str]) -> Option<Vec<Value>> {
    Some(json_lines(&call(node, organizer, &[args, &["--json"]].concat())?))
}

/// What a command on a node prints; `None` if the node doesn't answer.
fn call(node: &Arena, organizer: &str, args: &[&str]) -> Option<String> {
    let mut command = KAHUA.command(&[args, &["--addr", node.address()]].concat());
    // A node that stands still accepts the call, and doesn't answer.
    command.env("KAHUA_TOKEN", organizer).env("KAHUA_ALLOW_CLEARTEXT_TOKEN", "1");
    let output = command.stderr(Stdio::null()).output().unwrap();
    output.status.success().then(|| Ran::of(&output).good())
}

/// Runs a command on the store itself.
pub(crate) fn command(url: &str, folder: &Path, args: &[&str]) -> String {
    let mut command = KAHUA.command(&[args, &["--data", folder.to_str().unwrap()]].concat());
    Ran::of(&command.env("KAHUA_STORE", url).output().unwrap()).good()
}

#[expect(clippy::disallowed_methods, reason = "a test without a runtime; when something happens is drawn")]
pub(crate) fn pause(time: Duration) {
    std::thread::sleep(time);
}
