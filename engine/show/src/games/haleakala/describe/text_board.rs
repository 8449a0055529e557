//! The board as text: the island segment by segment, what each player has, the display, and the piles.

use kahua_engine::games::haleakala::{
    Card, Colour, Disc, DisplayCard, Landscape, Pile, Player, Position, Rules, Segment, Shaman, Space, Step, Variant,
    View,
};

use crate::language::{Language, Wording};
use crate::prose::{clipped, list};
use crate::{say, say_count};

use super::lines::Lines;
use super::open::open;
use super::part;
use super::words::{CardWords, Titled, place, there};

/// How wide the column of a player is, the blank before the next one included.
const PLAYER: usize = 40;
/// How wide the columns of the display are.
const DISPLAY: usize = 18;

pub(super) fn text_board(view: &View, rules: &Rules, wording: Wording<'_>) -> String {
    let (position, language) = (&view.position, wording.language);
    let mut board = Lines::new(language);
    board.paragraph(&format!("{}. {}", part(position, language), open(position, rules, wording)));
    board.paragraph(&turns(position, rules, wording));
    board.empty();
    island(&mut board, view, language);
    board.empty();
    players(&mut board, position, rules, wording);
    board.empty();
    for card in DisplayCard::ALL {
        let price = say_count!(language, rules.price(card), "{0} shell", "{0} shells");
        let cells = [card.title(language).to_owned(), price, whereabouts(position, card, wording)];
        let label = if card.index() == 0 { say!(language, "display") } else { "" };
        board.row(label, &cells.map(|cell| vec![cell]), DISPLAY);
    }
    board.empty();
    let labels = [say!(language, "one-palm pile"), say!(language, "two-palm pile"), say!(language, "three-palm pile")];
    let discarded = (say!(language, "discarded"), &view.discard);
    for (label, pile) in labels.into_iter().zip(&position.piles).chain([discarded]) {
        board.labelled(label, &contents(pile, language));
    }
    let supply = say_count!(language, view.lava_supply, "{0} lava disc", "{0} lava discs");
    board.labelled(say!(language, "lava supply"), &supply);
    board.text()
}

/// The variant that is played.
pub(in crate::games::haleakala) fn variant(position: &Position, language: Language) -> &'static str {
    match position.variant {
        Variant::Base => say!(language, "Base game"),
        Variant::Tactical => say!(language, "Tactical variant"),
    }
}

/// Who began, whose turn it is, and how many turns there were.
fn turns(position: &Position, rules: &Rules, wording: Wording<'_>) -> String {
    let language = wording.language;
    let variant = variant(position, language);
    if position.step == Step::Starter {
        return format!("{variant}.");
    }
    let [starter, active] = [position.starter, position.active].map(|colour| &wording.names[colour.seat()]);
    let whose = match position.step {
        Step::Over(_) => say!(language, "{0} had the last turn", active),
        _ => say!(language, "it is {0}'s turn", active),
    };
    let turns = say_count!(language, position.turns, "{0} turn", "{0} turns");
    let (idle, most) = (position.idle_turns, rules.guard_turns);
    let idle = match idle {
        0 => String::new(),
        1 => say!(language, ", the last without a card ({0} in a row end the game)", most),
        _ => say!(language, ", the last {0} without a card ({1} in a row end the game)", idle, most),
    };
    say!(language, "{0}; {1} began, {2}. {3} played{4}.", variant, starter, whose, turns, idle)
}

fn island(board: &mut Lines, view: &View, language: Language) {
    let position = &view.position;
    let width = board.column(Segment::COUNT);
    let mut row = |label: &str, cell: &dyn Fn(Segment) -> Vec<String>| {
        board.row(label, &Segment::ALL.map(cell), width);
    };
    row(say!(language, "segment"), &|segment| vec![segment.to_string()]);
    row(say!(language, "boat"), &|segment| one_if(position.boat == segment, say!(language, "boat")));
    row(say!(language, "cards"), &|segment| {
        let title = |card: Card| card.title(language);
        segment.gaps().map(|gap| position.gaps[gap.index()].map_or("-", title).to_owned()).to_vec()
    });
    for (colour, label) in
        Colour::ALL.into_iter().zip([say!(language, "red's discs"), say!(language, "yellow's discs")])
    {
        row(label, &|segment| discs_on(position.player(colour), segment).into_iter().collect());
    }
    let title = |colour: Colour| colour.title(language).to_owned();
    if position.variant == Variant::Tactical {
        row(say!(language, "invocation"), &|segment| {
            by_colour(|colour| position.player(colour).invocation == Some(segment), title)
        });
    }
    let shaman = |colour: Colour| say!(language, "{0} shaman", colour.title(language));
    let hut = |colour: Colour| say!(language, "{0} hut", colour.title(language));
    let statue = |colour: Colour| say!(language, "{0} statue", colour.title(language));
    row(say!(language, "beach"), &|segment| {
        let huts = by_colour(|colour| view.huts[colour.index()] == segment, hut);
        let shamans = by_colour(|colour| position.player(colour).shaman == Shaman::Beach(segment), shaman);
        [huts, shamans].concat()
    });
    for landscape in Landscape::ALL {
        row(landscape.title(language), &|segment| {
            let space = Space::new(landscape, segment);
            let statues = by_colour(|colour| position.player(colour).statues.contains(space), statue);
            let shamans = by_colour(|colour| position.player(colour).shaman == Shaman::On(space), shaman);
            [statues, shamans].concat()
        });
    }
    row(say!(language, "crater"), &|segment| match position.lava[segment.index()] {
        0 => Vec::new(),
        discs => vec![say_count!(language, discs, "{0} lava disc", "{0} lava discs")],
    });
}

fn one_if(there: bool, text: &str) -> Vec<String> {
    if there { vec![text.to_owned()] } else { Vec::new() }
}

/// The colours for which this holds, each in these words.
fn by_colour(holds: impl Fn(Colour) -> bool, words: impl Fn(Colour) -> String) -> Vec<String> {
    Colour::ALL.into_iter().filter(|&colour| holds(colour)).map(words).collect()
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

fn players(board: &mut Lines, position: &Position, rules: &Rules, wording: Wording<'_>) {
    let language = wording.language;
    let mut row = |label: &str, cell: &dyn Fn(Colour, &Player) -> String| {
        let cells = Colour::ALL.map(|colour| vec![cell(colour, position.player(colour))]);
        board.row(label, &cells, PLAYER);
    };
    let ended = position.scores_if_ended(rules);
    row("", &|colour, _| format!("{} ({})", clipped(&wording.names[colour.seat()], 28), colour.title(language)));
    row(say!(language, "points"), &|_, player| player.points.to_string());
    row(say!(language, "if ended now"), &|colour, _| ended[colour.seat()].to_string());
    row(say!(language, "discs in hand"), &|_, player| {
        let discs = Disc::ALL.into_iter().filter(|disc| player.discs[disc.index()].is_none());
        or_none(list(language, discs), language)
    });
    if position.variant == Variant::Tactical {
        row(say!(language, "invocation disc"), &|_, player| match player.invocation {
            Some(beach) => there(Shaman::Beach(beach), language),
            None => say!(language, "at home").to_owned(),
        });
    }
    row(say!(language, "shaman"), &|_, player| place(player.shaman, language));
    row(say!(language, "statues"), &|_, player| {
        let built = player.statues.len();
        say!(language, "{0} built, {1} left", built, usize::from(rules.statues) - built)
    });
    row(say!(language, "shells"), &|_, player| player.shells.to_string());
    row(
        say!(language, "baskets"),
        &|_, player| match cards_of(player, |card| card.baskets() > 0, language).as_slice() {
            [] => say!(language, "none").to_owned(),
            [one] => one.clone(),
            some => format!("{} = {}", some.join(" + "), player.baskets()),
        },
    );
    let kept =
        |player: &Player, of: fn(Card) -> bool| or_none(list(language, cards_of(player, of, language)), language);
    row(say!(language, "pearls"), &|_, player| {
        kept(player, |card| matches!(card, Card::WhitePearl | Card::BlackPearl))
    });
    row(say!(language, "nautilus"), &|_, player| kept(player, |card| card == Card::Nautilus));
}

fn or_none(text: String, language: Language) -> String {
    if text.is_empty() { say!(language, "none").to_owned() } else { text }
}

/// The cards of these kinds before a player, in a word each, and how many where it is not one.
fn cards_of(player: &Player, of: impl Fn(Card) -> bool, language: Language) -> Vec<String> {
    let cards = Card::ALL.into_iter().filter(|&card| of(card));
    cards
        .filter_map(|card| {
            let word = match card {
                Card::WhitePearl => say!(language, "white").to_owned(),
                Card::BlackPearl => say!(language, "black").to_owned(),
                Card::Nautilus => say!(language, "yes").to_owned(),
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
fn whereabouts(position: &Position, card: DisplayCard, wording: Wording<'_>) -> String {
    let language = wording.language;
    match Colour::ALL.into_iter().find(|&colour| position.player(colour).bought.contains(card)) {
        Some(colour) => say!(language, "bought by {0}", clipped(&wording.names[colour.seat()], 28)),
        None if position.is_face_down(card) => say!(language, "face down").to_owned(),
        None => say!(language, "face up").to_owned(),
    }
}

/// The cards of a pile: how many in all, and of each kind.
fn contents(pile: &Pile, language: Language) -> String {
    let kinds = pile.cards.kinds().map(|(kind, count)| Card::ALL[kind].figure(count.into(), language));
    let lava = (pile.lava > 0).then(|| say_count!(language, pile.lava, "{0} lava card", "{0} lava cards"));
    let kinds: Vec<String> = kinds.chain(lava).collect();
    match pile.total() {
        0 => say!(language, "empty").to_owned(),
        1 => say!(language, "1 card: {0}", kinds.join(", ")),
        total => say!(language, "{0} cards: {1}", total, kinds.join(", ")),
    }
}
