//! The steps of the check, in their order, and what a bot must do to pass each.

use std::fmt;

use kahua_engine::{Choices, GameInfo, SeatCount, registry};

use super::harness::GameSetup;
use kahua_play::Plays;

/// A step of the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// It connects.
    Connects,
    /// It says who it is in a Hello.
    Greets,
    /// It answers within the time control.
    InTime,
    /// It plays a game to its end.
    Plays(GameSetup),
    /// It should play a game that its Hello doesn't name. Always fails.
    Unclaimed(&'static str),
    /// It plays its games, but no Hello named them. Always skipped.
    PlaysGames,
    /// It plays two matches side by side.
    TwoAtOnce,
    /// It takes a fault message calmly.
    Fault,
    /// It comes back after its connection was cut.
    Reconnect,
    /// It takes an opponent's resignation calmly.
    Resign,
    /// It comes back after the arena was away for a moment.
    Drain,
    /// It ends, or stays, when the arena dismisses it.
    Leaves,
}

impl Step {
    /// What a bot must do to pass the step, in one sentence.
    pub(crate) fn wants(&self) -> &'static str {
        match self {
            Step::Connects => {
                "the bot finds the address in KAHUA_ADDR and calls Play or Listen of kahua.arena.v1.BotService"
            }
            Step::Greets => {
                "the first message is a Hello with the name in KAHUA_NAME and only games that the arena has, and the call \
                 carries the token in KAHUA_TOKEN as metadata \"authorization: Bearer TOKEN\""
            }
            Step::InTime => "the bot answers every ask of a match within the time control",
            Step::Plays(_) | Step::PlaysGames => {
                "the bot plays a whole match without a fault: one answer for every ask, and no other answers"
            }
            Step::Unclaimed(_) => "the bot's Hello names the game, or names no game at all, which means every game",
            Step::TwoAtOnce => {
                "the bot plays a match to its end while another one is open, and then plays the other one, both without a fault"
            }
            Step::Fault => {
                "the arena sends fault messages in the middle of a match: the bot goes on, and answers only what it is asked"
            }
            Step::Reconnect => {
                "the network connection is cut while the bot is asked: the bot comes back with the resume token of its \
                 Welcome, and plays the match to its end"
            }
            Step::Resign => {
                "the opponent resigns while the bot is asked: the bot accepts Ended and a fault message for its late answer, \
                 and plays the next match"
            }
            Step::Drain => {
                "the arena sends KIND_DRAINING, goes away, and is back a moment later: the bot pauses between its tries, comes \
                 back with its resume token, and plays the match to its end"
            }
            Step::Leaves => {
                "the arena ends the stream without an error because there is nothing left to play: the bot exits by itself or \
                 stays, but doesn't crash"
            }
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Step::Connects => "connects",
            Step::Greets => "greets",
            Step::InTime => "answers in time",
            Step::Plays(setup) => return write!(f, "plays {setup}"),
            Step::Unclaimed(game) => return write!(f, "plays {game}"),
            Step::PlaysGames => "plays whole games",
            Step::TwoAtOnce => "plays two matches at once",
            Step::Fault => "survives a fault message",
            Step::Reconnect => "survives a reconnect",
            Step::Resign => "survives a resign",
            Step::Drain => "survives a drain",
            Step::Leaves => "takes the end calmly",
        })
    }
}

impl fmt::Display for GameSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} seats", self.game, self.seats.get())?;
        self.options.iter().try_for_each(|option| write!(f, ", {option}"))
    }
}

/// The steps before the check knows anything about the bot.
pub(crate) const FIRST: [Step; 2] = [Step::Connects, Step::Greets];

/// The games that a bot plays in a check.
#[derive(Clone, Debug)]
pub enum GameSelection {
    /// Every game that the bot's Hello claims.
    Claimed,
    /// These games; a bot that doesn't claim one of them fails a step.
    Named(Vec<&'static GameInfo>),
}

impl GameSelection {
    /// The length of the longest name that a step can have, in characters, to line up a report.
    #[must_use]
    pub fn longest_name(&self) -> usize {
        let games = self.games().into_iter().flat_map(setups).map(Step::Plays).collect();
        let steps = FIRST.into_iter().chain(in_order(games));
        steps.map(|step| step.to_string().chars().count()).max().unwrap_or(0)
    }

    /// The games that are checked if the bot plays all of them.
    fn games(&self) -> Vec<&'static GameInfo> {
        match self {
            GameSelection::Claimed => registry::all().iter().map(|kind| kind.info()).collect(),
            GameSelection::Named(games) => games.clone(),
        }
    }
}

/// The steps after the Hello of a bot that plays these games. Also the first of its setups, for the steps in which any
/// setup will do.
pub(crate) fn after_hello(selection: &GameSelection, plays: &Plays) -> (Vec<Step>, Option<GameSetup>) {
    let mut games = Vec::new();
    for info in selection.games() {
        let setups = setups(info).into_iter().filter(|setup| plays.includes(setup.game, setup.seats));
        let setups: Vec<GameSetup> = setups.collect();
        if setups.is_empty() && matches!(selection, GameSelection::Named(_)) {
            games.push(Step::Unclaimed(info.name));
        }
        games.extend(setups.into_iter().map(Step::Plays));
    }
    let first_setup = games.iter().find_map(|step| match step {
        Step::Plays(setup) => Some(setup.clone()),
        _ => None,
    });
    (in_order(games), first_setup)
}

/// The steps that follow if there was no Hello.
pub(crate) fn without_hello() -> Vec<Step> {
    in_order(vec![Step::PlaysGames])
}

fn in_order(games: Vec<Step>) -> Vec<Step> {
    let mut steps = vec![Step::InTime];
    steps.extend(games);
    steps.extend([Step::TwoAtOnce, Step::Fault, Step::Reconnect, Step::Resign, Step::Drain, Step::Leaves]);
    steps
}

/// Every setup of a game that deserves a match: every number of seats with every value of every option that makes a
/// difference there. The other options have their defaults.
pub(crate) fn setups(info: &'static GameInfo) -> Vec<GameSetup> {
    let defaults: Vec<&str> = info.options.iter().map(|option| option.values[0]).collect();
    let mut combinations = vec![defaults.clone()];
    for (index, option) in info.options.iter().enumerate() {
        combinations.extend(option.values[1..].iter().map(|value| {
            let mut values = defaults.clone();
            values[index] = value;
            values
        }));
    }
    let setup = |seats: SeatCount, values: &[&str]| {
        let texts: Vec<_> =
            info.options.iter().zip(values).map(|(option, value)| format!("{}={value}", option.name)).collect();
        let choices = Choices::parse(info.options, texts.iter().map(String::as_str));
        let choices = choices.expect("values of the game's own options");
        let decides = choices.check_seats(seats).is_ok();
        decides.then(|| GameSetup { game: info.name, seats, options: choices.to_texts() })
    };
    let seats = info.seats.clone().filter_map(SeatCount::new);
    seats
        .flat_map(|seats| combinations.iter().filter_map(move |values| setup(seats, values)).collect::<Vec<_>>())
        .collect()
}

#[cfg(test)]
mod tests {
    use kahua_engine::OptionInfo;

    use super::*;

    fn infos() -> Vec<&'static GameInfo> {
        registry::all().iter().map(|kind| kind.info()).collect()
    }

    #[test]
    fn every_seat_count_and_every_value_of_an_option_has_a_setup() {
        for info in infos() {
            let setups = setups(info);
            for seats in info.seats.clone() {
                let decides = |option: &&OptionInfo| option.seats.is_empty() || option.seats.contains(&seats);
                for option in info.options.iter().filter(decides) {
                    for value in option.values {
                        let name = option.name;
                        let has = |setup: &GameSetup| {
                            let texts = setup.options.iter().map(String::as_str);
                            let choices = Choices::parse(info.options, texts).expect("the game takes them");
                            setup.seats.get() == seats && choices.get(name) == *value
                        };
                        assert!(setups.iter().any(has), "{} with {seats} seats and {name}={value}", info.name);
                    }
                }
            }
            for setup in &setups {
                Choices::parse(info.options, setup.options.iter().map(String::as_str))
                    .expect("the game has these options");
            }
        }
    }

    #[test]
    fn a_game_that_was_asked_for_and_is_not_claimed_is_a_step_of_its_own() {
        let plays = Plays::Only([(infos()[0].name, Vec::new())].into());
        let (steps, first_setup) = after_hello(&GameSelection::Named(infos()), &plays);
        assert_eq!(first_setup.map(|setup| setup.game), Some(infos()[0].name));
        for info in &infos()[1..] {
            assert!(steps.contains(&Step::Unclaimed(info.name)));
        }
        assert_eq!((steps.first(), steps.last()), (Some(&Step::InTime), Some(&Step::Leaves)));
        let (steps, _) = after_hello(&GameSelection::Claimed, &plays);
        assert!(!steps.iter().any(|step| matches!(step, Step::Unclaimed(_))), "nobody asked for the others");
    }
}
