//! What the bot thinks of each action in Kanaloa: collect tiles, and sacrifice them for the temples that count at the end.

use kahua_client::games::kanaloa::v1::{
    FishSide, Island, Player, Temple, Tile, View, action::Kind, fish::Owner, open::Step,
};
use kahua_client::pb;

/// How good an action is. Only actions of the same decision are compared.
///
/// TODO 1: avoid the worst. The owner of Ku's card (`view.cards`) robs players who meet its pieces: don't go there with a good
/// hand.
///
/// TODO 2: look at scores. At the end Kane's temple counts, and as much again for each temple that is at least as high: take tiles
/// for the one that is missing, not just the greatest.
pub fn value(ask: &pb::Ask, action: &pb::Action) -> f64 {
    let Some(pb::view::Game::Kanaloa(view)) = ask.view.as_ref().and_then(|view| view.game.as_ref()) else { return 0.0 };
    let Some(pb::action::Game::Kanaloa(action)) = &action.game else { return 0.0 };
    let me = &view.players[ask.seat as usize]; // the players by seat
    match &action.kind {
        Some(Kind::PlacePiece(place)) => tiles_at(view, place.island()),
        Some(Kind::PlaceSecondPiece(place)) => 1.0 + tiles_at(view, place.island()),
        Some(Kind::LandPiece(land)) => tiles_at(view, land.island()),
        Some(Kind::MovePiece(go)) => tiles_at(view, go.head()) + 0.1 * ways_out(view, ask.seat, go.head()),
        Some(Kind::BeginSacrifice(begin)) => sacrifice(me, begin.temple()),
        Some(Kind::AddTile(add)) => match view.open.as_ref().and_then(|open| open.step.as_ref()) {
            // The open decision is about a temple. A tile of Kane suits each, but Kane's own needs it most.
            Some(Step::Offer(offer)) if offer.temple() != Temple::Kane && is_for(add.tile(), Temple::Kane) => -1.0,
            _ => points(add.tile()),
        },
        Some(Kind::TakeTile(take)) => points(take.tile()),
        Some(Kind::RobTile(rob)) => points(rob.tile()),
        Some(Kind::VetoChange(_)) => 1.0,
        Some(Kind::SwapTiles(_) | Kind::ReverseFish(_) | Kind::RecolourFish(_)) => -1.0,
        // Lay a fish, remove a piece, flip, dolphin, volcano, and whatever ends or allows something.
        _ => 0.0,
    }
}

/// What a sacrifice of all tiles in hand that show the temple is worth. It takes the turn in which a piece could have moved, so it
/// should be worth more than a tile.
fn sacrifice(me: &Player, temple: Temple) -> f64 {
    let offered: f64 = me.hand().filter(|tile| is_for(*tile, temple)).map(points).sum(); // of the tiles in hand
    let now = me.temples.unwrap_or_default(); // the temples' values
    let mut values = [now.kanaloa, now.ku, now.pele, now.lono, now.kane].map(f64::from);
    let before = score(values);
    values[temple as usize - 1] += offered;
    score(values) - before + offered - 6.0
}

/// The points at the end: those of Kane, the last temple, and as many again for each temple that is at least as high.
fn score(temples: [f64; 5]) -> f64 {
    let kane = temples[4];
    temples.iter().filter(|value| **value >= kane).map(|_| kane).sum()
}

/// The value of the best tile on an island.
fn tiles_at(view: &View, island: Island) -> f64 {
    let there = view.islands.iter().filter(|place| place.island() == island); // the islands with tiles
    there.flat_map(|place| place.tiles()).map(points).fold(0.0, f64::max)
}

/// How many fish a piece could follow from an island: white ones and its own, from the tail to the head.
fn ways_out(view: &View, seat: u32, island: Island) -> f64 {
    let ways = view.fish.iter().filter(|fish| {
        fish.tail() == island && (fish.side() == FishSide::White || fish.owner == Some(Owner::Seat(seat)))
    });
    ways.count() as f64
}

/// The value of a tile, by the order of the enum: 4 and 5 with one god, 2 to 4 with two, 2 to 5 with Kane.
fn points(tile: Tile) -> f64 {
    let place = tile as i32;
    f64::from(match place {
        ..=8 => 4 + (place - 1) % 2,
        9..=26 => 2 + (place - 9) % 3,
        _ => place - 25,
    })
}

/// Whether a tile shows the god of a temple.
fn is_for(tile: Tile, temple: Temple) -> bool {
    let place = tile as i32;
    match place {
        ..=8 => temple as i32 == (place + 1) / 2,
        9..=26 => [[1, 2], [2, 3], [3, 4], [4, 1], [1, 3], [2, 4]][(place as usize - 9) / 3].contains(&(temple as i32)),
        _ => temple == Temple::Kane,
    }
}
