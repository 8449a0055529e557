//! What the seat to decide may do: the legal list, in order, and the check of one action.
//!
//! Both go by the conditions in `legal/`, each of which gives a reason where it doesn't hold. They are always
//! inlined, so that a list, which only asks whether they hold, builds no reasons: a twentieth of all time otherwise.

mod buying;
mod moving;
mod sea;

use std::convert::Infallible;
use std::ops::ControlFlow::{self, Break, Continue};

use crate::game::{Game, Illegal};
use crate::seat::Seat;

use super::action::Action;
use super::boats::Fleet;
use super::places::{Dock, Place};
use super::stage::{Bill, Stage};
use super::state::Hawaii;
use super::supply::Coin;
use super::tiles::{Side, Tile};
use super::tokens::Token;

pub use buying::copies;

impl Hawaii {
    pub(super) fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        let Continue(()) = self.each_legal(&mut |action| {
            out.push(action);
            Continue::<Infallible>(())
        });
    }

    pub(super) fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        Illegal::unless_to_act(seat, &self.phase())?;
        let verdict = match (self.board.stage, *action) {
            (Stage::Move, Action::Place(place)) => self.may_go_to(place, &self.means()),
            (Stage::Move, Action::Cove) => self.may_fish(&self.means()),
            (Stage::Move, Action::Dock(dock)) => self.may_visit(dock, &self.means()),
            (Stage::Move, Action::Track(spot)) => self.may_retire_to(spot),
            (Stage::Pay(bill), Action::Pay(payment)) => self.may_pay(bill, payment),
            (Stage::Price { units }, Action::Price(token)) => self.may_take(token, units),
            (Stage::Buy { price, units }, Action::Buy(tile, side)) => self.may_buy(tile, side, price, units),
            (Stage::Row { tile, .. }, Action::Row(row)) => self.may_lay(tile, row),
            (Stage::Boats(harbour), Action::Boats(fleet)) => self.may_send(harbour, fleet),
            (Stage::Fish { sent, caught }, Action::Fish(fish)) => self.may_catch(sent, caught, fish),
            (Stage::Fish { sent, caught }, Action::Stop) => self.may_stop(sent, caught),
            (Stage::Reward(islet), Action::Reward(tile)) => self.may_receive(islet, tile),
            (stage, action) => {
                return Err(Illegal::WrongDecision { asked: stage.question(), action: action.to_string() });
            }
        };
        Ok(verdict?)
    }

    /// The one action of a step that has only one; moves are always asked for (W26).
    #[must_use]
    pub fn only_answer(&self) -> Option<Action> {
        if matches!(self.board.stage, Stage::Move) {
            return None;
        }
        let mut only = None;
        let second = self.each_legal(&mut |action| match only.replace(action) {
            None => Continue(()),
            Some(_) => Break(()),
        });
        only.filter(|_| second.is_continue())
    }

    /// Calls `visit` for every legal action, in order, until it breaks. Visits nothing where no seat is to decide.
    pub(super) fn each_legal<B>(&self, visit: &mut impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.board.stage {
            Stage::Move => self.each_move(visit),
            Stage::Pay(bill) => self.each_payment(bill, visit),
            Stage::Price { units } => self.each_price(units, visit),
            Stage::Buy { price, units } => self.each_buy(price, units, visit),
            Stage::Row { tile, .. } => match tile.kind() {
                Some(kind) => self.player().home.room_for(kind).iter().map(Action::Row).try_for_each(visit),
                None => Continue(()),
            },
            Stage::Boats(harbour) => self.player().ready.each_choice(&mut |fleet| {
                if self.may_send(harbour, fleet).is_ok() { visit(Action::Boats(fleet)) } else { Continue(()) }
            }),
            Stage::Fish { sent, caught } => self.each_catch(sent, caught, visit),
            Stage::Reward(islet) => self.rewards(islet).map(Action::Reward).try_for_each(visit),
            Stage::Draw(_) | Stage::Over => Continue(()),
        }
    }

    fn each_move<B>(&self, visit: &mut impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        let means = self.means();
        let places = Place::ALL.into_iter().filter(|place| self.may_go_to(*place, &means).is_ok());
        places.map(Action::Place).try_for_each(&mut *visit)?;
        if self.may_fish(&means).is_ok() {
            visit(Action::Cove)?;
        }
        let docks = Dock::ALL.into_iter().filter(|dock| self.may_visit(*dock, &means).is_ok());
        docks.map(Action::Dock).try_for_each(&mut *visit)?;
        self.board.free_spots().iter().map(Action::Track).try_for_each(visit)
    }

    fn each_payment<B>(&self, bill: Bill, visit: &mut impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        let (price, supply) = (self.price_to_leave(bill), self.supply());
        bill.due().each_payment(&supply, &mut |payment| match price {
            Some(price) if !self.leaves_price(supply, payment, price) => Continue(()),
            _ => visit(Action::Pay(payment)),
        })
    }

    fn each_price<B>(&self, units: u8, visit: &mut impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        let (purse, mut last) = (self.purse(Coin::Shells, units), None);
        for &token in self.tokens_here() {
            // The tokens are sorted, so equal ones, which are one action, lie side by side.
            if buying::may_pay(token.number(), purse).is_ok() && last.replace(token) != Some(token) {
                visit(Action::Price(token))?;
            }
        }
        Continue(())
    }

    fn each_buy<B>(&self, price: u8, units: u8, visit: &mut impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        let purse = self.purse(Coin::Shells, units);
        for &tile in self.wares() {
            for side in Side::ALL {
                if self.may_get_for(tile, side, price, purse).is_ok() {
                    visit(Action::Buy(tile, side))?;
                }
            }
        }
        Continue(())
    }

    fn each_catch<B>(
        &self,
        sent: Fleet,
        caught: u8,
        visit: &mut impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.may_catch_more(sent, caught).is_ok() {
            let in_cove = self.board.cove.kinds().map(|(kind, _)| self.rules.fish_of(Token::ALL[kind]));
            let numbers = in_cove.fold(0u16, |numbers, fish| numbers | 1 << fish);
            for fish in (1..=9).filter(|fish| numbers >> fish & 1 == 1) {
                visit(Action::Fish(fish))?;
            }
        }
        if self.may_stop(sent, caught).is_ok() { visit(Action::Stop) } else { Continue(()) }
    }

    /// The price tokens where the current player's chieftain stands.
    fn tokens_here(&self) -> &[Token] {
        match self.player().place() {
            Some(place) => &self.board.tokens[place.index()],
            None => &[],
        }
    }

    /// What is sold where the current player's chieftain stands.
    fn wares(&self) -> &'static [Tile] {
        match self.player().place() {
            Some(place) => self.board.sites[place.index()].wares(),
            None => &[],
        }
    }
}
