//! The view as a message and back.

use kahua_proto::pb::games::haleakala::v1 as pb;

use super::number;
use crate::games::haleakala::cards::{Card, DisplayCard, DisplaySet, Pile};
use crate::games::haleakala::island::{Segment, SpaceSet};
use crate::games::haleakala::player::{Colour, Disc, Player};
use crate::games::haleakala::shaman::Shaman;
use crate::games::haleakala::state::{End, Position, Round, Scoring, Step, Then, Variant};
use crate::games::haleakala::view::View;
use crate::seat::Seat;
use crate::wire::WireError;
use crate::wire::fields::{
    counted, counts_message, one_of, one_or_none, read_all, read_bag, read_counts, read_ordinal, read_u8, read_u16,
};

/// The kinds before this one are never kept.
const FIRST_KEPT: usize = Card::Fish1.index();
const VARIANTS: [Variant; 2] = [Variant::Base, Variant::Tactical];
const SCORINGS: [Scoring; 3] = [Scoring::First, Scoring::Last(End::NoCards), Scoring::Last(End::Guard)];

impl View {
    pub(super) fn to_message(&self) -> pb::View {
        let position = &self.position;
        let [one, two, three] = &position.piles;
        let [red, yellow] = &position.players;
        pb::View {
            variant: counted(position.variant as usize),
            open: Some(open_message(position)),
            round: position.round as u32 + 1,
            starting_player: counted(position.starter.index()),
            active_player: counted(position.active.index()),
            completed_turns: position.turns.into(),
            idle_turns: position.idle_turns.into(),
            boat: number(position.boat),
            lava: position.lava.map(u32::from).to_vec(),
            lava_supply: self.lava_supply.into(),
            gaps: position.gaps.map(|gap| gap.map_or(0, |card| counted(card.index()))).to_vec(),
            one_palm: Some(pile_message(one)),
            two_palm: Some(pile_message(two)),
            three_palm: Some(pile_message(three)),
            discard: Some(pile_message(&self.discard)),
            display: display_message(position.display),
            red: Some(player_message(red, self.huts[0])),
            yellow: Some(player_message(yellow, self.huts[1])),
        }
    }

    pub(super) fn from_message(message: &pb::View, _to_move: Option<Seat>) -> Result<View, WireError> {
        let open = message.open.as_ref().ok_or_else(|| WireError::missing("haleakala.open"))?;
        let (red, red_hut) = read_player("haleakala.red", message.red.as_ref())?;
        let (yellow, yellow_hut) = read_player("haleakala.yellow", message.yellow.as_ref())?;
        let position = Position {
            step: read_open(open)?,
            variant: one_of("haleakala.variant", &VARIANTS, message.variant)?,
            round: match message.round {
                1 => Round::First,
                2 => Round::Second,
                other => return Err(WireError::new("haleakala.round", format!("is {other}, but must be 1 or 2"))),
            },
            starter: one_of("haleakala.starting_player", &Colour::ALL, message.starting_player)?,
            active: one_of("haleakala.active_player", &Colour::ALL, message.active_player)?,
            turns: read_u16("haleakala.completed_turns", message.completed_turns)?,
            idle_turns: read_u16("haleakala.idle_turns", message.idle_turns)?,
            boat: read_ordinal("haleakala.boat", message.boat)?,
            lava: read_counts("haleakala.lava", &message.lava)?,
            gaps: read_all("haleakala.gaps", &message.gaps, |card| one_or_none("haleakala.gaps", &Card::ALL, card))?,
            piles: [
                read_pile("haleakala.one_palm", message.one_palm.as_ref())?,
                read_pile("haleakala.two_palm", message.two_palm.as_ref())?,
                read_pile("haleakala.three_palm", message.three_palm.as_ref())?,
            ],
            display: read_display("haleakala.display", &message.display)?,
            players: [red, yellow],
        };
        Ok(View {
            position,
            lava_supply: read_u8("haleakala.lava_supply", message.lava_supply)?,
            discard: read_pile("haleakala.discard", message.discard.as_ref())?,
            huts: [red_hut, yellow_hut],
        })
    }
}

fn open_message(position: &Position) -> pb::Open {
    let mut open = pb::Open {
        player: position.to_act().map_or(0, |colour| counted(colour.index())),
        step: match position.step {
            Step::Starter => pb::Step::Starter,
            Step::Opening(_) => pb::Step::Opening,
            Step::Turn => pb::Step::Turn,
            Step::Shaman => pb::Step::Shaman,
            Step::Pick(_) => pb::Step::Pick,
            Step::Purchase(..) => pb::Step::Purchase,
            Step::Lava(..) => pb::Step::Lava,
            Step::Refill(_) => pb::Step::Refill,
            Step::Over(_) => pb::Step::Over,
        }
        .into(),
        ..pb::Open::default()
    };
    match position.step {
        Step::Opening(gap) | Step::Refill(gap) => open.gap = gap.index() as u32,
        Step::Over(end) => open.scoring = scoring_number(Scoring::Last(end)),
        Step::Purchase(_, then) | Step::Lava(_, then) => match then {
            Then::Refill => {}
            Then::Card(card) => open.waiting_card = counted(card.index()),
            Then::Score(scoring) => open.scoring = scoring_number(scoring),
            Then::OtherBuys(scoring) => {
                open.scoring = scoring_number(scoring);
                open.other_buys = true;
            }
        },
        Step::Starter | Step::Turn | Step::Shaman | Step::Pick(_) => {}
    }
    open
}

fn read_open(open: &pb::Open) -> Result<Step, WireError> {
    let player = || one_of("haleakala.open.player", &Colour::ALL, open.player);
    let gap = || read_ordinal("haleakala.open.gap", open.gap);
    let then = || read_then(open);
    let step = pb::Step::try_from(open.step).unwrap_or(pb::Step::Unspecified);
    Ok(match step {
        pb::Step::Unspecified => {
            return Err(WireError::new("haleakala.open.step", format!("is {}, but must be 1 to 9", open.step)));
        }
        pb::Step::Starter => Step::Starter,
        pb::Step::Opening => Step::Opening(gap()?),
        pb::Step::Turn => Step::Turn,
        pb::Step::Shaman => Step::Shaman,
        pb::Step::Pick => Step::Pick(player()?),
        pb::Step::Purchase => Step::Purchase(player()?, then()?),
        pb::Step::Lava => Step::Lava(player()?, then()?),
        pb::Step::Refill => Step::Refill(gap()?),
        pb::Step::Over => match one_of("haleakala.open.scoring", &SCORINGS, open.scoring)? {
            Scoring::Last(end) => Step::Over(end),
            Scoring::First => {
                return Err(WireError::new("haleakala.open.scoring", "is the first, after which no game is over"));
            }
        },
    })
}

fn read_then(open: &pb::Open) -> Result<Then, WireError> {
    if open.scoring != 0 {
        let scoring = one_of("haleakala.open.scoring", &SCORINGS, open.scoring)?;
        return Ok(if open.other_buys { Then::OtherBuys(scoring) } else { Then::Score(scoring) });
    }
    if open.waiting_card != 0 {
        return Ok(Then::Card(one_of("haleakala.open.waiting_card", &Card::ALL, open.waiting_card)?));
    }
    Ok(Then::Refill)
}

fn scoring_number(scoring: Scoring) -> i32 {
    match scoring {
        Scoring::First => pb::Scoring::First,
        Scoring::Last(End::NoCards) => pb::Scoring::LastNoCards,
        Scoring::Last(End::Guard) => pb::Scoring::LastGuard,
    }
    .into()
}

fn player_message(player: &Player, hut: Segment) -> pb::Player {
    let beach = |beach: Option<Segment>| beach.map_or(0, |beach| number(beach) + 1);
    pb::Player {
        points: player.points.into(),
        shells: player.shells.into(),
        discs: player.discs.map(beach).to_vec(),
        invocation: beach(player.invocation),
        shaman: match player.shaman {
            Shaman::Beach(_) => 0,
            Shaman::On(space) => space.index() as u32 + 1,
        },
        statues: player.statues.iter().map(|space| space.index() as u32).collect(),
        kept: player.kept[FIRST_KEPT..].iter().map(|&count| count.into()).collect(),
        bought: display_message(player.bought),
        hut: number(hut),
    }
}

fn read_player(field: &'static str, message: Option<&pb::Player>) -> Result<(Player, Segment), WireError> {
    let message = message.ok_or_else(|| WireError::missing(field))?;
    let hut = read_ordinal(field, message.hut)?;
    let beach = |number: u32| match number.checked_sub(1) {
        None => Ok(None),
        Some(number) => read_ordinal(field, number).map(Some),
    };
    let numbers: [u8; Disc::COUNT] = read_counts(field, &message.discs)?;
    let mut discs = [None; Disc::COUNT];
    for (disc, number) in discs.iter_mut().zip(numbers) {
        *disc = beach(number.into())?;
    }
    let fish_and_more: [u8; Card::COUNT - FIRST_KEPT] = read_counts(field, &message.kept)?;
    let mut kept = [0; Card::COUNT];
    kept[FIRST_KEPT..].copy_from_slice(&fish_and_more);
    let player = Player {
        discs,
        invocation: beach(message.invocation)?,
        shaman: match message.shaman.checked_sub(1) {
            None => Shaman::Beach(hut),
            Some(number) => Shaman::On(read_ordinal(field, number)?),
        },
        statues: message.statues.iter().map(|&number| read_ordinal(field, number)).collect::<Result<SpaceSet, _>>()?,
        shells: read_u8(field, message.shells)?,
        kept,
        bought: read_display(field, &message.bought)?,
        points: read_u16(field, message.points)?,
    };
    Ok((player, hut))
}

fn pile_message(pile: &Pile) -> pb::Pile {
    pb::Pile { cards: counts_message(&pile.cards), lava: pile.lava.into() }
}

fn read_pile(field: &'static str, message: Option<&pb::Pile>) -> Result<Pile, WireError> {
    let message = message.ok_or_else(|| WireError::missing(field))?;
    Ok(Pile { cards: read_bag(field, &message.cards)?, lava: read_u8(field, message.lava)? })
}

fn display_message(cards: DisplaySet) -> Vec<i32> {
    cards.iter().map(|card| counted(card.index())).collect()
}

fn read_display(field: &'static str, numbers: &[i32]) -> Result<DisplaySet, WireError> {
    numbers.iter().map(|&number| one_of(field, &DisplayCard::ALL, number)).collect()
}
