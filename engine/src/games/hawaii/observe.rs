//! A view as an observation: a row of numbers. Players are counted from the viewer, who is 0.

use std::iter::once;

use arrayvec::ArrayVec;

use super::Hawaii;
use super::boats::Fleet;
use super::home::Row;
use super::places::{Dock, Islet, Place, Site, Spot, Stack};
use super::ruleset::{BOATS_MAX, PILES, ROUNDS};
use super::stage::{Bill, Draw, Harbour, Purpose, Stage};
use super::state::{Board, Chief, Player};
use super::tiles::{God, Kind, Side, Tile};
use super::tokens::{TOKENS, Token};
use super::view::Shown;
use crate::encode::{Block, Pen, Round, flags_of, put_one, put_sum};
use crate::seat::{SEATS_MAX, Seat};

impl Hawaii {
    /// Writes the blocks, see [`Encode::observe`](crate::encode::Encode::observe).
    pub(super) fn write_view(shown: &Shown<'_>, viewer: Seat, pen: &mut impl Pen) {
        let board = shown.board;
        let round = Round { viewer, seats: board.players.count() };
        write_stage(board.stage, pen);
        write_course(board, round, pen);
        write_island(board, pen);
        write_sea(board, round, pen);
        write_stocks(board, pen);
        let players = round.in_order(&board.players);
        write_players(&players, pen);
        write_homes(&players, pen);
        write_supplies(shown, round, pen);
    }
}

/// What a stage says beyond its kind.
#[derive(Default)]
struct Open {
    draw: Option<usize>,
    purpose: Option<usize>,
    tile: Option<(Tile, Side)>,
    dock: Option<Dock>,
    cost: u8,
    price: u8,
    units: u8,
    sent: Fleet,
    caught: u8,
    islet: Option<Islet>,
}

impl Open {
    /// The number of the stage's kind, and the rest of it.
    fn of(stage: Stage) -> (usize, Open) {
        let open = Open::default();
        match stage {
            Stage::Draw(draw) => (0, Open { draw: Some(number_of_draw(draw)), ..open }),
            Stage::Move => (1, open),
            Stage::Pay(bill) => (2, Open::of_bill(bill)),
            Stage::Price { units } => (3, Open { units, ..open }),
            Stage::Buy { price, units } => (4, Open { price, units, ..open }),
            Stage::Row { tile, side } => (5, Open { tile: Some((tile, side)), ..open }),
            Stage::Boats(Harbour::Cove) => (6, open),
            Stage::Boats(Harbour::Dock(dock)) => (6, Open { dock: Some(dock), ..open }),
            Stage::Fish { sent, caught } => (7, Open { sent, caught, ..open }),
            Stage::Reward(islet) => (8, Open { islet: Some(islet), ..open }),
            Stage::Over => (9, open),
        }
    }

    fn of_bill(Bill { purpose, cost, units }: Bill) -> Open {
        let open = Open { cost, units, ..Open::default() };
        match purpose {
            Purpose::Move => Open { purpose: Some(0), ..open },
            Purpose::Tile(tile, side) => Open { purpose: Some(1), tile: Some((tile, side)), ..open },
            Purpose::Fish => Open { purpose: Some(2), ..open },
            Purpose::Dock(dock) => Open { purpose: Some(3), dock: Some(dock), ..open },
        }
    }
}

const DRAWS: usize = 1 + Stack::COUNT + Dock::COUNT + 1 + Place::COUNT + 1;

fn number_of_draw(draw: Draw) -> usize {
    const SEAT: usize = 1 + Stack::COUNT + Dock::COUNT;
    match draw {
        Draw::Site => 0,
        Draw::God(stack) => 1 + stack.index(),
        Draw::Islet(dock) => 1 + Stack::COUNT + dock.index(),
        Draw::Seat => SEAT,
        Draw::Price(place) => SEAT + 1 + place.index(),
        Draw::Track => DRAWS - 1,
    }
}

fn write_stage(stage: Stage, pen: &mut impl Pen) {
    let (kind, open) = Open::of(stage);
    let meaning = "what must happen next: a draw, move, pay, take a price token, buy, choose a village, send boats, catch, \
                   choose a reward, nothing";
    pen.block(Block::one_hot("stage", meaning), &[10], |out| out[kind] = 1);
    let meaning = "what is drawn: a site, a god of each stack, an islet of each dock, a seat, a token of each place, a \
                   token of the track";
    pen.block(Block::one_hot("draw", meaning), &[DRAWS], |out| put_one(out, open.draw));
    let meaning = "what the payment is for: a way, a tile, fish, an islet";
    pen.block(Block::one_hot("purpose", meaning), &[4], |out| put_one(out, open.purpose));
    let meaning = "the tile that is paid for or laid";
    let tile = open.tile.map(|(tile, _)| tile.index());
    pen.block(Block::one_hot("tile", meaning), &[Tile::COUNT], |out| put_one(out, tile));
    let meaning = "which side of it is up";
    let side = open.tile.map(|(_, side)| side.index());
    pen.block(Block::one_hot("side", meaning), &[Side::COUNT], |out| put_one(out, side));
    let meaning = "the dock that is paid for or to which boats are sent";
    pen.block(Block::one_hot("dock", meaning), &[Dock::COUNT], |out| put_one(out, open.dock.map(Dock::index)));
    let meaning = "the islet whose reward is chosen";
    pen.block(Block::one_hot("islet", meaning), &[Islet::COUNT], |out| put_one(out, open.islet.map(Islet::index)));
    let meaning = "what is to be paid, the price of the token that was taken, the exchange units left";
    pen.block(Block::counts("bill", 255, meaning), &[3], |out| {
        out.copy_from_slice(&[open.cost, open.price, open.units]);
    });
    let meaning = "boats that were sent to fish: the starting boat, those with side I and with side II up";
    pen.block(Block::counts("sent", BOATS_MAX, meaning), &[3], |out| put_fleet(out, open.sent));
    let meaning = "tokens that they have caught";
    pen.block(Block::counts("caught", BOATS_MAX + 1, meaning), &[1], |out| out[0] = open.caught);
}

fn put_fleet(out: &mut [u8], fleet: Fleet) {
    out.copy_from_slice(&[fleet.start, fleet.ones, fleet.twos]);
}

fn write_course(board: &Board, round: Round, pen: &mut impl Pen) {
    let seats = round.seats.get();
    let meaning = "the round";
    pen.block(Block::one_hot("round", meaning), &[ROUNDS], |out| out[usize::from(board.round) - 1] = 1);
    let meaning = "turns finished since the game began";
    pen.block(Block::sum("turns", meaning), &[2], |out| put_sum(out, board.turn.into()));
    let meaning = "place in this round's turn order, the player";
    pen.block(Block::one_hot("order", meaning), &[seats, seats], |out| {
        for (out, seat) in out.chunks_exact_mut(seats).zip(&board.order) {
            out[round.number(*seat)] = 1;
        }
    });
    let meaning = "the place in the turn order of the player whose turn it is";
    pen.block(Block::one_hot("current", meaning), &[seats], |out| out[usize::from(board.current)] = 1);
}

fn write_island(board: &Board, pen: &mut impl Pen) {
    let meaning = "place of the island, its site";
    pen.block(Block::one_hot("sites", meaning), &[Place::COUNT, Site::COUNT], |out| {
        for (out, site) in out.chunks_exact_mut(Site::COUNT).zip(&board.sites) {
            out[site.index()] = 1;
        }
    });
    let meaning = "place of the island, price tokens of each kind: 2, 2 with spears, up to 6 with spears";
    pen.block(Block::counts("site_tokens", 3, meaning), &[Place::COUNT, TOKENS], |out| {
        for (out, tokens) in out.chunks_exact_mut(TOKENS).zip(&board.tokens) {
            for token in tokens {
                out[token.index()] += 1;
            }
        }
    });
}

fn write_sea(board: &Board, round: Round, pen: &mut impl Pen) {
    let meaning = "price tokens of each kind in the fishing cove";
    pen.block(Block::counts("cove", 255, meaning), &[TOKENS], |out| out.copy_from_slice(board.cove.counts()));
    let meaning = "price tokens of each kind in the bag";
    pen.block(Block::counts("bag", 255, meaning), &[TOKENS], |out| out.copy_from_slice(board.bag.counts()));
    let meaning = "place of the turn order track from the second on, the price token there";
    pen.block(Block::one_hot("track", meaning), &[round.seats.get() - 1, TOKENS], |out| {
        for (out, token) in out.chunks_exact_mut(TOKENS).zip(&board.track) {
            put_one(out, token.map(Token::index));
        }
    });
    let meaning = "dock, its islet";
    pen.block(Block::one_hot("docks", meaning), &[Dock::COUNT, Islet::COUNT], |out| {
        for (out, islet) in out.chunks_exact_mut(Islet::COUNT).zip(&board.docks) {
            put_one(out, islet.map(Islet::index));
        }
    });
}

fn write_stocks(board: &Board, pen: &mut impl Pen) {
    let meaning = "islets of each kind in the pile, and those that were visited";
    pen.block(Block::counts("islets", 10, meaning), &[2, Islet::COUNT], |out| {
        let (pile, visited) = out.split_at_mut(Islet::COUNT);
        pile.copy_from_slice(board.islets.counts());
        visited.copy_from_slice(board.visited.counts());
    });
    let meaning = "stack of gods, the god on top";
    pen.block(Block::one_hot("tops", meaning), &[Stack::COUNT, God::COUNT], |out| {
        for (out, god) in out.chunks_exact_mut(God::COUNT).zip(&board.tops) {
            put_one(out, god.map(God::index));
        }
    });
    let meaning = "stack of gods, how many lie below the top";
    pen.block(Block::counts("below", 12, meaning), &[Stack::COUNT], |out| out.copy_from_slice(&board.below));
    let meaning = "gods of each kind that lie below the tops";
    pen.block(Block::counts("unseen", 12, meaning), &[God::COUNT], |out| out.copy_from_slice(board.unseen.counts()));
    let meaning = "tiles left of each kind but gods";
    pen.block(Block::counts("piles", 255, meaning), &[PILES], |out| out.copy_from_slice(&board.piles));
}

/// The players in the order in which the viewer counts them.
type Players<'a> = ArrayVec<&'a Player, SEATS_MAX>;

/// The columns for a player's chieftain, tiles with one side up, and gods.
const CHIEF: usize = 1 + Place::COUNT + Spot::COUNT;
const TILES: usize = Kind::COUNT * Row::COUNT;
const GODS: usize = Row::COUNT * God::COUNT;

/// Writes a block with a row of `N` columns for each player. `shape` is that of a row.
#[inline(always)]
fn each_player<const N: usize>(
    pen: &mut impl Pen,
    players: &Players<'_>,
    block: Block,
    shape: &[usize],
    write: impl Fn(&mut [u8; N], &Player),
) {
    let shape: ArrayVec<usize, 3> = once(players.len()).chain(shape.iter().copied()).collect();
    pen.block(block, &shape, |out| {
        for (out, player) in out.as_chunks_mut().0.iter_mut().zip(players) {
            write(out, player);
        }
    });
}

fn write_players(players: &Players<'_>, pen: &mut impl Pen) {
    let block = Block::sum("points", "player, points so far");
    each_player::<2>(pen, players, block, &[2], |out, player| put_sum(out, player.points));
    let meaning = "player, where the chieftain stands: the beach, the places of the island, the places of the track";
    each_player::<CHIEF>(pen, players, Block::one_hot("chief", meaning), &[CHIEF], |out, player| {
        out[match player.chief {
            Chief::Beach => 0,
            Chief::Place(place) => 1 + place.index(),
            Chief::Track(spot) => 1 + Place::COUNT + spot.index(),
        }] = 1;
    });
    let block = Block::counts("prices", 255, "player, price tokens of each kind that were taken this round");
    each_player(pen, players, block, &[TOKENS], |out, player| *out = *player.prices.counts());
    let block = Block::counts("fish", 255, "player, tokens of each kind that were caught this round");
    each_player(pen, players, block, &[TOKENS], |out, player| *out = *player.fish.counts());
    let meaning = "player, boats ready: the starting boat, those with side I and with side II up";
    let block = Block::counts("ready", BOATS_MAX, meaning);
    each_player::<3>(pen, players, block, &[3], |out, player| put_fleet(out, player.ready));
    let block = Block::counts("spent", BOATS_MAX, "player, boats sent this round, in the same order");
    each_player::<3>(pen, players, block, &[3], |out, player| put_fleet(out, player.spent));
}

fn write_homes(players: &Players<'_>, pen: &mut impl Pen) {
    let villages = |out: &mut [u8; TILES], side: Side, player: &Player| {
        for (out, kind) in out.as_chunks_mut::<{ Row::COUNT }>().0.iter_mut().zip(Kind::ALL) {
            *out = flags_of(player.home.with_side(kind, side));
        }
    };
    let shape = [Kind::COUNT, Row::COUNT];
    let block = Block::flags("tiles_one", "player, kind of tile, village that has it with side I up");
    each_player::<TILES>(pen, players, block, &shape, |out, player| villages(out, Side::One, player));
    let block = Block::flags("tiles_two", "player, kind of tile, village that has it with side II up");
    each_player::<TILES>(pen, players, block, &shape, |out, player| villages(out, Side::Two, player));
    let block = Block::one_hot("gods", "player, village, its god");
    each_player::<GODS>(pen, players, block, &[Row::COUNT, God::COUNT], |out, player| {
        for row in player.home.with(Kind::God) {
            put_one(&mut out[row.index() * God::COUNT..][..God::COUNT], player.home.god(row).map(God::index));
        }
    });
    let block = Block::counts("beside", 6, "player, kahunas and tikis");
    each_player(pen, players, block, &[2], |out, player| *out = [player.home.kahunas, player.home.tikis]);
}

fn write_supplies(shown: &Shown<'_>, round: Round, pen: &mut impl Pen) {
    let supplies = round.in_order(&shown.supplies);
    let meaning = "player whose supply the viewer sees";
    pen.block(Block::flags("seen", meaning), &[supplies.len()], |out| {
        for (out, supply) in out.iter_mut().zip(&supplies) {
            *out = u8::from(supply.is_some());
        }
    });
    let meaning = "player, resource (shells, feet, fruit), how much the player has, as far as the viewer sees it";
    pen.block(Block::sum("supplies", meaning), &[supplies.len(), 3, 2], |out| {
        for (out, supply) in out.chunks_exact_mut(6).zip(&supplies) {
            if let Some(supply) = supply {
                let resources = [supply.shells, supply.feet, supply.fruit];
                for (out, amount) in out.chunks_exact_mut(2).zip(resources) {
                    put_sum(out, amount.into());
                }
            }
        }
    });
}
