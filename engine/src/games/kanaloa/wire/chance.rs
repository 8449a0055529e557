//! Chance outcomes as messages and back.

use kahua_proto::pb::games::kanaloa::v1 as pb;
use kahua_proto::pb::games::kanaloa::v1::chance::Kind;

use super::fields::{island, read_arrow, read_god, read_tile, tile};
use crate::games::kanaloa::action::{CardPair, Chance};
use crate::wire::WireError;
use crate::wire::fields::{counted, required};

impl Chance {
    pub(super) fn to_message(self) -> pb::Chance {
        let kind = match self {
            Chance::Draw(drawn) => Kind::TileDrawn(pb::TileDrawn { tile: tile(drawn) }),
            Chance::DrawVolcano => Kind::VolcanoDrawn(pb::VolcanoDrawn {}),
            Chance::Card(god) => Kind::CardDealt(pb::CardDealt { god: counted(god.index()) }),
            Chance::Cards(pair) => {
                let [first, second] = pair.gods().map(|god| counted(god.index()));
                Kind::CardsDealt(pb::CardsDealt { first, second })
            }
            Chance::Neutral(arrow) => {
                Kind::NeutralFishLaid(pb::NeutralFishLaid { tail: island(arrow.tail), head: island(arrow.head) })
            }
        };
        pb::Chance { kind: Some(kind) }
    }

    pub(super) fn from_message(message: &pb::Chance) -> Result<Chance, WireError> {
        Ok(match required("kanaloa.kind", message.kind.as_ref())? {
            Kind::TileDrawn(drawn) => Chance::Draw(read_tile("kanaloa.tile_drawn.tile", drawn.tile)?),
            Kind::VolcanoDrawn(pb::VolcanoDrawn {}) => Chance::DrawVolcano,
            Kind::CardDealt(dealt) => Chance::Card(read_god("kanaloa.card_dealt.god", dealt.god)?),
            Kind::CardsDealt(dealt) => Chance::Cards(read_pair(dealt)?),
            Kind::NeutralFishLaid(laid) => {
                Chance::Neutral(read_arrow("kanaloa.neutral_fish_laid", laid.tail, laid.head)?)
            }
        })
    }
}

fn read_pair(dealt: &pb::CardsDealt) -> Result<CardPair, WireError> {
    let gods =
        [read_god("kanaloa.cards_dealt.first", dealt.first)?, read_god("kanaloa.cards_dealt.second", dealt.second)?];
    let pair = CardPair::ALL.into_iter().find(|pair| pair.gods() == gods);
    pair.ok_or_else(|| {
        let [first, second] = gods;
        WireError::new("kanaloa.cards_dealt", format!("holds {first} and {second}, which are never dealt together"))
    })
}
