//! What a table may choose when it opens a game.

use crate::options::{Choices, OptionInfo};

use super::action::CardPair;

/// What the options of a table come down to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Who lays the fish.
    pub setup: Setup,
    /// Which offerings two players leave out.
    pub offerings: LeftOut,
    /// How two players share the god cards out.
    pub pairing: Pairing,
}

/// How the fish come onto the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Setup {
    /// The players lay them.
    #[default]
    Standard,
    /// They lie as the ruleset says.
    Beginner,
}

/// Which third of the offerings two players leave out (K36).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LeftOut {
    /// The tiles that the ruleset leaves out: one of every three.
    #[default]
    Selected,
    /// As many tiles, drawn at random and not looked at.
    Random,
}

/// Which god cards go together with two players (K39). Lono and Kanaloa, the strongest, are always apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pairing {
    /// Lono and Ku against Kanaloa and Pele, as the published rules recommend.
    #[default]
    LonoKu,
    /// Lono and Pele against Kanaloa and Ku.
    LonoPele,
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
    /// The options of this game. The two for two players came after the first matches were recorded.
    pub(super) const INFO: &'static [OptionInfo] = &[
        OptionInfo {
            name: "setup",
            summary: "who lays the fish: the players (standard), or the ruleset (beginner)",
            values: &["standard", "beginner"],
            omit_default: false,
        },
        OptionInfo {
            name: "offerings",
            summary: "the third of the offerings that two players leave out: one of every three (selected), or any \
                      (random)",
            values: &["selected", "random"],
            omit_default: true,
        },
        OptionInfo {
            name: "cards",
            summary: "the god cards of two players: Lono and Ku against Kanaloa and Pele (lono-ku), or Lono and Pele \
                      against Kanaloa and Ku (lono-pele)",
            values: &["lono-ku", "lono-pele"],
            omit_default: true,
        },
    ];

    /// The options that these choices stand for.
    pub(super) fn read(choices: &Choices) -> Options {
        Options {
            setup: if choices.get("setup") == "beginner" { Setup::Beginner } else { Setup::Standard },
            offerings: if choices.get("offerings") == "random" { LeftOut::Random } else { LeftOut::Selected },
            pairing: if choices.get("cards") == "lono-pele" { Pairing::LonoPele } else { Pairing::LonoKu },
        }
    }
}
