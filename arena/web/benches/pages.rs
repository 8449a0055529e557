//! What a page costs: the standings of 60 bots, each in one version.
//!
//! `cargo bench -p kahua-web --bench pages`. The estimates in it are computed elsewhere, and kept.

use divan::Bencher;
use kahua_proto::pb::arena::v1 as pb;
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
    let pools = [pb::PoolStandings { pool: Some(pool), matches: 30_000, standings }];
    bencher.bench_local(|| league_page(&pools));
}
