//! What must be decided or drawn, and facts about it that the board doesn't show.

use kahua_engine::games::kanaloa::{Arrival, Clock, Colour, God, Offering, Site, Stage, View, Way};
use kahua_engine::{PerSeat, Seat};

use crate::prose::list;

use super::actions::verb;
use super::standing::standing;
use super::words::{call_tile, letter, name_of, place, points, way};

/// The open decision or draw in a sentence, with the turn's number.
pub(in crate::games::kanaloa) fn question(view: &View, names: &PerSeat<String>) -> String {
    let asked = asked(view, names);
    if view.turn.number == 0 { asked } else { format!("Turn {}: {asked}", view.turn.number) }
}

fn asked(view: &View, names: &PerSeat<String>) -> String {
    let mover = &names[view.turn.seat];
    let owner = |seat: Option<Seat>| seat.map_or("somebody", |seat| names[seat].as_str());
    match view.stage {
        Stage::DealTiles => "The islands are dealt their offerings.".to_owned(),
        Stage::DealCards if names.count().get() == 2 => "The god cards are dealt.".to_owned(),
        Stage::DealCards => format!("A god card is dealt to {mover}."),
        Stage::LayNeutral => "The next neutral fish is laid.".to_owned(),
        Stage::LayFish => format!("{mover} is to lay a fish."),
        Stage::PlacePiece => format!("{mover} is to place a piece."),
        Stage::RemovePiece => format!("{mover} owns neither of Lono's cards and is to give up a piece."),
        Stage::Land => format!("{mover} is to leave the dolphin for an island."),
        Stage::Main => format!("{mover} is to take the main action."),
        Stage::Offer(offering) => sacrifice(mover, offering),
        Stage::Rob(arrival) => match view.cards[God::Ku].owner {
            Some(robber) if robber != view.turn.seat => {
                format!("{} {}, where {} may rob {mover}.", mover, come(arrival), names[robber])
            }
            _ => format!("{mover} {} and may rob a player there.", come(arrival)),
        },
        Stage::TakeTile(arrival) if arrival.by == Way::Dolphin => {
            format!("{mover} {} and is to give the dolphin a tile.", come(arrival))
        }
        Stage::TakeTile(arrival) => format!("{mover} {} and is to take a tile.", come(arrival)),
        Stage::Draw(refill) => {
            let eruption = if refill.erupts { ", and an eruption follows" } else { "" };
            format!("{mover} {}; a tile is drawn for it{eruption}.", come(refill.arrival))
        }
        Stage::Finish => format!("{mover} may use the help of a god or end the turn."),
        Stage::Veto(change) => {
            let protected = owner(view.cards[God::Kanaloa].protection);
            format!("{protected} may forbid {mover} to {} the fish {}.", verb(change.kind), way(change.arrow))
        }
        Stage::PlaceVolcano => {
            let placer = owner(view.to_act());
            format!("An eruption has ended {mover}'s turn, and {placer} is to place the volcano.")
        }
        Stage::Over => {
            let won = standing(&view.players, names, "wins", "share the first place");
            format!("{mover}'s turn was the last. {won}.")
        }
    }
}

fn sacrifice(mover: &str, Offering { temple, last, value }: Offering) -> String {
    let god = name_of(temple);
    match last {
        None => format!("{mover} is to lay down the first tile for {god}."),
        Some(last) => {
            let (sum, last) = (points(value.into()), call_tile(last));
            format!("{mover} may add to a sacrifice to {god}: {sum} so far, the {last} last.")
        }
    }
}

/// "has come to C", "has landed on C".
fn come(arrival: Arrival) -> String {
    let island = letter(arrival.island);
    match arrival.by {
        Way::Fish => format!("has come to {island}"),
        Way::Dolphin => format!("has landed on {island}"),
    }
}

/// Facts that hold now but can't be seen on the board, in a sentence each.
pub(in crate::games::kanaloa) fn notes(view: &View, names: &PerSeat<String>) -> Vec<String> {
    let mut notes = Vec::new();
    if view.turn.god_action_spent {
        notes.push(format!("{} has no god action left in this turn.", names[view.turn.seat]));
    }
    for &arrow in &view.refused {
        let protected = view.cards[God::Kanaloa].protection.map(Colour::of);
        let whose = protected.map_or("The fish".to_owned(), |colour| format!("The {} fish", colour.name()));
        notes.push(format!("{whose} {} may not be turned.", way(arrow)));
    }
    if let Some(volcano) = view.volcano {
        let (there, placer) = (place(volcano.site), &names[volcano.placer]);
        let until = match volcano.clock {
            Clock::BonusTurn => "has a turn, then another, and then it goes",
            Clock::NextTurn => "has one more turn before it goes",
        };
        let closed: Vec<String> = view.barred.iter().map(|&island| letter(island)).collect();
        let closes = match volcano.site {
            Site::Island(_) => String::new(),
            Site::Sea(_) => format!(" and closes {}", list(&closed)),
        };
        notes.push(format!("The volcano stands {there}{closes}; {placer} placed it and {until}."));
    }
    notes
}
