//! A view can be made again of its observation, so nothing is missing in it.

use crate::bag::Bag;
use crate::encode::reading::{Reading, restores_every_view};
use crate::games::haleakala::cards::Pile;
use crate::games::haleakala::*;
use crate::set::{Ordinal, Set};

#[test]
fn h36_an_observation_has_everything_that_a_view_shows() {
    restores_every_view::<Haleakala>(3, restore);
}

fn restore(read: &Reading<'_, Haleakala>) -> View {
    let colour = |number: usize| Colour::ALL[read.seat(number).index()];
    let [tactical, second] = read.flags("game")[..] else { panic!("two flags") };
    let piles: Vec<Pile> = read.counts("piles").chunks(Card::COUNT + 1).map(pile).collect();
    let number = |name: &str| read.sums(name)[0] as u16;
    let position = Position {
        step: step(read, colour),
        variant: if tactical { Variant::Tactical } else { Variant::Base },
        round: if second { Round::Second } else { Round::First },
        starter: colour(read.one("starter").unwrap()),
        active: colour(read.one("active").unwrap()),
        turns: number("turns"),
        idle_turns: number("idle_turns"),
        boat: Segment::ALL[read.one("boat").unwrap()],
        lava: read.counts("lava").try_into().unwrap(),
        gaps: chosen(&read.ones("gaps"), &Card::ALL).try_into().unwrap(),
        piles: piles.try_into().unwrap(),
        display: set(&read.flags("display")),
        players: Colour::ALL.map(|colour| player(read, read.number(colour.seat()))),
    };
    View {
        position,
        lava_supply: read.counts("lava_supply")[0],
        discard: pile(&read.counts("discard")),
        huts: Colour::ALL.map(|colour| Segment::ALL[read.ones("huts")[read.number(colour.seat())].unwrap()]),
    }
}

fn step(read: &Reading<'_, Haleakala>, colour: impl Fn(usize) -> Colour) -> Step {
    let gap = || Gap::ALL[read.one("step_gap").unwrap()];
    let player = || colour(read.one("step_player").unwrap());
    let scoring = |number| [Scoring::First, Scoring::Last(End::NoCards), Scoring::Last(End::Guard)][number];
    let then = || match read.one("step_then").unwrap() {
        card if card < Card::COUNT => Then::Card(Card::ALL[card]),
        Card::COUNT => Then::Refill,
        number if number < Card::COUNT + 4 => Then::OtherBuys(scoring(number - Card::COUNT - 1)),
        number => Then::Score(scoring(number - Card::COUNT - 4)),
    };
    match read.one("step").unwrap() {
        0 => Step::Starter,
        1 => Step::Opening(gap()),
        2 => Step::Turn,
        3 => Step::Shaman,
        4 => Step::Pick(player()),
        5 => Step::Purchase(player(), then()),
        6 => Step::Lava(player(), then()),
        7 => Step::Refill(gap()),
        _ => Step::Over([End::NoCards, End::Guard][read.one("end").unwrap()]),
    }
}

fn player(read: &Reading<'_, Haleakala>, number: usize) -> Player {
    let shaman = read.ones("shaman")[number].unwrap();
    Player {
        discs: chosen(&read.ones("discs")[number * Disc::COUNT..][..Disc::COUNT], &Segment::ALL).try_into().unwrap(),
        invocation: chosen(&read.ones("invocation"), &Segment::ALL)[number],
        shaman: match shaman.checked_sub(Segment::COUNT) {
            None => Shaman::Beach(Segment::ALL[shaman]),
            Some(space) => Shaman::On(Space::from_ordinal(space)),
        },
        statues: set(&read.flags("statues")[number * Space::COUNT..][..Space::COUNT]),
        shells: read.counts("shells")[number],
        kept: read.counts("kept")[number * Card::COUNT..][..Card::COUNT].try_into().unwrap(),
        bought: set(&read.flags("bought")[number * DisplayCard::COUNT..][..DisplayCard::COUNT]),
        points: read.sums("points")[number] as u16,
    }
}

fn chosen<T: Copy>(numbers: &[Option<usize>], all: &[T]) -> Vec<Option<T>> {
    numbers.iter().map(|number| number.map(|number| all[number])).collect()
}

fn set<T: Ordinal>(flags: &[bool]) -> Set<T> {
    flags.iter().enumerate().filter(|(_, flag)| **flag).map(|(number, _)| T::from_ordinal(number)).collect()
}

fn pile(counts: &[u8]) -> Pile {
    let [cards @ .., lava] = counts else { panic!("a pile") };
    Pile { cards: Bag::new(cards.try_into().unwrap()), lava: *lava }
}
