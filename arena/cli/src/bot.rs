//! `kahua bot`: adds bots to an arena, lists them, renews or revokes their tokens, and lets suspended ones back.

use std::collections::BTreeMap;

use anyhow::Context;
use serde_json::json;

use crate::data::{DataArgs, open_store, store_path, written};
use crate::exit::{CommandResult, Failure};
use crate::output::{print, print_json, table};
use kahua_core::ids::BotName;
use kahua_server::token;
use kahua_store::{Act, KnownBot};

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
    /// Let a suspended bot back, so that it gets matches again.
    LetBack(LetBack),
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
#[command(after_help = "\
A bot is suspended when it has lost several matches in a row by faults of its own, or when the arena has started it again too \
often; `kahua bot list` says why. This changes the data of an arena that isn't running. An organizer can do the same in a \
running arena over gRPC, with LeagueService.LetBack.

Example:
  kahua bot let-back --data league greedy")]
pub(crate) struct LetBack {
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
        Command::LetBack(args) => let_back(args),
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

fn let_back(args: &LetBack) -> CommandResult {
    let suspended = args.data.reader()?.suspensions().context("cannot read the bots")?;
    if !suspended.iter().any(|(name, _)| *name == args.name) {
        return Err(Failure::usage(format!("bot {} isn't suspended: see `kahua bot list`", args.name)));
    }
    let store = open_store(args.data.dir())?;
    let done = async {
        store.let_back(&args.name).await?;
        store.note_act(act("LetBack", args.name)).await
    };
    Ok(written(done).context("cannot write that the bot is back")?)
}

/// What the audit log keeps of a change of this bot.
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
    let reader = args.data.reader()?;
    let mut bots = reader.bots().context("cannot read the bots")?;
    let suspended: BTreeMap<_, _> = reader.suspensions().context("cannot read the bots")?.into_iter().collect();
    // A bot that was suspended before it ever connected is known by that alone.
    let unknown: Vec<BotName> =
        suspended.keys().copied().filter(|name| !bots.iter().any(|bot| bot.name == *name)).collect();
    bots.extend(unknown.into_iter().map(|name| KnownBot { name, version: String::new(), token: None }));
    bots.sort_by_key(|bot| bot.name);
    let reason = |bot: BotName| suspended.get(&bot).map(|suspension| suspension.reason.clone());
    if args.json {
        for bot in bots {
            let token = bot.token.is_some();
            print_json(&json!({
                "name": bot.name.to_string(),
                "version": bot.version,
                "has_token": token,
                "suspended": reason(bot.name),
            }))?;
        }
        return Ok(());
    }
    let row = |bot: &KnownBot| {
        let token = if bot.token.is_some() { "yes" } else { "no" };
        let suspended = reason(bot.name).unwrap_or_else(|| "no".to_owned());
        vec![bot.name.to_string(), bot.version.clone(), token.to_owned(), suspended]
    };
    Ok(print(&table(&["bot", "version", "token", "suspended"], &[], bots.iter().map(row)).to_string())?)
}
