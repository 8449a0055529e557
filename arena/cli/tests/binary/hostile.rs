//! A hostile bot among good ones: whatever it does, they play on, and it costs them no match.
//!
//! A new attack is one entry in the list of its family.

mod attacker;
mod calls;
mod floods;
mod frames;
mod good;
mod handshakes;
mod measure;
mod names;
mod player;
mod scene;
mod silence;
mod target;

use std::time::Duration;

use attacker::RunningAttack;
use parking_lot::Mutex;
use scene::Scene;
use target::Attack;

/// How long the good bots think about each answer, where nothing is measured.
const THOUGHT: Duration = Duration::from_millis(5);

/// Each of these tests uses a whole machine.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn attacks() -> impl Iterator<Item = &'static Attack> {
    let families: [&[Attack]; 5] =
        [&silence::ATTACKS, &floods::ATTACKS, &calls::ATTACKS, &names::ATTACKS, &player::ATTACKS];
    families.into_iter().flatten()
}

#[test]
fn no_attack_costs_a_good_bot_anything() {
    let _alone = ONE_AT_A_TIME.lock();
    let scene = Scene::open(THOUGHT);
    for (number, attack) in attacks().enumerate() {
        let running = RunningAttack::start(number, &scene.target(number), &[]);
        scene.check(attack, &running, 5);
    }
    scene.finish_matches();
    scene.close();
}

#[test]
fn all_attacks_at_once_cost_a_good_bot_nothing_and_keep_no_signal_away() {
    let _alone = ONE_AT_A_TIME.lock();
    let scene = Scene::open(THOUGHT);
    let start = |(number, attack)| (attack, RunningAttack::start(number, &scene.target(number), &[]));
    let running: Vec<_> = attacks().enumerate().map(start).collect();
    for (attack, running) in &running {
        scene.check(attack, running, 1);
    }
    scene.check_arena("with all attacks at once");
    // The arena must stop while the attacks go on.
    scene.close();
}
