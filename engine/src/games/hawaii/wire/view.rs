//! The view as a message and back.

use arrayvec::ArrayVec;
use kahua_proto::pb::games::hawaii::v1 as pb;

use super::fields::{
    counted, counts_message, list_message, one_of, one_or_none, read_all, read_bag, read_list, read_u8, read_u16,
};
use super::player;
use crate::games::hawaii::places::{Islet, Place, Site};
use crate::games::hawaii::stage::Stage;
use crate::games::hawaii::state::Board;
use crate::games::hawaii::tiles::God;
use crate::games::hawaii::tokens::{SiteTokens, Token};
use crate::games::hawaii::view::View;
use crate::seat::{PerSeat, SEATS_MAX, Seat};
use crate::wire::WireError;

impl View {
    pub(super) fn to_message(&self) -> pb::View {
        let board = &self.board;
        let place = |(site, tokens): (&Site, &SiteTokens)| pb::Place {
            site: counted(site.index()),
            tokens: tokens.iter().map(|token| counted(token.index())).collect(),
        };
        let stack = |(top, below): (&Option<God>, &u8)| pb::Stack {
            top: top.map_or(0, |god| counted(god.index())),
            below: (*below).into(),
        };
        pb::View {
            open: Some(board.stage.to_message()),
            round: board.round.into(),
            turn: board.turn.into(),
            order: board.order.iter().map(|seat| seat.number().into()).collect(),
            current: board.current.into(),
            island: board.sites.iter().zip(&board.tokens).map(place).collect(),
            cove: list_message(&board.cove),
            bag: counts_message(&board.bag),
            track: board.track.map(|token| token.map_or(0, |token| counted(token.index()))).to_vec(),
            docks: board.docks.map(|islet| islet.map_or(0, |islet| counted(islet.index()))).to_vec(),
            face_down_islets: counts_message(&board.islets),
            visited_islets: counts_message(&board.visited),
            stacks: board.tops.iter().zip(&board.below).map(stack).collect(),
            unseen_gods: counts_message(&board.unseen),
            piles: board.piles.map(u32::from).to_vec(),
            players: board
                .players
                .iter()
                .zip(&self.supplies)
                .map(|(one, supply)| player::to_message(one, *supply))
                .collect(),
        }
    }

    pub(super) fn from_message(message: &pb::View, _to_move: Option<Seat>) -> Result<View, WireError> {
        let (sites, tokens) = read_island(&message.island)?;
        let [bottom, top] = read_stacks(&message.stacks)?;
        let players: Vec<_> = message.players.iter().map(player::from_message).collect::<Result<_, _>>()?;
        let (players, supplies): (Vec<_>, Vec<_>) = players.into_iter().unzip();
        let seats =
            |length| WireError::new("hawaii.players", format!("has {length} entries, but must have 2 to {SEATS_MAX}"));
        let board = Board {
            stage: Stage::from_message(message.open.as_ref())?,
            round: read_u8("hawaii.round", message.round)?,
            turn: read_u16("hawaii.turn", message.turn)?,
            order: read_order(&message.order)?,
            current: read_u8("hawaii.current", message.current)?,
            sites,
            tokens,
            cove: read_list("hawaii.cove", &message.cove)?,
            bag: read_bag("hawaii.bag", &message.bag)?,
            track: read_all("hawaii.track", &message.track, |token| one_or_none("hawaii.track", &Token::ALL, token))?,
            docks: read_all("hawaii.docks", &message.docks, |islet| one_or_none("hawaii.docks", &Islet::ALL, islet))?,
            islets: read_bag("hawaii.face_down_islets", &message.face_down_islets)?,
            visited: read_bag("hawaii.visited_islets", &message.visited_islets)?,
            tops: [bottom.0, top.0],
            below: [bottom.1, top.1],
            unseen: read_bag("hawaii.unseen_gods", &message.unseen_gods)?,
            piles: read_all("hawaii.piles", &message.piles, |count| read_u8("hawaii.piles", count))?,
            players: PerSeat::from_values(players).ok_or_else(|| seats(message.players.len()))?,
        };
        let supplies = PerSeat::from_values(supplies).ok_or_else(|| seats(message.players.len()))?;
        Ok(View { board, supplies })
    }
}

type Island = (ArrayVec<Site, { Place::ALL.len() }>, [SiteTokens; Place::ALL.len()]);

fn read_island(places: &[pb::Place]) -> Result<Island, WireError> {
    let mut sites = ArrayVec::new();
    let mut tokens: [SiteTokens; Place::ALL.len()] = std::array::from_fn(|_| SiteTokens::new());
    for (index, place) in places.iter().enumerate() {
        let site = one_of("hawaii.island.site", &Site::ALL, place.site)?;
        let room = sites.try_push(site);
        room.map_err(|_| WireError::new("hawaii.island", format!("has {} entries, more than 10", places.len())))?;
        for &token in &place.tokens {
            let token = one_of("hawaii.island.tokens", &Token::ALL, token)?;
            let room = tokens[index].try_push(token);
            room.map_err(|_| WireError::new("hawaii.island.tokens", "has more than 3 entries"))?;
        }
    }
    Ok((sites, tokens))
}

fn read_order(seats: &[u32]) -> Result<ArrayVec<Seat, SEATS_MAX>, WireError> {
    let field = "hawaii.order";
    if seats.len() > SEATS_MAX {
        return Err(WireError::new(field, format!("has {} entries, more than {SEATS_MAX}", seats.len())));
    }
    let seat = |number: &u32| {
        let number = u8::try_from(*number).ok().filter(|number| usize::from(*number) < SEATS_MAX);
        number.map(Seat::new)
    };
    let read = seats
        .iter()
        .map(|number| seat(number).ok_or_else(|| WireError::out_of_range(field, *number, SEATS_MAX as i64 - 1)));
    read.collect()
}

type Stack = (Option<God>, u8);

fn read_stacks(stacks: &[pb::Stack]) -> Result<[Stack; 2], WireError> {
    let [bottom, top] = stacks else {
        return Err(WireError::new("hawaii.stacks", format!("has {} entries, but must have 2", stacks.len())));
    };
    let read = |stack: &pb::Stack| {
        let god = one_or_none("hawaii.stacks.top", &God::ALL, stack.top)?;
        Ok((god, read_u8("hawaii.stacks.below", stack.below)?))
    };
    Ok([read(bottom)?, read(top)?])
}
