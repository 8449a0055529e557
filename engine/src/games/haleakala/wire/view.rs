//! The view as a message and back.

use kahua_proto::pb::games::haleakala::v1 as pb;

use super::{display_message, number, open, player, read_colour, read_display, seat};
use crate::games::haleakala::cards::{Card, Pile};
use crate::games::haleakala::state::{Position, Round, Variant};
use crate::games::haleakala::view::View;
use crate::seat::Seat;
use crate::wire::WireError;
use crate::wire::fields::{
    counted, list_message, one_of, one_or_none, read_all, read_counts, read_list, read_ordinal, read_u8, read_u16,
    required,
};

const VARIANTS: [Variant; 2] = [Variant::Base, Variant::Tactical];

impl View {
    pub(super) fn to_message(&self) -> pb::View {
        let position = &self.position;
        let [one, two, three] = &position.piles;
        pb::View {
            variant: counted(position.variant as usize),
            open: Some(open::message(position.step)),
            round: position.round as u32 + 1,
            starting_seat: seat(position.starter),
            active_seat: seat(position.active),
            completed_turns: position.turns.into(),
            idle_turns: position.idle_turns.into(),
            boat: number(position.boat),
            lava: position.lava.map(u32::from).to_vec(),
            lava_supply: self.lava_supply.into(),
            gaps: position.gaps.map(gap_number).to_vec(),
            one_palm: Some(pile_message(one)),
            two_palm: Some(pile_message(two)),
            three_palm: Some(pile_message(three)),
            discard: Some(pile_message(&self.discard)),
            face_up: display_message(position.display),
            players: position.players.iter().zip(self.huts).map(|(one, hut)| player::message(one, hut)).collect(),
        }
    }

    pub(super) fn from_message(message: &pb::View, to_move: Option<Seat>) -> Result<View, WireError> {
        let [red, yellow] = message.players.as_slice() else {
            let problem = format!("has {} entries, but must have 2", message.players.len());
            return Err(WireError::new("haleakala.players", problem));
        };
        let ((red, red_hut), (yellow, yellow_hut)) = (player::read(red)?, player::read(yellow)?);
        let position = Position {
            step: open::read(message.open.as_ref(), to_move)?,
            variant: one_of("haleakala.variant", &VARIANTS, message.variant)?,
            round: match message.round {
                1 => Round::First,
                2 => Round::Second,
                other => return Err(WireError::new("haleakala.round", format!("is {other}, but must be 1 or 2"))),
            },
            starter: read_colour("haleakala.starting_seat", message.starting_seat)?,
            active: read_colour("haleakala.active_seat", message.active_seat)?,
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
            display: read_display("haleakala.face_up", &message.face_up)?,
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

/// An empty gap has the number after those of the cards.
fn gap_number(card: Option<Card>) -> i32 {
    counted(card.map_or(Card::COUNT, Card::index))
}

fn pile_message(pile: &Pile) -> pb::Pile {
    pb::Pile { cards: list_message(&pile.cards), lava: pile.lava.into() }
}

fn read_pile(field: &'static str, message: Option<&pb::Pile>) -> Result<Pile, WireError> {
    let message = required(field, message)?;
    Ok(Pile { cards: read_list(field, &message.cards)?, lava: read_u8(field, message.lava)? })
}
