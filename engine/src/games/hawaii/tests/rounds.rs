//! The end of a round: W13, W14, W21, and the text's examples of points, supply and the first round.
use super::{Scene, bag, rules};
use crate::games::hawaii::score::{Standing, ranking_points};
use crate::games::hawaii::{Chief, Fleet, Site, counting};
use crate::seat::{PerSeat, Seat};

/// The points of sums at the first round's target of 9, each with what surfers take off the own target.
fn points(standings: &[(u32, u32)]) -> Vec<u32> {
    let standings = PerSeat::from_values(standings.iter().map(|&(sum, lowered)| Standing { sum, lowered })).unwrap();
    ranking_points(&standings, &rules().rounds[0]).as_slice().to_vec()
}

fn plain(sums: &[u32]) -> Vec<u32> {
    points(&sums.iter().map(|sum| (*sum, 0)).collect::<Vec<_>>())
}

/// The text's two examples at target 9.
#[test]
fn w13_highest_second_and_other_sums_that_meet_the_target_score() {
    assert_eq!(plain(&[14, 11, 9, 8]), [8, 5, 2, 0]);
    assert_eq!(plain(&[11, 11, 10, 9]), [8, 8, 2, 2]);
}

#[test]
fn w13_ties_share_and_a_tie_for_the_highest_leaves_no_second() {
    assert_eq!(plain(&[14, 11, 11, 9]), [8, 5, 5, 2]);
    assert_eq!(plain(&[12, 12, 12]), [8, 8, 8]);
    assert_eq!(plain(&[8, 8, 7]), [0, 0, 0]);
}

#[test]
fn w13_with_two_players_the_second_place_is_paid() {
    assert_eq!(plain(&[10, 9]), [8, 5]);
    assert_eq!(plain(&[10, 8]), [8, 0]);
}

#[test]
fn w13_surfers_lower_the_own_target_and_the_true_sums_are_ranked() {
    assert_eq!(points(&[(7, 2), (6, 2), (9, 0)]), [5, 0, 8], "7 meets 7, 6 doesn't, 9 is the highest true sum");
    assert_eq!(points(&[(8, 2), (8, 0)]), [8, 0], "who doesn't meet the own target isn't ranked");
    assert_eq!(points(&[(0, 12), (5, 0)]), [8, 0], "no floor");
    let surfers = Scene::new(2).village(0, 1, "surfer").village(0, 2, "longhut surfer2").taken(0, "3");
    assert_eq!(surfers.played("track:1 track:2").points(0), 8, "3 meets 9 less 2 less 4");
    let surfers = Scene::new(2).village(0, 1, "surfer").village(0, 2, "longhut surfer2").taken(0, "2");
    assert_eq!(surfers.played("track:1 track:2").points(0), 0);
}

#[test]
fn w13_the_sum_is_of_prices_and_fish_and_the_tracks_token() {
    let scene = Scene::new(2).taken(0, "2").caught(0, "6 6").taken(1, "6").played("track:1 track:2");
    assert_eq!((scene.points(0), scene.points(1)), (0, 0), "2 + 3 + 3 and 6 + 2 are below 9");
    let scene = Scene::new(2).taken(0, "3").caught(0, "6 6").taken(1, "6 6s").played("track:1 track:2");
    assert_eq!((scene.points(0), scene.points(1)), (5, 8), "3 + 3 + 3 and 6 + 6 + 2");
}

#[test]
fn w14_spear_huts_ku_and_lono_score_price_tokens_every_round() {
    let earn = |village: &str, round: u8| {
        let scene = Scene::new(2).village(0, 1, village).taken(0, "2s 2 3").caught(0, "3s 4s").round(round);
        // The track's token, of 2 without spears, counts too; the fish don't.
        scene.played("track:2 track:1").points(0)
    };
    let nothing = earn("taro", 1);
    assert_eq!((earn("spearhut", 1) - nothing, earn("spearhut2", 1) - nothing), (1, 2));
    assert_eq!((earn("ku", 1) - nothing, earn("ku2", 1) - nothing), (1, 2));
    assert_eq!((earn("lono", 1) - nothing, earn("lono2", 1) - nothing), (3, 6));
    assert_eq!(earn("spearhut2 ku2", 1) - nothing, 4);
    assert_eq!(earn("lono2", 5) - earn("taro", 5), 6, "in round 5 too, though the village doesn't count at the end");
}

#[test]
fn w14_price_tokens_score_though_the_target_was_missed() {
    let scene = Scene::new(3).village(1, 1, "spearhut2 lono").taken(1, "2s 3").played("track:1 track:2 track:3");
    assert_eq!([0, 1, 2].map(|seat| scene.points(seat)), [0, 2 + 2, 0], "2 + 3 + 2 of the track is below 9");
}

#[test]
fn w14_tiles_of_several_villages_add_up() {
    let scene = Scene::new(2).village(0, 1, "spearhut2 ku").village(0, 2, "spearhut lono2").village(0, 3, "spearhut");
    let scene = scene.taken(0, "2s 3s 2").played("track:1 track:2");
    let of_spears = 2 * (2 + 1 + 1 + 1);
    assert_eq!(scene.points(0), of_spears + 2, "two tokens with spears, one without; 2 + 3 + 2 is below 9");
}

#[test]
fn w14_the_tracks_token_scores_by_its_own_spears() {
    let earn = |village: &str| {
        let mut scene = Scene::new(2).village(0, 1, village);
        scene.0.board.bag.put(super::token("2").index());
        scene.0.board.bag.take(super::token("2s").index());
        scene.0.board.track[0] = Some(super::token("2s"));
        scene.played("track:2 track:1").points(0)
    };
    assert_eq!([earn("spearhut"), earn("ku2"), earn("lono2"), earn("spearhut2 ku")], [1, 2, 0, 3]);
}

#[test]
fn w14_villages_that_will_not_count_are_worth_as_much_as_any_other_until_then() {
    // With the only tiki above column 7 no village counts: the first has six tiles, the second three.
    let scene = || {
        let scene = Scene::new(2).village(0, 1, "shellhut foothut exchangehut spearhut taro2");
        scene.village(0, 2, "longhut2 surfer2 ku").beside(0, 5, 1).supply(0, 9, 9, 9)
    };
    assert!(counting(&scene().player(0).home, rules()).is_empty());
    let round = scene().taken(0, "2s 3").played("track:1 track:2");
    assert_eq!(round.points(0), 8 + 2, "2 + 3 meets 9 less 4, and the spears score with the hut and with Ku");
    assert_eq!(round.has(0), (9 + 10 + 1, 9 + 6 + 1, 9 + 2));
    let paying = scene().prices(0, "3").played("place:0 pay:1foot buy:foothut,1 pay:2shell+1fruit");
    assert_eq!(paying.has(0), (7, 8, 8), "the exchange hut mixes");
    let last = scene().taken(0, "2s 5 6").round(5).played("track:2 track:1");
    assert_eq!(last.points(0), 12 + 2, "in round 5 too: 2 + 5 + 6 + 2 meets 17 less 4, and nothing counts at the end");
}

/// The text's example: Red, with a shell hut and Kane, gets 10 + 2 shells and 6 feet; Blue, with a fruit tile of
/// side II, 10 shells, 6 feet and 2 fruit.
#[test]
fn w14_marker_and_tiles_supply_after_the_round() {
    let scene = Scene::new(2).supply(0, 1, 3, 0).supply(1, 0, 0, 0);
    let scene = scene.village(0, 1, "shellhut kane").village(1, 1, "taro2").played("track:1 track:2");
    assert_eq!((scene.has(0), scene.has(1)), ((1 + 10 + 2, 3 + 6, 0), (10, 6, 2)));
}

#[test]
fn w14_every_tile_with_an_income_pays_by_its_side() {
    let income = |village: &str| {
        let scene = Scene::new(2).supply(0, 0, 0, 0).village(0, 1, village).played("track:1 track:2");
        let (shells, feet, fruit) = scene.has(0);
        (shells - 10, feet - 6, fruit)
    };
    assert_eq!((income("shellhut"), income("shellhut2")), ((1, 0, 0), (2, 0, 0)));
    assert_eq!((income("foothut"), income("foothut2")), ((0, 1, 0), (0, 2, 0)));
    assert_eq!((income("kane"), income("kane2")), ((1, 0, 0), (2, 0, 0)));
    assert_eq!((income("pele"), income("pele2")), ((0, 1, 0), (0, 2, 0)));
    assert_eq!((income("irrigation"), income("irrigation2")), ((0, 0, 0), (0, 0, 1)));
    assert_eq!(income("breadfruit taro2 coconut banana2"), (0, 0, 6));
    assert_eq!(income("spearhut2 exchangehut2 longhut2 hula2 surfer2 laka2"), (0, 0, 0));
}

#[test]
fn w14_the_basic_supply_falls_and_round_five_gives_none() {
    let basic = |round: u8| {
        let scene = Scene::new(2).supply(0, 0, 0, 0).village(0, 1, "shellhut2").round(round).played("track:1 track:2");
        (scene.has(0).0, scene.has(0).1)
    };
    assert_eq!((1..=5).map(basic).collect::<Vec<_>>(), [(12, 6), (11, 5), (10, 4), (9, 3), (0, 0)]);
}

#[test]
fn w14_the_table_is_made_ready_for_the_next_round() {
    let mut scene = Scene::new(3).cove("2 3").prices(1, "4 5").boats(1, 0, 1).taken(2, "6 6s");
    scene.play("track:3 cove boats:0,0,1 fish:2 stop track:2 track:1");
    let board = &scene.0.board;
    assert_eq!(board.order.as_slice(), [1, 2, 0].map(Seat::new), "as the chieftains stand");
    assert_eq!((board.bag, board.round), (rules().tokens, 2), "all 25 tokens are back");
    assert!(board.cove.is_empty() && board.tokens.iter().all(|tokens| tokens.is_empty()));
    assert!(board.track.iter().all(Option::is_none));
    for player in board.players.iter() {
        assert_eq!(
            (player.chief, player.prices, player.fish, player.spent.count()),
            (Chief::Beach, bag(""), bag(""), 0)
        );
    }
    assert_eq!(scene.player(1).ready, Fleet { start: 1, ones: 0, twos: 1 });
    scene.draw();
    assert_eq!(scene.to_act(), Seat::new(1));
}

#[test]
fn w14_the_next_round_draws_all_its_tokens_from_the_full_bag() {
    let mut scene = Scene::new(4).prices(0, "2 3").taken(3, "6s 6s").caught(1, "5");
    scene.play("track:4 track:3 track:2 track:1");
    assert_eq!(scene.outcomes().len(), 10, "every token can come again");
    assert_eq!(
        scene.draw_first_until(|_| false),
        21 + 3,
        "one for each turtle shell and one fewer than seats; every dock has its islet"
    );
    let board = &scene.0.board;
    let on_sites: usize = board.tokens.iter().map(|tokens| tokens.len()).sum();
    assert_eq!((on_sites + usize::from(board.cove.total()), board.track.iter().flatten().count()), (21, 3));
    assert_eq!((board.round, scene.to_act()), (2, Seat::new(3)), "whoever took place 1");
}

/// The text's first round of Red: a long hut of side II, a shell hut, Kane, and the second place of the track.
#[test]
fn the_example_of_the_first_round_comes_out() {
    let sites = [
        Site::LongHuts,
        Site::Fruit,
        Site::ShellFoot,
        Site::SpearExchange,
        Site::Hula,
        Site::Surfers,
        Site::Kahunas,
        Site::Gods,
        Site::Boats,
        Site::Irrigation,
    ];
    let mut scene = Scene::with_sites(4, sites);
    scene = scene.prices(0, "2").prices(2, "3 3").prices(7, "5 6").prices(9, "2");
    for seat in 1..4 {
        scene = scene.supply(seat, 13, 7, 0);
    }
    scene.0.board.bag.put(super::token("2").index());
    scene.0.board.bag.take(super::token("3").index());
    scene.0.board.track[0] = Some(super::token("3"));
    scene.play("place:0 buy:longhut,2 row:2");
    assert_eq!(scene.has(0), (9, 6, 0));
    assert_eq!(scene.player(0).home.opened().len(), 2, "a second village");
    scene.play("track:4 track:3 track:1");
    scene.play("place:2 buy:shellhut,1 row:1");
    assert_eq!(scene.has(0), (6, 5, 0));
    scene.play("place:7 price:5");
    assert_eq!(scene.legal(), ["buy:god0,1", "buy:god1,1"], "10 shells aren't there");
    scene.play("buy:god0,1 row:1");
    scene.play("god:pele");
    assert_eq!(scene.has(0), (1, 3, 0), "before income");
    assert_eq!(scene.player(0).prices, bag("2 3 5"));
    scene.play("track:2");
    assert_eq!(scene.points(0), 8, "2 + 3 + 5 + 3 = 13 is above 9 and the highest sum");
    assert_eq!(scene.has(0), (1 + 10 + 1 + 1, 3 + 6, 0));
    assert_eq!(scene.0.board.order[1], Seat::new(0), "second in the next round");
}

#[test]
fn w21_supplies_are_unlimited() {
    let scene = Scene::new(2).supply(0, 300, 300, 300).supply(1, 300, 300, 300).village(0, 1, "shellhut2 foothut2");
    let scene = scene.played("track:1 track:2");
    assert_eq!((scene.has(0), scene.has(1)), ((312, 308, 300), (310, 306, 300)));
}
