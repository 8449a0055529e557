//! The parts of a view that the bot uses. Islands and tiles have the numbers of `kanaloa.proto`, players those of their
//! seats.

use kahua_client::games::kanaloa::v1 as kl;
use kl::fish::Owner;
use kl::open::Step;
use kl::piece::Location;

use super::worth::{KANE, hoped_level};

/// Ku's index among the cards.
const KU: usize = 1;

/// The parts of a view that the bot uses.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// The player who decides.
    pub(super) me: usize,
    /// The number of volcano tiles left to draw, at least 1.
    pub(super) remaining: i32,
    /// The height that every temple of mine can be expected to reach.
    pub(super) level: i32,
    /// The temple of the unfinished sacrifice, counted from 0; `None` if there is none.
    pub(super) offering: Option<usize>,
    /// Whether a tile was already laid down for it.
    pub(super) has_offered: bool,
    /// Whether the tile to take leaves the game.
    pub(super) by_dolphin: bool,
    /// The change of a fish that I must allow or veto.
    pub(super) change: Option<kl::veto_step::Change>,
    pub(super) god_action_spent: bool,
    pub(super) fish: Vec<Fish>,
    /// The tiles of each island.
    pub(super) islands: Vec<(i32, Vec<i32>)>,
    /// The islands that no player may enter.
    pub(super) barred: Vec<i32>,
    /// By seat.
    pub(super) players: Vec<Player>,
    /// Who owns the god cards of Kanaloa, Ku, Pele and Lono.
    pub(super) owners: [Option<usize>; 4],
    /// Who owns Ku's protection card.
    pub(super) safe_from_ku: Option<usize>,
}

/// A fish on a current.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fish {
    pub(super) tail: i32,
    pub(super) head: i32,
    /// Whose it is; `None` for a neutral one.
    pub(super) owner: Option<usize>,
    pub(super) white: bool,
}

/// What belongs to one player.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) seat: usize,
    pub(super) pieces: Vec<kl::Piece>,
    /// Kanaloa's, Ku's, Pele's, Lono's and Kane's; including what was laid down for an unfinished sacrifice.
    pub(super) temples: [i32; 5],
    /// In ascending order.
    pub(super) hand: Vec<i32>,
}

impl Position {
    /// Reads a view in which this seat decides; `None` if there is no such seat.
    pub(super) fn read(view: &kl::View, seat: u32) -> Option<Position> {
        let step = view.open.as_ref()?.step.as_ref()?;
        let mut players: Vec<Player> =
            view.players.iter().enumerate().map(|(seat, player)| Player::read(seat, player)).collect();
        let count = players.len() as i32;
        let me = players.get_mut(seat as usize)?;
        let offer = if let Step::Offer(offer) = step { Some(offer) } else { None };
        let offering = offer.and_then(|offer| temple_index(offer.temple));
        if let (Some(offer), Some(temple)) = (offer, offering) {
            me.temples[temple] += offer.offered as i32;
        }
        let volcanoes = view.supply.as_ref().map_or(0, |supply| supply.bag_volcanoes + supply.reserve_volcanoes);
        let remaining = (volcanoes as i32).max(1);
        let cards = view.cards.unwrap_or_default();
        let gods = [cards.kanaloa, cards.ku, cards.pele, cards.lono].map(Option::unwrap_or_default);
        let seat_of = |seat: u32| seat as usize;
        Some(Position {
            me: seat as usize,
            remaining,
            level: hoped_level(&me.temples, &me.hand, remaining, count),
            offering,
            has_offered: offer.is_some_and(|offer| offer.last_tile.is_some()),
            by_dolphin: matches!(step, Step::TakeTile(take) if take.arrival.is_some_and(|arrival| arrival.by_dolphin)),
            change: if let Step::Veto(veto) = step { veto.change } else { None },
            god_action_spent: view.god_action_spent,
            fish: view.fish.iter().map(Fish::read).collect(),
            islands: view.islands.iter().map(|island| (island.island, island.tiles.clone())).collect(),
            barred: view.volcano.as_ref().map_or_else(Vec::new, |volcano| volcano.barred.clone()),
            players,
            owners: gods.map(|god| god.owner.map(seat_of)),
            safe_from_ku: gods[KU].protector.map(seat_of),
        })
    }

    /// The player who decides.
    pub(super) fn mine(&self) -> &Player {
        &self.players[self.me]
    }

    pub(super) fn mine_mut(&mut self) -> &mut Player {
        &mut self.players[self.me]
    }

    /// The other players.
    pub(super) fn others(&self) -> impl Iterator<Item = &Player> {
        self.players.iter().filter(|player| player.seat != self.me)
    }

    /// The tiles on an island.
    pub(super) fn tiles_on(&self, island: i32) -> &[i32] {
        self.islands.iter().find(|(known, _)| *known == island).map_or(&[], |(_, tiles)| tiles)
    }

    /// Puts one tile of an island in the place of another.
    pub(super) fn put_in_place(&mut self, island: i32, old: i32, new: i32) {
        let tiles = self.islands.iter_mut().filter(|(known, _)| *known == island).flat_map(|(_, tiles)| tiles);
        if let Some(tile) = tiles.into_iter().find(|tile| **tile == old) {
            *tile = new;
        }
    }

    /// The islands that I can reach from this one, except those that the volcano bars.
    pub(super) fn ways_from(&self, island: i32) -> impl Iterator<Item = i32> {
        let fish =
            self.fish.iter().filter(move |fish| fish.tail == island && (fish.white || fish.owner == Some(self.me)));
        fish.map(|fish| fish.head).filter(|head| !self.barred.contains(head))
    }

    /// Who owns Ku's god card.
    pub(super) fn robber(&self) -> Option<usize> {
        self.owners[KU]
    }
}

impl Fish {
    fn read(fish: &kl::Fish) -> Fish {
        let owner = match fish.owner {
            Some(Owner::Seat(seat)) => Some(seat as usize),
            Some(Owner::Neutral(_)) | None => None,
        };
        Fish { tail: fish.tail, head: fish.head, owner, white: fish.side() == kl::FishSide::White }
    }

    pub(super) fn joins(&self, one: i32, other: i32) -> bool {
        (self.tail, self.head) == (one, other) || (self.tail, self.head) == (other, one)
    }

    /// With head and tail exchanged.
    pub(super) fn reversed(self) -> Fish {
        Fish { tail: self.head, head: self.tail, ..self }
    }

    /// With the other side up.
    pub(super) fn recoloured(self) -> Fish {
        Fish { white: !self.white, ..self }
    }
}

impl Player {
    fn read(seat: usize, player: &kl::Player) -> Player {
        let mut hand = player.hand.clone();
        hand.sort_unstable();
        let temples = player.temples.unwrap_or_default();
        let temples = [temples.kanaloa, temples.ku, temples.pele, temples.lono, temples.kane];
        Player { seat, pieces: player.pieces.clone(), temples: temples.map(|value| value as i32), hand }
    }

    /// Whether a piece stands on this island.
    pub(super) fn stands_on(&self, island: i32) -> bool {
        self.pieces.iter().any(|piece| island_of(piece) == Some(island))
    }

    /// The islands of the pieces that aren't blocked. The dolphin doesn't count as an island.
    pub(super) fn free_islands(&self) -> impl Iterator<Item = i32> {
        self.pieces.iter().filter(|piece| !piece.blocked).filter_map(island_of)
    }
}

/// Where a piece stands; `None` on the dolphin.
pub(super) fn island_of(piece: &kl::Piece) -> Option<i32> {
    match piece.location {
        Some(Location::Island(island)) => Some(island),
        Some(Location::Dolphin(_)) | None => None,
    }
}

/// The index of the temple that has this number in a message; `None` if none has it.
pub(super) fn temple_index(number: i32) -> Option<usize> {
    usize::try_from(number).ok()?.checked_sub(1).filter(|temple| *temple <= KANE)
}
