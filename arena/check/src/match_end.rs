//! The end of a match: waiting for it as long as it can still come, and judging the bot.

use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use pb::termination;
use tokio::time::{sleep, timeout};

use kahua_core::referee::cause_in_words;

use super::error::{StepError, StepResult};
use super::harness::Harness;
use super::notes::{MatchLog, Notes, describe};
use super::run::{CheckOptions, STEP_MAX};
use kahua_core::words::count;

/// Waits until the bot has been told that this match has ended.
///
/// # Errors
/// If the match ends and the bot can't be told, or if nothing happens in it any more.
pub(crate) async fn ended(harness: &Harness, id: &str, options: &CheckOptions) -> Result<MatchLog, StepError> {
    let over = |of: &&MatchLog| of.ended.is_some();
    let ended = harness.interceptor.notebook.wait_for(|notes| notes.matches.get(id).filter(over).cloned());
    tokio::select! {
        biased;
        of = ended => Ok(of),
        why = missed(harness, id, options.patience) => Err(StepError::Failed(why)),
        why = stuck(harness, id, options) => Err(StepError::Failed(why)),
    }
}

/// Resolves when the match has been over for as long as the patience lasts. Then its Ended was lost with a connection,
/// and the arena doesn't send it again.
async fn missed(harness: &Harness, id: &str, patience: Duration) -> String {
    let calls = harness.interceptor.notebook.read(|notes| notes.calls);
    harness.over(id).await;
    // Before that, Ended may still be waiting to be sent.
    sleep(patience).await;
    let why = harness.interceptor.notebook.read(|notes| notes.refused.clone()).filter(|(number, _)| *number >= calls);
    let why = why.map_or(String::new(), |(_, why)| format!("; the arena had ended its connection: {why}"));
    format!("it lost its connection, and the match ended before it came back{why}")
}

/// Resolves when nothing has happened in the match for longer than an ask can take.
async fn stuck(harness: &Harness, id: &str, options: &CheckOptions) -> String {
    loop {
        let news = |notes: &Notes| notes.matches.get(id).map(MatchLog::so_far);
        let before = harness.interceptor.notebook.read(news);
        let quiet_max = options.quiet_max(before.map_or(0, |so_far| so_far.asks));
        let changed = harness.interceptor.notebook.wait_for(|notes| (news(notes) != before).then_some(()));
        if timeout(quiet_max, changed).await.is_err() {
            let s = quiet_max.as_secs();
            return match before {
                Some(so_far) if so_far.answers < so_far.asks => {
                    format!("it left an ask of the match unanswered for {s} s")
                }
                _ => format!("the arena asked it nothing in the match for {s} s"),
            };
        }
    }
}

impl CheckOptions {
    /// The longest time in which nothing can happen in a match, after this number of asks. A bot that was away for its
    /// whole patience may answer an ask at the last moment, and the machine may take as long again.
    fn quiet_max(&self, asks: usize) -> Duration {
        let time = &self.time;
        let asks = u32::try_from(asks).unwrap_or(u32::MAX);
        let bank = time.bank.map(|bank| bank + time.increment.unwrap_or_default() * asks);
        match time.ask_cap.or(bank) {
            Some(ask) if !time.stopped => (ask + time.allowance + 2 * self.patience).min(STEP_MAX),
            _ => STEP_MAX,
        }
    }
}

/// Judges the bot in a match that has ended: a summary of the match if it did everything right.
pub(crate) fn judge(of: &MatchLog) -> StepResult {
    if let Some(fault) = of.faults.first() {
        let ask = of.asks.keys().position(|ticket| Some(*ticket) == fault.ticket);
        let position = ask.map_or(String::new(), |ask| format!("at its ask {}: ", ask + 1));
        return Err(StepError::Failed(format!("{position}{}", describe(fault))));
    }
    if let Some(ticket) = of.first_stray {
        let strays = count(of.stray_answers, "answer", "answers");
        return Err(StepError::Failed(format!("it sent {strays} without an open ask, the first for ticket {ticket}")));
    }
    let ended = of.ended.clone().unwrap_or_default();
    let termination = ended.termination.clone().unwrap_or_default();
    let Some(result) = ended.results.get(of.seat).filter(|_| termination.kind() == termination::Kind::Finished) else {
        let why = early_end(&ended, &termination, of.seat);
        return Err(StepError::Failed(format!("the match wasn't played to its end: {why}")));
    };
    let asks = count(of.asks.len() as u64, "ask", "asks");
    Ok(format!("{asks}, {} points, place {} of {}", result.score, result.place, ended.results.len()))
}

/// Why a match gave this seat no result, in words.
fn early_end(ended: &pb::Ended, termination: &pb::Termination, own: usize) -> String {
    match termination.kind() {
        termination::Kind::Forfeited => {
            let given_up = ended.results.iter().enumerate().find(|(_, result)| result.given_up.is_some());
            match given_up.map(|(seat, result)| (seat == own, cause_in_words(result.given_up()))) {
                Some((true, cause)) => format!("the bot forfeited it ({cause})"),
                Some((false, cause)) => format!("another bot forfeited it ({cause})"),
                None => "it was forfeited".to_owned(),
            }
        }
        termination::Kind::Aborted if termination.reason.is_empty() => "it was aborted".to_owned(),
        termination::Kind::Aborted => format!("it was aborted ({})", termination.reason),
        termination::Kind::Finished => "it has no result for the bot's seat".to_owned(),
        termination::Kind::Unspecified => "Ended doesn't say how it ended".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use kahua_engine::Seed;

    use super::super::steps::GameSelection;
    use super::*;

    fn options(time: &str) -> CheckOptions {
        let time = time.parse().unwrap();
        CheckOptions { games: GameSelection::Claimed, time, patience: Duration::from_secs(2), seed: Seed([0; 32]) }
    }

    #[test]
    fn a_match_that_ended_early_says_why_in_words() {
        use termination::Kind;
        let judged = |kind: Kind, reason: &str, given_up: &[Option<pb::FaultCause>]| {
            let result = |cause: &Option<pb::FaultCause>| pb::SeatResult {
                given_up: cause.map(Into::into),
                ..Default::default()
            };
            let termination = Some(pb::Termination { kind: kind.into(), reason: reason.into() });
            let results = given_up.iter().map(result).collect();
            let ended = Some(pb::Ended { termination, results, ..Default::default() });
            match judge(&MatchLog { seat: 1, ended, ..MatchLog::default() }) {
                Err(StepError::Failed(why)) => why.replace("the match wasn't played to its end: ", ""),
                other => panic!("it was {other:?}"),
            }
        };
        let (none, late, away) = (None, Some(pb::FaultCause::Late), Some(pb::FaultCause::Disconnected));
        assert_eq!(judged(Kind::Forfeited, "", &[none, late]), "the bot forfeited it (late)");
        assert_eq!(judged(Kind::Forfeited, "", &[away, none]), "another bot forfeited it (disconnected)");
        assert_eq!(judged(Kind::Aborted, "the step is over", &[]), "it was aborted (the step is over)");
        assert_eq!(judged(Kind::Finished, "", &[none]), "it has no result for the bot's seat");
    }

    #[test]
    fn nothing_may_happen_for_as_long_as_an_ask_can_take() {
        let quiet = |time: &str, asks| options(time).quiet_max(asks);
        assert_eq!(quiet("60s+100ms/800ms~100ms", 50), Duration::from_millis(4900));
        assert_eq!(quiet("60s+100ms~50ms", 50), Duration::from_millis(69_050));
        assert_eq!(quiet("20m", 0), STEP_MAX);
        assert_eq!(quiet("none", 0), STEP_MAX);
        assert_eq!(quiet("/5s stopped", 0), STEP_MAX);
    }
}
