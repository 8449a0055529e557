//! A player as text: points, supply, tokens, boats and villages.

use kahua_engine::games::hawaii::{
    Chief, God, Home, Kind, Player, Row, Rules, Side, Stage, Standing, Tally, View, counting,
};
use kahua_engine::{PerSeat, Seat};

use crate::games::hawaii::describe::words::{InWords, Titled, points, resources};
use crate::prose::list;

use super::{Lines, each_token, short};

pub(super) fn lines(view: &View, seat: Seat, rules: &Rules, names: &PerSeat<String>, lines: &mut Lines) {
    let player = &view.board.players[seat];
    lines.wrap("", &format!("{}: {}; {}", names[seat], score(view, player, rules), stands(view, player)));
    let supply = match view.supplies[seat] {
        Some(supply) => resources(supply.shells.into(), supply.feet.into(), supply.fruit.into()),
        None => "behind the screen".into(),
    };
    lines.wrap("  supply", &supply);
    lines.wrap("  sum", &sum(view, player, rules));
    lines.wrap("  boats", &boats(player));
    let counts = counting(&player.home, rules);
    for row in Row::ALL {
        let mark = if counts.contains(row) { "; counts at the end" } else { "" };
        lines.wrap(&format!("  village {row}"), &format!("{}{mark}", village(&player.home, row)));
    }
    lines.wrap("  tikis", &tikis(&player.home, rules));
}

/// "12 points, 31 if the game ended now".
fn score(view: &View, player: &Player, rules: &Rules) -> String {
    match view.board.stage {
        Stage::Over => points(player.points),
        _ => format!(
            "{}, {} if the game ended now",
            points(player.points),
            player.points + Tally::of(player, rules).total()
        ),
    }
}

fn stands(view: &View, player: &Player) -> String {
    match player.chief {
        Chief::Beach => "on the beach".into(),
        Chief::Place(place) => format!("at the {} ({place})", view.board.sites[place.index()].title()),
        Chief::Track(spot) => format!("on place {spot} of the track"),
    }
}

/// "14 of 9 from tokens 5 5+ and fish 2 2".
fn sum(view: &View, player: &Player, rules: &Rules) -> String {
    let standing = Standing::of(player, rules);
    let target = u32::from(rules.marker(view.board.round).target).saturating_sub(standing.lowered);
    let prices: Vec<String> = each_token(&player.prices).map(short).collect();
    let fish: Vec<String> =
        each_token(&player.fish).map(|token| format!("{} fish on {}", rules.fish_of(token), short(token))).collect();
    let from: Vec<String> = [prices.join(" "), fish.join(", ")].into_iter().filter(|part| !part.is_empty()).collect();
    match from.is_empty() {
        true => format!("{} of {target}", standing.sum),
        false => format!("{} of {target}: {}", standing.sum, from.join(" and ")),
    }
}

fn boats(player: &Player) -> String {
    let told = [(player.ready, "ready"), (player.spent, "sent")];
    let told = told.into_iter().filter(|(fleet, _)| fleet.count() > 0);
    told.map(|(fleet, state)| format!("{state} {}", fleet.in_words())).collect::<Vec<_>>().join("; ")
}

/// "printed hut, shell hut II, Kane I; kahuna".
fn village(home: &Home, row: Row) -> String {
    let printed = (row.index() == 0).then(|| "printed hut".to_owned());
    let laid = Kind::ALL.into_iter().flat_map(|kind| {
        Side::ALL.into_iter().filter(move |side| home.with_side(kind, *side).contains(row)).map(move |side| {
            let name = if kind == Kind::God { home.god(row).map_or("god", God::title) } else { kind.name() };
            format!("{name} {}", if side == Side::One { "I" } else { "II" })
        })
    });
    let tiles: Vec<String> = printed.into_iter().chain(laid).collect();
    let tiles = if tiles.is_empty() { "-".into() } else { tiles.join(", ") };
    let kahuna = if row.index() < usize::from(home.kahunas) { "; a kahuna beside it" } else { "" };
    format!("{tiles}{kahuna}")
}

fn tikis(home: &Home, rules: &Rules) -> String {
    match home.tikis {
        0 => "none".into(),
        1 => format!("one above column {}", rules.beside.tiki_columns[0]),
        count => format!("above columns {}", list(&rules.beside.tiki_columns[..usize::from(count)])),
    }
}
