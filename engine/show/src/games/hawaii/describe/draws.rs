//! Draws in sentences: one line for all that chance brings in a row.

use std::collections::BTreeMap;

use kahua_engine::games::hawaii::{Chance, Dock, Draw, God, Hawaii, Islet, Place, Site, Stack, Stage, Token};
use kahua_engine::{Event, Game, PerSeat, Seat};

use crate::games::hawaii::describe::words::{InWords, Titled, brings};
use crate::prose::{list, number};

use super::words::sentence;

/// What these draws, which begin in this state, brought.
pub(super) fn describe(before: &Hawaii, outcomes: &[Chance], names: &PerSeat<String>) -> String {
    let mut drawn = Drawn::default();
    let mut state = before.clone();
    for outcome in outcomes {
        let Stage::Draw(draw) = state.board.stage else { break };
        let in_cove = state.board.cove.total();
        state.play_unchecked(Event::Chance(*outcome));
        drawn.take(draw, *outcome, state.board.cove.total() > in_cove);
    }
    let told = [
        drawn.order(&state, names),
        drawn.gods(before),
        drawn.islets(&state),
        drawn.sites(&state),
        drawn.cove(&state),
        drawn.track(),
    ];
    told.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// What was drawn, by what it was drawn for.
#[derive(Default)]
struct Drawn {
    sites: Vec<Site>,
    gods: Vec<(Stack, God)>,
    islets: Vec<(Dock, Islet)>,
    seats: Vec<Seat>,
    /// The tokens that stayed at each place for which any was drawn.
    prices: BTreeMap<Place, Vec<Token>>,
    cove: Vec<Token>,
    track: Vec<Token>,
}

impl Drawn {
    fn take(&mut self, draw: Draw, outcome: Chance, to_cove: bool) {
        match (draw, outcome) {
            (_, Chance::Site(site)) => self.sites.push(site),
            (Draw::God(stack), Chance::God(god)) => self.gods.push((stack, god)),
            (Draw::Islet(dock), Chance::Islet(islet)) => self.islets.push((dock, islet)),
            (_, Chance::Seat(seat)) => self.seats.push(seat),
            (Draw::Price(place), Chance::Token(token)) => {
                let here = self.prices.entry(place).or_default();
                if to_cove { self.cove.push(token) } else { here.push(token) }
            }
            (_, Chance::Token(token)) => self.track.push(token),
            (draw, outcome) => unreachable!("{outcome} is not an outcome of {draw:?}"),
        }
    }

    /// "The turn order is Blue, Red with 2 fruit and Yellow with 3 fruit."
    fn order(&self, state: &Hawaii, names: &PerSeat<String>) -> Option<String> {
        let told = self.seats.iter().map(|seat| match state.supplies[*seat].fruit {
            0 => names[*seat].clone(),
            fruit => format!("{} with {fruit} fruit", names[*seat]),
        });
        (!self.seats.is_empty()).then(|| format!("The turn order is {}.", list(told)))
    }

    fn gods(&self, before: &Hawaii) -> Option<String> {
        match (self.gods.len(), before.board.order.is_empty()) {
            (0, _) => None,
            (_, true) => Some(format!("The gods on top are {}.", list(self.gods.iter().map(|(_, god)| god.title())))),
            (_, false) => {
                let told = self
                    .gods
                    .iter()
                    .map(|(stack, god)| format!("{} is turned up on {}", god.title(), stack.in_words()));
                Some(format!("{}.", list(told)))
            }
        }
    }

    /// "The islets bring a boat at dock 3 and two tikis at dock 4."
    fn islets(&self, state: &Hawaii) -> Option<String> {
        let rules = &state.rules;
        let told = self.islets.iter().map(|(dock, islet)| format!("{} at dock {dock}", brings(*islet, rules)));
        match self.islets.len() {
            0 => None,
            1 => Some(format!("A new islet brings {}.", list(told))),
            4 => {
                Some(format!("The islets bring {}.", list(self.islets.iter().map(|(_, islet)| brings(*islet, rules)))))
            }
            _ => Some(format!("New islets bring {}.", list(told))),
        }
    }

    /// The sites with the tokens that stayed there, from the beach inland.
    fn sites(&self, state: &Hawaii) -> Option<String> {
        if self.prices.is_empty() {
            let told = list(self.sites.iter().map(|site| site.title()));
            return (!self.sites.is_empty()).then(|| format!("The sites from the beach inland are {told}."));
        }
        let told = self.prices.iter().map(|(place, tokens)| {
            let mut tokens = tokens.clone();
            tokens.sort_unstable();
            let numbers: Vec<String> = tokens.iter().map(|token| token.number().to_string()).collect();
            let site = state.board.sites[place.index()];
            match numbers.is_empty() {
                true => format!("none at {}", site.in_words()),
                false => format!("{} {}", site.title(), numbers.join(", ")),
            }
        });
        Some(format!("Prices from the beach inland: {}.", told.collect::<Vec<_>>().join("; ")))
    }

    /// "Seven tokens with 15 fish go to the cove."
    fn cove(&self, state: &Hawaii) -> Option<String> {
        let fish: u32 = self.cove.iter().map(|token| u32::from(state.rules.fish_of(*token))).sum();
        match self.cove.len() {
            0 => None,
            1 => Some(format!("One token with {fish} fish goes to the cove.")),
            count => sentence(&format!("{} tokens with {fish} fish go to the cove", number(count as u32))),
        }
    }

    /// "The tokens on the track are 3 and 5 with spears."
    fn track(&self) -> Option<String> {
        let mut tokens = self.track.clone();
        tokens.sort_unstable();
        let told = list(tokens.iter().map(|token| token.in_words()));
        match tokens.len() {
            0 => None,
            1 => Some(format!("The token on the track is {told}.")),
            _ => Some(format!("The tokens on the track are {told}.")),
        }
    }
}
