//! Setting up: dealing, laying fish, placing the first pieces.

use super::*;

/// A game in which nothing has happened.
pub(super) fn fresh(seats: usize, options: Options) -> Scene {
    let rules = Ruleset::<Kanaloa>::built_in().rules;
    crate::scene::Scene(Kanaloa::start(SeatCount::new(seats).unwrap(), options, &rules))
}

/// A game with its tiles dealt.
pub(super) fn with_tiles(seats: usize, options: Options) -> Scene {
    let mut scene = fresh(seats, options);
    while scene.0.stage == Stage::DealTiles {
        let first = scene.outcomes()[0].0.clone();
        scene.play(&first);
    }
    scene
}

#[test]
fn k1_the_owner_of_ku_begins_fish_pieces_and_turns() {
    let mut scene = with_tiles(4, BEGINNER);
    scene.play("card:pele card:lono card:ku card:kanaloa");
    assert_eq!(scene.to_act(), GREEN);
    scene.play("piece:c piece:d piece:e piece:f");
    assert_eq!((scene.to_act(), scene.0.turn.number), (GREEN, 1));

    let mut scene = with_tiles(4, STANDARD);
    scene.play("card:pele card:lono card:ku card:kanaloa");
    assert_eq!((scene.to_act(), scene.0.stage), (GREEN, Stage::LayFish));
    scene.play("fish:ab:white");
    assert_eq!(scene.to_act(), BLUE);
}

#[test]
fn k1_whoever_lays_a_fish_chooses_the_side() {
    let mut scene = with_tiles(3, STANDARD);
    scene.play("card:ku card:pele card:lono fish:cd:white fish:ec:coloured");
    assert_eq!(scene.fish_on("cd"), "cd red white");
    assert_eq!(scene.fish_on("ce"), "ec yellow coloured");
}

#[test]
fn k1_first_pieces_stand_alone() {
    let mut scene = with_tiles(2, BEGINNER);
    scene.play("cards:lono-ku piece:c");
    assert_eq!(scene.refusal("piece:c"), "a piece stands on c");
    assert_eq!(scene.refusal("piece:a"), "a is not an island in play");
    assert_eq!(scene.legal().len(), 7);
}

#[test]
fn k2_no_fish_may_cut_an_island_off() {
    // Island b has currents to a, c, e and l. Three fish lead away from it, so the fourth must lead to it.
    let mut scene = with_tiles(4, STANDARD);
    scene.play("card:ku card:pele card:lono card:kanaloa fish:ba:white fish:bc:white fish:be:white");
    assert_eq!(scene.refusal("fish:bl:white"), "with a fish from b to l, b could no longer be reached from l (K2)");
    scene.play("fish:lb:coloured");
    assert_eq!(scene.refusal("fish:bl:white"), "a fish already lies between b and l");
    assert_eq!(scene.refusal("fish:ae:white"), "no current joins a and e");
}

#[test]
fn k2_some_direction_of_every_empty_current_stays_legal() {
    let rules = Ruleset::<Kanaloa>::built_in().rules;
    for seed in 0..40 {
        for seats in 2..=4 {
            let seats = SeatCount::new(seats).unwrap();
            let mut play =
                crate::random_play::RandomPlay::<Kanaloa>::new(seats, STANDARD, &rules, Seed::from_number(seed));
            let mut legal = Vec::new();
            while play.state.stage != Stage::PlacePiece {
                if play.state.stage == Stage::LayFish {
                    play.state.legal_actions(&mut legal);
                    let map = play.state.map();
                    let open = map.currents() - play.state.shoal.laid();
                    let possible = legal.iter().map(|action| match action {
                        Action::LayFish { arrow, .. } => map.current(*arrow).unwrap(),
                        other => panic!("{other} while fish are laid"),
                    });
                    assert_eq!(possible.collect::<crate::Set<_>>(), open);
                }
                play.step().unwrap();
            }
            let islands = play.state.map().islands();
            assert!(play.state.shoal.ways(play.state.map()).join_all(islands));
        }
    }
}

#[test]
fn k35_three_players_have_ten_islands_and_kanaloas_card_lies_beside_the_map() {
    let mut scene = with_tiles(3, STANDARD);
    assert_eq!(scene.tiles_on("a"), "");
    assert_eq!(scene.0.supply.unseen.total(), 93 - 20);
    assert_eq!(scene.0.supply.bag_offerings, 93 - 20 - 6);
    assert_eq!((scene.0.supply.bag_volcanoes, scene.0.supply.reserve_volcanoes), (10, 1));
    assert_eq!(scene.outcomes().len(), 3);
    assert!(!scene.outcomes().contains(&("card:kanaloa".into(), 1)));
    scene.play("card:lono card:ku card:pele");
    assert_eq!(scene.card(God::Kanaloa), (None, None));
    assert_eq!((scene.to_act(), scene.legal().len()), (YELLOW, 21 * 4));
}

#[test]
fn k35_whoever_sacrifices_to_kanaloa_brings_the_card_into_play() {
    let mut scene = Scene::new(3).hand(RED, "kl4");
    scene.play("sacrifice:kanaloa add:kl4 done");
    assert_eq!(scene.card(God::Kanaloa), (Some(RED), None));
}

#[test]
fn k36_two_players_have_eight_islands_and_two_neutral_fish() {
    let mut scene = with_tiles(2, STANDARD);
    assert_eq!(scene.0.supply.unseen.total(), 62 - 16);
    assert_eq!(scene.0.supply.bag_offerings, 62 - 16 - 6);
    assert_eq!((scene.0.supply.bag_volcanoes, scene.0.supply.reserve_volcanoes), (6, 1));
    scene.play("cards:kanaloa-pele");
    assert_eq!(scene.outcomes(), [("neutral:fg".into(), 1), ("neutral:gf".into(), 1)]);
    scene.play("neutral:gf");
    assert_eq!(scene.outcomes(), [("neutral:ij".into(), 1), ("neutral:ji".into(), 1)]);
    scene.play("neutral:ij");
    assert_eq!(scene.fish_on("fg"), "gf neutral coloured");
    assert_eq!(scene.fish_on("ij"), "ij neutral coloured");
    assert_eq!((scene.to_act(), scene.legal().len()), (YELLOW, 14 * 4));
}

#[test]
fn k39_tiles_come_island_by_island_then_cards_seat_by_seat() {
    let mut scene = fresh(4, STANDARD);
    assert_eq!(scene.outcomes()[0], ("draw:kl4".into(), 3));
    assert_eq!(scene.outcomes().iter().map(|(_, weight)| weight).sum::<u32>(), 93);
    scene.play("draw:lo5 draw:kl4 draw:ka2");
    assert_eq!((scene.tiles_on("a"), scene.tiles_on("b")), ("kl4 lo5".into(), "ka2".into()));
    assert_eq!(scene.outcomes()[0], ("draw:kl4".into(), 2));

    let mut scene = with_tiles(4, STANDARD);
    scene.play("card:pele");
    assert_eq!(scene.card(God::Pele), (Some(RED), None));
    assert_eq!(scene.outcomes().len(), 3);
    scene.play("card:lono card:ku");
    // A forced draw is an event too.
    assert_eq!(scene.outcomes(), [("card:kanaloa".into(), 1)]);
}

#[test]
fn k39_seat_0_of_two_gets_one_pair_of_gods_and_seat_1_the_other() {
    let mut scene = with_tiles(2, BEGINNER);
    assert_eq!(scene.outcomes(), [("cards:lono-ku".into(), 1), ("cards:kanaloa-pele".into(), 1)]);
    let mut other = scene.clone();
    scene.play("cards:lono-ku");
    let owners = |scene: &Scene| God::ALL.map(|god| scene.card(god).0.unwrap().number());
    assert_eq!(owners(&scene), [1, 0, 1, 0]);
    other.play("cards:kanaloa-pele");
    assert_eq!(owners(&other), [0, 1, 0, 1]);
}

#[test]
fn k39_seats_are_red_yellow_green_and_blue() {
    let mut scene = with_tiles(4, STANDARD);
    scene.play("card:ku card:pele card:lono card:kanaloa");
    scene.play("fish:ab:white fish:bc:white fish:ca:white fish:ak:white");
    let colours = ["ab", "bc", "ca", "ak"].map(|current| scene.fish_on(current));
    assert_eq!(colours, ["ab red white", "bc yellow white", "ca green white", "ak blue white"]);
}

#[test]
fn k39_a_beginners_setup_needs_no_fish_laid() {
    for (seats, cards) in [(2, "cards:lono-ku"), (3, "card:ku card:pele card:lono")] {
        let mut scene = with_tiles(seats, BEGINNER);
        scene.play(cards);
        assert_eq!(scene.0.stage, Stage::PlacePiece);
    }
    assert_eq!(fresh(4, BEGINNER).fish_on("ba"), "ba green coloured");
}
