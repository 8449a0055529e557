//! How far the bot looks ahead in each game.

use std::any::Any;

use kahua_engine::games::haleakala::Haleakala;
use kahua_engine::{Game, SeatCount};

use super::kanaloa;
use crate::mcts::DepthLimit;

/// The depth limit for this game. A game without an entry in the list is played to its end in every rollout, which suits
/// most games; the entries were found by trying, with the example `gauntlet`.
pub(super) fn depth_limit<G: Game>(seats: SeatCount) -> DepthLimit<G> {
    let entries: [Box<dyn Any>; 2] =
        [Box::new(DepthLimit::<Haleakala>::current_scores(15)), Box::new(kanaloa::depth_limit(seats))];
    // The type says which game an entry is for.
    entries.into_iter().find_map(|entry| entry.downcast().ok()).map_or_else(DepthLimit::game_end, |limit| *limit)
}

#[cfg(test)]
mod tests {
    use kahua_engine::games::hawaii::Hawaii;
    use kahua_engine::games::kanaloa::Kanaloa;

    use super::*;

    #[test]
    fn an_entry_is_found_by_its_game() {
        let seats = SeatCount::new(2).unwrap();
        assert_eq!(depth_limit::<Haleakala>(seats).events, 15);
        assert_eq!(depth_limit::<Kanaloa>(seats).events, kanaloa::depth_limit(seats).events);
    }

    #[test]
    fn a_game_without_an_entry_is_played_to_its_end() {
        let limit = depth_limit::<Hawaii>(SeatCount::new(2).unwrap());
        assert_eq!(limit.events, Hawaii::INFO.events_max);
    }
}
