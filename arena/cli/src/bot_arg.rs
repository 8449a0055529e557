//! Bots on the command line.

use std::ffi::OsString;
use std::fmt;
use std::net::SocketAddr;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, anyhow};
use kahua_core::ids::BotName;
use kahua_process::{BotCommand, Process};
use kahua_settings::config::BotSettings;

use crate::command_dir::{CommandDir, this_program};
use crate::confine::Confinement;
use crate::exit::Failure;

/// A bot of the command line: `NAME=COMMAND`, `NAME=house:BOT` or `NAME=remote`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BotArg {
    /// The name under which it plays.
    pub(crate) name: BotName,
    /// Where it comes from.
    pub(crate) origin: Origin,
    /// Where its command runs.
    pub(crate) place: CommandDir,
}

/// Where a bot comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// One of the house bots, in a process of its own.
    House(String),
    /// A house bot that waits for this long before each answer, so that people can follow.
    PacedHouse(String, Duration),
    /// A command, split into words.
    Command(Vec<String>),
    /// A bot that another person starts, and that connects by itself.
    Remote,
}

/// What an argument must look like.
const FORM: &str = "NAME=COMMAND, NAME=house:BOT or NAME=remote, such as me=\"python3 my_bot.py\"";

impl FromStr for BotArg {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<BotArg> {
        let (name, origin) = text.split_once('=').ok_or_else(|| anyhow!("expected {FORM}"))?;
        let name = name.parse().map_err(|problem| anyhow!("{problem}; a bot is {FORM}"))?;
        Ok(BotArg { name, origin: origin.parse()?, place: CommandDir::Here })
    }
}

impl FromStr for Origin {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Origin> {
        match (text, text.strip_prefix("house:")) {
            ("remote", _) => Ok(Origin::Remote),
            (_, Some(bot)) => house(bot),
            (command, None) => Ok(Origin::Command(words(command)?)),
        }
    }
}

/// These names of bots, which must all be different.
///
/// # Errors
/// If two are the same.
pub(crate) fn distinct_names(names: impl IntoIterator<Item = BotName>) -> Result<Vec<BotName>, Failure> {
    let names: Vec<BotName> = names.into_iter().collect();
    match names.iter().enumerate().find(|(index, name)| names[..*index].contains(name)) {
        Some((_, twice)) => Err(Failure::usage(format!("two bots are called {twice}"))),
        None => Ok(names),
    }
}

/// A bot as the settings of an arena describe it.
impl TryFrom<&BotSettings> for BotArg {
    type Error = anyhow::Error;

    fn try_from(settings: &BotSettings) -> anyhow::Result<BotArg> {
        let origin = match (&settings.command, &settings.house) {
            (Some(command), _) => words(command).map(Origin::Command),
            (None, Some(bot)) => house(bot),
            (None, None) => Ok(Origin::Remote),
        };
        let origin = origin.with_context(|| format!("bot {}", settings.name))?;
        Ok(BotArg { name: settings.name, origin, place: settings.dir.clone().map_or(CommandDir::Here, CommandDir::In) })
    }
}

impl Origin {
    /// A command, whatever its words look like.
    ///
    /// # Errors
    /// If it can't be split into words, or has none.
    pub(crate) fn of_command(command: &str) -> anyhow::Result<Origin> {
        words(command).map(Origin::Command)
    }

    /// The one bot of a command that starts it itself: a command, or `house:BOT`. `who` starts it, in words.
    ///
    /// # Errors
    /// If it is something else.
    pub(crate) fn of_one(bot: &str, who: &str) -> Result<Origin, Failure> {
        match bot.parse().map_err(Failure::usage)? {
            Origin::Remote => {
                Err(Failure::usage(format!("{who} starts the bot itself: give its command, or house:BOT")))
            }
            // As for `kahua play`.
            Origin::Command(words) if words[0].parse::<BotArg>().is_ok() && !Path::new(&words[0]).exists() => {
                let (name, command) = bot.split_once('=').unwrap_or(("", bot));
                Err(Failure::usage(format!("{who} takes the command without \"{name}=\": --bot {command:?}")))
            }
            origin => Ok(origin),
        }
    }

    /// The house bot of this name.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn of_house(bot: &str) -> anyhow::Result<Origin> {
        house(bot)
    }
}

fn house(bot: &str) -> anyhow::Result<Origin> {
    let known = kahua_bots::NAMES;
    let problem = || anyhow!("there is no house bot {bot:?}; the house bots are {}", known.join(", "));
    known.contains(&bot).then(|| Origin::House(bot.to_owned())).ok_or_else(problem)
}

/// As it was given on the command line.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::House(bot) | Origin::PacedHouse(bot, _) => write!(f, "house:{bot}"),
            Origin::Command(words) => f.write_str(&shell_words::join(words)),
            Origin::Remote => f.write_str("remote"),
        }
    }
}

fn words(command: &str) -> anyhow::Result<Vec<String>> {
    let words = shell_words::split(command);
    let words = words.map_err(|problem| anyhow!("the command can't be split into words: {problem}"))?;
    anyhow::ensure!(!words.is_empty(), "the command is empty; a command is, for example, \"python3 my_bot.py\"");
    expect_no_shell(&words)?;
    Ok(words)
}

/// Refuses a command with a word that only a shell understands: its program would get it as an argument.
///
/// # Errors
/// If there is one.
pub(crate) fn expect_no_shell(words: &[String]) -> anyhow::Result<()> {
    match words.iter().find(|word| is_of_a_shell(word)) {
        None => Ok(()),
        Some(word) => {
            Err(anyhow!("only a shell understands {word:?}, and no shell runs the command: write sh -c '...'"))
        }
    }
}

fn is_of_a_shell(word: &str) -> bool {
    ["&&", "||", "|", ";", "&", "<"].contains(&word) || [">", "1>", "2>", "&>"].iter().any(|to| word.starts_with(to))
}

impl BotArg {
    /// Starts the bot's process, or returns `None` if it has none.
    ///
    /// # Errors
    /// If the command can't be started.
    pub(crate) async fn start(
        &self,
        addr: SocketAddr,
        token: &str,
        logs: &Path,
        confinement: Option<&Confinement>,
    ) -> anyhow::Result<Option<Process>> {
        let Some(command) = self.origin.command(self.name, &self.place, confinement)? else { return Ok(None) };
        Ok(Some(Process::start(self.name, &command, addr, token, logs).await?))
    }
}

impl Origin {
    /// The command that starts the bot of this name in this place; `None` for a bot that connects by itself. A command
    /// is confined if that is wanted; house bots can be trusted.
    ///
    /// # Errors
    /// If the path of this program is unknown, or a confined bot's folder can't be made.
    pub(crate) fn command(
        &self,
        name: BotName,
        place: &CommandDir,
        confinement: Option<&Confinement>,
    ) -> anyhow::Result<Option<BotCommand>> {
        let command = match (self, confinement) {
            (Origin::Remote, _) => return Ok(None),
            // A house bot watches its standard input, and starts no processes.
            (Origin::House(house), _) => BotCommand::alone(vec![this_program()?, "house".into(), house.into()]),
            (Origin::PacedHouse(house, pause), _) => {
                let pause_ms = pause.as_millis().to_string();
                BotCommand::alone(vec![
                    this_program()?,
                    "house".into(),
                    house.into(),
                    "--pause-ms".into(),
                    pause_ms.into(),
                ])
            }
            (Origin::Command(words), Some(confinement)) => confinement.command(name, resolved(words)?, place)?,
            (Origin::Command(words), None) => {
                let keeper = [this_program()?, "keep".into(), "--".into()];
                BotCommand::kept(keeper.into(), resolved(words)?)
            }
        };
        Ok(Some(command.in_dir(place.dir().map(Path::to_path_buf))))
    }
}

/// The words of a command. `kahua` stands for this program, so `kahua bridge` works without kahua on the PATH, and has
/// the arena's version.
fn resolved(words: &[String]) -> anyhow::Result<Vec<OsString>> {
    let mut words: Vec<OsString> = words.iter().map(OsString::from).collect();
    if words[0] == "kahua" {
        words[0] = this_program()?;
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_are_commands_house_bots_or_remote() {
        let origin = |text: &str| text.parse::<BotArg>().map(|bot| bot.origin);
        assert_eq!(origin("a=remote").unwrap(), Origin::Remote);
        assert_eq!(origin("a=house:greedy").unwrap(), Origin::House("greedy".into()));
        let command = vec!["python3".to_owned(), "my bot.py".into(), "x=1".into()];
        assert_eq!(origin("a=python3 'my bot.py' x=1").unwrap(), Origin::Command(command));
        for text in ["remote", "house:greedy", "python3 'my bot.py' -x"] {
            assert_eq!(text.parse::<Origin>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn wrong_bots_say_what_would_be_right() {
        let error = |text: &str| text.parse::<BotArg>().unwrap_err().to_string();
        assert_eq!(error("a.py"), format!("expected {FORM}"));
        assert_eq!(error("a="), "the command is empty; a command is, for example, \"python3 my_bot.py\"");
        assert_eq!(error("a=sh -c 'x"), "the command can't be split into words: missing closing quote");
        for shell in ["a=cd x && ./a", "a=./a | tee log", "a=./a >log", "a=./a ; ./b", "a=./a 2>&1"] {
            assert!(error(shell).ends_with("and no shell runs the command: write sh -c '...'"), "{}", error(shell));
        }
        assert!("a=sh -c 'cd x && ./a > log'".parse::<BotArg>().is_ok(), "that is one word for a shell");
        assert!(
            error("a=house:nobody").starts_with("there is no house bot \"nobody\"; the house bots are first-legal")
        );
        let no_name = error("python3 my_bot.py --level=3");
        assert!(no_name.starts_with("\"python3 my_bot.py --level\" is not a valid bot name: "), "{no_name}");
        assert!(no_name.ends_with(FORM), "{no_name}");
    }
}
