//! The board as text: the island segment by segment, what each player has, the display, and the piles.

use kahua_engine::PerSeat;
use kahua_engine::games::haleakala::{
    Card, Colour, Disc, DisplayCard, Landscape, Pile, Player, Position, Rules, Segment, Shaman, Space, Step, Variant,
    View,
};

use crate::prose::{clipped, figure, list};

use super::lines::Lines;
use super::open::open;
use super::part;
use super::words::{CardWords, Titled, place};

/// How wide the column of a segment is.
const SEGMENT: usize = 14;
/// How wide the column of a player is, the blank before the next one included.
const PLAYER: usize = 40;
/// How wide the columns of the display are.
const DISPLAY: usize = 18;

pub(super) fn text_board(view: &View, rules: &Rules, names: &PerSeat<String>) -> String {
    let position = &view.position;
    let mut board = Lines::default();
    board.paragraph(&format!("{}. {}", part(position), open(position, rules, names)));
    board.paragraph(&turns(position, rules, names));
    board.empty();
    island(&mut board, view);
    board.empty();
    players(&mut board, position, rules, names);
    board.empty();
    for card in DisplayCard::ALL {
        let price = figure(rules.price(card), "shell");
        let cells = [card.title().to_owned(), price, whereabouts(position, card, names)];
        board.row(if card.index() == 0 { "display" } else { "" }, &cells.map(|cell| vec![cell]), DISPLAY);
    }
    board.empty();
    let labels = ["one-palm pile", "two-palm pile", "three-palm pile"];
    for (label, pile) in labels.into_iter().zip(&position.piles).chain([("discarded", &view.discard)]) {
        board.labelled(label, &contents(pile));
    }
    board.labelled("lava supply", &figure(view.lava_supply, "lava disc"));
    board.text()
}

/// Who began, whose turn it is, and how many turns there were.
fn turns(position: &Position, rules: &Rules, names: &PerSeat<String>) -> String {
    let variant = match position.variant {
        Variant::Base => "Base game",
        Variant::Tactical => "Tactical variant",
    };
    if position.step == Step::Starter {
        return format!("{variant}.");
    }
    let [starter, active] = [position.starter, position.active].map(|colour| &names[colour.seat()]);
    let whose = match position.step {
        Step::Over(_) => format!("{active} had the last turn"),
        _ => format!("it is {active}'s turn"),
    };
    let turns = figure(position.turns, "turn");
    let idle = match position.idle_turns {
        0 => String::new(),
        1 => format!(", the last without a card ({} in a row end the game)", rules.guard_turns),
        idle => format!(", the last {idle} without a card ({} in a row end the game)", rules.guard_turns),
    };
    format!("{variant}; {starter} began, {whose}. {turns} played{idle}.")
}

fn island(board: &mut Lines, view: &View) {
    let position = &view.position;
    let mut row = |label: &str, cell: &dyn Fn(Segment) -> Vec<String>| {
        board.row(label, &Segment::ALL.map(cell), SEGMENT);
    };
    row("segment", &|segment| vec![segment.to_string()]);
    row("boat", &|segment| one_if(position.boat == segment, "boat"));
    row("cards", &|segment| {
        segment.gaps().map(|gap| position.gaps[gap.index()].map_or("-", Card::title).to_owned()).to_vec()
    });
    for colour in Colour::ALL {
        row(&format!("{colour}'s discs"), &|segment| discs_on(position.player(colour), segment).into_iter().collect());
    }
    if position.variant == Variant::Tactical {
        row("invocation", &|segment| by_colour(|colour| position.player(colour).invocation == Some(segment), ""));
    }
    row("beach", &|segment| {
        let huts = by_colour(|colour| view.huts[colour.index()] == segment, " hut");
        let shamans = by_colour(|colour| position.player(colour).shaman == Shaman::Beach(segment), " shaman");
        [huts, shamans].concat()
    });
    for landscape in Landscape::ALL {
        row(landscape.title(), &|segment| {
            let space = Space::new(landscape, segment);
            let statues = by_colour(|colour| position.player(colour).statues.contains(space), " statue");
            let shamans = by_colour(|colour| position.player(colour).shaman == Shaman::On(space), " shaman");
            [statues, shamans].concat()
        });
    }
    row("crater", &|segment| match position.lava[segment.index()] {
        0 => Vec::new(),
        discs => vec![figure(discs, "lava disc")],
    });
}

fn one_if(there: bool, text: &str) -> Vec<String> {
    if there { vec![text.to_owned()] } else { Vec::new() }
}

/// The colours for which this holds, each with its ending.
fn by_colour(holds: impl Fn(Colour) -> bool, ending: &str) -> Vec<String> {
    Colour::ALL.into_iter().filter(|&colour| holds(colour)).map(|colour| format!("{colour}{ending}")).collect()
}

/// The player's number discs on a beach and their sum: `4`, `1+2+3=6`.
fn discs_on(player: &Player, beach: Segment) -> Option<String> {
    let discs = Disc::ALL.into_iter().filter(|disc| player.discs[disc.index()] == Some(beach));
    let discs: Vec<String> = discs.map(|disc| disc.to_string()).collect();
    match discs.as_slice() {
        [] => None,
        [one] => Some(one.clone()),
        some => Some(format!("{}={}", some.join("+"), player.sum_on(beach))),
    }
}

fn players(board: &mut Lines, position: &Position, rules: &Rules, names: &PerSeat<String>) {
    let mut row = |label: &str, cell: &dyn Fn(Colour, &Player) -> String| {
        let cells = Colour::ALL.map(|colour| vec![cell(colour, position.player(colour))]);
        board.row(label, &cells, PLAYER);
    };
    let ended = position.scores_if_ended(rules);
    row("", &|colour, _| format!("{} ({colour})", clipped(&names[colour.seat()], 28)));
    row("points", &|_, player| player.points.to_string());
    row("if ended now", &|colour, _| ended[colour.seat()].to_string());
    row("discs in hand", &|_, player| {
        let discs = Disc::ALL.into_iter().filter(|disc| player.discs[disc.index()].is_none());
        or_none(list(discs))
    });
    if position.variant == Variant::Tactical {
        row("invocation disc", &|_, player| {
            player.invocation.map_or("at home".to_owned(), |beach| format!("on beach {beach}"))
        });
    }
    row("shaman", &|_, player| place(player.shaman));
    row("statues", &|_, player| {
        let built = player.statues.len();
        format!("{built} built, {} left", usize::from(rules.statues) - built)
    });
    row("shells", &|_, player| player.shells.to_string());
    row("baskets", &|_, player| match cards_of(player, |card| card.baskets() > 0).as_slice() {
        [] => "none".to_owned(),
        [one] => one.clone(),
        some => format!("{} = {}", some.join(" + "), player.baskets()),
    });
    row("pearls", &|_, player| {
        or_none(list(cards_of(player, |card| matches!(card, Card::WhitePearl | Card::BlackPearl))))
    });
    row("nautilus", &|_, player| or_none(list(cards_of(player, |card| card == Card::Nautilus))));
}

fn or_none(text: String) -> String {
    if text.is_empty() { "none".to_owned() } else { text }
}

/// The cards of these kinds before a player, in a word each, and how many where it is not one.
fn cards_of(player: &Player, of: impl Fn(Card) -> bool) -> Vec<String> {
    let cards = Card::ALL.into_iter().filter(|&card| of(card));
    cards
        .filter_map(|card| {
            let word = match card {
                Card::WhitePearl => "white".to_owned(),
                Card::BlackPearl => "black".to_owned(),
                Card::Nautilus => "yes".to_owned(),
                _ => card.baskets().to_string(),
            };
            match player.kept[card.index()] {
                0 => None,
                1 => Some(word),
                many => Some(format!("{many} × {word}")),
            }
        })
        .collect()
}

/// Where a card of the display lies, in words.
fn whereabouts(position: &Position, card: DisplayCard, names: &PerSeat<String>) -> String {
    match Colour::ALL.into_iter().find(|&colour| position.player(colour).bought.contains(card)) {
        Some(colour) => format!("bought by {}", clipped(&names[colour.seat()], 28)),
        None if position.is_face_down(card) => "face down".to_owned(),
        None => "face up".to_owned(),
    }
}

/// The cards of a pile: how many in all, and of each kind.
fn contents(pile: &Pile) -> String {
    let kinds = pile.cards.kinds().map(|(kind, count)| Card::ALL[kind].figure(count.into()));
    let lava = (pile.lava > 0).then(|| figure(pile.lava, "lava card"));
    let kinds: Vec<String> = kinds.chain(lava).collect();
    match pile.total() {
        0 => "empty".to_owned(),
        1 => format!("1 card: {}", kinds.join(", ")),
        total => format!("{total} cards: {}", kinds.join(", ")),
    }
}
