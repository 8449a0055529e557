//! The view as a message and back.

use kahua_proto::pb::games::kanaloa::v1 as pb;
use pb::fish::Owner;

use super::fields::{island, read_arrow, read_island, read_seat, read_side, read_space, read_tile, seat, side, tile};
use super::{open, player};
use crate::games::kanaloa::{Arrow, Clock, Colour, Fish, Island, Player, Site, Supply, Tiles, Turn, View, Volcano};
use crate::seat::{PerSeat, Seat};
use crate::wire::WireError;
use crate::wire::fields::{list_message, read_list, read_u8, read_u16, required};

impl View {
    pub(super) fn to_message(&self) -> pb::View {
        pb::View {
            open: Some(open::message(self.stage)),
            turn: self.turn.number.into(),
            active_seat: seat(self.turn.seat),
            god_action_spent: self.turn.god_action_spent,
            fish: self.fish.iter().map(|fish| fish_message(fish, &self.refused)).collect(),
            islands: islands_message(&self.tiles),
            players: self.players.iter().map(player::message).collect(),
            cards: Some(player::cards_message(&self.cards)),
            volcano: self.volcano.map(|volcano| volcano_message(&volcano, &self.barred)),
            supply: Some(supply_message(&self.supply)),
        }
    }

    /// The seat that decides follows from the step, the turn and the owners of the cards.
    pub(super) fn from_message(message: &pb::View, _to_move: Option<Seat>) -> Result<View, WireError> {
        let fish = message.fish.iter().map(read_fish).collect::<Result<Vec<Fish>, _>>()?;
        let refused = fish.iter().zip(&message.fish).filter(|(_, message)| message.refused);
        let players = message.players.iter().map(player::read).collect::<Result<Vec<Player>, _>>()?;
        let players = PerSeat::from_values(players).filter(|players| (2..=4).contains(&players.count().get()));
        let barred = message.volcano.iter().flat_map(|volcano| &volcano.barred);
        Ok(View {
            tiles: read_islands(&message.islands)?,
            players: players.ok_or_else(|| WireError::new("kanaloa.players", "must be 2 to 4"))?,
            cards: player::read_cards(message.cards.as_ref())?,
            volcano: message.volcano.as_ref().map(read_volcano).transpose()?,
            barred: barred.map(|&number| read_island("kanaloa.volcano.barred", number)).collect::<Result<_, _>>()?,
            supply: read_supply(message.supply.as_ref())?,
            turn: Turn {
                number: read_u16("kanaloa.turn", message.turn)?,
                seat: read_seat("kanaloa.active_seat", message.active_seat)?,
                god_action_spent: message.god_action_spent,
            },
            stage: open::read(message.open.as_ref())?,
            refused: refused.map(|(fish, _)| fish.arrow).collect(),
            fish,
        })
    }
}

fn fish_message(fish: &Fish, refused: &[Arrow]) -> pb::Fish {
    pb::Fish {
        tail: island(fish.arrow.tail),
        head: island(fish.arrow.head),
        owner: Some(fish.colour.seat().map_or(Owner::Neutral(pb::Neutral {}), |owner| Owner::Seat(seat(owner)))),
        side: side(fish.side),
        refused: refused.contains(&fish.arrow),
    }
}

fn read_fish(message: &pb::Fish) -> Result<Fish, WireError> {
    Ok(Fish {
        arrow: read_arrow("kanaloa.fish", message.tail, message.head)?,
        colour: match required("kanaloa.fish.owner", message.owner.as_ref())? {
            Owner::Seat(owner) => Colour::of(read_seat("kanaloa.fish.seat", *owner)?),
            Owner::Neutral(pb::Neutral {}) => Colour::Neutral,
        },
        side: read_side("kanaloa.fish.side", message.side)?,
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
        site: match required("kanaloa.volcano.site", message.site)? {
            pb::volcano::Site::Island(on) => Site::Island(read_island("kanaloa.volcano.island", on)?),
            pb::volcano::Site::SeaSpace(number) => Site::Sea(read_space("kanaloa.volcano.sea_space", number)?),
        },
        placer: read_seat("kanaloa.volcano.placer", message.placer)?,
        clock: if message.bonus_turn { Clock::BonusTurn } else { Clock::NextTurn },
    })
}

fn supply_message(supply: &Supply) -> pb::Supply {
    pb::Supply {
        unseen: list_message(&supply.unseen),
        bag_offerings: supply.bag_offerings.into(),
        bag_volcanoes: supply.bag_volcanoes.into(),
        reserve_volcanoes: supply.reserve_volcanoes.into(),
        volcanoes_drawn: supply.volcanoes_drawn.into(),
    }
}

fn read_supply(message: Option<&pb::Supply>) -> Result<Supply, WireError> {
    let message = required("kanaloa.supply", message)?;
    Ok(Supply {
        unseen: read_list("kanaloa.supply.unseen", &message.unseen)?,
        bag_offerings: read_u8("kanaloa.supply.bag_offerings", message.bag_offerings)?,
        bag_volcanoes: read_u8("kanaloa.supply.bag_volcanoes", message.bag_volcanoes)?,
        reserve_volcanoes: read_u8("kanaloa.supply.reserve_volcanoes", message.reserve_volcanoes)?,
        volcanoes_drawn: read_u8("kanaloa.supply.volcanoes_drawn", message.volcanoes_drawn)?,
    })
}
