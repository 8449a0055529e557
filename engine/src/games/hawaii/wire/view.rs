//! The view as a message and back.

use arrayvec::ArrayVec;
use kahua_proto::pb::games::hawaii::v1 as pb;

use super::fields::{counted, list_message, one_of, one_or_none, read_all, read_list, read_seat, read_u8, read_u16};
use super::{piles, player};
use crate::games::hawaii::places::{Islet, Place, Site, Spot};
use crate::games::hawaii::stage::Stage;
use crate::games::hawaii::state::Board;
use crate::games::hawaii::tiles::God;
use crate::games::hawaii::tokens::{SiteTokens, Token};
use crate::games::hawaii::view::View;
use crate::seat::{PerSeat, SEATS_MAX, Seat};
use crate::wire::WireError;

const NO_ISLET: i32 = pb::Islet::None as i32;
const NO_TOKEN: i32 = pb::PriceToken::None as i32;

impl View {
    pub(super) fn to_message(&self) -> pb::View {
        let board = &self.board;
        let place = |(site, tokens): (&Site, &SiteTokens)| pb::Place {
            site: counted(site.index()),
            tokens: tokens.iter().map(|token| counted(token.index())).collect(),
        };
        let stack = |(top, below): (&Option<God>, &u8)| pb::Stack {
            top: top.map(|god| counted(god.index())),
            below: (*below).into(),
        };
        pb::View {
            open: Some(board.stage.to_message()),
            round: board.round.into(),
            turn: board.turn.into(),
            order: board.order.iter().map(|seat| seat.number().into()).collect(),
            active_seat: is_ordered(board).then(|| board.current_seat().number().into()),
            island: board.sites.iter().zip(&board.tokens).map(place).collect(),
            cove: list_message(&board.cove),
            bag: list_message(&board.bag),
            track: track_message(&board.track),
            docks: board.docks.map(|islet| islet.map_or(NO_ISLET, |islet| counted(islet.index()))).to_vec(),
            face_down_islets: list_message(&board.islets),
            visited_islets: list_message(&board.visited),
            stacks: board.tops.iter().zip(&board.below).map(stack).collect(),
            unseen_gods: list_message(&board.unseen),
            piles: Some(piles::to_message(board.piles)),
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
            current: read_current(message)?,
            order: read_order(&message.order)?,
            sites,
            tokens,
            cove: read_list("hawaii.cove", &message.cove)?,
            bag: read_list("hawaii.bag", &message.bag)?,
            track: read_track(&message.track)?,
            docks: read_all("hawaii.docks", &message.docks, |islet| one_or_none("hawaii.docks", &Islet::ALL, islet))?,
            islets: read_list("hawaii.face_down_islets", &message.face_down_islets)?,
            visited: read_list("hawaii.visited_islets", &message.visited_islets)?,
            tops: [bottom.0, top.0],
            below: [bottom.1, top.1],
            unseen: read_list("hawaii.unseen_gods", &message.unseen_gods)?,
            piles: piles::from_message(message.piles.as_ref())?,
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
    if seats.len() > SEATS_MAX {
        return Err(WireError::new("hawaii.order", format!("has {} entries, more than {SEATS_MAX}", seats.len())));
    }
    seats.iter().map(|seat| read_seat("hawaii.order", *seat)).collect()
}

/// Whether every seat has its place in the turn order, so that one of them is active.
fn is_ordered(board: &Board) -> bool {
    board.order.len() == board.players.count().get()
}

/// The active seat as a place in the turn order; the first until the order is complete.
fn read_current(message: &pb::View) -> Result<u8, WireError> {
    let field = "hawaii.active_seat";
    let is_ordered = message.order.len() == message.players.len();
    match message.active_seat {
        None if is_ordered => Err(WireError::missing(field)),
        None => Ok(0),
        Some(seat) if !is_ordered => {
            Err(WireError::new(field, format!("is {seat}, but must be unset until hawaii.order has every seat")))
        }
        Some(seat) => {
            let place = message.order.iter().position(|other| *other == seat);
            let place = place.and_then(|place| u8::try_from(place).ok());
            place.ok_or_else(|| WireError::new(field, format!("is {seat}, but must be one of hawaii.order")))
        }
    }
}

/// The tokens at the places of the turn order track. The first place never has one.
type Track = [Option<Token>; SEATS_MAX - 1];

fn track_message(track: &Track) -> Vec<i32> {
    let tokens = track.iter().map(|token| token.map_or(NO_TOKEN, |token| counted(token.index())));
    std::iter::once(NO_TOKEN).chain(tokens).collect()
}

fn read_track(tokens: &[i32]) -> Result<Track, WireError> {
    let field = "hawaii.track";
    let [first, others @ ..]: [Option<Token>; Spot::ALL.len()] =
        read_all(field, tokens, |token| one_or_none(field, &Token::ALL, token))?;
    match first {
        None => Ok(others),
        Some(token) => Err(WireError::new(field, format!("has {token} at the first place, where no token ever lies"))),
    }
}

type Stack = (Option<God>, u8);

fn read_stacks(stacks: &[pb::Stack]) -> Result<[Stack; 2], WireError> {
    let [bottom, top] = stacks else {
        return Err(WireError::new("hawaii.stacks", format!("has {} entries, but must have 2", stacks.len())));
    };
    let read = |stack: &pb::Stack| {
        let top = stack.top.map(|god| one_of("hawaii.stacks.top", &God::ALL, god)).transpose()?;
        Ok((top, read_u8("hawaii.stacks.below", stack.below)?))
    };
    Ok([read(bottom)?, read(top)?])
}
