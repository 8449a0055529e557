//! A bot that plays Haleakala by looking one decision ahead. How it judges is written down in `GREEDY.md` of the
//! folder of sample bots, figure by figure, and every language's `greedy` decides the same.

mod position;
mod turn;
mod worth;

use arena_proto::pb::arena::v1 as pb;
use arena_proto::pb::games::haleakala::v1 as hk;
use hk::action::Kind;
use pb::action::Game;

use crate::bot::{Answer, Bot};
use position::Position;

/// Plays Haleakala sensibly: the action with the greatest value, the first of equals.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Bot for Greedy {
    fn choose(&mut self, ask: &pb::Ask) -> Answer {
        Answer::index(best(ask))
    }
}

/// The index of the action to take; 0 for another game, or for an ask without typed actions.
fn best(ask: &pb::Ask) -> u32 {
    let Some(pb::view::Game::Haleakala(view)) = ask.view.as_ref().and_then(|view| view.game.as_ref()) else { return 0 };
    let position = Position::read(view);
    let mut best = (i32::MIN, 0);
    for (index, action) in (0..).zip(&ask.legal) {
        let Some(Game::Haleakala(hk::Action { kind: Some(kind) })) = &action.game else { continue };
        let value = value(&position, kind);
        if value > best.0 {
            best = (value, index);
        }
    }
    best.1
}

/// What a legal action is worth to the player who decides, in tenths of a point.
fn value(position: &Position, action: &Kind) -> i32 {
    match action {
        Kind::Place(place) => turn::place(position, place.disc as usize, place.beach as usize, false),
        Kind::Invoke(invoke) => turn::place(position, invoke.disc as usize, position.boat, true),
        Kind::ReturnDisc(back) => turn::take_back(position, back.disc as usize),
        Kind::Boat(_) => turn::boat(position),
        Kind::MoveShaman(step) => turn::stand(position, step.space as usize + 1),
        Kind::Stay(_) => turn::stand(position, position.me.shaman),
        Kind::Take(take) => turn::choose(position, position.boat, take.card),
        Kind::Buy(buy) => worth::buy(position, buy.card),
        Kind::Lava(lava) => worth::move_lava(position, lava.from as usize, lava.to as usize),
    }
}
