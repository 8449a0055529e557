//! Every way to open a table of every game, with a row of seeds each.
//!
//! The tests of `kahua-show` include this file too. The crate around it names what its laws ask of a game: `Subject`, and
//! `Visit` and `visit_all` to go through all games.

use kahua_engine::random_play::RandomPlay;
use kahua_engine::{Choices, Game, Ruleset, SeatCount, Seed};

use crate::{Subject, Visit, visit_all};

/// Makes a test of a law: a function that is generic over the game and looks at one table.
macro_rules! law {
    ($test:ident, games: $games:expr, $law:path) => {
        #[test]
        fn $test() {
            struct Law;
            impl crate::tables::Law for Law {
                fn hold<G: crate::Subject>(table: &crate::tables::TableOf<G>) {
                    $law(table);
                }
            }
            crate::tables::hold_everywhere::<Law>($games);
        }
    };
}
pub(crate) use law;

/// Something that must hold at every table.
pub(crate) trait Law {
    /// Panics where it doesn't.
    fn hold<G: Subject>(table: &TableOf<G>);
}

/// One way to open a game, with a seed.
pub(crate) struct TableOf<G: Game> {
    pub(crate) ruleset: Ruleset<G>,
    pub(crate) seats: SeatCount,
    pub(crate) choices: Choices,
    pub(crate) number: u64,
}

impl<G: Game> TableOf<G> {
    pub(crate) fn seed(&self) -> Seed {
        Seed::from_number(self.number)
    }

    pub(crate) fn start(&self) -> RandomPlay<G> {
        self.start_with(self.seed())
    }

    pub(crate) fn start_with(&self, seed: Seed) -> RandomPlay<G> {
        RandomPlay::new(self.seats, G::options(&self.choices), &self.ruleset.rules, seed)
    }

    /// Looks at every state of the game of this table's seed, the first and the last included.
    pub(crate) fn each_state(&self, mut look: impl FnMut(&G)) {
        let mut play = self.start();
        loop {
            look(&play.state);
            if play.step().is_err() {
                return;
            }
        }
    }
}

/// Checks a law for `games` seeds at every table of every game, with the built-in rulesets.
pub(crate) fn hold_everywhere<L: Law>(games: u64) {
    struct Tables<L>(u64, std::marker::PhantomData<L>);
    impl<L: Law> Visit for Tables<L> {
        fn visit<G: Subject>(&mut self) {
            at_each_table(self.0, L::hold::<G>);
        }
    }
    visit_all(&mut Tables::<L>(games, std::marker::PhantomData));
}

/// Looks at every table of one game, with `games` seeds each.
pub(crate) fn at_each_table<G: Subject>(games: u64, mut look: impl FnMut(&TableOf<G>)) {
    let ruleset = Ruleset::<G>::built_in();
    for seats in G::INFO.seats.clone() {
        let seats = SeatCount::new(seats).expect("a game's seat counts are seat counts");
        for choices in all_choices(&ruleset, seats) {
            for number in 1..=games {
                let choices = choices.clone();
                look(&TableOf::<G> { ruleset: ruleset.clone(), seats, choices, number });
            }
        }
    }
}

/// The default choices; and, one at a time, each other value of an option that makes a difference with this many seats.
fn all_choices<G: Game>(ruleset: &Ruleset<G>, seats: SeatCount) -> Vec<Choices> {
    let options = G::INFO.options;
    let others = options.iter().flat_map(|option| option.values[1..].iter().map(|value| (option.name, *value)));
    let parse = |text: String| Choices::parse(options, [text.as_str()]).expect("a value of this option");
    let start = |choices: &Choices| G::start(seats, G::options(choices), &ruleset.rules);
    let defaults = Choices::defaults(options);
    let first = start(&defaults);
    let others = others.map(|(name, value)| parse(format!("{name}={value}")));
    let others: Vec<Choices> = others.filter(|choices| start(choices) != first).collect();
    std::iter::once(defaults).chain(others).collect()
}
