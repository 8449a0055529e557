//! Where the points come from: as sentences when a scoring takes place, and as a score sheet at any time.

use kahua_engine::PerSeat;
use kahua_engine::games::haleakala::{
    Card, Colour, DisplayCard, End, Landscape, Player, Position, Rules, Scoring, Shaman, Step,
};

use crate::describe::{ScoreLine, ScoreSheet};
use crate::prose::{figure, list, number};

use super::Tale;
use super::words::{Titled, counted, there};

/// What points are given for at a scoring, in the order of the rules.
const ITEMS: [&str; 12] = [
    "statues on mountains",
    "statues in forests",
    "statues in grassland",
    "most baskets of fish",
    "pearls",
    "Butterflies",
    "Statue Majority",
    "Complete Segment",
    "Forest Statues",
    "Mountain Statues",
    "nautilus",
    "shells left over",
];

/// What each of [`ITEMS`] is worth to a player at this scoring.
fn points_by_item(at: &Position, colour: Colour, scoring: Scoring, rules: &Rules) -> [u16; ITEMS.len()] {
    let (own, other) = (at.player(colour), at.player(colour.other()));
    let statues = |land: Landscape| own.statues_in(land) * u16::from(rules.points.statue[land.index()]);
    let card = |card| if own.bought.contains(card) { own.points_of_card(card, other, rules) } else { 0 };
    let last = |points: u16| if scoring == Scoring::First { 0 } else { points };
    [
        statues(Landscape::Mountain),
        statues(Landscape::Forest),
        statues(Landscape::Grassland),
        own.points_of_fish(other, rules),
        own.points_of_pearls(rules),
        card(DisplayCard::Butterflies),
        card(DisplayCard::Majority),
        card(DisplayCard::Segment),
        card(DisplayCard::Forest),
        card(DisplayCard::Mountain),
        last(own.points_of_nautilus(rules)),
        last(own.points_of_shells(rules)),
    ]
}

/// The points of an end now: those of the first scoring, and those of the last as it would be or has been.
pub(super) fn score_sheet(position: &Position, rules: &Rules) -> ScoreSheet {
    let (last, is_over) = match position.step {
        Step::Over(end) => (Scoring::Last(end), true),
        _ => (Scoring::Last(End::NoCards), false),
    };
    let mut erupted = *position;
    erupted.erupt();
    let items = Colour::ALL.map(|colour| points_by_item(&erupted, colour, last, rules).map(i32::from));
    let first = Colour::ALL.map(|colour| {
        let scored = i32::from(position.player(colour).points);
        if is_over { scored - items[colour.index()].iter().sum::<i32>() } else { scored }
    });
    let line = |label, points: [i32; 2]| ScoreLine {
        label,
        points: PerSeat::from_values(points).expect("a map of two seats"),
    };
    let of_last =
        ITEMS.iter().enumerate().map(|(item, label)| line(label, items.each_ref().map(|points| points[item])));
    let statues = Colour::ALL.map(|colour| erupted.player(colour).statues.len() as i32);
    let second = Colour::ALL.map(|colour| i32::from(colour != position.starter));
    ScoreSheet {
        lines: std::iter::once(line("the first scoring", first)).chain(of_last).collect(),
        ties: vec![line("statues on the board", statues), line("did not begin", second)],
    }
}

impl Tale<'_> {
    /// Tells the scoring that took place between these two, if one did, before which this card may have been bought.
    pub(super) fn scoring_since(&mut self, before: &Position, after: &Position, bought: Option<(Colour, DisplayCard)>) {
        let scoring = match after.step {
            Step::Over(end) => Scoring::Last(end),
            _ if before.round != after.round => Scoring::First,
            _ => return,
        };
        let mut at = *after;
        for (now, then) in at.players.iter_mut().zip(&before.players) {
            now.bought = then.bought;
        }
        if let Some((colour, card)) = bought {
            at.players[colour.index()].bought.insert(card);
        }
        self.eruption(before, after, scoring);
        for colour in Colour::ALL {
            let points = points_by_item(&at, colour, scoring, self.rules);
            let all: u16 = points.iter().sum();
            debug_assert_eq!(all, after.player(colour).points - before.player(colour).points, "the points are told");
            self.points_of(colour, &points, at.player(colour));
        }
        match scoring {
            Scoring::First => self.standing(after),
            Scoring::Last(_) => self.result(after),
        }
    }

    fn eruption(&mut self, before: &Position, after: &Position, scoring: Scoring) {
        let which = if scoring == Scoring::First { "first" } else { "last" };
        let mut destroyed = Vec::new();
        for colour in Colour::ALL {
            let lost = before.player(colour).statues - after.player(colour).statues;
            let lost: Vec<String> = lost.iter().map(|space| there(Shaman::On(space))).collect();
            if !lost.is_empty() {
                let statues = if lost.len() == 1 { "statue" } else { "statues" };
                destroyed.push(format!("{}'s {statues} {}", self.name(colour), list(&lost)));
            }
        }
        let destroyed = match destroyed.as_slice() {
            [] => "destroys nothing".to_owned(),
            some => format!("destroys {}", some.join(", and ")),
        };
        self.say(format!("The {which} scoring: the volcano erupts and {destroyed}"));
    }

    fn points_of(&mut self, colour: Colour, points: &[u16; ITEMS.len()], player: &Player) {
        let (statues, others) = points.split_at(Landscape::COUNT);
        let statues = (statues.iter().sum(), statues_of(player));
        let others = others.iter().zip(Landscape::COUNT..).map(|(&points, item)| (points, item_of(item, player)));
        let got = std::iter::once(statues).chain(others).filter(|&(points, _)| points > 0);
        let got: Vec<(u16, String)> = got.collect();
        let name = self.name(colour);
        match got.as_slice() {
            [] => self.say(format!("{name} gets no points")),
            [(points, item)] => self.say(format!("{name} gets {} for {item}", figure(*points, "point"))),
            some => {
                let items: Vec<String> = some.iter().map(|(points, item)| format!("{points} for {item}")).collect();
                let all: u16 = points.iter().sum();
                self.say(format!("{name} gets {all} points: {}", items.join(", ")));
            }
        }
    }

    fn standing(&mut self, after: &Position) {
        let [red, yellow] = after.players.each_ref().map(|player| player.points);
        let (leader, most, less) =
            if red > yellow { (Colour::Red, red, yellow) } else { (Colour::Yellow, yellow, red) };
        if most == less {
            self.say(format!("The score is {most} all"));
        } else {
            self.say(format!("{} leads by {most} to {less}", self.name(leader)));
        }
    }

    fn result(&mut self, after: &Position) {
        let winner = after.winner();
        let (name, other) = (self.name(winner), self.name(winner.other()));
        let [won, lost] = [winner, winner.other()].map(|colour| after.player(colour));
        let points = won.points;
        let [more, less] = [won, lost].map(|player| player.statues.len() as u32);
        if points > lost.points {
            self.say(format!("{name} wins by {points} to {}", lost.points));
        } else if more > less {
            let (more, less) = (counted(more, "statue"), number(less));
            self.say(format!("Both have {points} points, and {name} wins with {more} on the board to {less}"));
        } else {
            let statues = counted(more, "statue");
            self.say(format!("Both have {points} points and {statues}, and {name} wins because {other} began"));
        }
    }
}

/// The player's statues, by landscape: "one mountain and two forest statues".
fn statues_of(player: &Player) -> String {
    let by_landscape = Landscape::ALL.into_iter().rev().map(|landscape| (player.statues_in(landscape), landscape));
    let some: Vec<(u16, Landscape)> = by_landscape.filter(|&(count, _)| count > 0).collect();
    // The noun goes with the number next to it.
    let noun = if matches!(some.last(), Some((1, _))) { "statue" } else { "statues" };
    let some: Vec<String> = some.iter().map(|(count, land)| format!("{} {}", number(*count), land.title())).collect();
    format!("{} {noun}", list(&some))
}

/// What the points of [`ITEMS`] other than statues are for.
fn item_of(item: usize, player: &Player) -> String {
    match item {
        3 => "the most baskets".to_owned(),
        4 => match [Card::WhitePearl, Card::BlackPearl].map(|pearl| player.kept[pearl.index()]) {
            [1, 1] => "both pearls".to_owned(),
            [1, 0] => "the white pearl".to_owned(),
            [0, 1] => "the black pearl".to_owned(),
            _ => "pearls".to_owned(),
        },
        10 => "the nautilus".to_owned(),
        11 => counted(player.shells, "shell"),
        _ => ITEMS[item].to_owned(),
    }
}
