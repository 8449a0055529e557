//! The volcano: where it stands, what it bars, whom it blocks, and when it goes.

use std::fmt;
use std::str::FromStr;

use crate::game::ParseNotationError;
use crate::seat::Seat;

use super::map::Island;
use super::set::Set;
use super::stage::Stage;
use super::state::Kanaloa;
use super::tile::{God, Temple};

/// No map has more sea spaces than this.
pub(super) const SEA_SPACES_MAX: usize = 32;

/// A sea space of the two-player map by its number in the ruleset: `s1`, `s2`, and so on in the notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeaSpace(u8);

impl SeaSpace {
    /// The space with this number, counted from 1; `None` for 0 and from 33 on.
    #[must_use]
    pub const fn new(number: u32) -> Option<SeaSpace> {
        if number >= 1 && number <= SEA_SPACES_MAX as u32 { Some(SeaSpace(number as u8)) } else { None }
    }

    /// The number, counted from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
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
            Site::Sea(space) => write!(f, "s{}", space.0),
        }
    }
}

impl FromStr for Site {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Site, ParseNotationError> {
        let wrong =
            || ParseNotationError::new(text, "place of a volcano: an island such as c or a sea space such as s3");
        let site = match text.strip_prefix('s') {
            Some(number) => number.parse().ok().and_then(SeaSpace::new).map(Site::Sea),
            None => text.parse().ok().map(Site::Island),
        };
        // No plus sign and no leading zero.
        site.filter(|site| site.to_string() == text).ok_or_else(wrong)
    }
}

/// How long the volcano still stands (K17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clock {
    /// Whoever placed it is taking the turn that the eruption gave.
    BonusTurn,
    /// It goes when whoever placed it has finished the next turn.
    NextTurn,
}

/// The volcano while it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Volcano {
    /// Where.
    pub site: Site,
    /// Who placed it.
    pub placer: Seat,
    /// How long it still stands.
    pub clock: Clock,
}

impl Kanaloa {
    /// The islands that nobody may enter (K20, K21).
    pub(super) fn barred(&self) -> Set<Island> {
        match self.volcano.map(|volcano| volcano.site) {
            None => Set::EMPTY,
            Some(Site::Island(island)) => Set::only(island),
            Some(Site::Sea(space)) => self.touched_by(space),
        }
    }

    /// The islands that this sea space touches; none if there is no such space.
    pub(super) fn touched_by(&self, space: SeaSpace) -> Set<Island> {
        self.board.sea_spaces.get(usize::from(space.0) - 1).copied().unwrap_or(Set::EMPTY)
    }

    /// Whether volcanoes can't block this seat (K15, K19, K20).
    pub(super) fn is_free_of_volcanoes(&self, seat: Seat) -> bool {
        let card = self.cards[God::Pele];
        let owns = card.owner == Some(seat) && self.players[seat].temples[Temple::Of(God::Pele)] > 0;
        self.four_play() && (owns || card.protection == Some(seat))
    }

    /// Places the volcano, marks the pieces beside it, and gives the placer a turn (K14, K15, K18).
    pub(super) fn place_volcano(&mut self, site: Site) {
        let placer = self.stage.decider(self.turn.seat, &self.cards).unwrap_or(self.turn.seat);
        self.volcano = Some(Volcano { site, placer, clock: Clock::BonusTurn });
        let touched = match site {
            Site::Island(island) => self.board.map.neighbours(island),
            Site::Sea(space) => self.touched_by(space),
        };
        for seat in self.seat_count().seats() {
            if !self.is_free_of_volcanoes(seat) {
                self.players[seat].block_on(touched);
            }
        }
        self.begin_turn(placer);
    }

    /// The turn of this seat is over: its marks are spent, and the volcano that it placed may go (K15, K17).
    pub(super) fn cool_down(&mut self, seat: Seat) {
        self.players[seat].unblock();
        if let Some(volcano) = self.volcano.as_mut().filter(|volcano| volcano.placer == seat) {
            match volcano.clock {
                Clock::BonusTurn => volcano.clock = Clock::NextTurn,
                Clock::NextTurn => self.volcano = None,
            }
        }
    }

    /// Whether this turn is the one that an eruption gave: no further god action in it (K4, K14).
    pub(super) fn in_bonus_turn(&self) -> bool {
        self.volcano.is_some_and(|volcano| volcano.clock == Clock::BonusTurn)
    }

    /// An eruption: the turn of whoever drew the tile is over (K14).
    pub(super) fn erupt(&mut self) {
        self.close_turn();
        self.stage = Stage::PlaceVolcano;
    }
}
