//! The parts of a view that the bot uses, as plain numbers: islands, colours and tiles have the numbers of
//! `kanaloa.proto`.

use kahua_client::games::kanaloa::v1 as kl;

use super::worth::{KANE, hoped_level};

/// Ku's index among the cards.
const KU: usize = 1;

/// The parts of a view that the bot uses.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// The colour of the player who decides.
    pub(super) me: i32,
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
    pub(super) change: i32,
    /// Tail and head of that fish.
    pub(super) changed: (i32, i32),
    pub(super) god_action_spent: bool,
    pub(super) fish: Vec<Fish>,
    /// The tiles of each island.
    pub(super) islands: Vec<(i32, Vec<i32>)>,
    /// The islands that nobody may enter.
    pub(super) barred: Vec<i32>,
    /// By seat.
    pub(super) players: Vec<Player>,
    /// Who owns the god cards of Kanaloa, Ku, Pele and Lono.
    pub(super) owners: [i32; 4],
    /// Who owns Ku's protection card.
    pub(super) safe_from_ku: i32,
}

/// A fish on a current.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fish {
    pub(super) tail: i32,
    pub(super) head: i32,
    pub(super) colour: i32,
    pub(super) white: bool,
}

/// What belongs to one player.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) colour: i32,
    pub(super) pieces: Vec<kl::Piece>,
    /// Kanaloa's, Ku's, Pele's, Lono's and Kane's; including what was laid down for an unfinished sacrifice.
    pub(super) temples: [i32; 5],
    /// In ascending order.
    pub(super) hand: Vec<i32>,
}

impl Position {
    /// `None` if the view doesn't say who decides.
    pub(super) fn read(view: &kl::View) -> Option<Position> {
        let open = view.open.as_ref()?;
        let mut players: Vec<Player> =
            (1..).zip(&view.players).map(|(colour, player)| Player::read(colour, player)).collect();
        let count = players.len() as i32;
        let me = players.get_mut(from_zero(open.player)?)?;
        let offering = from_zero(open.temple).filter(|temple| *temple <= KANE);
        if let Some(temple) = offering {
            me.temples[temple] += open.offered as i32;
        }
        let volcanoes = view.supply.as_ref().map_or(0, |supply| supply.bag_volcanoes + supply.reserve_volcanoes);
        let remaining = (volcanoes as i32).max(1);
        let cards = view.cards.unwrap_or_default();
        Some(Position {
            me: open.player,
            remaining,
            level: hoped_level(&me.temples, &me.hand, remaining, count),
            offering,
            has_offered: open.last_tile > 0,
            by_dolphin: open.by_dolphin,
            change: open.change,
            changed: (open.tail, open.head),
            god_action_spent: view.god_action_spent,
            fish: view.fish.iter().map(Fish::read).collect(),
            islands: view.islands.iter().map(|island| (island.island, island.tiles.clone())).collect(),
            barred: view.volcano.as_ref().map_or_else(Vec::new, |volcano| volcano.barred.clone()),
            players,
            owners: [cards.kanaloa, cards.ku, cards.pele, cards.lono].map(|card| card.unwrap_or_default().owner),
            safe_from_ku: cards.ku.unwrap_or_default().protection,
        })
    }

    /// The player who decides.
    pub(super) fn mine(&self) -> &Player {
        &self.players[self.me as usize - 1]
    }

    pub(super) fn mine_mut(&mut self) -> &mut Player {
        &mut self.players[self.me as usize - 1]
    }

    /// The other players.
    pub(super) fn others(&self) -> impl Iterator<Item = &Player> {
        self.players.iter().filter(|player| player.colour != self.me)
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
        let fish = self.fish.iter().filter(move |fish| fish.tail == island && (fish.white || fish.colour == self.me));
        fish.map(|fish| fish.head).filter(|head| !self.barred.contains(head))
    }

    /// Who owns Ku's god card.
    pub(super) fn robber(&self) -> i32 {
        self.owners[KU]
    }
}

impl Fish {
    fn read(fish: &kl::Fish) -> Fish {
        Fish { tail: fish.tail, head: fish.head, colour: fish.colour, white: fish.white }
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
    fn read(colour: i32, player: &kl::Player) -> Player {
        let mut hand = player.hand.clone();
        hand.sort_unstable();
        Player {
            colour,
            pieces: player.pieces.clone(),
            temples: std::array::from_fn(|temple| player.temples.get(temple).map_or(0, |value| *value as i32)),
            hand,
        }
    }

    /// Whether a piece stands on this island.
    pub(super) fn stands_on(&self, island: i32) -> bool {
        self.pieces.iter().any(|piece| piece.island == island)
    }

    /// The islands of the pieces that aren't blocked. The dolphin doesn't count as an island.
    pub(super) fn free_islands(&self) -> impl Iterator<Item = i32> {
        self.pieces.iter().filter(|piece| !piece.blocked && piece.island > 0).map(|piece| piece.island)
    }
}

/// The index of a seat or a temple, which messages count from 1; `None` if the number is 0.
pub(super) fn from_zero(number: i32) -> Option<usize> {
    usize::try_from(number).ok()?.checked_sub(1)
}
