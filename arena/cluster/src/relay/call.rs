//! The runner's side of a call: a connection of a match that leads over another node.

use kahua_core::clock::Moment;
use kahua_core::limits;
use kahua_core::referee::Input;
use kahua_proto::pb::arena::v1 as arena;
use kahua_proto::pb::node::v1 as pb;
use pb::node_service_client::NodeServiceClient;
use pb::relay_from_host::Message as FromHost;
use pb::relay_to_host::Message as ToHost;
use pb::said::What;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Status, Streaming};
use tracing::{debug, info};

use super::hosted_ask::{closes_ask, held};
use super::seat::{Moves, RelayedSeat};
use crate::bot_locations::NodeAddress;
use kahua_play::bots::match_handle::{MatchCommand, connection_id};
use kahua_play::bots::{BotSender, Connection, ConnectionId, DisconnectReason, RelayedAsk, RelayedStream};

/// Why a call has ended.
#[derive(Debug)]
pub(super) enum CallEnd {
    /// The match doesn't run any more, and the bot has been told how it ended.
    MatchOver,
    /// The bot isn't there any more, or is connected here.
    Moved,
    /// The node can't be reached, or refuses.
    NotOpened(String),
    /// The node can't be reached any more.
    Broken(String),
}

/// A call that is open.
struct Call<'a> {
    seat: &'a RelayedSeat,
    to_host: mpsc::Sender<pb::RelayToHost>,
    from_host: Streaming<pb::RelayFromHost>,
    /// Whether the host has told of the bot, and so has taken the call.
    is_taken: bool,
    /// `None` while the bot is away.
    line: Option<Line>,
}

/// The way to the bot over one connection of its own.
struct Line {
    /// By which the host knows the connection.
    number: u32,
    sender: BotSender,
    stream: RelayedStream,
    /// The last ask.
    asked: Option<RelayedAsk>,
}

impl RelayedSeat {
    /// Connects the seat over the node at this place, for as long as the bot is there.
    pub(super) async fn call(&self, place: &NodeAddress, moves: &mut Moves) -> CallEnd {
        let opened = tokio::select! {
            biased;
            () = self.match_handle.closed() => return CallEnd::MatchOver,
            opened = timeout(limits::RELAY_OPEN_TIMEOUT, self.open(place)) => opened,
        };
        let (to_host, from_host) = match opened {
            Ok(Ok(opened)) => opened,
            Ok(Err(problem)) => return CallEnd::NotOpened(problem),
            Err(_) => return CallEnd::NotOpened("it takes too long".to_owned()),
        };
        debug!(bot = %self.bot, %place, "the bot is reached over another node");
        let mut call = Call { seat: self, to_host, from_host, is_taken: false, line: None };
        let end = call.run(place, moves).await;
        // Only what the relay has set itself: the bot may be connected here by now.
        if let Some(own) = call.connection_id() {
            self.match_handle.replace(self.seat, Some(own), None);
        }
        if let CallEnd::MatchOver = end {
            let _too_slow = timeout(limits::RELAY_END_TIMEOUT, call.deliver_the_rest()).await;
        }
        end
    }

    async fn open(
        &self,
        place: &NodeAddress,
    ) -> Result<(mpsc::Sender<pb::RelayToHost>, Streaming<pb::RelayFromHost>), String> {
        let channel = self.relay.0.channels.to(place).map_err(|problem| problem.to_string())?;
        let (to_host, messages) = mpsc::channel(limits::RELAY_QUEUE);
        let open = pb::Open {
            match_id: self.match_handle.id().to_string(),
            seat: self.seat.number().into(),
            seat_count: self.count.get() as u32,
            bot: self.bot.to_string(),
        };
        to_host.try_send(message(ToHost::Open(open))).map_err(|problem| problem.to_string())?;
        let mut request = Request::new(ReceiverStream::new(messages));
        self.relay.0.key.show(request.metadata_mut());
        let mut client = NodeServiceClient::new(channel)
            .max_decoding_message_size(limits::RELAY_FROM_HOST_BYTES_MAX)
            .max_encoding_message_size(limits::RELAY_TO_HOST_BYTES_MAX);
        let from_host = client.relay(request).await.map_err(|status| in_words(&status))?.into_inner();
        Ok((to_host, from_host))
    }
}

impl Call<'_> {
    async fn run(&mut self, place: &NodeAddress, moves: &mut Moves) -> CallEnd {
        loop {
            tokio::select! {
                biased;
                () = self.seat.match_handle.closed() => return CallEnd::MatchOver,
                () = moves.wait() => {
                    let is_there = moves.places.borrow_and_update().get(&self.seat.bot) == Some(place);
                    let connected = connection_id(&moves.connections.borrow_and_update(), self.seat.seat);
                    if !is_there || connected != self.connection_id() {
                        return CallEnd::Moved;
                    }
                }
                received = self.from_host.message() => match received {
                    Ok(Some(pb::RelayFromHost { message: Some(message) })) => {
                        if !self.is_taken && self.seat.relay.0.outages.worked(place) {
                            info!(address = %place, "the node can be reached again");
                        }
                        if let Err(end) = self.receive(message).await {
                            return end;
                        }
                    }
                    // Of a later version.
                    Ok(Some(_)) => {}
                    Ok(None) => return CallEnd::Broken("it has ended the call".to_owned()),
                    Err(status) if self.is_taken => return CallEnd::Broken(in_words(&status)),
                    Err(status) => return CallEnd::NotOpened(in_words(&status)),
                },
                sent = send_next(&self.to_host, &mut self.line) => {
                    if sent.is_none() {
                        return CallEnd::Broken("it takes too few messages".to_owned());
                    }
                }
            }
        }
    }

    fn connection_id(&self) -> Option<ConnectionId> {
        self.line.as_ref().map(|line| line.sender.id())
    }

    async fn receive(&mut self, message: FromHost) -> Result<(), CallEnd> {
        self.is_taken = true;
        match message {
            FromHost::Connected(connected) => self.connect(&connected),
            FromHost::Disconnected(_) => self.set_line(None),
            FromHost::Held(told) => {
                if let Some(asked) = self.asked(&told) {
                    asked.is_held(held(&told));
                }
                Ok(())
            }
            FromHost::Said(said) => {
                self.say(said).await;
                Ok(())
            }
        }
    }

    fn connect(&mut self, connected: &pb::Connected) -> Result<(), CallEnd> {
        let (sender, stream) = BotSender::open_relayed(self.seat.relay.0.time.clone(), self.seat.relay.0.lag.clone());
        let form = match connected.form() {
            arena::ActionForm::Unspecified => arena::ActionForm::Typed,
            form => form,
        };
        let line = Line { number: connected.connection, sender, stream, asked: None };
        self.set_line(Some((line, form)))
    }

    /// Connects the match over another line, or over none. Fails if somebody else has connected it.
    fn set_line(&mut self, new: Option<(Line, arena::ActionForm)>) -> Result<(), CallEnd> {
        let connection = new.as_ref().map(|(line, form)| Connection { sender: line.sender.clone(), form: *form });
        let is_ours = self.seat.match_handle.replace(self.seat.seat, self.connection_id(), connection);
        // The match may still hold the old one's sender.
        self.line = new.map(|(line, _)| line);
        if is_ours { Ok(()) } else { Err(CallEnd::Moved) }
    }

    /// The ask of which the host tells, if it is the last one.
    fn asked(&self, told: &pb::Held) -> Option<&RelayedAsk> {
        self.line.as_ref()?.asked.as_ref().filter(|asked| asked.ticket() == told.ticket)
    }

    /// Tells the match what the bot has done. Of the time since the ask was handed on, only what the bot had it for counts.
    async fn say(&mut self, said: pb::Said) {
        let seat = self.seat.seat;
        let (input, ticket) = match said.what {
            Some(What::Answer(answer)) => {
                let ticket = answer.ticket;
                (Input::answer(seat, answer), Some(ticket))
            }
            Some(What::Resign(_)) => (Input::Resign { seat }, None),
            Some(What::Flooded(flooded)) => (Input::Flooded { seat, detail: flooded.detail }, None),
            Some(What::Crashed(crashed)) => (Input::Crashed { seat, detail: crashed.detail }, None),
            None => return,
        };
        let now = self.seat.relay.0.time.moment(&self.seat.relay.0.lag);
        let asked = said.held.as_ref().and_then(|told| Some((self.asked(told)?, held(told))));
        // The time on the way holds the lags of both nodes already.
        let lag = asked.map(|(asked, held)| asked.on_the_way(held, now.at));
        let noticed = Moment { lag: lag.unwrap_or(now.lag), ..now };
        if let Some((asked, held)) = asked {
            asked.is_held(held);
        }
        // The match may just have ended.
        let _closed = self.seat.match_handle.send(MatchCommand(noticed, input)).await;
        // Only now: as long as the answer isn't carried out, nobody may find the bot late.
        if let Some(line) = &mut self.line
            && let Some(asked) = line.asked.take_if(|asked| Some(asked.ticket()) == ticket)
        {
            asked.settle();
        }
    }

    /// Sends what the bot was told before the match ended, and waits until the host has it.
    async fn deliver_the_rest(mut self) {
        if let Some(line) = &self.line {
            // Now the line ends behind its last message, and so does the loop below.
            line.sender.disconnect(DisconnectReason::Left);
        }
        if self.line.is_some() {
            while send_next(&self.to_host, &mut self.line).await.is_some() {}
        }
        drop(self.to_host);
        // The host ends its side once it has read everything.
        while let Ok(Some(_)) = self.from_host.message().await {}
    }
}

/// Sends the next message for the bot as soon as it can be sent; `None` if there will be none over this line. Waits while there is
/// no line.
async fn send_next(to_host: &mpsc::Sender<pb::RelayToHost>, line: &mut Option<Line>) -> Option<()> {
    let Some(line) = line else { return std::future::pending().await };
    // First: what is taken and can't be sent would lie here without anybody knowing it.
    let permit = to_host.reserve().await.ok()?;
    let (sent, handed_on) = line.stream.next().await?.ok()?;
    if handed_on.is_some() || sent.message.as_ref().is_some_and(closes_ask) {
        line.asked.take().iter().for_each(RelayedAsk::settle);
        line.asked = handed_on;
    }
    permit.send(message(ToHost::ForBot(pb::ForBot { connection: line.number, message: Some(sent) })));
    Some(())
}

fn message(message: ToHost) -> pb::RelayToHost {
    pb::RelayToHost { message: Some(message) }
}

fn in_words(status: &Status) -> String {
    format!("{}: {}", status.code(), status.message())
}
