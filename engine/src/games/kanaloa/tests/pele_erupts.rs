//! Pele: where the volcano goes, whom it blocks, whose turn it gives, and how long it stands.

use super::*;

/// Red has come to a, and the draw there was the second volcano tile. Green, on e, owns Pele; yellow is on h, blue on l.
fn eruption(scene: Scene) -> Scene {
    let mut scene = scene.volcanoes_drawn(1);
    if scene.card(God::Pele).0.is_none() {
        scene = scene.owner(God::Pele, GREEN);
    }
    scene.play("move:ca take:kl4 draw:volcano draw:ka2");
    scene
}

fn served() -> Scene {
    Scene::new(4).temple(GREEN, "pele", 4)
}

#[test]
fn k14_peles_owner_places_the_volcano_on_an_island_without_pieces_and_takes_a_turn() {
    let mut scene = eruption(served());
    assert_eq!(scene.to_act(), GREEN);
    let free = ["b", "c", "d", "f", "g", "i", "j", "k"].map(|island| format!("volcano:{island}"));
    assert_eq!(scene.legal(), free);
    assert_eq!(scene.refusal("volcano:a"), "a piece stands on a");
    assert_eq!(scene.refusal("volcano:s1"), "with three or four players the volcano is placed on an island (K14)");
    scene.play("volcano:f");
    assert_eq!((scene.to_act(), scene.0.stage), (GREEN, Stage::Main));
}

#[test]
fn k14_the_drawers_turn_is_over_and_players_between_are_passed_over() {
    let mut scene = eruption(served().owner(God::Kanaloa, RED));
    scene.play("volcano:i move:eg take:pe4 draw:ka3");
    assert_eq!(scene.to_act(), BLUE);
}

#[test]
fn k14_no_god_action_in_the_turn_that_an_eruption_gives() {
    let all = [God::Kanaloa, God::Lono, God::Ku].into_iter().fold(served(), |scene, god| scene.owner(god, GREEN));
    let mut scene = eruption(all.temple(GREEN, "lono", 3).pieces(YELLOW, "g").hand(YELLOW, "ka2"));
    scene.play("volcano:i");
    assert_eq!(scene.legal(), ["move:eg"]);
    assert_eq!(scene.refusal("swap:a-kl4:b-kl5"), "the one god action of this turn is used up (K4)");
    scene.play("move:eg take:pe4 draw:ka3");
    assert_eq!(scene.to_act(), BLUE);
}

#[test]
fn k14_lonos_protection_still_brings_the_second_piece() {
    let mut scene = eruption(served().owner(God::Lono, BLUE).protected(God::Lono, GREEN));
    scene.play("volcano:i move:eg take:pe4 draw:ka3 second:d");
    assert_eq!((scene.pieces_of(GREEN), scene.to_act()), ("d g".into(), BLUE));
}

#[test]
fn k14_a_placer_blocked_by_the_own_volcano_loses_that_turn() {
    // The neighbours of b are a, c, e and l: red, green and blue lose their turns, and yellow is next.
    let mut scene = eruption(Scene::new(4));
    let before = scene.0.turn.number;
    scene.play("volcano:b");
    assert_eq!((scene.to_act(), scene.0.turn.number), (YELLOW, before + 4));
    let blocked = scene.0.players.iter().any(|player| player.is_blocked());
    assert!(!blocked, "the blocks are spent");
    assert_eq!(scene.0.volcano.map(|volcano| volcano.clock), Some(Clock::NextTurn));
}

#[test]
fn k15_pieces_beside_the_volcano_are_blocked_when_it_is_placed() {
    let mut scene = eruption(served().pieces(BLUE, "b l").owner(God::Lono, BLUE));
    scene.play("volcano:c");
    // The neighbours of c are a, b, d, e, f and g.
    assert_eq!([RED, YELLOW, GREEN, BLUE].map(|seat| scene.pieces_of(seat)), ["a:blocked", "h", "e", "b:blocked l"]);
}

#[test]
fn k15_peles_owner_is_free_after_a_sacrifice_to_her_and_her_protected_player_always() {
    let mut scene = eruption(served().protected(God::Pele, RED));
    scene.play("volcano:b");
    assert_eq!((scene.pieces_of(RED), scene.pieces_of(GREEN)), ("a".into(), "e".into()));
    assert_eq!((scene.pieces_of(BLUE), scene.to_act()), ("l:blocked".into(), GREEN));
}

#[test]
fn k15_with_three_players_nobody_is_free() {
    let scene = Scene::new(3).owner(God::Pele, GREEN).temple(GREEN, "pele", 4).volcanoes_drawn(1);
    let mut scene = scene.hand(GREEN, "ka2");
    // The neighbours of g are c, e, f, h and j: yellow and green.
    scene.play("move:cd take:kl5 draw:volcano draw:ka2 volcano:g");
    assert_eq!(scene.to_act(), RED);
}

#[test]
fn k15_pieces_on_the_dolphin_and_late_comers_are_not_blocked() {
    let mut scene = eruption(Scene::new(4).pieces(YELLOW, "dolphin"));
    scene.play("volcano:h");
    assert_eq!(scene.pieces_of(YELLOW), "dolphin");
    // Green, who isn't free, comes next to the volcano on h only now.
    scene.play("move:eg take:pe4 draw:ka3");
    assert_eq!(scene.pieces_of(GREEN), "g");
}

#[test]
fn k15_who_is_free_when_the_turn_comes_loses_nothing() {
    let mut scene = eruption(served());
    scene.play("volcano:b");
    assert_eq!(scene.pieces_of(BLUE), "l:blocked");
    scene = scene.protected(God::Pele, BLUE);
    scene.play("move:eg take:pe4 draw:ka3");
    assert_eq!((scene.to_act(), scene.pieces_of(BLUE)), (BLUE, "l".into()));
}

#[test]
fn k15_a_card_that_is_won_while_blocked_frees_its_new_owner_when_the_turn_comes() {
    // A sacrifice to Kane costs green the card of Pele, and blue, who has sacrificed to her, inherits it.
    let blocked = Scene::new(4).volcano(YELLOW, "b").owner(God::Pele, GREEN).pieces(BLUE, "l:blocked");
    let mut scene = blocked.hand(GREEN, "ka2").temple(BLUE, "pele", 3).turn_of(GREEN);
    let mut unserved = scene.clone().temple(BLUE, "pele", 0).owner(God::Pele, BLUE);
    scene.play("sacrifice:kane add:ka2 done");
    assert_eq!(scene.card(God::Pele), (Some(BLUE), None));
    assert_eq!((scene.to_act(), scene.pieces_of(BLUE)), (BLUE, "l".into()));
    assert!(scene.0.volcano.is_some(), "only the block is gone");
    scene.play("move:le");
    // Without a sacrifice to Pele, her card frees no player.
    unserved.play("sacrifice:kane add:ka2 done");
    assert_eq!((unserved.to_act(), unserved.pieces_of(BLUE)), (RED, "l".into()));
}

#[test]
fn k15_a_block_lasts_until_the_owners_next_turn_is_over_and_a_landing_spends_it() {
    let mut scene = Scene::new(4).pieces(RED, "a:blocked dolphin").owner(God::Lono, RED);
    scene.0.begin_turn(RED);
    scene.play("land:f");
    assert_eq!(scene.pieces_of(RED), "a:blocked f");
    scene.play("take:ku5 draw:ka2");
    assert_eq!((scene.pieces_of(RED), scene.to_act()), ("a f".into(), YELLOW));
}

#[test]
fn k16_one_blocked_piece_leaves_a_normal_turn_to_the_other() {
    let scene =
        Scene::new(4).pieces(RED, "a:blocked c").owner(God::Kanaloa, RED).owner(God::Lono, RED).hand(RED, "ka2");
    let mut scene = scene.fish("A>K blue coloured");
    assert_eq!(scene.refusal("dolphin:a"), "your piece on a is blocked by a volcano (K16)");
    assert_eq!(scene.refusal("flip:ad"), "your piece on a is blocked by a volcano (K16)");
    assert_eq!(scene.refusal("move:ad"), "your piece on a is blocked by a volcano (K16)");
    assert_eq!((scene.legal_of("move").len(), scene.legal_of("sacrifice").len()), (2, 1));
    assert!(!scene.legal_of("swap").is_empty());
    scene.play("move:cf take:ku5 draw:ka3 reverse:gh");
    assert_eq!((scene.pieces_of(RED), scene.to_act()), ("a f".into(), YELLOW));
}

#[test]
fn k16_a_free_piece_moves_away_from_beside_a_blocked_one() {
    let mut scene = Scene::new(4).pieces(RED, "c:blocked c").owner(God::Lono, RED);
    scene.play("move:ca");
    assert_eq!(scene.pieces_of(RED), "a c:blocked");
}

#[test]
fn k17_the_volcano_goes_after_the_placers_turn_that_follows_the_bonus_turn() {
    let mut scene = eruption(served());
    scene.play("volcano:i move:eg take:pe4 draw:ka3");
    assert!(scene.0.volcano.is_some());
    // Blue and red move; yellow, next to i, loses the turn.
    scene.play("move:le take:ku4 draw:ka3 move:ak take:lo4 draw:ka3");
    assert_eq!((scene.to_act(), scene.0.volcano.is_some()), (GREEN, true));
    scene.play("move:gc take:kl5 draw:ka3");
    assert_eq!((scene.to_act(), scene.0.volcano), (BLUE, None));
}

#[test]
fn k17_a_landing_counts_as_the_placers_next_turn() {
    let mut scene = Scene::new(4).volcano(GREEN, "i").pieces(GREEN, "dolphin");
    scene.0.begin_turn(GREEN);
    scene.play("land:f take:ku5");
    assert!(scene.0.volcano.is_some());
    scene.play("draw:ka3");
    assert_eq!((scene.to_act(), scene.0.volcano), (BLUE, None));
    // A landing in the turn that the eruption gives is that turn; the next one is still to come.
    let mut scene = eruption(served().pieces(GREEN, "dolphin"));
    scene.play("volcano:i land:f take:ku5 draw:ka3");
    assert_eq!(scene.0.volcano.map(|volcano| volcano.clock), Some(Clock::NextTurn));
}

#[test]
fn k17_a_lost_turn_counts_and_so_does_a_lost_pele_card() {
    let mut scene =
        Scene::new(4).volcano(GREEN, "i").pieces(GREEN, "e:blocked").owner(God::Pele, YELLOW).turn_of(YELLOW);
    scene.0.begin_turn(YELLOW);
    scene.play("move:hj take:lo4 draw:ka3");
    assert_eq!((scene.to_act(), scene.0.volcano), (BLUE, None));
}

#[test]
fn k18_a_new_eruption_places_the_volcano_anew_and_unspent_blocks_stay() {
    let scene = Scene::new(4).volcano(BLUE, "b").pieces(YELLOW, "h:blocked").pieces(BLUE, "l");
    let mut scene = eruption(scene.temple(GREEN, "pele", 1));
    // The same place is allowed.
    assert!(scene.legal().contains(&"volcano:b".into()));
    scene.play("volcano:j");
    // The neighbours of j are e, g, h, i and l: yellow is still blocked, and not twice; blue is blocked too; green is
    // free.
    assert_eq!((scene.pieces_of(YELLOW), scene.pieces_of(BLUE)), ("h:blocked".into(), "l:blocked".into()));
    let volcano = scene.0.volcano.unwrap();
    assert_eq!((volcano.placer, volcano.site.to_string(), volcano.clock), (GREEN, "j".into(), Clock::BonusTurn));
    assert_eq!(scene.refusal("move:ej"), "no fish leads from e to j");
}

#[test]
fn k18_the_old_volcano_leaves_first_if_that_turn_was_its_placers_last() {
    let scene = eruption(Scene::new(4).volcano(RED, "b").temple(GREEN, "pele", 1));
    assert_eq!((scene.0.stage, scene.0.volcano), (Stage::PlaceVolcano, None));
}

#[test]
fn k18_an_eruption_in_the_bonus_turn_restarts_the_clock() {
    let mut scene = eruption(served());
    scene.play("volcano:i");
    scene.0.supply.volcanoes_drawn = 3;
    scene.play("move:eg take:pe4 draw:volcano draw:ka3");
    assert_eq!((scene.to_act(), scene.0.stage), (GREEN, Stage::PlaceVolcano));
    assert_eq!(scene.0.volcano.map(|volcano| volcano.clock), Some(Clock::NextTurn));
    scene.play("volcano:i");
    assert_eq!((scene.to_act(), scene.0.volcano.map(|volcano| volcano.clock)), (GREEN, Some(Clock::BonusTurn)));
}

#[test]
fn k18_a_placer_whose_pieces_are_all_blocked_places_it_and_loses_the_bonus_turn() {
    let mut scene = eruption(Scene::new(4).pieces(GREEN, "e:blocked"));
    scene.play("volcano:k");
    // The neighbours of k are a, d, i and l: red and blue. These blocks and green's from before are over by then.
    assert_eq!((scene.to_act(), scene.pieces_of(GREEN)), (YELLOW, "e".into()));
}

#[test]
fn k19_without_an_owner_of_pele_the_drawer_places_it_and_is_not_free() {
    let mut scene = Scene::new(4).volcanoes_drawn(1).temple(RED, "pele", 9).temple(RED, "kane", 10);
    scene.play("move:ca take:kl4 draw:volcano draw:ka2");
    assert_eq!((scene.to_act(), scene.0.stage), (RED, Stage::PlaceVolcano));
    let mut beside = scene.clone();
    scene.play("volcano:i");
    assert_eq!((scene.to_act(), scene.0.turn.god_action_spent), (RED, true));
    beside.play("volcano:b");
    assert_eq!(beside.to_act(), YELLOW);
}

#[test]
fn k19_the_owner_who_draws_it_takes_the_bonus_turn_too() {
    let mut scene = eruption(Scene::new(4).owner(God::Pele, RED).owner(God::Kanaloa, RED).temple(RED, "pele", 1));
    assert_eq!(scene.to_act(), RED);
    scene.play("volcano:d move:ak take:lo4 draw:ka3");
    assert_eq!(scene.to_act(), YELLOW);
}

#[test]
fn k21_nobody_enters_the_volcano_island_but_its_fish_and_tiles_may_be_handled() {
    let scene = Scene::new(4).volcano(BLUE, "a").owner(God::Lono, RED);
    assert_eq!(scene.refusal("move:ca"), "the volcano closes a (K20, K21)");
    assert!(scene.legal().contains(&"swap:a-kl4:b-kl5".into()));
    let scene = Scene::new(4).volcano(BLUE, "a").owner(God::Kanaloa, RED).with(Kanaloa::finish);
    assert!(scene.legal().contains(&"recolour:ba".into()));
    assert!(scene.legal().contains(&"reverse:ad".into()));
    let mut scene = Scene::new(4).volcano(BLUE, "a").pieces(RED, "dolphin");
    scene.0.begin_turn(RED);
    assert_eq!(scene.refusal("land:a"), "the volcano closes a (K20, K21)");
}
