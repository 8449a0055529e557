//! What belongs to one player, and who owns the gods' cards, as messages and back.

use arrayvec::ArrayVec;
use kahua_proto::pb::games::kanaloa::v1 as pb;

use super::fields::{piece, read_holder, read_piece, seat};
use crate::games::kanaloa::{Card, Cards, God, Player, Temples};
use crate::wire::WireError;
use crate::wire::fields::{list_message, read_list, read_u16, required};

pub(super) fn message(player: &Player) -> pb::Player {
    let [kanaloa, ku, pele, lono, kane] = player.temples.values().map(u32::from);
    pb::Player {
        pieces: player.pieces.iter().copied().map(piece).collect(),
        temples: Some(pb::TempleValues { kanaloa, ku, pele, lono, kane }),
        hand: list_message(&player.hand),
    }
}

pub(super) fn read(message: &pb::Player) -> Result<Player, WireError> {
    let field = "kanaloa.players.pieces";
    let mut pieces = ArrayVec::new();
    for piece in &message.pieces {
        let piece = read_piece(field, Some(piece))?;
        pieces.try_push(piece).map_err(|_| WireError::new(field, "must be 2 at most"))?;
    }
    let temples = required("kanaloa.players.temples", message.temples.as_ref())?;
    Ok(Player { pieces, temples: read_temples(temples)?, hand: read_list("kanaloa.players.hand", &message.hand)? })
}

fn read_temples(values: &pb::TempleValues) -> Result<Temples, WireError> {
    Ok(Temples::new([
        read_u16("kanaloa.players.temples.kanaloa", values.kanaloa)?,
        read_u16("kanaloa.players.temples.ku", values.ku)?,
        read_u16("kanaloa.players.temples.pele", values.pele)?,
        read_u16("kanaloa.players.temples.lono", values.lono)?,
        read_u16("kanaloa.players.temples.kane", values.kane)?,
    ]))
}

pub(super) fn cards_message(cards: &Cards) -> pb::Cards {
    let card = |god: God| {
        let Card { owner, protection } = cards[god];
        Some(pb::GodCards { owner: owner.map(seat), protector: protection.map(seat) })
    };
    pb::Cards { kanaloa: card(God::Kanaloa), ku: card(God::Ku), pele: card(God::Pele), lono: card(God::Lono) }
}

pub(super) fn read_cards(message: Option<&pb::Cards>) -> Result<Cards, WireError> {
    let message = required("kanaloa.cards", message)?;
    let mut cards = Cards::default();
    for (god, field, card) in [
        (God::Kanaloa, "kanaloa.cards.kanaloa", &message.kanaloa),
        (God::Ku, "kanaloa.cards.ku", &message.ku),
        (God::Pele, "kanaloa.cards.pele", &message.pele),
        (God::Lono, "kanaloa.cards.lono", &message.lono),
    ] {
        let card = required(field, card.as_ref())?;
        cards[god] = Card { owner: read_holder(field, card.owner)?, protection: read_holder(field, card.protector)? };
    }
    Ok(cards)
}
