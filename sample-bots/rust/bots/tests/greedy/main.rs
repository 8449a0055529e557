//! `greedy` without an arena: how strong it is, and the asks that it must answer alike in every language.

mod haleakala;
mod hawaii;
mod kanaloa;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::{env, fs};

use kahua_bots::Greedy;
use kahua_client::{Answer, Bot, Choice, pb};
use kahua_engine::dice::{Dice, Seed};
use kahua_engine::{Choices, DynGame, Phase, Place, Seat, SeatCount, Viewer, registry};
use prost::Message;

/// What is played.
#[derive(Clone, Copy)]
struct Setting {
    game: &'static str,
    seats: usize,
    choices: &'static [&'static str],
}

impl Setting {
    /// Plays one game to its end.
    fn play(&self, number: u64, mut decide: impl FnMut(Seat, &dyn DynGame) -> u32) -> Box<dyn DynGame> {
        let kind = registry::find(self.game).expect("the game is registered");
        let choices = Choices::parse(kind.info().options, self.choices.iter().copied()).expect("options of the game");
        let seats = SeatCount::new(self.seats).expect("at most five");
        let mut table = kind.built_in_ruleset().open(seats, &choices).expect("a game for this number of seats");
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

    /// In how many of 100 matches greedy comes first alone, in each seat in turn, against random opponents.
    fn sole_firsts_against_random(&self) -> u32 {
        let (mut firsts, mut points) = (0, [0, 0]);
        for number in 0..100 {
            let greedy = Seat::new((number % self.seats as u64) as u8);
            let mut dice = Dice::stream(Seed::from_number(number), 1);
            let table = self.play(number, |seat, table| {
                if seat == greedy { answer(&ask(seat, table)) } else { dice.below(table.legal_count() as u32) }
            });
            let Phase::Over(outcome) = table.phase() else { panic!("played to the end") };
            let is_beaten = |(seat, place): (Seat, &Place)| seat == greedy || outcome.places[greedy] < *place;
            firsts += u32::from(outcome.places.entries().all(is_beaten));
            let all: i32 = outcome.scores.iter().sum();
            points = [points[0] + outcome.scores[greedy], points[1] + all - outcome.scores[greedy]];
        }
        println!("{} {:?}, {} seats: {firsts} times first, {points:?} points", self.game, self.choices, self.seats);
        firsts
    }
}

/// Which asks are recorded, from games in which every seat follows greedy most of the time and chance otherwise.
struct Sampling {
    games: u64,
    of_each_kind: usize,
    /// One of this number of asks is recorded.
    one_of: u32,
    /// The kind of an ask, by the ask and by the notation of greedy's answer.
    kind: fn(&pb::Ask, &str) -> String,
}

impl Sampling {
    /// The asks with greedy's answers; the ids of their matches begin with the label.
    fn asks(&self, setting: Setting, label: &str) -> Vec<(u32, pb::Ask)> {
        let mut sample = Vec::new();
        let mut taken = BTreeMap::<String, usize>::new();
        for number in 0..self.games {
            let mut dice = Dice::stream(Seed::from_number(number), 1);
            setting.play(number, |seat, table| {
                let mut ask = ask(seat, table);
                let index = answer(&ask);
                ask.match_id = format!("{label}-{number}");
                ask.ticket = sample.len() as u32 + 1;
                let notation = table.legal_notation(index as usize).expect("greedy's answer is legal");
                let of_kind = taken.entry((self.kind)(&ask, &notation)).or_default();
                if ask.legal_total > 1 && *of_kind < self.of_each_kind && dice.below(self.one_of) == 0 {
                    *of_kind += 1;
                    sample.push((index, ask));
                }
                if dice.below(4) == 0 { dice.below(table.legal_count() as u32) } else { index }
            });
        }
        sample
    }
}

fn ask(seat: Seat, table: &dyn DynGame) -> pb::Ask {
    let legal: Vec<_> = (0..table.legal_count()).filter_map(|index| table.legal_wire(index)).collect();
    let legal_total = legal.len() as u32;
    pb::Ask {
        game: table.info().name.into(),
        seat: seat.number().into(),
        view: Some(table.view(Viewer::Seat(seat))),
        legal,
        legal_total,
        ..Default::default()
    }
}

fn answer(ask: &pb::Ask) -> u32 {
    match Greedy.choose(ask) {
        Answer { choice: Choice::Index(index), .. } => index,
        other => panic!("greedy answers an index, not {other:?}"),
    }
}

/// Compares these answers with the game's fixture; `UPDATE_FIXTURES=1 cargo test -p kahua-bots recorded` writes it anew.
fn check_recorded(game: &str, title: &str, asks: &[(u32, pb::Ask)]) {
    let mut lines = format!(
        "# {title}: on each line the index that greedy answers, then the kahua.arena.v1.Ask in hexadecimal digits.\n"
    );
    for (index, ask) in asks {
        let bytes = ask.encode_to_vec();
        let hex = bytes.iter().fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").expect("a String takes everything");
            hex
        });
        writeln!(lines, "{index} {hex}").expect("a String takes everything");
    }
    let path = format!("{}/../../fixtures/{game}-greedy.txt", env!("CARGO_MANIFEST_DIR"));
    if env::var_os("UPDATE_FIXTURES").is_some() {
        fs::write(&path, &lines).expect("the folder of fixtures can be written");
    }
    let recorded = fs::read_to_string(&path).expect("the fixture is in the repository");
    assert!(recorded == lines, "the messages or greedy's answers changed: see UPDATE_FIXTURES in this test");
}
