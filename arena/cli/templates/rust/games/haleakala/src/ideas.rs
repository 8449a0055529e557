//! What the bot thinks of each action in Haleakala: win the beaches where the boat stops, and build statues high up.

use kahua_client::games::haleakala::v1::{PalmCard, Player, View, action::Kind, player::Shaman};
use kahua_client::pb;

/// How good an action is. Only actions of the same decision are compared.
///
/// TODO 1: avoid the worst. Say what a move of lava is worth: an eruption destroys statues, first those on the mountain.
///
/// TODO 2: look at scores. The player with more fish gets 3 points (the cards in `kept`), and every statue scores once in each round
/// that is left.
pub fn value(ask: &pb::Ask, action: &pb::Action) -> f64 {
    let Some(pb::view::Game::Haleakala(view)) = ask.view.as_ref().and_then(|view| view.game.as_ref()) else {
        return 0.0;
    };
    let Some(pb::action::Game::Haleakala(action)) = &action.game else { return 0.0 };
    let me = &view.players[ask.seat as usize]; // the players by seat
    let boat = view.boat; // the segment, 0 to 5, in whose water the boat lies
    match &action.kind {
        Some(Kind::PlaceDisc(place)) => match place.beach() {
            // The boat sails as far as the disc's number says.
            beach if beach == boat => 4.0 * stop(view, me, (boat + place.disc) % 6, 0),
            beach => stop(view, me, beach, place.disc) - stop(view, me, beach, 0) - 0.1 * f64::from(place.disc),
        },
        Some(Kind::Invoke(invoke)) => 4.0 * stop(view, me, (boat + invoke.disc) % 6, 0),
        Some(Kind::MoveBoat(_)) => 4.0 * stop(view, me, (boat + 1) % 6, 0),
        Some(Kind::ReturnDisc(_)) => -0.5,
        Some(Kind::MoveShaman(walk)) => height(view, walk.space()),
        Some(Kind::KeepShaman(_)) => here(view, me),
        Some(Kind::TakeCard(take)) => card(view, me, take.card()),
        Some(Kind::BuyCard(_)) => 1.0,
        _ => 0.0, // buy nothing, move lava
    }
}

/// What it is worth for me that the boat stops at a beach, with a further disc of my own there.
fn stop(view: &View, me: &Player, beach: u32, disc: u32) -> f64 {
    // A player's number discs on beaches.
    let sum = |player: &Player| -> u32 {
        player.beach_discs.iter().filter(|lying| lying.beach == beach).map(|lying| lying.disc).sum()
    };
    let (mine, theirs) = (sum(me) + disc, view.players.iter().filter(|player| *player != me).map(sum).sum());
    // The gaps 2b and 2b + 1 lie at beach b. The greater sum of discs chooses a card first.
    let cards = view.gaps().skip(2 * beach as usize).take(2);
    let better = cards.map(|kind| card(view, me, kind)).fold(0.0, f64::max);
    match mine.cmp(&theirs) {
        std::cmp::Ordering::Greater => better,
        std::cmp::Ordering::Less => -better,
        std::cmp::Ordering::Equal => 0.0,
    }
}

/// What a palm card is worth.
fn card(view: &View, me: &Player, card: PalmCard) -> f64 {
    match card {
        PalmCard::None => 0.0,
        // Built where the shaman stands; round 1 or 2, with a scoring at the end of each.
        PalmCard::Statue => here(view, me) * (3.0 - f64::from(view.round)),
        PalmCard::Priestess => 0.5,
        _ => 2.0,
    }
}

/// What a statue is worth where the shaman stands; nothing while he is still on the beach.
fn here(view: &View, me: &Player) -> f64 {
    match me.shaman {
        Some(Shaman::ShamanSpace(space)) => height(view, space),
        _ => 0.0,
    }
}

/// The points of a statue on a space: 1 in the grassland (spaces 0 to 5), 2 in the forest, 3 on the mountain, 0 if one is there.
fn height(view: &View, space: u32) -> f64 {
    let is_built = view.players.iter().any(|player| player.statues.contains(&space));
    if is_built { 0.0 } else { f64::from(1 + space / 6) }
}
