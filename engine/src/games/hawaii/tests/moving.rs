//! Turns, moving and where to stop: W1, W2, W3, W18.

use super::{Scene, place, rules};
use crate::games::hawaii::ruleset::distances::distances;
use crate::games::hawaii::{Chief, Place, Site};
use crate::seat::Seat;

#[test]
fn w1_players_act_in_turn_order_again_and_again_until_all_stand_on_the_track() {
    let mut scene = Scene::new(3).cove("2 2 2").prices(0, "3 3").supply(2, 13, 7, 0);
    assert_eq!(scene.to_act(), Seat::new(0));
    scene.play("cove");
    assert_eq!(scene.to_act(), Seat::new(0), "a catch is a step of the same turn");
    scene.play("stop");
    assert_eq!(scene.to_act(), Seat::new(1));
    scene.play("track:2");
    assert_eq!(scene.to_act(), Seat::new(2));
    scene.play("place:0 buy:shellhut,1 row:1");
    assert_eq!(scene.to_act(), Seat::new(0), "again");
    scene.play("track:1");
    assert_eq!(scene.to_act(), Seat::new(2), "whoever stands on the track is passed over");
    scene.play("place:0 buy:foothut,1 row:2");
    assert_eq!(scene.to_act(), Seat::new(2), "alone now");
    scene.play("track:3");
    assert_eq!(scene.0.board.round, 2, "all stand on the track: the round is over");
}

#[test]
fn w1_only_as_many_track_places_are_used_as_there_are_seats() {
    assert_eq!(Scene::new(2).legal(), ["track:1", "track:2"]);
    assert_eq!(Scene::new(5).legal(), ["track:1", "track:2", "track:3", "track:4", "track:5"]);
    let scene = Scene::new(3).played("track:3");
    assert_eq!(scene.legal(), ["track:1", "track:2"]);
    assert_eq!(scene.refusal("track:3"), "place 3 of the turn order track is taken (W1)");
    assert_eq!(
        scene.refusal("track:4"),
        "place 4 of the turn order track isn't used with 3 seats, only places 1 to 3 are (W1)"
    );
}

#[test]
fn w2_the_way_from_the_beach_costs_the_shortest_path() {
    let feet = Place::ALL.map(|to| rules().feet_to(None, to));
    assert_eq!(feet, [1, 1, 2, 2, 2, 3, 3, 3, 4, 4]);
}

/// The text's examples of moves: one step, two steps, a diagonal step, staying.
#[test]
fn w2_a_step_costs_a_foot_diagonals_too_and_staying_costs_one() {
    let feet = |from, to| rules().feet_to(Some(place(from)), place(to));
    assert_eq!((feet(0, 1), feet(0, 2), feet(0, 3)), (1, 1, 1));
    assert_eq!((feet(0, 4), feet(1, 2), feet(2, 8)), (2, 2, 2));
    assert_eq!((feet(3, 6), feet(2, 6), feet(4, 6)), (1, 1, 1), "diagonal steps of the middle rows");
    assert_eq!((feet(0, 9), feet(4, 8), feet(2, 9)), (3, 2, 2));
    assert_eq!(Place::ALL.map(|at| rules().feet_to(Some(at), at)), [1; 10]);
}

#[test]
fn w2_staying_for_another_purchase_costs_a_foot_and_the_beach_is_free() {
    let mut scene = Scene::new(2).prices(0, "2 3").supply(0, 20, 5, 0).played("place:0 price:2");
    scene.play("buy:shellhut,1 row:1 track:1 place:0 buy:foothut,1 row:1");
    assert_eq!(scene.has(0), (20 - 2 - 3, 5 - 1 - 1, 0));
    scene.play("track:2");
    assert_eq!(scene.0.board.round, 2);
    let mut scene = Scene::new(2).cove("2 2").stand(0, 8).supply(0, 0, 1, 0);
    scene.play("cove");
    assert_eq!((scene.has(0), scene.player(0).chief), ((0, 0, 0), Chief::Beach));
}

#[test]
fn w2_a_path_never_crosses_the_beach() {
    let apart = [
        vec![2],
        vec![3],
        vec![0, 3],
        vec![1, 2, 4],
        vec![3, 5],
        vec![4, 6],
        vec![5, 7],
        vec![6, 8],
        vec![7, 9],
        vec![8],
    ];
    let (from_beach, between) = distances(&[0, 1], &apart).unwrap();
    assert_eq!((from_beach[0], from_beach[1]), (1, 1), "both touch the beach");
    assert_eq!(between[0][1], 3, "over the sites, though over the beach it would be two steps");
}

#[test]
fn w3_a_chieftain_stops_only_where_a_token_and_a_tile_are_left() {
    let mut scene = Scene::new(2).prices(0, "2").prices(8, "2").supply(0, 20, 20, 0);
    assert_eq!(scene.legal_of("place"), ["place:0", "place:8"]);
    assert_eq!(scene.refusal("place:1"), "no price token is left at the site fruit on place 1 (W3)");
    scene.0.board.piles[crate::games::hawaii::Tile::LongHut.index()] = 0;
    assert_eq!(scene.legal_of("place"), ["place:0"]);
    assert_eq!(scene.refusal("place:8"), "the site longhuts on place 8 has no tile left that you can place (W3)");
}

/// The text's example: through the site of the long huts, which has no token, to the one of spear and exchange huts.
#[test]
fn w3_passing_through_is_allowed_without_a_token_and_past_chieftains() {
    let mut sites = Site::ALL;
    sites.swap(0, 8);
    let mut scene = Scene::with_sites(2, sites).prices(3, "3").stand(1, 0).supply(0, 20, 2, 0);
    assert_eq!(scene.legal_of("place"), ["place:3"]);
    scene.play("place:3 buy:exchangehut,1 row:1");
    assert_eq!(scene.has(0), (17, 0, 0), "two steps");
}

#[test]
fn w3_a_chieftain_may_join_another_at_a_site() {
    let mut scene = Scene::new(2).prices(0, "2 2").stand(1, 0);
    assert_eq!(scene.legal_of("place"), ["place:0"]);
    scene.play("place:0 buy:foothut,1 row:1");
    assert_eq!(scene.player(0).chief, scene.player(1).chief);
}

#[test]
fn w3_what_cannot_be_paid_with_the_way_is_not_offered() {
    let scene = Scene::new(2).prices(0, "4").prices(4, "4 6").supply(0, 4, 1, 0);
    assert_eq!(scene.legal_of("place"), ["place:0"], "place 4 is two feet away");
    assert_eq!(
        scene.refusal("place:4"),
        "going to place 4 costs 2 feet, and the lowest price there is 4: 4 shells, 1 foot and 0 fruit, with all exchange \
         units, can't pay for both (W3, W4)"
    );
    assert_eq!(Scene::new(2).prices(0, "4").supply(0, 3, 1, 0).legal_of("place"), [""; 0]);
    assert_eq!(Scene::new(2).prices(0, "4").supply(0, 0, 1, 4).legal_of("place"), ["place:0"], "fruit for the tile");
    assert_eq!(Scene::new(2).prices(0, "4").supply(0, 0, 0, 5).legal_of("place"), ["place:0"], "fruit for both");
    assert_eq!(
        Scene::new(2).prices(0, "4").supply(0, 3, 0, 4).legal_of("place"),
        [""; 0],
        "fruit for the way, no more"
    );
}

#[test]
fn w3_a_way_of_paying_for_the_move_must_leave_a_purchase() {
    // Both could pay one foot of the way, but only fruit could pay the price of 4.
    let scene = Scene::new(2).prices(4, "4").prices(1, "6").supply(0, 3, 2, 4).played("place:4");
    assert_eq!(scene.has(0), (3, 0, 0), "both payments had one answer only: 2 feet, 4 fruit");
    let mut scene = Scene::new(2).prices(4, "3").supply(0, 3, 2, 4);
    scene.play("place:4");
    assert_eq!(scene.legal(), ["pay:2fruit", "pay:2foot"]);
    let mut scene = Scene::new(2).prices(3, "4").supply(0, 4, 2, 4).village(0, 1, "exchangehut");
    scene.play("place:3");
    assert_eq!(scene.legal(), ["pay:2fruit", "pay:1foot+1fruit", "pay:2foot", "pay:1shell+1foot"]);
    let mut scene = Scene::new(2).prices(3, "4").supply(0, 4, 2, 3).village(0, 1, "exchangehut");
    scene.play("place:3");
    assert_eq!(
        scene.legal(),
        ["pay:2fruit", "pay:1foot+1fruit", "pay:2foot"],
        "with the hut used for a shell neither 3 shells nor 3 fruit pay 4"
    );
    assert_eq!(
        scene.refusal("pay:1shell+1foot"),
        "after paying 1shell+1foot for the way, you couldn't pay any price there (W3)"
    );
}

#[test]
fn w18_a_place_on_the_track_is_always_free() {
    let scene = Scene::new(2).prices(0, "2").cove("2").supply(0, 0, 0, 0);
    assert_eq!(scene.legal(), ["track:1", "track:2"]);
    assert_eq!(scene.refusal("cove"), "each token costs a foot, and 0 shells, 0 feet and 0 fruit can't pay for 1 (W7)");
}
