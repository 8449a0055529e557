//! The beach as text: the turn order track, the cove, the docks with their islets, and the bag.

use kahua_engine::games::hawaii::{Board, Chief, Dock, Islet, Rules, Spot};

use crate::games::hawaii::describe::words::{feet, lies, points, with_fish};
use crate::language::Wording;
use crate::prose::list;
use crate::say;

use super::{Lines, each_token, short};

pub(super) fn lines(board: &Board, rules: &Rules, wording: Wording<'_>, lines: &mut Lines) {
    let Wording { language, names } = wording;
    let order: Vec<&str> = board.order.iter().map(|seat| names[*seat].as_str()).collect();
    lines.wrap(say!(language, "Turn order"), if order.is_empty() { "-".to_owned() } else { order.join(", ") }.as_str());
    let spots: Vec<String> = board.spots().map(|spot| format!("{spot}: {}", on_track(board, spot, wording))).collect();
    lines.wrap(say!(language, "Track"), &spots.join("   "));
    let caught = |token| format!("{} {}", short(token), with_fish(language, rules.fish_of(token).into()));
    let cove: Vec<String> = each_token(&board.cove).map(caught).collect();
    let empty = say!(language, "empty");
    lines.wrap(say!(language, "Cove"), &if cove.is_empty() { empty.to_owned() } else { cove.join(", ") });
    for dock in Dock::ALL {
        let no_islet = || say!(language, "no islet").to_owned();
        let islet = board.docks[dock.index()].map_or_else(no_islet, |islet| lies(language, islet, rules));
        let cost = rules.docks[dock.index()];
        let (feet, points) = (feet(language, cost.feet.into()), points(language, cost.points.into()));
        let cost = say!(language, "for {0} and {1}", feet, points);
        lines.wrap(&say!(language, "Dock {0}", dock), &format!("{islet:<16} {cost}"));
    }
    let pile = |bag: &kahua_engine::Bag<{ Islet::ALL.len() }>| match bag.total() {
        0 => say!(language, "none").to_owned(),
        _ => list(language, bag.kinds().map(|(kind, _)| lies(language, Islet::ALL[kind], rules))),
    };
    let piles = say!(language, "face down {0}; visited {1}", pile(&board.islets), pile(&board.visited));
    lines.wrap(say!(language, "Islets"), &piles);
    let bag: Vec<String> = each_token(&board.bag).map(short).collect();
    let bag = if bag.is_empty() { empty.to_owned() } else { bag.join(" ") };
    lines.wrap(say!(language, "Bag"), &say!(language, "{0} (+ with spears)", bag));
}

/// Who stands on a place of the track, or which token lies there.
fn on_track(board: &Board, spot: Spot, wording: Wording<'_>) -> String {
    let chief = board.players.entries().find(|(_, player)| player.chief == Chief::Track(spot));
    let token = spot.index().checked_sub(1).and_then(|index| board.track[index]);
    match (chief, token) {
        (Some((seat, _)), _) => wording.names[seat].clone(),
        (None, Some(token)) => say!(wording.language, "token {0}", short(token)),
        (None, None) => say!(wording.language, "free").to_owned(),
    }
}
