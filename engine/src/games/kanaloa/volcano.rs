//! The volcano: where it stands, which islands it closes, and who is free of it.

use std::fmt;
use std::str::FromStr;

use crate::Set;
use crate::game::ParseNotationError;
use crate::named::numbered;
use crate::seat::Seat;

use super::god::{God, Temple};
use super::map::Island;
use super::state::Kanaloa;

numbered! {
    /// A sea space of the two-player map, by its number in the ruleset: `s1`, `s2`, and so on in the notation.
    pub struct SeaSpace(1..=32);
}

/// Where the volcano stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Site {
    /// On an island: three and four players.
    Island(Island),
    /// In a sea space: two players (K20).
    Sea(SeaSpace),
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Site::Island(island) => island.fmt(f),
            Site::Sea(space) => write!(f, "s{space}"),
        }
    }
}

impl FromStr for Site {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Site, ParseNotationError> {
        let wrong =
            || ParseNotationError::new(text, "place of a volcano: an island such as c or a sea space such as s3");
        let site = match text.strip_prefix('s') {
            Some(number) => number.parse().map(Site::Sea),
            None => text.parse().map(Site::Island),
        };
        site.map_err(|_| wrong())
    }
}

/// How long the volcano still stands (K17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clock {
    /// Its placer is taking the turn that the eruption gave.
    BonusTurn,
    /// The volcano goes when its placer has finished another turn.
    NextTurn,
}

/// The volcano while it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Volcano {
    /// Where it stands.
    pub site: Site,
    /// Who placed it.
    pub placer: Seat,
    /// How long it still stands.
    pub clock: Clock,
}

impl Kanaloa {
    /// The islands that no piece may enter (K20, K21).
    pub(super) fn barred(&self) -> Set<Island> {
        match self.volcano.map(|volcano| volcano.site) {
            None => Set::EMPTY,
            Some(Site::Island(island)) => Set::only(island),
            Some(Site::Sea(space)) => self.touched_by(space),
        }
    }

    /// The islands that god actions may not touch: those of a volcano at sea (K20, K21).
    pub(super) fn closed_to_gods(&self) -> Set<Island> {
        match self.volcano {
            Some(Volcano { site: Site::Sea(space), .. }) => self.touched_by(space),
            _ => Set::EMPTY,
        }
    }

    /// The islands that this sea space touches; none if there is no such space.
    #[must_use]
    pub fn touched_by(&self, space: SeaSpace) -> Set<Island> {
        self.components.sea_spaces.get(space.index()).copied().unwrap_or(Set::EMPTY)
    }

    /// Whether volcanoes don't block this seat's pieces (K15, K19, K20).
    #[must_use]
    pub fn is_free_of_volcanoes(&self, seat: Seat) -> bool {
        let card = self.cards[God::Pele];
        let owns = card.owner == Some(seat) && self.players[seat].temples[Temple::Of(God::Pele)] > 0;
        self.four_play() && (owns || card.protection == Some(seat))
    }

    /// Whether this turn was given by an eruption, which allows no god action (K4, K14).
    pub(super) fn in_bonus_turn(&self) -> bool {
        self.volcano.is_some_and(|volcano| volcano.clock == Clock::BonusTurn)
    }
}
