//! How far the search looks ahead at Kanaloa, and what it hopes for there.

use kahua_engine::games::kanaloa::{God, Kanaloa, Player, Stage, View};
use kahua_engine::{Game, PerSeat, Seat, Viewer};

use crate::greedy::kanaloa::{CARD, hoped_level, standing};
use crate::mcts::Horizon;

/// How many events the search looks ahead for each opponent. The more of them take their turns before one's own comes again,
/// the further away is what an action leads to.
const EVENTS_PER_OPPONENT: usize = 20;
/// For how many volcano tiles still to be drawn the points of the moment count as much as what is promised.
const FIRM_POINTS: i32 = 4;

/// How far the search looks ahead at a table of so many.
pub(super) fn horizon(players: usize) -> Horizon<Kanaloa> {
    Horizon { events: EVENTS_PER_OPPONENT * players.saturating_sub(1), prospects }
}

/// What every seat may hope for, in points: between the points of its temples and what `greedy` thinks that temples, tiles
/// and cards promise. The points count for more and more as the volcano tiles run out.
fn prospects(state: &Kanaloa) -> PerSeat<f32> {
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

/// A seat's temples as `greedy` numbers them, with what it has laid down for a sacrifice that isn't ended.
fn temples(view: &View, seat: Seat) -> [i32; 5] {
    let mut temples = view.players[seat].temples;
    if let Stage::Offer(offering) = view.stage
        && view.turn.seat == seat
    {
        temples[offering.temple] += offering.value;
    }
    temples.values().map(i32::from)
}

/// The tiles in a hand by their numbers in `kanaloa.proto`, ascending.
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

    /// Every event of a game by lot, with the states before and after it.
    fn by_lot(seats: usize, mut look: impl FnMut(&Kanaloa, Event<Action, Chance>, &Kanaloa)) {
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
    fn a_tile_in_hand_is_hoped_to_become_points() {
        let mut taken = 0;
        by_lot(4, |before, event, after| {
            let (old, new) = (before.view(Viewer::Public), after.view(Viewer::Public));
            let seat = old.turn.seat;
            if matches!(event, Event::Action(Action::TakeTile(_)) if old.players[seat].hand != new.players[seat].hand) {
                assert!(prospects(after)[seat] > prospects(before)[seat]);
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
    fn a_sacrifice_counts_tile_by_tile_and_ending_it_changes_nothing() {
        let mut ended = 0;
        by_lot(3, |before, event, after| {
            let offering = matches!(before.view(Viewer::Public).stage, Stage::Offer(_));
            if offering && event == Event::Action(Action::Done) && cards(before) == cards(after) {
                assert_eq!(prospects(before), prospects(after));
                ended += 1;
            }
        });
        assert!(ended > 10, "{ended}");
    }
}
