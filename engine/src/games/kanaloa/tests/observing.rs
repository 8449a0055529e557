//! A view can be made again of its observation, so nothing is missing in it.

use super::*;
use crate::bag::Bag;
use crate::encode::reading::{Reading, restores_every_view};
use crate::set::Ordinal;

#[test]
fn k30_an_observation_has_everything_that_a_view_shows() {
    restores_every_view::<Kanaloa>(1, restore);
}

fn restore(read: &Reading<'_, Kanaloa>) -> View {
    let seat_of = |number: Option<usize>| number.map(|number| read.seat(number));
    let volcanoes = read.counts("volcanoes");
    let mut cards = Cards::default();
    let (owners, protections) = (read.ones("god_cards"), read.ones("protection"));
    for (god, (owner, protection)) in God::ALL.into_iter().zip(owners.into_iter().zip(protections)) {
        cards[god] = Card { owner: seat_of(owner), protection: seat_of(protection) };
    }
    View {
        fish: fish(read),
        tiles: tiles(read),
        players: PerSeat::from_fn(read.seats, |seat| player(read, read.number(seat))),
        cards,
        volcano: volcano(read),
        barred: numbered(&read.flags("barred")).into_iter().map(island).collect(),
        supply: Supply {
            unseen: Bag::new(read.counts("unseen").try_into().unwrap()),
            bag_offerings: read.counts("bag_offerings")[0],
            bag_volcanoes: volcanoes[0],
            reserve_volcanoes: volcanoes[1],
            volcanoes_drawn: volcanoes[2],
        },
        turn: Turn {
            number: read.sums("turns")[0] as u16,
            seat: seat_of(read.one("mover")).unwrap(),
            god_action_spent: read.flags("god_action_spent")[0],
        },
        refused: sorted(numbered(&read.flags("refused")).into_iter().map(|current| arrow(read, current)).collect()),
        stage: stage(read),
    }
}

fn map<'a>(read: &'a Reading<'_, Kanaloa>) -> &'a Map {
    &read.rules.components(read.seats, LeftOut::Selected).map
}

fn island(number: usize) -> Island {
    Island::new(number).unwrap()
}

fn tile(number: usize) -> Tile {
    Tile::new(number).unwrap()
}

/// How the fish on this current lies.
fn arrow(read: &Reading<'_, Kanaloa>, current: usize) -> Arrow {
    directed(read, current, read.flags("fish_backward")[current])
}

fn directed(read: &Reading<'_, Kanaloa>, current: usize, backward: bool) -> Arrow {
    let forward = map(read).forward(Current::from_ordinal(current));
    if backward { forward.reversed() } else { forward }
}

fn numbered(flags: &[bool]) -> Vec<usize> {
    flags.iter().enumerate().filter(|(_, flag)| **flag).map(|(number, _)| number).collect()
}

fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items
}

fn fish(read: &Reading<'_, Kanaloa>) -> Vec<Fish> {
    let white = read.flags("fish_white");
    let colour = |owner| if owner < read.seats.get() { Colour::of(read.seat(owner)) } else { Colour::Neutral };
    let side = |current: usize| if white[current] { Side::White } else { Side::Coloured };
    let laid = read.ones("fish").into_iter().enumerate().filter_map(|(current, owner)| {
        let colour = colour(owner?);
        Some(Fish { arrow: arrow(read, current), colour, side: side(current) })
    });
    sorted(laid.collect())
}

fn tiles(read: &Reading<'_, Kanaloa>) -> Tiles {
    let mut tiles = Tiles::NONE;
    for (place, counts) in read.counts("tiles").chunks(Tile::COUNT).enumerate() {
        for (kind, count) in counts.iter().enumerate() {
            (0..*count).for_each(|_| tiles.put(island(place), tile(kind)));
        }
    }
    tiles
}

fn player(read: &Reading<'_, Kanaloa>, number: usize) -> Player {
    let row = |name: &str| read.counts(name).chunks(16).nth(number).unwrap().to_vec();
    let mut player = Player::new();
    for (place, (all, blocked)) in row("pieces").into_iter().zip(row("blocked")).enumerate() {
        for piece in 0..all {
            player.add_piece(Piece::On { island: island(place), blocked: piece < blocked });
        }
    }
    if read.flags("dolphin")[number] {
        player.add_piece(Piece::Dolphin);
    }
    let temples: Vec<u16> = read.sums("temples")[number * 5..][..5].iter().map(|value| *value as u16).collect();
    player.temples = Temples::new(temples.try_into().unwrap());
    player.hand = Bag::new(read.counts("hands")[number * Tile::COUNT..][..Tile::COUNT].try_into().unwrap());
    player
}

fn volcano(read: &Reading<'_, Kanaloa>) -> Option<Volcano> {
    let site = read.one("volcano")?;
    Some(Volcano {
        site: match site.checked_sub(16) {
            Some(space) => Site::Sea(SeaSpace::ALL[space]),
            None => Site::Island(island(site)),
        },
        placer: read.seat(read.one("volcano_placer").unwrap()),
        clock: if read.flags("bonus_turn")[0] { Clock::BonusTurn } else { Clock::NextTurn },
    })
}

fn stage(read: &Reading<'_, Kanaloa>) -> Stage {
    let [by_dolphin, erupts] = read.flags("arrival_flags")[..] else { panic!("two flags") };
    let arrival = || Arrival {
        island: island(read.one("arrival").unwrap()),
        by: if by_dolphin { Way::Dolphin } else { Way::Fish },
    };
    let [recolours, backward] = read.flags("change_flags")[..] else { panic!("two flags") };
    match read.one("stage").unwrap() {
        0 => Stage::DealTiles,
        1 => Stage::DealCards,
        2 => Stage::LayNeutral,
        3 => Stage::LayFish,
        4 => Stage::PlacePiece,
        5 => Stage::RemovePiece,
        6 => Stage::Land,
        7 => Stage::Main,
        8 => Stage::Offer(Offering {
            temple: Temple::ALL[read.one("offering_temple").unwrap()],
            last: read.one("offering_last").map(tile),
            value: read.sums("offering_value")[0] as u16,
        }),
        9 => Stage::Rob(arrival()),
        10 => Stage::TakeTile(arrival()),
        11 => Stage::Draw(Refill { arrival: arrival(), erupts }),
        12 => Stage::Finish,
        13 => Stage::Veto(Change {
            kind: if recolours { ChangeKind::Recolour } else { ChangeKind::Reverse },
            arrow: directed(read, read.one("change").unwrap(), backward),
        }),
        14 => Stage::PlaceVolcano,
        _ => Stage::Over,
    }
}
