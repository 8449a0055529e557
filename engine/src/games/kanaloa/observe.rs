//! A view as an observation: a row of numbers. Players are counted from the viewer, who is 0. Currents have the numbers of the
//! map in play, in the order of the ruleset.

use super::Kanaloa;
use super::action::{Change, ChangeKind};
use super::fish::Colour;
use super::god::{God, Temple};
use super::map::{Arrow, CURRENTS_MAX, ISLANDS_MAX, Island, Map};
use super::numbering::number_of_site;
use super::player::{Piece, Player};
use super::stage::{Arrival, Offering, Refill, Stage, Way};
use super::tile::Tile;
use super::view::Shown;
use super::volcano::{Clock, SeaSpace};
use crate::encode::{Block, Pen, Round, put_one, put_set, put_sum};
use crate::seat::Seat;
use crate::set::Ordinal;

/// No ruleset has more offering tiles.
const TILES: u8 = 96;

/// No ruleset has more volcano tiles.
const VOLCANOES: u8 = 12;

const TEMPLES: usize = Temple::ALL.len();

impl Kanaloa {
    /// Writes the blocks, see [`Encode::observe`](crate::encode::Encode::observe).
    pub(super) fn write_view(shown: &Shown<'_>, viewer: Seat, pen: &mut impl Pen) {
        let round = Round { viewer, seats: shown.players.count() };
        write_stage(shown.stage, shown.map, pen);
        write_turn(shown, round, pen);
        write_fish(shown, round, pen);
        write_islands(shown, round, pen);
        write_players(shown, round, pen);
        write_cards(shown, round, pen);
        write_supply(shown, pen);
    }
}

fn write_stage(stage: Stage, map: &Map, pen: &mut impl Pen) {
    let meaning = "what must happen next: deal tiles, deal cards, lay a neutral fish, lay a fish, place a piece, remove a \
                   piece, land, main action, add to the sacrifice, rob, take a tile, draw a tile, finish, veto, place \
                   the volcano, nothing";
    pen.block(Block::one_hot("stage", meaning), &[16], |out| out[number_of_stage(stage)] = 1);
    let offering = if let Stage::Offer(offering) = stage { Some(offering) } else { None };
    write_offering(offering, pen);
    let (arrival, erupts) = match stage {
        Stage::Rob(arrival) | Stage::TakeTile(arrival) => (Some(arrival), false),
        Stage::Draw(Refill { arrival, erupts }) => (Some(arrival), erupts),
        _ => (None, false),
    };
    write_arrival(arrival, erupts, pen);
    let change = if let Stage::Veto(change) = stage { Some(change) } else { None };
    write_change(change, map, pen);
}

fn number_of_stage(stage: Stage) -> usize {
    match stage {
        Stage::DealTiles => 0,
        Stage::DealCards => 1,
        Stage::LayNeutral => 2,
        Stage::LayFish => 3,
        Stage::PlacePiece => 4,
        Stage::RemovePiece => 5,
        Stage::Land => 6,
        Stage::Main => 7,
        Stage::Offer(_) => 8,
        Stage::Rob(_) => 9,
        Stage::TakeTile(_) => 10,
        Stage::Draw(_) => 11,
        Stage::Finish => 12,
        Stage::Veto(_) => 13,
        Stage::PlaceVolcano => 14,
        Stage::Over => 15,
    }
}

fn write_offering(offering: Option<Offering>, pen: &mut impl Pen) {
    let meaning = "the temple of the open sacrifice";
    let temple = offering.map(|offering| offering.temple.index());
    pen.block(Block::one_hot("offering_temple", meaning), &[TEMPLES], |out| put_one(out, temple));
    let meaning = "the tile that was added last to the open sacrifice";
    let last = offering.and_then(|offering| offering.last).map(Tile::index);
    pen.block(Block::one_hot("offering_last", meaning), &[Tile::COUNT], |out| put_one(out, last));
    let meaning = "the value of the open sacrifice";
    let value = offering.map_or(0, |offering| offering.value);
    pen.block(Block::sum("offering_value", meaning), &[2], |out| put_sum(out, value.into()));
}

fn write_arrival(arrival: Option<Arrival>, erupts: bool, pen: &mut impl Pen) {
    let meaning = "the island to which a piece has just come";
    let island = arrival.map(|arrival| arrival.island.index());
    pen.block(Block::one_hot("arrival", meaning), &[ISLANDS_MAX], |out| put_one(out, island));
    let meaning = "it came with the dolphin; the coming draw brings an eruption";
    pen.block(Block::flags("arrival_flags", meaning), &[2], |out| {
        out[0] = u8::from(arrival.is_some_and(|arrival| arrival.by == Way::Dolphin));
        out[1] = u8::from(erupts);
    });
}

fn write_change(change: Option<Change>, map: &Map, pen: &mut impl Pen) {
    let meaning = "the fish whose turning may be vetoed, by its current";
    let current = change.and_then(|change| map.current(change.arrow));
    pen.block(Block::one_hot("change", meaning), &[CURRENTS_MAX], |out| put_one(out, current.map(Ordinal::ordinal)));
    let meaning = "it would change its side and not its direction; it points backward";
    pen.block(Block::flags("change_flags", meaning), &[2], |out| {
        out[0] = u8::from(change.is_some_and(|change| change.kind == ChangeKind::Recolour));
        out[1] = u8::from(change.is_some_and(|change| is_backward(map, change.arrow)));
    });
}

/// Whether the arrow points to the island with the lower number.
fn is_backward(map: &Map, arrow: Arrow) -> bool {
    map.current(arrow).is_some_and(|current| map.forward(current) != arrow)
}

fn write_turn(shown: &Shown<'_>, round: Round, pen: &mut impl Pen) {
    let turn = shown.turn;
    let meaning = "the turns begun so far";
    pen.block(Block::sum("turns", meaning), &[4], |out| put_sum(out, turn.number.into()));
    let meaning = "the player whose turn it is";
    pen.block(Block::one_hot("mover", meaning), &[round.seats.get()], |out| out[round.number(turn.seat)] = 1);
    let meaning = "the god action of the turn is used up";
    pen.block(Block::flags("god_action_spent", meaning), &[1], |out| out[0] = u8::from(turn.god_action_spent));
}

fn write_fish(shown: &Shown<'_>, round: Round, pen: &mut impl Pen) {
    let (shoal, owners) = (&shown.shoal, round.seats.get() + 1);
    let meaning = "current, the player whose fish lies on it; neutral fish come last";
    pen.block(Block::one_hot("fish", meaning), &[CURRENTS_MAX, owners], |out| {
        for colour in Colour::ALL {
            let owner = colour.seat().map_or(owners - 1, |seat| round.number(seat));
            for current in shoal.of(colour) {
                out[current.ordinal() * owners + owner] = 1;
            }
        }
    });
    let meaning = "current whose fish shows its white side";
    pen.block(Block::flags("fish_white", meaning), &[CURRENTS_MAX], |out| put_set(out, shoal.white()));
    let meaning = "current whose fish points to the island with the lower number";
    pen.block(Block::flags("fish_backward", meaning), &[CURRENTS_MAX], |out| put_set(out, shoal.backward()));
    let meaning = "current whose fish was protected by a veto in this turn";
    pen.block(Block::flags("refused", meaning), &[CURRENTS_MAX], |out| put_set(out, shown.refused));
}

fn write_islands(shown: &Shown<'_>, round: Round, pen: &mut impl Pen) {
    let meaning = "island, tiles of each kind on it";
    pen.block(Block::counts("tiles", 2, meaning), &[ISLANDS_MAX, Tile::COUNT], |out| {
        for (out, island) in out.chunks_exact_mut(Tile::COUNT).zip((0..).map_while(Island::new)) {
            for tile in shown.tiles.on(island) {
                out[tile.index()] += 1;
            }
        }
    });
    let volcano = shown.volcano;
    let meaning = "where the volcano stands: the islands, then the sea spaces";
    let site = volcano.map(|volcano| number_of_site(volcano.site));
    pen.block(Block::one_hot("volcano", meaning), &[ISLANDS_MAX + SeaSpace::COUNT], |out| put_one(out, site));
    let meaning = "the player who placed the volcano";
    let placer = volcano.map(|volcano| round.number(volcano.placer));
    pen.block(Block::one_hot("volcano_placer", meaning), &[round.seats.get()], |out| put_one(out, placer));
    let meaning = "the turn that the eruption gave is being taken";
    let bonus = volcano.is_some_and(|volcano| volcano.clock == Clock::BonusTurn);
    pen.block(Block::flags("bonus_turn", meaning), &[1], |out| out[0] = u8::from(bonus));
    let meaning = "island that the volcano closes";
    pen.block(Block::flags("barred", meaning), &[ISLANDS_MAX], |out| {
        put_set(out, shown.barred);
    });
}

fn write_players(shown: &Shown<'_>, round: Round, pen: &mut impl Pen) {
    let (seats, players) = (round.seats.get(), round.in_order(shown.players));
    let mut each = |block: Block, shape: &[usize], write: fn(&mut [u8], &Player)| {
        pen.block(block, shape, |out| {
            let columns = out.len() / seats;
            for (out, player) in out.chunks_exact_mut(columns).zip(&players) {
                write(out, player);
            }
        });
    };
    let meaning = "player, pieces on each island";
    each(Block::counts("pieces", 2, meaning), &[seats, ISLANDS_MAX], |out, player| {
        for island in player.pieces.iter().filter_map(|piece| piece.island()) {
            out[island.index()] += 1;
        }
    });
    let meaning = "player, those of them that a volcano blocks";
    each(Block::counts("blocked", 2, meaning), &[seats, ISLANDS_MAX], |out, player| {
        for piece in &player.pieces {
            if let Piece::On { island, blocked: true } = piece {
                out[island.index()] += 1;
            }
        }
    });
    let meaning = "player who has a piece on the dolphin";
    each(Block::flags("dolphin", meaning), &[seats], |out, player| out[0] = u8::from(player.is_on_dolphin()));
    let meaning = "player, the value of each temple";
    each(Block::sum("temples", meaning), &[seats, TEMPLES, 2], |out, player| {
        for (out, value) in out.chunks_exact_mut(2).zip(player.temples.values()) {
            put_sum(out, (*value).into());
        }
    });
    let meaning = "player, tiles of each kind in the hand";
    each(Block::counts("hands", TILES, meaning), &[seats, Tile::COUNT], |out, player| {
        out.copy_from_slice(player.hand.counts());
    });
}

fn write_cards(shown: &Shown<'_>, round: Round, pen: &mut impl Pen) {
    let seats = round.seats.get();
    let put = |out: &mut [u8], owner: fn(&Shown<'_>, God) -> Option<Seat>| {
        for (out, god) in out.chunks_exact_mut(seats).zip(God::ALL) {
            put_one(out, owner(shown, god).map(|seat| round.number(seat)));
        }
    };
    let meaning = "god, the player who owns the god card";
    pen.block(Block::one_hot("god_cards", meaning), &[God::COUNT, seats], |out| {
        put(out, |shown, god| shown.cards[god].owner);
    });
    let meaning = "god, the player who owns the protection card";
    pen.block(Block::one_hot("protection", meaning), &[God::COUNT, seats], |out| {
        put(out, |shown, god| shown.cards[god].protection);
    });
}

fn write_supply(shown: &Shown<'_>, pen: &mut impl Pen) {
    let supply = &shown.supply;
    let meaning = "unseen tiles of each kind";
    pen.block(Block::counts("unseen", TILES, meaning), &[Tile::COUNT], |out| {
        out.copy_from_slice(supply.unseen.counts());
    });
    let meaning = "offerings in the bag";
    pen.block(Block::counts("bag_offerings", TILES, meaning), &[1], |out| out[0] = supply.bag_offerings);
    let meaning = "volcano tiles in the bag, in the reserve, and drawn";
    pen.block(Block::counts("volcanoes", VOLCANOES, meaning), &[3], |out| {
        out.copy_from_slice(&[supply.bag_volcanoes, supply.reserve_volcanoes, supply.volcanoes_drawn]);
    });
}
