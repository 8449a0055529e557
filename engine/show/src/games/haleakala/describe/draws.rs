//! What comes up by chance: the set-up, and the cards with which the gaps are filled.

use kahua_engine::games::haleakala::{Card, Chance, Gap, Haleakala, Pile, Position, Segment, Step};
use kahua_engine::{Event, Game};

use crate::language::Language;
use crate::prose::{capital, list, number};
use crate::say;

use super::Tale;
use super::words::CardWords;

/// The draws since the last sentence.
#[derive(Default)]
struct Drawn {
    opening: Vec<(Gap, Card)>,
    cards: Vec<Card>,
    lava_cards: u32,
    lava_discs: u32,
}

impl Tale<'_> {
    /// A run of draws that began in this state.
    pub(super) fn draws(&mut self, start: &Haleakala, outcomes: &[Chance]) {
        let mut state = start.clone();
        let mut drawn = Drawn::default();
        for &outcome in outcomes {
            let before = state.position;
            state.play_unchecked(Event::Chance(outcome));
            match (before.step, outcome) {
                (Step::Starter, Chance::Start(colour)) => {
                    self.say(say!(self.wording.language, "The set-up: {0} begins", self.name(colour)));
                }
                (Step::Opening(gap), Chance::Card(card)) => drawn.opening.push((gap, card)),
                (_, Chance::Card(card)) => drawn.cards.push(card),
                (_, Chance::Lava) => {
                    drawn.lava_cards += 1;
                    drawn.lava_discs += u32::from(before.lava_supply(self.rules) > 0);
                }
                _ => {}
            }
            if let Some(pile) = used_up(&before, &state.position) {
                self.drawn(std::mem::take(&mut drawn));
                self.say(last_card(pile, self.wording.language));
                self.scoring_since(&before, &state.position, None);
            }
        }
        self.drawn(drawn);
    }

    fn drawn(&mut self, drawn: Drawn) {
        let (at, language) = (self.after.boat, self.wording.language);
        if !drawn.opening.is_empty() {
            self.say(opening(&drawn.opening, language));
        }
        if drawn.lava_cards > 0 {
            self.say(lava(drawn.lava_cards, drawn.lava_discs, at, language));
        }
        if !drawn.cards.is_empty() {
            let many = drawn.cards.len() > 1 || drawn.cards.iter().any(|card| card.baskets() > 1);
            let cards = new_cards(&drawn.cards, language);
            self.say(capital(&match many {
                true => say!(language, "{0} are laid at beach {1}", cards, at),
                false => say!(language, "{0} is laid at beach {1}", cards, at),
            }));
        }
    }
}

/// The pile whose last card this draw was, as an index of [`Position::piles`].
fn used_up(before: &Position, after: &Position) -> Option<usize> {
    let emptied = |(before, after): (&Pile, &Pile)| !before.is_empty() && after.is_empty();
    before.piles.iter().zip(&after.piles).position(emptied)
}

fn last_card(pile: usize, language: Language) -> &'static str {
    match pile {
        0 => say!(language, "That was the last one-palm card"),
        1 => say!(language, "That was the last two-palm card"),
        _ => say!(
            language,
            "That was the last card of the piles: the game ends when the boat comes to a beach without cards"
        ),
    }
}

fn lava(cards: u32, discs: u32, crater: Segment, language: Language) -> String {
    let come = match cards {
        1 => say!(language, "A lava card comes up").to_owned(),
        _ => say!(language, "{0} lava cards come up", capital(&number(language, cards))),
    };
    let all = number(language, discs);
    match discs {
        0 => say!(language, "{0}, but no lava disc is left", come),
        1 if cards == 1 => say!(language, "{0} and brings a lava disc to crater {1}", come, crater),
        _ if discs == cards => say!(language, "{0} and bring {1} lava discs to crater {2}", come, all, crater),
        1 => say!(language, "{0}, but only one lava disc is left, which goes to crater {1}", come, crater),
        _ => say!(language, "{0}, but only {1} lava discs are left, which go to crater {2}", come, all, crater),
    }
}

/// The opening cards, by beach.
fn opening(cards: &[(Gap, Card)], language: Language) -> String {
    let at = |segment: Segment| -> Option<String> {
        let here = cards.iter().filter(|(gap, _)| gap.segment() == segment);
        let here: Vec<Card> = here.map(|(_, card)| *card).collect();
        (!here.is_empty()).then(|| say!(language, "{0} at beach {1}", new_cards(&here, language), segment))
    };
    let beaches: Vec<String> = Segment::ALL.into_iter().filter_map(at).collect();
    say!(language, "The first cards are {0}", beaches.join("; "))
}

/// The cards that have come up: "a Shell and the nautilus", "two Shells".
fn new_cards(cards: &[Card], language: Language) -> String {
    match cards {
        [one, other] if one == other => one.two_new_ones(language),
        _ => list(language, cards.iter().map(|card| card.new_one(language))),
    }
}
