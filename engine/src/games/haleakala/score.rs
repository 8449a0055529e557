//! The eruption and the counting of points.

use super::cards::{Card, DisplayCard, DisplaySet};
use super::island::{Landscape, Segment, Space};
use super::player::{Colour, Player};
use super::ruleset::Rules;
use super::state::{End, Position, Round, Scoring, Step};
use crate::outcome::Outcome;
use crate::seat::PerSeat;

impl Position {
    /// The volcano erupts, both players score, and the second round or the end follows.
    pub(super) fn score(&mut self, scoring: Scoring, rules: &Rules) {
        self.erupt();
        let points = Colour::ALL.map(|colour| self.points_of(colour, scoring, rules));
        for (player, points) in self.players.iter_mut().zip(points) {
            player.points += points;
        }
        match scoring {
            Scoring::First => {
                self.set_up_second_round();
                self.refill(rules);
            }
            Scoring::Last(end) => self.step = Step::Over(end),
        }
    }

    /// What this player scores now, after the eruption, in points.
    #[must_use]
    pub fn points_of(&self, colour: Colour, scoring: Scoring, rules: &Rules) -> u16 {
        let (own, other) = (self.player(colour), self.player(colour.other()));
        let last = match scoring {
            Scoring::First => 0,
            Scoring::Last(_) => own.points_of_nautilus(rules) + own.points_of_shells(rules),
        };
        own.points_of_statues(rules)
            + own.points_of_fish(other, rules)
            + own.points_of_pearls(rules)
            + last
            + own.bought.iter().map(|card| own.points_of_card(card, other, rules)).sum::<u16>()
    }

    /// The points of both players if the volcano erupted now and the last scoring followed, without purchases.
    #[must_use]
    pub fn scores_if_ended(&self, rules: &Rules) -> PerSeat<i32> {
        let last = Scoring::Last(End::NoCards);
        let mut erupted = *self;
        erupted.erupt();
        let scores = Colour::ALL.map(|colour| {
            let scored = i32::from(erupted.player(colour).points);
            match self.step {
                Step::Over(_) => scored,
                _ => scored + i32::from(erupted.points_of(colour, last, rules)),
            }
        });
        PerSeat::from_values(scores).expect("a map of two seats")
    }

    /// The result of a finished game: points, then statues on the board, then not having begun (H35).
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let scores = self.players.each_ref().map(|player| i32::from(player.points));
        let rank = Colour::ALL.map(|colour| self.rank(colour));
        let per_seat = "a map of two seats";
        Outcome::ranked(PerSeat::from_values(scores).expect(per_seat), &PerSeat::from_values(rank).expect(per_seat))
    }

    /// Who has won a finished game.
    #[must_use]
    pub fn winner(&self) -> Colour {
        if self.rank(Colour::Red) > self.rank(Colour::Yellow) { Colour::Red } else { Colour::Yellow }
    }

    /// What the players are ranked by, which is never the same for both (H35).
    fn rank(&self, colour: Colour) -> (u16, usize, bool) {
        let player = self.player(colour);
        (player.points, player.statues.len(), colour != self.starter)
    }

    /// Lava flows down from each crater, one space for each disc: it destroys the statues there, and leaves the board (H30).
    pub fn erupt(&mut self) {
        const DOWNHILL: [Landscape; 3] = [Landscape::Mountain, Landscape::Forest, Landscape::Grassland];
        for segment in Segment::ALL {
            let discs = usize::from(self.lava[segment.index()]);
            for landscape in DOWNHILL.into_iter().take(discs) {
                for player in &mut self.players {
                    player.statues.remove(Space::new(landscape, segment));
                }
            }
        }
        self.lava = [0; Segment::COUNT];
    }

    /// All six cards of the display lie there again, face up (H33).
    fn set_up_second_round(&mut self) {
        self.round = Round::Second;
        self.display = DisplaySet::ALL;
        for player in &mut self.players {
            player.bought = DisplaySet::EMPTY;
        }
    }
}

impl Player {
    /// How many statues the player has on spaces of this landscape.
    #[must_use]
    pub fn statues_in(&self, landscape: Landscape) -> u16 {
        self.statues.segments(landscape).len() as u16
    }

    fn kept(&self, card: Card) -> u16 {
        u16::from(self.kept[card.index()])
    }

    fn points_of_statues(&self, rules: &Rules) -> u16 {
        let worth = |landscape: Landscape| u16::from(rules.points.statue[landscape.index()]);
        Landscape::ALL.into_iter().map(|landscape| worth(landscape) * self.statues_in(landscape)).sum()
    }

    /// What the baskets of fish are worth: points for having more of them than the other player.
    #[must_use]
    pub fn points_of_fish(&self, other: &Player, rules: &Rules) -> u16 {
        if self.baskets() > other.baskets() { rules.points.most_fish.into() } else { 0 }
    }

    /// What the pearls are worth, alone and in pairs.
    #[must_use]
    pub fn points_of_pearls(&self, rules: &Rules) -> u16 {
        let (white, black) = (self.kept(Card::WhitePearl), self.kept(Card::BlackPearl));
        let pairs = white.min(black);
        pairs * u16::from(rules.points.both_pearls)
            + (white - pairs) * u16::from(rules.points.white_pearl)
            + (black - pairs) * u16::from(rules.points.black_pearl)
    }

    /// What the nautilus is worth at the last scoring.
    #[must_use]
    pub fn points_of_nautilus(&self, rules: &Rules) -> u16 {
        self.kept(Card::Nautilus) * u16::from(rules.points.nautilus)
    }

    /// What the shells left over are worth at the last scoring.
    #[must_use]
    pub fn points_of_shells(&self, rules: &Rules) -> u16 {
        u16::from(self.shells) * u16::from(rules.points.shell)
    }

    /// What this scoring card is worth to the player, if the player has it.
    #[must_use]
    pub fn points_of_card(&self, card: DisplayCard, other: &Player, rules: &Rules) -> u16 {
        let (count, worth) = match card {
            DisplayCard::Butterflies => (self.butterflies(rules), rules.points.butterfly),
            DisplayCard::Majority => (self.majorities(other), rules.points.majority),
            DisplayCard::Segment => (self.complete_segments(), rules.points.segment),
            DisplayCard::Forest => (self.statues_in(Landscape::Forest), rules.points.forest_card),
            DisplayCard::Mountain => (self.statues_in(Landscape::Mountain), rules.points.mountain_card),
            DisplayCard::Priestess => (0, 0),
        };
        count * u16::from(worth)
    }

    /// Butterflies on the cards that lie before the player (H32).
    fn butterflies(&self, rules: &Rules) -> u16 {
        let on = |card: Card| u16::from(rules.butterflies[card.index()]);
        let kept: u16 = Card::ALL.into_iter().map(|card| self.kept(card) * on(card)).sum();
        kept + u16::from(self.shells) * on(Card::Shell)
    }

    /// The landscapes in which the player has strictly more statues (H31).
    fn majorities(&self, other: &Player) -> u16 {
        Landscape::ALL.into_iter().filter(|&land| self.statues_in(land) > other.statues_in(land)).count() as u16
    }

    fn complete_segments(&self) -> u16 {
        let [grassland, forest, mountain] = Landscape::ALL.map(|landscape| self.statues.segments(landscape));
        (grassland & forest & mountain).len() as u16
    }
}
