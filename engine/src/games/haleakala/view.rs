//! What a viewer is shown, which is everything, and the way back from it to a position.

use super::cards::{Card, DisplayCard, DisplaySet, Pile};
use super::island::{Gap, Segment};
use super::player::{Colour, Player};
use super::ruleset::Rules;
use super::shaman::Shaman;
use super::state::{End, Position, Round, Scoring, Step, Then, Variant};
use crate::bag::Bag;
use crate::ensure::ensure;
use crate::game::ViewError;
use crate::seat::Seat;

/// The position with what follows from it and the ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Everything that lies on the table.
    pub position: Position,
    /// Lava discs next to the board.
    pub lava_supply: u8,
    /// The discarded palm cards.
    pub discard: Pile,
    /// The segments with red's and yellow's hut.
    pub huts: [Segment; 2],
}

/// What a view shows, in part borrowed.
#[derive(Debug)]
pub struct Shown<'a> {
    pub(super) position: &'a Position,
    pub(super) lava_supply: u8,
    pub(super) discard: Pile,
    pub(super) huts: [Segment; 2],
}

impl Shown<'_> {
    pub(super) fn to_view(&self) -> View {
        let Shown { position, lava_supply, discard, huts } = *self;
        View { position: *position, lava_supply, discard, huts }
    }
}

impl Position {
    /// What the viewers are shown: all the same (H36).
    pub(super) fn shown(&self, rules: &Rules) -> Shown<'_> {
        let discard = discard(self, rules).expect("a position that play leads to has no card too many");
        Shown { position: self, lava_supply: self.lava_supply(rules), discard, huts: rules.huts }
    }

    /// The position that a view shows.
    pub(super) fn from_view(view: &View, rules: &Rules) -> Result<Position, ViewError> {
        view.validate(rules)?;
        Ok(view.position)
    }
}

impl View {
    pub(super) const fn shown(&self) -> Shown<'_> {
        let View { position, lava_supply, discard, huts } = self;
        Shown { position, lava_supply: *lava_supply, discard: *discard, huts: *huts }
    }

    /// The seat to decide; `None` at chance events and at the end.
    #[must_use]
    pub fn to_act(&self) -> Option<Seat> {
        self.position.to_act().map(Colour::seat)
    }

    /// Whether play can go on from a position that looks like this: nothing contradicts itself or the ruleset.
    fn validate(&self, rules: &Rules) -> Result<(), ViewError> {
        let position = &self.position;
        ensure!(self.huts == rules.huts, "the huts are not where the ruleset has them");
        check_lava(position, self.lava_supply, rules)?;
        ensure!(discard(position, rules)? == self.discard, "the discard is not what the ruleset's cards leave");
        check_piles(position, rules)?;
        check_display(position)?;
        check_counters(position, rules)?;
        for colour in Colour::ALL {
            check_player(position, colour, rules)?;
        }
        check_both(position)?;
        check_gaps(position)?;
        check_step(position, rules)
    }
}

/// The cards of the ruleset that are nowhere else.
fn discard(position: &Position, rules: &Rules) -> Result<Pile, ViewError> {
    let deck = rules.deck(position.variant);
    let lava = deck.iter().map(|pile| i16::from(pile.lava)).sum::<i16>()
        - position.piles.iter().map(|pile| i16::from(pile.lava)).sum::<i16>();
    let mut elsewhere = [0; Card::COUNT];
    for card in position.gaps.into_iter().flatten().chain(waiting(position.step)) {
        elsewhere[card.index()] += 1;
    }
    let held = position.players.each_ref().map(Player::held);
    let left: [i16; Card::COUNT] = std::array::from_fn(|kind| {
        let of = |pile: &Pile| i16::from(pile.cards.counts()[kind]);
        let in_all: i16 = deck.iter().map(of).sum();
        let in_piles: i16 = position.piles.iter().map(of).sum();
        in_all - in_piles - i16::from(held[0][kind]) - i16::from(held[1][kind]) - elsewhere[kind]
    });
    if let Some(card) = Card::ALL.into_iter().find(|card| left[card.index()] < 0) {
        return Err(ViewError::new(format!("there are more {card} cards than the ruleset has")));
    }
    let counts = left.map(|count| count as u8);
    let lava = u8::try_from(lava).map_err(|_| ViewError::new("there are more lava cards than the ruleset has"))?;
    Ok(Pile { cards: Bag::new(counts), lava })
}

/// The card of the other player whose effect is still to come.
fn waiting(step: Step) -> Option<Card> {
    match step {
        Step::Purchase(_, Then::Card(card)) | Step::Lava(_, Then::Card(card)) => Some(card),
        _ => None,
    }
}

impl Player {
    /// How many cards of each kind lie before the player.
    fn held(&self) -> [u8; Card::COUNT] {
        let mut held = self.kept;
        held[Card::Shell.index()] = self.shells;
        held
    }
}

fn check_lava(position: &Position, supply: u8, rules: &Rules) -> Result<(), ViewError> {
    let on_craters: u16 = position.lava.iter().map(|&discs| u16::from(discs)).sum();
    ensure!(
        on_craters + u16::from(supply) == u16::from(rules.lava_discs),
        "the lava discs on the craters and beside the board are not all that there are"
    );
    Ok(())
}

/// A pile is begun when the one before it is used up, and never has more cards than in the ruleset.
fn check_piles(position: &Position, rules: &Rules) -> Result<(), ViewError> {
    let deck = rules.deck(position.variant);
    for (left, full) in position.piles.iter().zip(&deck) {
        let within = Card::ALL.iter().all(|card| left.cards.count(card.index()) <= full.cards.count(card.index()));
        ensure!(within && left.lava <= full.lava, "a pile holds cards that it never held");
    }
    let [one, two, three] = &position.piles;
    ensure!(*two == deck[1] || one.is_empty(), "two-palm cards were drawn before the one-palm cards were used up");
    ensure!(*three == deck[2] || two.is_empty(), "three-palm cards were drawn before the two-palm cards were used up");
    let scoring = matches!(position.step.scoring(), Some(Scoring::First));
    let second = two.is_empty() && !scoring;
    ensure!((position.round == Round::Second) == second, "the round is not that of the piles");
    Ok(())
}

/// Each scoring card is on the display or with one player; only the Priestess lies face down.
fn check_display(position: &Position) -> Result<(), ViewError> {
    let [red, yellow] = &position.players;
    let bought = red.bought | yellow.bought;
    let once = red.bought.is_disjoint(yellow.bought) && position.display.is_disjoint(bought);
    ensure!(once, "a display card is in two places");
    ensure!(!bought.contains(DisplayCard::Priestess), "the Priestess is never kept");
    let all = (position.display | bought).with(DisplayCard::Priestess);
    ensure!(all == DisplaySet::ALL, "a scoring card is missing");
    Ok(())
}

fn check_counters(position: &Position, rules: &Rules) -> Result<(), ViewError> {
    ensure!(usize::from(position.turns) <= super::EVENTS_MAX, "there were more turns than a game can have");
    let by_guard =
        matches!(position.step, Step::Over(End::Guard)) || position.step.scoring() == Some(Scoring::Last(End::Guard));
    ensure!(
        if by_guard { position.idle_turns == rules.guard_turns } else { position.idle_turns < rules.guard_turns },
        "the turns without a card do not fit the guard"
    );
    ensure!(position.idle_turns <= position.turns, "there are more turns without a card than turns");
    let ended = matches!(position.step, Step::Over(_)) || matches!(position.step.scoring(), Some(Scoring::Last(_)));
    ensure!(position.turns > 0 || !ended, "the game ends without a turn");
    let before = position.turns - u16::from(ended);
    ensure!(
        (position.active == position.starter) == before.is_multiple_of(2),
        "the player at turn is not the one whom the turns so far lead to"
    );
    Ok(())
}

fn check_player(position: &Position, colour: Colour, rules: &Rules) -> Result<(), ViewError> {
    let player = position.player(colour);
    ensure!(player.statues.len() <= usize::from(rules.statues), "a player has more statues than there are");
    ensure!(
        !matches!(player.shaman, Shaman::Beach(beach) if beach != rules.huts[colour.index()]),
        "a shaman is on a beach that is not that of his hut"
    );
    ensure!(
        position.variant == Variant::Tactical || player.invocation.is_none(),
        "an invocation disc in the base game"
    );
    ensure!(
        [Card::Statue, Card::Shell, Card::Priestess].iter().all(|card| player.kept[card.index()] == 0),
        "a card is kept that is never kept"
    );
    ensure!(player.points <= u16::MAX / 2, "a player has more points than anybody can have");
    Ok(())
}

fn check_both(position: &Position) -> Result<(), ViewError> {
    let [red, yellow] = &position.players;
    ensure!(red.statues.is_disjoint(yellow.statues), "two statues are on one space");
    ensure!(red.shaman.space().is_none() || red.shaman != yellow.shaman, "both shamans are on one space");
    let (own, other) = (red.sums(), yellow.sums());
    ensure!(
        Segment::ALL.iter().all(|beach| own[beach.index()] == 0 || own[beach.index()] != other[beach.index()]),
        "the sums on a beach are equal"
    );
    Ok(())
}

/// Gaps are empty only where they are about to be filled, or when the piles are used up.
fn check_gaps(position: &Position) -> Result<(), ViewError> {
    let must_lie = |gap: Gap| match position.step {
        Step::Starter => false,
        Step::Opening(next) => gap < next,
        Step::Turn | Step::Shaman | Step::Pick(_) | Step::Over(_) => position.current_pile().is_some(),
        _ => position.current_pile().is_some() && gap.segment() != position.boat,
    };
    let may_lie = |gap: Gap| match position.step {
        Step::Starter => false,
        Step::Opening(next) => gap < next,
        _ => true,
    };
    for segment in Segment::ALL {
        for gap in segment.gaps() {
            let lies = position.gaps[gap.index()].is_some();
            ensure!(lies || !must_lie(gap), "a gap is empty that must have been filled");
            ensure!(!lies || may_lie(gap), "a card lies on a gap before it was dealt");
        }
    }
    Ok(())
}

fn check_step(position: &Position, rules: &Rules) -> Result<(), ViewError> {
    match position.step {
        Step::Starter | Step::Opening(_) => {
            ensure!(position.turns == 0, "there were turns before the opening");
            Ok(())
        }
        Step::Turn | Step::Shaman => Ok(()),
        Step::Pick(colour) => {
            let sum = |colour: Colour| position.player(colour).sum_on(position.boat);
            ensure!(sum(colour) > sum(colour.other()), "a player picks without the greater sum at the boat");
            let two = matches!(position.cards_at_boat(), [Some(one), Some(other)] if one != other);
            ensure!(two, "there are not two different cards to pick from");
            Ok(())
        }
        Step::Purchase(colour, then) => {
            ensure!(position.can_buy(colour, rules), "there is nothing that the player could buy");
            check_then(position, colour, then)
        }
        Step::Lava(colour, then) => {
            ensure!(position.has_lava(), "there is no lava disc to move");
            check_then(position, colour, then)
        }
        Step::Refill(gap) => {
            let first = position.boat.gaps().into_iter().find(|gap| position.gaps[gap.index()].is_none());
            ensure!(first == Some(gap), "the gap to fill is not the first empty one at the boat");
            ensure!(position.current_pile().is_some(), "there is no card to fill a gap with");
            Ok(())
        }
        Step::Over(_) => {
            ensure!(!position.has_lava(), "lava is left after the last eruption");
            Ok(())
        }
    }
}

fn check_then(position: &Position, colour: Colour, then: Then) -> Result<(), ViewError> {
    match then {
        Then::Refill => Ok(()),
        Then::Card(_) => {
            ensure!(
                position.player(colour.other()).sum_on(position.boat) > 0,
                "a card waits for a player without discs at the boat"
            );
            Ok(())
        }
        Then::OtherBuys(_) | Then::Score(_) => {
            ensure!(position.variant == Variant::Base, "in the tactical variant nobody buys before a scoring");
            let first = matches!(then, Then::OtherBuys(_));
            ensure!((colour == position.active) == first, "the purchases before the scoring are out of order");
            Ok(())
        }
    }
}
