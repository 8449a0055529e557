//! The parts of a view that the bot uses.

use hw::open::Step;
use hw::player::Chieftain;
use kahua_client::games::hawaii::v1 as hw;

use super::constants::{BEACH, ROUNDS, Round, fish, has_spears, price};
use super::home::Home;

/// The parts of a view that the bot uses. *I* am the player who decides.
#[derive(Clone, Debug)]
pub(super) struct Position<'v> {
    pub(super) view: &'v hw::View,
    pub(super) round: Round,
    /// The rounds to come after this one: 0 to 4.
    pub(super) left: i32,
    pub(super) home: Home,
    pub(super) supply: hw::Supply,
    /// My boats that are ready.
    pub(super) ready: hw::Fleet,
    /// Where my chieftain stands: 0 to 9, or on the beach.
    pub(super) stands: usize,
    /// The exchange units that I may still use.
    pub(super) units: i32,
    /// My price tokens with spears, and without.
    pub(super) spears: [i32; 2],
    pub(super) race: Race,
    /// The others' races.
    pub(super) rivals: Vec<Race>,
}

/// A player's progress towards the target of the round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Race {
    /// Prices and fish.
    pub(super) sum: i32,
    /// By how much surfers lower the target.
    pub(super) lowered: i32,
}

impl Position<'_> {
    /// Reads a view. A missing field counts as zero.
    pub(super) fn read(my_seat: usize, view: &hw::View) -> Position<'_> {
        let nobody = hw::Player::default();
        let me = view.players.get(my_seat).unwrap_or(&nobody);
        let others = view.players.iter().enumerate().filter(|(seat, _)| *seat != my_seat);
        let round = view.round.clamp(1, ROUNDS.len() as u32) as usize - 1;
        let home = Home::read(me);
        let spears = me.prices.iter().filter(|token| has_spears(**token)).count() as i32;
        Position {
            view,
            round: ROUNDS[round],
            left: (ROUNDS.len() - 1 - round) as i32,
            supply: me.supply.unwrap_or_default(),
            ready: me.ready.unwrap_or_default(),
            stands: match me.chieftain {
                Some(Chieftain::Place(place)) => place as usize % BEACH,
                Some(Chieftain::Beach(_) | Chieftain::TrackPlace(_)) | None => BEACH,
            },
            units: match step(view) {
                Some(Step::Price(price)) => price.units as i32,
                Some(Step::Buy(buy)) => buy.units as i32,
                _ => home.sum(hw::Tile::ExchangeHut),
            },
            spears: [spears, me.prices.len() as i32 - spears],
            race: Race::read(me, &home),
            rivals: others.map(|(_, player)| Race::read(player, &Home::read(player))).collect(),
            home,
        }
    }

    /// What must be decided next.
    pub(super) fn step(&self) -> Option<&Step> {
        step(self.view)
    }

    /// The value of these shells, feet and fruit in this round.
    pub(super) fn price_of(&self, shells: i32, feet: i32, fruit: i32) -> i32 {
        self.round.shell * shells + self.round.foot * feet + self.round.fruit * fruit
    }

    /// The fish of the tokens in the cove, in descending order.
    pub(super) fn cove(&self) -> Vec<i32> {
        let mut cove: Vec<_> = self.view.cove.iter().map(|token| fish(*token)).collect();
        cove.sort_unstable_by(|one, other| other.cmp(one));
        cove
    }
}

impl Race {
    fn read(player: &hw::Player, home: &Home) -> Race {
        let prices: i32 = player.prices.iter().map(|token| price(*token)).sum();
        let caught: i32 = player.fish.iter().map(|token| fish(*token)).sum();
        Race { sum: prices + caught, lowered: 2 * home.sum(hw::Tile::Surfer) }
    }
}

fn step(view: &hw::View) -> Option<&Step> {
    view.open.as_ref().and_then(|open| open.step.as_ref())
}
