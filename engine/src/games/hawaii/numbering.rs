//! The numbers of the actions, for programs that learn.

use super::Hawaii;
use super::action::Action;
use super::boats::Fleet;
use super::home::Row;
use super::places::{Dock, Place, Spot};
use super::ruleset::{BOATS_MAX, PAYMENT_MAX, Rules};
use super::supply::Payment;
use super::tiles::{Side, Tile};
use super::tokens::{TOKENS, Token};
use super::view::{Shown, View};
use crate::encode::{Actor, Encode, Pen, Steps, Verb, Vocabulary, verbs, write_ids_of, write_with_ink};
use crate::game::Viewer;
use crate::seat::Seat;

/// The amounts of a resource that a payment may have.
const AMOUNTS: usize = PAYMENT_MAX as usize + 1;

/// The numbers of boats with one side up that may be sent.
const BOATS: usize = BOATS_MAX as usize + 1;

/// A token shows 1 to 9 fish.
const FISH: usize = 9;

verbs! {
    PLACE = "place" [(Place::COUNT, "the place")];
    COVE = "cove" [];
    DOCK = "dock" [(Dock::COUNT, "the dock")];
    TRACK = "track" [(Spot::COUNT, "the place on the track")];
    PAY = "pay" [(AMOUNTS, "the shells"), (AMOUNTS, "the feet"), (AMOUNTS, "the fruit")];
    PRICE = "price" [(TOKENS, "the token")];
    BUY = "buy" [(Tile::COUNT * Side::COUNT, "the tile and the side")];
    SEND = "boats" [
        (2, "the starting boats"),
        (BOATS, "the boats with side I up"),
        (BOATS, "the boats with side II up")
    ];
    CATCH = "fish" [(FISH, "the number of fish")];
    STOP = "stop" [];
    REWARD = "reward" [(Tile::COUNT, "the tile")];
    ROW = "row" [(Row::COUNT, "the village")];
}

impl Encode for Hawaii {
    const ENCODING_VERSION: u32 = 1;
    const VERBS: &'static [Verb] = VERBS;

    type Shown<'a> = Shown<'a>;

    fn shown_by<'a>(view: &'a View, _rules: &'a Rules) -> Shown<'a> {
        view.shown()
    }

    fn shown(&self, viewer: Viewer) -> Shown<'_> {
        self.shown(viewer)
    }

    fn observe(shown: &Shown<'_>, viewer: Seat, pen: &mut impl Pen) {
        Hawaii::write_view(shown, viewer, pen);
    }

    fn write(shown: &Shown<'_>, viewer: Seat, out: &mut [u8]) {
        write_with_ink::<Self>(shown, viewer, out);
    }

    #[inline]
    fn to_steps(action: &Action, _actor: Actor<'_, Rules>) -> Option<Steps> {
        Some(match *action {
            Action::Place(place) => Steps::one(PLACE, place.index()),
            Action::Cove => Steps::one(COVE, 0),
            Action::Dock(dock) => Steps::one(DOCK, dock.index()),
            Action::Track(spot) => Steps::one(TRACK, spot.index()),
            Action::Pay(Payment { shells, feet, fruit }) => steps_within(PAY, [shells, feet, fruit])?,
            Action::Price(token) => Steps::one(PRICE, token.index()),
            Action::Buy(tile, side) => Steps::one(BUY, tile.index() * Side::COUNT + side.index()),
            Action::Boats(Fleet { start, ones, twos }) => steps_within(SEND, [start, ones, twos])?,
            Action::Fish(fish) => steps_within(CATCH, [fish.checked_sub(1)?, 0, 0])?,
            Action::Stop => Steps::one(STOP, 0),
            Action::Reward(tile) => Steps::one(REWARD, tile.index()),
            Action::Row(row) => Steps::one(ROW, row.index()),
        })
    }

    fn write_ids(legal: &[Action], actor: Actor<'_, Rules>, vocabulary: &Vocabulary, out: &mut [i32]) {
        write_ids_of::<Self>(legal, actor, vocabulary, out);
    }

    fn from_steps(Steps { verb, ordinals }: Steps, _actor: Actor<'_, Rules>) -> Option<Action> {
        let number = usize::from(ordinals[0]);
        let [first, second, third] = ordinals.map(|ordinal| ordinal as u8);
        Some(match verb {
            PLACE => Action::Place(*Place::ALL.get(number)?),
            COVE => Action::Cove,
            DOCK => Action::Dock(*Dock::ALL.get(number)?),
            TRACK => Action::Track(*Spot::ALL.get(number)?),
            PAY => Action::Pay(Payment { shells: first, feet: second, fruit: third }),
            PRICE => Action::Price(*Token::ALL.get(number)?),
            BUY => Action::Buy(*Tile::ALL.get(number / Side::COUNT)?, Side::ALL[number % Side::COUNT]),
            SEND => Action::Boats(Fleet { start: first, ones: second, twos: third }),
            CATCH => Action::Fish(first + 1),
            STOP => Action::Stop,
            REWARD => Action::Reward(*Tile::ALL.get(number)?),
            ROW => Action::Row(*Row::ALL.get(number)?),
            _ => return None,
        })
    }
}

/// The steps with these numbers, which may come from any text; `None` if one is too large.
fn steps_within(verb: usize, numbers: [u8; 3]) -> Option<Steps> {
    let fits = VERBS[verb].parts.iter().zip(numbers).all(|(part, number)| u16::from(number) < part.count);
    fits.then(|| Steps::new(verb, numbers.map(u16::from)))
}
