//! A view can be made again of its observation, so nothing is missing in it.

use crate::bag::Bag;
use crate::encode::reading::{Reading, restores_every_view};
use crate::games::hawaii::home::Home;
use crate::games::hawaii::*;

#[test]
fn w15_an_observation_has_everything_that_a_view_shows() {
    restores_every_view::<Hawaii>(1, restore);
}

fn restore(read: &Reading<'_, Hawaii>) -> View {
    let order = read.ones("order").into_iter().map_while(|number| number.map(|number| read.seat(number)));
    let [islets, visited] = bags::<{ Islet::COUNT }>(read, "islets")[..] else { panic!("two piles") };
    let mut track = [None; 4];
    for (place, token) in read.ones("track").into_iter().enumerate() {
        track[place] = token.map(|token| Token::ALL[token]);
    }
    let board = Board {
        stage: stage(read),
        round: read.one("round").unwrap() as u8 + 1,
        turn: read.sums("turns")[0] as u16,
        order: order.collect(),
        current: read.one("current").unwrap() as u8,
        sites: read.ones("sites").into_iter().map_while(|site| site.map(|site| Site::ALL[site])).collect(),
        tokens: tokens(read),
        cove: bags(read, "cove")[0],
        bag: bags(read, "bag")[0],
        track,
        docks: chosen(&read.ones("docks"), &Islet::ALL).try_into().unwrap(),
        islets,
        visited,
        tops: chosen(&read.ones("tops"), &God::ALL).try_into().unwrap(),
        below: read.counts("below").try_into().unwrap(),
        unseen: bags(read, "unseen")[0],
        piles: read.counts("piles").try_into().unwrap(),
        players: PerSeat::from_fn(read.seats, |seat| player(read, read.number(seat))),
    };
    View { board, supplies: PerSeat::from_fn(read.seats, |seat| supply(read, read.number(seat))) }
}

fn chosen<T: Copy>(numbers: &[Option<usize>], all: &[T]) -> Vec<Option<T>> {
    numbers.iter().map(|number| number.map(|number| all[number])).collect()
}

fn bags<const N: usize>(read: &Reading<'_, Hawaii>, name: &str) -> Vec<Bag<N>> {
    read.counts(name).chunks(N).map(|counts| Bag::new(counts.try_into().unwrap())).collect()
}

fn tokens(read: &Reading<'_, Hawaii>) -> [SiteTokens; 10] {
    let lying = |counts: &[u8]| {
        let each = Token::ALL.into_iter().zip(counts);
        each.flat_map(|(token, count)| std::iter::repeat_n(token, (*count).into())).collect()
    };
    let all: Vec<SiteTokens> = read.counts("site_tokens").chunks(TOKENS).map(lying).collect();
    all.try_into().unwrap()
}

fn fleet(counts: &[u8]) -> Fleet {
    Fleet { start: counts[0], ones: counts[1], twos: counts[2] }
}

fn player(read: &Reading<'_, Hawaii>, number: usize) -> Player {
    let chief = read.ones("chief")[number].unwrap();
    Player {
        points: read.sums("points")[number],
        chief: match chief {
            0 => Chief::Beach,
            place if place <= 10 => Chief::Place(Place::ALL[place - 1]),
            spot => Chief::Track(Spot::ALL[spot - 11]),
        },
        prices: bags(read, "prices")[number],
        fish: bags(read, "fish")[number],
        ready: fleet(&read.counts("ready")[number * 3..]),
        spent: fleet(&read.counts("spent")[number * 3..]),
        home: home(read, number),
    }
}

fn home(read: &Reading<'_, Hawaii>, number: usize) -> Home {
    let mut home = Home::EMPTY;
    let gods = read.ones("gods");
    for (name, side) in [("tiles_one", Side::One), ("tiles_two", Side::Two)] {
        let flags = read.flags(name);
        for (index, kind) in Kind::ALL.into_iter().enumerate() {
            for row in Row::ALL {
                if flags[(number * Kind::COUNT + index) * Row::COUNT + row.index()] {
                    let god = gods[number * Row::COUNT + row.index()].map(|god| God::ALL[god]);
                    home.lay(kind, side, row, god);
                }
            }
        }
    }
    let beside = read.counts("beside");
    (home.kahunas, home.tikis) = (beside[number * 2], beside[number * 2 + 1]);
    home
}

fn supply(read: &Reading<'_, Hawaii>, number: usize) -> Option<Supply> {
    let amounts = &read.sums("supplies")[number * 3..][..3];
    let [shells, feet, fruit] = [amounts[0] as u16, amounts[1] as u16, amounts[2] as u16];
    read.flags("seen")[number].then_some(Supply { shells, feet, fruit })
}

fn stage(read: &Reading<'_, Hawaii>) -> Stage {
    let [cost, price, units] = read.counts("bill")[..] else { panic!("three numbers") };
    let tile = || (Tile::ALL[read.one("tile").unwrap()], Side::ALL[read.one("side").unwrap()]);
    let dock = || read.one("dock").map(|dock| Dock::ALL[dock]);
    let purpose = || match read.one("purpose").unwrap() {
        0 => Purpose::Move,
        1 => Purpose::Tile(tile().0, tile().1),
        2 => Purpose::Fish,
        _ => Purpose::Dock(dock().unwrap()),
    };
    match read.one("stage").unwrap() {
        0 => Stage::Draw(match read.one("draw").unwrap() {
            0 => Draw::Site,
            stack @ 1..=2 => Draw::God(Stack::ALL[stack - 1]),
            dock @ 3..=6 => Draw::Islet(Dock::ALL[dock - 3]),
            7 => Draw::Seat,
            place @ 8..=17 => Draw::Price(Place::ALL[place - 8]),
            _ => Draw::Track,
        }),
        1 => Stage::Move,
        2 => Stage::Pay(Bill { purpose: purpose(), cost, units }),
        3 => Stage::Price { units },
        4 => Stage::Buy { price, units },
        5 => Stage::Row { tile: tile().0, side: tile().1 },
        6 => Stage::Boats(dock().map_or(Harbour::Cove, Harbour::Dock)),
        7 => Stage::Fish { sent: fleet(&read.counts("sent")), caught: read.counts("caught")[0] },
        8 => Stage::Reward(Islet::ALL[read.one("islet").unwrap()]),
        _ => Stage::Over,
    }
}
