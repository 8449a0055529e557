//! Where the points come from: as sentences when a scoring takes place, and as a score sheet at any time.

use kahua_engine::PerSeat;
use kahua_engine::games::haleakala::{
    Card, Colour, DisplayCard, End, Landscape, Player, Position, Rules, Scoring, Shaman, Step,
};

use crate::describe::{ScoreLine, ScoreSheet};
use crate::language::Language;
use crate::prose::{list, say_number};
use crate::{say, say_count};

use super::Tale;
use super::words::{Titled, quoted, shells, statues, there};

/// How many things points are given for at a scoring.
const ITEMS: usize = 12;

/// What points are given for at a scoring, in the order of the rules.
fn labels(language: Language) -> [&'static str; ITEMS] {
    [
        say!(language, "statues on mountains"),
        say!(language, "statues in forests"),
        say!(language, "statues in grassland"),
        say!(language, "most baskets of fish"),
        say!(language, "pearls"),
        DisplayCard::Butterflies.title(language),
        DisplayCard::Majority.title(language),
        DisplayCard::Segment.title(language),
        DisplayCard::Forest.title(language),
        DisplayCard::Mountain.title(language),
        say!(language, "nautilus"),
        say!(language, "shells left over"),
    ]
}

/// What each of [`labels`] is worth to a player at this scoring.
fn points_by_item(at: &Position, colour: Colour, scoring: Scoring, rules: &Rules) -> [u16; ITEMS] {
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
pub(super) fn score_sheet(position: &Position, rules: &Rules, language: Language) -> ScoreSheet {
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
    let of_last = labels(language)
        .into_iter()
        .enumerate()
        .map(|(item, label)| line(label, items.each_ref().map(|points| points[item])));
    let statues = Colour::ALL.map(|colour| erupted.player(colour).statues.len() as i32);
    let second = Colour::ALL.map(|colour| i32::from(colour != position.starter));
    ScoreSheet {
        lines: std::iter::once(line(say!(language, "the first scoring"), first)).chain(of_last).collect(),
        ties: vec![
            line(say!(language, "statues on the board"), statues),
            line(say!(language, "did not begin"), second),
        ],
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
        let language = self.wording.language;
        let mut destroyed = Vec::new();
        for colour in Colour::ALL {
            let lost = before.player(colour).statues - after.player(colour).statues;
            let lost: Vec<String> = lost.iter().map(|space| there(Shaman::On(space), language)).collect();
            let (name, there) = (self.name(colour), list(language, &lost));
            destroyed.push(match lost.len() {
                0 => continue,
                1 => say!(language, "{0}'s statue {1}", name, there),
                _ => say!(language, "{0}'s statues {1}", name, there),
            });
        }
        let erupts = match destroyed.as_slice() {
            [one, other] => say!(language, "the volcano erupts and destroys {0}, and {1}", one, other),
            [one] => say!(language, "the volcano erupts and destroys {0}", one),
            _ => say!(language, "the volcano erupts and destroys nothing").to_owned(),
        };
        self.say(match scoring {
            Scoring::First => say!(language, "The first scoring: {0}", erupts),
            Scoring::Last(_) => say!(language, "The last scoring: {0}", erupts),
        });
    }

    fn points_of(&mut self, colour: Colour, points: &[u16; ITEMS], player: &Player) {
        let language = self.wording.language;
        let (statues, others) = points.split_at(Landscape::COUNT);
        let statues = (statues.iter().sum(), statues_of(player, language));
        let others =
            others.iter().zip(Landscape::COUNT..).map(|(&points, item)| (points, item_of(item, player, language)));
        let got = std::iter::once(statues).chain(others).filter(|&(points, _)| points > 0);
        let got: Vec<(u16, String)> = got.collect();
        let name = self.name(colour);
        match got.as_slice() {
            [] => self.say(say!(language, "{0} gets no points", name)),
            [(points, item)] => {
                let points = say_count!(language, *points, "{0} point", "{0} points");
                self.say(say!(language, "{0} gets {1} for {2}", name, points, item));
            }
            some => {
                let items = some.iter().map(|(points, item)| say!(language, "{0} for {1}", points, item));
                let items: Vec<String> = items.collect();
                let all: u16 = points.iter().sum();
                self.say(say!(language, "{0} gets {1} points: {2}", name, all, items.join(", ")));
            }
        }
    }

    fn standing(&mut self, after: &Position) {
        let language = self.wording.language;
        let [red, yellow] = after.players.each_ref().map(|player| player.points);
        let (leader, most, less) =
            if red > yellow { (Colour::Red, red, yellow) } else { (Colour::Yellow, yellow, red) };
        if most == less {
            self.say(say!(language, "The score is {0} all", most));
        } else {
            self.say(say!(language, "{0} leads by {1} to {2}", self.name(leader), most, less));
        }
    }

    fn result(&mut self, after: &Position) {
        let language = self.wording.language;
        let winner = after.winner();
        let (name, other) = (self.name(winner), self.name(winner.other()));
        let [won, lost] = [winner, winner.other()].map(|colour| after.player(colour));
        let points = say_count!(language, won.points, "{0} point", "{0} points");
        let [more, less] = [won, lost].map(|player| player.statues.len() as u32);
        self.say(if won.points > lost.points {
            say!(language, "{0} wins by {1} to {2}", name, won.points, lost.points)
        } else if more > less {
            let more = statues(more, language);
            let less = match less {
                0 => say!(language, "to none").to_owned(),
                less => say_number!(language, less, "to one", "to {0}"),
            };
            say!(language, "Both have {0}, and {1} wins with {2} on the board {3}", points, name, more, less)
        } else {
            let each = statues(more, language);
            say!(language, "Both have {0} and {1}, and {2} wins because {3} began", points, each, name, other)
        });
    }
}

/// The player's statues, by landscape: "one mountain and two forest statues".
fn statues_of(player: &Player, language: Language) -> String {
    let by_landscape = Landscape::ALL.into_iter().rev().map(|landscape| (player.statues_in(landscape), landscape));
    let mut some: Vec<(u16, Landscape)> = by_landscape.filter(|&(count, _)| count > 0).collect();
    // The noun stands only once.
    let last = some.pop().map(|(count, landscape)| statues_on(landscape, count, language));
    let others = some.into_iter().map(|(count, landscape)| without_noun(landscape, count, language));
    list(language, others.chain(last))
}

/// "one mountain statue", "two forest statues".
fn statues_on(landscape: Landscape, count: u16, language: Language) -> String {
    match landscape {
        Landscape::Grassland => say_number!(language, count, "one grassland statue", "{0} grassland statues"),
        Landscape::Forest => say_number!(language, count, "one forest statue", "{0} forest statues"),
        Landscape::Mountain => say_number!(language, count, "one mountain statue", "{0} mountain statues"),
    }
}

/// The same before another landscape: "one mountain".
fn without_noun(landscape: Landscape, count: u16, language: Language) -> String {
    match landscape {
        // The last one.
        Landscape::Grassland => statues_on(landscape, count, language),
        Landscape::Forest => say_number!(language, count, "one forest", "{0} forest"),
        Landscape::Mountain => say_number!(language, count, "one mountain", "{0} mountain"),
    }
}

/// What the points of [`labels`] other than statues are for.
fn item_of(item: usize, player: &Player, language: Language) -> String {
    match item {
        3 => say!(language, "the most baskets").to_owned(),
        4 => match [Card::WhitePearl, Card::BlackPearl].map(|pearl| player.kept[pearl.index()]) {
            [1, 1] => say!(language, "both pearls").to_owned(),
            [1, 0] => say!(language, "the white pearl").to_owned(),
            [0, 1] => say!(language, "the black pearl").to_owned(),
            _ => say!(language, "pearls").to_owned(),
        },
        10 => say!(language, "the nautilus").to_owned(),
        11 => shells(player.shells, language),
        _ => quoted(labels(language)[item], language),
    }
}
