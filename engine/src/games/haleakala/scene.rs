//! Games set up by hand, for tests.
#![expect(missing_docs, reason = "each way to set something up is named after what it sets")]

use super::{
    Card, Colour, Disc, DisplayCard, End, Haleakala, Pile, Player, Position, Scoring, Segment, Shaman, Space, SpaceSet,
    Step, Variant,
};
use crate::bag::Bag;
use crate::ruleset::Ruleset;

/// A game somewhere in the middle, set up by hand: red is at turn, the boat lies at the jetty (segment 1), a Statue and
/// a Shell lie at every beach, and the piles are full.
pub type Scene = crate::scene::Scene<Haleakala>;

impl Scene {
    pub fn new(variant: Variant) -> Scene {
        let rules = Ruleset::<Haleakala>::built_in().rules;
        let mut position = Position::new(variant, &rules);
        position.step = Step::Turn;
        for pair in position.gaps.chunks_exact_mut(2) {
            pair.copy_from_slice(&[Some(Card::Statue), Some(Card::Shell)]);
        }
        crate::scene::Scene(Haleakala { position, rules })
    }

    pub fn base() -> Scene {
        Scene::new(Variant::Base)
    }

    pub fn tactical() -> Scene {
        Scene::new(Variant::Tactical)
    }

    pub fn change(self, change: impl FnOnce(&mut Position)) -> Scene {
        self.with(|game| change(&mut game.position))
    }

    /// Red sails from segment 1 to 2 with disc 1, and has disc 2 there: red takes one of these two cards.
    pub fn red_stops_at(self, cards: [Option<Card>; 2]) -> Scene {
        self.disc(Colour::Red, 2, 2).cards(2, cards).played("place:1@1")
    }

    pub fn turn_of(self, colour: Colour) -> Scene {
        self.change(|position| position.active = colour)
    }

    pub fn boat(self, segment: u32) -> Scene {
        self.change(|position| position.boat = seg(segment))
    }

    pub fn disc(self, colour: Colour, disc: u32, beach: u32) -> Scene {
        let disc = Disc::from_number(disc).unwrap();
        self.change(|position| position.player_mut(colour).discs[disc.index()] = Some(seg(beach)))
    }

    pub fn invocation(self, colour: Colour, beach: u32) -> Scene {
        self.change(|position| position.player_mut(colour).invocation = Some(seg(beach)))
    }

    pub fn shaman(self, colour: Colour, at: &str) -> Scene {
        self.change(|position| position.player_mut(colour).shaman = Shaman::On(space(at)))
    }

    pub fn statues(self, colour: Colour, on: &[&str]) -> Scene {
        self.change(|position| position.player_mut(colour).statues = on.iter().map(|on| space(on)).collect())
    }

    pub fn shells(self, colour: Colour, shells: u8) -> Scene {
        self.change(|position| position.player_mut(colour).shells = shells)
    }

    pub fn keeps(self, colour: Colour, cards: &[Card]) -> Scene {
        self.change(|position| cards.iter().for_each(|card| position.player_mut(colour).kept[card.index()] += 1))
    }

    pub fn bought(self, colour: Colour, card: DisplayCard) -> Scene {
        self.change(|position| {
            position.display.remove(card);
            position.player_mut(colour).bought.insert(card);
        })
    }

    pub fn lava(self, crater: u32, discs: u8) -> Scene {
        self.change(|position| position.lava[seg(crater).index()] = discs)
    }

    pub fn cards(self, segment: u32, cards: [Option<Card>; 2]) -> Scene {
        self.change(|position| {
            for (gap, card) in seg(segment).gaps().into_iter().zip(cards) {
                position.gaps[gap.index()] = card;
            }
        })
    }

    /// The three piles hold these cards and so much lava.
    pub fn piles(self, piles: [(&[Card], u8); 3]) -> Scene {
        self.change(|position| position.piles = piles.map(|(cards, lava)| pile(cards, lava)))
    }

    pub fn position(&self) -> &Position {
        &self.0.position
    }

    pub fn step(&self) -> Step {
        self.position().step
    }

    pub fn red(&self) -> &Player {
        self.position().player(Colour::Red)
    }

    pub fn yellow(&self) -> &Player {
        self.position().player(Colour::Yellow)
    }

    pub fn lava_on(&self, crater: u32) -> u8 {
        self.position().lava[seg(crater).index()]
    }

    pub fn cards_at(&self, segment: u32) -> [Option<Card>; 2] {
        seg(segment).gaps().map(|gap| self.position().gaps[gap.index()])
    }

    /// What these players would score now, at the first scoring.
    pub fn points(&self) -> [u16; 2] {
        Colour::ALL.map(|colour| self.position().points_of(colour, Scoring::First, &self.0.rules))
    }

    pub fn last_points(&self) -> [u16; 2] {
        let last = Scoring::Last(End::NoCards);
        Colour::ALL.map(|colour| self.position().points_of(colour, last, &self.0.rules))
    }
}

pub fn seg(number: u32) -> Segment {
    Segment::from_number(number).unwrap()
}

pub fn space(name: &str) -> Space {
    name.parse().unwrap()
}

pub fn spaces(names: &[&str]) -> SpaceSet {
    names.iter().map(|name| space(name)).collect()
}

pub fn pile(cards: &[Card], lava: u8) -> Pile {
    let mut counts = [0; Card::COUNT];
    cards.iter().for_each(|card| counts[card.index()] += 1);
    Pile { cards: Bag::new(counts), lava }
}
