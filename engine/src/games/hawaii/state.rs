//! The state: everything on the table that is public, and apart from it the supplies behind the screens.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::Set;
use crate::bag::Bag;
use crate::seat::{PerSeat, SEATS_MAX, Seat, SeatCount};

use super::boats::Fleet;
use super::home::Home;
use super::places::{Dock, Islet, Place, Site, Spot, Stack};
use super::ruleset::{PILES, Rules};
use super::stage::{Draw, Stage};
use super::supply::{Coin, Purse, Supply};
use super::tiles::{God, Kind, Tile};
use super::tokens::{SiteTokens, Token, TokenBag};

/// A game of Hawaii.
///
/// Bots may read the fields. If you change one by hand, keep what `from_view` checks.
#[derive(Clone, Debug)]
pub struct Hawaii {
    /// The values of the ruleset.
    pub rules: Arc<Rules>,
    /// Everything that is public.
    pub board: Board,
    /// What each player has behind the screen.
    pub supplies: PerSeat<Supply>,
}

impl PartialEq for Hawaii {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.supplies == other.supplies && self.rules == other.rules
    }
}

impl Eq for Hawaii {}

impl Hash for Hawaii {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board.hash(state);
        self.supplies.hash(state);
    }
}

impl Hawaii {
    /// The current player, from what is public.
    #[must_use]
    pub fn player(&self) -> &Player {
        &self.board.players[self.board.current_seat()]
    }

    pub(super) fn player_mut(&mut self) -> &mut Player {
        let seat = self.board.current_seat();
        &mut self.board.players[seat]
    }

    /// The current player's supply.
    pub(super) fn supply(&self) -> Supply {
        self.supplies[self.board.current_seat()]
    }

    /// What the current player can pay in this coin, with this many exchange units.
    pub(super) fn purse(&self, coin: Coin, units: u8) -> Purse {
        let supply = self.supply();
        Purse { supply, units, most: supply.most(coin, units) }
    }

    pub(super) fn supply_mut(&mut self) -> &mut Supply {
        let seat = self.board.current_seat();
        &mut self.supplies[seat]
    }

    /// All exchange units of the current player.
    pub(super) fn units(&self) -> u8 {
        self.rules.units(self.player().exchange_huts())
    }
}

/// Everything that is public (W15): all but the supplies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// What is to happen next.
    pub stage: Stage,
    /// The round, 1 to 5.
    pub round: u8,
    /// How many turns were finished since the game began.
    pub turn: u16,
    /// The seats in this round's turn order; shorter while the first order is drawn.
    pub order: ArrayVec<Seat, SEATS_MAX>,
    /// Whose turn it is: a place in `order`.
    pub current: u8,
    /// What is sold at each place of the island; shorter while the island is laid out.
    pub sites: ArrayVec<Site, { Place::ALL.len() }>,
    /// The price tokens at each place.
    pub tokens: [SiteTokens; Place::ALL.len()],
    /// The tokens in the fishing cove.
    pub cove: TokenBag,
    /// The tokens in the bag.
    pub bag: TokenBag,
    /// The tokens at the places of the turn order track that have one, from the second place on.
    pub track: [Option<Token>; SEATS_MAX - 1],
    /// The islet at each dock; none once it was visited this round.
    pub docks: [Option<Islet>; Dock::ALL.len()],
    /// The islets of the face-down pile.
    pub islets: Bag<{ Islet::ALL.len() }>,
    /// The islets that lie face up under it.
    pub visited: Bag<{ Islet::ALL.len() }>,
    /// The god on top of each stack.
    pub tops: [Option<God>; Stack::ALL.len()],
    /// How many gods lie below the top of each stack.
    pub below: [u8; Stack::ALL.len()],
    /// The gods below the tops of both stacks together.
    pub unseen: Bag<{ God::ALL.len() }>,
    /// The location tiles left of each kind but gods, by [`Tile::index`].
    pub piles: [u8; PILES],
    /// The players.
    pub players: PerSeat<Player>,
}

/// What is public of a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Player {
    /// The points so far.
    pub points: u32,
    /// Where the chieftain stands.
    pub chief: Chief,
    /// The price tokens taken this round.
    pub prices: TokenBag,
    /// The tokens caught this round, which count their fish.
    pub fish: TokenBag,
    /// Boats ready to be sent.
    pub ready: Fleet,
    /// Boats sent this round.
    pub spent: Fleet,
    /// The villages, kahunas and tikis.
    pub home: Home,
}

/// Where a chieftain stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chief {
    /// On the beach.
    Beach,
    /// At a place of the island.
    Place(Place),
    /// On the turn order track: out of the round.
    Track(Spot),
}

impl Player {
    /// At the start: on the beach, with one boat and an empty island.
    pub(super) const START: Player = Player {
        points: 0,
        chief: Chief::Beach,
        prices: TokenBag::EMPTY,
        fish: TokenBag::EMPTY,
        ready: Fleet { start: 1, ones: 0, twos: 0 },
        spent: Fleet { start: 0, ones: 0, twos: 0 },
        home: Home::EMPTY,
    };

    /// All boats, ready or not.
    #[must_use]
    pub const fn boats(&self) -> Fleet {
        self.ready.and(self.spent)
    }

    /// The exchange huts with side I up and with side II up.
    #[must_use]
    pub fn exchange_huts(&self) -> [u32; 2] {
        self.home.sides(Kind::ExchangeHut)
    }

    /// The place of the island where the chieftain stands, if it does.
    #[must_use]
    pub const fn place(&self) -> Option<Place> {
        match self.chief {
            Chief::Place(place) => Some(place),
            Chief::Beach | Chief::Track(_) => None,
        }
    }
}

impl Board {
    /// An empty table.
    pub(super) fn start(seats: SeatCount, rules: &Rules) -> Board {
        Board {
            stage: Stage::Draw(Draw::Site),
            round: 1,
            turn: 0,
            order: ArrayVec::new(),
            current: 0,
            sites: ArrayVec::new(),
            tokens: std::array::from_fn(|_| SiteTokens::new()),
            cove: TokenBag::EMPTY,
            bag: rules.tokens,
            track: [None; SEATS_MAX - 1],
            docks: [None; Dock::ALL.len()],
            islets: rules.islets,
            visited: Bag::EMPTY,
            tops: [None; Stack::ALL.len()],
            below: [rules.stack_height(); Stack::ALL.len()],
            unseen: rules.gods,
            piles: rules.piles,
            players: PerSeat::from_fn(seats, |_| Player::START),
        }
    }

    /// Whose turn it is; before the first turn order is drawn, the first seat.
    #[must_use]
    pub fn current_seat(&self) -> Seat {
        self.order.get(usize::from(self.current)).copied().unwrap_or(Seat::FIRST)
    }

    /// Whether a chieftain stands on this place of the track.
    #[must_use]
    pub fn is_taken(&self, spot: Spot) -> bool {
        self.players.iter().any(|player| player.chief == Chief::Track(spot))
    }

    /// The god that this tile would be: the one on top of its stack.
    #[must_use]
    pub const fn god_of(&self, tile: Tile) -> Option<God> {
        match tile.stack() {
            Some(stack) => self.tops[stack.index()],
            None => None,
        }
    }

    /// The sites that aren't laid out yet.
    pub(super) fn sites_left(&self) -> Set<Site> {
        self.sites.iter().fold(Set::ALL, |left, site| left.without(*site))
    }

    /// The places of the track that may still be taken.
    pub(super) fn free_spots(&self) -> Set<Spot> {
        self.players.iter().fold(self.spots().collect(), |free: Set<Spot>, player| match player.chief {
            Chief::Track(spot) => free.without(spot),
            Chief::Beach | Chief::Place(_) => free,
        })
    }

    /// The places of the track that are used with this number of seats (W1).
    pub fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        Spot::ALL.into_iter().take(self.players.count().get())
    }
}
