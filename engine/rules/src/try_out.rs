//! Trying out what may come: random games from a position, and what every legal action leads to.

use kahua_engine::{DynGame, Outcome, PerSeat, Rollout, Seed};

use crate::answer::{Answer, Rollouts, Successor, SuccessorStands};
use crate::limits::ROLLOUTS_MAX;
use crate::problem::Problem;
use crate::request::{RolloutArgs, Successors};
use crate::rules::Rules;

/// What the seeds of rollouts are derived for.
const PURPOSE: &str = "rollout";

impl Rules {
    pub(crate) fn rollout(&self, args: &RolloutArgs) -> Result<Answer, Problem> {
        if args.n == 0 || args.n > ROLLOUTS_MAX {
            return Err(Problem::limit(format!("n: {} is not a number of rollouts from 1 to {ROLLOUTS_MAX}", args.n)));
        }
        let game = &*self.positions.get(args.position)?.game;
        Ok(Answer::Rollouts(rollouts(game, args.n, args.seed.0, args.events_max)))
    }

    pub(crate) fn successors(&self, args: &Successors) -> Result<Answer, Problem> {
        let game = &*self.positions.get(args.position)?.game;
        let seat = game.phase().to_act().ok_or_else(|| Problem::illegal("position: no seat is to decide"))?;
        let total = (game.legal_count() as u64).saturating_mul(args.rollouts.into());
        if total > ROLLOUTS_MAX.into() {
            let text = format!(
                "rollouts: {} after each of {} actions are more than {ROLLOUTS_MAX}",
                args.rollouts,
                game.legal_count()
            );
            return Err(Problem::limit(text));
        }
        let successors = (0..game.legal_count()).map(|index| successor(game, index, args)).collect();
        Ok(Answer::Successors { seat: seat.number(), successors })
    }
}

fn successor(game: &dyn DynGame, index: usize, args: &Successors) -> Successor {
    let mut after = game.copy();
    let action = after.play(index);
    // The same seed after each action: they are compared under the same luck, which takes less rollouts.
    let rollouts = (args.rollouts > 0).then(|| rollouts(&*after, args.rollouts, args.seed.0, args.events_max));
    let scores = after.scores_if_ended().iter().copied().collect();
    Successor { action, stands: SuccessorStands::of(&*after), scores, rollouts }
}

fn rollouts(game: &dyn DynGame, n: u32, seed: Seed, events_max: Option<usize>) -> Rollouts {
    let events_max = events_max.unwrap_or(usize::MAX).min(game.info().events_max);
    let seats = game.seats().get();
    let (mut finished, mut scores, mut wins) = (0, vec![0.0; seats], vec![0.0; seats]);
    for number in 0..n {
        let rollout = game.rollout(seed.derive(PURPOSE, number.into()), events_max);
        finished += u32::from(matches!(rollout, Rollout::Over(_)));
        for ((sum, score), (won, share)) in
            scores.iter_mut().zip(rollout.scores()).zip(wins.iter_mut().zip(&shares(&rollout)))
        {
            *sum += f64::from(*score);
            *won += share;
        }
    }
    let mean = |sum: f64| sum / f64::from(n);
    Rollouts {
        rollouts: n,
        finished,
        mean_scores: scores.into_iter().map(mean).collect(),
        wins: wins.into_iter().map(mean).collect(),
    }
}

/// Each seat's share of the win.
fn shares(rollout: &Rollout) -> PerSeat<f64> {
    match rollout {
        Rollout::Over(Outcome { places, .. }) => share_of_best(&places.map(|place| -i32::from(place.number()))),
        Rollout::Stopped(scores) => share_of_best(scores),
    }
}

fn share_of_best(ranks: &PerSeat<i32>) -> PerSeat<f64> {
    let best = ranks.iter().max().copied().unwrap_or_default();
    let tied = ranks.iter().filter(|rank| **rank == best).count() as f64;
    ranks.map(|rank| if *rank == best { 1.0 / tied } else { 0.0 })
}
