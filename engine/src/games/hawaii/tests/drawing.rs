//! Draws: W9, W10, W11, W20.
use super::{Scene, bag, place, rules, seats, token, weighted};
use crate::bag::Bag;
use crate::game::Game;
use crate::games::hawaii::{Dock, Draw, Hawaii, Islet, Site, SiteTokens, Stage};
use crate::seat::Seat;

/// A round about to be drawn, its first place a site with this many shells and limit.
fn at_first_site(site: Site) -> Scene {
    let mut sites = Site::ALL;
    sites.swap(0, site.index());
    let mut scene = Scene::with_sites(2, sites);
    scene.0.board.bag = rules().tokens;
    scene.0.board.track = [None; 4];
    scene.0.board.stage = Stage::Draw(Draw::Price(place(0)));
    scene
}

fn lying(scene: &Scene) -> String {
    scene.0.board.tokens[0].iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The text's four examples: 3, 5, 3 at limit 12; 3, 5, 6 at 12; 4, 5 at 6; 6 at 5.
#[test]
fn w10_the_token_for_the_numbered_shell_stays_if_the_sum_allows_it() {
    let draw = |site: Site, tokens: &str| {
        let mut scene = at_first_site(site);
        for text in tokens.split_whitespace() {
            scene.play(&format!("token:{text}"));
        }
        assert_eq!(scene.0.board.stage, Stage::Draw(Draw::Price(place(1))), "the next place follows");
        (lying(&scene), scene.0.board.cove)
    };
    assert_eq!(draw(Site::ShellFoot, "3 5 3"), ("3 3 5".into(), bag("")));
    assert_eq!(draw(Site::ShellFoot, "3 5 6"), ("3 5".into(), bag("6")));
    assert_eq!(draw(Site::Boats, "4 5"), ("4".into(), bag("5")));
    assert_eq!(draw(Site::LongHuts, "6"), (String::new(), bag("6")));
    assert_eq!(draw(Site::LongHuts, "5"), ("5".into(), bag("")));
}

#[test]
fn w10_tokens_for_plain_shells_always_stay() {
    let mut scene = at_first_site(Site::ShellFoot);
    scene.play("token:6 token:6s");
    assert_eq!((lying(&scene).as_str(), scene.0.board.stage), ("6 6s", Stage::Draw(Draw::Price(place(0)))));
    scene.play("token:2");
    assert_eq!((lying(&scene).as_str(), scene.0.board.cove), ("6 6s", bag("2")), "drawn though none could fit");
}

#[test]
fn w10_every_shell_draws_a_token() {
    let shells: u32 = rules().sites.iter().map(|site| u32::from(site.plain) + 1).sum();
    assert_eq!(shells, 21);
    let mut scene = at_first_site(Site::ShellFoot);
    scene.draw();
    let board = &scene.0.board;
    let on_sites = board.tokens.iter().map(SiteTokens::len).sum::<usize>() as u32;
    assert_eq!((on_sites + u32::from(board.cove.total()), board.bag.total()), (21, 25 - 21 - 1));
}

#[test]
fn w11_the_lowest_token_lies_below_the_second_place_and_spears_count_more() {
    let mut scene = Scene::new(5);
    scene.0.board.bag = rules().tokens;
    scene.0.board.track = [None; 4];
    scene.0.board.stage = Stage::Draw(Draw::Track);
    scene.play("token:5 token:3s token:6 token:3");
    assert_eq!(scene.0.board.track.map(|one| one.unwrap()), ["3", "3s", "5", "6"].map(token));
    assert_eq!(scene.to_act(), Seat::new(0), "four tokens for five seats");
}

#[test]
fn w20_the_set_up_draws_in_its_order() {
    let mut scene = crate::scene::Scene(Hawaii::start(seats(3), (), rules()));
    assert_eq!(scene.outcomes()[0], weighted(("site:shellfoot", 1)));
    scene.play("site:gods site:fruit site:kahunas site:spearexchange site:hula site:surfers site:shellfoot site:boats site:longhuts");
    assert_eq!(scene.outcomes(), [weighted(("site:irrigation", 1))], "forced draws are events too");
    scene.play("site:irrigation");
    assert_eq!(
        scene.outcomes(),
        ["kane", "pele", "kanaloa", "laka", "ku", "lono"].map(|god| (format!("god:{god}"), 2))
    );
    scene.play("god:kane");
    assert_eq!(scene.outcomes()[0], weighted(("god:kane", 1)), "stack 1; equal gods are one outcome");
    assert_eq!(scene.0.board.below, [5, 6]);
    scene.play("god:kane");
    assert_eq!(scene.0.board.stage, Stage::Draw(Draw::Islet(Dock::ALL[0])));
    assert_eq!(scene.outcomes().len(), 10);
    scene.play("islet:god islet:hut islet:boat islet:points");
    assert_eq!(scene.outcomes(), [weighted(("seat:0", 1)), weighted(("seat:1", 1)), weighted(("seat:2", 1))]);
    scene.play("seat:2 seat:0");
    assert_eq!(scene.outcomes(), [weighted(("seat:1", 1))]);
    scene.play("seat:1");
    assert_eq!([scene.has(2), scene.has(0), scene.has(1)], [(13, 7, 0), (13, 7, 2), (13, 7, 3)], "fruit by order");
    assert_eq!(scene.outcomes()[..2], [weighted(("token:2", 4)), weighted(("token:2s", 1))]);
    let draws = scene.draw_first_until(|_| false);
    assert_eq!(draws, 21 + 2, "a token for each shell, and two for the track; all docks have an islet");
    assert_eq!(scene.to_act(), Seat::new(2), "the first seat drawn acts first");
}

/// The text's example: docks 2 and 4 are empty, the islet of dock 3 moves to dock 2, docks 3 and 4 are filled.
#[test]
fn w9_visited_islets_go_under_the_pile_at_once_and_docks_fill_after_the_round() {
    let mut scene = Scene::new(2).boats(0, 1, 1).boats(1, 2, 0).supply(0, 9, 9, 0).supply(1, 9, 9, 0);
    scene.play("dock:2 boats:0,1,1");
    assert_eq!(scene.0.board.docks, [Some(Islet::Hula), None, Some(Islet::Fruit), Some(Islet::Kahunas)]);
    assert_eq!(scene.0.board.visited.count(Islet::Surfer.index()), 1);
    scene.play("dock:4 boats:0,2,0 track:1 track:2");
    let board = &scene.0.board;
    assert_eq!(board.docks, [Some(Islet::Hula), Some(Islet::Fruit), None, None]);
    assert_eq!((board.visited.total(), board.islets.total()), (2, 6));
    scene.draw_first_until(|draw| draw == Draw::Islet(Dock::ALL[2]));
    assert!(!scene.outcomes().iter().any(|(outcome, _)| outcome == "islet:surfer"), "it lies under the pile");
    scene.play("islet:boat islet:tikis");
    assert_eq!(scene.0.board.docks, [Islet::Hula, Islet::Fruit, Islet::Boat, Islet::Tikis].map(Some));
    assert_eq!(scene.to_act(), Seat::new(0));
}

#[test]
fn w9_after_the_last_face_down_islet_the_face_up_ones_are_the_new_pile() {
    let mut scene = Scene::new(2);
    let board = &mut scene.0.board;
    board.visited = board.islets;
    board.islets = Bag::EMPTY;
    board.visited.take(Islet::Boat.index());
    board.islets.put(Islet::Boat.index());
    board.visited.put(Islet::Fruit.index());
    board.docks[2] = None;
    board.stage = Stage::Draw(Draw::Islet(Dock::ALL[2]));
    assert_eq!(scene.outcomes(), [weighted(("islet:boat", 1))]);
    scene.play("islet:boat");
    let board = &scene.0.board;
    assert_eq!((board.visited.total(), board.islets.total()), (0, 6));
    assert_eq!(board.islets.count(Islet::Fruit.index()), 1);
}

/// The draw for dock 4 is due, and takes the last islet that lies face down, the one with the boat. Hula, surfer and
/// fruit are at docks 1 to 3.
fn last_islet_face_down() -> Scene {
    let mut scene = Scene::new(2);
    let board = &mut scene.0.board;
    board.visited = std::mem::replace(&mut board.islets, Bag::EMPTY);
    board.visited.take(Islet::Boat.index());
    board.islets.put(Islet::Boat.index());
    board.visited.put(Islet::Kahunas.index());
    board.docks[3] = None;
    board.stage = Stage::Draw(Draw::Islet(Dock::ALL[3]));
    scene
}

#[test]
fn w9_an_islet_visited_after_the_pile_was_turned_lies_face_up_under_the_new_pile() {
    let turned = ["irrigation", "hut", "god", "kahunas", "tikis", "points"].map(|islet| (format!("islet:{islet}"), 1));
    let mut scene = last_islet_face_down().boats(0, 2, 0);
    scene.play("islet:boat dock:4 boats:0,2,0");
    let board = &scene.0.board;
    assert_eq!((board.docks[3], board.visited.total(), board.islets.total()), (None, 1, 6));
    assert_eq!(board.visited.count(Islet::Boat.index()), 1, "face up again, apart from those that were turned down");
    scene.play("track:1 track:2");
    scene.draw_first_until(|draw| matches!(draw, Draw::Islet(_)));
    assert_eq!(scene.outcomes(), turned, "not the islet that was just visited");
    scene.play("islet:god");
    assert_eq!((scene.0.board.visited.total(), scene.0.board.islets.total()), (1, 5));
}

#[test]
fn w9_the_pile_is_turned_between_two_draws_when_the_first_takes_the_last_islet() {
    let mut scene = last_islet_face_down().boats(0, 1, 0).boats(1, 1, 0);
    // Docks 1 and 2 are visited before the pile is turned: with hula and surfer, eight islets lie face up.
    scene.0.board.stage = Stage::Move;
    scene.0.board.docks[3] = Some(Islet::Kahunas);
    scene.0.board.visited.take(Islet::Kahunas.index());
    scene.play("dock:1 boats:0,1,0 dock:2 track:1 track:2");
    scene.draw_first_until(|draw| matches!(draw, Draw::Islet(_)));
    assert_eq!(scene.0.board.docks, [Some(Islet::Fruit), Some(Islet::Kahunas), None, None]);
    assert_eq!(scene.outcomes(), [weighted(("islet:boat", 1))], "the last one face down");
    scene.play("islet:boat");
    let turned = ["hula", "surfer", "irrigation", "hut", "god", "tikis", "points"];
    assert_eq!(scene.outcomes(), turned.map(|islet| (format!("islet:{islet}"), 1)), "those visited this round too");
    scene.play("islet:surfer");
    assert_eq!((scene.0.board.visited.total(), scene.0.board.islets.total()), (0, 6));
    assert_eq!(scene.to_act(), Seat::new(0), "the docks are full");
}
