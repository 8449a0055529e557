//! Tests by ruling: each name begins with the identifier of what it shows. This file sets positions up.

mod asking;
mod cards;
mod dolphin;
#[cfg(feature = "wire")]
mod drawing;
mod draws;
mod kanaloa_turns;
mod ku_robs;
mod lono_helps;
mod notation;
mod options;
mod pele_erupts;
mod random;
mod ruleset;
mod sacrificing;
mod scoring;
mod starting;
mod telling;
mod two_players;
mod views;

use super::*;
use crate::dice::{Dice, Seed};
use crate::ruleset::Ruleset;

/// A game somewhere in the middle, with the fish of the set-up for beginners. Red is to take the main action of turn 1.
///
/// Nobody has cards, tiles or temples. Red stands on c, from where white fish lead to a and its own to f; yellow
/// stands on h, green on e with three and four players, blue on l. The tiles on the islands are the first in order.
type Scene = crate::scene::Scene<Kanaloa>;

/// The default options: the players lay the fish.
const STANDARD: Options = Options { setup: Setup::Standard, offerings: LeftOut::Selected, pairing: Pairing::LonoKu };
/// The fish lie as the ruleset says.
const BEGINNER: Options = Options { setup: Setup::Beginner, ..STANDARD };

const RED: Seat = Seat::new(0);
const YELLOW: Seat = Seat::new(1);
const GREEN: Seat = Seat::new(2);
const BLUE: Seat = Seat::new(3);

impl Scene {
    fn new(seats: usize) -> Scene {
        Scene::with_options(seats, BEGINNER)
    }

    fn with_options(seats: usize, options: Options) -> Scene {
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

    fn turn_of(self, seat: Seat) -> Scene {
        self.with(|game| game.turn.seat = seat)
    }

    /// The pieces are written like `c d:blocked` or `dolphin`.
    fn pieces(self, seat: Seat, pieces: &str) -> Scene {
        self.with(|game| {
            game.players[seat].pieces = pieces.split_whitespace().map(|piece| piece.parse().unwrap()).collect();
            game.players[seat].pieces.sort_unstable();
        })
    }

    fn hand(self, seat: Seat, hand: &str) -> Scene {
        self.with(|game| {
            game.players[seat].hand = TileBag::EMPTY;
            hand.split_whitespace().for_each(|tile| game.players[seat].hand.put(tile.parse::<Tile>().unwrap().index()));
        })
    }

    fn temple(self, seat: Seat, temple: &str, value: u16) -> Scene {
        self.with(|game| game.players[seat].temples[temple.parse().unwrap()] = value)
    }

    fn owner(self, god: God, seat: Seat) -> Scene {
        self.with(|game| game.cards[god].owner = Some(seat))
    }

    fn protected(self, god: God, seat: Seat) -> Scene {
        self.with(|game| game.cards[god].protection = Some(seat))
    }

    fn tiles(self, island: &str, tiles: &str) -> Scene {
        self.with(|game| {
            let island = island.parse().unwrap();
            let old: Vec<Tile> = game.tiles.on(island).collect();
            old.into_iter().for_each(|tile| game.tiles.take(island, tile));
            tiles.split_whitespace().for_each(|tile| game.tiles.put(island, tile.parse().unwrap()));
        })
    }

    /// Replaces the fish on a current; it is written as in the ruleset: `C>A blue white`.
    fn fish(self, fish: &str) -> Scene {
        self.with(|game| {
            let fish: Fish = fish.parse().unwrap();
            let current = game.components.map.current(fish.arrow).expect("a current");
            let others = game.shoal.fish(&game.components.map);
            game.shoal = fish::Shoal::NONE;
            for other in others {
                let here = game.components.map.current(other.arrow).expect("a current");
                game.shoal.lay(&game.components.map, here, if here == current { fish } else { other });
            }
        })
    }

    /// A volcano that goes when its placer has finished the next turn.
    fn volcano(self, placer: Seat, site: &str) -> Scene {
        self.with(|game| {
            game.volcano = Some(Volcano { site: site.parse().unwrap(), placer, clock: Clock::NextTurn });
        })
    }

    /// This many volcano tiles have been drawn.
    fn volcanoes_drawn(self, count: u8) -> Scene {
        self.with(|game| {
            game.supply.volcanoes_drawn = count;
            game.supply.bag_volcanoes = game.components.volcanoes - game.components.reserve_volcanoes - count;
        })
    }

    fn hand_of(&self, seat: Seat) -> String {
        let hand = &self.0.players[seat].hand;
        let each = Tile::kinds_in(hand).flat_map(|tile| vec![tile.to_string(); hand.count(tile.index()).into()]);
        each.collect::<Vec<_>>().join(" ")
    }

    fn pieces_of(&self, seat: Seat) -> String {
        self.0.players[seat].pieces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn tiles_on(&self, island: &str) -> String {
        let tiles = self.0.tiles.on(island.parse().unwrap());
        tiles.map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The fish on the current between these islands, as `ca blue white`.
    fn fish_on(&self, current: &str) -> String {
        let current = self.0.map().current(current.parse().unwrap());
        let fish = self.0.shoal.fish(self.0.map());
        let here = fish.iter().find(|fish| self.0.map().current(fish.arrow) == current).expect("a fish");
        let side = if here.side == Side::White { "white" } else { "coloured" };
        format!("{} {} {side}", here.arrow, here.colour)
    }

    fn card(&self, god: God) -> (Option<Seat>, Option<Seat>) {
        (self.0.cards[god].owner, self.0.cards[god].protection)
    }
}
