//! What the next match of a league with a history costs: 60 bots that are all free, after 100,000 matches.
//!
//! `cargo bench -p kahua-leagues --bench next` measures what it takes to hand out a match and to take its result. A set is chosen
//! once and has a match for each seat, so the slowest match is about the choice.

use std::fmt;

use divan::Bencher;
use kahua_core::clock::Micros;
use kahua_core::ids::BotName;
use kahua_core::referee::Luck;
use kahua_engine::{Dice, PerSeat, SeatCount, Seed};
use kahua_leagues::{Amount, Availability, Entrant, Format, FormatSettings, Lopsided, Outcome, SetSeeds, SetSource};

const BOTS: usize = 60;
const REFERENCES: usize = 6;
const MATCHES: u32 = 100_000;
/// The number of matches in a league that ends: more than the benchmark plays.
const ENOUGH: u32 = 2 * MATCHES;

fn main() {
    divan::main();
}

#[derive(Clone, Copy)]
enum Kind {
    RoundRobin,
    Gauntlet,
    Ladder,
    Swiss,
}

struct Case(Kind, usize);

const CASES: [Case; 8] = [
    Case(Kind::RoundRobin, 2),
    Case(Kind::RoundRobin, 4),
    Case(Kind::Gauntlet, 2),
    Case(Kind::Gauntlet, 4),
    Case(Kind::Ladder, 2),
    Case(Kind::Ladder, 4),
    Case(Kind::Swiss, 2),
    Case(Kind::Swiss, 4),
];

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case(kind, seats) = self;
        let kind = match kind {
            Kind::RoundRobin => "round-robin",
            Kind::Gauntlet => "gauntlet",
            Kind::Ladder => "ladder",
            Kind::Swiss => "swiss",
        };
        write!(f, "{kind}, {seats} seats")
    }
}

#[divan::bench(args = CASES)]
fn next(bencher: Bencher, case: &Case) {
    let mut league = started(case);
    let mut dice = Dice::new(Seed::from_number(2));
    (0..MATCHES).for_each(|_| play(&mut *league, &mut dice));
    bencher.bench_local(|| play(&mut *league, &mut dice));
}

fn started(Case(kind, seats): &Case) -> Box<dyn Format> {
    let bots: Vec<BotName> = (0..BOTS).map(|number| format!("bot{number}").parse().expect("a name")).collect();
    let settings = match kind {
        Kind::RoundRobin => FormatSettings::RoundRobin(Amount::MatchesPerBot(ENOUGH * *seats as u32 / BOTS as u32)),
        Kind::Gauntlet => FormatSettings::Gauntlet {
            references: bots[..REFERENCES].to_vec(),
            amount: Amount::MatchesPerBot(ENOUGH / (BOTS - REFERENCES) as u32),
        },
        Kind::Ladder => FormatSettings::Ladder(Lopsided::default()),
        Kind::Swiss => FormatSettings::Swiss { rounds: ENOUGH, announced: Micros(0) },
    };
    let seats = SeatCount::new(*seats).expect("a number of seats");
    let (seed, seeds) = (Seed::from_number(1), SetSeeds::EachGroup);
    let source = SetSource { league: "bench".into(), season: 0, seats, seed, seeds, luck: Luck::Fresh };
    let mut league = settings.start(source);
    bots.iter().for_each(|bot| league.enter(Entrant::new(*bot, "1")));
    league
}

/// Hands out a match, and lets chance decide it.
fn play(league: &mut dyn Format, dice: &mut Dice) {
    let pairing = league.next(&|_| Availability::Free).expect("a match is always due");
    let mut places: Vec<u32> = (1..=pairing.seats.count().get() as u32).collect();
    dice.shuffle(&mut places);
    let places = PerSeat::from_values(places).expect("one for each seat");
    league.ended(&pairing.set, &pairing.seats, &Outcome::Places(places));
}
