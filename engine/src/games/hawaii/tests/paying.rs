//! Paying: W4, W5, W19, and the text's example of the exchange hut.

use std::ops::ControlFlow;

use super::{Scene, rules};
use crate::games::hawaii::{Coin, Due, Supply};

const PLENTY: Supply = Supply { shells: 50, feet: 50, fruit: 50 };

fn ways(cost: u8, coin: Coin, units: u8, supply: Supply) -> Vec<String> {
    let mut all = Vec::new();
    let _ = Due { cost, coin, units }.each_payment::<()>(&supply, &mut |payment| {
        all.push(payment.to_string());
        ControlFlow::Continue(())
    });
    all
}

#[test]
fn w4_a_payment_is_all_in_its_own_resource_or_all_in_fruit() {
    assert_eq!(ways(3, Coin::Shells, 0, PLENTY), ["3fruit", "3shell"]);
    assert_eq!(ways(3, Coin::Feet, 0, PLENTY), ["3fruit", "3foot"]);
    assert_eq!(ways(3, Coin::Feet, 0, Supply { shells: 9, feet: 2, fruit: 2 }), [""; 0]);
}

/// The ruling's example: 3 shells with one exchange unit, in six ways.
#[test]
fn w4_exchange_units_mix_the_sorts() {
    let mut six = ["3shell", "2shell+1foot", "2shell+1fruit", "3fruit", "1shell+2fruit", "1foot+2fruit"];
    let mut found = ways(3, Coin::Shells, 1, PLENTY);
    six.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, six);
}

#[test]
fn w4_the_longest_list_of_ways_keeps_within_its_bound() {
    assert_eq!(ways(12, Coin::Shells, 10, PLENTY).len(), 87);
    assert_eq!(ways(12, Coin::Shells, 60, PLENTY).len(), 91);
}

#[test]
fn w4_the_most_that_can_be_paid_agrees_with_the_ways() {
    for shells in 0..4 {
        for feet in 0..4 {
            for fruit in 0..4 {
                let supply = Supply { shells, feet, fruit };
                for units in 0..4 {
                    for coin in [Coin::Shells, Coin::Feet] {
                        for cost in 1..=12 {
                            let due = Due { cost, coin, units };
                            let found = !ways(cost, coin, units, supply).is_empty();
                            assert_eq!(due.is_payable_from(&supply), found, "{due:?} from {supply:?}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn w4_the_cove_is_paid_in_feet_or_fruit_and_never_in_shells() {
    let scene = Scene::new(2).cove("2 3").supply(0, 13, 0, 0);
    assert_eq!(scene.legal_of("cove"), [""; 0]);
    let scene = Scene::new(2).cove("2 3").supply(0, 13, 1, 1).played("cove fish:1");
    assert_eq!(scene.legal(), ["pay:1fruit", "pay:1foot"], "nobody is asked whether to stop who must");
    let scene = Scene::new(2).cove("2 3").supply(0, 13, 1, 1).village(0, 1, "exchangehut").played("cove fish:1 stop");
    assert_eq!(scene.legal(), ["pay:1fruit", "pay:1foot", "pay:1shell"], "one exchange unit");
}

#[test]
fn w4_a_payment_that_is_wrong_is_told_why() {
    let scene = Scene::new(2).prices(0, "3").supply(0, 13, 7, 2).played("place:0 pay:1foot buy:shellhut,1");
    assert_eq!(scene.player(0).home.with(crate::games::hawaii::Kind::ShellHut).len(), 0, "the village is asked for");
    let scene = Scene::new(2).prices(0, "3").supply(0, 13, 7, 2).village(0, 1, "exchangehut");
    let scene = scene.played("place:0 pay:1foot buy:shellhut,1");
    assert_eq!(
        scene.legal(),
        ["pay:1foot+2fruit", "pay:1shell+2fruit", "pay:2shell+1fruit", "pay:2shell+1foot", "pay:3shell"]
    );
    assert_eq!(scene.refusal("pay:2shell"), "the cost is 3 shells, but 2shell adds up to 2 (W4)");
    assert_eq!(scene.refusal("pay:3fruit"), "3fruit is more than you have: 13 shells, 6 feet and 2 fruit (W4)");
    assert_eq!(
        scene.refusal("pay:3foot"),
        "a payment must be all in shells or all in fruit, except for exchange units: 3foot needs 3 of them, and you can \
         use 1 (W4, W19)"
    );
}

/// The text's example: an exchange hut at a token of 3, for 3 shells or for 6.
#[test]
fn w5_the_token_counts_once_whatever_was_paid() {
    for (side, paid) in [(1, 3), (2, 6)] {
        let mut scene = Scene::new(2).prices(3, "3").supply(0, 13, 7, 0);
        scene.play(&format!("place:3 buy:exchangehut,{side} row:2"));
        assert_eq!(scene.has(0), (13 - paid, 7 - 2, 0));
        assert_eq!(scene.player(0).prices, super::bag("3"), "the sum grows by 3");
        assert_eq!(scene.player(0).exchange_huts(), if side == 1 { [1, 0] } else { [0, 1] });
        assert_eq!(scene.player(0).home.length(super::row(2)), 1, "a new village");
    }
}

#[test]
fn w19_each_hut_serves_one_payment_of_a_turn_and_those_serve_that_leave_the_most() {
    let left = |ones, twos, used| rules().units_after([ones, twos], used);
    assert_eq!((left(0, 0, 0), left(1, 0, 0), left(0, 1, 0), left(2, 3, 0)), (0, 1, 2, 8));
    assert_eq!((left(1, 0, 1), left(0, 1, 1), left(0, 1, 2)), (0, 0, 0), "half a hut of side II can't be kept");
    assert_eq!((left(1, 1, 1), left(1, 1, 2), left(1, 1, 3)), (2, 1, 0));
    assert_eq!((left(0, 2, 1), left(0, 2, 3), left(3, 1, 3)), (2, 0, 2));
    for (ones, twos) in [(0, 3), (1, 2), (4, 0), (2, 2)] {
        for used in 0..=ones + 2 * twos {
            let odd = u32::from(used % 2 == 1 && ones == 0);
            assert_eq!(
                u32::from(left(ones, twos, used as u16)),
                ones + 2 * twos - used - odd,
                "{ones}, {twos}, {used}"
            );
        }
    }
}

#[test]
fn w19_what_the_way_used_the_purchase_lacks() {
    let scene = |way: &str| {
        let scene = Scene::new(2).prices(0, "3").supply(0, 9, 9, 0).village(0, 1, "exchangehut");
        scene.played(&format!("place:0 {way} buy:foothut,1")).legal()
    };
    assert_eq!(scene("pay:1foot"), ["pay:2shell+1foot", "pay:3shell"]);
    assert_eq!(scene("pay:1shell"), ["row:1", "row:2"], "3 shells were the only way left");
}
