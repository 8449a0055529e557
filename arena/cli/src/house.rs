//! `kahua house`: one of the house bots. The other commands start it as a process of its own.

use std::io::{self, Read};
use std::thread;

use kahua_client::Settings;

use crate::exit::{CommandResult, Failure};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The bot's name, such as greedy.
    name: String,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let settings = Settings::from_env().map_err(Failure::usage)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let playing = kahua_bots::run(&args.name, settings);
    runtime.block_on(async {
        tokio::select! {
            biased;
            () = parent_is_gone() => Ok(()),
            done = playing => done.map_err(|error| Failure::Outside(error.into())),
        }
    })
}

/// Returns when standard input ends. The process that started this one holds the other end, so this one ends with it.
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
