//! Games set up by hand, for tests.
#![expect(missing_docs, reason = "each way to set something up is named after what it sets")]

use std::sync::{Arc, LazyLock};

use super::tokens::insert_sorted;
use super::{
    Chief, Draw, Fleet, God, Hawaii, Kind, Place, Player, Row, Rules, Side, Site, SiteTokens, Stage, Supply, Tile,
    Token, TokenBag,
};
use crate::dice::{Dice, Seed};
use crate::game::{Event, Game, Phase};
use crate::ruleset::Ruleset;
use crate::seat::{Seat, SeatCount};

static RULES: LazyLock<Arc<Rules>> = LazyLock::new(|| Ruleset::<Hawaii>::built_in().rules);

/// The built-in rules.
pub fn rules() -> &'static Arc<Rules> {
    &RULES
}

pub fn seats(count: usize) -> SeatCount {
    SeatCount::new(count).unwrap()
}

pub fn place(number: u32) -> Place {
    Place::from_number(number).unwrap()
}

pub fn row(number: u32) -> Row {
    Row::from_number(number).unwrap()
}

pub fn token(text: &str) -> Token {
    Token::ALL.into_iter().find(|token| token.to_string() == text).unwrap()
}

pub fn bag(texts: &str) -> TokenBag {
    let mut bag = TokenBag::EMPTY;
    texts.split_whitespace().for_each(|text| bag.put(token(text).index()));
    bag
}

/// A game before its first decision: sites in the order of [`Site::ALL`] from place 0 on, so distances from the beach
/// are shellfoot 1, fruit 1, kahunas 2, spearexchange 2, hula 2, surfers 3, gods 3, boats 3, longhuts 4, irrigation 4;
/// Kane and Kanaloa on the stacks; islets hula, surfer, fruit, kahunas; seats in order; the tokens 2, 3, 4, 5 on the
/// track and none anywhere else.
pub type Scene = crate::scene::Scene<Hawaii>;

const GODS_AND_ISLETS: &str = "god:kane god:kanaloa islet:hula islet:surfer islet:fruit islet:kahunas";

impl Scene {
    pub fn new(count: usize) -> Scene {
        Scene::with_sites(count, Site::ALL)
    }

    pub fn with_sites(count: usize, sites: [Site; 10]) -> Scene {
        Scene::with_rules(count, sites, rules())
    }

    pub fn with_rules(count: usize, sites: [Site; 10], rules: &Arc<Rules>) -> Scene {
        let mut scene = crate::scene::Scene(Hawaii::start(seats(count), (), rules));
        for site in sites {
            scene.play(&format!("site:{site}"));
        }
        scene.play(GODS_AND_ISLETS);
        for seat in 0..count {
            scene.play(&format!("seat:{seat}"));
        }
        scene.draw();
        let board = &mut scene.0.board;
        board.bag = rules.tokens;
        board.cove = TokenBag::EMPTY;
        board.tokens.iter_mut().for_each(SiteTokens::clear);
        for (index, text) in ["2", "3", "4", "5"].into_iter().enumerate().take(count - 1) {
            board.bag.take(token(text).index());
            board.track[index] = Some(token(text));
        }
        scene
    }

    /// Draws at random until somebody is to decide, or the game is over.
    pub fn draw(&mut self) {
        let mut dice = Dice::new(Seed::from_number(1));
        while self.0.phase() == Phase::Chance {
            let chance = self.0.sample_chance(&mut dice);
            self.0.play_unchecked(Event::Chance(chance));
        }
    }

    /// Price tokens for a place.
    pub fn prices(mut self, at: u32, texts: &str) -> Scene {
        for text in texts.split_whitespace() {
            self.0.board.bag.take(token(text).index());
            insert_sorted(&mut self.0.board.tokens[place(at).index()], token(text));
        }
        self
    }

    /// Tokens for the cove.
    pub fn cove(mut self, texts: &str) -> Scene {
        for text in texts.split_whitespace() {
            self.0.board.bag.take(token(text).index());
            self.0.board.cove.put(token(text).index());
        }
        self
    }

    pub fn supply(mut self, seat: u8, shells: u16, feet: u16, fruit: u16) -> Scene {
        self.0.supplies[Seat::new(seat)] = Supply { shells, feet, fruit };
        self
    }

    /// Tiles of a village, side I up, or side II where the name ends in a 2: `shellhut taro2 kane`.
    pub fn village(mut self, seat: u8, number: u32, tiles: &str) -> Scene {
        for text in tiles.split_whitespace() {
            let (name, side) = match text.strip_suffix('2') {
                Some(name) => (name, Side::Two),
                None => (text, Side::One),
            };
            let home = &mut self.0.board.players[Seat::new(seat)].home;
            if let Ok(god) = name.parse::<God>() {
                home.lay(Kind::God, side, row(number), Some(god));
                self.0.board.unseen.take(god.index());
                let deeper = usize::from(self.0.board.below[0] < self.0.board.below[1]);
                self.0.board.below[deeper] -= 1;
            } else {
                let tile = name.parse::<Tile>().unwrap();
                home.lay(tile.kind().unwrap(), side, row(number), None);
                self.0.board.piles[tile.index()] -= 1;
            }
        }
        self
    }

    /// Kahunas and tikis, whose spaces have paid already.
    pub fn beside(mut self, seat: u8, kahunas: u8, tikis: u8) -> Scene {
        let home = &mut self.0.board.players[Seat::new(seat)].home;
        (home.kahunas, home.tikis) = (kahunas, tikis);
        self.0.board.piles[Tile::Kahuna.index()] -= kahunas;
        self.0.board.piles[Tile::Tiki.index()] -= tikis;
        self
    }

    /// Boats besides the starting one, ready.
    pub fn boats(mut self, seat: u8, ones: u8, twos: u8) -> Scene {
        self.0.board.players[Seat::new(seat)].ready = Fleet { start: 1, ones, twos };
        self.0.board.piles[Tile::Boat.index()] -= ones + twos;
        self
    }

    pub fn stand(mut self, seat: u8, at: u32) -> Scene {
        self.0.board.players[Seat::new(seat)].chief = Chief::Place(place(at));
        self
    }

    /// The price tokens that a seat has taken this round.
    pub fn taken(mut self, seat: u8, texts: &str) -> Scene {
        for text in texts.split_whitespace() {
            self.0.board.bag.take(token(text).index());
            self.0.board.players[Seat::new(seat)].prices.put(token(text).index());
        }
        self
    }

    /// The tokens that a seat has caught this round.
    pub fn caught(mut self, seat: u8, texts: &str) -> Scene {
        for text in texts.split_whitespace() {
            self.0.board.bag.take(token(text).index());
            self.0.board.players[Seat::new(seat)].fish.put(token(text).index());
        }
        self
    }

    pub fn round(mut self, round: u8) -> Scene {
        self.0.board.round = round;
        self
    }

    /// Draws the first outcome that is listed, until such a draw is due or a seat is to decide. Counts the draws.
    pub fn draw_first_until(&mut self, due: impl Fn(Draw) -> bool) -> u32 {
        let mut draws = 0;
        while let Stage::Draw(draw) = self.0.board.stage
            && !due(draw)
        {
            let first = self.outcomes().swap_remove(0).0;
            self.play(&first);
            draws += 1;
        }
        draws
    }

    pub fn has(&self, seat: u8) -> (u16, u16, u16) {
        let Supply { shells, feet, fruit } = self.0.supplies[Seat::new(seat)];
        (shells, feet, fruit)
    }

    pub fn player(&self, seat: u8) -> &Player {
        &self.0.board.players[Seat::new(seat)]
    }

    pub fn points(&self, seat: u8) -> u32 {
        self.player(seat).points
    }
}
