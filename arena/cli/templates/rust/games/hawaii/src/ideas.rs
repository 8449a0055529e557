//! What the bot thinks of each action in Hawaii: reach the round's target, and buy what scores at the end.

use kahua_client::games::hawaii::v1::{Player, PriceToken, Side, Site, Tile, View, action::Kind, open::Step};
use kahua_client::pb;

/// How good an action is. Only actions of the same decision are compared.
///
/// TODO 1: avoid the worst. A village scores at the end only if it reaches the column below your leftmost tiki (`me.tikis`), so buying
/// for a fifth village in the last round (`view.round`) is wasted.
///
/// TODO 2: look at scores. Whoever reaches the target first and highest gets the most points of the round: compare your sum with
/// those of the others.
pub fn value(ask: &pb::Ask, action: &pb::Action) -> f64 {
    let Some(pb::view::Game::Hawaii(view)) = ask.view.as_ref().and_then(|view| view.game.as_ref()) else { return 0.0 };
    let Some(pb::action::Game::Hawaii(action)) = &action.game else { return 0.0 };
    let me = &view.players[ask.seat as usize]; // the players by seat
    // The targets of rounds 1 to 5 are 9, 11, 13, 15 and 17.
    let is_short = sum(me) < 7 + 2 * view.round;
    match &action.kind {
        // Places 0 to 9, each with a site and its price tokens.
        Some(Kind::GoToPlace(go)) => 5.0 + visit(view.island[go.place() as usize].site()),
        Some(Kind::GoToDock(go)) => 4.0 + f64::from(go.dock),
        Some(Kind::GoToCove(_)) => wanted(is_short, 5),
        // This ends the round for you.
        Some(Kind::TakeTrackPlace(take)) => 3.0 - 0.1 * f64::from(take.track_place),
        Some(Kind::PayWith(pay)) => -f64::from(pay.shells + pay.feet + pay.fruit),
        Some(Kind::TakePrice(take)) => wanted(is_short, number(take.token())),
        Some(Kind::BuyTile(buy)) => worth(buy.tile(), buy.side()) - dear(view, me, buy.side()),
        Some(Kind::TakeReward(take)) => worth(take.tile(), Side::Two),
        Some(Kind::LayInVillage(lay)) => {
            let village = &me.villages[lay.village as usize - 1]; // villages 1 to 5; a long one is what scores
            (village.side_one.len() + village.side_two.len()) as f64
        }
        Some(Kind::CatchFish(catch)) => wanted(is_short, catch.fish),
        _ => 0.0, // send boats, stop fishing
    }
}

/// What a tile is worth to this bot. Side II counts half as much again.
fn worth(tile: Tile, side: Side) -> f64 {
    let worth = match tile {
        Tile::Tiki | Tile::Hula => 5.0,
        Tile::Kahuna => 4.0,
        Tile::Irrigation | Tile::ShellHut | Tile::Surfer | Tile::God0 | Tile::God1 => 3.0,
        Tile::FootHut | Tile::LongHut => 2.0,
        _ => 1.0,
    };
    if side == Side::Two { 1.5 * worth } else { worth }
}

/// What a visit to a site is worth, by what is sold there.
fn visit(site: Site) -> f64 {
    match site {
        Site::Kahunas | Site::Hula => 4.0,
        Site::Gods | Site::Surfers | Site::ShellFoot | Site::Irrigation => 3.0,
        Site::LongHuts => 2.0,
        _ => 0.0,
    }
}

/// The sum that counts against the target: the numbers of the tokens, and the fish on the back of those that were caught.
fn sum(me: &Player) -> u32 {
    let prices: u32 = me.prices().map(number).sum();
    let fish: u32 = me.fish().map(|token| number(token).div_ceil(2)).sum();
    prices + fish
}

/// The number on a token, 2 to 6: there are two kinds of each, without and with spears.
fn number(token: PriceToken) -> u32 {
    (token as u32 + 3) / 2
}

/// A number is good while the target isn't reached, and only dear afterwards.
fn wanted(is_short: bool, number: u32) -> f64 {
    if is_short { f64::from(number) } else { -f64::from(number) }
}

/// Side II costs double: what the shells are then missing for.
fn dear(view: &View, me: &Player, side: Side) -> f64 {
    let Some(Step::Buy(buy)) = view.open.as_ref().and_then(|open| open.step.as_ref()) else { return 0.0 };
    let shells = me.supply.as_ref().map_or(0, |supply| supply.shells);
    if side == Side::Two && shells < 4 * buy.price { f64::from(buy.price) } else { 0.0 }
}
