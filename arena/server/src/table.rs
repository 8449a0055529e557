//! A table: one match without a league, unrated and without a clock. Its players are in this process.
//!
//! Its players aren't in the lobby. So no league can pair them, whatever their names, and nothing that they do counts
//! for a bot of the same name.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

use kahua_core::clock::TimeControl;
use kahua_core::ids::MatchId;
use kahua_core::referee::{Input, Player};
use kahua_engine::{PerSeat, Seat};
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_message::Message;
use tokio_stream::{Stream, StreamExt};

use crate::app::App;
use kahua_play::StartError;
use kahua_play::auth::fair_slots::Slot;
use kahua_play::auth::peer::SlotOwner;
use kahua_play::bots::match_handle::{Closed, MatchCommand, MatchHandle};
use kahua_play::bots::{BotSender, BotStream, Connection, SessionContext};
use kahua_settings::config::MatchTerms;

/// The game and the players of a table.
#[derive(Clone, Debug)]
pub struct TableSettings {
    /// The game's name.
    pub game: String,
    /// The game's options as `name=value`.
    pub options: Vec<String>,
    /// Who sits where.
    pub players: PerSeat<Player>,
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
            seats: self.players.count().get(),
            options: self.options,
            time: TimeControl { stopped: true, ..TimeControl::default() },
            rated: false,
            ..MatchTerms::new(self.game)
        }
    }
}

impl Table {
    /// Opens a table for this visitor. Returns the seats in order.
    pub(crate) async fn open(
        app: &Arc<App>,
        owner: SlotOwner,
        table: TableSettings,
    ) -> Result<(Table, Vec<TableSeat>), OpenTableError> {
        let place = app.tables.enter_if_fair(owner).ok_or(OpenTableError::NoTable)?;
        let context = app.sessions.clone();
        let players = table.players.clone();
        let ends = players.iter().map(|_| BotSender::open(context.time.clone(), context.lag.clone()));
        let (senders, messages): (Vec<BotSender>, Vec<BotStream>) = ends.unzip();
        let connect = |sender| Connection { sender, form: pb::ActionForm::Both };
        let connections = PerSeat::from_values(senders.into_iter().map(connect)).ok_or(OpenTableError::NoMatch)?;
        let started = app.matchmaker.start_table(&table.terms(), players, connections).await?;
        let match_handle = started.ok_or(OpenTableError::NoMatch)?;
        let seat = |messages| TableSeat { messages, match_handle: match_handle.clone() };
        let seats = messages.into_iter().map(seat).collect();
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
    /// The visitor has as many tables as are still free.
    #[error("too many tables are taken; come back when a match at one of them is over")]
    NoTable,
    /// The arena has as many matches as it can play.
    #[error("the arena has as many matches as it can play; come back when some of them are over")]
    NoMatch,
    /// These settings can't be played, or the store can't be written.
    #[error(transparent)]
    Start(#[from] StartError),
}
