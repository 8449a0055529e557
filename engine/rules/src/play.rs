//! Playing on: actions, outcomes of chance, and events as the arena tells of them.

use kahua_engine::{Answer as Choice, Dice, DynGame, Phase, Seed};
use kahua_proto::pb::arena::v1 as pb;
use serde_json::Value;

use crate::answer::Answer;
use crate::message;
use crate::problem::Problem;
use crate::request::{ActionArg, Observe, Play, Sample};
use crate::rules::Rules;

/// The outcomes that were drawn, in notation.
pub(crate) type Drawn = Vec<String>;

impl Rules {
    pub(crate) fn play(&mut self, args: Play) -> Result<Answer, Problem> {
        let Play { position, action, chance, copy, seed } = args;
        self.change(position, copy, |game| {
            match (action, chance) {
                (Some(action), None) => play_action(game, &action)?,
                (None, Some(outcome)) => {
                    game.play_chance(&outcome).map_err(|reason| Problem::from(reason).at("chance"))?;
                }
                _ => {
                    return Err(Problem::request(
                        "give either an action or an outcome of chance, as `action` or `chance`",
                    ));
                }
            }
            Ok(seed.map(|seed| draw(game, seed.0)).unwrap_or_default())
        })
    }

    pub(crate) fn sample(&mut self, args: &Sample) -> Result<Answer, Problem> {
        self.change(args.position, args.copy, |game| match game.phase() {
            Phase::Chance => Ok(draw(game, args.seed.0)),
            Phase::Decide(seat) => Err(Problem::illegal(format!("no chance event is due: seat {seat} is to decide"))),
            Phase::Over(_) => Err(Problem::illegal("no chance event is due: the game is over")),
        })
    }

    /// Plays events that came in an ask or in messages of their own.
    pub(crate) fn observe(&mut self, args: &Observe) -> Result<Answer, Problem> {
        let events = read_events(&args.events).map_err(|problem| problem.at("events"))?;
        // All or none of them: on a copy first.
        let position = self.positions.get_mut(args.position)?;
        let mut game = position.game.copy();
        for event in &events {
            game.observe(event).map_err(|error| Problem::illegal(error).at("events"))?;
        }
        position.game = game;
        self.describe(args.position, Drawn::new())
    }
}

/// A list of events in JSON, or the bytes of a `MatchEvents`.
fn read_events(value: &Value) -> Result<Vec<pb::MatchEvent>, Problem> {
    match value {
        Value::Array(events) => events.iter().map(message::read).collect(),
        bytes => Ok(message::read::<pb::MatchEvents>(bytes)?.events),
    }
}

fn play_action(game: &mut dyn DynGame, action: &ActionArg) -> Result<(), Problem> {
    let choice = match action {
        ActionArg::Index(index) => Choice::Index(*index),
        ActionArg::Notation(notation) => Choice::Notation(notation),
    };
    if game.legal_count() == 0 {
        let what = if matches!(game.phase(), Phase::Chance) {
            "a chance event is due: draw it with `sample`, or name an outcome as `chance`"
        } else {
            "the game is over"
        };
        return Err(Problem::illegal(format!("action: no seat is to act: {what}")));
    }
    let index = game.find(choice).map_err(|reason| Problem::from(reason).at("action"))?;
    game.play(index);
    Ok(())
}

/// Draws chance events up to the next decision, or the end of the game.
pub(crate) fn draw(game: &mut dyn DynGame, seed: Seed) -> Drawn {
    let mut dice = Dice::new(seed);
    let mut drawn = Drawn::new();
    while matches!(game.phase(), Phase::Chance) {
        drawn.push(game.draw(&mut dice));
    }
    drawn
}
