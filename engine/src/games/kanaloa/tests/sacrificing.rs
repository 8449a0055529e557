//! Sacrifices: which tiles go together, and the small steps of one.

use super::*;

/// How high a temple is after a sacrifice of these tiles.
fn value_of(tiles: &str, temple: &str) -> u16 {
    let mut scene = Scene::new(4).hand(RED, tiles);
    scene.play(&format!("sacrifice:{temple}"));
    tiles.split_whitespace().for_each(|tile| {
        scene.play(&format!("add:{tile}"));
    });
    scene.play("done");
    assert_eq!(scene.hand_of(RED), "");
    scene.0.players[RED].temples[temple.parse().unwrap()]
}

#[test]
fn k37_the_examples_of_the_published_rules() {
    assert_eq!(value_of("ka2 ka5", "kane"), 7);
    assert_eq!(value_of("pelo2", "pele"), 2);
    assert_eq!(value_of("pelo2", "lono"), 2);
    assert_eq!(value_of("pelo3 pelo4", "pele"), 7);
    assert_eq!(value_of("pelo3 pelo4", "lono"), 7);
    assert_eq!(value_of("pelo2 pelo3 ka3", "pele"), 8);
    assert_eq!(value_of("pe4 pelo4 ka3", "pele"), 11);
    // Three tiles without a common god.
    let mut scene = Scene::new(4).hand(RED, "klku2 pelo3 ka4");
    scene.play("sacrifice:pele add:pelo3");
    assert_eq!(scene.refusal("add:klku2"), "klku2 does not fit a sacrifice to pele (K37)");
}

#[test]
fn k37_kane_takes_kane_only_and_other_gods_need_a_tile_of_their_own() {
    let mut scene = Scene::new(4).hand(RED, "ka2 ka3");
    assert_eq!(scene.legal_of("sacrifice"), ["sacrifice:kane"]);
    assert_eq!(scene.refusal("sacrifice:lono"), "none of your tiles shows lono (K37)");
    scene.play("sacrifice:kane");
    assert_eq!(scene.legal(), ["add:ka2", "add:ka3"]);
    let mut scene = Scene::new(4).hand(RED, "klku3 ka3");
    assert_eq!(scene.legal_of("sacrifice"), ["sacrifice:kanaloa", "sacrifice:ku", "sacrifice:kane"]);
    scene.play("sacrifice:kane");
    assert_eq!(scene.refusal("add:klku3"), "klku3 does not fit a sacrifice to kane (K37)");
    assert_eq!(scene.refusal("done"), "a sacrifice needs at least one tile (K37)");
}

#[test]
fn k37_the_first_tile_shows_the_god_and_kanes_come_last() {
    let mut scene = Scene::new(4).hand(RED, "kl5 lokl2 ka2");
    scene.play("sacrifice:kanaloa");
    assert_eq!(scene.legal(), ["add:kl5", "add:lokl2"]);
    assert_eq!(scene.refusal("add:ka2"), "the first tile must show kanaloa, and ka2 does not (K37)");
    assert_eq!(scene.refusal("add:kl4"), "you have no tile kl4");
    scene.play("add:lokl2");
    assert_eq!(scene.legal(), ["add:ka2", "done"]);
    assert_eq!(scene.refusal("add:kl5"), "tiles are laid down in order, and kl5 comes before lokl2 (K37)");
}

#[test]
fn k37_each_multiset_has_one_path() {
    let hand = "kl4 kl4 klku2 ka2 ka2 ka3";
    let mut sums = Vec::new();
    let mut open = vec![(Scene::new(4).hand(RED, hand), "sacrifice:kanaloa".to_owned())];
    while let Some((mut scene, action)) = open.pop() {
        scene.play(&action);
        if let Stage::Offer(_) = scene.0.stage {
            open.extend(scene.legal().into_iter().map(|next| (scene.clone(), next)));
        } else {
            sums.push(scene.hand_of(RED));
        }
    }
    // 3 * 2 ways to take of kl4 and klku2 without the empty one, times 3 * 2 of the Kane tiles.
    assert_eq!(sums.len(), 5 * 6);
    sums.sort();
    sums.dedup();
    assert_eq!(sums.len(), 5 * 6);
}

#[test]
fn k37_no_list_of_a_sacrifice_is_longer_than_13() {
    let all: Vec<String> = Tile::all().map(|tile| tile.to_string()).filter(|name| !name.starts_with("klpe")).collect();
    let usual: Vec<String> = all.into_iter().filter(|name| !name.starts_with("kulo")).collect();
    let mut scene = Scene::new(4).hand(RED, &usual.join(" "));
    scene.play("sacrifice:lono add:lo4");
    assert_eq!(scene.legal().len(), 7 + 4 + 1);
    let mut scene = Scene::new(4).hand(RED, &format!("{} lo4", usual.join(" ")));
    scene.play("sacrifice:lono add:lo4");
    assert_eq!(scene.legal().len(), 13);
}

#[test]
fn k31_temples_grow_beyond_the_pieces_in_the_box() {
    let mut scene = Scene::new(4).temple(RED, "pele", 84).hand(RED, "pe5");
    scene.play("sacrifice:pele add:pe5 done");
    assert_eq!(scene.0.players[RED].temples[Temple::Of(God::Pele)], 89);
}

#[test]
fn a_sacrifice_is_the_main_action_and_the_tiles_leave_the_game() {
    let mut scene = Scene::new(4).hand(RED, "pe5 ka2");
    let unseen = scene.0.supply.unseen.total();
    scene.play("sacrifice:pele add:pe5 done");
    assert_eq!((scene.to_act(), scene.hand_of(RED)), (YELLOW, "ka2".into()));
    assert_eq!(scene.0.supply.unseen.total(), unseen);
}
