//! The options for two players that the published rules offer: offerings left out at random, and another pairing of the
//! god cards.

use super::starting::{fresh, with_tiles};
use super::*;
use crate::options::Choices;

const RANDOM: Options = Options { offerings: LeftOut::Random, ..STANDARD };
const LONO_PELE: Options = Options { pairing: Pairing::LonoPele, ..STANDARD };

fn read(texts: &[&str]) -> Options {
    Kanaloa::options(&Choices::parse(Kanaloa::INFO.options, texts.iter().copied()).unwrap())
}

#[test]
fn an_option_that_is_absent_has_its_default() {
    assert_eq!(read(&[]), STANDARD);
    assert_eq!(read(&["setup=standard"]), STANDARD);
    assert_eq!(read(&["setup=beginner"]), BEGINNER);
    assert_eq!(read(&["offerings=random"]), RANDOM);
    assert_eq!(read(&["cards=lono-pele"]), LONO_PELE);
    assert_eq!(read(&["cards=lono-ku", "offerings=selected"]), STANDARD);
}

/// Records and rating pools hold this text, so those from before the two options must keep theirs.
#[test]
fn the_text_of_the_choices_is_the_same_as_before_unless_a_new_option_is_used() {
    let text = |texts: &[&str]| Choices::parse(Kanaloa::INFO.options, texts.iter().copied()).unwrap().to_string();
    assert_eq!(text(&[]), "setup=standard");
    assert_eq!(text(&["setup=beginner", "offerings=selected", "cards=lono-ku"]), "setup=beginner");
    // What old records hold is read, and is still what would be written.
    for old in ["setup=standard", "setup=beginner"] {
        assert_eq!(text(&[old]), old);
    }
    assert_eq!(text(&["cards=lono-pele", "offerings=random"]), "setup=standard,offerings=random,cards=lono-pele");
}

#[test]
fn with_three_and_four_players_both_options_change_nothing() {
    for seats in [3, 4] {
        for options in [RANDOM, LONO_PELE] {
            assert_eq!(fresh(seats, options).0, fresh(seats, STANDARD).0);
        }
    }
}

#[test]
fn k36_a_random_third_is_left_out_of_all_93_offerings() {
    let mut scene = fresh(2, RANDOM);
    // All tiles of each kind may come, though only 62 are in the game.
    assert_eq!(scene.outcomes()[0], ("draw:kl4".into(), 3));
    assert_eq!(scene.outcomes().iter().map(|(_, weight)| weight).sum::<u32>(), 93);
    assert_eq!(scene.0.supply.bag_offerings, 62);
    scene.play("draw:kl4 draw:kl4 draw:kl4");
    assert_eq!((scene.tiles_on("c"), scene.tiles_on("d")), ("kl4 kl4".into(), "kl4".into()));
    assert_eq!(scene.outcomes()[0].0, "draw:kl5");
}

#[test]
fn k36_the_reserve_and_the_bag_are_as_large_as_with_selected_offerings() {
    let supply = |options| with_tiles(2, options).0.supply;
    let (random, selected) = (supply(RANDOM), supply(STANDARD));
    assert_eq!((random.bag_offerings, random.bag_volcanoes), (62 - 16 - 6, 6));
    assert_eq!((random.bag_offerings, random.bag_volcanoes), (selected.bag_offerings, selected.bag_volcanoes));
    assert_eq!((random.unseen.total(), selected.unseen.total()), (93 - 16, 62 - 16));
    assert_eq!((random.reserve_offerings(31), selected.reserve_offerings(0)), (6, 6));
}

#[test]
fn k32_what_was_left_out_is_as_likely_to_be_drawn_as_the_rest_of_what_is_unseen() {
    // Red is to move, and 40 offerings and 6 volcano tiles are in the bag; 77 offerings are unseen.
    let mut scene = Scene::with_options(2, Options { setup: Setup::Beginner, ..RANDOM });
    let unseen = scene.0.supply.unseen;
    scene.play("move:ce take:kl5");
    let outcomes = scene.outcomes();
    assert_eq!(outcomes.last(), Some(&("draw:volcano".into(), 6 * 77)));
    let ka2: Tile = "ka2".parse().unwrap();
    assert!(outcomes.contains(&("draw:ka2".into(), 40 * u32::from(unseen.count(ka2.index())))));
    assert_eq!(outcomes.iter().map(|(_, weight)| weight).sum::<u32>(), (40 + 6) * 77);
}

#[test]
fn k32_what_was_left_out_stays_out_when_the_reserve_comes_in() {
    let mut scene = Scene::with_options(2, Options { setup: Setup::Beginner, ..RANDOM }).with(|game| {
        // 40 offerings have been drawn and sacrificed, and all volcano tiles but the last.
        for _ in 0..40 {
            let (kind, _) = game.supply.unseen.kinds().next().unwrap();
            game.supply.unseen.take(kind);
        }
        game.supply.bag_offerings = 0;
        game.supply.bag_volcanoes = 0;
        game.supply.volcanoes_drawn = 6;
    });
    assert_eq!(scene.0.supply.unseen.total(), 6 + 31);
    scene.play("move:ce take:kl5");
    assert_eq!((scene.0.supply.bag_offerings, scene.0.supply.bag_volcanoes), (6, 1));
    assert_eq!(scene.0.supply.reserve_offerings(31), 0);
    assert_eq!(scene.outcomes().last(), Some(&("draw:volcano".into(), 37)));
}

#[test]
fn k36_a_random_game_goes_through_its_reserve_and_never_sees_what_was_left_out() {
    let rules = Ruleset::<Kanaloa>::built_in().rules;
    for seed in 0..30 {
        let seats = SeatCount::new(2).unwrap();
        let mut play = crate::random_play::RandomPlay::<Kanaloa>::new(seats, RANDOM, &rules, Seed::from_number(seed));
        while play.step().is_ok() {
            play.state.validate().unwrap_or_else(|error| panic!("{error}\n{:?}", play.state));
            assert!(play.state.supply.unseen.total() >= 31);
        }
    }
}

#[test]
fn a_ruleset_that_leaves_nothing_out_leaves_nothing_to_chance() {
    // Two players use the same offerings as more players do.
    let usual = Kanaloa::INFO.ruleset;
    let (all, two) = usual.split_once("[offerings]").unwrap();
    let (three, rest) = two.split_once("# The same for two players").unwrap();
    let (_, beginner) = rest.split_once("# The fish of the beginners'").unwrap();
    let toml = format!("{all}[offerings]{three}[offerings_two]{three}# The fish of the beginners'{beginner}");
    let rules = Rules::read(&toml).unwrap_or_else(|error| panic!("{error}"));
    let seats = SeatCount::new(2).unwrap();
    assert_eq!(rules.components(seats, LeftOut::Random), rules.components(seats, LeftOut::Selected));
}

#[test]
fn k39_lono_and_pele_may_go_together_against_kanaloa_and_ku() {
    let mut scene = with_tiles(2, LONO_PELE);
    assert_eq!(scene.outcomes(), [("cards:lono-pele".into(), 1), ("cards:kanaloa-ku".into(), 1)]);
    let mut other = scene.clone();
    scene.play("cards:lono-pele");
    let owners = |scene: &Scene| God::ALL.map(|god| scene.card(god).0.unwrap());
    assert_eq!(owners(&scene), [YELLOW, YELLOW, RED, RED]);
    other.play("cards:kanaloa-ku");
    assert_eq!(owners(&other), [RED, RED, YELLOW, YELLOW]);
    // Ku's owner begins (K1), once the neutral fish lie.
    other.play("neutral:fg neutral:ij");
    assert_eq!(other.to_act(), RED);
}

#[test]
fn k39_lono_and_kanaloa_are_never_with_one_player() {
    for options in [STANDARD, LONO_PELE] {
        for (outcome, _) in with_tiles(2, options).outcomes() {
            let mut scene = with_tiles(2, options);
            scene.play(&outcome);
            assert_ne!(scene.card(God::Lono).0, scene.card(God::Kanaloa).0, "{outcome}");
        }
    }
}

/// Before the cards are dealt, views don't show how they go together. That is the only thing that a view hides.
#[test]
fn a_view_hides_the_pairing_until_the_cards_are_dealt() {
    let rules = Ruleset::<Kanaloa>::built_in().rules;
    let mut scene = with_tiles(2, LONO_PELE);
    let view = scene.0.view(Viewer::Public);
    assert_eq!(view, with_tiles(2, STANDARD).0.view(Viewer::Public));
    assert_eq!(scene.0.hidden(Viewer::Public), Pairing::LonoPele);
    assert_eq!(Kanaloa::from_view(&view, &Pairing::LonoPele, &rules), Ok(scene.0.clone()));
    scene.play("cards:lono-pele");
    assert_eq!(scene.0.hidden(Viewer::Public), Pairing::LonoKu);
    let view = scene.0.view(Viewer::Public);
    assert_eq!(Kanaloa::from_view(&view, &Pairing::LonoPele, &rules), Ok(scene.0));
}
