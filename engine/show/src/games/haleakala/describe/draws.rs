//! What comes up by chance: the set-up, and the cards with which the gaps are filled.

use kahua_engine::games::haleakala::{Card, Chance, Gap, Haleakala, Pile, Position, Segment, Step};
use kahua_engine::{Event, Game};

use crate::prose::{capital, list, number};

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
                    self.say(format!("The set-up: {} begins", self.name(colour)));
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
                self.say(last_card(pile));
                self.scoring_since(&before, &state.position, None);
            }
        }
        self.drawn(drawn);
    }

    fn drawn(&mut self, drawn: Drawn) {
        let at = self.after.boat;
        if !drawn.opening.is_empty() {
            self.say(opening(&drawn.opening));
        }
        if drawn.lava_cards > 0 {
            self.say(lava(drawn.lava_cards, drawn.lava_discs, at));
        }
        if !drawn.cards.is_empty() {
            let many = drawn.cards.len() > 1 || drawn.cards.iter().any(|card| card.baskets() > 1);
            self.say(format!(
                "{} {} laid at beach {at}",
                capital(&new_cards(&drawn.cards)),
                if many { "are" } else { "is" }
            ));
        }
    }
}

/// The pile whose last card this draw was, as an index of [`Position::piles`].
fn used_up(before: &Position, after: &Position) -> Option<usize> {
    let emptied = |(before, after): (&Pile, &Pile)| !before.is_empty() && after.is_empty();
    before.piles.iter().zip(&after.piles).position(emptied)
}

const fn last_card(pile: usize) -> &'static str {
    match pile {
        0 => "That was the last one-palm card",
        1 => "That was the last two-palm card",
        _ => "That was the last card of the piles: the game ends when the boat comes to a beach without cards",
    }
}

fn lava(cards: u32, discs: u32, crater: Segment) -> String {
    let come = if cards == 1 {
        "A lava card comes up".to_owned()
    } else {
        format!("{} lava cards come up", capital(&number(cards)))
    };
    match discs {
        0 => format!("{come}, but no lava disc is left"),
        1 if cards == 1 => format!("{come} and brings a lava disc to crater {crater}"),
        _ if discs == cards => format!("{come} and bring {} lava discs to crater {crater}", number(discs)),
        1 => format!("{come}, but only one lava disc is left, which goes to crater {crater}"),
        _ => format!("{come}, but only {} lava discs are left, which go to crater {crater}", number(discs)),
    }
}

/// The opening cards, by beach.
fn opening(cards: &[(Gap, Card)]) -> String {
    let at = |segment: Segment| -> Option<String> {
        let here = cards.iter().filter(|(gap, _)| gap.segment() == segment);
        let here: Vec<Card> = here.map(|(_, card)| *card).collect();
        (!here.is_empty()).then(|| format!("{} at beach {segment}", new_cards(&here)))
    };
    let beaches: Vec<String> = Segment::ALL.into_iter().filter_map(at).collect();
    format!("The first cards are {}", beaches.join("; "))
}

/// The cards that have come up: "a Shell and the nautilus", "two Shells".
fn new_cards(cards: &[Card]) -> String {
    match cards {
        [one, other] if one == other => one.two_new_ones(),
        _ => list(cards.iter().map(|card| card.new_one())),
    }
}
