//! The figures of the game, ready to use, and the constraints that a ruleset file must keep.

mod file;

use file::File;

use super::board::{Gap, Segment};
use super::cards::{Card, DisplayCard, Pile};
use super::state::Variant;
use crate::ruleset::{self, RulesetError, Value};

/// No ruleset has more palm cards than this in all.
pub(super) const CARDS_MAX: u16 = 42;
/// No ruleset lets the guard wait longer than this, in turns.
pub(super) const GUARD_TURNS_MAX: u16 = 200;
/// No single figure of points, butterflies or prices is larger than this.
const POINTS_MAX: u8 = 20;

/// The figures of a ruleset, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The one-, two- and three-palm pile with their lava cards.
    pub piles: [Pile; 3],
    /// The beaches on which red's and yellow's shaman start.
    pub huts: [Segment; 2],
    /// The segment in whose water the boat starts.
    pub jetty: Segment,
    /// Lava discs in all.
    pub lava_discs: u8,
    /// Statues of each player.
    pub statues: u8,
    /// Butterflies on each palm card, numbered as in [`Card::ALL`].
    pub butterflies: [u8; Card::KINDS],
    /// The price of each display card in shells, numbered as in [`DisplayCard::ALL`].
    pub prices: [u8; DisplayCard::COUNT],
    /// What everything is worth.
    pub points: Points,
    /// The game ends after so many turns in a row without a card taken (H22).
    pub guard_turns: u16,
}

/// What everything is worth at a scoring, in points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// A statue, by landscape uphill.
    pub statue: [u8; 3],
    /// More baskets of fish than the other player.
    pub most_fish: u8,
    /// A white pearl alone.
    pub white_pearl: u8,
    /// A black pearl alone.
    pub black_pearl: u8,
    /// A white and a black pearl together.
    pub both_pearls: u8,
    /// The nautilus, at the last scoring.
    pub nautilus: u8,
    /// A shell left over, at the last scoring.
    pub shell: u8,
    /// A butterfly, with the Butterflies card.
    pub butterfly: u8,
    /// A landscape with the majority, with the Statue Majority card.
    pub majority: u8,
    /// A segment with three own statues, with the Complete Segment card.
    pub segment: u8,
    /// A forest statue besides its own points, with the Forest Statues card.
    pub forest_card: u8,
    /// A mountain statue besides its own points, with the Mountain Statues card.
    pub mountain_card: u8,
}

impl Rules {
    /// Reads a ruleset file.
    ///
    /// # Errors
    /// If a figure is missing or unknown, or a constraint is broken; the error names the figure.
    pub fn read(toml: &str) -> Result<Rules, RulesetError> {
        let file: File = ruleset::parse(toml)?;
        let rules = Rules {
            piles: [
                file.deck.one_palm.read("deck.one_palm")?,
                file.deck.two_palm.read("deck.two_palm")?,
                file.deck.three_palm.read("deck.three_palm")?,
            ],
            huts: [segment("board.hut_red", file.board.hut_red)?, segment("board.hut_yellow", file.board.hut_yellow)?],
            jetty: segment("board.jetty", file.board.jetty)?,
            lava_discs: within("components.lava_discs", file.components.lava_discs, 0, 9)?,
            statues: within("components.statues", file.components.statues, 0, 18)?,
            butterflies: file.butterflies.read()?,
            prices: file.price.read()?,
            points: Points::read(&file)?,
            guard_turns: within("guard.turns", file.guard.turns, 1, GUARD_TURNS_MAX)?,
        };
        rules.check_board()?;
        rules.check_deck()?;
        Ok(rules)
    }

    /// The piles as a game of this variant starts: the tactical variant is played without lava cards.
    #[must_use]
    pub fn deck(&self, variant: Variant) -> [Pile; 3] {
        match variant {
            Variant::Base => self.piles,
            Variant::Tactical => self.piles.map(|pile| Pile { lava: 0, ..pile }),
        }
    }

    /// What this display card costs, in shells.
    #[must_use]
    pub const fn price(&self, card: DisplayCard) -> u8 {
        self.prices[card.index()]
    }

    fn check_board(&self) -> Result<(), RulesetError> {
        let [red, yellow] = self.huts;
        if red.opposite() != yellow {
            return Err(RulesetError::new(format!(
                "board.hut_yellow: is {yellow}, but must be {}, opposite board.hut_red {red}",
                red.opposite()
            )));
        }
        if self.huts.contains(&self.jetty) {
            return Err(RulesetError::new(format!("board.jetty: is {}, but a hut is there", self.jetty)));
        }
        Ok(())
    }

    /// The opening needs a card for every gap that isn't lava, and each later pile a card at all (H17).
    fn check_deck(&self) -> Result<(), RulesetError> {
        let all: u16 = self.piles.iter().map(Pile::total).sum();
        if all > CARDS_MAX {
            return Err(RulesetError::new(format!("deck: has {all} cards, more than the {CARDS_MAX} allowed")));
        }
        let needed = [("one_palm", Gap::COUNT as u16), ("two_palm", 1), ("three_palm", 1)];
        for (pile, (name, least)) in self.piles.iter().zip(needed) {
            let cards = pile.cards.total();
            if cards < least {
                return Err(RulesetError::new(format!(
                    "deck.{name}: has {cards} cards other than lava, but needs at least {least}"
                )));
            }
        }
        Ok(())
    }
}

fn within<T: Copy + PartialOrd + std::fmt::Display>(
    name: &str,
    figure: Value<T>,
    least: T,
    most: T,
) -> Result<T, RulesetError> {
    let value = *figure.get();
    if value < least || value > most {
        return Err(RulesetError::new(format!("{name}: is {value}, but must be {least} to {most}")));
    }
    Ok(value)
}

fn segment(name: &str, figure: Value<u8>) -> Result<Segment, RulesetError> {
    let number = within(name, figure, 0, Segment::COUNT as u8 - 1)?;
    Ok(Segment::ALL[usize::from(number)])
}

fn worth(name: &str, figure: Value<u8>) -> Result<u8, RulesetError> {
    within(name, figure, 0, POINTS_MAX)
}

impl Points {
    fn read(file: &File) -> Result<Points, RulesetError> {
        let (both, last, cards) = (&file.points, &file.points_last, &file.points_cards);
        Ok(Points {
            statue: [
                worth("points.grassland_statue", both.grassland_statue)?,
                worth("points.forest_statue", both.forest_statue)?,
                worth("points.mountain_statue", both.mountain_statue)?,
            ],
            most_fish: worth("points.most_fish", both.most_fish)?,
            white_pearl: worth("points.white_pearl", both.white_pearl)?,
            black_pearl: worth("points.black_pearl", both.black_pearl)?,
            both_pearls: worth("points.both_pearls", both.both_pearls)?,
            nautilus: worth("points_last.nautilus", last.nautilus)?,
            shell: worth("points_last.shell", last.shell)?,
            butterfly: worth("points_cards.butterfly", cards.butterfly)?,
            majority: worth("points_cards.majority", cards.majority)?,
            segment: worth("points_cards.segment", cards.segment)?,
            forest_card: worth("points_cards.forest_statue", cards.forest_statue)?,
            mountain_card: worth("points_cards.mountain_statue", cards.mountain_statue)?,
        })
    }
}
