//! The values that a game is played with: reading them from a ruleset file, and checking them.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::cards::{Card, DisplayCard, Pile};
use super::island::{Gap, Segment};
use super::state::Variant;
use crate::bag::Bag;
use crate::ensure::ensure;
use crate::ruleset::{RulesetError, Value, by_name, parse};

/// No ruleset has more palm cards than this in all.
pub(super) const CARDS_MAX: u16 = 42;
/// No ruleset lets the guard wait longer than this, in turns.
pub(super) const GUARD_TURNS_MAX: u16 = 200;
/// No single value of points, butterflies or prices is larger than this.
const POINTS_MAX: u16 = 20;

/// The values of a ruleset, checked.
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
    pub butterflies: [u8; Card::COUNT],
    /// The price of each display card in shells, numbered as in [`DisplayCard::ALL`].
    pub prices: [u8; DisplayCard::COUNT],
    /// What everything is worth.
    pub points: Points,
    /// The game ends after this many turns in a row without a card taken (H22).
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
    /// A segment with three statues of the player, with the Complete Segment card.
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
    /// If a value is missing or unknown, or a constraint is broken; the error names the value.
    pub(super) fn read(toml: &str) -> Result<Rules, RulesetError> {
        let file: File = parse(toml)?;
        let [lava_discs, statues] = by_name("components", &file.components, ["lava_discs", "statues"])?;
        let [hut_red, hut_yellow, jetty] = by_name("board", &file.board, ["hut_red", "hut_yellow", "jetty"])?;
        let [one_palm, two_palm, three_palm] = by_name("deck", &file.deck, ["one_palm", "two_palm", "three_palm"])?;
        let [turns] = by_name("guard", &file.guard, ["turns"])?;
        let rules = Rules {
            piles: [
                pile("deck.one_palm", one_palm)?,
                pile("deck.two_palm", two_palm)?,
                pile("deck.three_palm", three_palm)?,
            ],
            huts: [segment("board.hut_red", hut_red)?, segment("board.hut_yellow", hut_yellow)?],
            jetty: segment("board.jetty", jetty)?,
            lava_discs: within("components.lava_discs", lava_discs, 0, 9)? as u8,
            statues: within("components.statues", statues, 0, 18)? as u8,
            butterflies: butterflies(&file.butterflies)?,
            prices: points("price", &file.price, DisplayCard::ALL.map(DisplayCard::name))?,
            points: Points::read(&file)?,
            guard_turns: within("guard.turns", turns, 1, GUARD_TURNS_MAX)?,
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
        let opposite = red.opposite();
        ensure!(
            yellow == opposite,
            "board.hut_yellow: is {yellow}, but must be {opposite}, opposite board.hut_red {red}"
        );
        ensure!(!self.huts.contains(&self.jetty), "board.jetty: is {}, but a hut is there", self.jetty);
        Ok(())
    }

    /// The opening needs a card for every gap that isn't lava, and each later pile a card at all (H17).
    fn check_deck(&self) -> Result<(), RulesetError> {
        let all: u16 = self.piles.iter().map(Pile::total).sum();
        ensure!(all <= CARDS_MAX, "deck: has {all} cards, more than the {CARDS_MAX} allowed");
        let needed = [("one_palm", Gap::COUNT as u16), ("two_palm", 1), ("three_palm", 1)];
        for (pile, (name, least)) in self.piles.iter().zip(needed) {
            let cards = pile.cards.total();
            ensure!(cards >= least, "deck.{name}: has {cards} cards other than lava, but needs at least {least}");
        }
        Ok(())
    }
}

/// The ruleset file: every value with its mark, by its name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "id")]
    _id: String,
    #[serde(rename = "game")]
    _game: String,
    components: Table,
    board: Table,
    deck: BTreeMap<String, Table>,
    butterflies: Table,
    price: Table,
    points: Table,
    points_last: Table,
    points_cards: Table,
    guard: Table,
}

type Table = BTreeMap<String, Value<u16>>;

fn within(name: &str, value: &Value<u16>, least: u16, most: u16) -> Result<u16, RulesetError> {
    let value = *value.get();
    ensure!((least..=most).contains(&value), "{name}: is {value}, but must be {least} to {most}");
    Ok(value)
}

fn segment(name: &str, value: &Value<u16>) -> Result<Segment, RulesetError> {
    Ok(Segment::ALL[usize::from(within(name, value, 0, Segment::COUNT as u16 - 1)?)])
}

/// A pile by the names of its cards, after its size, which must be their sum.
fn pile(name: &str, table: &Table) -> Result<Pile, RulesetError> {
    const NAMES: [&str; Card::COUNT + 2] = {
        let mut names = ["cards"; Card::COUNT + 2];
        let mut card = 0;
        while card < Card::COUNT {
            names[card] = Card::ALL[card].name();
            card += 1;
        }
        names[Card::COUNT] = "lava";
        names
    };
    let mut counts = [0; NAMES.len()];
    for (count, (kind, value)) in counts.iter_mut().zip(NAMES.into_iter().zip(by_name(name, table, NAMES)?)) {
        *count = within(&format!("{name}.{kind}"), value, 0, u8::MAX.into())? as u8;
    }
    let [kinds @ .., lava, cards] = counts;
    let pile = Pile { cards: Bag::new(kinds), lava };
    let sum = pile.total();
    ensure!(sum == u16::from(cards), "{name}.cards: is {cards}, but the kinds sum up to {sum}");
    Ok(pile)
}

/// The butterflies on every card. Action cards are never kept, so theirs don't matter and aren't in the file.
fn butterflies(table: &Table) -> Result<[u8; Card::COUNT], RulesetError> {
    const KEPT: [Card; 9] = [
        Card::Shell,
        Card::Fish1,
        Card::Fish2,
        Card::Fish3,
        Card::Fish4,
        Card::Fish5,
        Card::WhitePearl,
        Card::BlackPearl,
        Card::Nautilus,
    ];
    let mut butterflies = [0; Card::COUNT];
    for (card, count) in KEPT.into_iter().zip(points("butterflies", table, KEPT.map(Card::name))?) {
        butterflies[card.index()] = count;
    }
    Ok(butterflies)
}

/// The values of a table, each of them points or something as small.
fn points<const N: usize>(name: &str, table: &Table, names: [&str; N]) -> Result<[u8; N], RulesetError> {
    let mut points = [0; N];
    for (points, (key, value)) in points.iter_mut().zip(names.into_iter().zip(by_name(name, table, names)?)) {
        *points = within(&format!("{name}.{key}"), value, 0, POINTS_MAX)? as u8;
    }
    Ok(points)
}

impl Points {
    fn read(file: &File) -> Result<Points, RulesetError> {
        const BOTH: [&str; 7] = [
            "grassland_statue",
            "forest_statue",
            "mountain_statue",
            "most_fish",
            "white_pearl",
            "black_pearl",
            "both_pearls",
        ];
        const CARDS: [&str; 5] = ["butterfly", "majority", "segment", "forest_statue", "mountain_statue"];
        let [grassland, forest, mountain, most_fish, white_pearl, black_pearl, both_pearls] =
            points("points", &file.points, BOTH)?;
        let [nautilus, shell] = points("points_last", &file.points_last, ["nautilus", "shell"])?;
        let [butterfly, majority, segment, forest_card, mountain_card] =
            points("points_cards", &file.points_cards, CARDS)?;
        Ok(Points {
            statue: [grassland, forest, mountain],
            most_fish,
            white_pearl,
            black_pearl,
            both_pearls,
            nautilus,
            shell,
            butterfly,
            majority,
            segment,
            forest_card,
            mountain_card,
        })
    }
}
