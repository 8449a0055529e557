//! Where asks come from: random games, and recorded matches.

use anyhow::Context;
use kahua_engine::{Answer, Dice, Phase, Seed};
use kahua_proto::pb::arena::v1 as pb;
use pb::recorded_event::Event;

use super::asked_game::{AskedGame, made_up_id};
use crate::arena::Arena;
use crate::data::open_game;
use crate::exit::{CommandResult, Failure};
use crate::game_arg::ChosenGame;
use crate::matches::expect_moves;

/// What seeds of random games are derived for.
const PURPOSE: &str = "asks";

/// Takes an ask, and what a bot of its seat was told when the match began.
pub(super) type Print<'a> = dyn FnMut(&pb::Seated, pb::Ask) -> anyhow::Result<()> + 'a;

/// Asks with a choice, taken evenly from as many random games as are needed.
pub(super) fn of_random_games(
    chosen: &ChosenGame,
    seats: Option<usize>,
    seed: Seed,
    count: usize,
    print: &mut Print<'_>,
) -> CommandResult {
    let seats = chosen.open(seats)?.seats().get();
    let seated = pb::Seated {
        game: chosen.info.name.to_owned(),
        options: chosen.choices.to_texts(),
        players: vec![pb::Player::default(); seats],
        ..Default::default()
    };
    let (mut left, mut number) = (count, 0);
    while left > 0 {
        let game = AskedGame::new(chosen.open(Some(seats))?, made_up_id(number));
        let asks = of_random_game(game, seed.derive(PURPOSE, number));
        // The last game has more asks than are needed. They are taken from all of it, not only from its opening.
        let wanted = left.min(asks.len());
        for index in 0..wanted {
            let ask = asks[index * asks.len() / wanted].clone();
            print(&pb::Seated { seat: ask.seat, ..seated.clone() }, ask)?;
        }
        left -= wanted;
        number += 1;
    }
    Ok(())
}

/// All asks of a random game in which the seat has a choice.
fn of_random_game(mut game: AskedGame, seed: Seed) -> Vec<pb::Ask> {
    let (mut dice, mut asks) = (Dice::new(seed), Vec::new());
    for number in 0.. {
        match game.phase() {
            Phase::Chance => game.draw(number, &mut dice),
            Phase::Decide(_) => {
                let count = game.legal_count();
                asks.extend(game.ask().filter(|_| count > 1));
                let index = dice.below(count as u32);
                game.play(number, Answer::Index(index), false).expect("the list is that long");
            }
            Phase::Over(_) => break,
        }
    }
    asks
}

/// The asks of a recorded match that a bot has answered; of one seat, if it is given.
pub(super) fn of_record(id: &str, arena: &Arena, seat: Option<u32>, print: &mut Print<'_>) -> CommandResult {
    let (record, _) = arena.finished_match(id)?;
    expect_moves(&record)?;
    if let Some(seat) = seat.filter(|seat| *seat as usize >= record.players.len()) {
        return Err(Failure::usage(format!("--seat: the match has no seat {seat}")));
    }
    let ruleset = arena.ruleset(&record)?;
    let game = open_game(&record, &*ruleset)?;
    let seated = pb::Seated {
        match_id: record.match_id.clone(),
        game: record.game.clone(),
        options: record.options.clone(),
        players: record.players.clone(),
        ..Default::default()
    };
    let mut game = AskedGame::new(game, record.match_id.clone());
    for (number, event) in record.events.iter().enumerate() {
        let damaged = || format!("cannot play event {number}: `kahua verify` says more");
        match &event.event {
            Some(Event::Decision(decision)) => {
                if !decision.substitute && seat.is_none_or(|seat| seat == decision.seat) {
                    let ask = game.ask().with_context(damaged)?;
                    print(&pb::Seated { seat: ask.seat, ..seated.clone() }, ask)?;
                }
                game.play(number, Answer::Notation(&decision.action), decision.substitute).with_context(damaged)?;
            }
            Some(Event::Chance(outcome)) => game.play_chance(number, outcome).with_context(damaged)?,
            Some(Event::Fault(_) | Event::Resumption(_)) | None => {}
        }
    }
    Ok(())
}
