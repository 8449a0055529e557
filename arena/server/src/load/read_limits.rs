//! Budgets for the work of connections, so that a flood doesn't delay players.
//!
//! - A connection is read piece by piece. After each piece, all other connections go first.
//! - Each frame has a price. A connection pays from its own allowance first, then from a budget that all connections share;
//!   if that is used up, the connection is read later. A connection that carries a bot has a larger allowance than any bot
//!   needs. Others have one for their first calls, so that a flood doesn't hold up a bot that comes back.
//! - Frames that only keep the arena busy are counted, and a connection that sends too many of them is cut off. HTTP/2
//!   allows any number of them, and h2 answers each.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use kahua_core::limits;
use parking_lot::Mutex;
use tokio::time::{Instant, Sleep, sleep_until};
use tracing::warn;

use super::frames::{Frame, Frames, kind};
use kahua_play::budget::Budget;
use kahua_play::log_throttle::LogThrottle;
use kahua_play::metrics::Metrics;

/// The budget that all connections share.
#[derive(Debug)]
pub(crate) struct ReadLimits {
    work: Budget,
    floods: Mutex<LogThrottle>,
    metrics: Metrics,
}

/// The work of one connection.
#[derive(Debug)]
pub(crate) struct ReadMeter {
    shared: Arc<ReadLimits>,
    incoming: Frames,
    outgoing: Frames,
    /// The rest of the allowance for the first calls.
    first: u32,
    /// The allowance of a connection that carries a bot.
    of_bot: Budget,
    /// Bytes that were sent and don't make up a unit of work yet.
    sent_bytes: u32,
    control_frames: Budget,
    /// How many control frames it may send in answer to the arena's frames, free of the budget.
    control_frames_earned: u32,
    /// When its work is paid for, if that is later than now and `wait` doesn't cover it yet.
    due: Option<Instant>,
    /// The sleep that its task is registered with. It must not be replaced before it ends, or the task is never woken.
    wait: Option<Pin<Box<Sleep>>>,
    /// Whether it has had its turn, so that others go first.
    gives_way: bool,
}

impl ReadLimits {
    pub(crate) fn new(metrics: Metrics) -> Arc<ReadLimits> {
        let cores =
            std::thread::available_parallelism().map_or(1, |cores| u32::try_from(cores.get()).unwrap_or(u32::MAX));
        let work = Budget::new(limits::WORK_PER_CORE.saturating_mul(cores), limits::WORK_MEAN_OVER);
        Arc::new(ReadLimits { work, floods: Mutex::default(), metrics })
    }

    fn cut_off(&self) -> io::Error {
        self.metrics.flood();
        if let Some(floods) = self.floods.lock().failed() {
            warn!(floods, "a connection is cut off, since it sends a flood of control frames");
        }
        io::Error::other("a flood of control frames")
    }
}

impl ReadMeter {
    pub(crate) fn new(shared: Arc<ReadLimits>) -> ReadMeter {
        ReadMeter {
            shared,
            incoming: Frames::of_client(),
            outgoing: Frames::of_server(),
            first: limits::FIRST_CALLS_WORK,
            of_bot: Budget::new(limits::BOT_WORK_MAX, limits::BOT_WORK_MEAN_OVER)
                .beginning_with(limits::BOT_WORK_AT_FIRST),
            sent_bytes: 0,
            control_frames: Budget::new(limits::CONTROL_FRAMES_PER_SECOND_MAX, limits::CONTROL_FRAMES_MEAN_OVER),
            control_frames_earned: 0,
            due: None,
            wait: None,
            gives_way: false,
        }
    }

    /// Resolves when it is this connection's turn to be read.
    pub(crate) fn poll_turn(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        loop {
            if let Some(wait) = &mut self.wait {
                ready!(wait.as_mut().poll(cx));
            }
            // Messages that the arena sent it during the wait are work too.
            self.wait = self.due.take().map(|due| Box::pin(sleep_until(due)));
            if self.wait.is_none() {
                break;
            }
        }
        // Wakes itself at once, and yields: other tasks have a turn first.
        if std::mem::take(&mut self.gives_way) {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready(())
    }

    /// Notes the bytes that were read from the connection.
    ///
    /// # Errors
    /// If the connection must end because it floods the arena.
    pub(crate) fn read(&mut self, bytes: &[u8], carries_bot: bool) -> io::Result<()> {
        let (mut work, mut control_frames) = (limits::READ_WORK, 0);
        self.incoming.pass(bytes, |frame| {
            work += price(frame);
            control_frames += weight(frame);
        });
        // HTTP/1.1 has no frames. Its requests must not be cheaper, so each pays for a call and for its headers.
        if !self.incoming.is_http_2() {
            let requests = self.incoming.pass_lines(bytes);
            work += requests * limits::CALL_WORK + bytes.len() as u32 / limits::HTTP_1_BYTES_PER_WORK_UNIT;
        }
        // Earned frames first: an honest client answers the arena's frames, and must not use up its budget by that.
        let earned = control_frames.min(self.control_frames_earned);
        self.control_frames_earned -= earned;
        if control_frames > earned && !self.control_frames.take_if_free(control_frames - earned) {
            // Slowing it down isn't enough: it could keep h2 busy with answers forever.
            return Err(self.shared.cut_off());
        }
        self.pay(work, carries_bot);
        self.gives_way = bytes.len() >= bytes_at_a_time(carries_bot);
        Ok(())
    }

    /// Notes the bytes that were sent to the connection. Sending is work too, and clients answer it with control
    /// frames.
    pub(crate) fn sent(&mut self, bytes: &[u8], carries_bot: bool) {
        self.sent_bytes += bytes.len() as u32;
        self.pay(self.sent_bytes / limits::BYTES_PER_WORK_UNIT, carries_bot);
        self.sent_bytes %= limits::BYTES_PER_WORK_UNIT;
        if self.incoming.is_http_2() {
            let earned = &mut self.control_frames_earned;
            self.outgoing.pass(bytes, |frame| {
                if matches!(frame.kind, kind::DATA | kind::HEADERS) {
                    *earned = (*earned + limits::CONTROL_FRAMES_PER_FRAME).min(limits::CONTROL_FRAMES_EARNED_MAX);
                }
            });
        }
    }

    fn pay(&mut self, work: u32, carries_bot: bool) {
        // The connection's own allowances first, so that it doesn't compete with a flood for the shared budget.
        let free = work.min(self.first);
        self.first -= free;
        let rest = work - free;
        if rest == 0 || (carries_bot && self.of_bot.take_if_free(rest)) {
            return;
        }
        // The work is done already, so it is always taken. If that overdraws the budget, the connection waits.
        self.due = self.shared.work.take(rest).or(self.due);
    }
}

/// How many bytes of a connection are read at a time.
pub(crate) fn bytes_at_a_time(carries_bot: bool) -> usize {
    if carries_bot { limits::READ_BYTES_MAX } else { limits::STRANGER_READ_BYTES_MAX }
}

/// The price of a frame in units of work.
fn price(frame: Frame) -> u32 {
    let length = frame.length / limits::BYTES_PER_WORK_UNIT;
    length
        + match frame.kind {
            kind::HEADERS => limits::CALL_WORK,
            kind::SETTINGS => limits::SETTINGS_WORK,
            kind::DATA if frame.length == 0 => limits::EMPTY_DATA_WORK,
            _ => 1,
        }
}

/// How many control frames it counts as. Frames that begin a call or belong to a message count as none.
fn weight(frame: Frame) -> u32 {
    match frame.kind {
        kind::HEADERS => 0,
        kind::DATA => u32::from(frame.length == 0),
        kind::SETTINGS => limits::SETTINGS_WORK,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use std::iter::empty;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::task::{Wake, Waker};
    use std::time::Duration;

    use tokio::time::advance;

    use super::*;

    const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

    const PING: u8 = 6;

    fn frames(kind: u8, payload: usize, count: u32) -> Vec<u8> {
        let frame = [&[0, 0, payload as u8, kind, 0, 0, 0, 0, 0][..], &vec![0; payload]].concat();
        frame.repeat(count as usize)
    }

    fn read_limits() -> Arc<ReadLimits> {
        ReadLimits::new(Metrics::new(empty()))
    }

    /// A connection over HTTP/2 that has nothing left of its allowance for the first calls.
    fn connected(read_limits: &Arc<ReadLimits>) -> ReadMeter {
        let mut meter = ReadMeter::new(read_limits.clone());
        meter.read(PREFACE, false).unwrap();
        meter.first = 0;
        meter
    }

    fn is_read(meter: &mut ReadMeter) -> bool {
        meter.poll_turn(&mut Context::from_waker(Waker::noop())).is_ready()
    }

    /// Lets a stranger use up the shared budget.
    fn flood(read_limits: &Arc<ReadLimits>) -> ReadMeter {
        let mut stranger = connected(read_limits);
        while stranger.due.is_none() {
            stranger.read(&frames(kind::HEADERS, 0, 1), false).unwrap();
        }
        stranger
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_sent_much_lets_others_go_first() {
        let frame = [&[0, 15, 255, kind::DATA, 0, 0, 0, 0, 1][..], &[0; 4095]].concat();
        for (bytes_max, carries_bot) in [(limits::READ_BYTES_MAX, true), (limits::STRANGER_READ_BYTES_MAX, false)] {
            let mut meter = connected(&read_limits());
            let (first, rest) = frame.split_at(bytes_max - 1);
            meter.read(first, carries_bot).unwrap();
            assert!(is_read(&mut meter));
            meter.read(&rest[..bytes_max], carries_bot).unwrap();
            assert_eq!([is_read(&mut meter), is_read(&mut meter)], [false, true]);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_flood_is_read_later_and_those_after_it_too() {
        let read_limits = read_limits();
        let (mut stranger, mut other) = (flood(&read_limits), connected(&read_limits));
        other.read(&frames(kind::HEADERS, 0, 1), false).unwrap();
        assert_eq!([is_read(&mut stranger), is_read(&mut other)], [false, false]);
        advance(Duration::from_secs(1)).await;
        assert_eq!([is_read(&mut stranger), is_read(&mut other)], [true, true]);
    }

    /// How often a stranger can send this before it is read later.
    fn count_until_due(bytes: &[u8]) -> usize {
        let mut stranger = connected(&read_limits());
        let is_free = |_: &usize| {
            stranger.read(bytes, false).unwrap();
            stranger.due.is_none()
        };
        (0..1_000_000).take_while(is_free).count()
    }

    #[tokio::test(start_paused = true)]
    async fn data_without_data_costs_more_than_data() {
        assert!(count_until_due(&frames(kind::DATA, 0, 10)) < count_until_due(&frames(kind::DATA, 1, 10)));
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_sends_single_bytes_is_read_later() {
        let mut stranger = connected(&read_limits());
        // By their price alone, the frames fit into the budget of a single core.
        let bytes = frames(kind::DATA, 255, 100);
        let mut waits = bytes.iter().map(|byte| {
            stranger.read(&[*byte], false).unwrap();
            stranger.due.is_some()
        });
        assert!(waits.any(|waits| waits));
    }

    #[derive(Default)]
    struct Woken(AtomicBool);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_waits_is_woken_though_it_was_sent_something_meanwhile() {
        let read_limits = read_limits();
        let (mut stranger, woken) = (flood(&read_limits), Arc::<Woken>::default());
        let waker = woken.clone().into();
        assert!(stranger.poll_turn(&mut Context::from_waker(&waker)).is_pending());
        stranger.sent(&[0; 100_000], false);
        advance(Duration::from_secs(1)).await;
        assert!(woken.0.load(Ordering::Relaxed));
        assert!(is_read(&mut stranger));
    }

    #[tokio::test(start_paused = true)]
    async fn a_bot_is_read_at_once_beside_a_flood() {
        let read_limits = read_limits();
        let (_stranger, mut bot) = (flood(&read_limits), connected(&read_limits));
        for _ in 0..100 {
            // A burst of answers in all its matches, ten times a second.
            bot.read(&frames(kind::DATA, 100, 512), true).unwrap();
            bot.gives_way = false;
            assert!(is_read(&mut bot));
            advance(Duration::from_millis(100)).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_bot_that_connects_again_and_again_gets_no_whole_allowance_each_time() {
        let read_limits = read_limits();
        let _stranger = flood(&read_limits);
        let answers = frames(kind::DATA, 100, 1);
        let read_at_once = |_| {
            let mut bot = ReadMeter::new(read_limits.clone());
            bot.read(PREFACE, false).unwrap();
            (0..100_000).take_while(|_| bot.read(&answers, true).is_ok() && bot.due.is_none()).count()
        };
        let all: usize = (0..100).map(read_at_once).sum();
        assert!(all < 100 * 300, "{all} answers were read at once");
    }

    #[tokio::test(start_paused = true)]
    async fn a_bot_that_floods_is_read_as_a_stranger() {
        let mut bot = connected(&read_limits());
        for _ in 0..1000 {
            bot.read(&frames(kind::HEADERS, 0, 20), true).unwrap();
        }
        assert!(!is_read(&mut bot));
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_just_connected_is_read_at_once_beside_a_flood() {
        let read_limits = read_limits();
        let _stranger = flood(&read_limits);
        let mut newcomer = ReadMeter::new(read_limits);
        let calls =
            [PREFACE, &frames(kind::SETTINGS, 18, 1), &frames(kind::HEADERS, 100, 2), &frames(kind::DATA, 60, 2)];
        for bytes in calls.concat().chunks(limits::STRANGER_READ_BYTES_MAX) {
            newcomer.read(bytes, false).unwrap();
            newcomer.gives_way = false;
            assert!(is_read(&mut newcomer));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_floods_with_control_frames_is_cut_off() {
        for (kind, payload) in [(PING, 8), (kind::SETTINGS, 6), (kind::DATA, 0)] {
            let mut meter = connected(&read_limits());
            let cut_off =
                (0..limits::CONTROL_FRAMES_EARNED_MAX).find_map(|_| meter.read(&frames(kind, payload, 1), false).err());
            assert_eq!(cut_off.expect("it goes on").to_string(), "a flood of control frames");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_pings_and_moves_windows_for_each_message_is_no_flood() {
        let mut meter = connected(&read_limits());
        for _ in 0..100_000 {
            meter.sent(&frames(kind::DATA, 200, 1), true);
            // A ping and its acknowledgement, two window updates, and the answer.
            meter.read(&[frames(PING, 8, 4), frames(kind::DATA, 50, 1)].concat(), true).unwrap();
        }
    }

    #[tokio::test(start_paused = true)]
    async fn http_1_has_its_price_too() {
        let mut meter = ReadMeter::new(read_limits());
        for _ in 0..1000 {
            meter.read(b"GET / HTTP/1.1\r\n\r\n", false).unwrap();
        }
        assert!(!is_read(&mut meter));
    }
}
