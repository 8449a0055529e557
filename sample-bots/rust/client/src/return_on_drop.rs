//! A stream that returns to its owner when its reader drops it.

use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::sync::oneshot;
use tokio_stream::Stream;

/// Lends a stream to the transport, which decides when to drop it: when the arena closes its half, for instance, while
/// the arena's last messages are still unread. Unless it panicked, the stream comes back through the receiver.
#[derive(Debug)]
pub(crate) struct ReturnOnDrop<S>(Option<(S, oneshot::Sender<S>)>);

impl<S> ReturnOnDrop<S> {
    pub(crate) fn new(stream: S) -> (ReturnOnDrop<S>, oneshot::Receiver<S>) {
        let (give_back, returned) = oneshot::channel();
        (ReturnOnDrop(Some((stream, give_back))), returned)
    }
}

impl<S: Stream + Unpin> Stream for ReturnOnDrop<S> {
    type Item = S::Item;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<S::Item>> {
        let (stream, _) = self.0.as_mut().expect("the stream is taken only on drop");
        Pin::new(stream).poll_next(context)
    }
}

impl<S> Drop for ReturnOnDrop<S> {
    fn drop(&mut self) {
        // A stream that has just panicked must not be read again. The owner learns that it is gone.
        if let Some((stream, give_back)) = self.0.take().filter(|_| !std::thread::panicking()) {
            // The receiver is gone if the whole bot is being dropped.
            let _ = give_back.send(stream);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[tokio::test]
    async fn a_stream_comes_back_unless_it_panicked() {
        let (lent, returned) = ReturnOnDrop::new(tokio_stream::empty::<()>());
        drop(lent);
        assert!(returned.await.is_ok());

        let (lent, returned) = ReturnOnDrop::new(tokio_stream::empty::<()>());
        let read = AssertUnwindSafe(move || {
            let _lent = lent;
            panic!("a defect of the stream");
        });
        assert!(catch_unwind(read).is_err());
        assert!(returned.await.is_err());
    }
}
