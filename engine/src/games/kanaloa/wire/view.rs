//! The view as a message and back.

use arrayvec::ArrayVec;
use kahua_proto::pb::games::kanaloa::v1 as pb;

use super::fields::{
    colour, holder, island, list_message, piece, read_arrow, read_bag, read_colour, read_holder, read_island,
    read_list, read_piece, read_seat, read_space, read_temple, read_tile, read_u8, read_u16, seat, temple, tile,
};
use crate::games::kanaloa::{
    Arrival, Arrow, Card, Cards, Change, ChangeKind, Clock, Fish, God, Island, Offering, Player, Refill, Side, Site,
    Stage, Supply, Temples, Tiles, Turn, View, Volcano, Way,
};
use crate::seat::{PerSeat, Seat};
use crate::wire::WireError;

impl View {
    pub(super) fn to_message(&self) -> pb::View {
        pb::View {
            open: Some(open_message(self)),
            turn: self.turn.number.into(),
            active_player: seat(self.turn.seat),
            god_action_spent: self.turn.god_action_spent,
            fish: self.fish.iter().map(|fish| fish_message(fish, &self.refused)).collect(),
            islands: islands_message(&self.tiles),
            players: self.players.iter().map(player_message).collect(),
            cards: Some(cards_message(&self.cards)),
            volcano: self.volcano.map(|volcano| volcano_message(&volcano, &self.barred)),
            supply: Some(supply_message(&self.supply)),
        }
    }

    pub(super) fn from_message(message: &pb::View, _to_move: Option<Seat>) -> Result<View, WireError> {
        let fish = message.fish.iter().map(read_fish).collect::<Result<Vec<Fish>, _>>()?;
        let refused = fish.iter().zip(&message.fish).filter(|(_, message)| message.refused);
        let players = message.players.iter().map(read_player).collect::<Result<Vec<Player>, _>>()?;
        let players = PerSeat::from_values(players).filter(|players| (2..=4).contains(&players.count().get()));
        let barred = message.volcano.iter().flat_map(|volcano| &volcano.barred);
        Ok(View {
            tiles: read_islands(&message.islands)?,
            players: players.ok_or_else(|| WireError::new("kanaloa.players", "must be 2 to 4"))?,
            cards: read_cards(message.cards.as_ref().ok_or_else(|| WireError::missing("kanaloa.cards"))?)?,
            volcano: message.volcano.as_ref().map(read_volcano).transpose()?,
            barred: barred.map(|&number| read_island("kanaloa.volcano.barred", number)).collect::<Result<_, _>>()?,
            supply: read_supply(message.supply.as_ref().ok_or_else(|| WireError::missing("kanaloa.supply"))?)?,
            turn: Turn {
                number: read_u16("kanaloa.turn", message.turn)?,
                seat: read_seat("kanaloa.active_player", message.active_player)?,
                god_action_spent: message.god_action_spent,
            },
            stage: read_open(message.open.as_ref().ok_or_else(|| WireError::missing("kanaloa.open"))?)?,
            refused: refused.map(|(fish, _)| fish.arrow).collect(),
            fish,
        })
    }
}

fn open_message(view: &View) -> pb::Open {
    let open =
        pb::Open { stage: stage_message(view.stage).into(), player: holder(view.to_act()), ..pb::Open::default() };
    let at =
        |arrival: Arrival| pb::Open { island: island(arrival.island), by_dolphin: arrival.by == Way::Dolphin, ..open };
    match view.stage {
        Stage::Rob(arrival) | Stage::TakeTile(arrival) => at(arrival),
        Stage::Draw(refill) => pb::Open { erupts: refill.erupts, ..at(refill.arrival) },
        Stage::Offer(offering) => pb::Open {
            temple: temple(offering.temple),
            last_tile: offering.last.map_or(0, tile),
            offered: offering.value.into(),
            ..open
        },
        Stage::Veto(Change { kind, arrow }) => pb::Open {
            change: match kind {
                ChangeKind::Reverse => pb::ChangeKind::Reverse,
                ChangeKind::Recolour => pb::ChangeKind::Recolour,
            }
            .into(),
            tail: island(arrow.tail),
            head: island(arrow.head),
            ..open
        },
        _ => open,
    }
}

const fn stage_message(stage: Stage) -> pb::Stage {
    match stage {
        Stage::DealTiles => pb::Stage::DealTiles,
        Stage::DealCards => pb::Stage::DealCards,
        Stage::LayNeutral => pb::Stage::LayNeutral,
        Stage::LayFish => pb::Stage::LayFish,
        Stage::PlacePiece => pb::Stage::PlacePiece,
        Stage::RemovePiece => pb::Stage::RemovePiece,
        Stage::Land => pb::Stage::Land,
        Stage::Main => pb::Stage::Main,
        Stage::Offer(_) => pb::Stage::Offer,
        Stage::Rob(_) => pb::Stage::Rob,
        Stage::TakeTile(_) => pb::Stage::TakeTile,
        Stage::Draw(_) => pb::Stage::Draw,
        Stage::Finish => pb::Stage::Finish,
        Stage::Veto(_) => pb::Stage::Veto,
        Stage::PlaceVolcano => pb::Stage::PlaceVolcano,
        Stage::Over => pb::Stage::Over,
    }
}

fn read_open(open: &pb::Open) -> Result<Stage, WireError> {
    let arrival = || {
        let by = if open.by_dolphin { Way::Dolphin } else { Way::Fish };
        Ok(Arrival { island: read_island("kanaloa.open.island", open.island)?, by })
    };
    Ok(match pb::Stage::try_from(open.stage).unwrap_or(pb::Stage::Unspecified) {
        pb::Stage::Unspecified => {
            return Err(WireError::new("kanaloa.open.stage", format!("is {}, but must be 1 to 16", open.stage)));
        }
        pb::Stage::DealTiles => Stage::DealTiles,
        pb::Stage::DealCards => Stage::DealCards,
        pb::Stage::LayNeutral => Stage::LayNeutral,
        pb::Stage::LayFish => Stage::LayFish,
        pb::Stage::PlacePiece => Stage::PlacePiece,
        pb::Stage::RemovePiece => Stage::RemovePiece,
        pb::Stage::Land => Stage::Land,
        pb::Stage::Main => Stage::Main,
        pb::Stage::Offer => Stage::Offer(read_offering(open)?),
        pb::Stage::Rob => Stage::Rob(arrival()?),
        pb::Stage::TakeTile => Stage::TakeTile(arrival()?),
        pb::Stage::Draw => Stage::Draw(Refill { arrival: arrival()?, erupts: open.erupts }),
        pb::Stage::Finish => Stage::Finish,
        pb::Stage::Veto => Stage::Veto(read_change(open)?),
        pb::Stage::PlaceVolcano => Stage::PlaceVolcano,
        pb::Stage::Over => Stage::Over,
    })
}

fn read_offering(open: &pb::Open) -> Result<Offering, WireError> {
    Ok(Offering {
        temple: read_temple("kanaloa.open.temple", open.temple)?,
        last: match open.last_tile {
            0 => None,
            number => Some(read_tile("kanaloa.open.last_tile", number)?),
        },
        value: read_u16("kanaloa.open.offered", open.offered)?,
    })
}

fn read_change(open: &pb::Open) -> Result<Change, WireError> {
    let kind = match pb::ChangeKind::try_from(open.change) {
        Ok(pb::ChangeKind::Reverse) => ChangeKind::Reverse,
        Ok(pb::ChangeKind::Recolour) => ChangeKind::Recolour,
        _ => return Err(WireError::new("kanaloa.open.change", format!("is {}, but must be 1 or 2", open.change))),
    };
    Ok(Change { kind, arrow: read_arrow("kanaloa.open", open.tail, open.head)? })
}

fn fish_message(fish: &Fish, refused: &[Arrow]) -> pb::Fish {
    pb::Fish {
        tail: island(fish.arrow.tail),
        head: island(fish.arrow.head),
        colour: colour(fish.colour),
        white: fish.side == Side::White,
        refused: refused.contains(&fish.arrow),
    }
}

fn read_fish(message: &pb::Fish) -> Result<Fish, WireError> {
    Ok(Fish {
        arrow: read_arrow("kanaloa.fish", message.tail, message.head)?,
        colour: read_colour("kanaloa.fish.colour", message.colour)?,
        side: if message.white { Side::White } else { Side::Coloured },
    })
}

fn islands_message(laid: &Tiles) -> Vec<pb::IslandTiles> {
    let all = (0..).map_while(Island::new);
    let message = |on: Island| pb::IslandTiles { island: island(on), tiles: laid.on(on).map(tile).collect() };
    all.map(message).filter(|message| !message.tiles.is_empty()).collect()
}

fn read_islands(messages: &[pb::IslandTiles]) -> Result<Tiles, WireError> {
    let mut laid = Tiles::NONE;
    for message in messages {
        let on = read_island("kanaloa.islands.island", message.island)?;
        for &number in &message.tiles {
            if laid.is_full(on) {
                return Err(WireError::new("kanaloa.islands.tiles", format!("has more than two tiles for {on}")));
            }
            laid.put(on, read_tile("kanaloa.islands.tiles", number)?);
        }
    }
    Ok(laid)
}

fn player_message(player: &Player) -> pb::Player {
    pb::Player {
        pieces: player.pieces.iter().copied().map(piece).collect(),
        temples: player.temples.values().map(u32::from).to_vec(),
        hand: list_message(&player.hand),
    }
}

fn read_player(message: &pb::Player) -> Result<Player, WireError> {
    let field = "kanaloa.players.pieces";
    let mut pieces = ArrayVec::new();
    for piece in &message.pieces {
        let piece = read_piece(field, piece)?;
        pieces.try_push(piece).map_err(|_| WireError::new(field, "must be 2 at most"))?;
    }
    let field = "kanaloa.players.temples";
    let values = message.temples.iter().map(|&value| read_u16(field, value)).collect::<Result<Vec<u16>, _>>()?;
    let values = <[u16; 5]>::try_from(values).map_err(|_| WireError::new(field, "must have 5 entries"))?;
    Ok(Player { pieces, temples: Temples::new(values), hand: read_list("kanaloa.players.hand", &message.hand)? })
}

fn cards_message(cards: &Cards) -> pb::Cards {
    let card = |god: God| {
        let Card { owner, protection } = cards[god];
        Some(pb::Card { owner: holder(owner), protection: holder(protection) })
    };
    pb::Cards { kanaloa: card(God::Kanaloa), ku: card(God::Ku), pele: card(God::Pele), lono: card(God::Lono) }
}

fn read_cards(message: &pb::Cards) -> Result<Cards, WireError> {
    let mut cards = Cards::default();
    for (god, card) in God::ALL.into_iter().zip([&message.kanaloa, &message.ku, &message.pele, &message.lono]) {
        let card = card.as_ref().ok_or_else(|| WireError::new("kanaloa.cards", format!("has no card for {god}")))?;
        cards[god] = Card {
            owner: read_holder("kanaloa.cards.owner", card.owner)?,
            protection: read_holder("kanaloa.cards.protection", card.protection)?,
        };
    }
    Ok(cards)
}

fn volcano_message(volcano: &Volcano, barred: &[Island]) -> pb::Volcano {
    pb::Volcano {
        site: Some(match volcano.site {
            Site::Island(on) => pb::volcano::Site::Island(island(on)),
            Site::Sea(space) => pb::volcano::Site::SeaSpace(space.number().into()),
        }),
        placer: seat(volcano.placer),
        bonus_turn: volcano.clock == Clock::BonusTurn,
        barred: barred.iter().copied().map(island).collect(),
    }
}

fn read_volcano(message: &pb::Volcano) -> Result<Volcano, WireError> {
    Ok(Volcano {
        site: match message.site {
            Some(pb::volcano::Site::Island(on)) => Site::Island(read_island("kanaloa.volcano.island", on)?),
            Some(pb::volcano::Site::SeaSpace(number)) => Site::Sea(read_space("kanaloa.volcano.sea_space", number)?),
            None => return Err(WireError::missing("kanaloa.volcano.site")),
        },
        placer: read_seat("kanaloa.volcano.placer", message.placer)?,
        clock: if message.bonus_turn { Clock::BonusTurn } else { Clock::NextTurn },
    })
}

fn supply_message(supply: &Supply) -> pb::Supply {
    pb::Supply {
        unseen: supply.unseen.counts().map(u32::from).to_vec(),
        bag_offerings: supply.bag_offerings.into(),
        bag_volcanoes: supply.bag_volcanoes.into(),
        reserve_volcanoes: supply.reserve_volcanoes.into(),
        volcanoes_drawn: supply.volcanoes_drawn.into(),
    }
}

fn read_supply(message: &pb::Supply) -> Result<Supply, WireError> {
    Ok(Supply {
        unseen: read_bag("kanaloa.supply.unseen", &message.unseen)?,
        bag_offerings: read_u8("kanaloa.supply.bag_offerings", message.bag_offerings)?,
        bag_volcanoes: read_u8("kanaloa.supply.bag_volcanoes", message.bag_volcanoes)?,
        reserve_volcanoes: read_u8("kanaloa.supply.reserve_volcanoes", message.reserve_volcanoes)?,
        volcanoes_drawn: read_u8("kanaloa.supply.volcanoes_drawn", message.volcanoes_drawn)?,
    })
}
