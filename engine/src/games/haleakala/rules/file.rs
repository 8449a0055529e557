//! The form of a ruleset file: every figure with its mark, none optional, none unknown.

use serde::Deserialize;

use super::worth;
use crate::bag::Bag;
use crate::games::haleakala::cards::{Card, DisplayCard, Pile};
use crate::ruleset::{RulesetError, Value};

/// The ruleset file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(rename = "id")]
    _id: String,
    #[serde(rename = "game")]
    _game: String,
    pub(super) components: ComponentsFile,
    pub(super) board: BoardFile,
    pub(super) deck: DeckFile,
    pub(super) butterflies: ButterfliesFile,
    pub(super) price: PriceFile,
    pub(super) points: PointsFile,
    pub(super) points_last: PointsLastFile,
    pub(super) points_cards: PointsCardsFile,
    pub(super) guard: GuardFile,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ComponentsFile {
    pub(super) lava_discs: Value<u8>,
    pub(super) statues: Value<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardFile {
    pub(super) hut_red: Value<u8>,
    pub(super) hut_yellow: Value<u8>,
    pub(super) jetty: Value<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DeckFile {
    pub(super) one_palm: PileFile,
    pub(super) two_palm: PileFile,
    pub(super) three_palm: PileFile,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PileFile {
    pub(super) cards: Value<u8>,
    pub(super) statue: Value<u8>,
    pub(super) shell: Value<u8>,
    pub(super) priestess: Value<u8>,
    pub(super) fish1: Value<u8>,
    pub(super) fish2: Value<u8>,
    pub(super) fish3: Value<u8>,
    pub(super) fish4: Value<u8>,
    pub(super) fish5: Value<u8>,
    pub(super) white: Value<u8>,
    pub(super) black: Value<u8>,
    pub(super) nautilus: Value<u8>,
    pub(super) lava: Value<u8>,
}

impl PileFile {
    pub(super) fn read(&self, name: &str) -> Result<Pile, RulesetError> {
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
pub(super) struct ButterfliesFile {
    pub(super) shell: Value<u8>,
    pub(super) fish1: Value<u8>,
    pub(super) fish2: Value<u8>,
    pub(super) fish3: Value<u8>,
    pub(super) fish4: Value<u8>,
    pub(super) fish5: Value<u8>,
    pub(super) white: Value<u8>,
    pub(super) black: Value<u8>,
    pub(super) nautilus: Value<u8>,
}

impl ButterfliesFile {
    /// Action cards are never kept, so their butterflies don't matter and aren't in the file.
    pub(super) fn read(&self) -> Result<[u8; Card::KINDS], RulesetError> {
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
pub(super) struct PriceFile {
    pub(super) butterflies: Value<u8>,
    pub(super) majority: Value<u8>,
    pub(super) segment: Value<u8>,
    pub(super) forest: Value<u8>,
    pub(super) mountain: Value<u8>,
    pub(super) priestess: Value<u8>,
}

impl PriceFile {
    pub(super) fn read(&self) -> Result<[u8; DisplayCard::COUNT], RulesetError> {
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
pub(super) struct PointsFile {
    pub(super) grassland_statue: Value<u8>,
    pub(super) forest_statue: Value<u8>,
    pub(super) mountain_statue: Value<u8>,
    pub(super) most_fish: Value<u8>,
    pub(super) white_pearl: Value<u8>,
    pub(super) black_pearl: Value<u8>,
    pub(super) both_pearls: Value<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PointsLastFile {
    pub(super) nautilus: Value<u8>,
    pub(super) shell: Value<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PointsCardsFile {
    pub(super) butterfly: Value<u8>,
    pub(super) majority: Value<u8>,
    pub(super) segment: Value<u8>,
    pub(super) forest_statue: Value<u8>,
    pub(super) mountain_statue: Value<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GuardFile {
    pub(super) turns: Value<u16>,
}
