//! Which decisions are asked (K41), and which players.

use super::*;

#[test]
fn k41_a_mandatory_choice_is_asked_even_with_one_answer() {
    let mut scene = Scene::new(4);
    scene.play("move:ca");
    // Two equal tiles give one action.
    assert_eq!((scene.tiles_on("a"), scene.legal()), ("kl4 kl4".into(), vec!["take:kl4".into()]));
}

#[test]
fn k41_equal_pieces_give_one_action() {
    let mut scene = Scene::new(4).pieces(RED, "c c");
    scene.0.begin_turn(RED);
    assert_eq!(scene.legal(), ["remove:c"]);
    let scene = Scene::new(4).pieces(RED, "c c").owner(God::Lono, RED);
    assert_eq!(scene.legal_of("move"), ["move:ca", "move:cf"]);
}

#[test]
fn k41_the_end_of_a_turn_is_asked_only_with_something_to_do() {
    let mut scene = Scene::new(4);
    scene.play("move:ca take:kl4 draw:ka2");
    assert_eq!((scene.to_act(), scene.0.stage), (YELLOW, Stage::Main));
    let mut scene = Scene::new(4).owner(God::Kanaloa, RED);
    scene.play("move:ca take:kl4 draw:ka2");
    assert_eq!(scene.legal().last().map(String::as_str), Some("end"));
    // Lono's owner, without a sacrifice to Lono, has nothing to do.
    let mut scene = Scene::new(4).owner(God::Lono, RED);
    scene.play("move:ca take:kl4 draw:ka2");
    assert_eq!(scene.to_act(), YELLOW);
}

#[test]
fn k41_an_answer_to_another_question_is_refused_with_the_question() {
    let scene = Scene::new(4);
    let refusal = scene.0.check(RED, &Action::EndTurn).unwrap_err().to_string();
    assert_eq!(refusal, "the decision is the main action, and end does not answer it");
    let refusal = scene.0.check(BLUE, &"move:ca".parse().unwrap()).unwrap_err().to_string();
    assert_eq!(refusal, "seat 0 is to act, not seat 3");
}

#[test]
fn turns_go_clockwise() {
    let mut scene = Scene::new(4);
    for (seat, turn) in [(YELLOW, 2), (GREEN, 3), (BLUE, 4), (RED, 5)] {
        scene = scene.with(Kanaloa::end_turn);
        assert_eq!((scene.to_act(), scene.0.turn.number), (seat, turn));
    }
}

/// For every action that has a notation, the check agrees with the legal list.
#[test]
fn check_agrees_with_the_list_for_every_action_there_is() {
    let everything = every_action();
    let rules = Ruleset::<Kanaloa>::built_in().rules;
    let mut legal = Vec::new();
    for seats in 2..=4 {
        let seats = SeatCount::new(seats).unwrap();
        let mut play = crate::random_play::RandomPlay::<Kanaloa>::new(seats, STANDARD, &rules, Seed::from_number(5));
        let mut number = 0;
        while play.step().is_ok() {
            number += 1;
            let Phase::Decide(seat) = play.state.phase() else { continue };
            if number % 7 != 0 {
                continue;
            }
            play.state.legal_actions(&mut legal);
            let allowed: Vec<Action> =
                everything.iter().copied().filter(|action| play.state.check(seat, action).is_ok()).collect();
            assert_eq!(allowed, legal, "{:?}", play.state);
        }
    }
}

/// Every action, sorted.
fn every_action() -> Vec<Action> {
    let islands = || (0..).map_while(Island::new);
    let arrows: Vec<Arrow> = islands()
        .flat_map(|tail| islands().map(move |head| Arrow { tail, head }))
        .filter(|arrow| arrow.tail != arrow.head)
        .collect();
    let mut all = Vec::new();
    for &arrow in &arrows {
        all.extend([Side::White, Side::Coloured].map(|side| Action::LayFish { arrow, side }));
        all.extend([Action::Move(arrow), Action::Flip(arrow)]);
        all.extend([ChangeKind::Reverse, ChangeKind::Recolour].map(|kind| Action::TurnFish(Change { kind, arrow })));
        for (first, second) in Tile::all().flat_map(|first| Tile::all().map(move |second| (first, second))) {
            if arrow.tail < arrow.head {
                let spot = |island, tile| Spot { island, tile };
                all.push(Action::Swap(spot(arrow.tail, first), spot(arrow.head, second)));
            }
        }
    }
    for island in islands() {
        all.extend([Action::PlacePiece(island), Action::Land(island), Action::CallDolphin(island)]);
        all.extend([Action::SecondPiece(island), Action::PlaceVolcano(Site::Island(island))]);
        all.extend([false, true].map(|blocked| Action::RemovePiece(Piece::On { island, blocked })));
    }
    all.push(Action::RemovePiece(Piece::Dolphin));
    all.extend(SeaSpace::ALL.into_iter().map(Site::Sea).map(Action::PlaceVolcano));
    all.extend(Temple::ALL.map(Action::Sacrifice));
    for tile in Tile::all() {
        all.extend([Action::Add(tile), Action::TakeTile(tile)]);
        all.extend([RED, YELLOW, GREEN, BLUE].map(|victim| Action::Rob { victim, tile }));
    }
    all.extend([Action::Done, Action::Spare, Action::EndTurn, Action::Allow, Action::Veto]);
    all.sort_unstable();
    all
}
