//! An action in sentences: what the seat did, step by step, and what followed from it.

use kahua_engine::PerSeat;
use kahua_engine::games::hawaii::{
    Action, Bill, Dock, Gain, Harbour, Hawaii, Islet, Payment, Purpose, Side, Spot, Stage, Standing, Tile, Token,
    copies, counting,
};

use crate::games::hawaii::describe::words::{InWords, TileWords, Titled, brings};
use crate::prose::list;

use super::ends;
use super::words::{points, resources};

/// What this action, and the steps after it that had only one answer (W26), did, on one line.
pub(super) fn describe(before: &Hawaii, action: Action, after: &Hawaii, names: &PerSeat<String>) -> String {
    let mut told = Told::default();
    let mut state = before.clone();
    let mut next = Some(action);
    while let Some(action) = next {
        let step = state.clone();
        state.apply_step(action);
        told.step(&step, action, &state);
        next = state.only_answer();
    }
    let seat = before.board.current_seat();
    let mut sentences = vec![format!("{} {}.", names[seat], list(told.clauses))];
    sentences.extend(told.loss);
    sentences.extend(villages_that_now_count(before, after));
    if let Action::Track(spot) = action {
        sentences.extend(ends::after_the_last(before, spot, after, names));
    }
    sentences.join(" ")
}

/// "Village 2 now counts.", if a tile or a tiki made it long enough.
fn villages_that_now_count(before: &Hawaii, after: &Hawaii) -> Option<String> {
    let seat = before.board.current_seat();
    let counts = |state: &Hawaii| counting(&state.board.players[seat].home, &state.rules);
    let new = counts(after) - counts(before);
    match new.len() {
        0 => None,
        1 => Some(format!("Village {} now counts.", list(new))),
        _ => Some(format!("Villages {} now count.", list(new))),
    }
}

/// What one action did.
#[derive(Default)]
struct Told {
    /// What the seat did and got; the seat is the subject.
    clauses: Vec<String>,
    /// What it lost, a sentence.
    loss: Option<String>,
}

impl Told {
    fn step(&mut self, before: &Hawaii, action: Action, after: &Hawaii) {
        match (before.board.stage, action) {
            (Stage::Move, Action::Place(place)) => {
                let goes = if before.player().place() == Some(place) { "stays at" } else { "goes to" };
                self.say(format!("{goes} {}", before.board.sites[place.index()].in_words()));
            }
            (Stage::Move, Action::Cove) => self.say("goes to the fishing cove".into()),
            (Stage::Move, Action::Dock(dock)) => self.say(format!("goes to dock {dock}")),
            (Stage::Move, Action::Track(spot)) => self.say(takes_spot(before, spot)),
            (Stage::Pay(bill), Action::Pay(payment)) => self.pay(before, bill, payment, after),
            (Stage::Price { .. }, Action::Price(token)) => {
                self.say(format!("takes a token of {} (sum {})", token.in_words(), sum(after)));
            }
            (Stage::Buy { .. }, Action::Buy(tile, side)) => {
                self.say(format!("buys {}", tile.bought(side, copies(tile, side), &before.board)));
            }
            (Stage::Row { tile, .. }, Action::Row(row)) => {
                let it = if self.clauses.is_empty() { tile.known(&before.board) } else { "it".into() };
                let opened = before.player().home.opened().contains(row);
                self.say(if opened {
                    format!("lays {it} in village {row}")
                } else {
                    format!("opens village {row} with {it}")
                });
            }
            (Stage::Boats(harbour), Action::Boats(fleet)) => {
                self.say(format!("sends {}", fleet.in_words()));
                if let Harbour::Dock(dock) = harbour {
                    self.visit(before, dock, after);
                }
            }
            (Stage::Fish { .. }, Action::Fish(fish)) => {
                self.say(format!("catches a token with {fish} fish (sum {})", sum(after)));
            }
            (Stage::Fish { sent, caught }, Action::Stop) => {
                if self.clauses.is_empty() {
                    self.say("stops fishing".into());
                }
                if before.rules.boats.cost(sent, caught) == 0 {
                    self.say("pays nothing for the catch".into());
                }
            }
            (Stage::Reward(_), Action::Reward(tile)) => {
                let copies = before.rules.islet_copies(tile);
                self.say(format!("gets {} from the islet", tile.bought(Side::Two, copies, &before.board)));
                self.put_beside(before, tile, copies);
            }
            (stage, action) => unreachable!("{action} doesn't answer {stage:?}"),
        }
    }

    fn say(&mut self, clause: String) {
        self.clauses.push(clause);
    }

    /// A payment belongs to the clause about what was bought, if that is on the same line.
    fn pay(&mut self, before: &Hawaii, bill: Bill, payment: Payment, after: &Hawaii) {
        let paid = payment.in_words();
        match (bill.purpose, self.clauses.last_mut()) {
            (Purpose::Move | Purpose::Tile(..), Some(bought)) => *bought += &format!(" for {paid}"),
            (Purpose::Move, None) => self.say(format!("pays {paid} for the move")),
            (Purpose::Tile(tile, side), None) => {
                let what = match copies(tile, side) {
                    2 => format!("the two {}s", tile.title()),
                    _ => tile.known(&before.board),
                };
                self.say(format!("pays {paid} for {what}"));
            }
            (Purpose::Fish, _) => self.say(format!("pays {paid} for the catch")),
            (Purpose::Dock(_), _) => self.say(format!("pays {paid} for the visit")),
        }
        match bill.purpose {
            Purpose::Tile(tile, side) => self.put_beside(before, tile, copies(tile, side)),
            Purpose::Dock(dock) => self.visit(before, dock, after),
            Purpose::Move | Purpose::Fish => {}
        }
    }

    /// The points of a dock, if it was visited by this step, and what its islet brings at once.
    fn visit(&mut self, before: &Hawaii, dock: Dock, after: &Hawaii) {
        let (Some(islet), None) = (before.board.docks[dock.index()], after.board.docks[dock.index()]) else { return };
        let scored = points(before.rules.docks[dock.index()].points.into());
        if islet == Islet::Points {
            let brought = points(before.rules.islet_rewards.points.into());
            return self.say(format!("scores {scored} for the dock and {brought} for the islet"));
        }
        self.say(format!("scores {scored} for the dock"));
        if !matches!(after.board.stage, Stage::Reward(_)) {
            self.loss = Some(format!("What the islet would bring, {}, is lost.", brings(islet, &before.rules)));
        }
    }

    /// Where kahunas and tikis are put, and what their spaces pay at once.
    fn put_beside(&mut self, before: &Hawaii, tile: Tile, count: u8) {
        let (home, rules) = (&before.player().home, &before.rules.beside);
        let (first, gains, spaces): (u8, &[Gain], Vec<u8>) = match tile {
            Tile::Kahuna => (home.kahunas, &rules.kahuna_gains, (1..=5).collect()),
            Tile::Tiki => (home.tikis, &rules.tiki_gains, rules.tiki_columns.to_vec()),
            _ => return,
        };
        let filled = usize::from(first)..usize::from(first + count);
        let them = if count == 1 { "it" } else { "them" };
        let (where_to, many) = if tile == Tile::Kahuna { ("beside village", "s") } else { ("above column", "s") };
        let many = if count == 1 { "" } else { many };
        self.say(format!("puts {them} {where_to}{many} {}", list(&spaces[filled.clone()])));
        let all = |part: fn(&Gain) -> u8| gains[filled.clone()].iter().map(|gain| u32::from(part(gain))).sum();
        let (shells, feet): (u32, u32) = (all(|gain| gain.shells), all(|gain| gain.feet));
        if shells + feet > 0 {
            self.say(format!("receives {} there", resources(shells, feet, 0)));
        }
    }
}

/// "takes place 2 of the track and the token of 4 (sum 17)".
fn takes_spot(before: &Hawaii, spot: Spot) -> String {
    let token: Option<Token> = spot.index().checked_sub(1).and_then(|index| before.board.track[index]);
    match token {
        None => format!("takes place {spot} of the track"),
        Some(token) => {
            let mut on_track = before.clone();
            on_track.take_spot(spot);
            format!("takes place {spot} of the track and a token of {} (sum {})", token.in_words(), sum(&on_track))
        }
    }
}

/// The sum of the current player's price tokens and fish.
fn sum(state: &Hawaii) -> u32 {
    Standing::of(state.player(), &state.rules).sum
}
