//! How sacrifices move the god and protection cards.

use super::*;

/// Who owns the god's cards after red's sacrifice of these tiles to the temple.
fn after(mut scene: Scene, temple: &str, tile: &str, god: God) -> (Option<Seat>, Option<Seat>) {
    scene = scene.hand(RED, tile);
    scene.play(&format!("sacrifice:{temple} add:{tile} done"));
    scene.card(god)
}

fn pele() -> Scene {
    Scene::new(4).owner(God::Pele, YELLOW).temple(YELLOW, "pele", 4)
}

#[test]
fn k8_more_than_everybody_else_brings_the_god_card() {
    assert_eq!(after(pele(), "pele", "pe5", God::Pele), (Some(RED), Some(YELLOW)));
    // An equal temple is not higher.
    assert_eq!(after(pele(), "pele", "pe4", God::Pele), (Some(YELLOW), Some(RED)));
}

#[test]
fn k8_only_with_at_least_as_much_as_for_kane() {
    assert_eq!(after(pele().temple(RED, "kane", 5), "pele", "pe5", God::Pele), (Some(RED), Some(YELLOW)));
    assert_eq!(after(pele().temple(RED, "kane", 6), "pele", "pe5", God::Pele), (Some(YELLOW), None));
}

#[test]
fn k8_a_leader_shut_out_by_kane_still_has_to_be_passed() {
    let scene = pele().temple(BLUE, "pele", 9).temple(BLUE, "kane", 20);
    assert_eq!(after(scene.clone().temple(RED, "pele", 4), "pele", "pe5", God::Pele), (Some(YELLOW), Some(RED)));
    assert_eq!(after(scene.temple(RED, "pele", 5), "pele", "pe5", God::Pele), (Some(RED), Some(YELLOW)));
}

#[test]
fn k8_the_former_owner_gets_the_protection_and_the_former_protected_nothing() {
    let scene = pele().protected(God::Pele, GREEN).temple(GREEN, "pele", 3);
    assert_eq!(after(scene, "pele", "pe5", God::Pele), (Some(RED), Some(YELLOW)));
}

#[test]
fn k8_an_unowned_card_leaves_the_protection_beside_the_map() {
    assert_eq!(after(Scene::new(4), "lono", "lo4", God::Lono), (Some(RED), None));
}

#[test]
fn k8_the_owner_who_sacrifices_more_keeps_everything_as_it_is() {
    let scene = Scene::new(4).owner(God::Pele, RED).protected(God::Pele, BLUE).temple(BLUE, "pele", 2);
    assert_eq!(after(scene, "pele", "pe5", God::Pele), (Some(RED), Some(BLUE)));
}

#[test]
fn k8_two_and_three_players_have_no_protection_cards() {
    for seats in [2, 3] {
        let scene = Scene::new(seats).owner(God::Pele, YELLOW).temple(YELLOW, "pele", 4);
        assert_eq!(after(scene.clone(), "pele", "pe5", God::Pele), (Some(RED), None));
        assert_eq!(after(scene, "pele", "pe4", God::Pele), (Some(YELLOW), None));
    }
}

#[test]
fn k9_more_than_the_protected_player_brings_the_protection() {
    let scene = pele().temple(YELLOW, "pele", 9).protected(God::Pele, GREEN).temple(GREEN, "pele", 4);
    assert_eq!(after(scene.clone(), "pele", "pe5", God::Pele), (Some(YELLOW), Some(RED)));
    assert_eq!(after(scene, "pele", "pe4", God::Pele), (Some(YELLOW), Some(GREEN)));
}

#[test]
fn k9_an_unowned_protection_goes_to_the_best_entitled_player_but_the_owner() {
    let scene = pele().temple(YELLOW, "pele", 9).temple(GREEN, "pele", 4);
    assert_eq!(after(scene.clone(), "pele", "pe5", God::Pele), (Some(YELLOW), Some(RED)));
    assert_eq!(after(scene.clone(), "pele", "pe4", God::Pele), (Some(YELLOW), None));
    // Green, shut out by Kane, doesn't count.
    assert_eq!(after(scene.temple(GREEN, "kane", 5), "pele", "pe4", God::Pele), (Some(YELLOW), Some(RED)));
}

#[test]
fn k9_not_for_the_shut_out_and_not_without_an_owner_of_the_god() {
    let scene = pele().temple(YELLOW, "pele", 9);
    assert_eq!(after(scene.temple(RED, "kane", 6), "pele", "pe5", God::Pele), (Some(YELLOW), None));
    let scene = Scene::new(4).temple(GREEN, "pele", 9);
    assert_eq!(after(scene, "pele", "pe5", God::Pele), (None, None));
}

#[test]
fn k9_also_for_one_who_has_passed_the_owner_but_not_a_shut_out_leader() {
    let scene = pele().temple(GREEN, "pele", 12).temple(GREEN, "kane", 20);
    assert_eq!(after(scene, "pele", "pe5", God::Pele), (Some(YELLOW), Some(RED)));
}

#[test]
fn k10_the_protected_player_who_wins_the_god_changes_places_with_the_owner() {
    let scene = pele().protected(God::Pele, RED).temple(RED, "pele", 2);
    assert_eq!(after(scene.clone(), "pele", "pe5", God::Pele), (Some(RED), Some(YELLOW)));
    // Red is above the owner but not above all others, so nothing changes.
    let scene = scene.temple(BLUE, "pele", 9).temple(BLUE, "kane", 20);
    assert_eq!(after(scene, "pele", "pe5", God::Pele), (Some(YELLOW), Some(RED)));
}

/// Red owns Pele with 4, and sacrifices 5 to Kane.
fn lost() -> Scene {
    Scene::new(4).owner(God::Pele, RED).temple(RED, "pele", 4)
}

#[test]
fn k11_too_much_for_kane_gives_the_god_to_the_protected_player() {
    let scene = lost().protected(God::Pele, GREEN).temple(GREEN, "pele", 1).temple(BLUE, "pele", 3);
    // The protection card goes to the highest temple of the rest.
    assert_eq!(after(scene.clone(), "kane", "ka5", God::Pele), (Some(GREEN), Some(BLUE)));
    let tied = scene.temple(YELLOW, "pele", 3);
    assert_eq!(after(tied, "kane", "ka5", God::Pele), (Some(GREEN), None));
}

#[test]
fn k11_nobody_with_anything_leaves_the_protection_beside_the_map() {
    let scene = lost().protected(God::Pele, GREEN).temple(GREEN, "pele", 1);
    assert_eq!(after(scene, "kane", "ka5", God::Pele), (Some(GREEN), None));
}

#[test]
fn k11_as_much_for_kane_keeps_the_card() {
    let scene = lost().protected(God::Pele, GREEN).temple(GREEN, "pele", 1);
    assert_eq!(after(scene, "kane", "ka4", God::Pele), (Some(RED), Some(GREEN)));
}

#[test]
fn k11_a_lost_protection_goes_to_the_most_of_the_rest() {
    let scene = pele().protected(God::Pele, RED).temple(RED, "pele", 3).temple(BLUE, "pele", 1);
    assert_eq!(after(scene.clone(), "kane", "ka5", God::Pele), (Some(YELLOW), Some(BLUE)));
    assert_eq!(after(scene.temple(GREEN, "pele", 1), "kane", "ka5", God::Pele), (Some(YELLOW), None));
}

#[test]
fn k11_several_gods_are_lost_at_once() {
    let mut scene = lost().owner(God::Lono, RED).protected(God::Lono, BLUE).hand(RED, "ka5");
    scene.play("sacrifice:kane add:ka5 done");
    assert_eq!(scene.card(God::Pele), (None, None));
    assert_eq!(scene.card(God::Lono), (Some(BLUE), None));
}

#[test]
fn k12_without_a_protected_player_the_god_goes_to_the_single_best_entitled_one() {
    let scene = lost().temple(GREEN, "pele", 2).temple(BLUE, "pele", 3);
    assert_eq!(after(scene.clone(), "kane", "ka5", God::Pele), (Some(BLUE), Some(GREEN)));
    assert_eq!(after(scene.clone().temple(GREEN, "pele", 3), "kane", "ka5", God::Pele), (None, None));
    // Blue is shut out, so green is the best entitled player, though not above all others.
    assert_eq!(after(scene.temple(BLUE, "kane", 9), "kane", "ka5", God::Pele), (Some(GREEN), None));
    assert_eq!(after(lost(), "kane", "ka5", God::Pele), (None, None));
}

#[test]
fn k12_two_and_three_players_as_well() {
    for seats in [2, 3] {
        let scene = Scene::new(seats).owner(God::Pele, RED).temple(RED, "pele", 4).temple(YELLOW, "pele", 2);
        assert_eq!(after(scene, "kane", "ka5", God::Pele), (Some(YELLOW), None));
    }
    let scene = Scene::new(3).owner(God::Pele, RED).temple(YELLOW, "pele", 2).temple(GREEN, "pele", 1);
    assert_eq!(after(scene, "kane", "ka5", God::Pele), (Some(YELLOW), None));
}

#[test]
fn k13_a_dealt_card_without_a_sacrifice_lasts_until_the_first_for_kane() {
    let scene = Scene::new(4).owner(God::Pele, RED);
    assert_eq!(after(scene.clone(), "lono", "lo4", God::Pele), (Some(RED), None));
    assert_eq!(after(scene, "kane", "ka2", God::Pele), (None, None));
}

#[test]
fn k13_a_former_owner_without_a_sacrifice_can_be_protected() {
    let scene = Scene::new(4).owner(God::Pele, YELLOW);
    assert_eq!(after(scene, "pele", "pe4", God::Pele), (Some(RED), Some(YELLOW)));
}

#[test]
fn first_for_a_god_but_higher_for_kane_gets_no_card() {
    let scene = Scene::new(4).temple(RED, "kane", 9).owner(God::Lono, BLUE);
    assert_eq!(after(scene, "lono", "lo5", God::Lono), (Some(BLUE), None));
}
