//! Who must decide what, in a sentence.

use kahua_engine::games::hawaii::{Bill, Board, Coin, Draw, Harbour, Purpose, Stack, Stage, View, copies};

use crate::games::hawaii::describe::words::{InWords, TileWords, Titled, feet, shells};
use crate::language::{Language, Wording};
use crate::{say, say_count};

/// "Red chooses how to pay 5 shells for a boat with side I up."
pub(crate) fn decision(view: &View, wording: Wording<'_>) -> String {
    let Wording { language, names } = wording;
    let board = &view.board;
    let asked = match board.stage {
        Stage::Draw(draw) => return due(language, draw, board),
        Stage::Over => return say!(language, "The game is over.").to_owned(),
        Stage::Move => say!(language, "where to go").to_owned(),
        Stage::Pay(bill) => bill_in_words(language, bill, board),
        Stage::Price { units } => say!(language, "which price token to take{0}", mixing(language, units)),
        Stage::Buy { price, units } => {
            say!(language, "what to buy at a price of {0}{1}", price, mixing(language, units))
        }
        Stage::Row { tile, side } => {
            say!(language, "which village gets {0}", tile.bought(language, side, 1, board))
        }
        Stage::Boats(Harbour::Cove) => say!(language, "which boats to send to the fishing cove").to_owned(),
        Stage::Boats(Harbour::Dock(dock)) => say!(language, "which boats to send to dock {0}", dock),
        Stage::Fish { sent, caught } => {
            say!(language, "what to catch with {0}{1}", sent.in_words(language), so_far(language, caught))
        }
        Stage::Reward(islet) => say!(language, "which tile to take from the islet ({0})", islet.title(language)),
    };
    say!(language, "{0} chooses {1}.", names[board.current_seat()], asked)
}

fn bill_in_words(language: Language, bill: Bill, board: &Board) -> String {
    let due = bill.due();
    let due = match due.coin {
        Coin::Shells => shells(language, due.cost.into()),
        Coin::Feet => feet(language, due.cost.into()),
    };
    let left = mixing(language, bill.units);
    match bill.purpose {
        Purpose::Move => say!(language, "how to pay {0} for the move{1}", due, left),
        Purpose::Tile(tile, side) => {
            let bought = tile.bought(language, side, copies(tile, side), board);
            say!(language, "how to pay {0} for {1}{2}", due, bought, left)
        }
        Purpose::Fish => say!(language, "how to pay {0} for the catch{1}", due, left),
        Purpose::Dock(dock) => say!(language, "how to pay {0} for the visit to dock {1}{2}", due, dock, left),
    }
}

/// What exchange huts still allow.
fn mixing(language: Language, units: u8) -> String {
    match units {
        0 => String::new(),
        units => say_count!(language, units, " ({0} exchange unit left)", " ({0} exchange units left)"),
    }
}

/// What was caught before.
fn so_far(language: Language, caught: u8) -> String {
    match caught {
        0 => String::new(),
        caught => say_count!(language, caught, ", after {0} token", ", after {0} tokens"),
    }
}

fn due(language: Language, draw: Draw, board: &Board) -> String {
    match draw {
        Draw::Site => say!(language, "The next site of the island is drawn.").to_owned(),
        Draw::God(stack) => {
            say!(language, "The next god of {0} is turned up.", Stack::in_words(stack, language))
        }
        Draw::Islet(dock) => say!(language, "An islet is drawn for dock {0}.", dock),
        Draw::Seat => say!(language, "The next place in the turn order is drawn.").to_owned(),
        Draw::Price(place) => {
            say!(language, "A price token is drawn for the {0}.", board.sites[place.index()].title(language))
        }
        Draw::Track => say!(language, "A price token is drawn for the track.").to_owned(),
    }
}
