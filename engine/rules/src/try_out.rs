//! Trying out what may come: random games from a position, and what every legal action leads to.

use kahua_engine::{DynGame, Seed};

use crate::answer::{Answer, Rollouts, Successor, SuccessorStands};
use crate::limits::ROLLOUTS_MAX;
use crate::problem::Problem;
use crate::request::{RolloutArgs, Successors};
use crate::rules::Rules;
use crate::tally::Tally;

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
    let mut tally = Tally::new(game.seats());
    for _ in 0..n {
        tally.play(game, seed, events_max);
    }
    Rollouts { rollouts: n, finished: tally.finished(), mean_scores: tally.mean_scores(), wins: tally.wins() }
}
