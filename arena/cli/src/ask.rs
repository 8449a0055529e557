//! `kahua ask`: hands the asks of a recorded match to a bot again.

mod conversation;
mod limits;
mod recorded;
mod service;
mod shown;

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use kahua_core::ids::BotName;
use kahua_play::token;
use kahua_process::Process;
use kahua_server::harness::host_with;
use kahua_server::host::Host;
use kahua_server::telemetry::{self, LogForm};
use kahua_settings::{Config, Rulesets};
use parking_lot::Mutex;
use tokio::sync::mpsc;

use self::conversation::Conversation;
use self::limits::{CALLS_MAX, PATIENCE_S_MAX};
use self::recorded::{Deed, RecordedAsk, RecordedMatch};
use self::service::{AskingService, Call};
use self::shown::{AnswerOutput, Asked};
use crate::arena::Arena;
use crate::bot_arg::Origin;
use crate::command_dir::CommandDir;
use crate::data::{DataArgs, data_dir, open_store};
use crate::exit::{CommandResult, Failure};
use crate::matches::expect_moves;
use crate::processes::{Farewell, leave, logs};
use crate::remote::ArenaArgs;
use crate::runtime::{block_on, on_all_cores};
use crate::signals::stopped;

#[derive(Debug, clap::Args)]
#[command(
    group = clap::ArgGroup::new("which").required(true).args(["at", "seat"]),
    after_help = "\
The bot is started as by `kahua play`, with the name that it had in the match. It gets its seat, the events up to the ask, and the \
ask with the time that it had then. Whatever it answers, the next ask is again the recorded one. Events are numbered as in \
`kahua match replay`.

Exit codes:
  0  the bot has answered
  2  the command line is wrong
  3  the bot can't be started, it has ended or hasn't answered, or something outside kahua went wrong
  5  the bot has answered, but in an arena an answer would be a fault: it is late or not legal

Examples:
  kahua match replay --data kahua-data 01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55
  kahua ask --data kahua-data --match 01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55 --at 40 --bot \"python3 bot.py\"
  kahua ask --data kahua-data --match 01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55 --seat 0 --bot \"python3 bot.py\"   how often does it agree?"
)]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    #[command(flatten)]
    arena: ArenaArgs,
    /// The match's id; see `kahua match list`.
    #[arg(long = "match", value_name = "ID")]
    match_id: String,
    /// Ask what was asked before this event; see `kahua match replay`.
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Ask everything that this seat was asked, and compare.
    #[arg(long)]
    seat: Option<u32>,
    /// The bot: a command (split into words; no shell is started), or house:BOT.
    #[arg(long, value_name = "COMMAND")]
    bot: String,
    /// How long the bot may take to connect and, if its asks have no longer limit, for each answer, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=PATIENCE_S_MAX))]
    patience: u32,
    /// Print one JSON object for each ask.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    telemetry::init(LogForm::Text, "error").map_err(Failure::usage)?;
    let origin = Origin::of_one(&args.bot, "`kahua ask`")?;
    let recorded = args.recorded_match()?;
    let asks = match (args.at, args.seat) {
        (Some(event), _) => vec![recorded.at(event)?],
        (None, seat) => recorded.of_seat(seat.unwrap_or_default())?,
    };
    let Some(first) = asks.first() else {
        return Err(Failure::usage("--seat: this seat was never asked"));
    };
    let shown = match (args.json, args.at) {
        (true, _) => AnswerOutput::Json,
        (false, Some(_)) => AnswerOutput::OneScreen,
        (false, None) => AnswerOutput::Table(Vec::new()),
    };
    let name = recorded.name(first.seat).parse::<BotName>().context("the record names a bot that can't be")?;
    let dir = data_dir(None, "ask")?;
    let runtime = on_all_cores()?;
    let asked = block_on(&runtime, async {
        let bot = Bot::start(name, &origin, &dir, Duration::from_secs(args.patience.into())).await?;
        bot.ask_all(&recorded, &asks, shown).await
    });
    // If a task of the server hangs, it must not delay the exit.
    runtime.shutdown_background();
    if asked.is_ok() {
        // The directory is in the system's temporary one, so the system removes what this can't.
        let _removed = fs::remove_dir_all(&dir);
    }
    if asked? { Ok(()) } else { Err(Failure::BotFailed) }
}

impl Args {
    fn recorded_match(&self) -> Result<RecordedMatch, Failure> {
        let arena = Arena::of(&self.data, &self.arena)?;
        let (record, _) = arena.finished_match(&self.match_id)?;
        expect_moves(&record)?;
        let ruleset = arena.ruleset(&record)?;
        Ok(RecordedMatch::new(record, ruleset)?)
    }
}

/// The bot's process, and the server that it connects to.
struct Bot {
    host: Host,
    process: Process,
    conversation: Conversation,
}

impl Bot {
    async fn start(name: BotName, origin: &Origin, dir: &Path, patience: Duration) -> Result<Bot, Failure> {
        let (calls, coming) = mpsc::channel::<Call>(CALLS_MAX);
        let token = token::new_token();
        let service = AskingService { token: token.clone(), calls, submitted: Mutex::new(None) };
        let config = Config { listen: ([127, 0, 0, 1], 0).into(), ..Config::default() };
        let host = host_with(&config, Rulesets::built_in(), open_store(dir)?, |_| service).await?;
        host.app.admit_for_this_run(name, token::hash_of(&token));
        let command = origin.command(name, &CommandDir::Here, None)?.context("the bot has no command")?;
        let process = Process::start(name, &command, host.addr, &token, &logs(dir)).await;
        let process = process.map_err(anyhow::Error::from)?;
        Ok(Bot { host, process, conversation: Conversation::new(coming, patience) })
    }

    /// Asks the bot all this, and lets it go. Returns whether an arena would have taken all its answers.
    async fn ask_all(
        self,
        recorded: &RecordedMatch,
        asks: &[RecordedAsk],
        mut shown: AnswerOutput,
    ) -> Result<bool, Failure> {
        let Bot { host, mut process, mut conversation } = self;
        let asking = async {
            let mut is_sound = true;
            for (number, ask) in (0..).zip(asks) {
                let referee = recorded.referee(ask, number)?;
                let mut referee = referee.context("nobody is asked there")?;
                let reply = conversation.ask(&mut referee, ask.seat).await?;
                is_sound &= !reply.is_late && matches!(reply.deed, Deed::Action { .. });
                shown.add(Asked { recorded, ask, reply: &reply })?;
            }
            Ok(is_sound)
        };
        let asked: Result<bool, Failure> = tokio::select! {
            biased;
            error = stopped() => Err(error.into()),
            asked = asking => asked,
            ended = process.ended() => Err(anyhow::Error::from(ended).into()),
        };
        shown.finish()?;
        // Without the conversation the stream ends, which dismisses the bot.
        drop(conversation);
        let farewell = if asked.is_ok() { Farewell::Dismissed } else { Farewell::Interrupted };
        // How it leaves says nothing about its answers.
        let _problem = leave(process, farewell).await;
        host.stop().await?;
        asked
    }
}
