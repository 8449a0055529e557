//! What one visitor is sent of a running match.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::unfold;
use kahua_core::limits;
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::{SpectatorSlot, Visitor};
use serde::Deserialize;
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_stream::Stream;
use tonic::Status;

use super::{Newest, Shows, Update};
use crate::language::{Language, say};

/// What a visitor is sent of a match at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Parts {
    /// The board, and all sentences so far.
    #[default]
    All,
    /// Only the board: a long match has many sentences, and the first page shows none.
    Board,
}

/// One visitor's stream.
struct Watching {
    visitor: Visitor,
    header: Arc<pb::MatchRecord>,
    delay: Duration,
    newest: watch::Receiver<Newest>,
    parts: Parts,
    /// The number of the last update that was sent.
    seen: u64,
    /// What is sent next, without waiting.
    next: Option<Bytes>,
    has_ended: bool,
    _place: SpectatorSlot,
}

/// A running match as server-sent events in this language, from its beginning.
///
/// # Errors
/// If the visitor may not watch it, there are too many spectators, or it isn't being played any more.
pub(crate) async fn watching(
    shows: &Shows,
    visitor: &Visitor,
    language: Language,
    id: &str,
    parts: Parts,
) -> Result<impl Stream<Item = Result<Bytes, Infallible>> + Send + use<>, Status> {
    let over = || Status::failed_precondition(say!(language, "this match is not being played any more"));
    let table = visitor.running(id).await?.ok_or_else(over)?;
    let delay = table.delay.clone()?;
    // The place comes first: a visitor for whom there is none doesn't cause the match to be drawn.
    let _place = visitor.take_place()?;
    let newest = shows.join(visitor, language, id, &table).await?;
    let watching = Watching {
        visitor: visitor.clone(),
        header: table.header,
        delay,
        newest,
        parts,
        seen: 0,
        next: None,
        has_ended: false,
        _place,
    };
    Ok(unfold(watching, async |mut watching| {
        let bytes = watching.next().await?;
        Some((Ok(bytes), watching))
    }))
}

impl Watching {
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(next) = self.next.take() {
            return Some(next);
        }
        if self.has_ended {
            return None;
        }
        loop {
            match timeout(limits::LIVE_HEARTBEAT, self.newest.changed()).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return None,
                // A comment line, so that a closed connection is noticed.
                Err(_) => return Some(Bytes::from_static(b":\n\n")),
            }
            let newest = self.newest.borrow_and_update().clone();
            let Some(update) = newest else { continue };
            if !self.may_go_on() {
                return None;
            }
            return Some(self.send(&update));
        }
    }

    fn send(&mut self, update: &Arc<Update>) -> Bytes {
        // A visitor who has seen nothing yet has no board that the news could change.
        let is_next = self.seen + 1 == update.number && self.seen > 0;
        self.seen = update.number;
        self.has_ended = update.is_last;
        if is_next {
            return update.news.clone();
        }
        // The clocks have gone on since this update, so a visitor who comes between two updates needs its age.
        self.next = Some(match self.parts {
            Parts::All => update.whole.clone(),
            Parts::Board => update.board(),
        });
        format!("event: age\ndata: {}\n\n", update.told_at.elapsed().as_millis()).into()
    }

    /// Whether the visitor may still see the match with this delay: a token may have been revoked.
    fn may_go_on(&self) -> bool {
        self.visitor.delay_of(&self.header).is_ok_and(|delay| delay <= self.delay)
    }
}
