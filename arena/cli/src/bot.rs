//! `kahua bot`: adds bots to an arena, lists them, renews or revokes their tokens, and ends their connections.

use kahua_core::ids::BotName;
use kahua_proto::pb::arena::v1 as pb;
use serde_json::json;

use crate::arena::{Arena, PlaceArgs};
use crate::exit::{CommandResult, Failure};
use crate::output::{print, print_json, table};

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
    /// End a bot's connection; it may come back.
    Kick(Kick),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
In a running arena, a connection that the bot has with its old token ends.

Examples:
  kahua bot add greedy --data league
  kahua bot add greedy --addr 127.0.0.1:7700")]
pub(crate) struct Named {
    /// The bot's name: 1 to 32 of a-z, A-Z, 0-9, '-', '_' and '.'.
    name: BotName,
    #[command(flatten)]
    place: PlaceArgs,
    /// Print one JSON object with name and token.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
In a running arena, the bot's connection ends. Its matches and results stay.

Examples:
  kahua bot revoke greedy --data league
  kahua bot revoke greedy --addr 127.0.0.1:7700")]
pub(crate) struct Revoke {
    /// The bot's name.
    name: BotName,
    #[command(flatten)]
    place: PlaceArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The bot's open matches go on, and its clock runs in them: bots made with one of the libraries connect again at once. To keep \
a bot out, use `kahua bot revoke` or `kahua league suspend`.

Example:
  kahua bot kick greedy --addr 127.0.0.1:7700")]
pub(crate) struct Kick {
    /// The bot's name.
    name: BotName,
    #[command(flatten)]
    place: PlaceArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct List {
    #[command(flatten)]
    place: PlaceArgs,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(command: &Command) -> CommandResult {
    match command {
        Command::Add(args) => {
            if has_token(&args.place, args.name)? {
                let problem =
                    format!("there is already a bot {}: to give it a new token, use `kahua bot token`", args.name);
                return Err(Failure::usage(problem));
            }
            issue(args)
        }
        Command::Token(args) => {
            if !has_token(&args.place, args.name)? {
                return Err(Failure::usage(format!("there is no bot {}: to add it, use `kahua bot add`", args.name)));
            }
            issue(args)
        }
        Command::Revoke(Revoke { name, place }) => {
            if !has_token(place, *name)? {
                return Err(Failure::usage(format!("there is no bot {name} with a token: see `kahua bot list`")));
            }
            let request = pb::RevokeTokenRequest { name: name.to_string() };
            place.arena()?.call(async |mut arena| arena.revoke_token(request).await).map(drop)
        }
        Command::Kick(Kick { name, place }) => {
            let request = pb::KickRequest { name: name.to_string() };
            match place.arena()?.call(async |mut arena| arena.kick(request).await)?.was_connected {
                true => Ok(()),
                false => Err(Failure::usage(format!("bot {name} isn't connected"))),
            }
        }
        Command::List(args) => list(args),
    }
}

fn has_token(place: &PlaceArgs, name: BotName) -> Result<bool, Failure> {
    Ok(place.arena()?.bots()?.get(name.as_str()).is_some_and(|bot| bot.registered))
}

fn issue(args: &Named) -> CommandResult {
    let request = pb::CreateBotRequest { name: args.name.to_string() };
    let token = args.place.arena()?.call(async |mut arena| arena.create_bot(request).await)?.token;
    if args.json {
        return Ok(print_json(&json!({"name": args.name.to_string(), "token": token}))?);
    }
    Ok(print(&token)?)
}

fn list(args: &List) -> CommandResult {
    let arena = args.place.arena()?;
    let bots = arena.bots()?;
    // A data directory doesn't say which bots are connected to the arena that may be serving it.
    let connected = |bot: &pb::BotInfo| matches!(arena, Arena::Running(_)).then_some(bot.connected);
    let reason = |bot: &pb::BotInfo| bot.suspension.as_ref().map(|suspension| suspension.reason.clone());
    if args.json {
        return Ok(bots.values().try_for_each(|bot| {
            print_json(&json!({
                "name": bot.name,
                "version": bot.version,
                "connected": connected(bot),
                "has_token": bot.registered,
                "suspended": reason(bot),
            }))
        })?);
    }
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let or_dash = |is: Option<bool>| is.map_or_else(|| "-".to_owned(), yes);
    let row = |bot: &pb::BotInfo| {
        let suspended = reason(bot).unwrap_or_else(|| "no".to_owned());
        vec![bot.name.clone(), bot.version.clone(), or_dash(connected(bot)), yes(bot.registered), suspended]
    };
    let headings = ["bot", "version", "connected", "token", "suspended"];
    Ok(print(&table(&headings, &[], bots.values().map(row)).to_string())?)
}
