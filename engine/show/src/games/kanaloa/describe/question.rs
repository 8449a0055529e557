//! What must be decided or drawn, and facts about it that the board doesn't show.

use kahua_engine::Seat;
use kahua_engine::games::kanaloa::{
    Arrival, Arrow, Change, ChangeKind, Clock, Colour, God, Offering, Site, Stage, View, Volcano, Way,
};

use crate::language::{Language, Wording};
use crate::prose::list;
use crate::say;

use super::standing::winning;
use super::words::{call_tile, ends, letter, name_of, name_of_colour, place, points};

/// The open decision or draw in a sentence, with the turn's number.
pub(in crate::games::kanaloa) fn question(view: &View, wording: Wording<'_>) -> String {
    let asked = asked(view, wording);
    match view.turn.number {
        0 => asked,
        number => say!(wording.language, "Turn {0}: {1}", number, asked),
    }
}

fn asked(view: &View, wording: Wording<'_>) -> String {
    let (language, mover) = (wording.language, &wording.names[view.turn.seat]);
    match view.stage {
        Stage::DealTiles => say!(language, "The islands are dealt their offerings.").to_owned(),
        Stage::DealCards if wording.names.count().get() == 2 => say!(language, "The god cards are dealt.").to_owned(),
        Stage::DealCards => say!(language, "A god card is dealt to {0}.", mover),
        Stage::LayNeutral => say!(language, "The next neutral fish is laid.").to_owned(),
        Stage::LayFish => say!(language, "{0} is to lay a fish.", mover),
        Stage::PlacePiece => say!(language, "{0} is to place a piece.", mover),
        Stage::RemovePiece => say!(language, "{0} owns neither of Lono's cards and is to give up a piece.", mover),
        Stage::Land => say!(language, "{0} is to leave the dolphin for an island.", mover),
        Stage::Main => say!(language, "{0} is to take the main action.", mover),
        Stage::Offer(offering) => sacrifice(language, mover, offering),
        Stage::Rob(arrival) => robbery(view, arrival, wording),
        Stage::TakeTile(arrival) => {
            let come = come(language, arrival);
            match arrival.by {
                Way::Dolphin => say!(language, "{0} {1} and is to give the dolphin a tile.", mover, come),
                Way::Fish => say!(language, "{0} {1} and is to take a tile.", mover, come),
            }
        }
        Stage::Draw(refill) => {
            let come = come(language, refill.arrival);
            if refill.erupts {
                say!(language, "{0} {1}; a tile is drawn for it, and an eruption follows.", mover, come)
            } else {
                say!(language, "{0} {1}; a tile is drawn for it.", mover, come)
            }
        }
        Stage::Finish => say!(language, "{0} may use the help of a god or end the turn.", mover),
        Stage::Veto(change) => veto(view, change, wording),
        Stage::PlaceVolcano => {
            let placer = name_or_somebody(view.to_act(), wording);
            say!(language, "An eruption has ended {0}'s turn, and {1} is to place the volcano.", mover, placer)
        }
        Stage::Over => say!(language, "{0}'s turn was the last. {1}.", mover, winning(&view.players, wording)),
    }
}

fn name_or_somebody(seat: Option<Seat>, wording: Wording<'_>) -> &str {
    seat.map_or(say!(wording.language, "somebody"), |seat| wording.names[seat].as_str())
}

fn sacrifice(language: Language, mover: &str, Offering { temple, last, value }: Offering) -> String {
    let god = name_of(temple);
    match last {
        None => say!(language, "{0} is to lay down the first tile for {1}.", mover, god),
        Some(last) => {
            let (sum, last) = (points(language, value.into()), call_tile(last));
            say!(language, "{0} may add to a sacrifice to {1}: {2} so far, the {3} last.", mover, god, sum, last)
        }
    }
}

fn robbery(view: &View, arrival: Arrival, wording: Wording<'_>) -> String {
    let language = wording.language;
    let (mover, come) = (&wording.names[view.turn.seat], come(language, arrival));
    match view.cards[God::Ku].owner {
        Some(robber) if robber != view.turn.seat => {
            say!(language, "{0} {1}, where {2} may rob {0}.", mover, come, wording.names[robber])
        }
        _ => say!(language, "{0} {1} and may rob a player there.", mover, come),
    }
}

fn veto(view: &View, Change { kind, arrow }: Change, wording: Wording<'_>) -> String {
    let (language, mover) = (wording.language, &wording.names[view.turn.seat]);
    let protected = name_or_somebody(view.cards[God::Kanaloa].protection, wording);
    let [from, to] = ends(arrow);
    match kind {
        ChangeKind::Reverse => {
            say!(language, "{0} may forbid {1} to reverse the fish from {2} to {3}.", protected, mover, from, to)
        }
        ChangeKind::Recolour => {
            say!(language, "{0} may forbid {1} to turn over the fish from {2} to {3}.", protected, mover, from, to)
        }
    }
}

/// "has come to C", "has landed on C".
fn come(language: Language, arrival: Arrival) -> String {
    let island = letter(arrival.island);
    match arrival.by {
        Way::Fish => say!(language, "has come to {0}", island),
        Way::Dolphin => say!(language, "has landed on {0}", island),
    }
}

/// Facts that hold now but can't be seen on the board, in a sentence each.
pub(in crate::games::kanaloa) fn notes(view: &View, wording: Wording<'_>) -> Vec<String> {
    let language = wording.language;
    let mut notes = Vec::new();
    if view.turn.god_action_spent {
        notes.push(say!(language, "{0} has no god action left in this turn.", wording.names[view.turn.seat]));
    }
    notes.extend(view.refused.iter().map(|&arrow| refused(view, arrow, language)));
    notes.extend(view.volcano.map(|volcano| standing(view, volcano, wording)));
    notes
}

/// That this fish may not be turned. It has the colour of who forbade it.
fn refused(view: &View, arrow: Arrow, language: Language) -> String {
    let [from, to] = ends(arrow);
    match view.cards[God::Kanaloa].protection.map(Colour::of) {
        None => say!(language, "The fish from {0} to {1} may not be turned.", from, to),
        Some(colour) => {
            let colour = name_of_colour(language, colour);
            say!(language, "The {0} fish from {1} to {2} may not be turned.", colour, from, to)
        }
    }
}

/// Where the volcano stands, and until when.
fn standing(view: &View, volcano: Volcano, wording: Wording<'_>) -> String {
    let language = wording.language;
    let (there, placer) = (place(language, volcano.site), &wording.names[volcano.placer]);
    let until = match volcano.clock {
        Clock::BonusTurn => say!(language, "has a turn, then another, and then it goes"),
        Clock::NextTurn => say!(language, "has one more turn before it goes"),
    };
    match volcano.site {
        Site::Island(_) => say!(language, "The volcano stands {0}; {1} placed it and {2}.", there, placer, until),
        Site::Sea(_) => {
            let closed = list(language, view.barred.iter().map(|&island| letter(island)));
            say!(
                language,
                "The volcano stands {0} and closes {1}; {2} placed it and {3}.",
                there,
                closed,
                placer,
                until
            )
        }
    }
}
