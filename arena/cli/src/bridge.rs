//! `kahua bridge`: connects a command that reads and writes lines to an arena.

mod ask_queue;
mod command;
mod line;
mod talk;

use std::cell::Cell;
use std::env;
use std::fs;
use std::future::Future;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use kahua_client::{PlayError, Settings, SettingsError, play_until};
use kahua_proto::pb::arena::v1 as pb;
use tokio::sync::oneshot;
use tokio::time::timeout;

use self::ask_queue::AskQueue;
use self::command::{Command, Lines};
use self::line::{BridgeMessage, Event, shown};
use self::talk::Talk;
use super::house::parent_is_gone;
use crate::bot_arg::expect_no_shell;
use crate::exit::{CommandResult, Failure};
use crate::runtime::in_runtime;
use crate::signals::asked_to_end;
use kahua_core::limits::BRIDGE_START_TIMEOUT;
use kahua_server::telemetry::{self, LogForm};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The command is started once. For each ask it gets one line on its standard input, a JSON object, and answers with one \
line on its standard output: an index into the ask's list of legal actions (`0`), one of these actions (`place:3@2`), or \
a JSON object with one of index, notation, action and resign. It gets one ask at a time, so the next line that it writes \
is the answer. It must flush its output after each line. Its standard error is passed through. docs/bots/bridge.md describes \
the lines.

Like every bot, the bridge finds the arena, its name and its token in KAHUA_ADDR, KAHUA_NAME and KAHUA_TOKEN, and obeys \
KAHUA_CA, KAHUA_ALLOW_CLEARTEXT_TOKEN, KAHUA_VERSION and KAHUA_MATCHES. The options above take precedence.

On SIGTERM or Ctrl-C the bridge takes no new matches, and ends when the open ones have ended; a second signal ends it at \
once.

Exit codes:
  0    the arena no longer needs the bot, or a signal stopped the bridge cleanly
  2    the command line or a setting is wrong
  3    the command failed, the arena refuses the bot, or something else outside kahua went wrong
  130  a second signal has ended it

Examples:
  kahua bridge --addr 127.0.0.1:7700 --name me -- ./bot.sh
  kahua play --game haleakala --bot me=\"kahua bridge -- ./bot.sh\" --bot them=house:greedy")]
pub(super) struct Args {
    /// The arena's address: HOST:PORT, or https://HOST:PORT where it serves TLS.
    #[arg(long)]
    addr: Option<String>,
    /// The bot's name.
    #[arg(long)]
    name: Option<String>,
    /// A file that holds the bot's token.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// A PEM file with the authorities that may vouch for the arena, instead of those that this machine trusts.
    #[arg(long, value_name = "FILE")]
    ca: Option<String>,
    /// The bot's version, which is shown with its results.
    #[arg(long, value_name = "VERSION")]
    bot_version: Option<String>,
    /// A game that the command plays; may be given several times. [default: every game]
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,
    /// A number of seats that it plays with; may be given several times. [default: every number]
    #[arg(long = "seats", value_name = "SEATS")]
    seats: Vec<u32>,
    /// How many matches it plays at once; the command still gets one ask at a time. [default: 1]
    #[arg(long, value_name = "NUMBER")]
    matches: Option<std::num::NonZeroU32>,
    /// Also send the command a line when a match begins or ends, and for each fault. It answers only asks.
    #[arg(long)]
    events: bool,
    /// Connect only after the command has written the line `ready`.
    #[arg(long)]
    ready: bool,
    /// The command and its arguments.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// The line that puts this ask to a command, its end included. `seated` is what the bot was told when the match began.
pub(crate) fn ask_line(seated: &pb::Seated, mut ask: pb::Ask) -> String {
    let events = std::mem::take(&mut ask.events).into_iter().filter_map(Event::of).collect();
    BridgeMessage::Ask(line::Ask::of(&ask, seated, events)).to_line()
}

pub(super) fn run(args: &Args) -> CommandResult {
    telemetry::init(LogForm::Text, "info").map_err(Failure::usage)?;
    let settings = settings(args)?;
    expect_no_shell(&args.command).map_err(Failure::usage)?;
    in_runtime(bridge(args, settings))?
}

/// Starts the command, plays, and ends the command.
async fn bridge(args: &Args, settings: Settings) -> CommandResult {
    // This comes before the command starts: from now on, a signal can't end the bridge without the command.
    let asked = asked_to_end();
    let (leave, leaving) = oneshot::channel();
    let is_leaving = Cell::new(false);
    let asked_twice = async {
        asked.await?;
        is_leaving.set(true);
        // The receiver is gone if the bridge has just ended by itself.
        let _ended = leave.send(());
        asked_to_end().await
    };
    let (mut command, lines) = Command::start(&args.command)?;
    let done = tokio::select! {
        biased;
        asked = asked_twice => {
            asked.context("cannot receive signals").map_err(Failure::Outside).and(Err(Failure::Interrupted))
        }
        () = input_ends() => Ok(()),
        done = play(args, settings, lines, leaving) => done,
        // The signal may have gone to the command as well, as Ctrl-C in a terminal does.
        error = command.failed() => {
            if is_leaving.get() { Ok(()) } else { Err(Failure::Outside(error.context(named(args)))) }
        }
    };
    command.end().await;
    done
}

/// Plays until the arena dismisses the bot, or until it should leave.
async fn play(args: &Args, settings: Settings, mut lines: Lines, mut leaving: oneshot::Receiver<()>) -> CommandResult {
    if args.ready {
        tokio::select! {
            biased;
            _ = &mut leaving => return Ok(()),
            ready = until_ready(&mut lines) => ready.with_context(|| named(args))?,
        }
    }
    let leave = async move {
        // The sender is gone only if the signals can't be heard, and then the whole bridge ends.
        if leaving.await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    let (talk, failed) = Talk::new(AskQueue::new(args.events), lines);
    tokio::select! {
        biased;
        problem = failed => Err(Failure::Outside(anyhow!(problem).context(named(args)))),
        played = play_until(settings, talk, leave) => match played {
            Err(PlayError::Settings(error)) => Err(Failure::usage(error)),
            other => other.map_err(|error| Failure::Outside(error.into())),
        },
    }
}

async fn until_ready(lines: &mut Lines) -> anyhow::Result<()> {
    match timeout(BRIDGE_START_TIMEOUT, lines.from.recv()).await {
        Ok(Some((_, line))) if line.trim_start_matches('\u{feff}').trim() == "ready" => Ok(()),
        Ok(Some((_, line))) => {
            Err(anyhow!("line 1 of its output is {}, but --ready expects the line `ready` first", shown(&line)))
        }
        // Whoever watches the process reports why its output ended.
        Ok(None) => std::future::pending().await,
        Err(_) => Err(anyhow!("it hasn't written the line `ready` within {} s", BRIDGE_START_TIMEOUT.as_secs())),
    }
}

fn named(args: &Args) -> String {
    format!("the command {:?}", args.command.join(" "))
}

fn settings(args: &Args) -> Result<Settings, Failure> {
    let token = args.token_file.as_deref().map(token).transpose()?;
    let given = |variable: &str| match variable {
        "KAHUA_ADDR" => args.addr.clone(),
        "KAHUA_NAME" => args.name.clone(),
        "KAHUA_TOKEN" => token.clone(),
        "KAHUA_CA" => args.ca.clone(),
        "KAHUA_VERSION" => args.bot_version.clone(),
        "KAHUA_MATCHES" => args.matches.map(|matches| matches.to_string()),
        _ => None,
    };
    let settings = Settings::from_variables(|variable| given(variable).or_else(|| env::var(variable).ok()));
    let settings = settings.map_err(|error| match error {
        SettingsError::Missing(..) => Failure::usage(format!("{error}, or use --addr and --name")),
        other => Failure::usage(other),
    })?;
    Ok(Settings { games: games(args)?, action_form: pb::ActionForm::Notation, ..settings })
}

fn token(path: &Path) -> Result<String, Failure> {
    let read = fs::read_to_string(path);
    let read =
        read.map_err(|error| Failure::usage(format!("cannot read the token file {}: {error}", path.display())))?;
    // Editors on Windows begin a file with a byte order mark.
    Ok(read.trim_start_matches('\u{feff}').trim().to_owned())
}

/// The games that the bot's Hello names.
fn games(args: &Args) -> Result<Vec<pb::GameSupport>, Failure> {
    if args.games.is_empty() && !args.seats.is_empty() {
        return Err(Failure::usage("--seats needs --game: the numbers of seats are given for a game"));
    }
    let support = |game: &String| pb::GameSupport { game: game.clone(), seat_counts: args.seats.clone() };
    Ok(args.games.iter().map(support).collect())
}

/// Returns when the process that started this one has gone, if that process holds a pipe to the standard input, as `kahua
/// play` does. A terminal or `/dev/null` says nothing about it.
fn input_ends() -> impl Future<Output = ()> {
    let is_pipe = fs::metadata("/dev/stdin").is_ok_and(|input| input.file_type().is_fifo());
    async move { if is_pipe { parent_is_gone().await } else { std::future::pending().await } }
}
