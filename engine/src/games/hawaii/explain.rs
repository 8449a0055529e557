//! Why an action isn't legal, in words for whoever tried it.

use crate::game::Illegal;

use super::action::Action;
use super::boats::Fleet;
use super::legal::copies;
use super::places::{Dock, Place, Spot};
use super::rules::DockRules;
use super::state::{Bill, Harbour, Hawaii, Purpose, Stage};
use super::supply::{Coin, Payment, Supply};
use super::tiles::{Kind, Side, Tile};
use super::tokens::Token;

impl Hawaii {
    /// Why this action isn't in the legal list of the decision that is open. Only for actions that aren't.
    pub(super) fn explain(&self, action: Action) -> Illegal {
        let reason = match (self.board.stage, action) {
            (Stage::Move, Action::Place(place)) => self.why_not_place(place),
            (Stage::Move, Action::Cove) => self.why_not_cove(),
            (Stage::Move, Action::Dock(dock)) => self.why_not_dock(dock),
            (Stage::Move, Action::Track(spot)) => self.why_not_track(spot),
            (Stage::Pay(bill), Action::Pay(payment)) => self.why_not_pay(bill, payment),
            (Stage::Price { units }, Action::Price(token)) => self.why_not_price(token, units),
            (Stage::Buy { price, units }, Action::Buy(tile, side)) => self.why_not_buy(tile, side, price, units),
            (Stage::Row { tile, .. }, Action::Row(row)) => {
                let kind = tile.kind().map_or(tile.name(), Kind::name);
                if self.player().home.opened().has(row) {
                    format!("village {row} has a {kind} already, and no village holds two of a kind (W17)")
                } else if tile.kind().is_some_and(Kind::is_hut) {
                    format!("village {row} can't be opened: villages are opened from the top, none skipped (W17)")
                } else {
                    format!("village {row} isn't opened, and only a hut opens a village (W17)")
                }
            }
            (Stage::Boats(harbour), Action::Boats(fleet)) => self.why_not_boats(harbour, fleet),
            (Stage::Fish { sent, caught }, Action::Fish(fish)) => self.why_not_fish(sent, caught, fish),
            (Stage::Fish { sent, caught }, Action::Stop) => {
                format!("each of the {} boats sent must carry a token, but {caught} were caught (W7)", sent.count())
            }
            (Stage::Reward(islet), Action::Reward(tile)) => {
                if islet.rewards().contains(&tile) {
                    self.why_not_get(tile, self.rules.islet_copies(tile))
                } else {
                    format!("the islet of {} doesn't offer {}", islet.name(), tile.name())
                }
            }
            (stage, action) => {
                return Illegal::WrongDecision { asked: asked(stage), action: action.to_string() };
            }
        };
        Illegal::rule(reason)
    }

    fn why_not_place(&self, place: Place) -> String {
        let site = self.board.sites[place.index()].name();
        let Some(least) = self.least_price(place) else {
            return format!("no price token is left at place {place}, {site} (W3)");
        };
        if !self.sells_at(place) {
            return format!("nothing sold at place {place}, {site}, is left and can be placed (W3)");
        }
        let feet = self.rules.feet_to(self.player().place(), place);
        format!(
            "going to place {place} costs {feet} feet and the lowest price there is {least}: {} can't pay for both, \
             exchange units included (W3, W4)",
            listed(&self.supply())
        )
    }

    fn why_not_cove(&self) -> String {
        if self.board.cove.is_empty() {
            "the fishing cove is empty (W7)".into()
        } else if self.player().ready.count() == 0 {
            "no boat is ready to be sent (W7)".into()
        } else {
            format!("fishing costs a foot for each token, and {} can't pay it (W7)", listed(&self.supply()))
        }
    }

    fn why_not_dock(&self, dock: Dock) -> String {
        let DockRules { feet, .. } = self.rules.docks[dock.index()];
        let room = self.rules.boats.room(self.player().ready);
        if self.board.docks[dock.index()].is_none() {
            format!("the islet of dock {dock} was visited this round (W8)")
        } else if room < u16::from(feet) {
            format!("dock {dock} needs boats for {feet} feet, and the ready ones hold {room} (W8)")
        } else {
            format!("dock {dock} costs {feet} feet, and {} can't pay what isn't prepaid (W8)", listed(&self.supply()))
        }
    }

    fn why_not_track(&self, spot: Spot) -> String {
        if self.board.is_taken(spot) {
            format!("place {spot} of the turn order track is taken (W1)")
        } else {
            format!(
                "with {seats} seats only places 1 to {seats} of the turn order track are used (W1)",
                seats = self.board.players.count()
            )
        }
    }

    fn why_not_pay(&self, bill: Bill, payment: Payment) -> String {
        let due = bill.due();
        let (unit, used) = (unit(due.coin), payment.units(due.coin));
        if payment.total() != u16::from(due.cost) {
            format!("the cost is {} {unit}, but {payment} is {} in all (W4)", due.cost, payment.total())
        } else if !self.supply().covers(payment) {
            format!("{payment} is more than there is: {} (W4)", listed(&self.supply()))
        } else if used > u16::from(due.units) {
            format!(
                "a payment is all in {unit} or all in fruit, but for exchange units: {payment} takes {used} of them, and \
                 there are {} (W4, W19)",
                due.units
            )
        } else {
            format!("after paying {payment} for the way no price there could be paid (W3)")
        }
    }

    fn why_not_price(&self, token: Token, units: u8) -> String {
        let here = self.player().place().is_some_and(|place| self.board.shells[place.index()].contains(&token));
        if here {
            format!("{} with {units} exchange units can't pay {} (W3, W4)", listed(&self.supply()), token.number())
        } else {
            format!("no token {token} lies here")
        }
    }

    fn why_not_buy(&self, tile: Tile, side: Side, price: u8, units: u8) -> String {
        let count = copies(tile, side);
        if !self.wares().contains(&tile) {
            format!("{} isn't sold here", tile.name())
        } else if !self.may_get(tile, count) {
            self.why_not_get(tile, count)
        } else {
            let cost = price * side.number();
            format!("{} with {units} exchange units can't pay {cost} shells (W4)", listed(&self.supply()))
        }
    }

    fn why_not_get(&self, tile: Tile, count: u8) -> String {
        let name = tile.name();
        if !self.is_left(tile, count) {
            return format!("there are not {count} of {name} left (W6, W22)");
        }
        let held = self.board.god_of(tile).filter(|god| self.player().home.find_god(*god).is_some());
        match held {
            Some(god) => format!("nobody holds a god twice, and {} is held already", god.name()),
            None => format!("there is no room for {count} of {name} (W6, W17)"),
        }
    }

    fn why_not_boats(&self, harbour: Harbour, fleet: Fleet) -> String {
        let ready = self.player().ready;
        if !fleet.is_within(ready) {
            return format!("boats {fleet} aren't all ready; ready are {ready} (starting boat, side I, side II)");
        }
        if fleet.count() == 0 {
            return "at least one boat must be sent (W7, W8)".into();
        }
        let (count, room) = (fleet.count(), self.rules.boats.room(fleet));
        let paying = || format!("{} can't pay what boats {fleet} leave to pay (W7, W8)", listed(&self.supply()));
        match harbour {
            Harbour::Cove if u16::from(count) > self.board.cove.total() => {
                format!("{count} boats need a token each, and the cove has {} (W7)", self.board.cove.total())
            }
            Harbour::Cove => paying(),
            Harbour::Dock(dock) => match self.rules.docks[dock.index()].feet {
                feet if room < u16::from(feet) => {
                    format!("dock {dock} needs boats for {feet} feet, and these hold {room} (W8)")
                }
                feet if count > feet => {
                    format!("{count} boats can't each carry one of {feet} feet (W8)")
                }
                _ => paying(),
            },
        }
    }

    fn why_not_fish(&self, sent: Fleet, caught: u8, fish: u8) -> String {
        let room = self.rules.boats.room(sent);
        let listed = listed(&self.supply());
        if u16::from(caught) >= room {
            format!("the boats sent hold {room} tokens, and {caught} were caught (W7)")
        } else if self.may_catch_more(sent, caught) || self.board.cove.is_empty() {
            format!("no token with {fish} fish is in the cove (W7)")
        } else {
            format!("{listed} can't pay a foot for each of {} tokens (W7)", u16::from(caught) + 1)
        }
    }
}

/// The open decision in words.
fn asked(stage: Stage) -> &'static str {
    match stage {
        Stage::Move => "where to go",
        Stage::Pay(Bill { purpose: Purpose::Move, .. }) => "how to pay for the way",
        Stage::Pay(Bill { purpose: Purpose::Tile(..), .. }) => "how to pay for the tile",
        Stage::Pay(Bill { purpose: Purpose::Fish, .. }) => "how to pay for the tokens caught",
        Stage::Pay(Bill { purpose: Purpose::Dock(_), .. }) => "how to pay for the islet",
        Stage::Price { .. } => "which price token to take",
        Stage::Buy { .. } => "which tile to buy",
        Stage::Row { .. } => "which village gets the tile",
        Stage::Boats(_) => "which boats to send",
        Stage::Fish { .. } => "which token to catch, or to stop",
        Stage::Reward(_) => "which tile to take from the islet",
        Stage::Draw(_) | Stage::Over => "nothing",
    }
}

fn listed(supply: &Supply) -> String {
    format!("{} shells, {} feet and {} fruit", supply.shells, supply.feet, supply.fruit)
}

const fn unit(coin: Coin) -> &'static str {
    match coin {
        Coin::Shells => "shells",
        Coin::Feet => "feet",
    }
}
