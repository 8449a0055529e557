//! What the search prefers where the right choice is known.

use kahua_bots::mcts::{Budget, DepthLimit, Found, TreeSearch};
use kahua_engine::{Dice, Event, Game, Phase, Seed};

use crate::gamble::Gamble;

/// The bet of the next seat when the seats before it have these points.
fn bet(scores: &[i32], seats: usize) -> u8 {
    let state = Gamble::after(scores, seats);
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    legal[TreeSearch::new(Seed::from_number(1), DepthLimit::game_end()).best(&state, Budget::Iterations(2_000)).index].0
}

#[test]
fn takes_the_sure_win() {
    assert_eq!(bet(&[0], 2), 2);
}

#[test]
fn prefers_the_better_chance() {
    assert_eq!(bet(&[2], 2), 3, "to win five times in six is better than a draw for sure");
}

#[test]
fn takes_the_only_chance_to_win() {
    assert_eq!(bet(&[4], 2), 9);
}

#[test]
fn the_last_of_three_goes_after_its_own_places() {
    assert_eq!(bet(&[0, 0], 3), 2);
    assert_eq!(bet(&[2, 2], 3), 3);
    assert_eq!(bet(&[4, 4], 3), 9);
}

#[test]
fn assumes_that_every_other_seat_goes_after_its_own_places_too() {
    // Two points for sure are beaten five times in six by each of the others, and three points for certain by neither.
    assert_eq!(bet(&[], 3), 3);
}

#[test]
fn it_expects_more_of_a_sure_win_than_of_the_only_chance() {
    let expects = |state: &Gamble| {
        let mut search = TreeSearch::new(Seed::from_number(1), DepthLimit::game_end());
        search.best(state, Budget::Iterations(2_000)).expects.unwrap()
    };
    let (sure, slight) = (expects(&Gamble::after(&[0], 2)), expects(&Gamble::after(&[4], 2)));
    assert!((0.8..=1.0).contains(&sure) && (0.0..0.4).contains(&slight), "{sure} {slight}");
}

#[test]
fn the_same_seed_and_iterations_give_the_same_answers() {
    let answers = |seed| {
        let mut search = TreeSearch::new(Seed::from_number(seed), DepthLimit::game_end());
        let mut dice = Dice::new(Seed::from_number(5));
        let mut state = Gamble::after(&[], 5);
        let (mut answers, mut legal) = (Vec::new(), Vec::new());
        loop {
            let event = match state.phase() {
                Phase::Over(_) => return answers,
                Phase::Chance => Event::Chance(state.sample_chance(&mut dice)),
                Phase::Decide(_) => {
                    state.legal_actions(&mut legal);
                    answers.push(search.best(&state, Budget::Iterations(9)).index);
                    Event::Action(legal[answers[answers.len() - 1]])
                }
            };
            search.advance(event);
            state.play_unchecked(event);
        }
    };
    assert_eq!(answers(3), answers(3));
    assert!((4..40).any(|seed| answers(seed) != answers(3)), "the seed makes no difference");
}

#[test]
fn a_state_that_comes_unannounced_is_searched_afresh() {
    let mut search = TreeSearch::new(Seed::from_number(1), DepthLimit::game_end());
    assert_eq!(search.best(&Gamble::after(&[4], 2), Budget::Iterations(2_000)).index, 2);
    assert_eq!(search.best(&Gamble::after(&[0], 2), Budget::Iterations(2_000)).index, 0);
    let over = Gamble::after(&[3, 3], 2);
    let nothing = Found { index: 0, expects: None };
    assert_eq!(search.best(&over, Budget::Iterations(10)), nothing, "there is nothing to decide");
}
