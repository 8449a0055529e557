//! A stream that delays its items.

use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep_until};
use tokio_stream::Stream;

/// Yields each item of a stream after this delay. An error isn't delayed: it ends the stream at once.
///
/// The number of waiting items isn't bounded here. The caller must know that the stream has a bound.
#[derive(Debug)]
pub(crate) struct Delayed<S, T> {
    stream: S,
    delay: Duration,
    /// Each item with the time at which it is due.
    waiting: VecDeque<(Instant, T)>,
    timer: Pin<Box<Sleep>>,
    ended: bool,
}

impl<S, T> Delayed<S, T> {
    /// A delay of zero changes nothing.
    pub(super) fn new(stream: S, delay: Duration) -> Delayed<S, T> {
        let timer = Box::pin(sleep_until(Instant::now()));
        Delayed { stream, delay, waiting: VecDeque::new(), timer, ended: false }
    }
}

impl<S, T, E> Stream for Delayed<S, T>
where
    S: Stream<Item = Result<T, E>> + Unpin,
    T: Unpin,
{
    type Item = Result<T, E>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<T, E>>> {
        let this = self.get_mut();
        while !this.ended {
            match Pin::new(&mut this.stream).poll_next(cx) {
                Poll::Ready(Some(Ok(item))) => this.waiting.push_back((Instant::now() + this.delay, item)),
                Poll::Ready(Some(Err(error))) => {
                    this.ended = true;
                    this.waiting.clear();
                    return Poll::Ready(Some(Err(error)));
                }
                Poll::Ready(None) => this.ended = true,
                Poll::Pending => break,
            }
        }
        let Some((due, _)) = this.waiting.front() else {
            return if this.ended { Poll::Ready(None) } else { Poll::Pending };
        };
        if *due > Instant::now() {
            this.timer.as_mut().reset(*due);
            ready!(this.timer.as_mut().poll(cx));
        }
        Poll::Ready(this.waiting.pop_front().map(|(_, item)| Ok(item)))
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;
    use tokio::time::{advance, timeout};
    use tokio_stream::StreamExt;
    use tokio_stream::wrappers::ReceiverStream;

    use super::*;

    const DELAY: Duration = Duration::from_secs(60);

    type Item = Result<u32, &'static str>;

    fn delayed(delay: Duration) -> (mpsc::Sender<Item>, Delayed<ReceiverStream<Item>, u32>) {
        let (sender, receiver) = mpsc::channel(8);
        (sender, Delayed::new(ReceiverStream::new(receiver), delay))
    }

    #[tokio::test(start_paused = true)]
    async fn every_item_comes_so_much_later_and_in_order() {
        let (sender, mut stream) = delayed(DELAY);
        let begun = Instant::now();
        for item in [1, 2] {
            sender.send(Ok(item)).await.unwrap();
            assert!(timeout(Duration::from_secs(10), stream.next()).await.is_err(), "nothing is due");
        }
        drop(sender);
        assert_eq!((stream.next().await, begun.elapsed().as_secs()), (Some(Ok(1)), 60));
        assert_eq!((stream.next().await, begun.elapsed().as_secs()), (Some(Ok(2)), 70));
        assert_eq!(stream.next().await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn an_error_ends_the_stream_at_once() {
        let (sender, mut stream) = delayed(DELAY);
        sender.send(Ok(1)).await.unwrap();
        sender.send(Err("draining")).await.unwrap();
        let begun = Instant::now();
        assert_eq!((stream.next().await, begun.elapsed()), (Some(Err("draining")), Duration::ZERO));
        advance(DELAY).await;
        assert_eq!(stream.next().await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn without_a_delay_nothing_waits() {
        let (sender, mut stream) = delayed(Duration::ZERO);
        sender.send(Ok(1)).await.unwrap();
        let begun = Instant::now();
        assert_eq!((stream.next().await, begun.elapsed()), (Some(Ok(1)), Duration::ZERO));
    }
}
