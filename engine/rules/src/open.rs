//! Opening positions: a game from its start, or from what a seat sees of it.

use std::sync::Arc;

use kahua_engine::seat::SEATS_MAX;
use kahua_engine::{Choices, Dice, DynGame, DynRuleset, SeatCount, Seed, Viewer, registry};
use kahua_proto::pb::arena::v1 as pb;

use crate::answer::Answer;
use crate::message;
use crate::play::{self, Drawn};
use crate::positions::Position;
use crate::problem::{Problem, repeated};
use crate::request::{FromAsk, FromView, Redraw, Start};
use crate::rules::Rules;

impl Rules {
    pub(crate) fn start(&mut self, args: Start) -> Result<Answer, Problem> {
        let ruleset = self.ruleset(&args.game)?;
        let info = ruleset.info();
        let seats = args.seats.unwrap_or(*info.seats.start());
        let in_seats = |error: String| Problem::request(error).at("seats");
        let seats = SeatCount::new(seats)
            .ok_or_else(|| in_seats(format!("{seats} is not a number of seats from 1 to {SEATS_MAX}")))?;
        let options = args.options.iter().map(String::as_str);
        let choices = Choices::parse(info.options, options);
        let choices = choices.map_err(|error| Problem::request(error).at("options"))?;
        choices.check_seats(seats).map_err(|error| Problem::request(error).at("options"))?;
        let game = ruleset.open(seats, &choices).map_err(|error| in_seats(error.to_string()))?;
        let mut position = Position { game, ruleset };
        let drawn = args.seed.map(|seed| play::draw(&mut *position.game, seed.0)).unwrap_or_default();
        self.keep(position, drawn)
    }

    pub(crate) fn open_view(&mut self, args: FromView) -> Result<Answer, Problem> {
        let ruleset = self.ruleset(&args.game)?;
        let view = message::read(&args.view).map_err(|problem| problem.at("view"))?;
        let position = open(ruleset, &view, args.seed.0).map_err(|problem| problem.at("view"))?;
        self.keep(position, Drawn::new())
    }

    pub(crate) fn open_ask(&mut self, args: FromAsk) -> Result<Answer, Problem> {
        let ask: pb::Ask = message::read(&args.ask).map_err(|problem| problem.at("ask"))?;
        let ruleset = self.ruleset(&ask.game).map_err(|problem| problem.at("ask"))?;
        let view = ask.view.as_ref().ok_or_else(|| Problem::request("ask.view: is not set"))?;
        let position = open(ruleset, view, args.seed.0).map_err(|problem| problem.at("ask.view"))?;
        check_total(&*position.game, ask.legal_total)?;
        self.keep(position, Drawn::new())
    }

    /// A position with the same view of the seat to decide, and other things that this seat doesn't see.
    pub(crate) fn redraw(&mut self, args: Redraw) -> Result<Answer, Problem> {
        let position = self.positions.get(args.position)?;
        let seat = position.game.phase().to_act();
        let seat =
            seat.ok_or_else(|| Problem::illegal("position: no seat is to decide, so nobody's view can be kept"))?;
        let view = position.game.view(Viewer::Seat(seat));
        let position = open(Arc::clone(&position.ruleset), &view, args.seed.0)?;
        self.keep(position, Drawn::new())
    }

    /// The ruleset that this game is played with.
    fn ruleset(&mut self, game: &str) -> Result<Arc<dyn DynRuleset>, Problem> {
        if let Some(ruleset) = self.rulesets.get(game) {
            return Ok(Arc::clone(ruleset));
        }
        let unknown = || format!("game: there is no game {}; the games are {}", repeated(game), registry::names());
        let entry = registry::find(game).ok_or_else(|| Problem::request(unknown()))?;
        let ruleset = entry.built_in_ruleset();
        self.rulesets.insert(entry.info().name, Arc::clone(&ruleset));
        Ok(ruleset)
    }
}

fn open(ruleset: Arc<dyn DynRuleset>, view: &pb::View, seed: Seed) -> Result<Position, Problem> {
    let game = ruleset.open_view(view, &mut Dice::new(seed)).map_err(Problem::request)?;
    Ok(Position { game, ruleset })
}

/// An ask of a match with another ruleset, or of another version of the rules, must not be taken for one of these.
fn check_total(game: &dyn DynGame, total: u32) -> Result<(), Problem> {
    let (here, there) = (game.legal_count(), total as usize);
    if there == 0 || here == there {
        return Ok(());
    }
    Err(Problem::request(format!(
        "ask.legal_total: these rules allow {here} actions, but the arena {there}; if the match has a ruleset of its own, \
         start the process with --ruleset FILE"
    )))
}
