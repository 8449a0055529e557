//! The end of a match: waited for as long as it can still come, and judged.

use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use pb::termination;
use tokio::time::{sleep, timeout};

use super::harness::Harness;
use super::notes::{Match, Notes, words};
use super::run::{STEP_MAX, Seen, Stop, Terms};
use super::words::plural;

/// Waits until the bot has been told that this match has ended.
///
/// # Errors
/// If the match ends and the bot isn't told, or if it doesn't go on.
pub(crate) async fn ended(hall: &Harness, id: &str, terms: &Terms) -> Result<Match, Stop> {
    let over = |of: &&Match| of.ended.is_some();
    let told = hall.desk.notebook.wait_for(|notes| notes.matches.get(id).filter(over).cloned());
    tokio::select! {
        biased;
        of = told => Ok(of),
        why = untold(hall, id, terms.patience) => Err(Stop::Failed(why)),
        why = stuck(hall, id, terms) => Err(Stop::Failed(why)),
    }
}

/// Resolves when the match has been over for so long: what told its end went with a connection, and comes no more.
async fn untold(hall: &Harness, id: &str, patience: Duration) -> String {
    let calls = hall.desk.notebook.read(|notes| notes.calls);
    hall.over(id).await;
    // Until then it may wait in the bot's line.
    sleep(patience).await;
    let why = hall.desk.notebook.read(|notes| notes.refused.clone()).filter(|(number, _)| *number >= calls);
    let why = why.map_or(String::new(), |(_, why)| format!("; the arena had ended its connection: {why}"));
    format!("it lost its connection, and the match ended before it was back{why}")
}

/// Resolves when nothing has happened in the match for longer than an ask can take.
async fn stuck(hall: &Harness, id: &str, terms: &Terms) -> String {
    loop {
        let news = |notes: &Notes| notes.matches.get(id).map(Match::so_far);
        let before = hall.desk.notebook.read(news);
        let quiet_max = terms.quiet_max(before.map_or(0, |so_far| so_far.asks));
        let changed = hall.desk.notebook.wait_for(|notes| (news(notes) != before).then_some(()));
        if timeout(quiet_max, changed).await.is_err() {
            let s = quiet_max.as_secs();
            return match before {
                Some(so_far) if so_far.answers < so_far.asks => {
                    format!("it left an ask of the match unanswered for {s} s")
                }
                _ => format!("it wasn't asked anything in the match for {s} s"),
            };
        }
    }
}

impl Terms {
    /// The longest time for which nothing can happen in a match that goes on, after so many asks: an ask that is
    /// answered at the last moment by a bot that was away as long as it may, and as long again for the machine.
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

/// What to say of a match that has ended, if the bot did everything right in it.
pub(crate) fn judge(of: &Match) -> Seen {
    if let Some(fault) = of.faults.first() {
        let ask = of.asks.keys().position(|ticket| *ticket == fault.ticket);
        let place = ask.map_or(String::new(), |ask| format!("at its ask {}: ", ask + 1));
        return Err(Stop::Failed(format!("{place}{}", words(fault))));
    }
    if of.stray_answers > 0 {
        return Err(Stop::Failed(format!("it sent {} to no open ask", plural(of.stray_answers, "answer"))));
    }
    let ended = of.ended.clone().unwrap_or_default();
    let termination = ended.termination.clone().unwrap_or_default();
    let Some(result) = ended.results.get(of.seat).filter(|_| termination.kind() == termination::Kind::Finished) else {
        return Err(Stop::Failed(format!(
            "the match wasn't played to its end: {:?} {}",
            termination.kind(),
            termination.reason
        )));
    };
    let asks = plural(of.asks.len() as u64, "ask");
    Ok(format!("{asks}, {} points, place {} of {}", result.score, result.place, ended.results.len()))
}

#[cfg(test)]
mod tests {
    use kahua_engine::Seed;

    use super::super::steps::Wanted;
    use super::*;

    fn terms(time: &str) -> Terms {
        let time = time.parse().unwrap();
        Terms { games: Wanted::Claimed, time, patience: Duration::from_secs(2), seed: Seed([0; 32]) }
    }

    #[test]
    fn a_match_may_be_as_quiet_as_an_ask_can_be_long() {
        let quiet = |time: &str, asks| terms(time).quiet_max(asks);
        assert_eq!(quiet("60s+100ms/800ms~100ms", 50), Duration::from_millis(4900));
        assert_eq!(quiet("60s+100ms~50ms", 50), Duration::from_millis(69_050));
        assert_eq!(quiet("20m", 0), STEP_MAX);
        assert_eq!(quiet("none", 0), STEP_MAX);
        assert_eq!(quiet("/5s stopped", 0), STEP_MAX);
    }
}
