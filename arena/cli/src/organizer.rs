//! `kahua organizer`: makes tokens for the organizers of an arena, and takes them away.

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
    /// Take an organizer's token away; it stops working at once.
    Revoke(Revoke),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
An organizer's token allows everything in a running arena. Put it into KAHUA_TOKEN. The arena keeps only its \
hash, beside those that the settings name in `organizers`. To take a token away, use `kahua organizer revoke`, or make another of \
the same name. The first one is made on the data directory, while the arena isn't running; later ones also by an organizer who \
shows a token.

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

#[derive(Debug, clap::Args)]
#[command(after_help = "\
In a running arena, whatever is watched with the token ends, on all nodes. A token whose hash the settings name in `organizers` \
is removed there instead, and at the next start.

The last organizer's token stays unless you say --even-the-last: without an organizer, an arena that requires no tokens obeys \
every caller, and any other arena obeys none. A data directory doesn't contain the settings, so there only the organizers in the \
store count.

Examples:
  KAHUA_TOKEN=... kahua organizer revoke bob --addr 127.0.0.1:7700
  kahua organizer revoke bob --data league")]
pub(crate) struct Revoke {
    /// The organizer's name.
    name: BotName,
    #[command(flatten)]
    place: PlaceArgs,
    /// Take the token away even if no organizer is left.
    #[arg(long)]
    even_the_last: bool,
}

pub(crate) fn run(command: &Command) -> CommandResult {
    match command {
        Command::Token(args) => issue(args),
        Command::Revoke(Revoke { name, place, even_the_last }) => {
            let request = pb::RevokeOrganizerRequest { name: name.to_string(), even_the_last: *even_the_last };
            place.arena()?.call(async |mut arena| arena.revoke_organizer(request).await).map(drop)
        }
    }
}

fn issue(Token { name, place, json }: &Token) -> CommandResult {
    let request = pb::CreateOrganizerRequest { name: name.to_string() };
    let token = place.arena()?.call(async |mut arena| arena.create_organizer(request).await)?.token;
    if *json {
        return Ok(print_json(&json!({"name": name.to_string(), "token": token}))?);
    }
    Ok(print(&token)?)
}
