//! Random games, one core: how many decisions a second the rules make.
//!
//! A decision is: the legal list built, one action chosen, and carried out; the chance events on the way are drawn too.

use divan::counter::ItemsCount;
use kahua_engine::random_play::RandomPlay;
use kahua_engine::registry::{Visit, visit_all};
use kahua_engine::{Choices, Event, Game, Ruleset, SeatCount, Seed, Wire};

/// Games a sample.
const GAMES: u64 = 50;

fn main() {
    divan::main();
}

#[divan::bench]
fn decisions(bencher: divan::Bencher) {
    struct Play(u64);
    impl Visit for Play {
        fn visit<G: Wire>(&mut self) {
            for seats in G::INFO.seats.clone() {
                self.0 += play::<G>(SeatCount::new(seats).expect("a game's seat counts are seat counts"));
            }
        }
    }
    let count = || {
        let mut play = Play(0);
        visit_all(&mut play);
        play.0
    };
    bencher.counter(ItemsCount::new(count())).bench(count);
}

fn play<G: Game>(seats: SeatCount) -> u64 {
    let ruleset = Ruleset::<G>::built_in();
    let options = G::options(&Choices::defaults(G::INFO.options));
    let mut decisions = 0;
    for number in 0..GAMES {
        let mut play = RandomPlay::<G>::new(seats, options, &ruleset.rules, Seed::from_number(number));
        while let Ok(event) = play.step() {
            decisions += u64::from(matches!(event, Event::Action(_)));
        }
    }
    decisions
}
