//! The numbers of the actions, for programs that learn.

use super::Haleakala;
use super::action::Action;
use super::cards::{Card, DisplayCard};
use super::island::{Segment, Space};
use super::player::{Colour, Disc};
use super::ruleset::Rules;
use super::view::{Shown, View};
use crate::encode::{Actor, Encode, Pen, Steps, Verb, Vocabulary, verbs, write_ids_of, write_with_ink};
use crate::game::Viewer;
use crate::seat::Seat;
use crate::set::Ordinal;

verbs! {
    PLACE = "place" [(Disc::COUNT * Segment::COUNT, "the disc and the beach")];
    INVOKE = "invoke" [(Disc::COUNT, "the disc")];
    RETURN = "return" [(Disc::COUNT, "the disc")];
    BOAT = "boat" [];
    MOVE = "move" [(Space::COUNT, "the building space")];
    STAY = "stay" [];
    TAKE = "take" [(Card::COUNT, "the card")];
    BUY = "buy" [(DisplayCard::COUNT, "the display card")];
    BUY_NOTHING = "buy:none" [];
    LAVA = "lava" [(Segment::COUNT * 2, "the crater and the neighbour")];
}

impl Encode for Haleakala {
    const ENCODING_VERSION: u32 = 1;
    const VERBS: &'static [Verb] = VERBS;

    type Shown<'a> = Shown<'a>;

    fn shown_by<'a>(view: &'a View, _rules: &'a Rules) -> Shown<'a> {
        view.shown()
    }

    fn shown(&self, _viewer: Viewer) -> Shown<'_> {
        self.position.shown(&self.rules)
    }

    fn observe(shown: &Shown<'_>, viewer: Seat, pen: &mut impl Pen) {
        let viewer = if viewer == Seat::FIRST { Colour::Red } else { Colour::Yellow };
        Haleakala::write_view(shown, viewer, pen);
    }

    fn write(shown: &Shown<'_>, viewer: Seat, out: &mut [u8]) {
        write_with_ink::<Self>(shown, viewer, out);
    }

    #[inline]
    fn to_steps(action: &Action, _actor: Actor<'_, Rules>) -> Option<Steps> {
        Some(match *action {
            Action::Place { disc, beach } => Steps::one(PLACE, disc.index() * Segment::COUNT + beach.index()),
            Action::Invoke { disc } => Steps::one(INVOKE, disc.index()),
            Action::Return { disc } => Steps::one(RETURN, disc.index()),
            Action::Boat => Steps::one(BOAT, 0),
            Action::Move(space) => Steps::one(MOVE, space.index()),
            Action::Stay => Steps::one(STAY, 0),
            Action::Take(card) => Steps::one(TAKE, card.index()),
            Action::Buy(card) => Steps::one(BUY, card.index()),
            Action::BuyNothing => Steps::one(BUY_NOTHING, 0),
            Action::Lava { from, to } => {
                let neighbour = from.neighbours().iter().position(|neighbour| *neighbour == to)?;
                Steps::one(LAVA, from.index() * 2 + neighbour)
            }
        })
    }

    fn write_ids(legal: &[Action], actor: Actor<'_, Rules>, vocabulary: &Vocabulary, out: &mut [i32]) {
        write_ids_of::<Self>(legal, actor, vocabulary, out);
    }

    fn from_steps(Steps { verb, ordinals: [number, ..] }: Steps, _actor: Actor<'_, Rules>) -> Option<Action> {
        let number = usize::from(number);
        Some(match verb {
            PLACE => {
                let (disc, beach) = (number / Segment::COUNT, number % Segment::COUNT);
                Action::Place { disc: *Disc::ALL.get(disc)?, beach: Segment::ALL[beach] }
            }
            INVOKE => Action::Invoke { disc: *Disc::ALL.get(number)? },
            RETURN => Action::Return { disc: *Disc::ALL.get(number)? },
            BOAT => Action::Boat,
            MOVE if number < Space::COUNT => Action::Move(Space::from_ordinal(number)),
            STAY => Action::Stay,
            TAKE => Action::Take(*Card::ALL.get(number)?),
            BUY => Action::Buy(*DisplayCard::ALL.get(number)?),
            BUY_NOTHING => Action::BuyNothing,
            LAVA => {
                let from = *Segment::ALL.get(number / 2)?;
                Action::Lava { from, to: from.neighbours()[number % 2] }
            }
            _ => return None,
        })
    }
}
