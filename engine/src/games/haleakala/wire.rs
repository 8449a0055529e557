//! Views, actions and chance outcomes as protobuf messages. The enums of the messages count from 1 in the order of the
//! types here.

mod action;
mod chance;
mod open;
mod player;
mod view;

use super::Haleakala;
use super::cards::{DisplayCard, DisplaySet};
use super::island::Segment;
use super::player::{Colour, Disc};
use crate::wire::fields::{counted, one_of, read_ordinal};
use crate::wire::{WireError, impl_wire};

impl_wire!(Haleakala);

fn number(segment: Segment) -> u32 {
    segment.number().into()
}

fn seat(colour: Colour) -> u32 {
    colour.seat().number().into()
}

/// The player in this seat.
fn read_colour(field: &'static str, seat: u32) -> Result<Colour, WireError> {
    read_ordinal(field, seat)
}

fn read_disc(field: &'static str, number: u32) -> Result<Disc, WireError> {
    let wrong = || WireError::new(field, format!("is {number}, but must be 1 to {}", Disc::COUNT));
    Disc::from_number(number).ok_or_else(wrong)
}

fn display_message(cards: DisplaySet) -> Vec<i32> {
    cards.iter().map(|card| counted(card.index())).collect()
}

fn read_display(field: &'static str, numbers: &[i32]) -> Result<DisplaySet, WireError> {
    numbers.iter().map(|&number| one_of(field, &DisplayCard::ALL, number)).collect()
}
