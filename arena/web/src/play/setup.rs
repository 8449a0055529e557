//! What a visitor wants to play: a game with its options, and who sits where, from a form.

use std::collections::BTreeMap;
use std::sync::Arc;

use kahua_core::ids::BotName;
use kahua_core::referee::Player;
use kahua_engine::{Choices, DynRuleset, PerSeat, SeatCount};
use kahua_play::token::random_bytes;
use kahua_server::table::{self, TableSettings};
use kahua_settings::Rulesets;

use super::house::HOUSE;
use crate::failure::Failure;
use crate::language::{Language, say};

/// The value of a form's field for a seat in which a person sits.
pub(crate) const PERSON: &str = "person";

/// What begins the value for a bot that is connected to the arena, before its name.
pub(crate) const BOT: &str = "bot:";

/// Who sits in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sitter {
    /// A person who has opened the seat's link.
    Person,
    /// The house bot of this name.
    House(&'static str),
    /// The connected bot of this name.
    Bot(BotName),
}

/// What is to be played, and by whom.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) game: &'static str,
    pub(crate) choices: Choices,
    pub(crate) sitters: PerSeat<Sitter>,
}

impl Setup {
    /// Reads the fields `game`, `seats`, `seat-N` and `option-NAME` of a form.
    pub(crate) fn read(
        language: Language,
        form: &BTreeMap<String, String>,
        rulesets: &Rulesets,
    ) -> Result<Setup, Failure> {
        let field = |name: &str| form.get(name).map(String::as_str);
        let (ruleset, seats) = game_and_seats(language, field("game"), field("seats"), rulesets)?;
        let info = ruleset.info();
        let texts = form.iter().filter_map(|(name, value)| Some((name.strip_prefix("option-")?, value)));
        let texts: Vec<String> = texts.map(|(name, value)| format!("{name}={value}")).collect();
        let choices = Choices::parse(info.options, texts.iter().map(String::as_str));
        let choices = choices.map_err(|problem| Failure::of_rules(&problem))?;
        let sitters = seats.seats().map(|seat| match field(&format!("seat-{seat}")) {
            Some(PERSON) => Ok(Sitter::Person),
            Some(bot) if bot.starts_with(BOT) => {
                let name = bot.trim_start_matches(BOT).parse();
                name.map(Sitter::Bot).map_err(|problem| Failure::bad_request(problem.to_string()))
            }
            wanted => {
                let house = HOUSE.iter().find(|bot| Some(bot.name) == wanted);
                let nobody = || Failure::bad_request(say!(language, "The form doesn't say who sits in seat {0}", seat));
                house.map(|bot| Sitter::House(bot.name)).ok_or_else(nobody)
            }
        });
        let sitters: Vec<Sitter> = sitters.collect::<Result<_, Failure>>()?;
        if !sitters.contains(&Sitter::Person) {
            return Err(Failure::bad_request(say!(
                language,
                "Nobody would play but bots: choose a person for one seat at least"
            )));
        }
        let sitters = PerSeat::from_values(sitters);
        let sitters = sitters.ok_or_else(|| Failure::bad_request(say!(language, "There are no seats")))?;
        Ok(Setup { game: info.name, choices, sitters })
    }

    /// The settings of the match for the arena. People get names that a bot is unlikely to have. House bots of one kind
    /// are numbered from the second on.
    pub(crate) fn settings(&self) -> TableSettings {
        let mut seated: Vec<&'static str> = Vec::new();
        let sits = |sitter: &Sitter| match sitter {
            Sitter::Bot(name) => table::Sitter::Bot(*name),
            Sitter::Person => here(&format!("human-{}", hex::encode(random_bytes::<3>())), ""),
            Sitter::House(house) => {
                seated.push(*house);
                let name = match seated.iter().filter(|other| *other == house).count() {
                    1 => format!("house-{house}"),
                    number => format!("house-{house}-{number}"),
                };
                here(&name, &format!("{house} {}", kahua_play::VERSION))
            }
        };
        TableSettings { game: self.game.to_owned(), options: self.choices.to_texts(), sitters: self.sitters.map(sits) }
    }
}

/// A player in this process.
fn here(name: &str, version: &str) -> table::Sitter {
    let name: BotName = name.parse().expect("house bots have short and plain names");
    table::Sitter::Here(Player { name, version: version.to_owned() })
}

/// The game and the number of seats that these fields name.
pub(crate) fn game_and_seats<'a>(
    language: Language,
    game: Option<&str>,
    seats: Option<&str>,
    rulesets: &'a Rulesets,
) -> Result<(&'a Arc<dyn DynRuleset>, SeatCount), Failure> {
    let ruleset = game.and_then(|game| rulesets.find(game));
    let ruleset = ruleset
        .ok_or_else(|| Failure::bad_request(say!(language, "Choose one of these games: {0}", rulesets.names())))?;
    let count = seats.and_then(|seats| seats.parse().ok()).unwrap_or(0);
    let seats = ruleset.info().seat_count(count).map_err(|problem| Failure::of_rules(&problem))?;
    Ok((ruleset, seats))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_at_a_table_has_a_name_of_their_own() {
        let house = Sitter::House;
        let ann = Sitter::Bot("ann".parse().unwrap());
        let sitters = [house("greedy"), Sitter::Person, house("greedy"), ann, house("greedy")];
        let sitters = PerSeat::from_values(sitters).unwrap();
        let players = Setup { game: "any", choices: Choices::defaults(&[]), sitters }.settings().sitters;
        let names: Vec<String> = players.iter().map(|sitter| sitter.name().to_string()).collect();
        assert!(names[1].starts_with("human-"), "{names:?}");
        let of_house = [0, 2, 3, 4].map(|seat: usize| names[seat].as_str());
        assert_eq!(of_house, ["house-greedy", "house-greedy-2", "ann", "house-greedy-3"]);
    }
}
