//! The figures of the game: the form of the ruleset file, its constraints, and the figures ready to use.

use serde::Deserialize;

use super::board::{Gap, Segment};
use super::cards::{Card, DisplayCard, Pile};
use super::state::Variant;
use crate::bag::Bag;
use crate::ruleset::{self, Figure, RulesetError};

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
    figure: Figure<T>,
    least: T,
    most: T,
) -> Result<T, RulesetError> {
    let value = *figure.get();
    if value < least || value > most {
        return Err(RulesetError::new(format!("{name}: is {value}, but must be {least} to {most}")));
    }
    Ok(value)
}

fn segment(name: &str, figure: Figure<u8>) -> Result<Segment, RulesetError> {
    let number = within(name, figure, 0, Segment::COUNT as u8 - 1)?;
    Ok(Segment::ALL[usize::from(number)])
}

fn worth(name: &str, figure: Figure<u8>) -> Result<u8, RulesetError> {
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

/// The ruleset file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "id")]
    _id: String,
    #[serde(rename = "game")]
    _game: String,
    components: ComponentsFile,
    board: BoardFile,
    deck: DeckFile,
    butterflies: ButterfliesFile,
    price: PriceFile,
    points: PointsFile,
    points_last: PointsLastFile,
    points_cards: PointsCardsFile,
    guard: GuardFile,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ComponentsFile {
    lava_discs: Figure<u8>,
    statues: Figure<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardFile {
    hut_red: Figure<u8>,
    hut_yellow: Figure<u8>,
    jetty: Figure<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeckFile {
    one_palm: PileFile,
    two_palm: PileFile,
    three_palm: PileFile,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PileFile {
    cards: Figure<u8>,
    statue: Figure<u8>,
    shell: Figure<u8>,
    priestess: Figure<u8>,
    fish1: Figure<u8>,
    fish2: Figure<u8>,
    fish3: Figure<u8>,
    fish4: Figure<u8>,
    fish5: Figure<u8>,
    white: Figure<u8>,
    black: Figure<u8>,
    nautilus: Figure<u8>,
    lava: Figure<u8>,
}

impl PileFile {
    fn read(&self, name: &str) -> Result<Pile, RulesetError> {
        let counts = Card::ALL.map(|card| match card {
            Card::Statue => self.statue,
            Card::Shell => self.shell,
            Card::Priestess => self.priestess,
            Card::Fish1 => self.fish1,
            Card::Fish2 => self.fish2,
            Card::Fish3 => self.fish3,
            Card::Fish4 => self.fish4,
            Card::Fish5 => self.fish5,
            Card::WhitePearl => self.white,
            Card::BlackPearl => self.black,
            Card::Nautilus => self.nautilus,
        });
        let pile = Pile { cards: Bag::new(counts.map(|figure| *figure.get())), lava: *self.lava.get() };
        let cards = u16::from(*self.cards.get());
        if pile.total() != cards {
            let sum = pile.total();
            return Err(RulesetError::new(format!("{name}.cards: is {cards}, but the kinds sum up to {sum}")));
        }
        Ok(pile)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ButterfliesFile {
    shell: Figure<u8>,
    fish1: Figure<u8>,
    fish2: Figure<u8>,
    fish3: Figure<u8>,
    fish4: Figure<u8>,
    fish5: Figure<u8>,
    white: Figure<u8>,
    black: Figure<u8>,
    nautilus: Figure<u8>,
}

impl ButterfliesFile {
    /// Action cards are never kept, so their butterflies don't matter and aren't in the file.
    fn read(&self) -> Result<[u8; Card::KINDS], RulesetError> {
        let mut butterflies = [0; Card::KINDS];
        for card in Card::ALL {
            butterflies[card.index()] = match card {
                Card::Statue | Card::Priestess => 0,
                Card::Shell => worth("butterflies.shell", self.shell)?,
                Card::Fish1 => worth("butterflies.fish1", self.fish1)?,
                Card::Fish2 => worth("butterflies.fish2", self.fish2)?,
                Card::Fish3 => worth("butterflies.fish3", self.fish3)?,
                Card::Fish4 => worth("butterflies.fish4", self.fish4)?,
                Card::Fish5 => worth("butterflies.fish5", self.fish5)?,
                Card::WhitePearl => worth("butterflies.white", self.white)?,
                Card::BlackPearl => worth("butterflies.black", self.black)?,
                Card::Nautilus => worth("butterflies.nautilus", self.nautilus)?,
            };
        }
        Ok(butterflies)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PriceFile {
    butterflies: Figure<u8>,
    majority: Figure<u8>,
    segment: Figure<u8>,
    forest: Figure<u8>,
    mountain: Figure<u8>,
    priestess: Figure<u8>,
}

impl PriceFile {
    fn read(&self) -> Result<[u8; DisplayCard::COUNT], RulesetError> {
        let mut prices = [0; DisplayCard::COUNT];
        for card in DisplayCard::ALL {
            let figure = match card {
                DisplayCard::Butterflies => self.butterflies,
                DisplayCard::Majority => self.majority,
                DisplayCard::Segment => self.segment,
                DisplayCard::Forest => self.forest,
                DisplayCard::Mountain => self.mountain,
                DisplayCard::Priestess => self.priestess,
            };
            prices[card.index()] = worth(&format!("price.{card}"), figure)?;
        }
        Ok(prices)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PointsFile {
    grassland_statue: Figure<u8>,
    forest_statue: Figure<u8>,
    mountain_statue: Figure<u8>,
    most_fish: Figure<u8>,
    white_pearl: Figure<u8>,
    black_pearl: Figure<u8>,
    both_pearls: Figure<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PointsLastFile {
    nautilus: Figure<u8>,
    shell: Figure<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PointsCardsFile {
    butterfly: Figure<u8>,
    majority: Figure<u8>,
    segment: Figure<u8>,
    forest_statue: Figure<u8>,
    mountain_statue: Figure<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GuardFile {
    turns: Figure<u16>,
}
