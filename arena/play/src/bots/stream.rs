//! A bot's connection as a task: waits for the Hello, then reads what the bot sends until one side ends the connection.

use std::sync::Arc;

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_message::Message;
use tokio::time::timeout;
use tokio_stream::{Stream, StreamExt};
use tonic::{Code, Status};
use tracing::{Instrument, info, info_span};

use super::context::SessionContext;
use super::disconnect::DisconnectReason;
use super::sender::{BotSender, BotStream};
use super::session::{LeaveOnDrop, Session};
use crate::auth::credentials::Credentials;
use crate::auth::fair_slots::Slot;
use crate::auth::peer::{Peer, SlotOwner};
use kahua_core::limits;

/// The messages that a bot sends, from any source.
pub trait Inbound: Stream<Item = Result<pb::BotMessage, Status>> + Send + Unpin + 'static {}

impl<S: Stream<Item = Result<pb::BotMessage, Status>> + Send + Unpin + 'static> Inbound for S {}

/// Opens a connection with a stream in both directions; the returned stream carries what the arena sends. The first
/// inbound message must be Hello.
pub fn play(
    context: &Arc<SessionContext>,
    peer: Peer,
    credentials: Credentials,
    mut inbound: impl Inbound,
) -> BotStream {
    let (sender, outbound) = BotSender::open(context.time.clone(), context.lag.clone());
    let slot = context.handshakes.enter(&peer, &credentials, &context.access);
    let context = context.clone();
    context.tasks.clone().spawn(async move {
        let entered = wait_for_hello(&context, credentials, &mut inbound, &sender, &slot).await;
        // The slot was for waiting with the Hello. Others need it now.
        drop(slot);
        match entered {
            Ok((session, leave)) => {
                let _kept = peer.keep_connection();
                let span = info_span!("session", bot = %session.name());
                read_all(session, leave, inbound).instrument(span).await;
            }
            Err(reason) => sender.disconnect(reason),
        }
    });
    outbound
}

async fn wait_for_hello(
    context: &Arc<SessionContext>,
    credentials: Credentials,
    inbound: &mut impl Inbound,
    sender: &BotSender,
    slot: &Slot<SlotOwner>,
) -> Result<(Session, LeaveOnDrop), DisconnectReason> {
    let first = timeout(limits::HELLO_TIMEOUT, inbound.next());
    let first = unless_gone(context, sender, slot, first).await?.map_err(|_| DisconnectReason::HelloLate)?;
    match first.transpose().map_err(|status| broken(&status))?.map(|first| first.message) {
        Some(Some(Message::Hello(hello))) => {
            unless_gone(context, sender, slot, context.handshakes.turn_of(slot.owner())).await?;
            Session::enter(context, hello, credentials, sender)
        }
        Some(_) => Err(DisconnectReason::HelloMissing),
        None => Err(DisconnectReason::Left),
    }
}

/// Waits for something, while the connection lasts and keeps its slot.
async fn unless_gone<T>(
    context: &SessionContext,
    sender: &BotSender,
    slot: &Slot<SlotOwner>,
    awaited: impl Future<Output = T>,
) -> Result<T, DisconnectReason> {
    tokio::select! {
        biased;
        () = sender.disconnected() => Err(DisconnectReason::Lost),
        () = context.stop.cancelled() => Err(DisconnectReason::Draining),
        // Before the next branch: a Hello that has come counts, even if the connection must make room at the same
        // moment.
        done = awaited => Ok(done),
        () = slot.lost() => Err(DisconnectReason::TooManyGreeting),
    }
}

/// Opens a connection whose bot sends its messages by the Submit call.
///
/// # Errors
/// If the bot isn't let in.
pub async fn listen(
    context: &Arc<SessionContext>,
    peer: Peer,
    credentials: Credentials,
    hello: pb::Hello,
) -> Result<BotStream, DisconnectReason> {
    let owner = SlotOwner::of(&peer, &credentials, &context.access);
    tokio::select! {
        biased;
        () = context.handshakes.turn_of(owner) => {}
        // The lobby refuses the bot then, or soon ends its connection.
        () = context.stop.cancelled() => {}
    }
    let (sender, outbound) = BotSender::open(context.time.clone(), context.lag.clone());
    let (session, leave) = match Session::enter(context, hello, credentials, &sender) {
        Ok(entered) => entered,
        // The connection ends without an error: the caller gets a stream that ends at once.
        Err(reason) if reason.status().is_none() => {
            sender.disconnect(reason);
            return Ok(outbound);
        }
        Err(reason) => return Err(reason),
    };
    let span = info_span!("session", bot = %session.name());
    let kept = peer.keep_connection();
    let task = async move {
        sender.disconnected().await;
        drop((leave, kept));
    };
    context.tasks.spawn(task.instrument(span));
    Ok(outbound)
}

/// Reads what a bot sends until one side ends the connection.
async fn read_all(session: Session, _leave: LeaveOnDrop, mut inbound: impl Inbound) {
    let sender = session.sender();
    let disconnected = sender.disconnected();
    tokio::pin!(disconnected);
    let reason = loop {
        tokio::select! {
            biased;
            // First, so that nothing counts that the bot has sent after the end of its connection.
            () = &mut disconnected => break DisconnectReason::Left,
            received = inbound.next() => match received {
                Some(Ok(message)) => {
                    if let Err(reason) = session.receive(message).await {
                        break reason;
                    }
                }
                None => break DisconnectReason::Left,
                Some(Err(status)) => break broken(&status),
            }
        }
    };
    // If the connection has ended already, its first reason stands.
    sender.disconnect(reason);
    info!(reason = sender.disconnect_reason().map(tracing::field::display), "connection ended");
}

/// What an error on the inbound stream means: the connection broke, or the bot sent what can't be decoded.
fn broken(status: &Status) -> DisconnectReason {
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
