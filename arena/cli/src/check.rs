//! `kahua check`: checks that a bot keeps to the protocol, step by step.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use kahua_check::{CheckOptions, CheckRun, GameSelection, KeptFiles, StepReport, TextReport};
use kahua_core::clock::TimeControl;
use kahua_core::limits::SHUTDOWN_TIMEOUT;
use kahua_engine::{GameInfo, Seed};
use kahua_play::token;
use kahua_process::BotCommand;
use kahua_server::telemetry::{self, LogForm};

use crate::bot_arg::Origin;
use crate::command_dir::CommandDir;
use crate::confine::{ConfineArgs, folders_in, removal};
use crate::data::{data_dir, open_store};
use crate::exit::{CommandResult, Failure};
use crate::output::{print, print_json};
use crate::runtime::{block_on, on_all_cores};
use crate::signals::stopped;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The bot is started as a process of its own, and finds the address, its name and its token in KAHUA_ADDR, KAHUA_NAME and \
KAHUA_TOKEN. It plays against bots that choose at random. After a failed step it is started again. What it writes to \
standard output and standard error is kept, and shown for each failed step. It runs with your rights, unless it is confined.

Exit codes:
  0  no step failed
  1  a step failed
  2  the command line is wrong
  3  the bot can't be started, Ctrl-C ended the command, or something outside kahua went wrong

Examples:
  kahua check --bot \"python3 my_bot.py\"
  kahua check --bot \"python3 my_bot.py\" --game haleakala --game kanaloa --tc 30s/2s~50ms
  kahua check --bot house:random --json
  kahua check --bot target/release/my-bot --junit results.xml   for a CI system
  kahua check --bot \"python3 submitted.py\" --confine           for a bot of somebody else")]
pub(crate) struct Args {
    /// The bot: a command (split into words; no shell is started), or house:BOT.
    #[arg(long, value_name = "COMMAND")]
    bot: String,
    /// A game to check; may be given several times. [default: every game that the bot's Hello claims]
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,
    /// The time control of the matches: bank+increment/cap~allowance, each part optional.
    #[arg(long, value_name = "TIME", default_value = "60s+100ms/5s~50ms")]
    tc: TimeControl,
    /// How long the bot may take to connect, and to come back after its connection was lost, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=3600))]
    patience: u32,
    /// The seed of all luck: a whole number or 64 hexadecimal digits. [default: a new one each time]
    #[arg(long)]
    seed: Option<Seed>,
    /// Where to keep the matches and the bot's log. [default: a new directory, which is kept only if a step failed]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
    /// Also write the report to this file as JUnit XML; `-` prints it instead of text.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    #[command(flatten)]
    confine: ConfineArgs,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    telemetry::init(LogForm::Text, "error").map_err(Failure::usage)?;
    let origin = Origin::of_one(&args.bot, "the check")?;
    let form = Form::of(args)?;
    let options = CheckOptions {
        games: selection(&args.games)?,
        time: args.tc,
        patience: Duration::from_secs(args.patience.into()),
        seed: args.seed.unwrap_or_else(|| Seed(token::random_bytes())),
    };
    let dir = data_dir(args.data.as_ref(), "check")?;
    let confinement = args.confine.prepare(&dir)?;
    let command = origin.command(CheckRun::bot_name(), &CommandDir::Here, confinement.as_ref())?.expect("not remote");
    let runtime = on_all_cores()?;
    let checked = block_on(&runtime, async {
        tokio::select! {
            biased;
            error = stopped() => Err(error.into()),
            checked = check(args, command, options, &dir, form) => checked,
        }
    });
    // The arena's tasks keep the store open, and its writer would complain about the directory that is removed below. If
    // a task hangs, it must not delay the exit for long.
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    let failed = matches!(checked, Ok(failed) if failed > 0);
    if args.data.is_none() && !failed {
        // The directory is in the system's temporary one, so the system removes what this can't.
        let _removed = removal::remove(&folders_in(&dir)).and_then(|()| fs::remove_dir_all(&dir));
    }
    if checked? > 0 { Err(Failure::CheckFailed) } else { Ok(()) }
}

/// The form of the report on standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Text,
    Json,
    Junit,
}

impl Form {
    fn of(args: &Args) -> Result<Form, Failure> {
        match (args.json, args.junit.as_deref() == Some(Path::new("-"))) {
            (true, true) => {
                Err(Failure::usage("--json and --junit - both print to standard output: give --junit a file"))
            }
            (true, false) => Ok(Form::Json),
            (false, true) => Ok(Form::Junit),
            (false, false) => Ok(Form::Text),
        }
    }
}

/// The games with these names, each once, or all that the bot claims if there are no names.
fn selection(names: &[String]) -> Result<GameSelection, Failure> {
    let mut named: Vec<&GameInfo> = Vec::new();
    for name in names {
        let info = crate::games::find(name)?.info();
        if !named.iter().any(|known| known.name == info.name) {
            named.push(info);
        }
    }
    Ok(if named.is_empty() { GameSelection::Claimed } else { GameSelection::Named(named) })
}

/// Checks the bot and prints the report; returns how many steps failed.
async fn check(
    args: &Args,
    command: BotCommand,
    options: CheckOptions,
    dir: &Path,
    form: Form,
) -> Result<usize, Failure> {
    let mut text = TextReport::stdout(options.games.longest_name());
    if form == Form::Text {
        print(&format!("Checking {} with time control {} and seed {}.\n", args.bot, options.time, options.seed))?;
    }
    let mut check = CheckRun::new(args.bot.clone(), command, options, open_store(dir)?, dir).await?;
    let on_step = |step: &StepReport| match form {
        Form::Text => text.step(step).map_err(Failure::from),
        Form::Json | Form::Junit => Ok(()),
    };
    let mut report = check.run(on_step).await?;
    let failed = report.failed();
    let keep = args.data.is_some() || failed > 0;
    report.kept = keep.then(|| KeptFiles { log: check.log(), data: dir.to_owned() });
    match form {
        Form::Text => text.summary(&report)?,
        Form::Json => print_json(&report.json())?,
        Form::Junit => print(report.junit().trim_end())?,
    }
    if let Some(file) = args.junit.as_ref().filter(|_| form != Form::Junit) {
        fs::write(file, report.junit()).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(failed)
}
