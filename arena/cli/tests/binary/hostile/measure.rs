//! A measurement: how long the good bots wait for their next ask beside each attack, and alone.

use std::time::Duration;

use kahua_tests::soon;

use super::attacks;
use super::scene::{RunningAttack, Scene};
use crate::spectators::resident_mb;

/// How long a good bot thinks.
const THOUGHT: Duration = Duration::from_millis(20);

/// How often each attack is measured, each time beside a measurement without it.
const ROUNDS: usize = 3;

/// How long it is measured each time.
const MEASURING: Duration = Duration::from_secs(3);

#[ignore = "a measurement: just hostile"]
#[test]
fn the_wait_of_good_bots_beside_each_attack() {
    let scene = Scene::open(THOUGHT);
    println!("| attack | median alone | median beside it | p99 alone | p99 beside it | p99 grows by | memory |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for (number, attack) in attacks().enumerate() {
        let mut rounds = [Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            rounds[0].push(measure(&scene, || None));
            rounds[1].push(measure(&scene, || Some(RunningAttack::start(attack, scene.target(number)))));
        }
        let [alone, beside] = rounds.map(|rounds| {
            let middle = |times: Vec<Duration>| *{ times }.select_nth_unstable(ROUNDS / 2).1;
            (middle(rounds.iter().map(|round| round.0).collect()), middle(rounds.iter().map(|round| round.1).collect()))
        });
        let grows = beside.1.as_secs_f64() / alone.1.as_secs_f64() * 100.0 - 100.0;
        let memory = resident_mb(scene.arena.process.id());
        let ms = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1000.0);
        println!(
            "| {} | {} | {} | {} | {} | {grows:.0} % | {memory} MB |",
            attack.name,
            ms(alone.0),
            ms(beside.0),
            ms(alone.1),
            ms(beside.1)
        );
    }
    scene.close();
}

/// The median and the 99th percentile of the waits, beside this attack if there is one.
#[expect(clippy::disallowed_methods, reason = "time passes while it is measured")]
fn measure(scene: &Scene, attack: impl FnOnce() -> Option<RunningAttack>) -> (Duration, Duration) {
    let running = attack();
    if let Some(running) = &running {
        soon(|| (running.strikes() > 0).then_some(()));
    }
    scene.good.heard.waits.take();
    std::thread::sleep(MEASURING);
    let (_, median, p99) = scene.good.heard.waits.take();
    (median, p99)
}
