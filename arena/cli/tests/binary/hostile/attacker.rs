//! The hostile bot in its own process, like a stranger's program: this test binary, started once more.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::runtime::Builder;

use super::attacks;
use super::target::{Attack, Target};

/// The environment variable that tells the process what to do: the number of an attack, the arena's address, the bot's name
/// and token, and the names of good bots with their resume tokens.
const ORDERS: &str = "KAHUA_TEST_ATTACK";

/// The name of the test that is the process.
const TEST: &str = "hostile::attacker::attack_as_ordered";

/// The text before the number of strikes so far.
const STRUCK: &str = "struck ";

/// How often the process reports it.
const TELLING: Duration = Duration::from_millis(20);

/// An attack that goes on until this is dropped.
pub(super) struct RunningAttack {
    process: Mutex<Child>,
    strikes: Arc<AtomicU64>,
}

impl RunningAttack {
    /// Starts the attack with this number, by a command that runs the command after it if there is one.
    pub(super) fn start(number: usize, target: &Target, launcher: &[&str]) -> RunningAttack {
        let binary = std::env::current_exe().unwrap();
        let words =
            launcher.iter().copied().chain([binary.to_str().unwrap(), TEST, "--exact", "--ignored", "--nocapture"]);
        let words: Vec<&str> = words.collect();
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).env(ORDERS, orders(number, target));
        // The process ends with this pipe, and so with the test, however that ends.
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let said = BufReader::new(process.stdout.take().unwrap());
        let strikes: Arc<AtomicU64> = Arc::default();
        std::thread::spawn({
            let strikes = strikes.clone();
            move || {
                let lines = said.lines().map_while(Result::ok);
                let told = lines.filter_map(|line| line.strip_prefix(STRUCK)?.parse().ok());
                told.for_each(|struck| strikes.store(struck, Ordering::Relaxed));
            }
        });
        RunningAttack { process: Mutex::new(process), strikes }
    }

    /// How often the attack has struck.
    pub(super) fn strikes(&self) -> u64 {
        self.strikes.load(Ordering::Relaxed)
    }

    /// An attack panics if the arena lets it have what it must not.
    pub(super) fn expect_no_success(&self, attack: &Attack) {
        let ended = self.process.lock().try_wait().unwrap();
        assert!(ended.is_none(), "the attack {:?} has ended by itself: the panic above says why", attack.name);
    }
}

impl Drop for RunningAttack {
    fn drop(&mut self) {
        let mut process = self.process.lock();
        let _it_may_have_ended = process.kill();
        let _nothing_is_left_to_do = process.wait();
    }
}

fn orders(number: usize, target: &Target) -> String {
    let Target { addr, name, token, .. } = target;
    let stolen = target.stolen.lock();
    let stolen = stolen.iter().map(|(name, token)| format!(" {name} {token}"));
    format!("{number} {addr} {name} {token}{}", stolen.collect::<String>())
}

#[ignore = "a process that the other tests start"]
#[test]
#[expect(clippy::disallowed_methods, reason = "the process ends with its pipe, whatever it does")]
fn attack_as_ordered() {
    let Ok(orders) = std::env::var(ORDERS) else { return };
    let words: Vec<&str> = orders.split(' ').collect();
    let [number, addr, name, token, stolen @ ..] = &words[..] else { panic!("orders: {orders}") };
    let stolen: BTreeMap<_, _> = stolen.chunks(2).map(|pair| (pair[0].to_owned(), pair[1].to_owned())).collect();
    let target = Target {
        addr: addr.parse().unwrap(),
        name: (*name).into(),
        token: (*token).into(),
        stolen: Arc::new(Mutex::new(stolen)),
        strikes: Arc::default(),
    };
    std::thread::spawn({
        let strikes = target.strikes.clone();
        move || tell(&strikes)
    });
    std::thread::spawn(|| {
        let _end_of_the_pipe = std::io::stdin().read(&mut [0]);
        std::process::exit(0);
    });
    give_way();
    let attack = attacks().nth(number.parse().unwrap()).unwrap_or(&BUSY);
    Builder::new_current_thread().enable_all().build().unwrap().block_on((attack.run)(target));
}

#[expect(clippy::disallowed_methods, reason = "time passes between two lines")]
fn tell(strikes: &AtomicU64) {
    loop {
        println!("{STRUCK}{}", strikes.load(Ordering::Relaxed));
        std::thread::sleep(TELLING);
    }
}

/// Lets the arena and the good bots run first: a real attacker has its own machine.
fn give_way() {
    #[cfg(target_os = "linux")]
    rustix::process::nice(19).expect("everybody may give way");
}

/// The control after the last attack: a process that never talks to the arena, but uses as much of the machine as an
/// attack does. If good bots wait because of it, the arena can't help it.
pub(super) const BUSY: Attack = Attack { name: "nothing, on a busy core", run: |target| Box::pin(keep_busy(target)) };

async fn keep_busy(target: Target) {
    loop {
        target.strike();
        tokio::task::yield_now().await;
    }
}
