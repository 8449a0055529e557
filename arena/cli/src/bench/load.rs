//! The load of the arena's bench: many first-legal bots in one process, which measure the time from an answer to the
//! next ask.
//!
//! The same bots play against the arena and against the bare stream, so both are timed in the same way: from sending an
//! answer until the next ask of the same match is there, whichever bot it goes to.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use kahua_proto::pb::arena::v1 as pb;
use parking_lot::Mutex;
use pb::arena_message::Message as Said;
use pb::bot_message::Message as Say;
use pb::bot_service_client::BotServiceClient;
use serde_json::json;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_stream::wrappers::ReceiverStream;

use super::measurement::Measurement;
use crate::exit::CommandResult;
use crate::output::print_json;
use crate::runtime::{block_on, on_all_cores};

/// How long the bots' runtime may warm up before the timing begins.
const WARM_UP: Duration = Duration::from_millis(400);
/// How often the bots' process checks how late its own timers are.
const TICK: Duration = Duration::from_millis(5);
/// More messages than a bot ever sends at once: an answer for each match, and its Hello.
const OUTBOUND: usize = 16;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where to connect.
    #[arg(long)]
    addr: String,
    /// How many bots, each on a connection of its own.
    #[arg(long)]
    bots: usize,
    /// How many matches each bot plays at once.
    #[arg(long, default_value_t = 1)]
    matches_max: u32,
    /// The number of the first bot.
    #[arg(long, default_value_t = 0)]
    first: usize,
    /// Which part of its time for an ask each bot uses, in percent.
    #[arg(long, default_value_t = 0)]
    percent: u32,
    /// How long to measure, in milliseconds.
    #[arg(long)]
    measure_ms: u64,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let runtime = on_all_cores()?;
    let report = block_on(&runtime, measure(args))?;
    runtime.shutdown_background();
    Ok(print_json(&report)?)
}

async fn measure(args: &Args) -> anyhow::Result<serde_json::Value> {
    let waits: &'static Waits = Box::leak(Box::new(Waits::default()));
    let mut bots = JoinSet::new();
    for number in args.first..args.first + args.bots {
        let addr = format!("http://{}", args.addr);
        let client = BotServiceClient::connect(addr).await.context("the bench's bots can't connect")?;
        bots.spawn(play(client, format!("load-{number}"), args.matches_max, args.percent, waits));
    }
    tokio::spawn(watch_own_lag(waits));
    tokio::time::sleep(WARM_UP).await;
    waits.reset();
    let start = Instant::now();
    tokio::time::sleep(Duration::from_millis(args.measure_ms)).await;
    let (seen, elapsed) = (waits.reset(), start.elapsed());
    // Without one of its bots, a run measures another load than the row says.
    if let Some(ended) = bots.try_join_next() {
        ended.context("a bot of the bench panicked")?.context("a bot of the bench ended early")?;
    }
    let measured = Measurement::of(seen, elapsed);
    let Measurement { per_s, p50_us, p99_us } =
        measured.with_context(|| format!("no ask came in {} ms", args.measure_ms))?;
    let [late, unfair] = [&waits.late, &waits.unfair].map(|count| count.load(Ordering::Relaxed));
    Ok(json!({ "per_s": per_s, "p50_us": p50_us, "p99_us": p99_us, "late": late, "unfair": unfair }))
}

/// One bot: answers every ask with the first legal action when it has used this part of its time.
async fn play(
    mut client: BotServiceClient<tonic::transport::Channel>,
    name: String,
    matches_max: u32,
    percent: u32,
    waits: &'static Waits,
) -> anyhow::Result<()> {
    let (say, said) = mpsc::channel(OUTBOUND);
    let hello = pb::Hello { name, matches_max: Some(matches_max), ..Default::default() };
    say.send(message(Say::Hello(hello))).await?;
    let mut asks = client.play(ReceiverStream::new(said)).await?.into_inner();
    // How long the last answer took by the bot's own clock, and its limit.
    let (mut took, mut limit) = (Duration::ZERO, Duration::MAX);
    let mut asked = Instant::now();
    while let Some(message_in) = asks.message().await? {
        if let Some(Said::Fault(fault)) = &message_in.message
            && fault.cause() == pb::FaultCause::Late
        {
            let count = if took + waits.own_delay(asked).await <= limit { &waits.unfair } else { &waits.late };
            count.fetch_add(1, Ordering::Relaxed);
        }
        if let Some(Said::Ask(ask)) = message_in.message {
            waits.end(&ask.match_id);
            asked = Instant::now();
            if let Some(ms) = ask.ask_ms {
                limit = Duration::from_millis(ms);
                if percent > 0 {
                    tokio::time::sleep(limit * percent / 100).await;
                }
            }
            let answer = pb::Answer {
                match_id: ask.match_id.clone(),
                ticket: ask.ticket,
                choice: Some(pb::answer::Choice::Index(0)),
                ..Default::default()
            };
            // The time begins before the answer is sent: the next ask may come on another thread before `send` returns.
            waits.begin(ask.match_id);
            say.send(message(Say::Answer(answer))).await?;
            took = asked.elapsed();
        }
    }
    anyhow::bail!("the stream was closed")
}

fn message(message: Say) -> pb::BotMessage {
    pb::BotMessage { message: Some(message) }
}

/// When each match's last answer was sent, and how long the next ask took to come.
#[derive(Default)]
struct Waits {
    shards: [Mutex<HashMap<String, Instant>>; 16],
    done: [Mutex<Vec<Duration>>; 16],
    /// How late timers of this process were, and when.
    own_lags: Mutex<Vec<(Instant, Duration)>>,
    /// Answers that counted as late and exceeded their limit, by the bot's own clock and with its own delay.
    late: AtomicU64,
    /// Answers that counted as late and didn't exceed it.
    unfair: AtomicU64,
}

/// Records how busy this process itself is.
async fn watch_own_lag(waits: &'static Waits) {
    loop {
        let begun = Instant::now();
        tokio::time::sleep(TICK).await;
        waits.own_lags.lock().push((Instant::now(), begun.elapsed().saturating_sub(TICK)));
    }
}

impl Waits {
    /// How long this process itself may have taken since then to read an ask and to send its answer. A bot's clock
    /// can't see that.
    async fn own_delay(&self, asked: Instant) -> Duration {
        // If a timer is late just now, it will be in the list after this wait.
        tokio::time::sleep(2 * TICK).await;
        let own_lags = self.own_lags.lock();
        let since = own_lags.iter().rev().take_while(|(rang, _)| *rang + TICK >= asked);
        // There may be one delay before the ask is read, and one before the answer is sent.
        2 * since.map(|(_, lag)| *lag).max().unwrap_or_default()
    }

    fn begin(&self, match_id: String) {
        let shard = shard(&match_id);
        self.shards[shard].lock().insert(match_id, Instant::now());
    }

    fn end(&self, match_id: &str) {
        let now = Instant::now();
        let shard = shard(match_id);
        if let Some(begun) = self.shards[shard].lock().remove(match_id) {
            self.done[shard].lock().push(now - begun);
        }
    }

    fn reset(&self) -> Vec<Duration> {
        self.done.iter().flat_map(|done| std::mem::take(&mut *done.lock())).collect()
    }
}

fn shard(match_id: &str) -> usize {
    match_id.bytes().fold(0usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % 16
}
