//! What a page costs: the standings of 60 bots, each in one version, and the board of a replay.
//!
//! `cargo bench -p kahua-web --bench pages`. The estimates on it are computed before, so their time doesn't count.

use std::collections::BTreeSet;

use divan::Bencher;
use kahua_engine::{Choices, Dice, DynGame, PerSeat, Phase, Seed, Viewer, registry};
use kahua_proto::pb::arena::v1 as pb;
use kahua_show::{Wording, shown};
use kahua_web::measured::league_page;

fn main() {
    divan::main();
}

#[divan::bench(args = [60, 600])]
fn standings(bencher: Bencher, bots: u32) {
    let standing = |number: u32| {
        let estimate = 2000.0 - 8.0 * f64::from(number);
        pb::Standing {
            rank: 1 + number / 4 * 4,
            rank_last: 4 + number / 4 * 4,
            name: format!("bot-{number}"),
            version: "1.0".into(),
            current: true,
            estimate,
            lower: Some(estimate - 40.0),
            upper: Some(estimate + 40.0),
            matches: 1000,
            score: 0.5,
            ..pb::Standing::default()
        }
    };
    let pool = pb::Pool { league: "spring".into(), game: "haleakala".into(), seats: 2, ..pb::Pool::default() };
    let standings = (0..bots).map(standing).collect();
    let pools = [pb::PoolStandings { pool: Some(pool), matches: 30_000, standings, times: Vec::new() }];
    bencher.bench_local(|| league_page(&pools));
}

/// The names of all games.
fn games() -> Vec<&'static str> {
    registry::all().iter().map(|entry| entry.info().name).collect()
}

/// The board at the end of a random match at the largest table, when it holds the most.
#[divan::bench(args = games())]
fn board(bencher: Bencher, game: &str) {
    let game = played(game);
    let names = PerSeat::from_fn(game.seats(), |seat| format!("bot-{seat}"));
    bencher.bench_local(|| {
        let drawn = shown(&*game).picture(Viewer::Public, Wording::english(&names), &BTreeSet::new());
        [drawn.board(), drawn.panels()]
    });
}

/// A random match at the largest table, at its end.
fn played(name: &str) -> Box<dyn DynGame> {
    let entry = registry::all().iter().find(|entry| entry.info().name == name).expect("it is a game");
    let info = entry.info();
    let seats = info.seat_count(*info.seats.end()).expect("the largest table is one");
    let opened = entry.built_in_ruleset().open(seats, &Choices::defaults(info.options));
    let (mut game, mut dice) = (opened.expect("its own ruleset fits"), Dice::new(Seed::from_number(1)));
    loop {
        match game.phase() {
            Phase::Decide(_) => {
                let index = dice.below(game.legal_count() as u32) as usize;
                game.play(index);
            }
            Phase::Chance => drop(game.draw(&mut dice)),
            Phase::Over(_) => return game,
        }
    }
}
