//! `kahua organizer`: tokens for the organizers of an arena.

use kahua_core::ids::BotName;
use kahua_proto::pb::arena::v1 as pb;
use serde_json::json;

use crate::arena::PlaceArgs;
use crate::exit::CommandResult;
use crate::output::{print, print_json};

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Make a token for an organizer and print it; an earlier one of the same name stops working.
    Token(Token),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Whoever shows an organizer's token may do everything with a running arena: put it into KAHUA_TOKEN. The arena keeps only its \
hash, beside those that the settings name in `organizers`. To take a token away, make another of the same name. The first one is made on the data directory, while the arena isn't \
running; later ones also by an organizer who shows a token.

Examples:
  kahua organizer token ann --data league
  KAHUA_TOKEN=... kahua organizer token bob --addr 127.0.0.1:7700")]
pub(crate) struct Token {
    /// The organizer's name: 1 to 32 of a-z, A-Z, 0-9, '-', '_' and '.'.
    name: BotName,
    #[command(flatten)]
    place: PlaceArgs,
    /// Print one JSON object with name and token.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(command: &Command) -> CommandResult {
    let Command::Token(Token { name, place, json }) = command;
    let request = pb::CreateOrganizerRequest { name: name.to_string() };
    let token = place.arena()?.call(async |mut arena| arena.create_organizer(request).await)?.token;
    if *json {
        return Ok(print_json(&json!({"name": name.to_string(), "token": token}))?);
    }
    Ok(print(&token)?)
}
