//! Lono: the swap, and the second piece.

use super::*;

fn owner() -> Scene {
    Scene::new(4).owner(God::Lono, RED)
}

#[test]
fn lonos_swap_exchanges_two_tiles_of_neighbouring_islands_before_the_main_action() {
    let mut scene = owner().tiles("a", "ka2 ka3").tiles("b", "pe4 pe4");
    scene.play("swap:a-ka3:b-pe4");
    assert_eq!((scene.tiles_on("a"), scene.tiles_on("b")), ("pe4 ka2".into(), "pe4 ka3".into()));
    // Then comes a normal turn, without a second swap.
    assert_eq!(scene.legal(), ["move:ca", "move:cf"]);
    assert_eq!(scene.refusal("swap:a-ka2:b-pe4"), "the one god action of this turn is used up (K4)");
}

#[test]
fn lonos_swap_needs_no_sacrifice_to_lono() {
    assert!(!owner().legal_of("swap").is_empty());
}

#[test]
fn lonos_swap_is_for_the_god_cards_owner_only() {
    let scene = Scene::new(4).owner(God::Lono, BLUE).protected(God::Lono, RED);
    assert_eq!(scene.legal_of("swap").len(), 0);
    assert_eq!(scene.refusal("swap:a-kl4:b-kl5"), "you don't hold the card of lono that this needs");
}

#[test]
fn lonos_swap_needs_a_current_between_and_different_kinds() {
    let scene = owner().tiles("a", "kl4 ka2").tiles("b", "kl4 ka2");
    assert_eq!(scene.refusal("swap:a-kl4:b-kl4"), "both tiles are kl4, and a swap needs different kinds");
    assert_eq!(scene.refusal("swap:a-kl4:e-ku5"), "no current joins a and e");
    assert_eq!(scene.refusal("swap:a-pe4:b-kl4"), "there is no tile pe4 on a");
    let between: Vec<String> =
        scene.legal_of("swap").into_iter().filter(|swap| swap.contains("a-") && swap.contains("b-")).collect();
    assert_eq!(between, ["swap:a-kl4:b-ka2", "swap:a-ka2:b-kl4"]);
}

#[test]
fn k28_the_second_piece_comes_onto_an_island_without_pieces_and_volcano() {
    let mut scene = owner().temple(RED, "lono", 2).volcano(BLUE, "b");
    scene.play("move:ca take:kl4 draw:ka2");
    let free = ["c", "d", "f", "g", "i", "j", "k"].map(|island| format!("second:{island}"));
    assert_eq!(scene.legal_of("second"), free);
    assert_eq!(scene.refusal("second:h"), "a piece stands on h");
    assert_eq!(scene.refusal("second:b"), "the volcano closes b (K20, K21)");
    scene.play("second:c");
    // It takes no tile.
    assert_eq!((scene.pieces_of(RED), scene.hand_of(RED)), ("a c".into(), "kl4".into()));
    assert_eq!(scene.to_act(), YELLOW);
}

#[test]
fn k28_the_god_card_needs_a_sacrifice_to_lono_and_the_protection_card_doesnt() {
    let mut scene = owner().owner(God::Kanaloa, RED);
    scene.play("move:ca take:kl4 draw:ka2");
    assert_eq!(
        scene.refusal("second:d"),
        "Lono's god card brings the second piece only after a sacrifice to Lono (K28)"
    );
    let mut scene = Scene::new(4).owner(God::Lono, BLUE).protected(God::Lono, RED);
    scene.play("move:ca take:kl4 draw:ka2");
    assert_eq!(scene.legal_of("second").len(), 8);
}

#[test]
fn k28_it_comes_once_and_may_be_delayed() {
    let mut scene = owner().temple(RED, "lono", 2);
    scene.play("move:ca take:kl4 draw:ka2 end");
    scene.0.begin_turn(RED);
    scene.play("move:ak take:lo4 draw:ka2 second:d");
    scene.0.begin_turn(RED);
    scene.play("move:ki take:pe5 draw:ka2");
    // Nothing is asked at the end: both pieces are in play.
    assert_eq!(scene.to_act(), YELLOW);
    let mut scene = owner().temple(RED, "lono", 2).pieces(RED, "c d").owner(God::Kanaloa, RED).with(Kanaloa::finish);
    assert_eq!(scene.refusal("second:f"), "your second piece is already in play (K28)");
    scene.play("end");
}

#[test]
fn k29_without_lonos_cards_one_of_two_pieces_goes_at_the_start_of_the_turn() {
    let mut scene = Scene::new(4).pieces(RED, "c dolphin");
    scene.0.begin_turn(RED);
    assert_eq!(scene.legal(), ["remove:c", "remove:dolphin"]);
    let mut other = scene.clone();
    scene.play("remove:dolphin");
    assert_eq!((scene.pieces_of(RED), scene.0.stage), ("c".into(), Stage::Main));
    other.play("remove:c");
    assert_eq!((other.pieces_of(RED), other.0.stage), ("dolphin".into(), Stage::Land));
}

#[test]
fn k29_either_card_keeps_both_pieces() {
    let mut scene = owner().pieces(RED, "c d");
    scene.0.begin_turn(RED);
    assert_eq!(scene.0.stage, Stage::Main);
    let mut scene = Scene::new(4).owner(God::Lono, BLUE).protected(God::Lono, RED).pieces(RED, "c d");
    scene.0.begin_turn(RED);
    assert_eq!(scene.0.stage, Stage::Main);
}

#[test]
fn k29_a_lost_turn_takes_no_piece_but_losing_the_free_one_loses_the_turn() {
    let mut scene = Scene::new(4).pieces(RED, "c:blocked d:blocked");
    scene.0.begin_turn(RED);
    assert_eq!((scene.to_act(), scene.pieces_of(RED)), (YELLOW, "c d".into()));
    let mut scene = Scene::new(4).pieces(RED, "c:blocked d");
    scene.0.begin_turn(RED);
    let mut other = scene.clone();
    scene.play("remove:d");
    assert_eq!((scene.to_act(), scene.pieces_of(RED)), (YELLOW, "c".into()));
    other.play("remove:c:blocked");
    assert_eq!((other.to_act(), other.pieces_of(RED)), (RED, "d".into()));
}

#[test]
fn k29_the_piece_may_come_again() {
    let mut scene = Scene::new(4).pieces(RED, "c d").hand(RED, "lo5");
    scene.0.begin_turn(RED);
    scene.play("remove:d sacrifice:lono add:lo5 done second:f");
    assert_eq!(scene.pieces_of(RED), "c f");
}
