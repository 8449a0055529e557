//! What must happen next, as a message and back.

use kahua_proto::pb::games::kanaloa::v1 as pb;
use pb::open::Step;
use pb::veto_step::Change as Kind;

use super::fields::{island, read_arrow, read_island, read_temple, read_tile, temple, tile};
use crate::games::kanaloa::{Arrival, Change, ChangeKind, Offering, Refill, Stage, Way};
use crate::wire::WireError;
use crate::wire::fields::{read_u16, required};

pub(super) fn message(stage: Stage) -> pb::Open {
    let step = match stage {
        Stage::DealTiles => Step::DealTile(pb::DealTileStep {}),
        Stage::DealCards => Step::DealCards(pb::DealCardsStep {}),
        Stage::LayNeutral => Step::NeutralFish(pb::NeutralFishStep {}),
        Stage::LayFish => Step::LayFish(pb::LayFishStep {}),
        Stage::PlacePiece => Step::PlacePiece(pb::PlacePieceStep {}),
        Stage::RemovePiece => Step::RemovePiece(pb::RemovePieceStep {}),
        Stage::Land => Step::Land(pb::LandStep {}),
        Stage::Main => Step::MainAction(pb::MainStep {}),
        Stage::Offer(offering) => Step::Offer(pb::OfferStep {
            temple: temple(offering.temple),
            last_tile: offering.last.map(tile),
            offered: offering.value.into(),
        }),
        Stage::Rob(arrival) => Step::Rob(pb::RobStep { arrival: Some(arrival_message(arrival)) }),
        Stage::TakeTile(arrival) => Step::TakeTile(pb::TakeTileStep { arrival: Some(arrival_message(arrival)) }),
        Stage::Draw(Refill { arrival, erupts }) => {
            Step::Draw(pb::DrawStep { arrival: Some(arrival_message(arrival)), erupts })
        }
        Stage::Finish => Step::Finish(pb::FinishStep {}),
        Stage::Veto(change) => Step::Veto(pb::VetoStep { change: Some(change_message(change)) }),
        Stage::PlaceVolcano => Step::PlaceVolcano(pb::PlaceVolcanoStep {}),
        Stage::Over => Step::Over(pb::OverStep {}),
    };
    pb::Open { step: Some(step) }
}

pub(super) fn read(message: Option<&pb::Open>) -> Result<Stage, WireError> {
    let open = required("kanaloa.open", message)?;
    Ok(match required("kanaloa.open.step", open.step.as_ref())? {
        Step::DealTile(pb::DealTileStep {}) => Stage::DealTiles,
        Step::DealCards(pb::DealCardsStep {}) => Stage::DealCards,
        Step::NeutralFish(pb::NeutralFishStep {}) => Stage::LayNeutral,
        Step::LayFish(pb::LayFishStep {}) => Stage::LayFish,
        Step::PlacePiece(pb::PlacePieceStep {}) => Stage::PlacePiece,
        Step::RemovePiece(pb::RemovePieceStep {}) => Stage::RemovePiece,
        Step::Land(pb::LandStep {}) => Stage::Land,
        Step::MainAction(pb::MainStep {}) => Stage::Main,
        Step::Offer(offer) => Stage::Offer(Offering {
            temple: read_temple("kanaloa.open.offer.temple", offer.temple)?,
            last: offer.last_tile.map(|last| read_tile("kanaloa.open.offer.last_tile", last)).transpose()?,
            value: read_u16("kanaloa.open.offer.offered", offer.offered)?,
        }),
        Step::Rob(rob) => Stage::Rob(read_arrival("kanaloa.open.rob.arrival", rob.arrival.as_ref())?),
        Step::TakeTile(take) => Stage::TakeTile(read_arrival("kanaloa.open.take_tile.arrival", take.arrival.as_ref())?),
        Step::Draw(draw) => Stage::Draw(Refill {
            arrival: read_arrival("kanaloa.open.draw.arrival", draw.arrival.as_ref())?,
            erupts: draw.erupts,
        }),
        Step::Finish(pb::FinishStep {}) => Stage::Finish,
        Step::Veto(veto) => Stage::Veto(match required("kanaloa.open.veto.change", veto.change.as_ref())? {
            Kind::Reverse(current) => read_change(ChangeKind::Reverse, "kanaloa.open.veto.reverse", current)?,
            Kind::Recolour(current) => read_change(ChangeKind::Recolour, "kanaloa.open.veto.recolour", current)?,
        }),
        Step::PlaceVolcano(pb::PlaceVolcanoStep {}) => Stage::PlaceVolcano,
        Step::Over(pb::OverStep {}) => Stage::Over,
    })
}

fn arrival_message(arrival: Arrival) -> pb::Arrival {
    pb::Arrival { island: island(arrival.island), by_dolphin: arrival.by == Way::Dolphin }
}

fn read_arrival(field: &'static str, message: Option<&pb::Arrival>) -> Result<Arrival, WireError> {
    let message = required(field, message)?;
    let by = if message.by_dolphin { Way::Dolphin } else { Way::Fish };
    Ok(Arrival { island: read_island(field, message.island)?, by })
}

fn change_message(Change { kind, arrow }: Change) -> Kind {
    let current = pb::Current { tail: island(arrow.tail), head: island(arrow.head) };
    match kind {
        ChangeKind::Reverse => Kind::Reverse(current),
        ChangeKind::Recolour => Kind::Recolour(current),
    }
}

fn read_change(kind: ChangeKind, field: &'static str, current: &pb::Current) -> Result<Change, WireError> {
    Ok(Change { kind, arrow: read_arrow(field, current.tail, current.head)? })
}
