//! The speed of this machine: random games of every kind, on one core.

use std::time::{Duration, Instant};

use kahua_engine::random_play::RandomPlay;
use kahua_engine::registry::{Visit, visit_all};
use kahua_engine::{Choices, Event, Ruleset, SeatCount, Seed, Wire};

/// How long all games together are played.
const RUN: Duration = Duration::from_secs(2);

/// How long each round plays one kind of game, so that kinds with long games don't count for more.
const ROUND: Duration = Duration::from_millis(50);

/// The decisions that one core plays in a second, as a mean over the games.
pub(super) fn speed() -> u64 {
    let (mut count, start) = (Count::default(), Instant::now());
    while start.elapsed() < RUN {
        visit_all(&mut count);
    }
    let micros = count.time.as_micros().max(1);
    u64::try_from(u128::from(count.decisions) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

#[derive(Default)]
struct Count {
    games: u64,
    decisions: u64,
    time: Duration,
}

impl Visit for Count {
    fn visit<G: Wire>(&mut self) {
        let seats = SeatCount::new(*G::INFO.seats.start()).expect("a game's seat counts are seat counts");
        let (ruleset, options) = (Ruleset::<G>::built_in(), G::options(&Choices::defaults(G::INFO.options)));
        let start = Instant::now();
        while start.elapsed() < ROUND {
            let mut game = RandomPlay::<G>::new(seats, options, &ruleset.rules, Seed::from_number(self.games));
            self.games += 1;
            while let Ok(event) = game.step() {
                self.decisions += u64::from(matches!(event, Event::Action(_)));
            }
        }
        self.time += start.elapsed();
    }
}
