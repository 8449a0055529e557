//! What events change. This file has the steps of a turn; draws and the end of a round are in `apply/`.

mod draws;
mod round;

use super::action::Action;
use super::boats::Fleet;
use super::home::Row;
use super::legal::copies;
use super::places::{Dock, Islet, Place, Spot};
use super::ruleset::Gain;
use super::stage::{Bill, Draw, Harbour, Purpose, Stage};
use super::state::{Chief, Hawaii};
use super::supply::Payment;
use super::tiles::{Side, Tile};
use super::tokens::Token;

impl Hawaii {
    /// Applies an action, and then every step of the turn that has only one answer (W26).
    pub(super) fn apply_action(&mut self, action: Action) {
        self.apply_step(action);
        while let Some(only) = self.only_answer() {
            self.apply_step(only);
        }
    }

    /// Applies an action, and no step after it. The text of a turn is made step by step from this.
    pub fn apply_step(&mut self, action: Action) {
        match (self.board.stage, action) {
            (Stage::Move, Action::Place(place)) => self.go(place),
            (Stage::Move, Action::Cove) => self.land(Harbour::Cove),
            (Stage::Move, Action::Dock(dock)) => self.land(Harbour::Dock(dock)),
            (Stage::Move, Action::Track(spot)) => self.retire(spot),
            (Stage::Pay(bill), Action::Pay(payment)) => self.pay(bill, payment),
            (Stage::Price { units }, Action::Price(token)) => self.take_token(token, units),
            (Stage::Buy { price, units }, Action::Buy(tile, side)) => {
                self.charge(Purpose::Tile(tile, side), price * side.number(), units);
            }
            (Stage::Row { tile, side }, Action::Row(row)) => self.lay(tile, side, row),
            (Stage::Boats(harbour), Action::Boats(fleet)) => self.send(harbour, fleet),
            (Stage::Fish { sent, caught }, Action::Fish(fish)) => self.catch(sent, caught, fish),
            (Stage::Fish { sent, caught }, Action::Stop) => {
                self.charge(Purpose::Fish, self.rules.boats.cost(sent, caught), self.units());
            }
            (Stage::Reward(_), Action::Reward(tile)) => self.receive(tile, Side::Two, self.rules.islet_copies(tile)),
            (stage, action) => panic!("{action} doesn't answer {stage:?}"),
        }
    }

    /// Goes to a place of the island; the way is paid first (W2).
    fn go(&mut self, place: Place) {
        let feet = self.rules.feet_to(self.player().place(), place);
        self.player_mut().chief = Chief::Place(place);
        self.charge(Purpose::Move, feet, self.units());
    }

    /// Goes to the beach, which is free (W2).
    fn land(&mut self, harbour: Harbour) {
        self.player_mut().chief = Chief::Beach;
        self.board.stage = Stage::Boats(harbour);
    }

    /// Goes to the turn order track: the round is over for the player (W1, W12).
    fn retire(&mut self, spot: Spot) {
        self.take_spot(spot);
        self.end_turn();
    }

    /// Takes a place of the track and the token that lies there.
    pub fn take_spot(&mut self, spot: Spot) {
        let token = spot.index().checked_sub(1).and_then(|index| self.board.track[index].take());
        let player = self.player_mut();
        player.chief = Chief::Track(spot);
        if let Some(token) = token {
            player.prices.put(token.index());
        }
    }

    /// Asks for a payment, or goes on where there is nothing to pay.
    fn charge(&mut self, purpose: Purpose, cost: u8, units: u8) {
        self.board.stage = Stage::Pay(Bill { purpose, cost, units });
        if cost == 0 {
            self.pay(Bill { purpose, cost, units }, Payment { shells: 0, feet: 0, fruit: 0 });
        }
    }

    fn pay(&mut self, bill: Bill, payment: Payment) {
        let supply = self.supply_mut();
        *supply = supply.less(payment);
        match bill.purpose {
            Purpose::Move => {
                let used = payment.units(bill.due().coin);
                let units = self.rules.units_after(self.player().exchange_huts(), used);
                self.board.stage = Stage::Price { units };
            }
            Purpose::Tile(tile, side) => self.receive(tile, side, copies(tile, side)),
            Purpose::Fish => self.end_turn(),
            Purpose::Dock(dock) => self.visit(dock),
        }
    }

    /// Takes a price token, which counts its number whatever will be paid (W5).
    fn take_token(&mut self, token: Token, units: u8) {
        if let Some(place) = self.player().place() {
            let tokens = &mut self.board.tokens[place.index()];
            let at = tokens.iter().position(|other| *other == token);
            tokens.remove(at.expect("the token lies here"));
        }
        self.player_mut().prices.put(token.index());
        self.board.stage = Stage::Buy { price: token.number(), units };
    }

    /// Boats that were sent are spent for the round (W7, W8).
    fn send(&mut self, harbour: Harbour, fleet: Fleet) {
        let player = self.player_mut();
        player.ready = player.ready.without(fleet);
        player.spent = player.spent.and(fleet);
        match harbour {
            Harbour::Cove => self.board.stage = Stage::Fish { sent: fleet, caught: 0 },
            Harbour::Dock(dock) => {
                let cost = self.rules.boats.cost(fleet, self.rules.docks[dock.index()].feet);
                self.charge(Purpose::Dock(dock), cost, self.units());
            }
        }
    }

    /// Of the tokens with this number of fish, the lowest is taken (W7).
    fn catch(&mut self, sent: Fleet, caught: u8, fish: u8) {
        let cove = &self.board.cove;
        let lowest =
            Token::ALL.into_iter().find(|token| cove.count(token.index()) > 0 && self.rules.fish_of(*token) == fish);
        let token = lowest.expect("a token with this number of fish is in the cove");
        self.board.cove.take(token.index());
        self.player_mut().fish.put(token.index());
        self.board.stage = Stage::Fish { sent, caught: caught + 1 };
    }

    /// The points come first, then what the islet brings; it goes face up under the pile at once (W8, W9).
    fn visit(&mut self, dock: Dock) {
        self.player_mut().points += u32::from(self.rules.docks[dock.index()].points);
        let islet = self.board.docks[dock.index()].take().expect("the dock has an islet");
        self.board.visited.put(islet.index());
        if islet == Islet::Points {
            self.player_mut().points += u32::from(self.rules.islet_rewards.points);
        }
        if self.rewards(islet).next().is_some() {
            self.board.stage = Stage::Reward(islet);
        } else {
            self.end_turn();
        }
    }

    /// Takes what was bought or received; `count` is above 1 only for kahunas and tikis.
    fn receive(&mut self, tile: Tile, side: Side, count: u8) {
        if tile.kind().is_some() {
            self.board.stage = Stage::Row { tile, side };
            return;
        }
        match (tile, side) {
            (Tile::Boat, Side::One) => self.player_mut().ready.ones += 1,
            (Tile::Boat, Side::Two) => self.player_mut().ready.twos += 1,
            _ => (0..count).for_each(|_| self.put_beside(tile)),
        }
        self.board.piles[tile.index()] -= count;
        self.end_turn();
    }

    /// Puts up a kahuna or a tiki; its space pays at once (W23).
    fn put_beside(&mut self, tile: Tile) {
        let home = &mut self.player_mut().home;
        let built = if tile == Tile::Kahuna { &mut home.kahunas } else { &mut home.tikis };
        let space = usize::from(*built);
        *built += 1;
        let gains = &self.rules.beside;
        let Gain { shells, feet } =
            if tile == Tile::Kahuna { gains.kahuna_gains[space] } else { gains.tiki_gains[space] };
        let supply = self.supply_mut();
        supply.shells += u16::from(shells);
        supply.feet += u16::from(feet);
    }

    /// Lays a tile in a village; where a god was taken, the next of its stack is drawn (W17, W20, W22).
    fn lay(&mut self, tile: Tile, side: Side, row: Row) {
        let kind = tile.kind().expect("a tile for a village");
        let Some(stack) = tile.stack() else {
            self.board.piles[tile.index()] -= 1;
            self.player_mut().home.lay(kind, side, row, None);
            return self.end_turn();
        };
        let god = self.board.tops[stack.index()].take();
        self.player_mut().home.lay(kind, side, row, god);
        if self.board.below[stack.index()] > 0 {
            self.board.stage = Stage::Draw(Draw::God(stack));
        } else {
            self.end_turn();
        }
    }

    /// The next player in turn order whose chieftain isn't on the track acts; if there is none, the round ends (W1).
    fn end_turn(&mut self) {
        let board = &mut self.board;
        board.turn += 1;
        let seats = board.order.len() as u8;
        for _ in 0..seats {
            board.current = if board.current + 1 < seats { board.current + 1 } else { 0 };
            if !matches!(board.players[board.current_seat()].chief, Chief::Track(_)) {
                board.stage = Stage::Move;
                return;
            }
        }
        self.end_round();
    }
}
