//! What the draws of chance change (W9 to W11, W20).

use crate::games::hawaii::action::Chance;
use crate::games::hawaii::places::{Dock, Islet, Place, Site, Stack};
use crate::games::hawaii::stage::{Draw, Stage};
use crate::games::hawaii::state::Hawaii;
use crate::games::hawaii::tiles::God;
use crate::games::hawaii::tokens::{Token, insert_sorted};
use crate::seat::Seat;

impl Hawaii {
    pub(crate) fn apply_chance(&mut self, chance: Chance) {
        let Stage::Draw(draw) = self.board.stage else { panic!("no draw is due, so {chance} can't come") };
        match (draw, chance) {
            (Draw::Site, Chance::Site(site)) => self.lay_out(site),
            (Draw::God(stack), Chance::God(god)) => self.turn_up(stack, god),
            (Draw::Islet(dock), Chance::Islet(islet)) => self.dock_islet(dock, islet),
            (Draw::Seat, Chance::Seat(seat)) => self.seat_next(seat),
            (Draw::Price(place), Chance::Token(token)) => self.set_price(place, token),
            (Draw::Track, Chance::Token(token)) => self.put_on_track(token),
            (draw, chance) => panic!("{chance} is not an outcome of {draw:?}"),
        }
    }

    fn lay_out(&mut self, site: Site) {
        self.board.sites.push(site);
        if self.board.sites.is_full() {
            self.board.stage = Stage::Draw(Draw::God(Stack::ALL[0]));
        }
    }

    fn turn_up(&mut self, stack: Stack, god: God) {
        let board = &mut self.board;
        board.unseen.take(god.index());
        board.tops[stack.index()] = Some(god);
        board.below[stack.index()] -= 1;
        if !board.order.is_empty() {
            return self.end_turn();
        }
        board.stage = Stage::Draw(match Stack::ALL.get(stack.index() + 1) {
            Some(next) => Draw::God(*next),
            None => Draw::Islet(Dock::ALL[0]),
        });
    }

    /// Seats the next player of the first turn order, with the fruit for that place.
    fn seat_next(&mut self, seat: Seat) {
        let fruit = self.rules.opening_fruit[self.board.order.len()];
        self.supplies[seat].fruit = fruit.into();
        self.board.order.push(seat);
        if self.board.order.len() == self.board.players.count().get() {
            self.board.stage = Stage::Draw(Draw::Price(Place::ALL[0]));
        }
    }

    /// Lays an islet out; if it was the last face-down one, the face-up ones become the new pile at once (W9).
    fn dock_islet(&mut self, dock: Dock, islet: Islet) {
        let board = &mut self.board;
        board.islets.take(islet.index());
        board.docks[dock.index()] = Some(islet);
        if board.islets.is_empty() {
            std::mem::swap(&mut board.islets, &mut board.visited);
        }
        if board.order.is_empty() && board.docks.iter().all(Option::is_some) {
            board.stage = Stage::Draw(Draw::Seat);
        } else {
            self.fill_docks();
        }
    }

    /// A token for a shell without a number stays. The one for the numbered shell stays if the site's sum allows it, else
    /// it goes to the cove (W10).
    fn set_price(&mut self, place: Place, token: Token) {
        let board = &mut self.board;
        board.bag.take(token.index());
        let site = self.rules.sites[board.sites[place.index()].index()];
        let tokens = &mut board.tokens[place.index()];
        if tokens.len() < usize::from(site.plain) {
            insert_sorted(tokens, token);
            return;
        }
        let sum: u8 = tokens.iter().map(|other| other.number()).sum();
        if sum + token.number() <= site.limit {
            insert_sorted(tokens, token);
        } else {
            board.cove.put(token.index());
        }
        board.stage = Stage::Draw(match Place::ALL.get(place.index() + 1) {
            Some(next) => Draw::Price(*next),
            None => Draw::Track,
        });
    }

    /// Sorts a token in among the ones on the track: the lowest lies at the second place (W11).
    fn put_on_track(&mut self, token: Token) {
        let board = &mut self.board;
        board.bag.take(token.index());
        let dealt = board.track.iter().flatten().count();
        let at = board.track.iter().flatten().filter(|other| **other <= token).count();
        board.track.copy_within(at..dealt, at + 1);
        board.track[at] = Some(token);
        if dealt + 2 == board.players.count().get() {
            self.fill_docks();
        }
    }

    /// The next vacant dock from the left gets an islet; when all have one, the first player acts.
    fn fill_docks(&mut self) {
        let docks = &self.board.docks;
        let vacant = Dock::ALL.into_iter().find(|dock| docks[dock.index()].is_none());
        self.board.stage = match vacant {
            Some(dock) => Stage::Draw(Draw::Islet(dock)),
            None => Stage::Move,
        };
    }
}
