//! The host's side of a call: a seat in the lobby of the node to which the bot is connected.

use std::sync::Arc;

use kahua_core::ids::{BotName, MatchId};
use kahua_core::limits;
use kahua_core::referee::Input;
use kahua_engine::{Seat, SeatCount};
use kahua_proto::pb::arena::v1 as arena;
use kahua_proto::pb::arena::v1::arena_message::Message as ToBot;
use kahua_proto::pb::node::v1 as pb;
use pb::node_service_server::NodeService;
use pb::relay_from_host::Message as FromHost;
use pb::relay_to_host::Message as ToHost;
use pb::said::What;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status, Streaming};
use tracing::{Instrument, debug, info, info_span};

use super::hosted_ask::{HostedAsk, closes_ask};
use kahua_play::bots::lobby::{Lobby, SeatTaken};
use kahua_play::bots::match_handle::MatchCommand;
use kahua_play::bots::{Connection, SessionContext};

/// Answers the calls of other nodes.
#[derive(Clone, Debug)]
pub struct RelayHost(Arc<SessionContext>);

type Sent = Result<pb::RelayFromHost, Status>;

impl RelayHost {
    pub fn new(context: Arc<SessionContext>) -> RelayHost {
        RelayHost(context)
    }
}

#[tonic::async_trait]
impl NodeService for RelayHost {
    type RelayStream = ReceiverStream<Sent>;

    async fn relay(&self, request: Request<Streaming<pb::RelayToHost>>) -> Result<Response<Self::RelayStream>, Status> {
        let (to_runner, sent) = mpsc::channel(limits::RELAY_QUEUE);
        let (context, inbound) = (self.0.clone(), request.into_inner());
        self.0.tasks.spawn(async move {
            if let Err(refusal) = host(context, inbound, &to_runner).await {
                let _the_caller_is_gone = to_runner.send(Err(refusal)).await;
            }
        });
        Ok(Response::new(ReceiverStream::new(sent)))
    }
}

/// Answers one call to its end.
async fn host(
    context: Arc<SessionContext>,
    mut inbound: Streaming<pb::RelayToHost>,
    to_runner: &mpsc::Sender<Sent>,
) -> Result<(), Status> {
    let first = timeout(limits::RELAY_OPEN_TIMEOUT, inbound.message()).await;
    let first = first.map_err(|_| Status::deadline_exceeded("no Open came in time"))??;
    let Some(pb::RelayToHost { message: Some(ToHost::Open(open)) }) = first else {
        return Err(Status::invalid_argument("the first message must be Open"));
    };
    let (name, seat, id, count) = read(&open).map_err(Status::invalid_argument)?;
    let lobby = context.lobby.clone();
    let taken = lobby.take_seat(name, seat, id, count);
    let taken = taken.ok_or_else(|| Status::already_exists("open.match_id: this node runs the match itself"))?;
    let hosted = HostedSeat {
        context,
        seat: TakenSeat { lobby, taken },
        at: seat,
        to_runner,
        connection: None,
        connections: 0,
        ask: None,
    };
    let span = info_span!("relay", bot = %name, %id);
    async {
        debug!("another node reaches the bot here");
        let ended = hosted.run(inbound).await;
        match &ended {
            Ok(()) => debug!("the node that runs the match has closed the relay"),
            Err(status) => info!(reason = status.message(), "the other node no longer relays to the bot"),
        }
        ended
    }
    .instrument(span)
    .await
}

fn read(open: &pb::Open) -> Result<(BotName, Seat, MatchId, SeatCount), String> {
    let name = open.bot.parse().map_err(|problem| format!("open.bot: {problem}"))?;
    let id = open.match_id.parse().map_err(|problem| format!("open.match_id: {problem}"))?;
    let count = SeatCount::new(open.seat_count as usize);
    let count = count.ok_or_else(|| format!("open.seat_count: no game has {} seats", open.seat_count))?;
    let seat =
        count.seat(open.seat).ok_or_else(|| format!("open.seat: a table of {count} has no seat {}", open.seat))?;
    Ok((name, seat, id, count))
}

/// Frees the seat when dropped.
struct TakenSeat {
    lobby: Arc<Lobby>,
    taken: SeatTaken,
}

impl Drop for TakenSeat {
    fn drop(&mut self) {
        self.lobby.free_seat(self.taken.name, self.taken.id, &self.taken.handle);
    }
}

/// A seat in a match that another node runs.
struct HostedSeat<'a> {
    context: Arc<SessionContext>,
    seat: TakenSeat,
    at: Seat,
    to_runner: &'a mpsc::Sender<Sent>,
    /// `None` while the bot is away.
    connection: Option<Connection>,
    /// How many connections the bot has had in this call; the last one has this number.
    connections: u32,
    ask: Option<HostedAsk>,
}

impl HostedSeat<'_> {
    async fn run(mut self, mut inbound: Streaming<pb::RelayToHost>) -> Result<(), Status> {
        let stop = self.context.stop.clone();
        let report = sleep(limits::RELAY_REPORT_INTERVAL);
        tokio::pin!(report);
        // The bot may be connected already, and then no change tells of it.
        self.seat.taken.inbox.connections.mark_changed();
        loop {
            let inbox = &mut self.seat.taken.inbox;
            tokio::select! {
                biased;
                () = stop.cancelled() => return Err(Status::unavailable("this node is shutting down")),
                // As in a match: bots that have come and gone first.
                changed = inbox.connections.changed() => match changed {
                    Ok(()) => self.update_connection().await?,
                    Err(_) => return Err(taken_over()),
                },
                command = inbox.commands.recv() => match command {
                    Some(command) => self.say(command).await?,
                    None => return Err(taken_over()),
                },
                message = inbound.message() => match message? {
                    Some(pb::RelayToHost { message: Some(ToHost::ForBot(message)) }) => {
                        self.deliver(message);
                        // The timer isn't set while there is no ask.
                        if self.ask.is_some() && report.is_elapsed() {
                            report.as_mut().reset(Instant::now() + limits::RELAY_REPORT_INTERVAL);
                        }
                    }
                    Some(_) => return Err(Status::invalid_argument("expected ForBot after the first message")),
                    None => return Ok(()),
                },
                () = &mut report, if self.ask.is_some() => {
                    let held = self.ask.as_ref().map(|ask| ask.held(self.context.moment()));
                    if let Some(held) = held {
                        self.tell(FromHost::Held(held)).await?;
                    }
                    report.as_mut().reset(Instant::now() + limits::RELAY_REPORT_INTERVAL);
                }
            }
        }
    }

    /// Takes note that the bot has come or gone.
    async fn update_connection(&mut self) -> Result<(), Status> {
        let now = self.seat.taken.inbox.connections.borrow_and_update()[self.at].clone();
        let id = |connection: &Connection| connection.sender.id();
        if now.as_ref().map(id) == self.connection.as_ref().map(id) {
            return Ok(());
        }
        // The match asks again over the new connection.
        self.ask = None;
        self.connection = now;
        let Some(connection) = &self.connection else {
            return self.tell(FromHost::Disconnected(pb::Disconnected {})).await;
        };
        self.connections += 1;
        let (connection, form) = (self.connections, connection.form.into());
        self.tell(FromHost::Connected(pb::Connected { connection, form })).await
    }

    /// Tells the match what the bot has done.
    async fn say(&mut self, MatchCommand(noticed, input): MatchCommand) -> Result<(), Status> {
        let match_id = self.seat.taken.id.to_string();
        let what = match input {
            Input::Answer { ticket, choice, comment, .. } => {
                What::Answer(arena::Answer { match_id, ticket: ticket.to_wire(), choice, comment })
            }
            Input::Resign { .. } => What::Resign(arena::Resign { match_id }),
            Input::Flooded { detail, .. } => What::Flooded(pb::Flooded { detail }),
            Input::Crashed { detail, .. } => What::Crashed(pb::Crashed { detail }),
            // All else comes from whoever runs a match, and that isn't this node.
            _ => return Ok(()),
        };
        let held = self.ask.as_ref().map(|ask| ask.held(noticed));
        if let What::Answer(answer) = &what {
            self.ask.take_if(|ask| ask.is(answer.ticket));
        }
        self.tell(FromHost::Said(pb::Said { held, what: Some(what) })).await
    }

    /// Hands a message to the bot, if it still has the connection for which the message is meant.
    fn deliver(&mut self, pb::ForBot { connection: number, message }: pb::ForBot) {
        let Some(message) = message.and_then(|message| message.message) else { return };
        let Some(connection) = self.connection.as_ref().filter(|_| number == self.connections) else { return };
        let sender = &connection.sender;
        if closes_ask(&message) {
            self.ask = None;
        }
        match message {
            ToBot::Ask(ask) => self.ask = Some(HostedAsk::send(ask, sender, self.context.time.now())),
            ToBot::Fault(fault) => {
                let is_late = fault.cause() == arena::FaultCause::Late;
                sender.send(ToBot::Fault(fault));
                if is_late {
                    sender.missed_ask(self.seat.taken.id);
                }
            }
            message => sender.send(message),
        }
    }

    async fn tell(&self, message: FromHost) -> Result<(), Status> {
        let sent = self.to_runner.send(Ok(pb::RelayFromHost { message: Some(message) })).await;
        sent.map_err(|_| Status::cancelled("the other node has ended the call"))
    }
}

fn taken_over() -> Status {
    Status::aborted("another call has taken over this seat")
}
