//! A measurement: how long the good bots wait for their next ask, with and without each attack.

use std::time::Duration;

use kahua_tests::load::resident_mb;
use kahua_tests::soon;

use super::attacker::{BUSY, RunningAttack};
use super::attacks;
use super::scene::Scene;

/// How long a good bot thinks.
const THOUGHT: Duration = Duration::from_millis(20);

/// How many measurements there are during each attack. Before, between and after them, there is one without the attack.
const ROUNDS: usize = 5;

/// How long each measurement takes: enough for about 1500 waits.
const MEASURING: Duration = Duration::from_millis(1500);

/// How long the arena may need to recover from an attack before the next measurement without it.
const SETTLING: Duration = Duration::from_millis(300);

/// Chooses attacks by parts of their names, divided by commas.
const ONLY: &str = "KAHUA_ATTACKS";

/// Starts an attack so that it uses only idle time of the machine. A thread that is merely nice keeps others waiting
/// until its time slice is over.
const LAUNCHER: &[&str] = if cfg!(target_os = "linux") { &["chrt", "--idle", "0"] } else { &[] };

#[ignore = "a measurement: just measure hostile"]
#[test]
fn the_wait_of_good_bots_beside_each_attack() {
    let only = std::env::var(ONLY).unwrap_or_default();
    let is_wanted = |name: &str| only.split(',').any(|part| name.contains(part));
    let scene = Scene::open(THOUGHT);
    println!(
        "| attack | strikes/s | median without | median with | p99 without | p99 with | ratio | players' threads without | with \
         | other threads | memory |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (number, attack) in attacks().chain([&BUSY]).enumerate().filter(|(_, attack)| is_wanted(attack.name)) {
        let target = scene.target(number);
        let (mut without, mut beside) = (vec![measure(&scene, None)], Vec::new());
        for _ in 0..ROUNDS {
            let running = RunningAttack::start(number, &target, LAUNCHER);
            soon(|| (running.strikes() > 0).then_some(()));
            beside.push(measure(&scene, Some(&running)));
            drop(running);
            pause(SETTLING);
            without.push(measure(&scene, None));
        }
        let memory = resident_mb(scene.arena.process.id());
        let ratio =
            middle(&beside, |waits| waits.p99).as_secs_f64() / middle(&without, |waits| waits.p99).as_secs_f64();
        println!(
            "| {} | {} | {} | {} | {} | {} | {ratio:.2} | {} | {} | {} | {memory} MB |",
            attack.name,
            middle(&beside, |waits| waits.strikes_per_s),
            ms(middle(&without, |waits| waits.median)),
            ms(middle(&beside, |waits| waits.median)),
            ms(middle(&without, |waits| waits.p99)),
            ms(middle(&beside, |waits| waits.p99)),
            percent(middle(&without, |waits| waits.of_players)),
            percent(middle(&beside, |waits| waits.of_players)),
            percent(middle(&beside, |waits| waits.of_others)),
        );
    }
    scene.close();
}

struct Waits {
    median: Duration,
    p99: Duration,
    strikes_per_s: u64,
    /// The processor time of the arena's threads that serve players.
    of_players: Duration,
    /// That of its threads which give way to them.
    of_others: Duration,
}

/// The waits of the good bots now, during this attack if there is one.
fn measure(scene: &Scene, attack: Option<&RunningAttack>) -> Waits {
    let strikes = || attack.map_or(0, RunningAttack::strikes);
    let worked = || worked(scene.arena.process.id());
    let (struck, had_worked) = (strikes(), worked());
    scene.good.heard.waits.take();
    pause(MEASURING);
    let (_, median, p99) = scene.good.heard.waits.take();
    let strikes_per_s = ((strikes() - struck) as f64 / MEASURING.as_secs_f64()) as u64;
    let [of_players, of_others] = [0, 1].map(|kind| worked()[kind].saturating_sub(had_worked[kind]));
    Waits { median, p99, strikes_per_s, of_players, of_others }
}

#[expect(clippy::disallowed_methods, reason = "time passes while it is measured")]
fn pause(time: Duration) {
    std::thread::sleep(time);
}

/// The median of the rounds.
fn middle<T: Ord + Copy>(rounds: &[Waits], of: impl Fn(&Waits) -> T) -> T {
    let mut all: Vec<T> = rounds.iter().map(of).collect();
    *all.select_nth_unstable(rounds.len() / 2).1
}

/// The processor time of this process's threads of usual niceness, and of its other threads; zero where the system
/// doesn't report it.
fn worked(pid: u32) -> [Duration; 2] {
    let mut worked = [Duration::ZERO; 2];
    for thread in std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten() {
        let read = |file| std::fs::read_to_string(thread.path().join(file)).unwrap_or_default();
        let (stat, schedstat) = (read("stat"), read("schedstat"));
        // What follows the name, which may have spaces.
        let niceness = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(16));
        let run_ns = schedstat.split(' ').next().and_then(|run_ns| run_ns.parse().ok()).unwrap_or_default();
        worked[usize::from(niceness != Some("0"))] += Duration::from_nanos(run_ns);
    }
    worked
}

/// This part of a core.
fn percent(time: Duration) -> String {
    format!("{:.1} %", 100.0 * time.as_secs_f64() / MEASURING.as_secs_f64())
}

fn ms(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}
