//! The beach as text: the turn order track, the cove, the docks with their islets, and the bag.

use kahua_engine::PerSeat;
use kahua_engine::games::hawaii::{Board, Chief, Dock, Islet, Rules, Spot};

use crate::games::hawaii::describe::words::brings;
use crate::prose::list;

use super::{Lines, each_token, short};

pub(super) fn lines(board: &Board, rules: &Rules, names: &PerSeat<String>, lines: &mut Lines) {
    let order: Vec<&str> = board.order.iter().map(|seat| names[*seat].as_str()).collect();
    lines.wrap("Turn order", if order.is_empty() { "-".to_owned() } else { order.join(", ") }.as_str());
    let spots: Vec<String> = board.spots().map(|spot| format!("{spot}: {}", on_track(board, spot, names))).collect();
    lines.wrap("Track", &spots.join("   "));
    let cove: Vec<String> =
        each_token(&board.cove).map(|token| format!("{} with {} fish", short(token), rules.fish_of(token))).collect();
    lines.wrap("Cove", &if cove.is_empty() { "empty".into() } else { cove.join(", ") });
    for dock in Dock::ALL {
        let islet = board.docks[dock.index()].map_or("no islet".into(), |islet| brings(islet, rules));
        let cost = rules.docks[dock.index()];
        lines
            .wrap(&format!("Dock {dock}"), &format!("{:<16} for {} feet and {} points", islet, cost.feet, cost.points));
    }
    let pile = |bag: &kahua_engine::Bag<{ Islet::ALL.len() }>| match bag.total() {
        0 => "none".into(),
        _ => list(bag.kinds().map(|(kind, _)| brings(Islet::ALL[kind], rules))),
    };
    lines.wrap("Islets", &format!("face down {}; visited {}", pile(&board.islets), pile(&board.visited)));
    let bag: Vec<String> = each_token(&board.bag).map(short).collect();
    lines.wrap("Bag", &format!("{} (+ with spears)", if bag.is_empty() { "empty".into() } else { bag.join(" ") }));
}

/// Who stands on a place of the track, or which token lies there.
fn on_track(board: &Board, spot: Spot, names: &PerSeat<String>) -> String {
    let chief = board.players.entries().find(|(_, player)| player.chief == Chief::Track(spot));
    let token = spot.index().checked_sub(1).and_then(|index| board.track[index]);
    match (chief, token) {
        (Some((seat, _)), _) => names[seat].clone(),
        (None, Some(token)) => format!("token {}", short(token)),
        (None, None) => "free".into(),
    }
}
