//! A player as text: points, supply, tokens, boats and villages.

use kahua_engine::Seat;
use kahua_engine::games::hawaii::{
    Chief, Home, Kind, Player, Row, Rules, Side, Stage, Standing, Tally, Token, View, counting,
};

use crate::games::hawaii::describe::words::{InWords, Titled, name_of, points, resources};
use crate::language::{Language, Wording};
use crate::prose::list;
use crate::say;

use super::{Lines, each_token, short};

pub(super) fn lines(view: &View, seat: Seat, rules: &Rules, wording: Wording<'_>, lines: &mut Lines) {
    let Wording { language, names } = wording;
    let player = &view.board.players[seat];
    let (score, stands) = (score(language, view, player, rules), stands(language, view, player));
    lines.wrap("", &format!("{}: {score}; {stands}", names[seat]));
    let supply = match view.supplies[seat] {
        Some(supply) => resources(language, supply.shells.into(), supply.feet.into(), supply.fruit.into()),
        None => say!(language, "behind the screen").to_owned(),
    };
    lines.wrap(say!(language, "  supply"), &supply);
    lines.wrap(say!(language, "  sum"), &sum(language, view, player, rules));
    lines.wrap(say!(language, "  boats"), &boats(language, player));
    let counts = counting(&player.home, rules);
    for row in Row::ALL {
        let mark = if counts.contains(row) { say!(language, "; counts at the end") } else { "" };
        let village = format!("{}{mark}", village(language, &player.home, row));
        lines.wrap(&say!(language, "  village {0}", row), &village);
    }
    lines.wrap(say!(language, "  tikis"), &tikis(language, &player.home, rules));
}

/// "12 points, 31 if the game ended now".
fn score(language: Language, view: &View, player: &Player, rules: &Rules) -> String {
    match view.board.stage {
        Stage::Over => points(language, player.points),
        _ => {
            let now = player.points + Tally::of(player, rules).total();
            say!(language, "{0}, {1} if the game ended now", points(language, player.points), now)
        }
    }
}

fn stands(language: Language, view: &View, player: &Player) -> String {
    match player.chief {
        Chief::Beach => say!(language, "on the beach").to_owned(),
        Chief::Place(place) => {
            say!(language, "at the {0} ({1})", view.board.sites[place.index()].title(language), place)
        }
        Chief::Track(spot) => say!(language, "on place {0} of the track", spot),
    }
}

/// "14 of 9 from tokens 5 5+ and fish 2 2".
fn sum(language: Language, view: &View, player: &Player, rules: &Rules) -> String {
    let standing = Standing::of(player, rules);
    let target = u32::from(rules.marker(view.board.round).target).saturating_sub(standing.lowered);
    let prices: Vec<String> = each_token(&player.prices).map(short).collect();
    let fish: Vec<String> = each_token(&player.fish).map(|token| fish_on(language, token, rules)).collect();
    let from: Vec<String> = [prices.join(" "), fish.join(", ")].into_iter().filter(|part| !part.is_empty()).collect();
    let of_target = say!(language, "{0} of {1}", standing.sum, target);
    if from.is_empty() { of_target } else { format!("{of_target}: {}", list(language, from)) }
}

fn fish_on(language: Language, token: Token, rules: &Rules) -> String {
    match rules.fish_of(token) {
        1 => say!(language, "1 fish on {0}", short(token)),
        fish => say!(language, "{0} fish on {1}", fish, short(token)),
    }
}

fn boats(language: Language, player: &Player) -> String {
    let [ready, sent] = [player.ready, player.spent].map(|fleet| (fleet.count() > 0).then(|| fleet.in_words(language)));
    let told =
        [ready.map(|fleet| say!(language, "ready {0}", fleet)), sent.map(|fleet| say!(language, "sent {0}", fleet))];
    told.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// "printed hut, shell hut II, Kane I; kahuna".
fn village(language: Language, home: &Home, row: Row) -> String {
    let printed = (row.index() == 0).then(|| say!(language, "printed hut").to_owned());
    let laid = Kind::ALL.into_iter().flat_map(|kind| {
        Side::ALL.into_iter().filter(move |side| home.with_side(kind, *side).contains(row)).map(move |side| {
            let god = home.god(row).filter(|_| kind == Kind::God);
            let name = god.map_or_else(|| kind.title(language), name_of);
            format!("{name} {}", if side == Side::One { "I" } else { "II" })
        })
    });
    let tiles: Vec<String> = printed.into_iter().chain(laid).collect();
    let tiles = if tiles.is_empty() { "-".into() } else { tiles.join(", ") };
    let kahuna = if row.index() < usize::from(home.kahunas) { say!(language, "; a kahuna beside it") } else { "" };
    format!("{tiles}{kahuna}")
}

fn tikis(language: Language, home: &Home, rules: &Rules) -> String {
    match home.tikis {
        0 => say!(language, "none").to_owned(),
        1 => say!(language, "one above column {0}", rules.beside.tiki_columns[0]),
        count => {
            let columns = list(language, &rules.beside.tiki_columns[..usize::from(count)]);
            say!(language, "above columns {0}", columns)
        }
    }
}
