//! The legal lists against trying everything: what may be begun can be completed, and nothing else is left out.

use super::{rules, seats};
use crate::dice::{Dice, Seed};
use crate::game::{Event, Game, Phase};
use crate::games::hawaii::{
    Action, Coin, Dock, Fleet, Harbour, Hawaii, Payment, Place, Rules, Side, Stage, Supply, legal::copies,
};

/// Looks at the states of games in which seats leave a round only when there is nothing else to do.
fn busy_games(count: usize, games: u64, mut look: impl FnMut(&Hawaii)) {
    for seed in 0..games {
        let mut game = Hawaii::start(seats(count), (), rules());
        let (mut luck, mut choices) = (Dice::new(Seed::from_number(seed)), Dice::stream(Seed::from_number(seed), 1));
        let mut legal = Vec::new();
        loop {
            look(&game);
            match game.phase() {
                Phase::Over(_) => break,
                Phase::Chance => {
                    let chance = game.sample_chance(&mut luck);
                    game.play_unchecked(Event::Chance(chance));
                }
                Phase::Decide(_) => {
                    game.legal_actions(&mut legal);
                    if legal.iter().any(|action| !matches!(action, Action::Track(_))) {
                        legal.retain(|action| !matches!(action, Action::Track(_)));
                    }
                    let action = *choices.pick(&legal);
                    game.play_unchecked(Event::Action(action));
                }
            }
        }
    }
}

fn legal(game: &Hawaii) -> Vec<Action> {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    legal
}

/// Every way to pay a cost, found by trying all amounts (W4).
fn payments(cost: u8, coin: Coin, units: u32, supply: Supply) -> Vec<Payment> {
    let mut all = Vec::new();
    for shells in 0..=cost {
        for feet in 0..=cost {
            for fruit in 0..=cost {
                let (own, other) = if coin == Coin::Shells { (shells, feet) } else { (feet, shells) };
                let foreign = u32::from(own + other + fruit - own.max(fruit));
                let there = u16::from(shells) <= supply.shells
                    && u16::from(feet) <= supply.feet
                    && u16::from(fruit) <= supply.fruit;
                if shells + feet + fruit == cost && foreign <= units && there {
                    all.push(Payment { shells, feet, fruit });
                }
            }
        }
    }
    all
}

/// The exchange units left after a payment that used `used`, by the formula of W19.
fn units_left([ones, twos]: [u32; 2], used: u32) -> u32 {
    ones + 2 * twos - used - u32::from(used % 2 == 1 && ones == 0)
}

fn foreign(payment: Payment) -> u32 {
    u32::from(payment.shells + payment.feet + payment.fruit - payment.feet.max(payment.fruit))
}

/// Whether going there, taking some token, and buying some tile can all be paid and placed.
fn can_buy(game: &Hawaii, place: Place, rules: &Rules) -> bool {
    let (player, supply) = (game.player(), game.supply());
    let huts = player.exchange_huts();
    let feet = rules.feet_to(player.place(), place);
    let sold = game.board.sites[place.index()].wares();
    let placed = sold.iter().any(|tile| game.may_get(*tile, 1).is_ok());
    placed
        && payments(feet, Coin::Feet, units_left(huts, 0), supply).into_iter().any(|way| {
            let units = units_left(huts, foreign(way));
            let left = supply.less(way);
            let mut tokens = game.board.tokens[place.index()].iter();
            tokens.any(|token| !payments(token.number(), Coin::Shells, units, left).is_empty())
        })
}

/// Whether some boats can be sent to the dock and the feet that aren't prepaid can be paid.
fn can_visit(game: &Hawaii, dock: Dock, rules: &Rules) -> bool {
    let feet = rules.docks[dock.index()].feet;
    let Fleet { start, ones, twos } = game.player().ready;
    let units = units_left(game.player().exchange_huts(), 0);
    let mut found = false;
    for start in 0..=start {
        for ones in 0..=ones {
            for twos in 0..=twos {
                let holds = 2 * start + 3 * ones + 4 * twos;
                let count = start + ones + twos;
                let carries = holds >= feet && count <= feet;
                found |=
                    carries && (feet <= twos || !payments(feet - twos, Coin::Feet, units, game.supply()).is_empty());
            }
        }
    }
    found && game.board.docks[dock.index()].is_some()
}

#[test]
fn w3_the_places_offered_are_those_where_some_purchase_can_be_completed() {
    let mut offered = 0;
    for count in [2, 4] {
        busy_games(count, 12, |game| {
            if game.board.stage == Stage::Move {
                let legal = legal(game);
                for place in Place::ALL {
                    let listed = legal.contains(&Action::Place(place));
                    assert_eq!(listed, can_buy(game, place, rules()), "{place}: {game:?}");
                    offered += u32::from(listed);
                }
            }
        });
    }
    assert!(offered > 1000, "{offered}");
}

#[test]
fn w8_the_docks_offered_are_those_that_some_boats_can_visit() {
    let mut offered = 0;
    for count in [2, 5] {
        busy_games(count, 12, |game| {
            if game.board.stage == Stage::Move {
                let legal = legal(game);
                for dock in Dock::ALL {
                    let listed = legal.contains(&Action::Dock(dock));
                    assert_eq!(listed, can_visit(game, dock, rules()), "{dock}: {game:?}");
                    offered += u32::from(listed);
                }
            }
        });
    }
    assert!(offered > 100, "{offered}");
}

#[test]
fn w19_the_ways_of_paying_for_a_move_are_those_that_leave_a_price() {
    let mut asked = 0;
    busy_games(3, 25, |game| {
        let Stage::Pay(bill) = game.board.stage else { return };
        if bill.due().coin == Coin::Feet && game.player().place().is_some() {
            let huts = game.player().exchange_huts();
            let place = game.player().place().unwrap();
            let mut ways = payments(bill.cost, Coin::Feet, units_left(huts, 0), game.supply());
            ways.retain(|way| {
                let left = game.supply().less(*way);
                let units = units_left(huts, foreign(*way));
                let mut tokens = game.board.tokens[place.index()].iter();
                tokens.any(|token| !payments(token.number(), Coin::Shells, units, left).is_empty())
            });
            ways.sort();
            let listed: Vec<Payment> = legal(game)
                .into_iter()
                .map(|action| match action {
                    Action::Pay(payment) => payment,
                    other => panic!("{other}"),
                })
                .collect();
            assert_eq!(listed, ways, "{game:?}");
            asked += 1;
        }
    });
    assert!(asked > 200, "{asked}");
}

#[test]
fn w26_every_turn_that_is_begun_can_be_completed_whatever_is_chosen() {
    /// Follows every choice to the end of the turn; the number of ways.
    fn ways(game: &Hawaii, turn: u16) -> u32 {
        if game.board.turn != turn || matches!(game.board.stage, Stage::Draw(_) | Stage::Over) {
            return 1;
        }
        let legal = legal(game);
        assert!(!legal.is_empty(), "a step without an answer: {game:?}");
        let each = legal.into_iter().map(|action| {
            let mut next = game.clone();
            next.play_unchecked(Event::Action(action));
            ways(&next, turn)
        });
        each.sum()
    }
    let mut most = 0;
    busy_games(4, 2, |game| {
        if game.board.stage == Stage::Move && game.board.turn % 7 == 0 {
            most = most.max(ways(game, game.board.turn));
        }
    });
    assert!(most > 100, "{most}");
}

#[test]
fn w6_what_is_bought_is_bought_in_copies_only_of_kahunas_and_tikis() {
    use crate::games::hawaii::Tile;
    for tile in Tile::ALL {
        let two = matches!(tile, Tile::Kahuna | Tile::Tiki);
        assert_eq!((copies(tile, Side::One), copies(tile, Side::Two)), (1, if two { 2 } else { 1 }));
    }
}

#[test]
fn w7_the_boats_offered_for_the_cove_can_each_carry_a_token_that_is_paid() {
    let mut asked = 0;
    busy_games(3, 25, |game| {
        let Stage::Boats(Harbour::Cove) = game.board.stage else { return };
        let ready = game.player().ready;
        let units = units_left(game.player().exchange_huts(), 0);
        let mut fleets = Vec::new();
        for start in 0..=ready.start {
            for ones in 0..=ready.ones {
                for twos in 0..=ready.twos {
                    let count = start + ones + twos;
                    let cost = count - twos;
                    let paid = cost == 0 || !payments(cost, Coin::Feet, units, game.supply()).is_empty();
                    if count > 0 && u16::from(count) <= game.board.cove.total() && paid {
                        fleets.push(Action::Boats(Fleet { start, ones, twos }));
                    }
                }
            }
        }
        assert_eq!(legal(game), fleets, "{game:?}");
        asked += 1;
    });
    assert!(asked > 20, "{asked}");
}
