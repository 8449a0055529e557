//! The open step as a message and back.

use kahua_proto::pb::games::hawaii::v1 as pb;

use super::fields::{
    counted, fleet_message, one_of, read_fleet, read_from_one, read_ordinal, read_sided, read_u8, required,
    sided_message,
};
use crate::games::hawaii::places::Islet;
use crate::games::hawaii::stage::{Bill, Draw, Harbour, Purpose, Stage};
use crate::wire::WireError;

impl Stage {
    pub(super) fn to_message(self) -> pb::Open {
        use pb::open::Step;
        let step = match self {
            Stage::Draw(draw) => Step::Draw(draw_message(draw)),
            Stage::Move => Step::Go(pb::GoStep {}),
            Stage::Pay(bill) => Step::Pay(bill_message(bill)),
            Stage::Price { units } => Step::Price(pb::PriceStep { units: units.into() }),
            Stage::Buy { price, units } => Step::Buy(pb::BuyStep { price: price.into(), units: units.into() }),
            Stage::Row { tile, side } => Step::Lay(pb::LayStep { tile: Some(sided_message(tile, side)) }),
            Stage::Boats(harbour) => Step::Boats(harbour_message(harbour)),
            Stage::Fish { sent, caught } => {
                Step::Fish(pb::FishStep { sent: Some(fleet_message(sent)), caught: caught.into() })
            }
            Stage::Reward(islet) => Step::Reward(pb::RewardStep { islet: counted(islet.index()) }),
            Stage::Over => Step::Over(pb::OverStep {}),
        };
        pb::Open { step: Some(step) }
    }

    pub(super) fn from_message(message: Option<&pb::Open>) -> Result<Stage, WireError> {
        use pb::open::Step;
        let step = message.and_then(|open| open.step.as_ref());
        Ok(match required("hawaii.open.step", step)? {
            Step::Draw(draw) => Stage::Draw(read_draw(draw)?),
            Step::Go(pb::GoStep {}) => Stage::Move,
            Step::Pay(bill) => Stage::Pay(read_bill(bill)?),
            Step::Price(price) => Stage::Price { units: read_u8("hawaii.open.price.units", price.units)? },
            Step::Buy(buy) => Stage::Buy {
                price: read_u8("hawaii.open.buy.price", buy.price)?,
                units: read_u8("hawaii.open.buy.units", buy.units)?,
            },
            Step::Lay(lay) => {
                let (tile, side) = read_sided("hawaii.open.lay.tile", lay.tile.as_ref())?;
                Stage::Row { tile, side }
            }
            Step::Boats(boats) => Stage::Boats(read_harbour(boats)?),
            Step::Fish(fish) => Stage::Fish {
                sent: read_fleet("hawaii.open.fish.sent", fish.sent.as_ref())?,
                caught: read_u8("hawaii.open.fish.caught", fish.caught)?,
            },
            Step::Reward(reward) => Stage::Reward(one_of("hawaii.open.reward.islet", &Islet::ALL, reward.islet)?),
            Step::Over(pb::OverStep {}) => Stage::Over,
        })
    }
}

fn draw_message(draw: Draw) -> pb::DrawStep {
    use pb::draw_step::Kind;
    let kind = match draw {
        Draw::Site => Kind::NextSite(pb::NextSite {}),
        Draw::God(stack) => Kind::GodStack(stack.number().into()),
        Draw::Islet(dock) => Kind::IsletDock(dock.number().into()),
        Draw::Seat => Kind::NextSeat(pb::NextSeat {}),
        Draw::Price(place) => Kind::PricePlace(place.number().into()),
        Draw::Track => Kind::TrackToken(pb::TrackToken {}),
    };
    pb::DrawStep { kind: Some(kind) }
}

fn read_draw(message: &pb::DrawStep) -> Result<Draw, WireError> {
    use pb::draw_step::Kind;
    Ok(match required("hawaii.open.draw.kind", message.kind.as_ref())? {
        Kind::NextSite(pb::NextSite {}) => Draw::Site,
        Kind::GodStack(stack) => Draw::God(read_ordinal("hawaii.open.draw.god_stack", *stack)?),
        Kind::IsletDock(dock) => Draw::Islet(read_from_one("hawaii.open.draw.islet_dock", *dock)?),
        Kind::NextSeat(pb::NextSeat {}) => Draw::Seat,
        Kind::PricePlace(place) => Draw::Price(read_ordinal("hawaii.open.draw.price_place", *place)?),
        Kind::TrackToken(pb::TrackToken {}) => Draw::Track,
    })
}

fn bill_message(bill: Bill) -> pb::PayStep {
    let purpose = match bill.purpose {
        Purpose::Move => pb::pay_step::Purpose::Way(pb::Way {}),
        Purpose::Tile(tile, side) => pb::pay_step::Purpose::Tile(sided_message(tile, side)),
        Purpose::Fish => pb::pay_step::Purpose::Caught(pb::CaughtTokens {}),
        Purpose::Dock(dock) => pb::pay_step::Purpose::Dock(dock.number().into()),
    };
    pb::PayStep { purpose: Some(purpose), cost: bill.cost.into(), units: bill.units.into() }
}

fn read_bill(message: &pb::PayStep) -> Result<Bill, WireError> {
    let purpose = match required("hawaii.open.pay.purpose", message.purpose.as_ref())? {
        pb::pay_step::Purpose::Way(pb::Way {}) => Purpose::Move,
        pb::pay_step::Purpose::Tile(tile) => {
            let (tile, side) = read_sided("hawaii.open.pay.tile", Some(tile))?;
            Purpose::Tile(tile, side)
        }
        pb::pay_step::Purpose::Caught(pb::CaughtTokens {}) => Purpose::Fish,
        pb::pay_step::Purpose::Dock(dock) => Purpose::Dock(read_from_one("hawaii.open.pay.dock", *dock)?),
    };
    Ok(Bill {
        purpose,
        cost: read_u8("hawaii.open.pay.cost", message.cost)?,
        units: read_u8("hawaii.open.pay.units", message.units)?,
    })
}

fn harbour_message(harbour: Harbour) -> pb::BoatsStep {
    let harbour = match harbour {
        Harbour::Cove => pb::boats_step::Harbour::Cove(pb::Cove {}),
        Harbour::Dock(dock) => pb::boats_step::Harbour::Dock(dock.number().into()),
    };
    pb::BoatsStep { harbour: Some(harbour) }
}

fn read_harbour(message: &pb::BoatsStep) -> Result<Harbour, WireError> {
    Ok(match required("hawaii.open.boats.harbour", message.harbour.as_ref())? {
        pb::boats_step::Harbour::Cove(pb::Cove {}) => Harbour::Cove,
        pb::boats_step::Harbour::Dock(dock) => Harbour::Dock(read_from_one("hawaii.open.boats.dock", *dock)?),
    })
}
