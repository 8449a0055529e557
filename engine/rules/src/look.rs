//! Looking at a position without changing it.

use kahua_engine::{DynGame, PerSeat, Phase, Viewer};
use kahua_show::Wording;

use crate::answer::{Answer, Outcome};
use crate::message;
use crate::problem::Problem;
use crate::request::{At, Form, Look};
use crate::rules::Rules;

impl Rules {
    pub(crate) fn legal(&self, args: &At) -> Result<Answer, Problem> {
        let game = &*self.positions.get(args.position)?.game;
        Ok(Answer::Legal { legal: (0..game.legal_count()).filter_map(|index| game.legal_notation(index)).collect() })
    }

    pub(crate) fn chance(&self, args: &At) -> Result<Answer, Problem> {
        let outcomes = self.positions.get(args.position)?.game.chance_outcomes();
        let weights_total = outcomes.iter().map(|(_, weight)| weight).sum();
        let outcomes = outcomes.into_iter().map(|(outcome, weight)| Outcome { outcome, weight }).collect();
        Ok(Answer::Chance { outcomes, weights_total })
    }

    pub(crate) fn scores(&self, args: &At) -> Result<Answer, Problem> {
        let game = &self.positions.get(args.position)?.game;
        let scores = game.scores_if_ended().iter().copied().collect();
        Ok(Answer::Scores { scores, over: matches!(game.phase(), Phase::Over(_)) })
    }

    pub(crate) fn text(&self, args: &Look) -> Result<Answer, Problem> {
        if args.form.is_some() {
            return Err(Problem::request("form: only `view` has it"));
        }
        let game = &*self.positions.get(args.position)?.game;
        let names = PerSeat::from_fn(game.seats(), |seat| format!("seat {seat}"));
        Ok(Answer::Text {
            text: kahua_show::shown(game).text_board(viewer(game, args.seat)?, Wording::english(&names)),
        })
    }

    pub(crate) fn view(&self, args: &Look) -> Result<Answer, Problem> {
        let game = &*self.positions.get(args.position)?.game;
        let view = game.view(viewer(game, args.seat)?);
        Ok(Answer::View { view: message::write(&view, args.form.unwrap_or(Form::Json)) })
    }
}

fn viewer(game: &dyn DynGame, seat: Option<u32>) -> Result<Viewer, Problem> {
    let Some(number) = seat else { return Ok(Viewer::Public) };
    let seats = game.seats();
    let seat = seats.seat(number).ok_or_else(|| {
        Problem::request(format!(
            "seat: there is no seat {number}; the table has {seats}, from 0 to {}",
            seats.get() - 1
        ))
    })?;
    Ok(Viewer::Seat(seat))
}
