//! An arena with a league of good bots. Each hostile bot has a match of its own.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use kahua_play::token;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_service_server::SERVICE_NAME as BOTS;
use kahua_store::{Reader, Store};
use kahua_tests::soon;
use tempfile::TempDir;
use tokio::runtime::Builder;
use tonic_health::pb::health_check_response::ServingStatus;

use super::attacker::RunningAttack;
use super::attacks;
use super::good::GoodBots;
use super::target::{Attack, Target, hello};
use crate::KAHUA;
use crate::arena::Arena;
use kahua_tests::load::resident_mb;

/// How many good bots play.
const GOOD: usize = 6;

/// The names of hostile bots begin like this.
pub(super) const HOSTILE: &str = "hostile";

/// Fewer than a flood of connections needs, but enough for all others.
const OPEN_FILES: &str = "ulimit -n 256";

/// More memory than an arena of this size ever needs.
const MEMORY_MB_MAX: u64 = 256;

/// How many asks the good bots must get during an attack before the arena counts as having withstood it.
const ASKS_MIN: u64 = 20;

/// The arena, and all its peaceful callers.
pub(super) struct Scene {
    pub(super) arena: Arena,
    pub(super) good: GoodBots,
    /// The name and the token of the hostile bot for each attack. The last one of them is peaceful.
    hostile: Vec<(String, String)>,
    store: PathBuf,
    _folder: TempDir,
}

impl Scene {
    /// Starts everything; the good bots answer after `thought`.
    pub(super) fn open(thought: Duration) -> Scene {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        std::fs::create_dir(&data).unwrap();
        let store = data.join("arena.db");
        let registered = register(&store, (1..=GOOD).map(good_name).chain((0..=attacks().count()).map(hostile_name)));
        let (good, hostile) = registered.split_at(GOOD);
        let config = folder.path().join("arena.toml");
        std::fs::write(&config, settings()).unwrap();
        let arena = Arena::serve(OPEN_FILES, &data, &["--config", config.to_str().unwrap()]);
        let good = GoodBots::start(arena.addr.parse().unwrap(), good.to_vec(), thought);
        soon(|| (good.heard.resume_tokens.lock().len() == GOOD).then_some(()));
        Scene { arena, good, hostile: hostile.to_vec(), store, _folder: folder }
    }

    /// The arena, for the attack with this number.
    pub(super) fn target(&self, number: usize) -> Target {
        let (name, token) = self.hostile[number].clone();
        let addr = self.arena.addr.parse().unwrap();
        Target { addr, name, token, stolen: self.good.heard.resume_tokens.clone(), strikes: Arc::default() }
    }

    /// Checks that the arena works normally while this attack goes on, until it has struck at least this often.
    pub(super) fn check(&self, attack: &Attack, running: &RunningAttack, strikes_min: u64) {
        let (begun, asks) = (Instant::now(), self.good.heard.asks.load(Ordering::Relaxed));
        soon(|| {
            running.expect_no_success(attack);
            let goes_on = self.good.heard.asks.load(Ordering::Relaxed) >= asks + ASKS_MIN;
            (running.strikes() >= strikes_min && goes_on).then_some(())
        });
        let (strikes, took) = (running.strikes(), begun.elapsed());
        self.check_arena(attack.name);
        println!("{}: {strikes} strikes in {took:.1?}, {:.1?} with all checks", attack.name, begun.elapsed());
    }

    /// Checks what must hold at any time.
    pub(super) fn check_arena(&self, when: &str) {
        assert_eq!(self.arena.health(BOTS), ServingStatus::Serving, "{when}");
        self.let_in_a_newcomer();
        let complaints = self.good.heard.complaints.lock();
        assert!(complaints.is_empty(), "{when}: {complaints:?}");
        drop(complaints);
        let memory = resident_mb(self.arena.process.id());
        assert!(memory < MEMORY_MB_MAX, "{when}: the arena has taken {memory} MB");
    }

    /// A bot that has a token gets in, even if a flood drives out its first connection.
    fn let_in_a_newcomer(&self) {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let newcomer = self.target(attacks().count());
        soon(|| runtime.block_on(newcomer.enter(hello(&newcomer.name))).ok());
    }

    /// Waits until the matches that are being played now have ended.
    pub(super) fn finish_matches(&self) {
        let (runtime, target) = (Builder::new_current_thread().enable_all().build().unwrap(), self.target(0));
        let running = || {
            let wanted = pb::ListMatchesRequest { running: Some(true), ..Default::default() };
            let list = async { target.leagues().await?.list_matches(target.request(wanted)).await };
            let matches = runtime.block_on(list).ok()?.into_inner().matches;
            Some(matches.into_iter().map(|summary| summary.match_id).collect::<Vec<_>>())
        };
        let mut open = soon(running);
        assert!(!open.is_empty(), "somebody plays");
        soon(|| {
            let now = running()?;
            open.retain(|id| now.contains(id));
            open.is_empty().then_some(())
        });
    }

    /// Stops the arena, and checks what is in its records: no good bot has lost anything to the hostile one.
    pub(super) fn close(self) {
        self.good.heard.is_over.store(true, Ordering::Release);
        self.arena.stop();
        let (mut ended, mut with_hostile) = (0, 0);
        for record in Reader::open(&self.store).unwrap().records().map(Result::unwrap) {
            ended += 1;
            for (player, result) in record.players.iter().zip(&record.results) {
                if player.name.starts_with(HOSTILE) {
                    with_hostile += 1;
                } else {
                    assert_eq!((result.strikes, result.given_up), (0, None), "{}: {record:?}", player.name);
                }
            }
        }
        assert!(ended > 0, "nothing was played");
        println!("{ended} matches have ended, {with_hostile} of them with the hostile bot");
        let data = self.store.parent().unwrap();
        let _every_record = KAHUA.run(&["verify", "--data", data.to_str().unwrap()]).good();
    }
}

fn good_name(number: usize) -> String {
    format!("good-{number}")
}

fn hostile_name(number: usize) -> String {
    format!("{HOSTILE}-{number}")
}

/// Registers bots with these names, and returns them with their tokens.
fn register(store: &Path, names: impl Iterator<Item = String>) -> Vec<(String, String)> {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let store = Store::open(store).unwrap();
    let add = |name: String| {
        let token = token::new_token();
        runtime.block_on(store.set_token(&name.parse().unwrap(), token::hash_of(&token))).unwrap();
        (name, token)
    };
    names.map(add).collect()
}

/// A league for each hostile bot, in which it plays a good one, and a league of all good bots. The latter comes last:
/// where there isn't room for all, the matches of the first leagues begin first.
fn settings() -> String {
    let league = |name: &str, bots: &[String]| {
        format!(
            "[[league]]\nname = '{name}'\ngame = 'haleakala'\nbots = {bots:?}\nsets = 10000\ntime = '600s'\n\
             watch = 'open'\nfaults = {{ reconnect_s = 1 }}\n"
        )
    };
    let good = league("good", &(1..=GOOD).map(good_name).collect::<Vec<_>>());
    let with = |number| league(&hostile_name(number), &[good_name(1 + number % GOOD), hostile_name(number)]);
    let mixed: String = (0..attacks().count()).map(with).collect();
    // A suspended bot would stop attacking.
    format!("tokens = 'required'\nsuspend_after = 0\n{mixed}{good}")
}
