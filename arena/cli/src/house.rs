//! `kahua house`: one of the house bots. The other commands start it as a process of its own.

use std::io::{self, Read};
use std::thread;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use kahua_client::Settings;

use crate::exit::{CommandResult, Failure};
use crate::runtime::in_runtime;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The bot's name.
    #[arg(value_parser = PossibleValuesParser::new(kahua_bots::NAMES))]
    name: String,
    /// How long to wait before each answer is sent.
    #[arg(long, value_name = "MS")]
    pause_ms: Option<u64>,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    // KAHUA_RECORD is for the author's own bot, which a house bot may play.
    let settings = Settings { record: None, ..Settings::from_env().map_err(Failure::usage)? };
    in_runtime(async {
        let playing = async {
            match args.pause_ms {
                Some(pause_ms) => kahua_bots::run_paced(&args.name, settings, Duration::from_millis(pause_ms)).await,
                None => kahua_bots::run(&args.name, settings).await,
            }
        };
        tokio::select! {
            biased;
            () = parent_is_gone() => Ok(()),
            done = playing => done.map_err(|error| Failure::Outside(error.into())),
        }
    })?
}

/// Returns when standard input ends. The parent process holds the other end, so this process ends with it.
pub(crate) async fn parent_is_gone() {
    let (gone, is_gone) = tokio::sync::oneshot::channel();
    thread::spawn(move || {
        let mut sink = [0; 64];
        while io::stdin().read(&mut sink).is_ok_and(|read| read > 0) {}
        // The receiver may have ended first.
        let _ = gone.send(());
    });
    let _ = is_gone.await;
}
