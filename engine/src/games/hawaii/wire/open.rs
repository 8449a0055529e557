//! The open step as a message and back.

use kahua_proto::pb::games::hawaii::v1 as pb;

use super::fields::{counted, fleet_message, one_of, read_fleet, read_from_one, read_ordinal, read_u8};
use crate::games::hawaii::places::{Dock, Islet};
use crate::games::hawaii::stage::{Bill, Draw, Harbour, Purpose, Stage};
use crate::games::hawaii::tiles::{Side, Tile};
use crate::wire::WireError;

impl Stage {
    pub(super) fn to_message(self) -> pb::Open {
        use pb::open::Step;
        let step = match self {
            Stage::Draw(draw) => Step::Draw(draw_message(draw)),
            Stage::Move => Step::Move(pb::Move {}),
            Stage::Pay(bill) => Step::Pay(bill_message(bill)),
            Stage::Price { units } => Step::Price(pb::Price { units: units.into() }),
            Stage::Buy { price, units } => Step::Buy(pb::Purchase { price: price.into(), units: units.into() }),
            Stage::Row { tile, side } => {
                Step::Row(pb::Laying { tile: counted(tile.index()), side: counted(side.index()) })
            }
            Stage::Boats(Harbour::Cove) => Step::Boats(pb::Sailing { dock: 0 }),
            Stage::Boats(Harbour::Dock(dock)) => Step::Boats(pb::Sailing { dock: dock.number().into() }),
            Stage::Fish { sent, caught } => {
                Step::Fish(pb::Fishing { sent: Some(fleet_message(sent)), caught: caught.into() })
            }
            Stage::Reward(islet) => Step::Reward(pb::Reward { islet: counted(islet.index()) }),
            Stage::Over => Step::Over(pb::Over {}),
        };
        pb::Open { step: Some(step) }
    }

    pub(super) fn from_message(message: Option<&pb::Open>) -> Result<Stage, WireError> {
        use pb::open::Step;
        let step = message.and_then(|open| open.step.as_ref()).ok_or_else(|| WireError::missing("hawaii.open.step"))?;
        Ok(match step {
            Step::Draw(draw) => Stage::Draw(read_draw(draw)?),
            Step::Move(pb::Move {}) => Stage::Move,
            Step::Pay(bill) => Stage::Pay(read_bill(bill)?),
            Step::Price(price) => Stage::Price { units: read_u8("hawaii.open.price.units", price.units)? },
            Step::Buy(buy) => Stage::Buy {
                price: read_u8("hawaii.open.buy.price", buy.price)?,
                units: read_u8("hawaii.open.buy.units", buy.units)?,
            },
            Step::Row(row) => Stage::Row {
                tile: one_of("hawaii.open.row.tile", &Tile::ALL, row.tile)?,
                side: one_of("hawaii.open.row.side", &Side::ALL, row.side)?,
            },
            Step::Boats(pb::Sailing { dock: 0 }) => Stage::Boats(Harbour::Cove),
            Step::Boats(boats) => Stage::Boats(Harbour::Dock(read_dock("hawaii.open.boats.dock", boats.dock)?)),
            Step::Fish(fish) => Stage::Fish {
                sent: read_fleet("hawaii.open.fish.sent", fish.sent.as_ref())?,
                caught: read_u8("hawaii.open.fish.caught", fish.caught)?,
            },
            Step::Reward(reward) => Stage::Reward(one_of("hawaii.open.reward.islet", &Islet::ALL, reward.islet)?),
            Step::Over(pb::Over {}) => Stage::Over,
        })
    }
}

fn draw_message(draw: Draw) -> pb::Draw {
    let (kind, place) = match draw {
        Draw::Site => (pb::DrawKind::Site, 0),
        Draw::God(stack) => (pb::DrawKind::God, stack.number()),
        Draw::Islet(dock) => (pb::DrawKind::Islet, dock.number()),
        Draw::Seat => (pb::DrawKind::Seat, 0),
        Draw::Price(place) => (pb::DrawKind::Price, place.number()),
        Draw::Track => (pb::DrawKind::Track, 0),
    };
    pb::Draw { kind: kind.into(), r#where: place.into() }
}

fn read_draw(message: &pb::Draw) -> Result<Draw, WireError> {
    let field = "hawaii.open.draw.where";
    let number = message.r#where;
    Ok(match pb::DrawKind::try_from(message.kind).unwrap_or(pb::DrawKind::Unspecified) {
        pb::DrawKind::Unspecified => {
            return Err(WireError::new("hawaii.open.draw.kind", format!("is {}, but must be 1 to 6", message.kind)));
        }
        pb::DrawKind::Site => Draw::Site,
        pb::DrawKind::God => Draw::God(read_ordinal(field, number)?),
        pb::DrawKind::Islet => Draw::Islet(read_dock(field, number)?),
        pb::DrawKind::Seat => Draw::Seat,
        pb::DrawKind::Price => Draw::Price(read_ordinal(field, number)?),
        pb::DrawKind::Track => Draw::Track,
    })
}

fn bill_message(bill: Bill) -> pb::Bill {
    let mut message = pb::Bill { cost: bill.cost.into(), units: bill.units.into(), ..pb::Bill::default() };
    let purpose = match bill.purpose {
        Purpose::Move => pb::Purpose::Move,
        Purpose::Tile(tile, side) => {
            message.tile = counted(tile.index());
            message.side = counted(side.index());
            pb::Purpose::Tile
        }
        Purpose::Fish => pb::Purpose::Fish,
        Purpose::Dock(dock) => {
            message.dock = dock.number().into();
            pb::Purpose::Dock
        }
    };
    message.purpose = purpose.into();
    message
}

fn read_bill(message: &pb::Bill) -> Result<Bill, WireError> {
    let purpose = match pb::Purpose::try_from(message.purpose).unwrap_or(pb::Purpose::Unspecified) {
        pb::Purpose::Unspecified => {
            return Err(WireError::new(
                "hawaii.open.pay.purpose",
                format!("is {}, but must be 1 to 4", message.purpose),
            ));
        }
        pb::Purpose::Move => Purpose::Move,
        pb::Purpose::Tile => Purpose::Tile(
            one_of("hawaii.open.pay.tile", &Tile::ALL, message.tile)?,
            one_of("hawaii.open.pay.side", &Side::ALL, message.side)?,
        ),
        pb::Purpose::Fish => Purpose::Fish,
        pb::Purpose::Dock => Purpose::Dock(read_dock("hawaii.open.pay.dock", message.dock)?),
    };
    Ok(Bill {
        purpose,
        cost: read_u8("hawaii.open.pay.cost", message.cost)?,
        units: read_u8("hawaii.open.pay.units", message.units)?,
    })
}

fn read_dock(field: &'static str, number: u32) -> Result<Dock, WireError> {
    read_from_one(field, number)
}
