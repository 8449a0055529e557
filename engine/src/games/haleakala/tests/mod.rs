//! Tests by ruling: each name begins with the id of what it shows. This file sets positions up and plays in notation.

mod effects;
mod ending;
mod information;
mod notation;
mod placing;
mod refilling;
mod ruleset;
mod scoring;
mod shaman;
mod stops;
mod tactical;
#[cfg(feature = "wire")]
mod views;

use super::*;
use crate::bag::Bag;
use crate::ruleset::Ruleset;

/// A game somewhere in the middle, set up by hand: red is at turn, the boat lies at the jetty (segment 1), a Statue and
/// a Shell lie at every beach, and the piles are full.
#[derive(Clone)]
struct Scene(Haleakala);

impl Scene {
    fn new(variant: Variant) -> Scene {
        let rules = Ruleset::<Haleakala>::built_in().rules;
        let mut position = Position::new(variant, &rules);
        position.step = Step::Turn;
        for pair in position.gaps.chunks_exact_mut(2) {
            pair.copy_from_slice(&[Some(Card::Statue), Some(Card::Shell)]);
        }
        Scene(Haleakala { position, rules })
    }

    fn base() -> Scene {
        Scene::new(Variant::Base)
    }

    fn tactical() -> Scene {
        Scene::new(Variant::Tactical)
    }

    /// Red sails from segment 1 to 2 with disc 1, and has disc 2 there: red takes one of these two cards.
    fn red_stops_at(self, cards: [Option<Card>; 2]) -> Scene {
        let mut scene = self.disc(Colour::Red, 2, 2).cards(2, cards);
        scene.act("place:1@1");
        scene
    }

    fn with(mut self, change: impl FnOnce(&mut Position)) -> Scene {
        change(&mut self.0.position);
        self
    }

    fn turn_of(self, colour: Colour) -> Scene {
        self.with(|position| position.active = colour)
    }

    fn boat(self, segment: u32) -> Scene {
        self.with(|position| position.boat = seg(segment))
    }

    fn disc(self, colour: Colour, disc: u32, beach: u32) -> Scene {
        let disc = Disc::new(disc).unwrap();
        self.with(|position| position.player_mut(colour).discs[disc.index()] = Some(seg(beach)))
    }

    fn invocation(self, colour: Colour, beach: u32) -> Scene {
        self.with(|position| position.player_mut(colour).invocation = Some(seg(beach)))
    }

    fn shaman(self, colour: Colour, at: &str) -> Scene {
        self.with(|position| position.player_mut(colour).shaman = Shaman::On(space(at)))
    }

    fn statues(self, colour: Colour, on: &[&str]) -> Scene {
        self.with(|position| position.player_mut(colour).statues = on.iter().map(|on| space(on)).collect())
    }

    fn shells(self, colour: Colour, shells: u8) -> Scene {
        self.with(|position| position.player_mut(colour).shells = shells)
    }

    fn keeps(self, colour: Colour, cards: &[Card]) -> Scene {
        self.with(|position| cards.iter().for_each(|card| position.player_mut(colour).kept[card.index()] += 1))
    }

    fn bought(self, colour: Colour, card: DisplayCard) -> Scene {
        self.with(|position| {
            position.display = position.display.without(card);
            let player = position.player_mut(colour);
            player.bought = player.bought.with(card);
        })
    }

    fn lava(self, crater: u32, discs: u8) -> Scene {
        self.with(|position| position.lava[seg(crater).index()] = discs)
    }

    fn cards(self, segment: u32, cards: [Option<Card>; 2]) -> Scene {
        self.with(|position| {
            for (gap, card) in seg(segment).gaps().into_iter().zip(cards) {
                position.gaps[gap.index()] = card;
            }
        })
    }

    /// The three piles hold these cards and so much lava.
    fn piles(self, piles: [(&[Card], u8); 3]) -> Scene {
        self.with(|position| position.piles = piles.map(|(cards, lava)| pile(cards, lava)))
    }

    fn act(&mut self, notation: &str) -> &mut Scene {
        let seat = self.position().to_act().unwrap_or_else(|| panic!("nobody can {notation}")).seat();
        let _ = seat;
        let action = Event::Action(notation.parse().unwrap());
        self.0.play(action).unwrap_or_else(|reason| panic!("{notation}: {reason}"));
        self
    }

    fn draw(&mut self, notation: &str) -> &mut Scene {
        assert!(self.outcomes().iter().any(|(outcome, _)| outcome == notation), "{notation} is no outcome");
        self.0.play_unchecked(Event::Chance(notation.parse().unwrap()));
        self
    }

    /// Why the player to decide may not do this.
    fn refusal(&self, notation: &str) -> String {
        let seat = self.position().to_act().expect("somebody to decide").seat();
        let reason = self.0.check(seat, &notation.parse().unwrap()).expect_err("an illegal action");
        assert!(!self.legal().iter().any(|legal| legal == notation), "{notation} is in the legal list");
        reason.to_string()
    }

    fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        self.0.legal_actions(&mut legal);
        legal.iter().map(ToString::to_string).collect()
    }

    /// The legal actions of this kind.
    fn legal_of(&self, kind: &str) -> Vec<String> {
        self.legal().into_iter().filter(|action| action.starts_with(kind)).collect()
    }

    fn outcomes(&self) -> Vec<(String, u32)> {
        let mut outcomes = Vec::new();
        self.0.chance_outcomes(&mut outcomes);
        outcomes.iter().map(|(outcome, weight)| (outcome.to_string(), *weight)).collect()
    }

    fn position(&self) -> &Position {
        &self.0.position
    }

    fn step(&self) -> Step {
        self.position().step
    }

    fn red(&self) -> &Player {
        self.position().player(Colour::Red)
    }

    fn yellow(&self) -> &Player {
        self.position().player(Colour::Yellow)
    }

    fn lava_on(&self, crater: u32) -> u8 {
        self.position().lava[seg(crater).index()]
    }

    fn cards_at(&self, segment: u32) -> [Option<Card>; 2] {
        seg(segment).gaps().map(|gap| self.position().gaps[gap.index()])
    }

    /// What these players would score now, at the first scoring.
    fn points(&self) -> [u16; 2] {
        Colour::BOTH.map(|colour| self.position().points_of(colour, Scoring::First, &self.0.rules))
    }

    fn last_points(&self) -> [u16; 2] {
        let last = Scoring::Last(End::NoCards);
        Colour::BOTH.map(|colour| self.position().points_of(colour, last, &self.0.rules))
    }
}

fn seg(number: u32) -> Segment {
    Segment::new(number).unwrap()
}

fn space(name: &str) -> Space {
    match format!("move:{name}").parse() {
        Ok(Action::Move(space)) => space,
        _ => panic!("{name} is no space"),
    }
}

fn spaces(names: &[&str]) -> SpaceSet {
    names.iter().map(|name| space(name)).collect()
}

fn pile(cards: &[Card], lava: u8) -> Pile {
    let mut counts = [0; Card::KINDS];
    cards.iter().for_each(|card| counts[card.index()] += 1);
    Pile { cards: Bag::new(counts), lava }
}
