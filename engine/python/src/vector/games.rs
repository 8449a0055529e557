//! Many games at once, without Python: the game's type is erased, and the rows of all games are filled by several threads.

use std::sync::Arc;
use std::thread;

use kahua_engine::encode::{Encode, Encoding};
use kahua_engine::{Ruleset, SeatCount, Seed};

use super::lane::{Lane, Shared};

/// Fewer games than this aren't worth a thread of their own.
const GAMES_PER_THREAD_MIN: usize = 64;

/// What happens to a game that has ended, as Gymnasium names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Autoreset {
    /// The next step starts a new one; it takes no action.
    NextStep,
    /// The same step starts a new one.
    SameStep,
    /// It stays until it is reset.
    Disabled,
}

/// What a game that has ended gives each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reward {
    /// From 1 for a seat that is alone in front to -1 for one that is alone behind; the sum of all seats is 0.
    Place,
    /// The points.
    Score,
    /// The points less those of the best other seat.
    Lead,
}

/// How all the games are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) autoreset: Autoreset,
    pub(crate) reward: Reward,
    /// Whether decisions with only one legal action are taken by themselves.
    pub(crate) skip_forced: bool,
    /// After so many decisions a game is truncated.
    pub(crate) decisions_max: u32,
    /// How many threads fill the rows at most.
    pub(crate) threads: usize,
}

/// Which action a number means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// Its index in the legal list.
    Index,
    /// Its id.
    Id,
}

/// A choice that can't be made, in the game with this number.
pub(crate) struct Wrong {
    pub(crate) game: usize,
    pub(crate) problem: String,
}

/// The rows of some games that follow each other.
pub(crate) struct Rows<'a> {
    pub(crate) obs: &'a mut [u8],
    pub(crate) legal: &'a mut [i32],
    pub(crate) count: &'a mut [i32],
    pub(crate) seat: &'a mut [i32],
    pub(crate) reward: &'a mut [f32],
    pub(crate) done: &'a mut [bool],
    pub(crate) truncated: &'a mut [bool],
    /// Empty unless a game that ends is reset at once.
    pub(crate) final_obs: &'a mut [u8],
}

impl<'a> Rows<'a> {
    /// The rows of the first `games` games, which are taken away.
    pub(super) fn take(&mut self, games: usize) -> Rows<'a> {
        fn first<'a, T>(rest: &mut &'a mut [T], part: usize, all: usize) -> &'a mut [T] {
            let length = rest.len() / all * part;
            let (first, others) = std::mem::take(rest).split_at_mut(length);
            *rest = others;
            first
        }
        let all = self.count.len();
        Rows {
            obs: first(&mut self.obs, games, all),
            legal: first(&mut self.legal, games, all),
            count: first(&mut self.count, games, all),
            seat: first(&mut self.seat, games, all),
            reward: first(&mut self.reward, games, all),
            done: first(&mut self.done, games, all),
            truncated: first(&mut self.truncated, games, all),
            final_obs: first(&mut self.final_obs, games, all),
        }
    }
}

/// The rows of all successors.
pub(crate) struct AfterRows<'a> {
    pub(crate) obs: &'a mut [u8],
    pub(crate) done: &'a mut [bool],
    pub(crate) reward: &'a mut [f32],
}

/// Many games whose type is erased.
pub(crate) trait Games: Send + Sync {
    /// Starts these games, or without a mask all of them, with the next seed of each, or from this seed on.
    fn reset(&mut self, seed: Option<Seed>, mask: Option<&[bool]>, rows: Rows<'_>);

    /// The indices in the legal lists that these numbers mean; `None` for the games that the mask leaves out. Those of games that
    /// have ended don't matter.
    fn resolve(&self, choices: &[i64], by: By, mask: Option<&[bool]>) -> Result<Vec<Option<u32>>, Wrong>;

    /// Plays an action of each game, by its index in the legal list. Games without one stay as they are.
    fn step(&mut self, choices: &[Option<u32>], rows: Rows<'_>);

    /// How many legal actions each game has.
    fn counts(&self) -> Vec<usize>;

    /// Writes what the seats to decide see after each of their actions.
    fn after_states(&self, rows: AfterRows<'_>);

    /// Writes 1 for each legal id of each game.
    fn mask(&self, out: &mut [bool]);
}

/// Games of one type.
pub(crate) struct GamesOf<G: Encode> {
    shared: Shared<G>,
    lanes: Vec<Lane<G>>,
}

impl<G: Encode> GamesOf<G> {
    pub(crate) fn new(
        count: usize,
        seats: SeatCount,
        options: G::Options,
        ruleset: &Ruleset<G>,
        encoding: &Arc<Encoding<G>>,
        settings: Settings,
    ) -> GamesOf<G> {
        let (rules, encoding) = (Arc::clone(&ruleset.rules), Arc::clone(encoding));
        let shared = Shared { seats, options, rules, encoding, settings };
        let lanes = (0..count as u64).map(|number| Lane::new(number, &shared)).collect();
        GamesOf { shared, lanes }
    }

    /// Fills the rows of all games, with as many threads as are worth it. Each lane gets what belongs to it of `inputs`.
    fn fill<T: Copy + Sync>(
        &mut self,
        inputs: &[T],
        mut rows: Rows<'_>,
        fill: impl Fn(&mut Lane<G>, T, &Shared<G>, Rows<'_>) + Sync,
    ) {
        let (shared, fill) = (&self.shared, &fill);
        let run = move |lanes: &mut [Lane<G>], inputs: &[T], mut rows: Rows<'_>| {
            for (lane, input) in lanes.iter_mut().zip(inputs) {
                fill(lane, *input, shared, rows.take(1));
            }
        };
        let each = games_per_thread(self.lanes.len(), shared.settings.threads);
        if each >= self.lanes.len() {
            return run(&mut self.lanes, inputs, rows);
        }
        thread::scope(|scope| {
            for (lanes, inputs) in self.lanes.chunks_mut(each).zip(inputs.chunks(each)) {
                let rows = rows.take(lanes.len());
                scope.spawn(move || run(lanes, inputs, rows));
            }
        });
    }
}

fn games_per_thread(games: usize, threads: usize) -> usize {
    games.div_ceil(threads).max(GAMES_PER_THREAD_MIN)
}

impl<G: Encode> Games for GamesOf<G> {
    fn reset(&mut self, seed: Option<Seed>, mask: Option<&[bool]>, rows: Rows<'_>) {
        if let Some(seed) = &seed {
            let chosen = |game: usize| mask.is_none_or(|mask| mask[game]);
            self.lanes.iter_mut().enumerate().filter(|(game, _)| chosen(*game)).for_each(|(_, lane)| lane.reseed(seed));
        }
        let all = vec![true; self.lanes.len()];
        self.fill(mask.unwrap_or(&all), rows, |lane, chosen, shared, rows| {
            if chosen {
                lane.reset(shared, rows);
            }
        });
    }

    fn resolve(&self, choices: &[i64], by: By, mask: Option<&[bool]>) -> Result<Vec<Option<u32>>, Wrong> {
        let resolve = |(game, (lane, choice)): (usize, (&Lane<G>, &i64))| {
            if mask.is_some_and(|mask| !mask[game]) {
                return Ok(None);
            }
            let index = lane.resolve(*choice, by, &self.shared);
            index.map(Some).map_err(|problem| Wrong { game, problem })
        };
        self.lanes.iter().zip(choices).enumerate().map(resolve).collect()
    }

    fn step(&mut self, choices: &[Option<u32>], rows: Rows<'_>) {
        self.fill(choices, rows, |lane, choice, shared, rows| {
            if let Some(choice) = choice {
                lane.step(choice, shared, rows);
            }
        });
    }

    fn counts(&self) -> Vec<usize> {
        self.lanes.iter().map(Lane::legal_count).collect()
    }

    fn after_states(&self, mut rows: AfterRows<'_>) {
        let (shared, seats) = (&self.shared, self.shared.seats.get());
        let columns = shared.encoding.layout().len();
        let each = games_per_thread(self.lanes.len(), shared.settings.threads);
        thread::scope(|scope| {
            for lanes in self.lanes.chunks(each) {
                let count: usize = lanes.iter().map(Lane::legal_count).sum();
                let (obs, other_obs) = std::mem::take(&mut rows.obs).split_at_mut(count * columns);
                let (done, other_done) = std::mem::take(&mut rows.done).split_at_mut(count);
                let (reward, other_reward) = std::mem::take(&mut rows.reward).split_at_mut(count * seats);
                rows = AfterRows { obs: other_obs, done: other_done, reward: other_reward };
                let run = move || {
                    let mut rows = obs.chunks_exact_mut(columns).zip(done).zip(reward.chunks_exact_mut(seats));
                    lanes.iter().for_each(|lane| lane.after_states(shared, &mut rows));
                };
                if each >= self.lanes.len() {
                    run();
                } else {
                    scope.spawn(run);
                }
            }
        });
    }

    fn mask(&self, out: &mut [bool]) {
        out.fill(false);
        let columns = self.shared.encoding.vocabulary().ids() as usize;
        let mut ids = Vec::new();
        for (lane, out) in self.lanes.iter().zip(out.chunks_exact_mut(columns)) {
            ids.resize(lane.legal_count(), 0);
            lane.legal_ids(&self.shared, &mut ids);
            ids.iter().for_each(|id| out[*id as usize] = true);
        }
    }
}
