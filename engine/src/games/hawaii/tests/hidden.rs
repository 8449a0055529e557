//! What is hidden: W15, counting supplies, and a guess in their place.

use prost::Message;

use super::{Scene, rules, seats};
use crate::dice::Seed;
use crate::game::{Game, Viewer};
use crate::games::hawaii::{Hawaii, Hidden, Supply};
use crate::random_play::RandomPlay;
use crate::seat::{PerSeat, Seat};
use crate::wire::Wire;

fn bytes(game: &Hawaii, viewer: Viewer) -> Vec<u8> {
    Hawaii::view_to_wire(&game.view(viewer)).encode_to_vec()
}

fn legal(game: &Hawaii) -> Vec<String> {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    legal.iter().map(ToString::to_string).collect()
}

#[test]
fn w15_states_that_differ_in_hidden_parts_only_look_the_same_byte_for_byte() {
    let mut play = RandomPlay::<Hawaii>::new(seats(4), (), rules(), Seed::from_number(8));
    let mut looked = 0;
    while play.step().is_ok() && !matches!(play.state.phase(), crate::Phase::Over(_)) {
        let game = &play.state;
        for viewer in [Viewer::Public, Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(3))] {
            let mut other = game.clone();
            for (seat, supply) in PerSeat::from_fn(game.seats(), |seat| seat).entries().map(|(seat, _)| (seat, 40)) {
                if viewer != Viewer::Seat(seat) {
                    other.supplies[seat] = Supply { shells: supply, feet: supply + 1, fruit: supply + 2 };
                }
            }
            assert_ne!(&other, game);
            assert_eq!(bytes(&other, viewer), bytes(game, viewer), "{viewer:?}");
            if let (crate::Phase::Decide(seat), Viewer::Seat(me)) = (game.phase(), viewer)
                && seat == me
            {
                assert_eq!(legal(&other), legal(game), "the own legal list doesn't depend on the others' supplies");
                looked += 1;
            }
        }
    }
    assert!(looked > 20, "{looked}");
}

#[test]
fn w15_a_seat_sees_its_own_supply_and_a_spectator_none() {
    let game = Scene::new(3).supply(1, 4, 5, 6).0;
    let own = game.view(Viewer::Seat(Seat::new(1)));
    assert_eq!(own.supplies.as_slice(), [None, Some(Supply { shells: 4, feet: 5, fruit: 6 }), None]);
    assert_eq!(game.view(Viewer::Public).supplies.as_slice(), [None; 3]);
    assert_eq!(game.hidden(Viewer::Seat(Seat::new(1))).supplies.map(Option::is_some).as_slice(), [true, false, true]);
    assert_ne!(bytes(&game, Viewer::Public), bytes(&game, Viewer::Seat(Seat::new(1))));
}

#[test]
fn w15_a_finished_game_shows_every_supply_to_everybody() {
    let mut play = RandomPlay::<Hawaii>::new(seats(3), (), rules(), Seed::from_number(8));
    while play.step().is_ok() {}
    let game = play.state;
    for viewer in [Viewer::Public, Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(2))] {
        assert_eq!(game.view(viewer).supplies, game.supplies.map(|supply| Some(*supply)), "{viewer:?}");
        assert!(game.hidden(viewer).supplies.iter().all(Option::is_none), "{viewer:?}");
    }
}

#[test]
fn w15_every_supply_can_be_counted_from_the_events() {
    for count in 2..=5 {
        let mut play = RandomPlay::<Hawaii>::new(seats(count), (), rules(), Seed::from_number(21));
        let mut counted = Hawaii::start(seats(count), (), rules());
        while let Ok(event) = play.step() {
            counted.play(event).unwrap();
            assert_eq!(&counted.supplies, &play.state.supplies);
            for viewer in [Viewer::Public, Viewer::Seat(Seat::new(1))] {
                let rebuilt = Hawaii::from_view(&play.state.view(viewer), &counted.hidden(viewer), rules());
                assert_eq!(rebuilt.as_ref(), Ok(&play.state));
            }
        }
    }
}

#[test]
fn w15_a_count_refuses_what_cannot_come_next() {
    let mut counted = Hawaii::start(seats(2), (), rules());
    let before = counted.clone();
    let play = |counted: &mut Hawaii, event| counted.play(event).unwrap_err().to_string();
    let action = crate::Event::Action("track:1".parse().unwrap());
    assert_eq!(play(&mut counted, action), "no seat is to act: a chance event is due");
    let chance = crate::Event::Chance("token:2".parse().unwrap());
    assert_eq!(play(&mut counted, chance), "token:2 is not a possible outcome of the chance event that is due");
    assert_eq!(counted, before);
}

#[test]
fn w15_a_guess_in_place_of_what_is_hidden_can_be_played_on_from() {
    let mut play = RandomPlay::<Hawaii>::new(seats(3), (), rules(), Seed::from_number(5));
    for _ in 0..120 {
        play.step().unwrap();
    }
    let me = Seat::new(0);
    let guess = PerSeat::from_fn(seats(3), |seat| (seat != me).then_some(Supply { shells: 9, feet: 9, fruit: 9 }));
    let view = play.state.view(Viewer::Seat(me));
    let rebuilt = Hawaii::from_view(&view, &Hidden { supplies: guess }, rules()).unwrap();
    assert_eq!(rebuilt.view(Viewer::Seat(me)), view);
    let wrong = PerSeat::from_fn(seats(3), |_| Some(Supply::default()));
    let error = Hawaii::from_view(&view, &Hidden { supplies: wrong }, rules()).unwrap_err();
    assert_eq!(error.to_string(), "the view is inconsistent: the supply of seat 0 is both shown and hidden");
    let none = PerSeat::from_fn(seats(3), |_| None);
    let error = Hawaii::from_view(&view, &Hidden { supplies: none }, rules()).unwrap_err();
    assert_eq!(error.to_string(), "the view is inconsistent: the supply of seat 1 is neither shown nor hidden");
}
