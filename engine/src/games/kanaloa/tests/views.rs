//! Views: what they show, how large their messages are, and which ones are refused.

use super::*;
use crate::random_play::RandomPlay;

fn game(seats: usize, seed: u64) -> RandomPlay<Kanaloa> {
    let rules = Ruleset::<Kanaloa>::built_in().rules;
    RandomPlay::new(SeatCount::new(seats).unwrap(), STANDARD, &rules, Seed::from_number(seed))
}

#[track_caller]
fn refused(scene: &Scene, spoil: impl FnOnce(&mut View)) -> String {
    let rules = Ruleset::<Kanaloa>::built_in().rules;
    let mut view = scene.0.view(Viewer::Public);
    assert_eq!(Kanaloa::from_view(&view, &Pairing::LonoKu, &rules).as_ref(), Ok(&scene.0));
    spoil(&mut view);
    Kanaloa::from_view(&view, &Pairing::LonoKu, &rules).map(|_| ()).expect_err("a spoilt view").to_string()
}

#[test]
fn a_view_shows_the_volcanos_islands_and_who_decides() {
    let view = Scene::new(2).volcano(YELLOW, "s8").0.view(Viewer::Public);
    assert_eq!(view.barred.iter().map(ToString::to_string).collect::<String>(), "ghj");
    assert_eq!(view.to_act(), Some(RED));
}

#[test]
fn views_that_contradict_themselves_are_refused() {
    let scene = Scene::new(4).owner(God::Pele, GREEN).volcano(GREEN, "b");
    let wrong = |spoil: fn(&mut View)| refused(&scene, spoil);
    let prefix = "the view is inconsistent: ";
    for (spoil, reason) in [
        ((|view| view.fish[0].arrow = "ae".parse().unwrap()) as fn(&mut View), "there is no current ae"),
        (|view| view.fish[0].arrow = view.fish[1].arrow, "two fish lie on one current"),
        (
            |view| view.fish[0].colour = Colour::Neutral,
            "a colour has too many fish, or should have none with this number of seats",
        ),
        (|view| view.fish.truncate(27), "the number of fish does not fit this stage"),
        (|view| view.turn.seat = Seat::new(4), "it is the turn of a seat that is not at the table"),
        (|view| view.turn.number = 0, "turns are counted from 1 after the start phase"),
        (|view| view.players[RED].pieces.clear(), "a player has no piece"),
        (
            |view| view.players[RED].pieces[0] = Piece::free(Island::new(12).unwrap()),
            "a piece stands on an island that is not in play",
        ),
        (|view| view.players[RED].hand.put(0), "there are more tiles of a kind than the ruleset has"),
        (|view| view.supply.bag_volcanoes += 1, "the number of volcano tiles is not the ruleset's"),
        (|view| view.supply.bag_offerings = 70, "the bag has more offerings than are unseen"),
        (|view| view.supply.bag_offerings -= 1, "the reserve is neither complete nor in the bag"),
        (|view| view.cards[God::Pele].owner = Some(Seat::new(4)), "a card belongs to a seat that is not at the table"),
        (|view| view.cards[God::Pele].protection = Some(GREEN), "a player owns both cards of a god"),
        (
            |view| view.cards[God::Ku].protection = Some(GREEN),
            "a protection card has an owner, but the god card has none",
        ),
        (|view| view.barred.clear(), "the volcano closes other islands"),
        (
            |view| view.volcano.as_mut().unwrap().site = "s1".parse().unwrap(),
            "the volcano stands where it may not be placed",
        ),
        (
            |view| view.volcano.as_mut().unwrap().site = "c".parse().unwrap(),
            "the volcano stands where it may not be placed",
        ),
        (|view| view.stage = Stage::Land, "the stage does not fit the rest of the view"),
        (|view| view.stage = Stage::Over, "the numbers of tiles on the islands do not fit this stage"),
        (|view| view.stage = Stage::DealTiles, "the numbers of tiles on the islands do not fit this stage"),
    ] {
        assert_eq!(wrong(spoil), format!("{prefix}{reason}"));
    }
}

#[test]
fn an_unjoined_map_is_refused() {
    let reversed = |view: &mut View| {
        for fish in view.fish.iter_mut().filter(|fish| fish.arrow.tail.to_string() == "a") {
            fish.arrow = fish.arrow.reversed();
        }
    };
    let error = refused(&Scene::new(4), reversed);
    assert_eq!(error, "the view is inconsistent: an island can't be reached from every other one");
}

/// Play can go on from any view that is accepted, even after its stage has been changed.
#[test]
fn play_goes_on_from_every_view_that_is_accepted() {
    let rules = Ruleset::<Kanaloa>::built_in().rules;
    let stages = |state: &Kanaloa| {
        let arrival = Arrival { island: "c".parse().unwrap(), by: Way::Fish };
        let mut all = vec![Stage::DealTiles, Stage::DealCards, Stage::LayNeutral, Stage::LayFish, Stage::PlacePiece];
        all.extend([Stage::RemovePiece, Stage::Land, Stage::Main, Stage::Finish, Stage::PlaceVolcano, Stage::Over]);
        all.extend([Stage::Rob(arrival), Stage::TakeTile(arrival), Stage::Draw(Refill { arrival, erupts: true })]);
        all.push(Stage::Offer(Offering { temple: Temple::Kane, last: None, value: 0 }));
        all.extend(
            state
                .shoal
                .fish(state.map())
                .iter()
                .map(|fish| Stage::Veto(Change { kind: ChangeKind::Reverse, arrow: fish.arrow })),
        );
        all
    };
    let mut accepted = 0;
    for seats in 2..=4 {
        let mut play = game(seats, 8);
        while play.step().is_ok() {
            let view = play.state.view(Viewer::Public);
            for stage in stages(&play.state) {
                let Ok(state) = Kanaloa::from_view(&View { stage, ..view.clone() }, &Pairing::LonoKu, &rules) else {
                    continue;
                };
                accepted += 1;
                let mut dice = Dice::new(Seed::from_number(1));
                let mut on = state;
                let mut legal = Vec::new();
                for _ in 0..12 {
                    let event = match on.phase() {
                        Phase::Over(_) => break,
                        Phase::Chance => Event::Chance(on.sample_chance(&mut dice)),
                        Phase::Decide(_) => {
                            on.legal_actions(&mut legal);
                            Event::Action(*dice.pick(&legal))
                        }
                    };
                    on.play_unchecked(event);
                }
            }
        }
    }
    assert!(accepted > 1000, "{accepted}");
}

#[cfg(feature = "wire")]
#[test]
fn messages_stay_well_below_a_kibibyte() {
    use crate::wire::Wire;
    use prost::Message;
    let mut largest = 0;
    for seed in 0..20 {
        let mut play = game(4, seed);
        while play.step().is_ok() {
            largest = largest.max(Kanaloa::view_to_wire(&play.state.view(Viewer::Public)).encoded_len());
        }
    }
    assert!((300..800).contains(&largest), "{largest}");
}

#[cfg(feature = "wire")]
mod messages {
    use kahua_proto::pb::arena::v1 as arena;
    use kahua_proto::pb::games::kanaloa::v1 as pb;
    use pb::action::Kind;

    use super::*;
    use crate::wire::{Wire, WireError};

    fn read_action(kind: Kind) -> Result<Action, WireError> {
        let action = pb::Action { kind: Some(kind) };
        Kanaloa::action_from_wire(&arena::Action {
            notation: String::new(),
            game: Some(arena::action::Game::Kanaloa(action)),
        })
    }

    #[test]
    fn actions_with_wrong_fields_are_refused_by_name() {
        let error = |kind| read_action(kind).unwrap_err().to_string();
        let same = Kind::MovePiece(pb::MovePiece { tail: 1, head: 1 });
        assert_eq!(error(same), "kanaloa.move_piece: has its tail and head at the same island");
        let beyond = Kind::LandPiece(pb::LandPiece { island: 17 });
        assert_eq!(error(beyond), "kanaloa.land_piece.island: is 17, but must be 1 to 16");
        let unset = Kind::TakeTile(pb::TakeTile { tile: 0 });
        assert_eq!(error(unset), "kanaloa.take_tile.tile: is 0, but must be 1 to 30");
        let unsided = Kind::LayFish(pb::LayFish { tail: 1, head: 2, side: 0 });
        assert_eq!(error(unsided), "kanaloa.lay_fish.side: is 0, but must be 1 to 2");
        let nobody = Kind::RobTile(pb::RobTile { victim: None, tile: 1 });
        assert_eq!(error(nobody), "kanaloa.rob_tile.victim: is not set");
        let absent = Kind::RobTile(pb::RobTile { victim: Some(4), tile: 1 });
        assert_eq!(error(absent), "kanaloa.rob_tile.victim: is 4, but must be 0 to 3");
        let nowhere = Kind::PlaceVolcano(pb::PlaceVolcano { site: None });
        assert_eq!(error(nowhere), "kanaloa.place_volcano.site: is not set");
        let unplaced = Kind::RemovePiece(pb::RemovePiece { piece: Some(pb::Piece::default()) });
        assert_eq!(error(unplaced), "kanaloa.remove_piece.piece: has no location");
        let dolphin = pb::Piece { location: Some(pb::piece::Location::Dolphin(pb::Dolphin {})), blocked: true };
        let blocked = Kind::RemovePiece(pb::RemovePiece { piece: Some(dolphin) });
        assert_eq!(error(blocked), "kanaloa.remove_piece.piece: is on the dolphin, where nothing is blocked");
    }

    #[test]
    fn a_swap_may_name_its_islands_in_either_order() {
        let swap = pb::SwapTiles { first_island: 2, first_tile: 1, second_island: 1, second_tile: 30 };
        assert_eq!(read_action(Kind::SwapTiles(swap)).unwrap().to_string(), "swap:a-ka5:b-kl4");
    }

    /// Why a view with a volcano, changed like that, isn't a view.
    fn unreadable(change: impl FnOnce(&mut pb::View, &mut Option<u32>)) -> String {
        let scene = Scene::new(4).owner(God::Pele, GREEN).volcano(GREEN, "b");
        let mut view = Kanaloa::view_to_wire(&scene.0.view(Viewer::Public));
        let Some(arena::view::Game::Kanaloa(game)) = &mut view.game else { panic!("another game's view") };
        change(game, &mut view.to_move);
        Kanaloa::view_from_wire(&view).unwrap_err().to_string()
    }

    #[test]
    fn views_with_wrong_fields_are_refused_by_name() {
        let error = |change: fn(&mut pb::View)| unreadable(|view, _| change(view));
        for (change, reason) in [
            ((|view| view.open = None) as fn(&mut pb::View), "kanaloa.open: is not set"),
            (|view| view.open = Some(pb::Open { step: None }), "kanaloa.open.step: is not set"),
            (|view| view.active_seat = 4, "kanaloa.active_seat: is 4, but must be 0 to 3"),
            (|view| view.fish[0].owner = None, "kanaloa.fish.owner: is not set"),
            (|view| view.fish[0].owner = Some(pb::fish::Owner::Seat(4)), "kanaloa.fish.seat: is 4, but must be 0 to 3"),
            (|view| view.fish[0].side = 3, "kanaloa.fish.side: is 3, but must be 1 to 2"),
            (|view| view.players.truncate(1), "kanaloa.players: must be 2 to 4"),
            (|view| view.players[0].temples = None, "kanaloa.players.temples: is not set"),
            (|view| view.cards.as_mut().unwrap().pele = None, "kanaloa.cards.pele: is not set"),
            (|view| view.supply.as_mut().unwrap().unseen[0] = 0, "kanaloa.supply.unseen: is 0, but must be 1 to 30"),
            (|view| view.volcano.as_mut().unwrap().placer = 9, "kanaloa.volcano.placer: is 9, but must be 0 to 3"),
        ] {
            assert_eq!(error(change), reason);
        }
    }

    #[test]
    fn who_decides_must_fit_the_step() {
        let unset = unreadable(|_, to_move| *to_move = None);
        assert_eq!(unset, "to_move: is not set, but by the open step seat 0 decides");
        let other = unreadable(|_, to_move| *to_move = Some(1));
        assert_eq!(other, "to_move: is 1, but by the open step seat 0 decides");
    }

    #[test]
    fn chance_that_cannot_be_is_refused_by_name() {
        let error = |kind| {
            let outcome = pb::Chance { kind };
            let game = Some(arena::chance::Game::Kanaloa(outcome));
            Kanaloa::chance_from_wire(&arena::Chance { notation: String::new(), game }).unwrap_err().to_string()
        };
        let dealt = |first: pb::God, second: pb::God| {
            error(Some(pb::chance::Kind::CardsDealt(pb::CardsDealt { first: first.into(), second: second.into() })))
        };
        assert_eq!(error(None), "kanaloa.kind: is not set");
        assert_eq!(
            dealt(pb::God::Ku, pb::God::Lono),
            "kanaloa.cards_dealt: holds ku and lono, which are never dealt together"
        );
    }
}
