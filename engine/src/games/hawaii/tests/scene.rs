//! Positions for tests: a table that is laid out as a test wants it, and played on in notation.

use std::sync::{Arc, LazyLock};

use crate::dice::{Dice, Seed};
use crate::game::{Event, Game, Phase};
use crate::games::hawaii::*;
use crate::seat::{Seat, SeatCount};

static RULES: LazyLock<Arc<Rules>> = LazyLock::new(|| Arc::new(Hawaii::rules(Hawaii::INFO.ruleset).unwrap()));

/// The usual rules.
pub(super) fn rules() -> &'static Arc<Rules> {
    &RULES
}

pub(super) fn seats(count: usize) -> SeatCount {
    SeatCount::new(count).unwrap()
}

pub(super) fn place(number: u32) -> Place {
    Place::from_number(number).unwrap()
}

pub(super) fn row(number: u32) -> Row {
    Row::from_number(number).unwrap()
}

pub(super) fn token(text: &str) -> Token {
    Token::ALL.into_iter().find(|token| token.to_string() == text).unwrap()
}

pub(super) fn bag(texts: &str) -> TokenBag {
    let mut bag = TokenBag::EMPTY;
    texts.split_whitespace().for_each(|text| bag.put(token(text).index()));
    bag
}

/// A game before its first decision: sites in the order of [`Site::ALL`] from place 0 on, so distances from the beach
/// are shellfoot 1, fruit 1, kahunas 2, spearexchange 2, hula 2, surfers 3, gods 3, boats 3, longhuts 4, irrigation 4;
/// Kane and Kanaloa on the stacks; islets hula, surfer, fruit, kahunas; seats in order; the tokens 2, 3, 4, 5 on the
/// track and none anywhere else.
pub(super) struct Scene {
    pub(super) game: Hawaii,
}

const GODS_AND_ISLETS: &str = "god:kane god:kanaloa islet:hula islet:surfer islet:fruit islet:kahunas";

impl Scene {
    pub(super) fn new(count: usize) -> Scene {
        Scene::with_sites(count, Site::ALL)
    }

    pub(super) fn with_sites(count: usize, sites: [Site; 10]) -> Scene {
        Scene::with_rules(count, sites, rules())
    }

    pub(super) fn with_rules(count: usize, sites: [Site; 10], rules: &Arc<Rules>) -> Scene {
        let mut scene = Scene { game: Hawaii::start(seats(count), (), rules) };
        for site in sites {
            scene.play(&format!("site:{}", site.name()));
        }
        scene.play(GODS_AND_ISLETS);
        for seat in 0..count {
            scene.play(&format!("seat:{seat}"));
        }
        scene.draw();
        let board = &mut scene.game.board;
        board.bag = rules.tokens;
        board.cove = TokenBag::EMPTY;
        board.shells.iter_mut().for_each(Shells::clear);
        for (index, text) in ["2", "3", "4", "5"].into_iter().enumerate().take(count - 1) {
            board.bag.take(token(text).index());
            board.track[index] = Some(token(text));
        }
        scene
    }

    /// Draws at random until somebody is to decide, or the game is over.
    pub(super) fn draw(&mut self) {
        let mut dice = Dice::new(Seed::from_number(1));
        while self.game.phase() == Phase::Chance {
            let chance = self.game.sample_chance(&mut dice);
            self.game.play_unchecked(Event::Chance(chance));
        }
    }

    /// Price tokens for a place.
    pub(super) fn prices(mut self, at: u32, texts: &str) -> Scene {
        for text in texts.split_whitespace() {
            self.game.board.bag.take(token(text).index());
            tokens::insert_sorted(&mut self.game.board.shells[place(at).index()], token(text));
        }
        self
    }

    /// Tokens for the cove.
    pub(super) fn cove(mut self, texts: &str) -> Scene {
        for text in texts.split_whitespace() {
            self.game.board.bag.take(token(text).index());
            self.game.board.cove.put(token(text).index());
        }
        self
    }

    pub(super) fn supply(mut self, seat: u8, shells: u16, feet: u16, fruit: u16) -> Scene {
        self.game.supplies[Seat::new(seat)] = Supply { shells, feet, fruit };
        self
    }

    /// Tiles of a village, side I up, or side II where the name ends in a 2: `shellhut taro2 kane`.
    pub(super) fn village(mut self, seat: u8, number: u32, tiles: &str) -> Scene {
        for text in tiles.split_whitespace() {
            let (name, side) = match text.strip_suffix('2') {
                Some(name) => (name, Side::Two),
                None => (text, Side::One),
            };
            let home = &mut self.game.board.players[Seat::new(seat)].home;
            if let Some(god) = God::from_name(name) {
                home.lay(Kind::God, side, row(number), Some(god));
                self.game.board.unseen.take(god.index());
                let deeper = usize::from(self.game.board.below[0] < self.game.board.below[1]);
                self.game.board.below[deeper] -= 1;
            } else {
                let tile = Tile::from_name(name).unwrap();
                home.lay(tile.kind().unwrap(), side, row(number), None);
                self.game.board.piles[tile.index()] -= 1;
            }
        }
        self
    }

    /// Kahunas and tikis, whose spaces have paid already.
    pub(super) fn beside(mut self, seat: u8, kahunas: u8, tikis: u8) -> Scene {
        let home = &mut self.game.board.players[Seat::new(seat)].home;
        (home.kahunas, home.tikis) = (kahunas, tikis);
        self.game.board.piles[Tile::Kahuna.index()] -= kahunas;
        self.game.board.piles[Tile::Tiki.index()] -= tikis;
        self
    }

    /// Boats besides the starting one, ready.
    pub(super) fn boats(mut self, seat: u8, ones: u8, twos: u8) -> Scene {
        self.game.board.players[Seat::new(seat)].ready = Fleet { start: 1, ones, twos };
        self.game.board.piles[Tile::Boat.index()] -= ones + twos;
        self
    }

    pub(super) fn stand(mut self, seat: u8, at: u32) -> Scene {
        self.game.board.players[Seat::new(seat)].chief = Chief::Place(place(at));
        self
    }

    /// The price tokens that a seat has taken this round.
    pub(super) fn taken(mut self, seat: u8, texts: &str) -> Scene {
        for text in texts.split_whitespace() {
            self.game.board.bag.take(token(text).index());
            self.game.board.players[Seat::new(seat)].prices.put(token(text).index());
        }
        self
    }

    /// The tokens that a seat has caught this round.
    pub(super) fn caught(mut self, seat: u8, texts: &str) -> Scene {
        for text in texts.split_whitespace() {
            self.game.board.bag.take(token(text).index());
            self.game.board.players[Seat::new(seat)].fish.put(token(text).index());
        }
        self
    }

    pub(super) fn round(mut self, round: u8) -> Scene {
        self.game.board.round = round;
        self
    }

    /// Plays these events, checked: actions of whoever is to act, and chance outcomes.
    #[track_caller]
    pub(super) fn play(&mut self, events: &str) {
        for text in events.split_whitespace() {
            match self.game.phase() {
                Phase::Decide(_) => {
                    let action = Event::Action(text.parse().unwrap());
                    self.game.play(action).unwrap_or_else(|error| panic!("{text}: {error}"));
                }
                Phase::Chance => {
                    let chance = text.parse().unwrap();
                    let possible = self.game.outcomes();
                    assert!(possible.iter().any(|(outcome, _)| *outcome == chance), "{text}: {possible:?}");
                    self.game.play_unchecked(Event::Chance(chance));
                }
                Phase::Over(_) => panic!("{text}: the game is over"),
            }
        }
    }

    /// The same, to chain.
    #[track_caller]
    pub(super) fn played(mut self, events: &str) -> Scene {
        self.play(events);
        self
    }

    /// The legal list in notation, joined by blanks.
    pub(super) fn legal(&self) -> String {
        let mut legal = Vec::new();
        self.game.legal_actions(&mut legal);
        legal.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    /// The part of the legal list that begins so.
    pub(super) fn legal_with(&self, start: &str) -> String {
        self.legal().split(' ').filter(|text| text.starts_with(start)).collect::<Vec<_>>().join(" ")
    }

    /// Why whoever is to act may not do this; panics if it is legal.
    #[track_caller]
    pub(super) fn refusal(&self, action: &str) -> String {
        self.game.check(self.to_act(), &action.parse().unwrap()).expect_err("it is legal").to_string()
    }

    #[track_caller]
    pub(super) fn to_act(&self) -> Seat {
        match self.game.phase() {
            Phase::Decide(seat) => seat,
            other => panic!("nobody is to act: {other:?}"),
        }
    }

    pub(super) fn has(&self, seat: u8) -> (u16, u16, u16) {
        let Supply { shells, feet, fruit } = self.game.supplies[Seat::new(seat)];
        (shells, feet, fruit)
    }

    pub(super) fn player(&self, seat: u8) -> &Player {
        &self.game.board.players[Seat::new(seat)]
    }

    pub(super) fn points(&self, seat: u8) -> u32 {
        self.player(seat).points
    }

    pub(super) fn outcomes(&self) -> Vec<String> {
        self.game.outcomes().iter().map(|(outcome, weight)| format!("{outcome}*{weight}")).collect()
    }
}
