//! Views from outside: what contradicts itself or the ruleset is refused, with the reason.

use kahua_proto::pb::arena::v1 as pb;
use prost::Message;

use super::{rules, seats};
use crate::dice::{Dice, Seed};
use crate::game::{Event, Game, Phase, Viewer};
use crate::games::hawaii::{Bill, Board, Chief, Draw, Hawaii, Islet, Purpose, Stack, Stage, Supply, TokenBag, View};
use crate::random_play::RandomPlay;
use crate::seat::{PerSeat, Seat};
use crate::wire::Wire;

/// A game in its second round, at a move.
fn midway() -> Hawaii {
    let mut play = RandomPlay::<Hawaii>::new(seats(3), (), rules(), Seed::from_number(12));
    while play.state.board.round < 2 || play.state.board.stage != Stage::Move || play.state.board.turn < 12 {
        play.step().unwrap();
    }
    play.state
}

/// The error for a changed board.
#[track_caller]
fn refused(tamper: impl FnOnce(&mut Board)) -> String {
    let game = midway();
    let mut view = game.view(Viewer::Public);
    tamper(&mut view.board);
    let error = Hawaii::from_view(&view, &game.hidden(Viewer::Public), rules()).expect_err("a view that can't be");
    error.to_string().strip_prefix("the view is inconsistent: ").unwrap().to_owned()
}

#[test]
fn counts_that_do_not_add_up_are_refused() {
    assert_eq!(refused(|board| board.bag = TokenBag::EMPTY).split(" in all").next(), Some("there are 3 tokens 2"));
    assert!(refused(|board| board.piles[0] += 1).starts_with("there are 6 shellhut tiles in all"));
    assert!(refused(|board| board.unseen.put(0)).contains("gods kane in all"));
    assert!(refused(|board| board.visited.put(Islet::Hut.index())).contains("islets hut in all"));
    assert!(refused(|board| board.players[Seat::new(0)].home.kahunas += 1).contains("kahuna tiles in all"));
}

#[test]
fn places_that_cannot_be_are_refused() {
    let two = |board: &mut Board| board.order[1] = board.order[0];
    assert_eq!(refused(two), "the turn order names a seat twice, or one that isn't there");
    assert_eq!(refused(|board| board.sites[1] = board.sites[0]), "a site lies on the island twice");
    assert_eq!(refused(|board| board.current = 3), "no seat has the turn");
    assert_eq!(refused(|board| board.round = 6), "the round is 6, but must be 1 to 5");
    assert_eq!(refused(|board| board.turn = 60_000), "60000 turns were finished, more than any game has");
    let lower = |board: &mut Board| {
        let long = board.tokens.iter_mut().find(|tokens| tokens.len() > 1 && tokens[0] != tokens[1]);
        long.unwrap().swap(0, 1);
    };
    assert_eq!(refused(lower), "the tokens of a site aren't sorted");
    let stand =
        |board: &mut Board| board.players[Seat::new(0)].chief = Chief::Track(crate::games::hawaii::Spot::ALL[4]);
    assert_eq!(refused(stand), "a chieftain stands on track place 5, which isn't used with 3 seats");
}

#[test]
fn steps_that_do_not_fit_are_refused() {
    let step = |stage: Stage| refused(|board| board.stage = stage);
    assert_eq!(step(Stage::Draw(Draw::Site)), "the island or the turn order doesn't fit the step");
    assert_eq!(step(Stage::Draw(Draw::Track)), "the draw Track isn't due");
    assert_eq!(step(Stage::Draw(Draw::God(Stack::ALL[0]))), "the draw God(Stack(0)) isn't due");
    assert_eq!(step(Stage::Over), "the game is over before the last round");
    let nothing = Bill { purpose: Purpose::Move, cost: 0, units: 0 };
    assert!(step(Stage::Pay(nothing)).starts_with("the step Pay("));
    assert_eq!(step(Stage::Buy { price: 9, units: 0 }), "the step Buy { price: 9, units: 0 } doesn't fit the table");
}

#[test]
fn a_supply_beyond_reason_is_refused() {
    let game = midway();
    let supplies = PerSeat::from_fn(seats(3), |_| Some(Supply { shells: 10_001, feet: 0, fruit: 0 }));
    let view = View { board: game.board.clone(), supplies };
    let hidden = crate::games::hawaii::Hidden { supplies: PerSeat::from_fn(seats(3), |_| None) };
    let error = Hawaii::from_view(&view, &hidden, rules()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the view is inconsistent: the supply of seat 0 has 10001 of one kind, more than any game gives"
    );
}

#[test]
fn a_view_message_stays_well_below_a_kibibyte() {
    let mut largest = 0;
    for seed in 0..20 {
        let mut play = RandomPlay::<Hawaii>::new(seats(5), (), rules(), Seed::from_number(seed));
        while play.step().is_ok() {
            let view = play.state.view(Viewer::Seat(Seat::new(0)));
            largest = largest.max(Hawaii::view_to_wire(&view).encoded_len());
        }
    }
    assert!((300..800).contains(&largest), "{largest} bytes");
}

#[test]
fn a_tampered_message_is_refused_or_can_be_played_to_the_end() {
    let mut luck = Dice::new(Seed::from_number(99));
    let (mut refused, mut played) = (0, 0);
    for seed in 0..60 {
        let mut play = RandomPlay::<Hawaii>::new(seats(2 + seed as usize % 4), (), rules(), Seed::from_number(seed));
        for _ in 0..luck.below(200) {
            let _ = play.step();
        }
        let bytes = Hawaii::view_to_wire(&play.state.view(Viewer::Public)).encode_to_vec();
        for _ in 0..200 {
            let mut tampered = bytes.clone();
            for _ in 0..1 + luck.below(2) {
                let at = luck.below(tampered.len() as u32) as usize;
                tampered[at] = if luck.below(2) == 0 { luck.below(256) as u8 } else { luck.below(8) as u8 };
            }
            let Ok(message) = pb::View::decode(tampered.as_slice()) else { continue };
            let view = Hawaii::view_from_wire(&message).ok();
            let hidden = play.state.hidden(Viewer::Public);
            let game = view.and_then(|view| Hawaii::from_view(&view, &hidden, rules()).ok());
            match game {
                None => refused += 1,
                Some(game) => {
                    play_out(game, &mut luck);
                    played += 1;
                }
            }
        }
    }
    assert!(refused > 1000 && played > 100, "{refused} refused, {played} played");
}

fn play_out(mut game: Hawaii, luck: &mut Dice) {
    let mut legal = Vec::new();
    for _ in 0..Hawaii::INFO.events_max {
        let event = match game.phase() {
            Phase::Over(_) => return,
            Phase::Chance => Event::Chance(game.sample_chance(luck)),
            Phase::Decide(_) => {
                game.legal_actions(&mut legal);
                Event::Action(*luck.pick(&legal))
            }
        };
        game.play_unchecked(event);
    }
    panic!("the game doesn't end");
}
