//! The steps in which something comes between: fault messages, a cut wire, an opponent who gives up, an arena that goes.

use std::os::unix::process::ExitStatusExt;
use std::time::{Duration, Instant};

use kahua_proto::pb::arena::v1 as pb;
use pb::arena_message::Message as Said;
use tokio::time::{sleep, timeout};

use super::ending::{ended, judge};
use super::harness::{Harness, Table};
use super::interceptor::Held;
use super::notes::Call;
use super::run::{CheckRun, Seen, Stop, Terms, while_alive};
use super::words::{millis, plural};
use kahua_core::clock::TimeControl;

/// So many answers of a match pass before something comes between.
const BEFORE: usize = 3;
/// How long a drained arena is away: long enough that a bot which comes back at once finds nobody.
const AWAY: Duration = Duration::from_millis(300);
/// Who tries to connect more often than so while the arena is away makes no pauses. The bots of this house try 2 or 3 times.
const TRIES_MAX: u64 = 30;
/// How long a bot that was let go for good may take to end, before it is taken for one that stays.
const WATCH: Duration = Duration::from_secs(1);

impl CheckRun {
    pub(crate) async fn survives_a_fault(&mut self) -> Seen {
        let table = self.usual()?;
        let CheckRun { hall, bot, terms, .. } = self;
        let work = async {
            let (id, held) = midway(hall, &table, terms.time, terms).await?;
            for fault in faults(&id, held.ticket) {
                hall.desk.slip(Said::Fault(fault));
            }
            held.pass();
            judge(&ended(hall, &id, terms).await?)
        };
        while_alive(bot, work).await
    }

    pub(crate) async fn survives_a_reconnect(&mut self) -> Seen {
        let table = self.usual()?;
        let CheckRun { hall, bot, terms, .. } = self;
        let work = midway(hall, &table, terms.with_absence(), terms);
        let (id, held) = while_alive(bot, work).await?;
        let calls = hall.desk.notebook.read(|notes| notes.calls);
        hall.wire.cut();
        // What was on its way is lost.
        drop(held);
        self.goes_on(&id, calls, "after the cut").await
    }

    pub(crate) async fn survives_a_drain(&mut self) -> Seen {
        let table = self.usual()?;
        let CheckRun { hall, bot, terms, .. } = self;
        let work = midway(hall, &table, terms.with_absence(), terms);
        let (id, held) = while_alive(bot, work).await?;
        // The arena stops before it has read the answer.
        drop(held);
        hall.close().await?;
        // Only now: a bot that came back to the arena that was about to go isn't back.
        let calls = hall.desk.notebook.read(|notes| notes.calls);
        let tries = hall.desk.notebook.read(|notes| notes.sockets);
        sleep(AWAY).await;
        let tries = hall.desk.notebook.read(|notes| notes.sockets) - tries;
        hall.open().await?;
        let seen = self.goes_on(&id, calls, "after the arena's return").await?;
        if tries > TRIES_MAX {
            let away = AWAY.as_millis();
            let why = format!(
                "it tried to connect {tries} times in the {away} ms without arena: it must pause between tries"
            );
            return Err(Stop::Failed(why));
        }
        Ok(seen)
    }

    pub(crate) async fn survives_a_resign(&mut self) -> Seen {
        let table = self.usual()?;
        let CheckRun { hall, bot, terms, .. } = self;
        let work = async {
            let (id, held) = midway(hall, &table, terms.time, terms).await?;
            hall.resign(&id)?;
            let of = ended(hall, &id, terms).await?;
            // Now it is the answer to an ask that is gone: the arena says so, and the bot takes that calmly too.
            held.pass();
            let place = of.ended.and_then(|ended| ended.results.get(of.seat).map(|result| result.place)).unwrap_or(0);
            let next = hall.begin(&table, terms.time, terms.patience).await?;
            let next = ended(hall, &next, terms).await;
            let stray = hall.desk.notebook.read(|notes| notes.matches.get(&id).map_or(0, |of| of.stray_answers));
            if stray > 0 {
                let stray = plural(stray, "answer");
                return Err(Stop::Failed(format!(
                    "told that its answer came too late, it sent {stray} to no open ask"
                )));
            }
            let next = judge(&next?)?;
            Ok(format!("place {place} by the resignation; in the next match {next}"))
        };
        while_alive(bot, work).await
    }

    /// Waits until the bot is back with its resume token, and until the match has ended well.
    async fn goes_on(&mut self, id: &str, calls: u64, after: &str) -> Seen {
        let since = Instant::now();
        let Call { hello, .. } = self.comes_in(calls, self.terms.patience).await?;
        let back = millis(since.elapsed());
        if hello.unwrap_or_default().resume_token.is_empty() {
            let why = "it came back without the resume token of its Welcome: the arena lets it in only once it has seen \
                       that the old connection is gone";
            return Err(Stop::Failed(why.into()));
        }
        let CheckRun { hall, bot, terms, .. } = self;
        let seen = while_alive(bot, async { judge(&ended(hall, id, terms).await?) }).await?;
        Ok(format!("back {back} {after}; {seen}"))
    }

    pub(crate) async fn takes_the_end_calmly(&mut self) -> Seen {
        self.hall.dismiss().await?;
        match timeout(WATCH, self.bot.ended()).await {
            Ok(status) => {
                let status = status?;
                match status.signal() {
                    None => Ok(format!("let go for good, it ended by itself ({status})")),
                    Some(_) => Err(Stop::Failed(format!("let go for good, it crashed ({status})"))),
                }
            }
            Err(_) => Ok(format!("let go for good, it stayed, and {}", self.bot.end().await?)),
        }
    }
}

/// Begins a match and plays it until the bot's answer after [`BEFORE`] others is held.
async fn midway(hall: &mut Harness, table: &Table, time: TimeControl, terms: &Terms) -> Result<(String, Held), Stop> {
    let id = hall.begin(table, time, terms.patience).await?;
    tokio::select! {
        held = hall.desk.hold_answer(BEFORE) => Ok((id, held)),
        of = ended(hall, &id, terms) => match judge(&of?) {
            Ok(seen) => Err(Stop::Failed(format!("the match was over before anything could come between: {seen}"))),
            Err(stop) => Err(stop),
        },
    }
}

/// What is slipped in: about the answer that was just given, about none, and about a match of which the bot knows nothing.
fn faults(match_id: &str, ticket: u64) -> [pb::FaultNotice; 3] {
    let fault = |match_id: &str, ticket, cause: pb::FaultCause, problem: &str| pb::FaultNotice {
        match_id: match_id.into(),
        ticket,
        cause: cause.into(),
        problem: problem.into(),
        expected: "that the bot goes on calmly".into(),
        consequence: "none: kahua check tries what the bot makes of it".into(),
    };
    [
        fault(match_id, ticket, pb::FaultCause::StaleTicket, "an exercise: this ticket isn't open"),
        fault("", 0, pb::FaultCause::Unreadable, "an exercise: a message had nothing set"),
        fault("00000000-0000-7000-8000-000000000000", 1, pb::FaultCause::StaleTicket, "an exercise: no such match"),
    ]
}
