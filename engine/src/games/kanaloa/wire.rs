//! Views, actions and chance outcomes as protobuf messages. The enums of the messages count from 1 in the order of the types here.

mod chance;
mod fields;
mod view;

use kahua_proto::pb::games::kanaloa::v1 as pb;
use kahua_proto::pb::games::kanaloa::v1::action::Kind;

use super::action::{Action, Change, ChangeKind, Spot};
use super::fish::Side;
use super::state::Kanaloa;
use super::volcano::Site;
use crate::wire::{WireError, impl_wire};
use fields::{
    island, read_arrow, read_island, read_piece, read_seat, read_space, read_temple, read_tile, seat, temple, tile,
};

impl_wire!(Kanaloa);

impl Action {
    fn to_message(self) -> pb::Action {
        pb::Action { kind: Some(kind(self)) }
    }

    fn from_message(message: &pb::Action) -> Result<Action, WireError> {
        read_kind(message.kind.as_ref().ok_or_else(|| WireError::missing("kanaloa.kind"))?)
    }
}

fn kind(action: Action) -> Kind {
    match action {
        Action::LayFish { arrow, side } => Kind::LayFish(pb::LayFish {
            tail: island(arrow.tail),
            head: island(arrow.head),
            white: side == Side::White,
        }),
        Action::PlacePiece(on) => Kind::PlacePiece(pb::PlacePiece { island: island(on) }),
        Action::RemovePiece(piece) => Kind::RemovePiece(pb::RemovePiece { piece: Some(fields::piece(piece)) }),
        Action::Land(on) => Kind::Land(pb::Land { island: island(on) }),
        Action::Move(arrow) => Kind::MovePiece(pb::Move { tail: island(arrow.tail), head: island(arrow.head) }),
        Action::Flip(arrow) => Kind::Flip(pb::Flip { tail: island(arrow.tail), head: island(arrow.head) }),
        Action::CallDolphin(from) => Kind::CallDolphin(pb::CallDolphin { island: island(from) }),
        Action::Swap(first, second) => Kind::Swap(pb::SwapTiles {
            first_island: island(first.island),
            first_tile: tile(first.tile),
            second_island: island(second.island),
            second_tile: tile(second.tile),
        }),
        Action::Sacrifice(to) => Kind::Sacrifice(pb::Sacrifice { temple: temple(to) }),
        Action::Add(added) => Kind::AddTile(pb::AddTile { tile: tile(added) }),
        Action::Done => Kind::Done(pb::Done {}),
        Action::Rob { victim, tile: robbed } => Kind::Rob(pb::Rob { victim: seat(victim), tile: tile(robbed) }),
        Action::Spare => Kind::Spare(pb::Spare {}),
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
                ChangeKind::Reverse => Kind::Reverse(pb::Reverse { tail, head }),
                ChangeKind::Recolour => Kind::Recolour(pb::Recolour { tail, head }),
            }
        }
        Action::SecondPiece(on) => Kind::SecondPiece(pb::SecondPiece { island: island(on) }),
        Action::EndTurn => Kind::EndTurn(pb::EndTurn {}),
        Action::Allow => Kind::Allow(pb::Allow {}),
        Action::Veto => Kind::Veto(pb::Veto {}),
    }
}

fn read_kind(kind: &Kind) -> Result<Action, WireError> {
    Ok(match kind {
        Kind::LayFish(lay) => Action::LayFish {
            arrow: read_arrow("kanaloa.lay_fish", lay.tail, lay.head)?,
            side: if lay.white { Side::White } else { Side::Coloured },
        },
        Kind::PlacePiece(place) => Action::PlacePiece(read_island("kanaloa.place_piece.island", place.island)?),
        Kind::RemovePiece(remove) => {
            let field = "kanaloa.remove_piece.piece";
            let piece = remove.piece.as_ref().ok_or_else(|| WireError::missing(field))?;
            Action::RemovePiece(read_piece(field, piece)?)
        }
        Kind::Land(land) => Action::Land(read_island("kanaloa.land.island", land.island)?),
        Kind::MovePiece(way) => Action::Move(read_arrow("kanaloa.move_piece", way.tail, way.head)?),
        Kind::Flip(flip) => Action::Flip(read_arrow("kanaloa.flip", flip.tail, flip.head)?),
        Kind::CallDolphin(call) => Action::CallDolphin(read_island("kanaloa.call_dolphin.island", call.island)?),
        Kind::Swap(swap) => read_swap(swap)?,
        Kind::Sacrifice(sacrifice) => Action::Sacrifice(read_temple("kanaloa.sacrifice.temple", sacrifice.temple)?),
        Kind::AddTile(add) => Action::Add(read_tile("kanaloa.add_tile.tile", add.tile)?),
        Kind::Done(pb::Done {}) => Action::Done,
        Kind::Rob(rob) => Action::Rob {
            victim: read_seat("kanaloa.rob.victim", rob.victim)?,
            tile: read_tile("kanaloa.rob.tile", rob.tile)?,
        },
        Kind::Spare(pb::Spare {}) => Action::Spare,
        Kind::TakeTile(take) => Action::TakeTile(read_tile("kanaloa.take_tile.tile", take.tile)?),
        Kind::PlaceVolcano(place) => Action::PlaceVolcano(match place.site {
            Some(pb::place_volcano::Site::Island(on)) => Site::Island(read_island("kanaloa.place_volcano.island", on)?),
            Some(pb::place_volcano::Site::SeaSpace(number)) => {
                Site::Sea(read_space("kanaloa.place_volcano.sea_space", number)?)
            }
            None => return Err(WireError::missing("kanaloa.place_volcano.site")),
        }),
        Kind::Reverse(fish) => Action::TurnFish(Change {
            kind: ChangeKind::Reverse,
            arrow: read_arrow("kanaloa.reverse", fish.tail, fish.head)?,
        }),
        Kind::Recolour(fish) => Action::TurnFish(Change {
            kind: ChangeKind::Recolour,
            arrow: read_arrow("kanaloa.recolour", fish.tail, fish.head)?,
        }),
        Kind::SecondPiece(second) => Action::SecondPiece(read_island("kanaloa.second_piece.island", second.island)?),
        Kind::EndTurn(pb::EndTurn {}) => Action::EndTurn,
        Kind::Allow(pb::Allow {}) => Action::Allow,
        Kind::Veto(pb::Veto {}) => Action::Veto,
    })
}

/// The message may name its islands in either order.
fn read_swap(swap: &pb::SwapTiles) -> Result<Action, WireError> {
    let first = Spot {
        island: read_island("kanaloa.swap.first_island", swap.first_island)?,
        tile: read_tile("kanaloa.swap.first_tile", swap.first_tile)?,
    };
    let second = Spot {
        island: read_island("kanaloa.swap.second_island", swap.second_island)?,
        tile: read_tile("kanaloa.swap.second_tile", swap.second_tile)?,
    };
    if first.island == second.island {
        return Err(WireError::new("kanaloa.swap.second_island", "is the first island once more"));
    }
    Ok(Action::Swap(first.min(second), first.max(second)))
}
