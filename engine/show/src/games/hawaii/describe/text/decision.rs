//! Who must decide what, in a sentence.

use kahua_engine::PerSeat;
use kahua_engine::games::hawaii::{Bill, Board, Draw, Harbour, Purpose, Stack, Stage, View, copies};

use crate::games::hawaii::describe::words::{InWords, TileWords, Titled, amount};

/// "Red chooses how to pay 5 shells for a boat with side I up."
pub(crate) fn decision(view: &View, names: &PerSeat<String>) -> String {
    let board = &view.board;
    let asked = match board.stage {
        Stage::Draw(draw) => return due(draw, board),
        Stage::Over => return "The game is over.".into(),
        Stage::Move => "where to go".into(),
        Stage::Pay(bill) => format!("how to pay {}", bill_in_words(bill, board)),
        Stage::Price { units } => format!("which price token to take{}", mixing(units)),
        Stage::Buy { price, units } => format!("what to buy at a price of {price}{}", mixing(units)),
        Stage::Row { tile, side } => format!("which village gets {}", tile.bought(side, 1, board)),
        Stage::Boats(Harbour::Cove) => "which boats to send to the fishing cove".into(),
        Stage::Boats(Harbour::Dock(dock)) => format!("which boats to send to dock {dock}"),
        Stage::Fish { sent, caught } => {
            let after = match caught {
                0 => String::new(),
                caught => format!(", after {}", amount(caught.into(), "token", "tokens")),
            };
            format!("what to catch with {}{after}", sent.in_words())
        }
        Stage::Reward(islet) => format!("which tile to take from the islet ({})", islet.title()),
    };
    format!("{} chooses {asked}.", names[board.current_seat()])
}

fn bill_in_words(bill: Bill, board: &Board) -> String {
    let due = bill.due().in_words();
    let purpose = match bill.purpose {
        Purpose::Move => "for the move".into(),
        Purpose::Tile(tile, side) => format!("for {}", tile.bought(side, copies(tile, side), board)),
        Purpose::Fish => "for the catch".into(),
        Purpose::Dock(dock) => format!("for the visit to dock {dock}"),
    };
    format!("{due} {purpose}{}", mixing(bill.units))
}

/// What exchange huts still allow.
fn mixing(units: u8) -> String {
    match units {
        0 => String::new(),
        units => format!(" ({} left)", amount(units.into(), "exchange unit", "exchange units")),
    }
}

fn due(draw: Draw, board: &Board) -> String {
    match draw {
        Draw::Site => "The next site of the island is drawn.".into(),
        Draw::God(stack) => format!("The next god of {} is turned up.", Stack::in_words(stack)),
        Draw::Islet(dock) => format!("An islet is drawn for dock {dock}."),
        Draw::Seat => "The next place in the turn order is drawn.".into(),
        Draw::Price(place) => {
            format!("A price token is drawn for the {}.", board.sites[place.index()].title())
        }
        Draw::Track => "A price token is drawn for the track.".into(),
    }
}
