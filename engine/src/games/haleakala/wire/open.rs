//! What must happen next, as a message and back. The message around it has the seat that decides, in `to_move`.

use kahua_proto::pb::games::haleakala::v1 as pb;
use pb::open::Step as Kind;
use pb::sequel::Follows;

use super::read_colour;
use crate::games::haleakala::cards::Card;
use crate::games::haleakala::state::{End, Scoring, Step, Then};
use crate::seat::Seat;
use crate::wire::WireError;
use crate::wire::fields::{counted, one_of, read_ordinal, required};

const SCORINGS: [Scoring; 3] = [Scoring::First, Scoring::Last(End::NoCards), Scoring::Last(End::Guard)];

pub(super) fn message(step: Step) -> pb::Open {
    let kind = match step {
        Step::Starter => Kind::Starter(pb::StarterStep {}),
        Step::Opening(gap) => Kind::Opening(pb::OpeningStep { gap: gap.index() as u32 }),
        Step::Turn => Kind::Turn(pb::TurnStep {}),
        Step::Shaman => Kind::Shaman(pb::ShamanStep {}),
        Step::Pick(_) => Kind::Pick(pb::PickStep {}),
        Step::Purchase(_, then) => Kind::Purchase(pb::PurchaseStep { sequel: Some(sequel(then)) }),
        Step::Lava(_, then) => Kind::Lava(pb::LavaStep { sequel: Some(sequel(then)) }),
        Step::Refill(gap) => Kind::Refill(pb::RefillStep { gap: gap.index() as u32 }),
        Step::Over(end) => Kind::Over(pb::OverStep { scoring: scoring_number(Scoring::Last(end)) }),
    };
    pb::Open { step: Some(kind) }
}

pub(super) fn read(message: Option<&pb::Open>, to_move: Option<Seat>) -> Result<Step, WireError> {
    let open = required("haleakala.open", message)?;
    let player = || read_colour("to_move", required("to_move", to_move)?.number().into());
    Ok(match required("haleakala.open.step", open.step.as_ref())? {
        Kind::Starter(pb::StarterStep {}) => Step::Starter,
        Kind::Opening(opening) => Step::Opening(read_ordinal("haleakala.open.opening.gap", opening.gap)?),
        Kind::Turn(pb::TurnStep {}) => Step::Turn,
        Kind::Shaman(pb::ShamanStep {}) => Step::Shaman,
        Kind::Pick(pb::PickStep {}) => Step::Pick(player()?),
        Kind::Purchase(purchase) => {
            Step::Purchase(player()?, read_sequel("haleakala.open.purchase.sequel", purchase.sequel.as_ref())?)
        }
        Kind::Lava(lava) => Step::Lava(player()?, read_sequel("haleakala.open.lava.sequel", lava.sequel.as_ref())?),
        Kind::Refill(refill) => Step::Refill(read_ordinal("haleakala.open.refill.gap", refill.gap)?),
        Kind::Over(over) => match read_scoring("haleakala.open.over.scoring", over.scoring)? {
            Scoring::Last(end) => Step::Over(end),
            Scoring::First => {
                let problem = "is the first scoring, but only a last one ends the game";
                return Err(WireError::new("haleakala.open.over.scoring", problem));
            }
        },
    })
}

fn sequel(then: Then) -> pb::Sequel {
    let next = match then {
        Then::Refill => Follows::Refill(pb::Refill {}),
        Then::Card(card) => Follows::WaitingCard(counted(card.index())),
        Then::Score(scoring) => Follows::Scoring(scoring_number(scoring)),
        Then::OtherBuys(scoring) => Follows::PurchaseThenScoring(scoring_number(scoring)),
    };
    pb::Sequel { follows: Some(next) }
}

fn read_sequel(field: &'static str, message: Option<&pb::Sequel>) -> Result<Then, WireError> {
    let next = required(field, message)?.follows.as_ref();
    Ok(match *next.ok_or_else(|| WireError::new(field, "doesn't say what comes next"))? {
        Follows::Refill(pb::Refill {}) => Then::Refill,
        Follows::WaitingCard(card) => Then::Card(one_of(field, &Card::ALL, card)?),
        Follows::Scoring(scoring) => Then::Score(read_scoring(field, scoring)?),
        Follows::PurchaseThenScoring(scoring) => Then::OtherBuys(read_scoring(field, scoring)?),
    })
}

fn scoring_number(scoring: Scoring) -> i32 {
    match scoring {
        Scoring::First => pb::Scoring::First,
        Scoring::Last(End::NoCards) => pb::Scoring::LastNoCards,
        Scoring::Last(End::Guard) => pb::Scoring::LastGuard,
    }
    .into()
}

fn read_scoring(field: &'static str, number: i32) -> Result<Scoring, WireError> {
    one_of(field, &SCORINGS, number)
}
