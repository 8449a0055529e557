//! The steps of the check, in their order, and what each wants.

use std::fmt;

use kahua_engine::{Choices, GameInfo, SeatCount, registry};

use super::harness::Table;
use kahua_server::harness::Plays;

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// It connects.
    Connects,
    /// It says who it is.
    Greets,
    /// It keeps to its time.
    InTime,
    /// It plays a game to its end.
    Plays(Table),
    /// A game that was asked for, though the bot doesn't claim it.
    Unclaimed(&'static str),
    /// Games, as long as it isn't known which.
    PlaysGames,
    /// It plays two matches side by side.
    TwoAtOnce,
    /// It takes a fault message calmly.
    Fault,
    /// It comes back after its connection was cut.
    Reconnect,
    /// It takes an opponent's resignation calmly.
    Resign,
    /// It outlives an arena that goes away for a moment.
    Drain,
    /// It takes the arena's end calmly.
    Leaves,
}

impl Step {
    /// What the step wants, in one sentence.
    pub(crate) fn wants(&self) -> &'static str {
        match self {
            Step::Connects => "the bot finds the address in KAHUA_ADDR and calls Play or Listen of arena.v1.BotService",
            Step::Greets => {
                "first of all a Hello with the name in KAHUA_NAME, games that the arena has, and the token in \
                 KAHUA_TOKEN as metadata \"authorization: Bearer TOKEN\""
            }
            Step::InTime => "every ask of a whole match is answered within the time control",
            Step::Plays(_) | Step::PlaysGames => {
                "a whole match without a fault, with one answer to every ask and no other"
            }
            Step::Unclaimed(_) => "the bot's Hello names the game that --game names, or no game for all",
            Step::TwoAtOnce => {
                "a match is played to its end while another one is open, and then the other; both without a fault"
            }
            Step::Fault => {
                "fault messages come in the middle of a match: the bot goes on, answers what it is asked and nothing else"
            }
            Step::Reconnect => {
                "the network connection is cut in the middle of an ask: the bot comes back with the resume token of its \
                 Welcome, and plays the match to its end"
            }
            Step::Resign => {
                "the opponent resigns while the bot is asked: the bot takes Ended, and the fault message for an answer that \
                 came too late, and plays the next match"
            }
            Step::Drain => {
                "the arena says KIND_DRAINING, goes away, and is back a moment later: the bot tries again with pauses, \
                 comes back with its resume token, and plays the match to its end"
            }
            Step::Leaves => {
                "the arena ends the stream without an error, since all has been played: the bot ends in good order, or \
                 stays calmly"
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
            Step::Plays(table) => return write!(f, "plays {table}"),
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

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} seats", self.game, self.seats.get())?;
        self.options.iter().try_for_each(|option| write!(f, ", {option}"))
    }
}

/// The steps that need no arena's knowledge of the bot.
pub(crate) const FIRST: [Step; 2] = [Step::Connects, Step::Greets];

/// Which games are checked.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// Those that the bot's Hello claims.
    Claimed,
    /// These.
    Named(Vec<&'static GameInfo>),
}

impl Wanted {
    /// How long the longest name of a step can be, in characters.
    #[must_use]
    pub fn longest_name(&self) -> usize {
        let games = self.games().into_iter().flat_map(tables).map(Step::Plays).collect();
        let steps = FIRST.into_iter().chain(in_order(games));
        steps.map(|step| step.to_string().chars().count()).max().unwrap_or(0)
    }

    /// The games that this comes to, for a bot that may play all of them.
    fn games(&self) -> Vec<&'static GameInfo> {
        match self {
            Wanted::Claimed => registry::all().iter().map(|kind| kind.info()).collect(),
            Wanted::Named(games) => games.clone(),
        }
    }
}

/// The steps after the Hello of a bot that plays these games, and a table of its for the steps that need just any.
pub(crate) fn after_hello(wanted: &Wanted, plays: &Plays) -> (Vec<Step>, Option<Table>) {
    let mut games = Vec::new();
    for info in wanted.games() {
        let tables: Vec<Table> = tables(info).into_iter().filter(|of| plays.includes(of.game, of.seats)).collect();
        if tables.is_empty() && matches!(wanted, Wanted::Named(_)) {
            games.push(Step::Unclaimed(info.name));
        }
        games.extend(tables.into_iter().map(Step::Plays));
    }
    let usual = games.iter().find_map(|step| match step {
        Step::Plays(table) => Some(table.clone()),
        _ => None,
    });
    (in_order(games), usual)
}

/// The steps after the Hello for a bot of which nothing is known.
pub(crate) fn without_hello() -> Vec<Step> {
    in_order(vec![Step::PlaysGames])
}

fn in_order(games: Vec<Step>) -> Vec<Step> {
    let mut steps = vec![Step::InTime];
    steps.extend(games);
    steps.extend([Step::TwoAtOnce, Step::Fault, Step::Reconnect, Step::Resign, Step::Drain, Step::Leaves]);
    steps
}

/// Every table of a game that is worth a match: every seat count with every value of every option, the other options at
/// their usual values.
pub(crate) fn tables(info: &'static GameInfo) -> Vec<Table> {
    let usual: Vec<&str> = info.options.iter().map(|option| option.values[0]).collect();
    let mut settings = vec![usual.clone()];
    for (index, option) in info.options.iter().enumerate() {
        settings.extend(option.values[1..].iter().map(|value| {
            let mut setting = usual.clone();
            setting[index] = value;
            setting
        }));
    }
    let table = |seats: SeatCount, values: &[&str]| {
        let texts: Vec<_> = info.options.iter().zip(values).map(|(of, value)| format!("{}={value}", of.name)).collect();
        let choices = Choices::parse(info.options, texts.iter().map(String::as_str));
        Table { game: info.name, seats, options: choices.expect("values of the game's own options").to_texts() }
    };
    let seats = info.seats.clone().filter_map(SeatCount::new);
    seats.flat_map(|seats| settings.iter().map(move |values| table(seats, values)).collect::<Vec<_>>()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn infos() -> Vec<&'static GameInfo> {
        registry::all().iter().map(|kind| kind.info()).collect()
    }

    #[test]
    fn every_seat_count_and_every_value_of_an_option_has_a_table() {
        for info in infos() {
            let tables = tables(info);
            for seats in info.seats.clone() {
                for option in info.options {
                    for value in option.values {
                        let has = |table: &Table| {
                            let texts = table.options.iter().map(String::as_str);
                            let choices = Choices::parse(info.options, texts).expect("the game takes them");
                            table.seats.get() == seats && choices.get(option.name) == *value
                        };
                        let name = option.name;
                        assert!(tables.iter().any(has), "{} with {seats} seats and {name}={value}", info.name);
                    }
                }
            }
        }
    }

    #[test]
    fn a_game_that_was_asked_for_and_is_not_claimed_is_a_step_of_its_own() {
        let plays = Plays::Only([(infos()[0].name, Vec::new())].into());
        let (steps, usual) = after_hello(&Wanted::Named(infos()), &plays);
        assert_eq!(usual.map(|table| table.game), Some(infos()[0].name));
        for info in &infos()[1..] {
            assert!(steps.contains(&Step::Unclaimed(info.name)));
        }
        assert_eq!((steps.first(), steps.last()), (Some(&Step::InTime), Some(&Step::Leaves)));
        let (steps, _) = after_hello(&Wanted::Claimed, &plays);
        assert!(!steps.iter().any(|step| matches!(step, Step::Unclaimed(_))), "nobody asked for the others");
    }
}
