//! Games set up by hand, for tests.
#![expect(missing_docs, reason = "each way to set something up is named after what it sets")]

use super::{
    Clock, Fish, God, Kanaloa, LeftOut, Options, Pairing, Piece, Setup, Shoal, Side, Stage, Tile, TileBag, Turn,
    Volcano,
};
use crate::game::{Event, Game};
use crate::ruleset::Ruleset;
use crate::seat::{Seat, SeatCount};

/// A game somewhere in the middle, with the fish of the set-up for beginners. Red is to take the main action of turn 1.
///
/// No player has cards, tiles or temples. Red stands on c, from where white fish lead to a and its own to f; yellow
/// stands on h, green on e with three and four players, blue on l. The tiles on the islands are the first in order.
pub type Scene = crate::scene::Scene<Kanaloa>;

/// The default options: the players lay the fish.
pub const STANDARD: Options =
    Options { setup: Setup::Standard, offerings: LeftOut::Selected, pairing: Pairing::LonoKu };
/// The fish lie as the ruleset says.
pub const BEGINNER: Options = Options { setup: Setup::Beginner, ..STANDARD };

pub const RED: Seat = Seat::new(0);
pub const YELLOW: Seat = Seat::new(1);
pub const GREEN: Seat = Seat::new(2);
pub const BLUE: Seat = Seat::new(3);

impl Scene {
    pub fn new(seats: usize) -> Scene {
        Scene::with_options(seats, BEGINNER)
    }

    pub fn with_options(seats: usize, options: Options) -> Scene {
        let rules = Ruleset::<Kanaloa>::built_in().rules;
        let mut game = Kanaloa::start(SeatCount::new(seats).unwrap(), options, &rules);
        let mut outcomes = Vec::new();
        while game.stage == Stage::DealTiles {
            game.chance_outcomes(&mut outcomes);
            game.play_unchecked(Event::Chance(outcomes[0].0));
        }
        for (player, island) in game.players.iter_mut().zip(["c", "h", "e", "l"]) {
            player.add_piece(Piece::free(island.parse().unwrap()));
        }
        game.turn = Turn { number: 1, seat: RED, god_action_spent: false };
        game.stage = Stage::Main;
        crate::scene::Scene(game)
    }

    pub fn turn_of(self, seat: Seat) -> Scene {
        self.with(|game| game.turn.seat = seat)
    }

    /// The pieces are written like `c d:blocked` or `dolphin`.
    pub fn pieces(self, seat: Seat, pieces: &str) -> Scene {
        self.with(|game| {
            game.players[seat].pieces = pieces.split_whitespace().map(|piece| piece.parse().unwrap()).collect();
            game.players[seat].pieces.sort_unstable();
        })
    }

    pub fn hand(self, seat: Seat, hand: &str) -> Scene {
        self.with(|game| {
            game.players[seat].hand = TileBag::EMPTY;
            hand.split_whitespace().for_each(|tile| game.players[seat].hand.put(tile.parse::<Tile>().unwrap().index()));
        })
    }

    pub fn temple(self, seat: Seat, temple: &str, value: u16) -> Scene {
        self.with(|game| game.players[seat].temples[temple.parse().unwrap()] = value)
    }

    pub fn owner(self, god: God, seat: Seat) -> Scene {
        self.with(|game| game.cards[god].owner = Some(seat))
    }

    pub fn protected(self, god: God, seat: Seat) -> Scene {
        self.with(|game| game.cards[god].protection = Some(seat))
    }

    pub fn tiles(self, island: &str, tiles: &str) -> Scene {
        self.with(|game| {
            let island = island.parse().unwrap();
            let old: Vec<Tile> = game.tiles.on(island).collect();
            old.into_iter().for_each(|tile| game.tiles.take(island, tile));
            tiles.split_whitespace().for_each(|tile| game.tiles.put(island, tile.parse().unwrap()));
        })
    }

    /// Replaces the fish on a current; it is written as in the ruleset: `C>A blue white`.
    pub fn fish(self, fish: &str) -> Scene {
        self.with(|game| {
            let fish: Fish = fish.parse().unwrap();
            let current = game.components.map.current(fish.arrow).expect("a current");
            let others = game.shoal.fish(&game.components.map);
            game.shoal = Shoal::NONE;
            for other in others {
                let here = game.components.map.current(other.arrow).expect("a current");
                game.shoal.lay(&game.components.map, here, if here == current { fish } else { other });
            }
        })
    }

    /// A volcano that goes when its placer has finished the next turn.
    pub fn volcano(self, placer: Seat, site: &str) -> Scene {
        self.with(|game| {
            game.volcano = Some(Volcano { site: site.parse().unwrap(), placer, clock: Clock::NextTurn });
        })
    }

    /// This many volcano tiles have been drawn.
    pub fn volcanoes_drawn(self, count: u8) -> Scene {
        self.with(|game| {
            game.supply.volcanoes_drawn = count;
            game.supply.bag_volcanoes = game.components.volcanoes - game.components.reserve_volcanoes - count;
        })
    }

    pub fn begin_turn(self, seat: Seat) -> Scene {
        self.with(|game| game.begin_turn(seat))
    }

    pub fn hand_of(&self, seat: Seat) -> String {
        let hand = &self.0.players[seat].hand;
        let each =
            Tile::kinds_in(hand).into_iter().flat_map(|tile| vec![tile.to_string(); hand.count(tile.index()).into()]);
        each.collect::<Vec<_>>().join(" ")
    }

    pub fn pieces_of(&self, seat: Seat) -> String {
        self.0.players[seat].pieces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    pub fn tiles_on(&self, island: &str) -> String {
        let tiles = self.0.tiles.on(island.parse().unwrap());
        tiles.map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The fish on the current between these islands, as `ca blue white`.
    pub fn fish_on(&self, current: &str) -> String {
        let current = self.0.map().current(current.parse().unwrap());
        let fish = self.0.shoal.fish(self.0.map());
        let here = fish.iter().find(|fish| self.0.map().current(fish.arrow) == current).expect("a fish");
        let side = if here.side == Side::White { "white" } else { "coloured" };
        format!("{} {} {side}", here.arrow, here.colour)
    }

    pub fn card(&self, god: God) -> (Option<Seat>, Option<Seat>) {
        (self.0.cards[god].owner, self.0.cards[god].protection)
    }
}
