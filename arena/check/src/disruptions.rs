//! The steps that disturb the bot in the middle of a match: fault messages, a cut connection, an opponent who resigns,
//! and an arena that goes away.

use std::os::unix::process::ExitStatusExt;
use std::time::{Duration, Instant};

use kahua_proto::pb::arena::v1 as pb;
use pb::arena_message::Message as ToBot;
use tokio::time::{sleep, timeout};

use super::error::{StepError, StepResult};
use super::harness::{GameSetup, Harness};
use super::interceptor::HeldAnswer;
use super::match_end::{ended, judge};
use super::notes::Call;
use super::run::{CheckOptions, CheckRun, while_alive};
use kahua_core::clock::TimeControl;
use kahua_core::words::{count, measured};

/// How many answers of a match pass before the disruption.
const ANSWERS_BEFORE: usize = 3;
/// How long a drained arena is away: long enough that a bot which comes back at once finds no arena.
const AWAY: Duration = Duration::from_millis(300);
/// A bot that tries to connect more often than this while the arena is away doesn't pause between tries. The sample
/// bots try 2 or 3 times.
const TRIES_MAX: u64 = 30;
/// How long a dismissed bot may take to exit. After that it counts as one that stays.
const EXIT_MAX: Duration = Duration::from_secs(1);

impl CheckRun {
    pub(crate) async fn survives_a_fault(&mut self) -> StepResult {
        let setup = self.default_setup()?;
        let CheckRun { harness, bot, options, .. } = self;
        let work = async {
            let (id, held) = midway(harness, &setup, options.time, options).await?;
            for fault in faults(&id, held.ticket()) {
                harness.interceptor.inject(ToBot::Fault(fault));
            }
            held.pass();
            judge(&ended(harness, &id, options).await?)
        };
        while_alive(bot, work).await
    }

    pub(crate) async fn survives_a_reconnect(&mut self) -> StepResult {
        let setup = self.default_setup()?;
        let CheckRun { harness, bot, options, .. } = self;
        let work = midway(harness, &setup, options.with_absence(), options);
        let (id, held) = while_alive(bot, work).await?;
        let calls = harness.interceptor.notebook.read(|notes| notes.calls);
        // The answer was on its way.
        let lost = held.lose();
        harness.proxy.cut();
        drop(lost);
        self.goes_on(&id, calls, "after the cut").await
    }

    pub(crate) async fn survives_a_drain(&mut self) -> StepResult {
        let setup = self.default_setup()?;
        let CheckRun { harness, bot, options, .. } = self;
        let work = midway(harness, &setup, options.with_absence(), options);
        let (id, held) = while_alive(bot, work).await?;
        // The arena stops before it has read the answer.
        drop(held);
        harness.close().await?;
        // The calls are counted only now: a bot that came back to the stopping arena isn't back yet.
        let calls = harness.interceptor.notebook.read(|notes| notes.calls);
        let tries = harness.interceptor.notebook.read(|notes| notes.sockets);
        sleep(AWAY).await;
        let tries = harness.interceptor.notebook.read(|notes| notes.sockets) - tries;
        harness.open().await?;
        let seen = self.goes_on(&id, calls, "after the arena was back").await?;
        if tries > TRIES_MAX {
            let away = AWAY.as_millis();
            let why = format!(
                "it tried to connect {tries} times in the {away} ms without an arena: it must pause between tries"
            );
            return Err(StepError::Failed(why));
        }
        Ok(seen)
    }

    pub(crate) async fn survives_a_resign(&mut self) -> StepResult {
        let setup = self.default_setup()?;
        let CheckRun { harness, bot, options, .. } = self;
        let work = async {
            let (id, held) = midway(harness, &setup, options.time, options).await?;
            harness.resign(&id)?;
            let of = ended(harness, &id, options).await?;
            // The ask of this answer is gone now. The arena sends a fault message, which the bot must accept too.
            held.pass();
            let place = of.ended.and_then(|ended| ended.results.get(of.seat).map(|result| result.place)).unwrap_or(0);
            let next = harness.begin(&setup, options.time, options.patience).await?;
            let next = ended(harness, &next, options).await;
            let stray =
                harness.interceptor.notebook.read(|notes| notes.matches.get(&id).map_or(0, |of| of.stray_answers));
            if stray > 0 {
                let stray = count(stray, "answer", "answers");
                return Err(StepError::Failed(format!(
                    "told that its answer came too late, it sent {stray} without an open ask"
                )));
            }
            let next = judge(&next?)?;
            Ok(format!("place {place} after the resignation; in the next match {next}"))
        };
        while_alive(bot, work).await
    }

    /// Waits until the bot is back with its resume token and the match has ended well.
    async fn goes_on(&mut self, id: &str, calls: u64, after: &str) -> StepResult {
        let since = Instant::now();
        let Call { hello, .. } = self.comes_in(calls, self.options.patience).await?;
        let back = measured(since.elapsed());
        if hello.unwrap_or_default().resume_token.is_empty() {
            let why = "it came back without the resume token of its Welcome: the arena lets it in only after it has \
                       noticed that the old connection is gone";
            return Err(StepError::Failed(why.into()));
        }
        let CheckRun { harness, bot, options, .. } = self;
        let seen = while_alive(bot, async { judge(&ended(harness, id, options).await?) }).await?;
        Ok(format!("back {back} {after}; {seen}"))
    }

    pub(crate) async fn takes_the_end_calmly(&mut self) -> StepResult {
        self.harness.dismiss().await?;
        match timeout(EXIT_MAX, self.bot.ended()).await {
            Ok(status) => {
                let status = status?;
                match status.signal() {
                    None => Ok(format!("dismissed, it exited by itself ({status})")),
                    Some(_) => Err(StepError::Failed(format!("dismissed, it crashed ({status})"))),
                }
            }
            Err(_) => {
                let end = self.bot.end().await?;
                Ok(format!("dismissed, it stayed: it didn't notice the end of its stream, or is to run on; it {end}"))
            }
        }
    }
}

/// Begins a match and plays it until the bot's answer after [`ANSWERS_BEFORE`] others is held.
async fn midway(
    harness: &mut Harness,
    setup: &GameSetup,
    time: TimeControl,
    options: &CheckOptions,
) -> Result<(String, HeldAnswer), StepError> {
    let held = harness.interceptor.hold_answer(ANSWERS_BEFORE);
    let id = harness.begin(setup, time, options.patience).await?;
    tokio::select! {
        held = held => Ok((id, held)),
        of = ended(harness, &id, options) => match judge(&of?) {
            Ok(seen) => Err(StepError::Failed(format!("the match was over before it could be disturbed: {seen}"))),
            Err(stop) => Err(stop),
        },
    }
}

/// The id of a match that no arena has.
const NO_MATCH: &str = "00000000-0000-7000-8000-000000000000";

/// The fault messages that are injected: about the answer that was just given, about no match, and about a match that
/// the bot doesn't know.
fn faults(match_id: &str, ticket: u32) -> [pb::FaultNotice; 3] {
    let fault = |of: Option<(&str, u32)>, cause: pb::FaultCause, problem: &str| pb::FaultNotice {
        match_id: of.map(|(match_id, _)| match_id.into()),
        ticket: of.map(|(_, ticket)| ticket),
        cause: cause.into(),
        problem: problem.into(),
        expected: "that the bot goes on playing".into(),
        consequence: "none: this message is an exercise of kahua check".into(),
    };
    [
        fault(Some((match_id, ticket)), pb::FaultCause::StaleTicket, "an exercise: this ticket isn't open"),
        fault(None, pb::FaultCause::Unreadable, "an exercise: a message had nothing set"),
        fault(Some((NO_MATCH, 1)), pb::FaultCause::StaleTicket, "an exercise: no such match"),
    ]
}
