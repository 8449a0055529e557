//! What a table may choose when it opens a game.

use std::fmt::Debug;
use std::str::FromStr;

use crate::named::named;
use crate::options::{Choices, OptionInfo};

use super::action::CardPair;

/// The options of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Who lays the fish.
    pub setup: Setup,
    /// Which offerings two players leave out.
    pub offerings: LeftOut,
    /// How two players share the god cards.
    pub pairing: Pairing,
}

named! {
    /// Who lays the fish.
    pub enum Setup {
        /// The players.
        Standard = "standard",
        /// No player: they lie as the ruleset says.
        Beginner = "beginner",
    }
}

named! {
    /// Which third of the offerings two players leave out (K36).
    pub enum LeftOut {
        /// One tile of every three, as the ruleset says.
        Selected = "selected",
        /// As many tiles, drawn at random and unseen.
        Random = "random",
    }
}

named! {
    /// Which god cards go together with two players (K39). Lono and Kanaloa, the strongest gods, are always apart.
    #[derive(Default)]
    pub enum Pairing {
        /// Lono and Ku against Kanaloa and Pele, which the published rules recommend.
        #[default]
        LonoKu = "lono-ku",
        /// Lono and Pele against Kanaloa and Ku.
        LonoPele = "lono-pele",
    }
}

impl Pairing {
    /// The two pairs of cards, in order.
    pub(super) const fn pairs(self) -> [CardPair; 2] {
        match self {
            Pairing::LonoKu => [CardPair::LonoKu, CardPair::KanaloaPele],
            Pairing::LonoPele => [CardPair::LonoPele, CardPair::KanaloaKu],
        }
    }
}

impl Options {
    pub(super) const INFO: &'static [OptionInfo] = &[
        OptionInfo {
            name: "setup",
            summary: "who lays the fish: the players (standard), or the ruleset (beginner)",
            values: &["standard", "beginner"],
            omit_default: false,
            seats: &[],
        },
        // The options below came after the first matches had been recorded.
        OptionInfo {
            name: "offerings",
            summary: "the third of the offerings that two players leave out: one of every three (selected), or any \
                      (random)",
            values: &["selected", "random"],
            omit_default: true,
            seats: &[2],
        },
        OptionInfo {
            name: "cards",
            summary: "the god cards of two players: Lono and Ku against Kanaloa and Pele (lono-ku), or Lono and Pele \
                      against Kanaloa and Ku (lono-pele)",
            values: &["lono-ku", "lono-pele"],
            omit_default: true,
            seats: &[2],
        },
    ];

    /// The options that these choices stand for.
    pub(super) fn from_choices(choices: &Choices) -> Options {
        fn value<T: FromStr<Err: Debug>>(choices: &Choices, option: &str) -> T {
            choices.get(option).parse().expect("INFO lists only names of values")
        }
        Options {
            setup: value(choices, "setup"),
            offerings: value(choices, "offerings"),
            pairing: value(choices, "cards"),
        }
    }
}
