//! Which players the results connect.

use super::{PlayerIndex, SetScores};

/// The players, divided into components. Within a component, every player has taken points from every other, directly
/// or through others. Only there do the results bound a difference on both sides. Between two components, all points
/// went one way.
#[derive(Debug)]
pub(super) struct Components {
    /// Whether the player with the first index has taken points from the one with the second, directly or through others.
    reaches: Vec<Vec<bool>>,
}

/// How two players stand to each other by the results alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tie {
    /// Both have taken points from the other, directly or through others.
    Mutual,
    /// Only the first has taken points from the second.
    Above,
    /// Only the second has taken points from the first.
    Below,
    /// No chain of points connects them.
    Unknown,
}

impl Components {
    pub(super) fn of(players: usize, totals: &SetScores) -> Components {
        let mut reaches = vec![vec![false; players]; players];
        for (&(PlayerIndex(one), PlayerIndex(other)), score) in totals {
            reaches[one][other] |= score.half_points > 0;
            reaches[other][one] |= score.half_points < 2 * score.comparisons;
        }
        // Warshall's closure.
        for through in 0..players {
            let onward = reaches[through].clone();
            for row in reaches.iter_mut().filter(|row| row[through]) {
                row.iter_mut().zip(&onward).for_each(|(reached, onward)| *reached |= onward);
            }
        }
        Components { reaches }
    }

    pub(super) fn tie(&self, PlayerIndex(one): PlayerIndex, PlayerIndex(other): PlayerIndex) -> Tie {
        match (self.reaches[one][other], self.reaches[other][one]) {
            _ if one == other => Tie::Mutual,
            (true, true) => Tie::Mutual,
            (true, false) => Tie::Above,
            (false, true) => Tie::Below,
            (false, false) => Tie::Unknown,
        }
    }

    /// The players of the same component, including this one.
    pub(super) fn component_of(&self, player: PlayerIndex) -> Vec<PlayerIndex> {
        (0..self.reaches.len()).map(PlayerIndex).filter(|other| self.tie(player, *other) == Tie::Mutual).collect()
    }

    /// All components, in the order of their first players.
    pub(super) fn all(&self) -> Vec<Vec<PlayerIndex>> {
        let players = (0..self.reaches.len()).map(PlayerIndex);
        let is_first =
            |player: &PlayerIndex| (0..player.0).all(|other| self.tie(*player, PlayerIndex(other)) != Tie::Mutual);
        players.filter(is_first).map(|player| self.component_of(player)).collect()
    }

    /// The component with the most players. If two are equal, it is the one with the player of the lowest index.
    pub(super) fn largest(&self) -> Vec<PlayerIndex> {
        let larger = |one: Vec<PlayerIndex>, other: Vec<PlayerIndex>| if other.len() > one.len() { other } else { one };
        self.all().into_iter().reduce(larger).unwrap_or_default()
    }
}
