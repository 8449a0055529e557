//! Actions as messages and back.

use kahua_proto::pb::games::kanaloa::v1 as pb;
use kahua_proto::pb::games::kanaloa::v1::action::Kind;

use super::fields::{
    island, piece, read_arrow, read_island, read_piece, read_seat, read_side, read_space, read_temple, read_tile, seat,
    side, temple, tile,
};
use crate::games::kanaloa::{Action, Change, ChangeKind, Site, Spot};
use crate::wire::WireError;
use crate::wire::fields::required;

impl Action {
    pub(super) fn to_message(self) -> pb::Action {
        pb::Action { kind: Some(kind(self)) }
    }

    pub(super) fn from_message(message: &pb::Action) -> Result<Action, WireError> {
        read_kind(required("kanaloa.kind", message.kind.as_ref())?)
    }
}

fn kind(action: Action) -> Kind {
    match action {
        Action::LayFish { arrow, side: up } => {
            Kind::LayFish(pb::LayFish { tail: island(arrow.tail), head: island(arrow.head), side: side(up) })
        }
        Action::PlacePiece(on) => Kind::PlacePiece(pb::PlacePiece { island: island(on) }),
        Action::RemovePiece(removed) => Kind::RemovePiece(pb::RemovePiece { piece: Some(piece(removed)) }),
        Action::Land(on) => Kind::LandPiece(pb::LandPiece { island: island(on) }),
        Action::Move(arrow) => Kind::MovePiece(pb::MovePiece { tail: island(arrow.tail), head: island(arrow.head) }),
        Action::Flip(arrow) => Kind::FlipFish(pb::FlipFish { tail: island(arrow.tail), head: island(arrow.head) }),
        Action::CallDolphin(from) => Kind::CallDolphin(pb::CallDolphin { island: island(from) }),
        Action::Swap(first, second) => Kind::SwapTiles(pb::SwapTiles {
            first_island: island(first.island),
            first_tile: tile(first.tile),
            second_island: island(second.island),
            second_tile: tile(second.tile),
        }),
        Action::Sacrifice(to) => Kind::BeginSacrifice(pb::BeginSacrifice { temple: temple(to) }),
        Action::Add(added) => Kind::AddTile(pb::AddTile { tile: tile(added) }),
        Action::Done => Kind::EndSacrifice(pb::EndSacrifice {}),
        Action::Rob { victim, tile: robbed } => {
            Kind::RobTile(pb::RobTile { victim: Some(seat(victim)), tile: tile(robbed) })
        }
        Action::Spare => Kind::RobNobody(pb::RobNobody {}),
        Action::TakeTile(taken) => Kind::TakeTile(pb::TakeTile { tile: tile(taken) }),
        Action::PlaceVolcano(site) => Kind::PlaceVolcano(pb::PlaceVolcano {
            site: Some(match site {
                Site::Island(on) => pb::place_volcano::Site::Island(island(on)),
                Site::Sea(space) => pb::place_volcano::Site::SeaSpace(space.number().into()),
            }),
        }),
        Action::TurnFish(Change { kind, arrow }) => {
            let (tail, head) = (island(arrow.tail), island(arrow.head));
            match kind {
                ChangeKind::Reverse => Kind::ReverseFish(pb::ReverseFish { tail, head }),
                ChangeKind::Recolour => Kind::RecolourFish(pb::RecolourFish { tail, head }),
            }
        }
        Action::SecondPiece(on) => Kind::PlaceSecondPiece(pb::PlaceSecondPiece { island: island(on) }),
        Action::EndTurn => Kind::EndTurn(pb::EndTurn {}),
        Action::Allow => Kind::AllowChange(pb::AllowChange {}),
        Action::Veto => Kind::VetoChange(pb::VetoChange {}),
    }
}

fn read_kind(kind: &Kind) -> Result<Action, WireError> {
    Ok(match kind {
        Kind::LayFish(lay) => Action::LayFish {
            arrow: read_arrow("kanaloa.lay_fish", lay.tail, lay.head)?,
            side: read_side("kanaloa.lay_fish.side", lay.side)?,
        },
        Kind::PlacePiece(place) => Action::PlacePiece(read_island("kanaloa.place_piece.island", place.island)?),
        Kind::RemovePiece(remove) => {
            Action::RemovePiece(read_piece("kanaloa.remove_piece.piece", remove.piece.as_ref())?)
        }
        Kind::LandPiece(land) => Action::Land(read_island("kanaloa.land_piece.island", land.island)?),
        Kind::MovePiece(way) => Action::Move(read_arrow("kanaloa.move_piece", way.tail, way.head)?),
        Kind::FlipFish(flip) => Action::Flip(read_arrow("kanaloa.flip_fish", flip.tail, flip.head)?),
        Kind::CallDolphin(call) => Action::CallDolphin(read_island("kanaloa.call_dolphin.island", call.island)?),
        Kind::SwapTiles(swap) => read_swap(swap)?,
        Kind::BeginSacrifice(begin) => Action::Sacrifice(read_temple("kanaloa.begin_sacrifice.temple", begin.temple)?),
        Kind::AddTile(add) => Action::Add(read_tile("kanaloa.add_tile.tile", add.tile)?),
        Kind::EndSacrifice(pb::EndSacrifice {}) => Action::Done,
        Kind::RobTile(rob) => Action::Rob {
            victim: read_seat("kanaloa.rob_tile.victim", required("kanaloa.rob_tile.victim", rob.victim)?)?,
            tile: read_tile("kanaloa.rob_tile.tile", rob.tile)?,
        },
        Kind::RobNobody(pb::RobNobody {}) => Action::Spare,
        Kind::TakeTile(take) => Action::TakeTile(read_tile("kanaloa.take_tile.tile", take.tile)?),
        Kind::PlaceVolcano(place) => Action::PlaceVolcano(match required("kanaloa.place_volcano.site", place.site)? {
            pb::place_volcano::Site::Island(on) => Site::Island(read_island("kanaloa.place_volcano.island", on)?),
            pb::place_volcano::Site::SeaSpace(number) => {
                Site::Sea(read_space("kanaloa.place_volcano.sea_space", number)?)
            }
        }),
        Kind::ReverseFish(fish) => Action::TurnFish(Change {
            kind: ChangeKind::Reverse,
            arrow: read_arrow("kanaloa.reverse_fish", fish.tail, fish.head)?,
        }),
        Kind::RecolourFish(fish) => Action::TurnFish(Change {
            kind: ChangeKind::Recolour,
            arrow: read_arrow("kanaloa.recolour_fish", fish.tail, fish.head)?,
        }),
        Kind::PlaceSecondPiece(second) => {
            Action::SecondPiece(read_island("kanaloa.place_second_piece.island", second.island)?)
        }
        Kind::EndTurn(pb::EndTurn {}) => Action::EndTurn,
        Kind::AllowChange(pb::AllowChange {}) => Action::Allow,
        Kind::VetoChange(pb::VetoChange {}) => Action::Veto,
    })
}

/// The message may name its islands in either order.
fn read_swap(swap: &pb::SwapTiles) -> Result<Action, WireError> {
    let first = Spot {
        island: read_island("kanaloa.swap_tiles.first_island", swap.first_island)?,
        tile: read_tile("kanaloa.swap_tiles.first_tile", swap.first_tile)?,
    };
    let second = Spot {
        island: read_island("kanaloa.swap_tiles.second_island", swap.second_island)?,
        tile: read_tile("kanaloa.swap_tiles.second_tile", swap.second_tile)?,
    };
    if first.island == second.island {
        return Err(WireError::new("kanaloa.swap_tiles.second_island", "is the first island once more"));
    }
    Ok(Action::Swap(first.min(second), first.max(second)))
}
