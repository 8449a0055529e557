//! An action in sentences: what the seat did, step by step, and what followed from it.

use kahua_engine::games::hawaii::{
    Action, Bill, Dock, Gain, Harbour, Hawaii, Islet, Payment, Purpose, Side, Site, Spot, Stage, Standing, Tile, Token,
    copies, counting,
};

use crate::games::hawaii::describe::words::{InWords, TileWords, brings, points, resources, with_fish};
use crate::language::{Language, Wording};
use crate::prose::list;
use crate::say;

use super::ends;

/// What this action, and the steps after it that had only one answer (W26), did, on one line.
pub(super) fn describe(before: &Hawaii, action: Action, after: &Hawaii, wording: Wording<'_>) -> String {
    let Wording { language, names } = wording;
    let mut told = ActionSummary { language, clauses: Vec::new(), way: None, loss: None };
    let mut state = before.clone();
    let mut next = Some(action);
    while let Some(action) = next {
        let step = state.clone();
        state.apply_step(action);
        told.step(&step, action, &state);
        next = state.only_answer();
    }
    let seat = before.board.current_seat();
    let mut sentences = vec![format!("{} {}.", names[seat], list(language, told.clauses))];
    sentences.extend(told.loss);
    sentences.extend(villages_that_now_count(language, before, after));
    if let Action::Track(spot) = action {
        sentences.extend(ends::after_the_last(before, spot, after, wording));
    }
    sentences.join(" ")
}

/// "Village 2 now counts.", if a tile or a tiki made it long enough.
fn villages_that_now_count(language: Language, before: &Hawaii, after: &Hawaii) -> Option<String> {
    let seat = before.board.current_seat();
    let counts = |state: &Hawaii| counting(&state.board.players[seat].home, &state.rules);
    let new = counts(after) - counts(before);
    match new.len() {
        0 => None,
        1 => Some(say!(language, "Village {0} now counts.", list(language, new))),
        _ => Some(say!(language, "Villages {0} now count.", list(language, new))),
    }
}

/// What one action did.
struct ActionSummary {
    language: Language,
    /// What the seat did and got; the seat is the subject.
    clauses: Vec<String>,
    /// The way to a site, if that is the last clause.
    way: Option<Way>,
    /// What it lost, a sentence.
    loss: Option<String>,
}

impl ActionSummary {
    fn step(&mut self, before: &Hawaii, action: Action, after: &Hawaii) {
        let language = self.language;
        match (before.board.stage, action) {
            (Stage::Move, Action::Place(place)) => {
                let way =
                    Way { stays: before.player().place() == Some(place), site: before.board.sites[place.index()] };
                self.say(way.in_words(language));
                self.way = Some(way);
            }
            (Stage::Move, Action::Cove) => self.say(say!(language, "goes to the fishing cove").to_owned()),
            (Stage::Move, Action::Dock(dock)) => self.say(say!(language, "goes to dock {0}", dock)),
            (Stage::Move, Action::Track(spot)) => self.say(takes_spot(language, before, spot)),
            (Stage::Pay(bill), Action::Pay(payment)) => self.pay(before, bill, payment, after),
            (Stage::Price { .. }, Action::Price(token)) => {
                self.say(say!(language, "takes a token of {0} (sum {1})", token.in_words(language), sum(after)));
            }
            (Stage::Buy { .. }, Action::Buy(tile, side)) => {
                let bought = tile.bought(language, side, copies(tile, side), &before.board);
                self.say(say!(language, "buys {0}", bought));
            }
            (Stage::Row { tile, .. }, Action::Row(row)) => {
                let opened = before.player().home.opened().contains(row);
                let of_irrigation = tile == Tile::Irrigation;
                let tile = tile.known(language, &before.board);
                self.say(match (opened, self.clauses.is_empty()) {
                    (true, true) if of_irrigation => say!(language, "lays irrigation in village {0}", row),
                    (true, true) => say!(language, "lays {0} in village {1}", tile, row),
                    (true, false) => say!(language, "lays it in village {0}", row),
                    (false, true) => say!(language, "opens village {1} with {0}", tile, row),
                    (false, false) => say!(language, "opens village {0} with it", row),
                });
            }
            (Stage::Boats(harbour), Action::Boats(fleet)) => {
                self.say(say!(language, "sends {0}", fleet.in_words(language)));
                if let Harbour::Dock(dock) = harbour {
                    self.visit(before, dock, after);
                }
            }
            (Stage::Fish { .. }, Action::Fish(fish)) => {
                let fish = with_fish(language, fish.into());
                self.say(say!(language, "catches a token {0} (sum {1})", fish, sum(after)));
            }
            (Stage::Fish { sent, caught }, Action::Stop) => {
                if self.clauses.is_empty() {
                    self.say(say!(language, "stops fishing").to_owned());
                }
                if before.rules.boats.cost(sent, caught) == 0 {
                    self.say(say!(language, "pays nothing for the catch").to_owned());
                }
            }
            (Stage::Reward(_), Action::Reward(tile)) => {
                let copies = before.rules.islet_copies(tile);
                let got = tile.bought(language, Side::Two, copies, &before.board);
                self.say(say!(language, "gets {0} from the islet", got));
                self.put_beside(before, tile, copies);
            }
            (stage, action) => unreachable!("{action} doesn't answer {stage:?}"),
        }
    }

    fn say(&mut self, clause: String) {
        self.clauses.push(clause);
        self.way = None;
    }

    /// A payment belongs to the clause about what was bought, if that is on the same line.
    fn pay(&mut self, before: &Hawaii, bill: Bill, payment: Payment, after: &Hawaii) {
        let language = self.language;
        let paid = payment.in_words(language);
        match (bill.purpose, self.clauses.last_mut()) {
            (Purpose::Move, Some(went)) => {
                if let Some(way) = self.way {
                    *went = way.for_pay(language, &paid);
                }
            }
            (Purpose::Move, None) => self.say(say!(language, "pays {0} for the move", paid)),
            (Purpose::Tile(..), Some(bought)) => *bought = say!(language, "{0} for {1}", bought, paid),
            (Purpose::Tile(Tile::Irrigation, _), None) => self.say(say!(language, "pays {0} for irrigation", paid)),
            (Purpose::Tile(tile, side), None) => {
                let what = match (tile, copies(tile, side)) {
                    (Tile::Kahuna, 2) => say!(language, "the two kahunas"),
                    (Tile::Tiki, 2) => say!(language, "the two tikis"),
                    _ => tile.known(language, &before.board),
                };
                self.say(say!(language, "pays {0} for {1}", paid, what));
            }
            (Purpose::Fish, _) => self.say(say!(language, "pays {0} for the catch", paid)),
            (Purpose::Dock(_), _) => self.say(say!(language, "pays {0} for the visit", paid)),
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
        let language = self.language;
        let scored = points(language, before.rules.docks[dock.index()].points.into());
        if islet == Islet::Points {
            let brought = points(language, before.rules.islet_rewards.points.into());
            return self.say(say!(language, "scores {0} for the dock and {1} for the islet", scored, brought));
        }
        self.say(say!(language, "scores {0} for the dock", scored));
        if !matches!(after.board.stage, Stage::Reward(_)) {
            self.loss = Some(say!(
                language,
                "What the islet would bring, {0}, is lost.",
                brings(language, islet, &before.rules)
            ));
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
        let language = self.language;
        let where_to = list(language, &spaces[filled.clone()]);
        self.say(match (tile, count) {
            (Tile::Kahuna, 1) => say!(language, "puts it beside village {0}", where_to),
            (Tile::Kahuna, _) => say!(language, "puts them beside villages {0}", where_to),
            (_, 1) => say!(language, "puts it above column {0}", where_to),
            (_, _) => say!(language, "puts them above columns {0}", where_to),
        });
        let all = |part: fn(&Gain) -> u8| gains[filled.clone()].iter().map(|gain| u32::from(part(gain))).sum();
        let (shells, feet): (u32, u32) = (all(|gain| gain.shells), all(|gain| gain.feet));
        if shells + feet > 0 {
            self.say(say!(language, "receives {0} there", resources(language, shells, feet, 0)));
        }
    }
}

/// The way to a site.
#[derive(Clone, Copy)]
struct Way {
    /// Whether the chieftain is there already.
    stays: bool,
    site: Site,
}

impl Way {
    fn in_words(self, language: Language) -> String {
        match self.stays {
            true => say!(language, "stays at {0}", self.site.in_words(language)),
            false => say!(language, "goes to {0}", self.site.in_words(language)),
        }
    }

    /// With what was paid for it.
    fn for_pay(self, language: Language, paid: &str) -> String {
        match self.stays {
            true => say!(language, "stays at {0} for {1}", self.site.in_words(language), paid),
            false => say!(language, "goes to {0} for {1}", self.site.in_words(language), paid),
        }
    }
}

/// "takes place 2 of the track and the token of 4 (sum 17)".
fn takes_spot(language: Language, before: &Hawaii, spot: Spot) -> String {
    let token: Option<Token> = spot.index().checked_sub(1).and_then(|index| before.board.track[index]);
    match token {
        None => say!(language, "takes place {0} of the track", spot),
        Some(token) => {
            let mut on_track = before.clone();
            on_track.take_spot(spot);
            say!(
                language,
                "takes place {0} of the track and a token of {1} (sum {2})",
                spot,
                token.in_words(language),
                sum(&on_track)
            )
        }
    }
}

/// The sum of the current player's price tokens and fish.
fn sum(state: &Hawaii) -> u32 {
    Standing::of(state.player(), &state.rules).sum
}
