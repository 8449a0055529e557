//! The processes of the bots that a command starts: starting them, watching them, and letting them go.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use kahua_core::limits;
use kahua_process::{Departure, EndedError, Process};
use tokio::task::JoinSet;

use crate::bot_arg::BotArg;
use crate::confine::Confinement;
use crate::output::complain;
use crate::run_tokens::RunTokens;

/// How bots are let go: whether they may still finish what they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Farewell {
    /// Everything was played, and the arena has dismissed the bots. They may exit by themselves.
    Dismissed,
    /// The command was interrupted, or a bot has failed: the others are asked to exit.
    Interrupted,
}

/// How many matches a command plays at once if it starts the bots itself: bots that think need the cores too.
pub(crate) fn matches_beside_bots() -> NonZeroUsize {
    available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Where a command that keeps its data in this directory keeps the logs of its bots.
pub(crate) fn logs(data: &Path) -> PathBuf {
    data.join("logs")
}

/// Starts the processes of those bots that have one, each with its token.
///
/// # Errors
/// If one can't be started; those that were started are killed.
pub(crate) async fn start_bots(
    bots: &[BotArg],
    addr: SocketAddr,
    tokens: &RunTokens,
    data: &Path,
    confinement: Option<&Confinement>,
) -> anyhow::Result<Vec<Process>> {
    let logs = logs(data);
    let mut processes = Vec::new();
    for bot in bots {
        processes.extend(bot.start(addr, tokens.of(bot.name), &logs, confinement).await?);
    }
    Ok(processes)
}

/// Resolves when one of these processes ends, although none should. The error says which, and why.
pub(crate) async fn one_ended(processes: &mut [Process]) -> EndedError {
    let mut ends: Vec<_> = processes.iter_mut().map(|process| Box::pin(process.ended())).collect();
    std::future::poll_fn(|context| {
        for end in &mut ends {
            if let std::task::Poll::Ready(error) = end.as_mut().poll(context) {
                return std::task::Poll::Ready(error);
            }
        }
        std::task::Poll::Pending
    })
    .await
}

/// Lets the processes exit, all at the same time, and ends those that don't. Reports failures during the exit.
pub(crate) async fn let_go(processes: Vec<Process>, farewell: Farewell) {
    let mut leaving: JoinSet<_> = processes.into_iter().map(|process| leave(process, farewell)).collect();
    while let Some(left) = leaving.join_next().await {
        if let Ok(Some(problem)) = left {
            complain(&problem);
        }
    }
}

/// Lets one process exit; returns what went wrong.
pub(crate) async fn leave(mut process: Process, farewell: Farewell) -> Option<String> {
    let departure = match farewell {
        Farewell::Dismissed => process.leave(limits::BOT_EXIT_TIMEOUT).await,
        Farewell::Interrupted => process.terminate().await,
    };
    let problem = match departure {
        Ok(Departure::ByItself(status)) if !status.success() => format!("failed after its last match ({status})"),
        Ok(Departure::Killed) => {
            let term = limits::BOT_TERM_TIMEOUT.as_secs();
            format!("was still running {term} s after SIGTERM, and was killed")
        }
        Ok(Departure::ByItself(_) | Departure::Terminated(_)) => return None,
        Err(error) => format!("can't be watched: {error}"),
    };
    Some(format!("bot {} {problem}; its log: {}", process.name(), process.log().display()))
}
