//! `greedy` through the rules engine, without an arena: how strong it is, and the asks that every language must answer
//! alike.

mod haleakala;
mod hawaii;
mod kanaloa;

use std::fmt::Write as _;
use std::{env, fs};

use engine::dice::{Dice, Seed};
use engine::{Choices, Phase, Seat, SeatCount, Table, Viewer, registry};
use prost::Message;
use sample_bots::{Answer, Bot, Greedy, pb};

/// Plays one game to its end.
fn play(
    game: &str,
    seats: usize,
    choices: &[&str],
    number: u64,
    mut decide: impl FnMut(Seat, &dyn Table) -> u32,
) -> Box<dyn Table> {
    let kind = registry::find(game).expect("the game is registered");
    let choices = Choices::parse(kind.info().options, choices.iter().copied()).expect("options of the game");
    let seats = SeatCount::new(seats).expect("at most five");
    let mut table = kind.usual_ruleset().open(seats, &choices).expect("a game for so many");
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

/// Compares these answers with the game's fixture; `UPDATE_FIXTURES=1 cargo test -p sample-bots recorded` writes it anew.
fn check_recorded(game: &str, title: &str, asks: &[(u32, pb::Ask)]) {
    let mut lines = format!(
        "# {title}: on each line the index that greedy answers, then the arena.v1.Ask in hexadecimal digits.\n"
    );
    for (index, ask) in asks {
        let bytes = ask.encode_to_vec();
        let hex = bytes.iter().fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").expect("a String takes everything");
            hex
        });
        writeln!(lines, "{index} {hex}").expect("a String takes everything");
    }
    let path = format!("{}/../fixtures/{game}-greedy.txt", env!("CARGO_MANIFEST_DIR"));
    if env::var_os("UPDATE_FIXTURES").is_some() {
        fs::write(&path, &lines).expect("the folder of fixtures can be written");
    }
    let recorded = fs::read_to_string(&path).expect("the fixture is in the repository");
    assert!(recorded == lines, "the messages or greedy's answers changed: see UPDATE_FIXTURES in this test");
}
