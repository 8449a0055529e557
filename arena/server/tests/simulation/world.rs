//! The lives of one simulated arena, one after another, and what happens in them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use kahua_engine::toy::Toy;
use kahua_engine::{Dice, Seed};
use kahua_play::SimulatedMachine;
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::App;
use kahua_server::harness::abort_matches_of;
use kahua_settings::Rulesets;
use kahua_settings::config::{Config, Tokens};
use kahua_store::{Condition, SimulatedDisk};
use parking_lot::Mutex;
use prost::Message;
use tokio::time::{Instant, sleep, sleep_until};

use crate::bot::{self, Bot};
use crate::life::{self, Machine};
use crate::plan::{Act, Life, Plan};
use crate::witness::Witness;
use crate::{Run, checks, panics};

/// Once faults have stopped, everything must finish within this time.
const FINISH_MAX: Duration = Duration::from_secs(3_600);
/// How long no match must run until the arena counts as finished.
const QUIET: u32 = 20;
const STARTED_UNIX_MS: i64 = 1_700_000_000_000;

pub(crate) static RULESETS: LazyLock<Rulesets> = LazyLock::new(|| Rulesets::built_in().with(Toy::ruleset()));

/// An arena that dies and lives again, and its bots.
pub(crate) struct World {
    seed: Seed,
    plan: Plan,
    disk: SimulatedDisk,
    unix_ms: i64,
    bots: Vec<Arc<Mutex<Bot>>>,
    witness: Arc<Mutex<Witness>>,
    /// The standings at the last clean shutdown of the arena.
    standings: Option<Vec<pb::PoolStandings>>,
}

impl World {
    pub(crate) fn new(seed: u64) -> World {
        let seed = Seed::from_number(seed);
        let plan = Plan::draw(&mut Dice::new(seed.derive("plan", 0)));
        let needs_token = plan.config.tokens == Tokens::Required;
        let bots = (0u64..).zip(&plan.bots).map(|(number, character)| {
            let token = needs_token.then(|| format!("token of {}", character.name));
            Arc::new(Mutex::new(Bot::new(character.clone(), seed.derive("bot", number), token)))
        });
        World {
            bots: bots.collect(),
            disk: SimulatedDisk::new(seed.derive("disk", 0)).unwrap(),
            unix_ms: STARTED_UNIX_MS,
            witness: Arc::default(),
            standings: None,
            seed,
            plan,
        }
    }

    /// Lets the arena live all its lives.
    pub(crate) fn run(mut self) -> Run {
        let lives = std::mem::take(&mut self.plan.lives);
        for (number, life) in lives.iter().enumerate() {
            self.live(life, number + 1 == lives.len());
        }
        let innocent: BTreeSet<String> =
            self.bots.iter().filter(|bot| bot.lock().is_innocent()).map(|bot| bot.lock().name().to_string()).collect();
        let versions: BTreeMap<String, String> =
            self.bots.iter().map(|bot| bot.lock()).map(|bot| (bot.name().to_string(), bot.version())).collect();
        let mut witness = self.witness.lock();
        checks::all(&self.disk.reader(), &RULESETS, &self.plan.config.leagues, &innocent, &versions, &witness);
        witness.counts.runs = 1;
        let records = self.disk.reader().records().map(|record| record.unwrap());
        let records = records.map(|record| {
            witness.counts.record(&record);
            record.encode_to_vec()
        });
        Run { records: records.collect(), counts: std::mem::take(&mut witness.counts) }
    }

    /// One life, on a runtime of its own: when that is dropped, the arena and all connections are gone at once.
    fn live(&mut self, life: &Life, is_last: bool) {
        let number = u64::from(self.witness.lock().life);
        self.witness.lock().begin_life();
        let machine = Machine { seed: self.seed.derive("machine", number), unix_ms: self.unix_ms, lag: self.plan.lag };
        let disk = self.disk.clone();
        disk.set_crash(life.crash.filter(|_| !is_last));
        let (lasted, has_died) = life::live(&machine, &disk, self.play(life, is_last));
        if has_died {
            self.crash(&format!("crash {:?}", life.crash.expect("it was foreseen").1));
        }
        self.disk.set_crash(None);
        self.disk.set_condition(Condition::Works);
        self.unix_ms += lasted.as_millis() as i64 + 500;
        self.bots.iter().for_each(|bot| bot.lock().lose_arena());
        checks::at_rest(&self.disk.reader(), &self.witness.lock());
    }

    fn crash(&mut self, how: &str) {
        self.standings = None;
        self.witness.lock().counts.see(how);
    }

    async fn play(&mut self, life: &Life, is_last: bool) {
        let app = self.build().await;
        if let Some(standings) = self.standings.take() {
            assert!(app.standings() == standings, "the ratings aren't those that the records give");
        }
        for bot in &self.bots {
            tokio::spawn(bot::live(app.clone(), bot.clone(), self.witness.clone()));
        }
        let mut began = Instant::now();
        for (at, act) in &life.acts {
            sleep_until(began + *at).await;
            self.carry_out(*act, &app).await;
            if let Act::StandStill(span) = act {
                // The standstill doesn't count as part of the life.
                began += *span;
            }
            panics::check();
        }
        sleep_until(began + life.lasts).await;
        if is_last {
            self.finish(&app).await;
        } else if life.drains {
            self.disk.set_condition(Condition::Works);
            self.drain(&app).await;
        } else {
            self.crash("crash between commits");
        }
    }

    async fn build(&self) -> Arc<App> {
        let store = self.disk.open().unwrap();
        for bot in &self.bots {
            let admission = bot.lock().admission();
            if let Some((name, token)) = admission {
                store.set_token(&name, token).await.unwrap();
            }
        }
        App::build(&self.plan.config, RULESETS.clone(), store).await.unwrap()
    }

    async fn carry_out(&self, act: Act, app: &Arc<App>) {
        let name = match act {
            Act::Abort(_) => "Abort".to_owned(),
            Act::StandStill(_) => "StandStill".to_owned(),
            act => format!("{act:?}"),
        };
        self.witness.lock().counts.see(format!("act {name}"));
        let app = app.clone();
        match act {
            Act::Disk(condition) => self.disk.set_condition(condition),
            Act::StandStill(span) => SimulatedMachine::stand_still(span).await,
            Act::Pause | Act::Unpause => {
                let paused = matches!(act, Act::Pause);
                tokio::spawn(async move { app.set_paused(paused).await.unwrap() });
            }
            Act::Abort(bot) => {
                let name = self.bots[bot].lock().name();
                tokio::spawn(async move { abort_matches_of(&app, name, "an organizer wants it").await });
            }
        }
    }

    /// Shuts the arena down cleanly.
    async fn drain(&mut self, app: &Arc<App>) {
        app.drain().await;
        self.witness.lock().counts.see("drain");
        checks::told_is_kept(app.reader(), &self.witness.lock());
        self.standings = self.plan.compares_standings.then(|| app.standings());
    }

    /// An organizer lets all suspended bots back.
    async fn let_back(&self, app: &Arc<App>) {
        for (name, _) in app.suspensions() {
            self.witness.lock().counts.see("suspension");
            app.let_back(name).await.unwrap();
        }
    }

    /// Faults stop, and everything finishes.
    async fn finish(&mut self, app: &Arc<App>) {
        self.witness.lock().is_calm = true;
        self.disk.set_condition(Condition::Works);
        app.set_paused(false).await.unwrap();
        let (began, mut quiet) = (Instant::now(), 0);
        while quiet < QUIET {
            sleep(Duration::from_secs(1)).await;
            panics::check();
            self.let_back(app).await;
            let all_are_there = app.bots().iter().filter(|bot| bot.connected).count() == self.bots.len();
            quiet = if app.running() == 0 && all_are_there { quiet + 1 } else { 0 };
            assert!(began.elapsed() < FINISH_MAX, "it never ends: {} are running, {:?}", app.running(), app.bots());
        }
        self.drain(app).await;
        // The standings of an arena that only reads the records and plays nothing.
        let idle = Config { leagues: Vec::new(), ..self.plan.config.clone() };
        let rebuilt = App::build(&idle, RULESETS.clone(), self.disk.open().unwrap()).await.unwrap();
        if let Some(standings) = &self.standings {
            assert!(rebuilt.standings() == *standings, "the ratings aren't those that the records give");
        }
        assert_eq!(rebuilt.progress(), app.progress());
    }
}
