//! `kahua bot`: adds bots to an arena, lists them, and renews or revokes their tokens.

use anyhow::Context;
use serde_json::json;

use crate::data::{DataArgs, open_store, store_path, written};
use crate::exit::{CommandResult, Failure};
use crate::output::{print, print_json, table};
use kahua_core::ids::BotName;
use kahua_server::token;
use kahua_store::Act;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Add a bot and print its token, which is never shown again.
    Add(Named),
    /// List the bots that the arena knows.
    List(List),
    /// Give a bot a new token and print it; the old one stops working at once.
    Token(Named),
    /// Take a bot's token away, so that nobody can come in with it any more.
    Revoke(Revoke),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
This changes the data of an arena that isn't running. An organizer can do the same in a running arena over gRPC, with \
LeagueService.CreateBot, which ends the connection that the bot has with its old token.

Example:
  kahua bot add --data league greedy")]
pub(crate) struct Named {
    #[command(flatten)]
    data: DataArgs,
    /// The bot's name: 1 to 32 of a-z, A-Z, 0-9, '-', '_' and '.'.
    name: BotName,
    /// Print one JSON object with name and token.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
This changes the data of an arena that isn't running. An organizer can do the same in a running arena over gRPC, with \
LeagueService.RevokeToken, which ends the bot's connection too. The bot's matches and results stay.

Example:
  kahua bot revoke --data league greedy")]
pub(crate) struct Revoke {
    #[command(flatten)]
    data: DataArgs,
    /// The bot's name.
    name: BotName,
}

#[derive(Debug, clap::Args)]
pub(crate) struct List {
    #[command(flatten)]
    data: DataArgs,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(command: &Command) -> CommandResult {
    match command {
        Command::Add(args) => {
            if store_path(args.data.dir()).exists() && has_token(&args.data, args.name)? {
                let problem =
                    format!("there is already a bot {}: to give it a new token, use `kahua bot token`", args.name);
                return Err(Failure::usage(problem));
            }
            issue(args)
        }
        Command::Token(args) => {
            if !has_token(&args.data, args.name)? {
                return Err(Failure::usage(format!("there is no bot {}: to add it, use `kahua bot add`", args.name)));
            }
            issue(args)
        }
        Command::Revoke(args) => revoke(args),
        Command::List(args) => list(args),
    }
}

fn has_token(data: &DataArgs, name: BotName) -> Result<bool, Failure> {
    let bot = data.reader()?.bot(&name).context("cannot read the bots")?;
    Ok(bot.is_some_and(|bot| bot.token.is_some()))
}

fn issue(args: &Named) -> CommandResult {
    let (store, token) = (open_store(args.data.dir())?, token::new_token());
    let issued = async {
        store.set_token(&args.name, token::hash_of(&token)).await?;
        store.note_act(act("CreateBot", args.name)).await
    };
    written(issued).context("cannot write the bot's token")?;
    if args.json {
        return Ok(print_json(&json!({"name": args.name.to_string(), "token": token}))?);
    }
    Ok(print(&token)?)
}

fn revoke(args: &Revoke) -> CommandResult {
    if !has_token(&args.data, args.name)? {
        return Err(Failure::usage(format!("there is no bot {} with a token: see `kahua bot list`", args.name)));
    }
    let store = open_store(args.data.dir())?;
    let revoked = async {
        store.clear_token(&args.name).await?;
        store.note_act(act("RevokeToken", args.name)).await
    };
    Ok(written(revoked).context("cannot write the bot's token")?)
}

/// What the audit log keeps of a change of this bot's token.
fn act(what: &str, name: BotName) -> Act {
    Act {
        unix_ms: jiff::Timestamp::now().as_millisecond(),
        who: "kahua bot".into(),
        what: what.into(),
        arguments: name.to_string(),
        outcome: "done".into(),
    }
}

fn list(args: &List) -> CommandResult {
    let bots = args.data.reader()?.bots().context("cannot read the bots")?;
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
