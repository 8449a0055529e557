//! Events in sentences, and what an action is about in the drawing.
use std::collections::BTreeSet;

use kahua_engine::games::hawaii::scene::{Scene, rules, seats};
use kahua_engine::games::hawaii::{Action, Hawaii, Islet, Stage};
use kahua_engine::random_play::RandomPlay;
use kahua_engine::{Event, Game, PerSeat, Seat, Seed, Viewer};

use crate::describe::Describe;
use crate::draw::Draw;
use crate::language::{Language, Wording};

fn names(game: &Hawaii) -> PerSeat<String> {
    let names = ["Red", "Yellow", "Blue", "Green", "Pink"];
    PerSeat::from_fn(game.seats(), |seat| names[seat.index()].to_owned())
}

/// Plays these actions and returns the sentences about the last one.
fn told(mut scene: Scene, actions: &str) -> String {
    let (before, last) = actions.rsplit_once(' ').unwrap_or(("", actions));
    scene.play(before);
    let game = scene.0.clone();
    scene.play(last);
    game.describe_action(&last.parse().unwrap(), &scene.0, Wording::english(&names(&game)))
}

fn places(mut scene: Scene, actions: &str) -> Vec<String> {
    let (before, last) = actions.rsplit_once(' ').unwrap_or(("", actions));
    scene.play(before);
    let places = scene.0.places(&last.parse().unwrap());
    scene.play(last);
    places
}

#[test]
fn a_step_that_leaves_no_choice_is_told_on_the_same_line() {
    let scene = || Scene::new(2).prices(4, "5s");
    assert_eq!(
        told(scene(), "place:4"),
        "Red goes to the hula dancers for 2 feet and takes a token of 5 with spears (sum 5)."
    );
    assert_eq!(
        told(scene(), "place:4 buy:hula,2"),
        "Red buys a hula dancer with side II up for 10 shells and lays it in village 1."
    );
    let stays = scene().prices(4, "2").stand(0, 4);
    assert_eq!(told(stays, "place:4"), "Red stays at the hula dancers for 1 foot.");
}

#[test]
fn a_step_of_its_own_says_what_it_is_about() {
    let rich = || Scene::new(2).prices(0, "2 3").supply(0, 13, 7, 9);
    assert_eq!(told(rich(), "place:0"), "Red goes to the shell and foot huts.");
    assert_eq!(told(rich(), "place:0 pay:1fruit"), "Red pays 1 fruit for the move.");
    assert_eq!(told(rich(), "place:0 pay:1foot price:3"), "Red takes a token of 3 (sum 3).");
    let hut = "place:0 pay:1foot price:3 buy:shellhut,1";
    assert_eq!(told(rich(), hut), "Red buys a shell hut with side I up.");
    assert_eq!(told(rich(), &format!("{hut} pay:3shell")), "Red pays 3 shells for the shell hut.");
    assert_eq!(told(rich(), &format!("{hut} pay:3shell row:2")), "Red opens village 2 with the shell hut.");
}

#[test]
fn kahunas_and_tikis_are_told_with_what_their_spaces_pay() {
    let kahunas = Scene::new(2).prices(2, "2").beside(0, 1, 0);
    assert_eq!(
        told(kahunas, "place:2 buy:kahuna,2"),
        "Red buys two kahunas for 4 shells, puts them beside villages 2 and 3 and receives 1 shell and 1 foot there."
    );
    let long = Scene::new(2).prices(2, "2").village(0, 1, "shellhut foothut longhut hula taro banana");
    assert_eq!(
        told(long, "place:2 buy:tiki,1"),
        "Red buys a tiki for 2 shells and puts it above column 7. Village 1 now counts."
    );
}

#[test]
fn a_god_is_called_by_its_name_and_the_next_one_is_turned_up_in_the_same_turn() {
    let mut scene = Scene::new(2).prices(6, "3");
    assert_eq!(
        told(scene.clone(), "place:6 buy:god1,1"),
        "Red buys Kanaloa with side I up for 3 shells and lays it in village 1."
    );
    scene.play("place:6 buy:god1,1");
    assert_eq!((scene.0.turn(), scene.0.part(Language::English)), (Some(Seat::FIRST), "Round 1 of 5".to_owned()));
    let outcome = "god:ku".parse().unwrap();
    let before = scene.0.clone();
    scene.play("god:ku");
    let line = before.describe_chance(&[outcome], &scene.0, Wording::english(&names(&before)));
    assert_eq!(line, "Ku is turned up on the second stack.");
}

#[test]
fn a_reward_that_is_lost_is_told() {
    let full = Scene::new(2).boats(0, 1, 0).village(0, 1, "hula");
    assert_eq!(
        told(full, "dock:1 boats:0,1,0"),
        "Red sends a boat with side I up, pays 3 feet for the visit and scores 2 points for the dock. \
         What the islet would bring, a hula dancer, is lost."
    );
}

#[test]
fn fishing_is_told_token_by_token() {
    let scene = || Scene::new(2).cove("2 6").boats(0, 0, 1);
    assert_eq!(told(scene(), "cove boats:0,0,1"), "Red sends a boat with side II up.");
    assert_eq!(told(scene(), "cove boats:0,0,1 fish:3"), "Red catches a token with 3 fish (sum 3).");
    assert_eq!(told(scene(), "cove boats:0,0,1 fish:3 stop"), "Red stops fishing and pays nothing for the catch.");
    assert_eq!(
        told(scene(), "cove boats:0,0,1 fish:3 fish:1"),
        "Red catches a token with 1 fish (sum 4) and pays 1 foot for the catch."
    );
}

#[test]
fn the_end_of_a_round_says_who_gets_what_for_what() {
    let scene = Scene::new(3).taken(0, "6 6s").taken(1, "5 5").village(0, 1, "spearhut taro2");
    assert_eq!(
        told(scene, "track:1 track:2 track:3"),
        "Blue takes place 3 of the track and a token of 3 (sum 3). Round 1 ends; the target is 9. Red gets 8 points for a \
         sum of 12, Yellow 8 for 12 and Blue nothing for 3. Spear huts bring Red 1 point. Everybody receives 10 shells and \
         6 feet; tiles bring Red 2 fruit. The next turn order is Red, Yellow and Blue."
    );
    let surfer = Scene::new(2).village(1, 1, "surfer");
    assert_eq!(
        told(surfer, "track:1 track:2"),
        "Yellow takes place 2 of the track and a token of 2 (sum 2). Round 1 ends; the target is 9, and nobody meets it: \
         Yellow has 2 (own target 7) and Red 0. Everybody receives 10 shells and 6 feet. The next turn order is Red and \
         Yellow."
    );
}

#[test]
fn the_end_of_the_game_says_who_wins_and_by_what() {
    let end = |scene: Scene| {
        let line = told(scene.round(5), "track:2 track:1");
        line.split_once("nobody meets it: ").unwrap().1.to_owned()
    };
    assert_eq!(
        end(Scene::new(2)),
        "Red has 2 and Yellow 0. The final scoring brings Yellow 2 points (place 1 of the track). Yellow wins with 2 points."
    );
    let tie = Scene::new(2).with(|game| game.board.players[Seat::FIRST].points = 2);
    let first = "Red has 2 and Yellow 0. The final scoring brings Yellow 2 points (place 1 of the track). ";
    assert_eq!(
        end(tie.clone()),
        format!("{first}Yellow wins with 2 points, ahead of Red by 22 to 20 shells, feet and fruit left.")
    );
    let equal = tie.supply(0, 1, 1, 1).supply(1, 3, 0, 0);
    let shared = "Red and Yellow share the win with 2 points each, and with as many shells, feet and fruit left.";
    assert_eq!(end(equal), format!("{first}{shared}"));
}

#[test]
fn a_finished_game_shows_what_was_behind_the_screens() {
    let board = |game: &Hawaii| Hawaii::text_board(&game.view(Viewer::Public), rules(), Wording::english(&names(game)));
    let ties = |game: &Hawaii| game.score_sheet(Language::English).ties.len();
    let mut scene = Scene::new(2).round(5).supply(0, 1, 2, 3).supply(1, 0, 1, 0);
    scene.play("track:2");
    assert!(board(&scene.0).contains("supply    behind the screen"), "{}", board(&scene.0));
    assert_eq!(ties(&scene.0), 0, "what breaks a tie is hidden in play");
    scene.play("track:1");
    let over = board(&scene.0);
    assert!(over.contains("supply    1 shell, 2 feet and 3 fruit") && over.contains("supply    1 foot"), "{over}");
    let sheet = scene.0.score_sheet(Language::English);
    assert_eq!(sheet.ties[0].points.as_slice(), [6, 1]);
}

#[test]
fn the_marker_of_the_round_is_drawn_while_there_is_something_to_choose() {
    let drawing = |game: &Hawaii| {
        Hawaii::draw(&game.view(Viewer::Public), rules(), Wording::english(&names(game)), &BTreeSet::new())
            .whole()
            .into_string()
    };
    let marker = "target 9: 8, 5 or 2 points, then 10 shells and 6 feet";
    let buying = Scene::new(2).prices(4, "5s").played("place:4").0;
    assert!(matches!(buying.board.stage, Stage::Buy { .. }) && drawing(&buying).contains(marker));
    let choosing = Scene::new(2).with(|game| game.board.stage = Stage::Reward(Islet::Fruit)).0;
    assert!(drawing(&choosing).contains(marker));
}

#[test]
fn the_text_board_has_the_numbers_of_the_turtle_shells_and_the_gods_below() {
    let game = Scene::new(2).0;
    let board = Hawaii::text_board(&game.view(Viewer::Public), rules(), Wording::english(&names(&game)));
    assert!(board.contains("shell and foot huts (12)") && board.contains("spear and exchange huts (8)"), "{board}");
    assert!(board.contains(" with 5 below and ") && board.contains("; below are Kane "), "{board}");
}

#[test]
fn the_sentences_of_a_round_add_up_to_its_points() {
    let mut scene =
        Scene::new(2).taken(0, "6 6s 2").village(0, 1, "spearhut2 lono ").village(1, 1, "ku2").taken(1, "5s");
    scene.play("track:1");
    let before = scene.0.clone();
    scene.play("track:2");
    let line = before.describe_action(&"track:2".parse().unwrap(), &scene.0, Wording::english(&names(&before)));
    assert!(line.contains("Red gets 8 points for a sum of 14"), "{line}");
    assert!(
        line.contains("Spear huts bring Red 2 points; Ku brings Yellow 2 points; Lono brings Red 2 points."),
        "{line}"
    );
    assert_eq!((scene.points(0), scene.points(1)), (12, 2));
}

#[test]
fn the_draws_of_a_round_are_one_line() {
    let start = Scene::new(2).played("track:1 track:2").0;
    let mut outcomes = Vec::new();
    let mut game = start.clone();
    while matches!(game.board.stage, Stage::Draw(_)) {
        let mut listed = Vec::new();
        game.chance_outcomes(&mut listed);
        outcomes.push(listed[0].0);
        game.play(Event::Chance(listed[0].0)).unwrap();
    }
    let line = start.describe_chance(&outcomes, &game, Wording::english(&names(&game)));
    assert!(line.starts_with("Prices from the beach inland: shell and foot huts 2, 2, 2; fruit 2, 2, 3;"), "{line}");
    assert!(line.ends_with("The token on the track is 6."), "{line}");
    assert_eq!((start.part(Language::English), start.turn()), ("Round 2 of 5".to_owned(), None));
}

#[test]
fn equal_tokens_are_one_place_and_boats_are_told_apart() {
    let equal = || Scene::new(2).prices(4, "5 5 6").taken(0, "5");
    assert_eq!(places(equal(), "place:4 price:5"), ["token-4-5-1", "price-0-5-1"]);
    assert_eq!(places(equal(), "place:4 price:6"), ["token-4-6-0", "price-0-6-0"]);
    assert_eq!(places(equal(), "place:4 price:6 buy:hula,2"), ["buy-hula-2", "ware-hula"]);
    let sea = || Scene::new(2).cove("2 2 6").boats(0, 2, 1);
    assert_eq!(places(sea(), "cove boats:1,1,1"), ["boat-0-start-1", "boat-0-1-2", "boat-0-2-1"]);
    assert_eq!(places(sea(), "cove boats:1,0,0 fish:1"), ["cove-2-1", "catch-0-2-0"]);
    assert_eq!(places(sea(), "cove boats:1,0,0 fish:1 stop"), ["cove"]);
    assert_eq!(places(equal(), "track:2"), ["track-2"]);
}

#[test]
fn what_may_be_chosen_is_told_apart_by_its_places_but_for_mixed_payments() {
    for count in 2..=5 {
        let mut play = RandomPlay::<Hawaii>::new(seats(count), (), rules(), Seed::from_number(count as u64));
        loop {
            let mut legal = Vec::new();
            play.state.legal_actions(&mut legal);
            legal.retain(|action| !matches!(action, Action::Pay(_)));
            let all: Vec<_> = legal.iter().map(|action| play.state.places(action)).collect();
            let different: BTreeSet<_> = all.iter().collect();
            assert_eq!(all.len(), different.len(), "{legal:?}: {all:?}");
            if play.step().is_err() {
                break;
            }
        }
    }
}

#[test]
fn names_are_escaped_and_cut_where_they_are_too_long_for_a_home() {
    let view = Scene::new(2).0.view(Viewer::Public);
    let names = PerSeat::from_fn(seats(2), |_| "<b>&\"Nobody has a longer name\"".to_owned());
    let drawing = Hawaii::draw(&view, rules(), Wording::english(&names), &BTreeSet::new()).whole().into_string();
    assert!(!drawing.contains("<b>") && drawing.contains("&lt;b&gt;&amp;&quot;Nobody has a…"), "{drawing}");
}
