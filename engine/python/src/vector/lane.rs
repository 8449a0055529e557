//! One of many games: what a step and a reset do to it, and what its row shows.

use std::sync::Arc;

use kahua_engine::encode::{Encode, Encoding};
use kahua_engine::{Dice, Event, Outcome, PerSeat, Phase, Seat, SeatCount, Seed};

use super::games::{Autoreset, By, Reward, Rows, Settings};
use crate::encoded::observe_after;

/// What all games have in common.
pub(crate) struct Shared<G: Encode> {
    pub(super) seats: SeatCount,
    pub(super) options: G::Options,
    pub(super) rules: Arc<G::Rules>,
    pub(super) encoding: Arc<Encoding<G>>,
    pub(super) settings: Settings,
}

/// One of many games.
pub(crate) struct Lane<G: Encode> {
    state: G,
    luck: Dice,
    /// The seat to decide. Once the game has ended, the one that decided last.
    seat: Seat,
    /// What that seat may do; empty once the game has ended.
    legal: Vec<G::Action>,
    /// How many decisions were asked for.
    decisions: u32,
    /// Where the seeds of its games come from: each game has one of its own, so that no other game changes its luck.
    seed: Seed,
    /// The number of the next game.
    episode: u64,
    number: u64,
}

/// The games that have no seed yet have this one.
const FIRST_SEED: u64 = 0;

impl<G: Encode> Lane<G> {
    pub(super) fn new(number: u64, shared: &Shared<G>) -> Lane<G> {
        let seed = Seed::from_number(FIRST_SEED).derive("env", number);
        Lane {
            state: G::start(shared.seats, shared.options, &shared.rules),
            luck: Dice::new(seed),
            seat: Seat::FIRST,
            legal: Vec::new(),
            decisions: 0,
            seed,
            episode: 0,
            number,
        }
    }

    /// Derives its luck from this seed from now on.
    pub(super) fn reseed(&mut self, seed: &Seed) {
        self.seed = seed.derive("env", self.number);
        self.episode = 0;
    }

    /// Starts a new game.
    pub(super) fn reset(&mut self, shared: &Shared<G>, rows: Rows<'_>) {
        self.start(shared);
        rows.reward.fill(0.0);
        (rows.done[0], rows.truncated[0]) = (false, false);
        self.show(shared, rows);
    }

    fn start(&mut self, shared: &Shared<G>) {
        self.luck = Dice::new(self.seed.derive("episode", self.episode));
        self.episode += 1;
        self.decisions = 0;
        self.state = G::start(shared.seats, shared.options, &shared.rules);
        // Every game begins with a decision: none is over at its start.
        self.advance(shared);
    }

    /// Plays what isn't asked for: chance, and decisions that are none. Returns the outcome if that ends the game.
    fn advance(&mut self, shared: &Shared<G>) -> Option<Outcome> {
        loop {
            let event = match self.state.phase() {
                Phase::Chance => Event::Chance(self.state.sample_chance(&mut self.luck)),
                Phase::Decide(seat) => {
                    self.seat = seat;
                    self.state.legal_actions(&mut self.legal);
                    match self.legal[..] {
                        [only] if shared.settings.skip_forced => Event::Action(only),
                        _ => return None,
                    }
                }
                Phase::Over(outcome) => {
                    self.legal.clear();
                    return Some(outcome);
                }
            };
            self.state.play_unchecked(event);
        }
    }

    fn has_ended(&self) -> bool {
        self.legal.is_empty()
    }

    pub(super) fn resolve(&self, choice: i64, by: By, shared: &Shared<G>) -> Result<u32, String> {
        let count = self.legal.len();
        match (by, self.has_ended(), shared.settings.autoreset) {
            (_, true, Autoreset::Disabled) => Err("the game has ended; reset it".to_owned()),
            (_, true, _) => Ok(0),
            (By::Index, ..) => {
                let index = u32::try_from(choice).ok().filter(|index| (*index as usize) < count);
                index.ok_or_else(|| format!("there is no action {choice} in the legal list, which has {count}"))
            }
            (By::Id, ..) => {
                let action = u32::try_from(choice).ok().and_then(|id| shared.encoding.action(id, self.seat));
                let action = action.ok_or_else(|| format!("no action has the id {choice}"))?;
                let index = self.legal.binary_search(&action);
                index.map(|index| index as u32).map_err(|_| format!("{action} (id {choice}) isn't legal"))
            }
        }
    }

    pub(super) fn step(&mut self, choice: u32, shared: &Shared<G>, rows: Rows<'_>) {
        if self.has_ended() {
            return self.reset(shared, rows);
        }
        self.state.play_unchecked(Event::Action(self.legal[choice as usize]));
        self.decisions += 1;
        let outcome = self.advance(shared);
        rows.reward.fill(0.0);
        rows.done[0] = outcome.is_some();
        rows.truncated[0] = outcome.is_none() && self.decisions >= shared.settings.decisions_max;
        if let Some(outcome) = outcome {
            put_rewards(&outcome, shared.settings.reward, rows.reward);
        } else if rows.truncated[0] {
            self.legal.clear();
        }
        if self.has_ended() && shared.settings.autoreset == Autoreset::SameStep {
            self.observe(shared, rows.final_obs);
            self.start(shared);
        }
        self.show(shared, rows);
    }

    fn show(&self, shared: &Shared<G>, rows: Rows<'_>) {
        self.observe(shared, rows.obs);
        rows.seat[0] = self.seat.number().into();
        rows.count[0] = self.legal.len() as i32;
        let (ids, padding) = rows.legal.split_at_mut(self.legal.len());
        self.legal_ids(shared, ids);
        padding.fill(-1);
    }

    fn observe(&self, shared: &Shared<G>, out: &mut [u8]) {
        shared.encoding.observe_state(&self.state, self.seat, out);
    }

    pub(super) fn legal_count(&self) -> usize {
        self.legal.len()
    }

    pub(super) fn legal_ids(&self, shared: &Shared<G>, out: &mut [i32]) {
        shared.encoding.ids(&self.legal, self.seat, out);
    }

    /// Fills a row for each legal action: what the seat to decide sees after it, before any chance event.
    pub(super) fn after_states<'a>(
        &self,
        shared: &Shared<G>,
        rows: &mut impl Iterator<Item = ((&'a mut [u8], &'a mut bool), &'a mut [f32])>,
    ) {
        // The rows must come second: an iterator that ends has taken nothing more from the other one.
        for (action, ((obs, done), reward)) in self.legal.iter().zip(rows) {
            let after = observe_after(&shared.encoding, &self.state, *action, self.seat, obs);
            reward.fill(0.0);
            *done = false;
            if let Phase::Over(outcome) = after.phase() {
                *done = true;
                put_rewards(&outcome, shared.settings.reward, reward);
            }
        }
    }
}

fn put_rewards(outcome: &Outcome, kind: Reward, out: &mut [f32]) {
    for ((seat, score), out) in outcome.scores.entries().zip(out) {
        *out = match kind {
            Reward::Place => place_reward(outcome, seat),
            Reward::Score => *score as f32,
            Reward::Lead => (score - best_other(&outcome.scores, seat)) as f32,
        };
    }
}

/// The share of the others who came behind, less the share of those who came in front.
fn place_reward(outcome: &Outcome, seat: Seat) -> f32 {
    let place = |seat| outcome.places[seat].number();
    let others = outcome.places.count().others_after(seat);
    let balance: i32 =
        others.map(|other| (place(other) > place(seat)) as i32 - (place(other) < place(seat)) as i32).sum();
    balance as f32 / (outcome.places.count().get() - 1).max(1) as f32
}

fn best_other(scores: &PerSeat<i32>, seat: Seat) -> i32 {
    scores.count().others_after(seat).map(|other| scores[other]).max().unwrap_or(0)
}
