//! A league in a storm of faults of the network and of machines, drawn from a seed. It ends when all faults are
//! repaired and the league is over.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kahua_engine::{Dice, Seed};
use kahua_play::token;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_client::LeagueServiceClient;
use kahua_server::App;
use kahua_settings::Config;
use kahua_settings::config::{LeagueSettings, MatchTerms, Tokens};
use kahua_store::Store;
use parking_lot::Mutex;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tonic::Request;
use turmoil::Sim;

use crate::bot::{Notes, SimulatedBot};
use crate::checks::{check_records, check_standings};
use crate::network::{ARENA, arena, connect};

const BOTS: [&str; 4] = ["a", "b", "c", "d"];

/// How many sets each pair of bots plays.
const SETS: u32 = 8;

/// In each set, each of the six pairs plays in both orders.
const MATCHES: u64 = SETS as u64 * 6 * 2;

/// How many faults there are in a storm.
const FAULTS: u32 = 30;

/// The longest time between two faults, and the longest time until one of them is over; in milliseconds.
const PAUSE_MS_MAX: u32 = 600;
const FAULT_MS_MAX: u32 = 3000;

/// By how much simulated time goes on in a step.
const TICK: Duration = Duration::from_millis(5);

/// How many steps the simulation may be ahead of the store, which takes 20 ms to catch up.
const STEPS_A_SYNC: u64 = 5;

/// Longer than any machine needs until another match ends, in real time.
const PATIENCE: Duration = Duration::from_secs(60);

/// A simulation with all its hosts.
pub(crate) struct Storm {
    sim: Sim<'static>,
    dice: Dice,
    /// A real runtime for the real store.
    runtime: Runtime,
    store: Store,
    running: Arc<Mutex<Option<Arc<App>>>>,
    notes: Arc<Mutex<Notes>>,
    /// Tells a bot that its network has lost something.
    losses: BTreeMap<&'static str, watch::Sender<()>>,
    /// How many rounds of the organizer's calls were answered.
    calls: Arc<Mutex<u64>>,
    /// The faults that aren't over yet, each with the step in which it will be.
    open: Vec<(u64, Fault)>,
    steps: u64,
}

/// What is wrong, between the arena and this bot.
#[derive(Clone, Copy, Debug)]
enum Fault {
    Partition(&'static str),
    LossFromArena(&'static str),
    LossToArena(&'static str),
    Hold(&'static str),
    Delay(&'static str),
    BotCrash(&'static str),
    ArenaCrash,
}

impl Storm {
    pub(crate) fn new(seed: u64) -> Storm {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let store = Store::open_in_memory().unwrap();
        let notes: Arc<Mutex<Notes>> = Arc::default();
        let running: Arc<Mutex<Option<Arc<App>>>> = Arc::default();
        let mut sim = turmoil::Builder::new()
            .rng_seed(seed)
            .tick_duration(TICK)
            .simulation_duration(Duration::MAX)
            .min_message_latency(Duration::from_millis(1))
            .max_message_latency(Duration::from_millis(20))
            .build();
        let (config, kept, mut losses) = (config(), store.clone(), BTreeMap::new());
        let newest = running.clone();
        sim.host(ARENA, move || arena(config.clone(), kept.clone(), newest.clone()));
        for name in BOTS {
            let token = token::new_token();
            runtime.block_on(store.set_token(&name.parse().unwrap(), token::hash_of(&token))).unwrap();
            let (resume_token, notes, lost) = (Arc::default(), notes.clone(), watch::Sender::new(()));
            losses.insert(name, lost.clone());
            let bot = SimulatedBot { name: name.into(), token, resume_token, losses: lost, notes };
            sim.host(name, move || bot.clone().keep_playing());
        }
        let calls: Arc<Mutex<u64>> = Arc::default();
        let counted = calls.clone();
        sim.host("organizer", move || organize(counted.clone()));
        let dice = Dice::new(Seed::from_number(seed));
        Storm { sim, dice, runtime, store, running, notes, losses, calls, open: Vec::new(), steps: 0 }
    }

    /// Runs the storm, and checks the result. Returns what happened, in a line.
    pub(crate) fn run(mut self) -> String {
        for _ in 0..FAULTS {
            let pause = self.dice.below(PAUSE_MS_MAX);
            self.pass(Duration::from_millis(pause.into()));
            self.begin_fault();
        }
        self.pass(Duration::from_millis(FAULT_MS_MAX.into()));
        assert!(self.open.is_empty(), "every fault is over by now: {:?}", self.open);
        let (during, calls) = (self.finished(), *self.calls.lock());
        self.play_to_the_end();
        assert!(*self.calls.lock() > calls, "organizers are answered when the storm is over");

        let standings = self.running.lock().as_ref().map(|app| app.standings()).unwrap();
        let Storm { sim, store, runtime, notes, running, .. } = self;
        drop((sim, running));
        runtime.block_on(store.sync()).unwrap();
        let notes = notes.lock();
        check_records(&store, MATCHES, &notes);
        check_standings(&store, &standings);
        assert!(notes.resumed > 0, "nobody has come back to a match: this was no storm");
        format!("{during} of {MATCHES} matches ended during the storm, {} seats were resumed", notes.resumed)
    }

    /// Steps until the league is over. There is no time limit as long as matches keep ending.
    fn play_to_the_end(&mut self) {
        let mut last = (self.finished(), Instant::now());
        while last.0 < MATCHES {
            self.step();
            let now = self.finished();
            if now > last.0 {
                last = (now, Instant::now());
            }
            assert!(last.1.elapsed() < PATIENCE, "stuck after {now} matches: {}", self.describe());
        }
    }

    /// The state, which may explain why nothing goes on.
    fn describe(&self) -> String {
        let (running, notes, time) = (self.running.lock(), self.notes.lock(), self.sim.elapsed());
        let app = running.as_ref().map(|app| (app.bots(), app.is_paused(), app.running()));
        format!("{time:?} simulated, {:?}, {:?}; bots, paused, running: {app:?}", notes.last_end, notes.faults)
    }

    /// How many finished matches count.
    fn finished(&self) -> u64 {
        self.running.lock().as_ref().map_or(0, |app| app.progress().finished)
    }

    fn pass(&mut self, time: Duration) {
        let until = self.sim.elapsed() + time;
        while self.sim.elapsed() < until {
            self.step();
        }
    }

    fn step(&mut self) {
        self.steps += 1;
        while let Some(at) = self.open.iter().position(|(due, _)| *due <= self.steps) {
            let (_, fault) = self.open.swap_remove(at);
            self.end(fault);
        }
        self.sim.step().unwrap();
        if self.steps.is_multiple_of(STEPS_A_SYNC) {
            // The store is real. Without this wait, a fast machine would finish the storm before a match has begun.
            self.runtime.block_on(self.store.sync()).unwrap();
        }
    }

    /// Begins a fault, at most one at a time for each host.
    fn begin_fault(&mut self) {
        let name = BOTS[self.dice.below(BOTS.len() as u32) as usize];
        let fault = match self.dice.below(8) {
            0 => Fault::ArenaCrash,
            1 => Fault::BotCrash(name),
            2 => Fault::Partition(name),
            3 => Fault::LossFromArena(name),
            4 => Fault::LossToArena(name),
            5 => Fault::Hold(name),
            _ => Fault::Delay(name),
        };
        if self.open.iter().any(|(_, open)| open.host() == fault.host()) {
            return;
        }
        let sim = &mut self.sim;
        match fault {
            Fault::Partition(bot) => sim.partition(ARENA, bot),
            Fault::LossFromArena(bot) => sim.partition_oneway(ARENA, bot),
            Fault::LossToArena(bot) => sim.partition_oneway(bot, ARENA),
            Fault::Hold(bot) => sim.hold(ARENA, bot),
            Fault::Delay(bot) => sim.set_link_max_message_latency(ARENA, bot, Duration::from_millis(400)),
            Fault::BotCrash(bot) => sim.crash(bot),
            Fault::ArenaCrash => {
                sim.crash(ARENA);
                // Events that the arena has given to the store are there when it comes back.
                self.runtime.block_on(self.store.sync()).unwrap();
            }
        }
        let lasts = self.dice.below(FAULT_MS_MAX) / TICK.as_millis() as u32;
        self.open.push((self.steps + u64::from(lasts), fault));
    }

    fn end(&mut self, fault: Fault) {
        let sim = &mut self.sim;
        match fault {
            Fault::Partition(bot) | Fault::LossFromArena(bot) | Fault::LossToArena(bot) => {
                sim.repair(ARENA, bot);
                // Has no effect while the bot's machine is off.
                self.losses[bot].send_replace(());
            }
            Fault::Hold(bot) => sim.release(ARENA, bot),
            Fault::Delay(bot) => sim.set_link_max_message_latency(ARENA, bot, Duration::from_millis(20)),
            Fault::BotCrash(bot) => sim.bounce(bot),
            Fault::ArenaCrash => sim.bounce(ARENA),
        }
    }
}

impl Fault {
    /// The host whose fault it is.
    fn host(self) -> &'static str {
        match self {
            Fault::ArenaCrash => ARENA,
            Fault::Partition(bot)
            | Fault::LossFromArena(bot)
            | Fault::LossToArena(bot)
            | Fault::Hold(bot)
            | Fault::Delay(bot)
            | Fault::BotCrash(bot) => bot,
        }
    }
}

fn config() -> Config {
    let bots = BOTS.map(|name| name.parse().unwrap()).to_vec();
    // More than all faults together can cost a bot.
    let terms = MatchTerms { time: "600s".parse().unwrap(), ..MatchTerms::new("toy") };
    let league = LeagueSettings { sets: SETS.try_into().ok(), ..LeagueSettings::new("storm", terms, bots) };
    let organizers = vec![token::hash_of("organizer")];
    Config { tokens: Tokens::Required, organizers, leagues: vec![league], ..Config::default() }
}

/// Pauses the arena for a moment now and then, and reads. Counts the rounds in which all calls were answered.
async fn organize(rounds: Arc<Mutex<u64>>) -> turmoil::Result {
    loop {
        // Faults of the arena's machine affect this connection too.
        let round = timeout(Duration::from_secs(5), organize_once());
        if round.await.is_ok_and(|round| round.is_ok()) {
            *rounds.lock() += 1;
        }
        sleep(Duration::from_millis(300)).await;
    }
}

async fn organize_once() -> Result<(), Box<dyn std::error::Error>> {
    fn request<T>(message: T) -> Request<T> {
        let mut request = Request::new(message);
        request.metadata_mut().insert("authorization", "Bearer organizer".parse().unwrap());
        request
    }
    let mut client = LeagueServiceClient::new(connect().await?);
    client.set_paused(request(pb::SetPausedRequest { paused: Some(true) })).await?;
    client.list_matches(request(pb::ListMatchesRequest::default())).await?;
    client.set_paused(request(pb::SetPausedRequest { paused: Some(false) })).await?;
    client.get_standings(request(pb::GetStandingsRequest::default())).await?;
    Ok(())
}
