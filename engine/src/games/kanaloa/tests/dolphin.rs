//! Moving, and what a piece that can't move may do instead.

use super::*;

/// Red stands on a, from where only fish of yellow and blue lead away, coloured side up.
fn stuck() -> Scene {
    Scene::new(4).pieces(RED, "a").fish("A>K blue coloured")
}

#[test]
fn moving_turns_the_fish_over_and_keeps_its_direction() {
    let mut scene = Scene::new(4);
    scene.play("move:ca take:kl4");
    assert_eq!(scene.fish_on("ca"), "ca blue coloured");
    assert_eq!((scene.pieces_of(RED), scene.hand_of(RED)), ("a".into(), "kl4".into()));
    let mut scene = Scene::new(4);
    scene.play("move:cf");
    assert_eq!(scene.fish_on("cf"), "cf red white");
}

#[test]
fn only_white_and_own_fish_may_be_used_and_only_forwards() {
    let scene = Scene::new(4);
    assert_eq!(scene.legal(), ["move:ca", "move:cf"]);
    assert_eq!(scene.refusal("move:cd"), "the fish from c to d shows its colour, so only blue may use it");
    assert_eq!(scene.refusal("move:cb"), "no fish leads from c to b");
    assert_eq!(scene.refusal("move:hi"), "you have no piece on h");
}

#[test]
fn the_taken_tile_is_replaced() {
    let mut scene = Scene::new(4).tiles("a", "ka2 pelo3");
    scene.play("move:ca take:pelo3");
    assert_eq!(scene.tiles_on("a"), "ka2");
    scene.play("draw:ka5");
    assert_eq!((scene.tiles_on("a"), scene.to_act()), ("ka2 ka5".into(), YELLOW));
}

#[test]
fn k22_a_piece_that_cannot_move_flips_a_fish_or_calls_the_dolphin() {
    let mut scene = stuck();
    assert_eq!(scene.legal(), ["flip:ad", "flip:ak", "dolphin:a"]);
    scene.play("flip:ad");
    assert_eq!((scene.fish_on("ad"), scene.to_act()), ("ad yellow white".into(), YELLOW));
    let mut scene = stuck();
    scene.play("dolphin:a");
    assert_eq!((scene.pieces_of(RED), scene.to_act()), ("dolphin".into(), YELLOW));
}

#[test]
fn k22_a_piece_that_can_move_has_neither() {
    let scene = Scene::new(4);
    assert_eq!(scene.refusal("dolphin:c"), "your piece on c can still move (K22)");
    assert_eq!(scene.refusal("flip:cd"), "your piece on c can still move (K22)");
}

#[test]
fn k22_without_a_fellow_players_fish_only_the_dolphin_is_left() {
    // The one fish that leaves c is white and leads to the volcano.
    let scene = Scene::new(4).fish("D>C blue white").fish("C>A yellow white").fish("F>C red white").volcano(BLUE, "a");
    assert_eq!(scene.legal(), ["dolphin:c"]);
    assert_eq!(scene.refusal("flip:ca"), "the fish from c to a is already white side up");
}

#[test]
fn k22_a_way_to_the_volcano_alone_is_none_and_fish_towards_it_may_be_flipped() {
    let scene = stuck().fish("A>K blue white").volcano(BLUE, "k");
    assert_eq!(scene.refusal("move:ak"), "the volcano closes k (K20, K21)");
    assert_eq!(scene.legal(), ["flip:ad", "dolphin:a"]);
    let scene = stuck().volcano(BLUE, "k");
    assert_eq!(scene.legal_of("flip"), ["flip:ad", "flip:ak"]);
}

#[test]
fn k22_a_neutral_fish_is_never_flipped() {
    // Two fish leave g: the neutral one, and a white one to j, which the volcano closes.
    let scene = Scene::new(2).pieces(RED, "g").volcano(YELLOW, "s5");
    assert_eq!(scene.fish_on("gf"), "gf neutral coloured");
    assert_eq!(scene.legal(), ["dolphin:g"]);
    assert_eq!(scene.refusal("flip:gf"), "the fish from g to f is neutral and does not belong to another player (K22)");
}

#[test]
fn k22_own_fish_need_no_flip() {
    let scene = Scene::new(4).pieces(RED, "e").fish("E>G green coloured").volcano(BLUE, "c").fish("E>B red coloured");
    assert_eq!(scene.legal(), ["move:eb"]);
    let scene = scene.volcano(BLUE, "b").fish("C>E red white");
    assert_eq!(scene.refusal("flip:eb"), "the fish from e to b is red and does not belong to another player (K22)");
    assert_eq!(scene.legal(), ["flip:eg", "dolphin:e"]);
}

#[test]
fn k22_with_two_pieces_the_player_chooses_which_one_acts() {
    let scene = stuck().pieces(RED, "a c").owner(God::Lono, RED);
    let without_swaps: Vec<String> = scene.legal().into_iter().filter(|action| !action.starts_with("swap")).collect();
    assert_eq!(without_swaps, ["move:ca", "move:cf", "flip:ad", "flip:ak", "dolphin:a"]);
}

#[test]
fn k23_after_a_flip_or_a_dolphin_call_god_actions_are_open() {
    for action in ["flip:ad", "dolphin:a"] {
        let mut scene = stuck().owner(God::Kanaloa, RED);
        scene.play(action);
        assert_eq!((scene.0.stage, scene.to_act()), (Stage::Finish, RED));
    }
}

#[test]
fn k23_after_a_landing_they_are_not() {
    let mut scene = Scene::new(4).pieces(RED, "dolphin h").protected(God::Lono, RED).owner(God::Lono, BLUE);
    scene.0.cards[God::Kanaloa].owner = Some(RED);
    scene.0.begin_turn(RED);
    scene.play("land:d take:ku4 draw:ka2");
    assert_eq!(scene.to_act(), YELLOW);
    // Not even Lono's protection brings the second piece.
    let mut scene = Scene::new(4).pieces(RED, "dolphin").protected(God::Lono, RED).owner(God::Lono, BLUE);
    scene.0.begin_turn(RED);
    scene.play("land:d take:ku4 draw:ka2");
    assert_eq!(scene.to_act(), YELLOW);
}

#[test]
fn k24_a_piece_that_lands_beside_ku_may_be_robbed_and_the_dolphin_gets_the_tile() {
    let mut scene = Scene::new(4).pieces(RED, "dolphin").hand(RED, "ka5").owner(God::Ku, YELLOW);
    scene.0.begin_turn(RED);
    scene.play("land:h");
    assert_eq!((scene.to_act(), scene.legal()), (YELLOW, vec!["rob:0:ka5".into(), "spare".into()]));
    scene.play("rob:0:ka5 take:pe4 draw:ka2");
    assert_eq!((scene.hand_of(RED), scene.hand_of(YELLOW)), (String::new(), "ka5".into()));
    assert_eq!((scene.tiles_on("h"), scene.to_act()), ("pe5 ka2".into(), YELLOW));
}

#[test]
fn k38_nobody_passes() {
    let scene = Scene::new(4);
    assert!(scene.0.check(RED, &Action::EndTurn).is_err());
    // A free piece that can't move always has the dolphin, so the main action always has an answer.
    let scene = stuck().fish("A>D yellow white").volcano(BLUE, "d").fish("A>K red coloured").fish("K>A blue white");
    assert_eq!(scene.legal(), ["dolphin:a"]);
}

#[test]
fn k40_a_rider_must_land_at_once_anywhere_the_volcano_isnt() {
    let mut scene = stuck().pieces(RED, "a c").owner(God::Lono, RED).volcano(BLUE, "k").hand(RED, "kl4");
    scene.play("dolphin:a");
    scene.0.begin_turn(RED);
    // No other piece moves first, and nothing is sacrificed or swapped.
    let expected = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "l"].map(|island| format!("land:{island}"));
    assert_eq!(scene.legal(), expected);
    assert_eq!(scene.refusal("land:k"), "the volcano closes k (K20, K21)");
}

#[test]
fn k40_the_dolphins_tile_comes_from_the_island_and_leaves_the_game() {
    let mut scene = Scene::new(4).pieces(RED, "dolphin").hand(RED, "ka5").tiles("h", "kl4 pe5");
    scene.0.begin_turn(RED);
    let unseen = scene.0.supply.unseen.total();
    scene.play("land:h");
    assert_eq!(scene.legal(), ["take:kl4", "take:pe5"]);
    scene.play("take:pe5 draw:ka3");
    assert_eq!((scene.hand_of(RED), scene.tiles_on("h")), ("ka5".into(), "kl4 ka3".into()));
    assert_eq!(scene.0.supply.unseen.total(), unseen - 1);
    assert_eq!(scene.pieces_of(RED), "h");
}
