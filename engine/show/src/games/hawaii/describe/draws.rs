//! Draws in sentences: one line for all that chance brings in a row.

use std::collections::BTreeMap;

use kahua_engine::games::hawaii::{Chance, Dock, Draw, God, Hawaii, Islet, Place, Site, Stack, Stage, Token};
use kahua_engine::{Event, Game, Seat};

use crate::games::hawaii::describe::words::{InWords, Titled, brings, name_of, sentence, with_fish};
use crate::language::{Language, Wording};
use crate::prose::{list, number};
use crate::say;

/// What these draws, which begin in this state, brought.
pub(super) fn describe(before: &Hawaii, outcomes: &[Chance], wording: Wording<'_>) -> String {
    let language = wording.language;
    let mut drawn = Drawn::default();
    let mut state = before.clone();
    for outcome in outcomes {
        let Stage::Draw(draw) = state.board.stage else { break };
        let in_cove = state.board.cove.total();
        state.play_unchecked(Event::Chance(*outcome));
        drawn.take(draw, *outcome, state.board.cove.total() > in_cove);
    }
    let told = [
        drawn.order(&state, wording),
        drawn.gods(before, language),
        drawn.islets(&state, language),
        drawn.sites(&state, language),
        drawn.cove(&state, language),
        drawn.track(language),
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
    fn order(&self, state: &Hawaii, wording: Wording<'_>) -> Option<String> {
        let Wording { language, names } = wording;
        let told = self.seats.iter().map(|seat| match state.supplies[*seat].fruit {
            0 => names[*seat].clone(),
            1 => say!(language, "{0} with 1 fruit", names[*seat]),
            fruit => say!(language, "{0} with {1} fruit", names[*seat], fruit),
        });
        (!self.seats.is_empty()).then(|| say!(language, "The turn order is {0}.", list(language, told)))
    }

    fn gods(&self, before: &Hawaii, language: Language) -> Option<String> {
        match (self.gods.len(), before.board.order.is_empty()) {
            (0, _) => None,
            (_, true) => {
                let told = list(language, self.gods.iter().map(|(_, god)| name_of(*god)));
                Some(say!(language, "The gods on top are {0}.", told))
            }
            (_, false) => {
                let told = self.gods.iter().map(|(stack, god)| {
                    say!(language, "{0} is turned up on {1}", name_of(*god), stack.in_words(language))
                });
                Some(format!("{}.", list(language, told)))
            }
        }
    }

    /// "The islets bring a boat at dock 3 and two tikis at dock 4."
    fn islets(&self, state: &Hawaii, language: Language) -> Option<String> {
        let rules = &state.rules;
        let here =
            |(dock, islet): &(Dock, Islet)| say!(language, "{0} at dock {1}", brings(language, *islet, rules), dock);
        let told = self.islets.iter().map(here);
        match self.islets.len() {
            0 => None,
            1 => Some(say!(language, "A new islet brings {0}.", list(language, told))),
            4 => {
                let all = self.islets.iter().map(|(_, islet)| brings(language, *islet, rules));
                Some(say!(language, "The islets bring {0}.", list(language, all)))
            }
            _ => Some(say!(language, "New islets bring {0}.", list(language, told))),
        }
    }

    /// The sites with the tokens that stayed there, from the beach inland.
    fn sites(&self, state: &Hawaii, language: Language) -> Option<String> {
        if self.prices.is_empty() {
            let told = list(language, self.sites.iter().map(|site| site.title(language)));
            return (!self.sites.is_empty()).then(|| say!(language, "The sites from the beach inland are {0}.", told));
        }
        let told = self.prices.iter().map(|(place, tokens)| {
            let mut tokens = tokens.clone();
            tokens.sort_unstable();
            let numbers: Vec<String> = tokens.iter().map(|token| token.number().to_string()).collect();
            let site = state.board.sites[place.index()];
            match numbers.is_empty() {
                true => say!(language, "none at {0}", site.in_words(language)),
                false => format!("{} {}", site.title(language), numbers.join(", ")),
            }
        });
        let told = told.collect::<Vec<_>>().join("; ");
        Some(say!(language, "Prices from the beach inland: {0}.", told))
    }

    /// "Seven tokens with 15 fish go to the cove."
    fn cove(&self, state: &Hawaii, language: Language) -> Option<String> {
        let fish: u32 = self.cove.iter().map(|token| u32::from(state.rules.fish_of(*token))).sum();
        match self.cove.len() {
            0 => None,
            1 => Some(say!(language, "One token {0} goes to the cove.", with_fish(language, fish))),
            count => {
                let count = number(language, count as u32);
                sentence(&say!(language, "{0} tokens {1} go to the cove", count, with_fish(language, fish)))
            }
        }
    }

    /// "The tokens on the track are 3 and 5 with spears."
    fn track(&self, language: Language) -> Option<String> {
        let mut tokens = self.track.clone();
        tokens.sort_unstable();
        let told = list(language, tokens.iter().map(|token| token.in_words(language)));
        match tokens.len() {
            0 => None,
            1 => Some(say!(language, "The token on the track is {0}.", told)),
            _ => Some(say!(language, "The tokens on the track are {0}.", told)),
        }
    }
}
