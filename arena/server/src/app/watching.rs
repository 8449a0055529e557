//! Whether a caller may see a match, and how late.

use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use tonic::Status;

use super::App;
use kahua_play::auth::caller::Caller;
use kahua_play::auth::watch::watch_delay;
use kahua_play::reason::Reason;
use kahua_settings::config::WatchPolicy;

impl App {
    /// How long after it happens this caller sees what happens in the running match that begins with this header.
    ///
    /// # Errors
    /// If the league keeps the match from the caller.
    pub(crate) fn watch_delay(&self, caller: Caller, header: &pb::MatchRecord) -> Result<Duration, Status> {
        let (policy, may_play) = self.watch_rule(&header.league, caller);
        let mut players = header.players.iter().filter_map(|player| player.name.parse().ok());
        let may_play = may_play || players.any(|name| caller.may_be(name));
        watch_delay(policy, caller, may_play).map_err(|problem| Reason::WatchRefused.status(problem.to_string()))
    }

    /// Checks that the record of a match tells this caller nothing about matches that it may still play: the chance events
    /// of one match foretell those of the others with the same luck. A bot has seen those of its own matches anyway.
    ///
    /// # Errors
    /// If it does.
    pub(crate) fn expect_open_luck(&self, caller: Caller, record: &pb::MatchRecord) -> Result<(), Status> {
        let is_open = self.ledger.has_open_luck(record);
        if is_open || caller != Caller::Anybody || self.watch_rule(&record.league, caller).0 == WatchPolicy::Open {
            return Ok(());
        }
        Err(Reason::WatchRefused.status(
            "other matches of the same set are still to be played, and a caller without a token may be one of their \
             players; call with a token, or again when they have ended",
        ))
    }

    fn watch_rule(&self, league: &str, caller: Caller) -> (WatchPolicy, bool) {
        // A league of earlier settings may still have matches.
        self.matchmaker.watch_rule(league, caller).unwrap_or_else(|| (self.access.default_watch_policy(), false))
    }
}
