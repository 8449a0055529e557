//! A cache of the boards of recently shown matches, so that they aren't drawn again for every visitor.

use std::collections::VecDeque;
use std::sync::Arc;

use bytes::Bytes;
use parking_lot::Mutex;
use tokio::sync::OnceCell;

use crate::failure::Failure;

/// How many files are kept. Each has a few hundred kilobytes.
const KEPT_MAX: usize = 16;

/// A match, and the seat whose view is drawn; `None` for the public view.
type Key = (String, Option<u32>);

/// The boards, drawn by the first request; the others wait for it.
type Drawn = Arc<OnceCell<Bytes>>;

/// The most recently requested files with boards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Replays(Arc<Mutex<VecDeque<(Key, Drawn)>>>);

impl Replays {
    /// The boards of a match, as `draw` makes them. The caller has checked that the visitor may see them.
    pub(crate) async fn boards<F>(&self, key: Key, draw: impl FnOnce() -> F + Send) -> Result<Bytes, Failure>
    where
        F: Future<Output = Result<String, Failure>> + Send,
    {
        let drawn = self.place(key);
        drawn.get_or_try_init(async || draw().await.map(Bytes::from)).await.cloned()
    }

    fn place(&self, key: Key) -> Drawn {
        let mut kept = self.0.lock();
        let known = kept.iter().position(|(other, _)| *other == key).and_then(|index| kept.remove(index));
        let (key, drawn) = known.unwrap_or_else(|| (key, Drawn::default()));
        kept.push_front((key, drawn.clone()));
        kept.truncate(KEPT_MAX);
        drawn
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
            replays.boards((id.to_owned(), None), || async { Ok(text) }).await.unwrap()
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
        let key = || ("a".to_owned(), Some(1));
        replays.boards(key(), || async { Err(Failure::not_found("no")) }).await.unwrap_err();
        assert_eq!(replays.boards(key(), || async { Ok("drawn".to_owned()) }).await.unwrap(), "drawn");
    }
}
