//! A bot's connection as a task: the Hello, then everything that the bot says until one side ends it.

use std::sync::Arc;

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_message::Message;
use tokio::time::sleep;
use tokio_stream::{Stream, StreamExt};
use tonic::{Code, Status};
use tracing::{Instrument, info, info_span};

use super::disconnect::DisconnectReason;
use super::sender::{BotSender, BotStream};
use super::session::Session;
use crate::app::App;
use crate::auth::access::Credentials;
use kahua_core::limits;

/// What a bot says: the messages of its stream, wherever they come from.
pub trait Inbound: Stream<Item = Result<pb::BotMessage, Status>> + Send + Unpin + 'static {}

impl<S: Stream<Item = Result<pb::BotMessage, Status>> + Send + Unpin + 'static> Inbound for S {}

/// Opens a connection with a stream in both directions; what the arena says comes out of the stream returned. Its first
/// message must be Hello.
pub fn play(app: &Arc<App>, presented: Credentials, mut inbound: impl Inbound) -> BotStream {
    let (line, outbound) = BotSender::open(app.time);
    match app.newcomers.clone().try_acquire_owned() {
        Ok(place) => {
            let app = app.clone();
            app.tasks.clone().spawn(async move {
                let entered = greet(&app, presented, &mut inbound, &line).await;
                drop(place);
                match entered {
                    Ok(session) => {
                        let span = info_span!("session", bot = %session.name());
                        listen_to(session, inbound).instrument(span).await;
                    }
                    Err(ending) => line.hang_up(ending),
                }
            });
        }
        Err(_) => line.hang_up(DisconnectReason::Full),
    }
    outbound
}

/// Waits for the Hello and lets the bot in.
async fn greet(
    app: &Arc<App>,
    presented: Credentials,
    inbound: &mut impl Inbound,
    line: &BotSender,
) -> Result<Session, DisconnectReason> {
    let first = tokio::select! {
        biased;
        () = line.hung_up() => return Err(DisconnectReason::Lost),
        () = app.stop.cancelled() => return Err(DisconnectReason::Draining),
        () = sleep(limits::HELLO_TIMEOUT) => return Err(DisconnectReason::NoHello),
        first = inbound.next() => first.transpose().map_err(|status| unreadable(&status))?,
    };
    match first.map(|first| first.message) {
        Some(Some(Message::Hello(hello))) => Session::enter(app, hello, presented, line),
        Some(_) => Err(DisconnectReason::NoHello),
        None => Err(DisconnectReason::Left),
    }
}

/// Opens a connection whose bot speaks by the Answer call.
///
/// # Errors
/// If the bot isn't let in.
pub fn listen(app: &Arc<App>, presented: Credentials, hello: pb::Hello) -> Result<BotStream, DisconnectReason> {
    let (line, outbound) = BotSender::open(app.time);
    let session = match Session::enter(app, hello, presented, &line) {
        Ok(session) => session,
        // A friendly end is no refusal: the stream ends at once, and well.
        Err(ending) if ending.status().is_none() => {
            line.hang_up(ending);
            return Ok(outbound);
        }
        Err(ending) => return Err(ending),
    };
    let span = info_span!("session", bot = %session.name());
    let task = async move {
        line.hung_up().await;
        drop(session);
    };
    app.tasks.spawn(task.instrument(span));
    Ok(outbound)
}

/// Hears a bot out until one side ends the connection. The session leaves the lobby when it is dropped.
async fn listen_to(session: Session, mut inbound: impl Inbound) {
    let line = session.line().clone();
    let hung_up = line.hung_up();
    tokio::pin!(hung_up);
    let ending = loop {
        tokio::select! {
            biased;
            () = &mut hung_up => break DisconnectReason::Left,
            heard = inbound.next() => match heard {
                Some(Ok(message)) => {
                    if let Err(ending) = session.hear(message).await {
                        break ending;
                    }
                }
                None => break DisconnectReason::Left,
                Some(Err(status)) => break unreadable(&status),
            }
        }
    };
    // A line that was hung up already keeps its first reason.
    line.hang_up(ending);
    info!(reason = line.ending().map(tracing::field::display), "connection ended");
}

/// What a broken inbound stream means: the connection went, or the bot sent what can't be decoded.
fn unreadable(status: &Status) -> DisconnectReason {
    match status.code() {
        Code::OutOfRange => DisconnectReason::Unreadable(format!(
            "a message is larger than the {} bytes that the arena reads: {}",
            limits::MESSAGE_BYTES_MAX,
            status.message()
        )),
        Code::Internal | Code::InvalidArgument | Code::Unimplemented => {
            DisconnectReason::Unreadable(format!("a message can't be decoded as BotMessage: {}", status.message()))
        }
        _ => DisconnectReason::Lost,
    }
}
