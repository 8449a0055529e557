//! A cache of the boards of recently shown matches, so that they aren't drawn again for every visitor.

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use parking_lot::Mutex;

use crate::failure::Failure;
use crate::language::Language;

/// How many files are kept. Each has a few hundred kilobytes.
const KEPT_MAX: usize = 16;

/// A match, the seat whose view is drawn, or `None` for the public view, and the language.
type Key = (String, Option<u32>, Language);

/// The boards of one match. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawing(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    boards: OnceLock<Bytes>,
    /// Held by the request that has them drawn. The others wait for it.
    turn: tokio::sync::Mutex<()>,
}

/// The most recently requested files with boards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Replays(Arc<Mutex<VecDeque<(Key, Drawing)>>>);

impl Drawing {
    /// The boards, which `draw` makes unless they are known. Runs where drawing may take its time. The boards stay known even if
    /// the request has been given up in the meantime: on a busy machine, the next one then finds them.
    pub(crate) fn once(&self, draw: impl FnOnce() -> Result<String, Failure>) -> Result<Bytes, Failure> {
        match self.0.boards.get() {
            Some(boards) => Ok(boards.clone()),
            None => draw().map(|boards| self.0.boards.get_or_init(|| Bytes::from(boards)).clone()),
        }
    }
}

impl Replays {
    /// The boards of a match. `draw` makes them by [`Drawing::once`]. The caller has checked that the visitor may see them.
    pub(crate) async fn boards<F>(&self, key: Key, draw: impl FnOnce(Drawing) -> F) -> Result<Bytes, Failure>
    where
        F: Future<Output = Result<Bytes, Failure>>,
    {
        let drawing = self.place(key);
        let shared = drawing.0.clone();
        let _turn = shared.turn.lock().await;
        // The request before may have had them drawn while this one waited.
        match shared.boards.get() {
            Some(boards) => Ok(boards.clone()),
            None => draw(drawing).await,
        }
    }

    fn place(&self, key: Key) -> Drawing {
        let mut kept = self.0.lock();
        let known = kept.iter().position(|(other, _)| *other == key).and_then(|index| kept.remove(index));
        let (key, drawing) = known.unwrap_or_else(|| (key, Drawing::default()));
        kept.push_front((key, drawing.clone()));
        // What was asked for least recently stands last.
        kept.truncate(KEPT_MAX);
        drawing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_was_drawn_is_kept_until_others_are_looked_at() {
        let replays = Replays::default();
        let boards = async |id: &str, text: &str| {
            let text = text.to_owned();
            let draw = |drawing: Drawing| async move { drawing.once(|| Ok(text)) };
            replays.boards((id.to_owned(), None, Language::English), draw).await.unwrap()
        };
        assert_eq!(boards("a", "drawn").await, "drawn");
        assert_eq!(boards("a", "drawn again").await, "drawn");
        for number in 0..KEPT_MAX {
            boards(&number.to_string(), "").await;
        }
        assert_eq!(boards("a", "drawn again").await, "drawn again");
        assert_eq!(replays.0.lock().len(), KEPT_MAX);
    }

    #[tokio::test]
    async fn what_could_not_be_drawn_is_tried_again() {
        let replays = Replays::default();
        let key = || ("a".to_owned(), Some(1), Language::English);
        let fails = |drawing: Drawing| async move { drawing.once(|| Err(Failure::not_found("no"))) };
        replays.boards(key(), fails).await.unwrap_err();
        let works = |drawing: Drawing| async move { drawing.once(|| Ok("drawn".to_owned())) };
        assert_eq!(replays.boards(key(), works).await.unwrap(), "drawn");
    }

    #[tokio::test]
    async fn what_is_drawn_for_a_request_that_was_given_up_is_kept() {
        let replays = Replays::default();
        let key = || ("a".to_owned(), None, Language::English);
        let (mut late, mut turn) = (None, None);
        let given_up = replays.boards(key(), |drawing| {
            late = Some(drawing);
            std::future::pending()
        });
        assert!(tokio::time::timeout(std::time::Duration::ZERO, given_up).await.is_err());
        let next = |drawing: Drawing| {
            // Its own drawing begins when the late one has ended.
            turn = late.take().map(|late| late.once(|| Ok("late".to_owned())).unwrap());
            async move { drawing.once(|| Ok("drawn again".to_owned())) }
        };
        assert_eq!(replays.boards(key(), next).await.unwrap(), "late");
        assert_eq!(turn.unwrap(), "late");
    }
}
