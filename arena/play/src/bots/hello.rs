//! A bot's Hello, checked: who the bot is and what it plays.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use kahua_engine::SeatCount;
use kahua_proto::pb::arena::v1 as pb;

use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_core::text::unseen;
use kahua_settings::Rulesets;

/// A bot as its Hello describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Its name.
    pub name: BotName,
    /// Its own version; may be empty.
    pub version: String,
    /// What it plays.
    pub plays: Plays,
    /// How many matches it plays at once, at least 1 and at most [`limits::MATCHES_PER_BOT_MAX`].
    pub matches_max: u32,
    /// Its client library, for the log.
    pub library: String,
    /// The resume token, if the bot wants to resume a lost connection.
    pub resume_token: Option<String>,
    /// How it wants actions written.
    pub form: pb::ActionForm,
}

/// The games and seat counts that a bot plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plays {
    /// Every game at every seat count.
    Everything,
    /// These games; an empty list means every seat count.
    Only(BTreeMap<&'static str, Vec<SeatCount>>),
}

impl Plays {
    /// Whether the bot plays this game with this number of seats.
    #[must_use]
    pub fn includes(&self, game: &str, seats: SeatCount) -> bool {
        match self {
            Plays::Everything => true,
            Plays::Only(games) => games.get(game).is_some_and(|counts| counts.is_empty() || counts.contains(&seats)),
        }
    }

    /// Reads these games and seat counts. The arena must have all of them.
    pub(super) fn read(supported: &[pb::GameSupport], rulesets: &Rulesets) -> Result<Plays, HelloError> {
        if supported.is_empty() {
            return Ok(Plays::Everything);
        }
        let mut only = BTreeMap::new();
        for support in supported {
            let info = rulesets.expect(&support.game).map_err(|problem| field("games", problem))?.info();
            let seat_counts = support
                .seat_counts
                .iter()
                .map(|&count| info.seat_count(count as usize).map_err(|problem| field("games", problem)));
            only.insert(info.name, seat_counts.collect::<Result<Vec<_>, _>>()?);
        }
        Ok(Plays::Only(only))
    }

    /// The same as a message.
    pub(crate) fn to_wire(&self) -> Vec<pb::GameSupport> {
        let Plays::Only(games) = self else { return Vec::new() };
        let counts = |counts: &[SeatCount]| counts.iter().map(|count| count.get() as u32).collect();
        let support = |(game, seats): (&&str, &Vec<SeatCount>)| pb::GameSupport {
            game: (*game).to_owned(),
            seat_counts: counts(seats),
        };
        games.iter().map(support).collect()
    }
}

impl Profile {
    /// Checks a Hello.
    ///
    /// # Errors
    /// What is wrong, in words for the bot's author.
    pub fn read(hello: pb::Hello, rulesets: &Rulesets) -> Result<Profile, HelloError> {
        // First, because in a later version the other fields may mean something else.
        if let Some(version) = hello.protocol_version.filter(|version| !VERSIONS.contains(version)) {
            return Err(HelloError::ProtocolVersion(version));
        }
        let name = hello.name.parse::<BotName>().map_err(|problem| field("name", problem))?;
        label("version", &hello.version, limits::VERSION_BYTES_MAX)?;
        label("library", &hello.library, limits::LIBRARY_BYTES_MAX)?;
        let form = match hello.action_form.map(|form| (form, pb::ActionForm::try_from(form))) {
            None => pb::ActionForm::Typed,
            Some((_, Ok(form))) if form != pb::ActionForm::Unspecified => form,
            Some((form, _)) => {
                return Err(field(
                    "action_form",
                    format!("{form} is not a valid form; expected 1 to 4; leave it unset for 1"),
                ));
            }
        };
        let matches_max = match hello.matches_max {
            Some(0) => return Err(field("matches_max", "a bot plays at least 1 match at once, got 0")),
            wanted => wanted.unwrap_or(1).min(limits::MATCHES_PER_BOT_MAX),
        };
        Ok(Profile {
            name,
            version: hello.version,
            plays: Plays::read(&hello.games, rulesets)?,
            matches_max,
            library: hello.library,
            resume_token: Some(hello.resume_token).filter(|token| !token.is_empty()),
            form,
        })
    }
}

/// Checks a text that is shown next to the bot's name: it must be short and have only visible characters.
fn label(name: &'static str, text: &str, max: usize) -> Result<(), HelloError> {
    if text.len() > max {
        return Err(field(name, format!("it has {} bytes; at most {max} are allowed", text.len())));
    }
    match unseen(text) {
        None => Ok(()),
        Some(character) => {
            let code = u32::from(character);
            let problem = format!("it contains U+{code:04X}; only letters, digits, signs and the space are allowed");
            Err(field(name, problem))
        }
    }
}

fn field(name: &'static str, problem: impl ToString) -> HelloError {
    HelloError::Field { name, problem: problem.to_string() }
}

/// The versions of the protocol that the arena speaks.
const VERSIONS: RangeInclusive<u32> = 1..=limits::PROTOCOL_VERSION;

/// What is wrong with a Hello.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HelloError {
    /// The bot speaks another version of the protocol.
    #[error("hello.protocol_version: this arena speaks the versions 1 to {max}, got {0}", max = VERSIONS.end())]
    ProtocolVersion(u32),
    /// A field has a value that it can't have.
    #[error("hello.{name}: {problem}")]
    Field {
        /// The field.
        name: &'static str,
        /// What is wrong, and what was expected.
        problem: String,
    },
}

#[cfg(test)]
mod tests {
    use kahua_engine::toy::Toy;

    use super::*;

    fn read(hello: pb::Hello) -> Result<Profile, HelloError> {
        Profile::read(hello, &Rulesets::of([Toy::ruleset() as _]))
    }

    fn hello(name: &str) -> pb::Hello {
        pb::Hello { name: name.into(), ..pb::Hello::default() }
    }

    fn supports(game: &str, seat_counts: Vec<u32>) -> Vec<pb::GameSupport> {
        vec![pb::GameSupport { game: game.into(), seat_counts }]
    }

    #[test]
    fn empty_fields_have_defaults() {
        let profile = read(hello("a")).unwrap();
        assert_eq!((profile.matches_max, profile.form), (1, pb::ActionForm::Typed));
        assert_eq!(profile.plays, Plays::Everything);
        assert_eq!(profile.resume_token, None);
    }

    #[test]
    fn a_bot_plays_what_it_names_and_nothing_else() {
        let games = supports("toy", vec![3]);
        let plays = read(pb::Hello { games, ..hello("a") }).unwrap().plays;
        assert!(plays.includes("toy", SeatCount::new(3).unwrap()));
        assert!(!plays.includes("toy", SeatCount::new(2).unwrap()));
        assert!(!plays.includes("chess", SeatCount::new(3).unwrap()));
    }

    #[test]
    fn wrong_hellos_say_what_is_wrong_and_what_was_expected() {
        let error = |hello| read(hello).unwrap_err().to_string();
        assert!(error(hello("no spaces")).starts_with("hello.name: "));
        let games = supports("ches", vec![]);
        assert_eq!(
            error(pb::Hello { games, ..hello("a") }),
            r#"hello.games: this arena has no game "ches"; it has: toy"#
        );
        let games = supports("toy", vec![6]);
        assert_eq!(error(pb::Hello { games, ..hello("a") }), "hello.games: toy needs 1 to 5 seats, got 6");
        let version = "v".repeat(33);
        assert_eq!(
            error(pb::Hello { version, ..hello("a") }),
            "hello.version: it has 33 bytes; at most 32 are allowed"
        );
        for (version, code) in [("1\u{1b}[2J", "001B"), ("1\n2", "000A"), ("\u{202e}1", "202E")] {
            assert_eq!(
                error(pb::Hello { version: version.into(), ..hello("a") }),
                format!("hello.version: it contains U+{code}; only letters, digits, signs and the space are allowed")
            );
        }
        let library = "kahua\u{200b}-python".to_owned();
        assert!(error(pb::Hello { library, ..hello("a") }).starts_with("hello.library: it contains U+200B; "));
        for form in [0, 9] {
            assert_eq!(
                error(pb::Hello { action_form: Some(form), ..hello("a") }),
                format!("hello.action_form: {form} is not a valid form; expected 1 to 4; leave it unset for 1")
            );
        }
        assert_eq!(
            error(pb::Hello { matches_max: Some(0), ..hello("a") }),
            "hello.matches_max: a bot plays at least 1 match at once, got 0"
        );
    }

    #[test]
    fn a_bot_of_another_protocol_version_is_told_which_ones_there_are() {
        let of = |version| read(pb::Hello { protocol_version: version, ..hello("no name") });
        assert_eq!(of(Some(0)), Err(HelloError::ProtocolVersion(0)));
        let error = of(Some(2)).unwrap_err().to_string();
        assert_eq!(error, "hello.protocol_version: this arena speaks the versions 1 to 1, got 2");
        for known in [None, Some(1)] {
            assert!(matches!(of(known), Err(HelloError::Field { name: "name", .. })));
        }
    }
}
