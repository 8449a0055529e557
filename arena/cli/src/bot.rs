//! `kahua bot`: the bots that an arena knows, and their tokens.

use anyhow::Context;
use serde_json::json;

use crate::cli::CommandResult;
use crate::data::{DataArgs, store_path};
use crate::exit::Failure;
use crate::output::{print, print_json, table};
use kahua_core::ids::BotName;
use kahua_server::auth::token;
use kahua_store::Store;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Bot {
    /// Make a bot known, and print its token; it is shown this once.
    Add(Named),
    /// The bots that the arena knows.
    List(List),
    /// Give a known bot a new token, and print it; the old one is void at once.
    Token(Named),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Works on the data of an arena that isn't running. A running arena does the same over gRPC:
LeagueService.CreateBot, with an organizer's token.

Example:
  kahua bot add --data league greedy")]
pub(crate) struct Named {
    #[command(flatten)]
    data: DataArgs,
    /// The bot's name: 1 to 32 of a-z, A-Z, 0-9, '-', '_' and '.'.
    name: BotName,
    /// One JSON object: name, token.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct List {
    #[command(flatten)]
    data: DataArgs,
    /// One JSON object a line.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(command: &Bot) -> CommandResult {
    match command {
        Bot::Add(args) => {
            if store_path(args.data.dir()).exists() && known(args)? {
                let problem = format!("bot {} is known already: `kahua bot token` gives it a new token", args.name);
                return Err(Failure::usage(problem));
            }
            issue(args)
        }
        Bot::Token(args) => {
            if !known(args)? {
                return Err(Failure::usage(format!("there is no bot {}: `kahua bot add` makes it known", args.name)));
            }
            issue(args)
        }
        Bot::List(args) => list(args),
    }
}

fn known(args: &Named) -> Result<bool, Failure> {
    let bot = args.data.reader()?.bot(&args.name).context("the bots can't be read")?;
    Ok(bot.is_some_and(|bot| bot.token.is_some()))
}

fn issue(args: &Named) -> CommandResult {
    let store = Store::open(&store_path(args.data.dir())).context("the bot's token can't be written")?;
    let token = token::new_token();
    let runtime = tokio::runtime::Builder::new_current_thread().build().context("no runtime")?;
    runtime
        .block_on(store.set_token(&args.name, token::hash_of(&token)))
        .context("the bot's token can't be written")?;
    if args.json {
        return Ok(print_json(&json!({"name": args.name.to_string(), "token": token}))?);
    }
    Ok(print(&token)?)
}

fn list(args: &List) -> CommandResult {
    let bots = args.data.reader()?.bots().context("the bots can't be read")?;
    if args.json {
        for bot in bots {
            let token = bot.token.is_some();
            print_json(&json!({"name": bot.name.to_string(), "version": bot.version, "has_token": token}))?;
        }
        return Ok(());
    }
    let row = |bot: &kahua_store::KnownBot| {
        let token = if bot.token.is_some() { "yes" } else { "no" };
        vec![bot.name.to_string(), bot.version.clone(), token.to_owned()]
    };
    Ok(print(&table(&["bot", "version", "token"], &[], bots.iter().map(row)).to_string())?)
}
