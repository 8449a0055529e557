//! A table: one match without a league, unrated and without a clock. Its players are in this process, or connected bots.
//!
//! The players in this process aren't in the lobby. So no league can pair them, whatever their names, and nothing that they do
//! counts for a bot of the same name.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

use kahua_core::clock::TimeControl;
use kahua_core::ids::{BotName, MatchId};
use kahua_core::referee::{Input, Player};
use kahua_engine::{PerSeat, Seat};
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_message::Message;
use tokio_stream::{Stream, StreamExt};

use crate::app::App;
use kahua_play::auth::fair_slots::Slot;
use kahua_play::auth::peer::SlotOwner;
use kahua_play::bots::lobby;
use kahua_play::bots::match_handle::{Closed, MatchCommand, MatchHandle};
use kahua_play::bots::{BotSender, BotStream, Connection, SessionContext};
use kahua_play::matches::matchmaker::StartTableError;
use kahua_settings::config::MatchTerms;

/// Who sits in a seat of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// A player in this process, who gets a [`TableSeat`].
    Here(Player),
    /// A bot that is connected to the arena.
    Bot(BotName),
}

impl Sitter {
    /// The player's name.
    #[must_use]
    pub fn name(&self) -> BotName {
        match self {
            Sitter::Here(player) => player.name,
            Sitter::Bot(name) => *name,
        }
    }
}

/// The game and the players of a table.
#[derive(Clone, Debug)]
pub struct TableSettings {
    /// The game's name.
    pub game: String,
    /// The game's options as `name=value`.
    pub options: Vec<String>,
    /// Who sits where.
    pub sitters: PerSeat<Sitter>,
}

/// The match of a table. Clones are the same table. It uses one of the arena's places for tables until the last clone
/// is dropped.
#[derive(Clone, Debug)]
pub struct Table {
    match_handle: MatchHandle,
    context: Arc<SessionContext>,
    _place: Arc<Slot<SlotOwner>>,
}

/// What the arena sends to one seat of a table.
#[derive(Debug)]
pub struct TableSeat {
    messages: BotStream,
    match_handle: MatchHandle,
}

impl TableSettings {
    fn terms(self) -> MatchTerms {
        MatchTerms {
            seats: self.sitters.count().get(),
            options: self.options,
            time: TimeControl { stopped: true, ..TimeControl::default() },
            rated: false,
            ..MatchTerms::new(self.game)
        }
    }
}

impl Table {
    /// Opens a table for this visitor. Returns the seats of the players in this process.
    pub(crate) async fn open(
        app: &Arc<App>,
        owner: SlotOwner,
        table: TableSettings,
    ) -> Result<(Table, Vec<(Seat, TableSeat)>), OpenTableError> {
        let place = app.tables.enter_if_fair(owner).ok_or(OpenTableError::NoTable)?;
        let context = app.sessions.clone();
        let mut streams: Vec<(Seat, BotStream)> = Vec::new();
        let mut seated = |seat, sitter: &Sitter| match sitter {
            Sitter::Bot(name) => lobby::Sitter::Bot(*name),
            Sitter::Here(player) => {
                let (sender, stream) = BotSender::open(context.time.clone(), context.lag.clone());
                streams.push((seat, stream));
                lobby::Sitter::Here(player.clone(), Connection { sender, form: pb::ActionForm::Both })
            }
        };
        let sitters = PerSeat::from_fn(table.sitters.count(), |seat| seated(seat, &table.sitters[seat]));
        let match_handle = app.matchmaker.start_table(&table.terms(), sitters).await?;
        let seat = |(seat, messages)| (seat, TableSeat { messages, match_handle: match_handle.clone() });
        let seats = streams.into_iter().map(seat).collect();
        Ok((Table { match_handle, context, _place: place }, seats))
    }

    /// The match.
    #[must_use]
    pub fn id(&self) -> MatchId {
        self.match_handle.id()
    }

    /// Answers an ask of this seat. An answer to another ask than the open one does nothing.
    pub async fn answer(&self, seat: Seat, answer: pb::Answer) {
        self.send(Input::answer(seat, answer)).await;
    }

    /// Gives the match up for this seat.
    pub async fn resign(&self, seat: Seat) {
        self.send(Input::Resign { seat }).await;
    }

    /// Ends the match without result.
    pub async fn abort(&self, reason: impl Into<String>) {
        self.send(Input::Abort { reason: reason.into() }).await;
    }

    /// Resolves when the match isn't being played any more.
    pub async fn closed(&self) {
        self.match_handle.closed().await;
    }

    async fn send(&self, input: Input) {
        // If the match has just ended, the input doesn't matter any more.
        let _: Result<(), Closed> = self.match_handle.send(MatchCommand(self.context.moment(), input)).await;
    }
}

impl TableSeat {
    /// The next message; `None` when the match isn't being played any more.
    pub async fn next(&mut self) -> Option<Message> {
        tokio::select! {
            biased;
            message = self.messages.next() => message?.ok()?.message,
            () = self.match_handle.closed() => {
                // Messages from before the close, such as Ended, are in the queue by now.
                let messages = &mut self.messages;
                let left = poll_fn(|cx| match Pin::new(&mut *messages).poll_next(cx) {
                    Poll::Pending => Poll::Ready(None),
                    ready => ready,
                });
                left.await?.ok()?.message
            }
        }
    }
}

/// Why there is no table.
#[derive(Debug, thiserror::Error)]
pub enum OpenTableError {
    /// The visitor may not play here.
    #[error("{0}")]
    NotAdmitted(String),
    /// The visitor holds as many tables as are still free, or more.
    #[error("too many tables are taken; come back when a match at one of them is over")]
    NoTable,
    /// A seat is for a bot that belongs to somebody else.
    #[error("bot {0} isn't yours: sign in with its token, and it can play at your table")]
    NotYours(BotName),
    /// The match can't begin.
    #[error(transparent)]
    Start(#[from] StartTableError),
}
