//! What a rating table costs: 60 players, 100,000 matches in sets, with the strengths, all intervals and ranks.
//!
//! `cargo bench -p kahua-ratings --bench table`. An arena computes tables apart from its matches, and keeps them.

use divan::Bencher;
use kahua_engine::dice::{Dice, Seed};
use kahua_ratings::{Finish, Pool};

const PLAYERS: u32 = 60;
const MATCHES: usize = 100_000;

fn main() {
    divan::main();
}

#[divan::bench(args = [2, 4], sample_count = 10)]
fn standings(bencher: Bencher, seats: usize) {
    let pool = played(seats);
    bencher.bench_local(|| pool.standings());
}

/// Players by numbers; those with a higher one win more often.
fn played(seats: usize) -> Pool<u32> {
    let mut dice = Dice::new(Seed::from_number(1));
    let mut all: Vec<u32> = (0..PLAYERS).collect();
    let mut pool = Pool::default();
    for set in 0..MATCHES / seats {
        dice.shuffle(&mut all);
        let table = &all[..seats];
        for _ in 0..seats {
            let mut order: Vec<(u32, u32)> = table.iter().map(|one| (one + dice.below(PLAYERS), *one)).collect();
            order.sort_unstable_by(|one, other| other.cmp(one));
            let finishes: Vec<Finish<u32>> =
                (1..).zip(&order).map(|(place, (_, one))| Finish::new(*one, place)).collect();
            let _ratings = pool.add(&set.to_string(), &finishes);
        }
    }
    pool
}
