//! `greedy` through the rules engine, without an arena: how strong it is, and the asks that every language must answer
//! alike.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::{env, fs};

use engine::dice::{Dice, Seed};
use engine::{Choices, Phase, Seat, SeatCount, Table, Viewer, registry};
use games::haleakala::v1::Step;
use prost::Message;
use sample_bots::{Answer, Bot, Greedy, games, pb};

const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/haleakala-greedy.txt");
/// How many asks of each step are recorded, from each variant.
const RECORDED_OF_EACH_STEP: usize = 30;

#[test]
fn greedy_beats_random_in_at_least_80_of_100_matches_of_each_variant() {
    for variant in ["base", "tactical"] {
        let (mut wins, mut points) = (0, [0, 0]);
        for number in 0..100 {
            let (greedy, random) = (Seat::new((number % 2) as u8), Seat::new(1 - (number % 2) as u8));
            let mut lots = Dice::stream(Seed::from_number(number), 1);
            let table = play(variant, number, |seat, table| {
                if seat == greedy { answer(&ask(seat, table)) } else { lots.below(table.legal_count() as u32) }
            });
            let Phase::Over(outcome) = table.phase() else { panic!("played to the end") };
            wins += u32::from(outcome.places[greedy] < outcome.places[random]);
            points = [points[0] + outcome.scores[greedy], points[1] + outcome.scores[random]];
        }
        println!("{variant}: {wins} wins, {points:?} points");
        assert!(wins >= 80, "{variant}: greedy won {wins} of 100");
    }
}

#[test]
fn greedy_does_not_stall_against_itself() {
    for variant in ["base", "tactical"] {
        for number in 0..20 {
            let table = play(variant, number, |seat, table| answer(&ask(seat, table)));
            let Some(pb::view::Game::Haleakala(view)) = table.view(Viewer::Public).game else { panic!("its view") };
            assert!(view.idle_turns < 50, "{variant} {number}: {} turns without a card", view.idle_turns);
        }
    }
}

/// `UPDATE_FIXTURES=1 cargo test -p sample-bots recorded` writes the file anew.
#[test]
fn recorded_asks_are_answered_as_recorded() {
    let mut lines = String::from(
        "# Haleakala: on each line the index that greedy answers, then the arena.v1.Ask in hexadecimal digits.\n",
    );
    for (index, ask) in sampled_asks() {
        let bytes = ask.encode_to_vec();
        let hex = bytes.iter().fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").expect("a String takes everything");
            hex
        });
        writeln!(lines, "{index} {hex}").expect("a String takes everything");
    }
    if env::var_os("UPDATE_FIXTURES").is_some() {
        fs::write(RECORDED, &lines).expect("the folder of fixtures can be written");
    }
    let recorded = fs::read_to_string(RECORDED).expect("the fixture is in the repository");
    assert!(recorded == lines, "the messages or greedy's answers changed: see UPDATE_FIXTURES in this test");
}

/// Asks of every step, from games in which greedy and lots take turns at deciding, with greedy's answers.
fn sampled_asks() -> Vec<(u32, pb::Ask)> {
    let mut sample = Vec::new();
    for variant in ["base", "tactical"] {
        let mut taken = BTreeMap::<Step, usize>::new();
        for number in 0..8 {
            let mut lots = Dice::stream(Seed::from_number(number), 1);
            play(variant, number, |seat, table| {
                let mut ask = ask(seat, table);
                let index = answer(&ask);
                ask.match_id = format!("{variant}-{number}");
                ask.ticket = sample.len() as u64 + 1;
                let of_step = taken.entry(step(&ask)).or_default();
                if ask.legal_total > 1 && *of_step < RECORDED_OF_EACH_STEP && lots.below(6) == 0 {
                    *of_step += 1;
                    sample.push((index, ask));
                }
                if lots.below(4) == 0 { lots.below(table.legal_count() as u32) } else { index }
            });
        }
    }
    sample
}

fn step(ask: &pb::Ask) -> Step {
    match ask.view.as_ref().and_then(|view| view.game.as_ref()) {
        Some(pb::view::Game::Haleakala(view)) => view.open.as_ref().expect("a view has it").step(),
        other => panic!("not Haleakala's view: {other:?}"),
    }
}

/// Plays one game to its end.
fn play(variant: &str, number: u64, mut decide: impl FnMut(Seat, &dyn Table) -> u32) -> Box<dyn Table> {
    let kind = registry::find("haleakala").expect("the game is registered");
    let choice = format!("variant={variant}");
    let choices = Choices::parse(kind.info().options, [choice.as_str()]).expect("an option of the game");
    let seats = SeatCount::new(2).expect("at most five");
    let mut table = kind.usual_ruleset().open(seats, &choices).expect("a game for two");
    let mut chance = Dice::new(Seed::from_number(number));
    loop {
        match table.phase() {
            Phase::Over(_) => return table,
            Phase::Chance => _ = table.draw(&mut chance),
            Phase::Decide(seat) => {
                let index = decide(*seat, &*table);
                table.play(index as usize);
            }
        }
    }
}

fn ask(seat: Seat, table: &dyn Table) -> pb::Ask {
    let legal: Vec<_> = (0..table.legal_count()).filter_map(|index| table.legal_wire(index)).collect();
    let legal_total = legal.len() as u32;
    pb::Ask { view: Some(table.view(Viewer::Seat(seat))), legal, legal_total, ..Default::default() }
}

fn answer(ask: &pb::Ask) -> u32 {
    match Greedy.choose(ask) {
        Answer { choice: pb::answer::Choice::Index(index), .. } => index,
        other => panic!("greedy answers an index, not {other:?}"),
    }
}
