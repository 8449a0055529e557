//! `kahua check`: does a bot keep to the protocol? Step by step, each passed or failed with what was seen.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use kahua_check::{Check, Finding, Kept, Terms, TextReport, Wanted};
use kahua_core::clock::TimeControl;
use kahua_engine::{GameInfo, Seed};
use kahua_server::auth::token;
use kahua_server::telemetry::{self, LogForm};

use crate::bot_arg::Origin;
use crate::cli::CommandResult;
use crate::data::{data_dir, open_store};
use crate::exit::Failure;
use crate::output::{print, print_json};
use crate::signals::stopped;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The bot is started as a process of its own, and finds the address, its name and its token in KAHUA_ADDR, KAHUA_NAME and
KAHUA_TOKEN. It plays against bots that draw lots; after a step that failed it is started afresh. What it writes to
standard error is kept, and shown where a step failed.

Exit codes: 0 no step failed; 1 a step failed; 2 a wrong command line; 3 the bot can't be started, or something else
outside is in the way.

Examples:
  kahua check --bot \"python3 my_bot.py\"
  kahua check --bot \"python3 my_bot.py\" --game haleakala --game kanaloa --tc 30s/2s~50ms
  kahua check --bot house:random --json
  kahua check --bot target/release/my-bot --junit results.xml   for a CI system")]
pub(crate) struct Args {
    /// The bot: a command (split into words; no shell is started), or house:BOT.
    #[arg(long, value_name = "COMMAND")]
    bot: String,
    /// A game to check; more than once for more. Every game that the bot's Hello claims unless told.
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,
    /// The time control of the matches: bank+increment/cap~allowance, each part optional.
    #[arg(long, value_name = "TIME", default_value = "60s+100ms/5s~50ms")]
    tc: TimeControl,
    /// How long the bot may take to come, and to come back after its connection was lost, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=3600))]
    patience: u32,
    /// The seed of all luck; a new one each time unless told.
    #[arg(long)]
    seed: Option<Seed>,
    /// Where to keep the matches and the bot's log. Unless told they are kept in a fresh directory if a step failed.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// One JSON object in place of the text.
    #[arg(long)]
    json: bool,
    /// Write the report as JUnit XML to this file too; `-` prints it in place of the text.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    telemetry::init(LogForm::Text, "error").map_err(Failure::usage)?;
    let command = origin(&args.bot)?.command()?.expect("not remote");
    let form = Form::of(args)?;
    let terms = Terms {
        games: wanted(&args.games)?,
        time: args.tc,
        patience: Duration::from_secs(args.patience.into()),
        seed: args.seed.unwrap_or_else(|| Seed(token::random_bytes())),
    };
    let dir = data_dir(args.data.as_ref(), "check")?;
    let runtime = tokio::runtime::Runtime::new().context("no runtime")?;
    let checked = runtime.block_on(async {
        tokio::select! {
            biased;
            error = stopped() => Err(error.into()),
            checked = check(args, &command, terms, &dir, form) => checked,
        }
    });
    // What hangs in a task of the arena must not hold up the end.
    runtime.shutdown_background();
    let failed = matches!(checked, Ok(failed) if failed > 0);
    if args.data.is_none() && !failed {
        // What can't be removed lies among the system's temporary files, which it clears away itself.
        let _removed = fs::remove_dir_all(&dir);
    }
    if checked? > 0 { Err(Failure::CheckFailed) } else { Ok(()) }
}

/// What is printed on standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Text,
    Json,
    Junit,
}

impl Form {
    fn of(args: &Args) -> Result<Form, Failure> {
        match (args.json, args.junit.as_deref() == Some(Path::new("-"))) {
            (true, true) => Err(Failure::usage("--json and --junit - both print: give --junit a file")),
            (true, false) => Ok(Form::Json),
            (false, true) => Ok(Form::Junit),
            (false, false) => Ok(Form::Text),
        }
    }
}

fn origin(bot: &str) -> Result<Origin, Failure> {
    match bot.parse().map_err(Failure::usage)? {
        Origin::Remote => Err(Failure::usage("the check starts the bot itself: write its command, or house:BOT")),
        origin => Ok(origin),
    }
}

/// The games with these names, each once, or those that the bot claims.
fn wanted(names: &[String]) -> Result<Wanted, Failure> {
    let mut named: Vec<&GameInfo> = Vec::new();
    for name in names {
        let info = crate::games::find(name)?.info();
        if !named.iter().any(|known| known.name == info.name) {
            named.push(info);
        }
    }
    Ok(if named.is_empty() { Wanted::Claimed } else { Wanted::Named(named) })
}

/// Checks the bot and reports; gives how many steps failed.
async fn check(args: &Args, command: &[OsString], terms: Terms, dir: &Path, form: Form) -> Result<usize, Failure> {
    let mut text = TextReport::stdout(terms.games.longest_name());
    if form == Form::Text {
        print(&format!("Checking {} with {} of thinking time, seed {}.\n", args.bot, terms.time, terms.seed))?;
    }
    let mut check = Check::new(args.bot.clone(), command.to_vec(), terms, open_store(dir)?, dir).await?;
    let tell = |finding: &Finding| match form {
        Form::Text => text.step(finding).map_err(Failure::from),
        Form::Json | Form::Junit => Ok(()),
    };
    let mut report = check.run(tell).await?;
    let failed = report.failed();
    let keep = args.data.is_some() || failed > 0;
    report.kept = keep.then(|| Kept { log: check.log(), data: dir.to_owned() });
    match form {
        Form::Text => text.summary(&report)?,
        Form::Json => print_json(&report.json())?,
        Form::Junit => std::io::stdout().lock().write_all(report.junit().as_bytes())?,
    }
    if let Some(file) = args.junit.as_ref().filter(|_| form != Form::Junit) {
        fs::write(file, report.junit()).with_context(|| format!("{} can't be written", file.display()))?;
    }
    Ok(failed)
}
