//! How far the search looks ahead in Kanaloa, and how it evaluates the states that it reaches there.

use kahua_engine::games::kanaloa::{God, Kanaloa, Player, Stage, View};
use kahua_engine::{Game, PerSeat, Seat, SeatCount, Viewer};

use crate::greedy::kanaloa::{CARD, hoped_level, standing};
use crate::mcts::DepthLimit;

/// How many events the search looks ahead for each opponent. The more opponents take their turns before the bot's next turn,
/// the further away are the consequences of an action.
const EVENTS_PER_OPPONENT: usize = 20;
/// With this number of volcano tiles left to draw, the current points count as much as the expected ones.
const FIRM_POINTS: i32 = 4;

/// The depth limit with this number of seats.
pub(super) fn depth_limit(seats: SeatCount) -> DepthLimit<Kanaloa> {
    DepthLimit { events: EVENTS_PER_OPPONENT * (seats.get() - 1), evaluate }
}

/// Estimates the final score of every seat: a mean of its current points and of what `greedy` expects of its temples, tiles
/// and cards. The current points weigh more and more as the volcano tiles run out.
fn evaluate(state: &Kanaloa) -> PerSeat<f32> {
    let view = state.view(Viewer::Public);
    let remaining = i32::from(view.supply.bag_volcanoes + view.supply.reserve_volcanoes).max(1);
    let seats = view.players.count();
    PerSeat::from_fn(seats, |seat| {
        let player = &view.players[seat];
        let (temples, hand) = (temples(&view, seat), hand(player));
        let level = hoped_level(&temples, &hand, remaining, seats.get() as i32);
        let owned = God::ALL.into_iter().filter(|god| view.cards[*god].owner == Some(seat)).count() as i32;
        let standing = standing(&temples, &hand, level, remaining) + remaining * CARD * owned;
        standing as f32 / (10 * (remaining + FIRM_POINTS)) as f32
    })
}

/// A seat's temples in the order of `greedy`, including the tiles that it has offered in an unfinished sacrifice.
fn temples(view: &View, seat: Seat) -> [i32; 5] {
    let mut temples = view.players[seat].temples;
    if let Stage::Offer(offering) = view.stage
        && view.turn.seat == seat
    {
        temples[offering.temple] += offering.value;
    }
    temples.values().map(i32::from)
}

/// The tiles in a hand by their numbers in `kanaloa.proto`, in ascending order.
fn hand(player: &Player) -> Vec<i32> {
    let kinds = player.hand.kinds();
    kinds.flat_map(|(index, count)| std::iter::repeat_n(index as i32 + 1, count.into())).collect()
}

#[cfg(test)]
mod tests {
    use kahua_engine::games::kanaloa::{Action, Cards, Chance};
    use kahua_engine::random_play::RandomPlay;
    use kahua_engine::{Choices, Event, Ruleset, SeatCount, Seed};

    use super::*;

    /// Calls `look` with every event of a random game and the states before and after it.
    fn play_at_random(seats: usize, mut look: impl FnMut(&Kanaloa, Event<Action, Chance>, &Kanaloa)) {
        let seats = SeatCount::new(seats).unwrap();
        let choices = Choices::parse(Kanaloa::INFO.options, []).unwrap();
        let rules = Ruleset::<Kanaloa>::built_in().rules;
        let mut play = RandomPlay::<Kanaloa>::new(seats, Kanaloa::options(&choices), &rules, Seed::from_number(3));
        let mut before = play.state.clone();
        while let Ok(event) = play.step() {
            look(&before, event, &play.state);
            before.clone_from(&play.state);
        }
    }

    #[test]
    fn a_tile_in_hand_raises_the_expected_points() {
        let mut taken = 0;
        play_at_random(4, |before, event, after| {
            let (old, new) = (before.view(Viewer::Public), after.view(Viewer::Public));
            let seat = old.turn.seat;
            if matches!(event, Event::Action(Action::TakeTile(_)) if old.players[seat].hand != new.players[seat].hand) {
                assert!(evaluate(after)[seat] > evaluate(before)[seat]);
                assert_eq!(before.scores_if_ended(), after.scores_if_ended());
                taken += 1;
            }
        });
        assert!(taken > 10, "{taken}");
    }

    fn cards(state: &Kanaloa) -> Cards {
        state.view(Viewer::Public).cards
    }

    #[test]
    fn a_sacrifice_counts_tile_by_tile_and_finishing_it_changes_nothing() {
        let mut ended = 0;
        play_at_random(3, |before, event, after| {
            let offering = matches!(before.view(Viewer::Public).stage, Stage::Offer(_));
            if offering && event == Event::Action(Action::Done) && cards(before) == cards(after) {
                assert_eq!(evaluate(before), evaluate(after));
                ended += 1;
            }
        });
        assert!(ended > 10, "{ended}");
    }
}
