//! `kahua webhook`: tries the webhooks of a settings file.

use std::path::PathBuf;

use anyhow::Context;
use kahua_core::ids::BotName;
use kahua_settings::Config;
use kahua_webhooks::Webhook;

use crate::exit::{CommandResult, Failure};
use crate::output::print;
use crate::runtime::in_runtime;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Send an event of the type "test" to a webhook once, and say what it has answered.
    Test(Test),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The event is signed like all others. This command sends it itself, so no arena needs to run. The exit code is 3 if the receiver hasn't \
taken it.

Example:
  kahua webhook test relay --config league.toml")]
pub(crate) struct Test {
    /// The name of the webhook in the settings.
    name: BotName,
    /// The settings file.
    #[arg(long, value_name = "FILE")]
    config: PathBuf,
}

pub(crate) fn run(Command::Test(Test { name, config }): &Command) -> CommandResult {
    let webhooks = Config::read(config).map_err(Failure::usage)?.webhooks;
    let Some(settings) = webhooks.iter().find(|webhook| webhook.name == *name) else {
        let there = webhooks.iter().map(|webhook| webhook.name.to_string()).collect::<Vec<_>>();
        let there = if there.is_empty() { "none".into() } else { there.join(", ") };
        return Err(Failure::usage(format!("{} has no [[webhook]] called {name}; it has {there}", config.display())));
    };
    let webhook = Webhook::new(settings).map_err(Failure::usage)?;
    let answered = in_runtime(webhook.test())?;
    let status = answered.with_context(|| format!("webhook {name} at {} hasn't taken the event", settings.url))?;
    Ok(print(&format!("webhook {name} at {} has taken the event: it answered {status}", settings.url))?)
}
