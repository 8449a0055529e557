//! A worker's reports about its work: lines for people from time to time, or a JSON object for each event.

use std::time::Duration;

use kahua_core::words::count;
use kahua_proto::pb::arena::v1 as pb;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until};

use crate::output::{complain, print_json};

/// How often a line is written while matches end.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// Counts events, and reports them.
#[derive(Debug)]
pub(super) struct Report {
    json: bool,
    kept: u64,
    refused: u64,
    failed: u64,
    /// How many matches had ended when a line was last written.
    said: u64,
    next: Instant,
}

impl Report {
    pub(super) fn new(json: bool) -> Report {
        Report { json, kept: 0, refused: 0, failed: 0, said: 0, next: Instant::now() + LINE_INTERVAL }
    }

    pub(super) fn joined(&self, addr: &str, welcome: &pb::WorkerWelcome) {
        let permille = welcome.time_permille;
        match permille {
            1000 => self.line(&format!("joined the arena at {addr}")),
            _ => self.line(&format!("joined the arena at {addr}; time controls are multiplied by {permille}/1000")),
        }
        self.event(json!({ "event": "joined", "addr": addr, "time_permille": permille }));
    }

    /// The stream has ended, for this reason.
    pub(super) fn parted(&self, why: &str, given_back: usize) {
        self.line(&format!(
            "not joined: {why}; {} back",
            count(given_back as u64, "match was given", "matches were given")
        ));
        self.event(json!({ "event": "parted", "why": why, "given_back": given_back }));
    }

    pub(super) fn assigned(&self, header: &pb::MatchRecord) {
        let bots: Vec<&str> = header.players.iter().map(|player| player.name.as_str()).collect();
        let (id, league, game) = (&header.match_id, &header.league, &header.game);
        self.event(json!({ "event": "assigned", "match": id, "league": league, "game": game, "bots": bots }));
    }

    pub(super) fn kept(&mut self, id: &str) {
        self.kept += 1;
        self.event(json!({ "event": "kept", "match": id }));
    }

    pub(super) fn refused(&mut self, id: &str, why: &str) {
        self.refused += 1;
        self.line(&format!("the arena refuses match {id}: {why}"));
        self.event(json!({ "event": "refused", "match": id, "why": why }));
    }

    pub(super) fn failed(&mut self, id: &str, why: &str) {
        self.failed += 1;
        self.line(&format!("match {id} can't be played: {why}"));
        self.event(json!({ "event": "failed", "match": id, "why": why }));
    }

    /// Something for people only.
    pub(super) fn line(&self, text: &str) {
        if !self.json {
            complain(text);
        }
    }

    /// Resolves when it is time for another line.
    pub(super) async fn due(&self) {
        sleep_until(self.next).await;
    }

    /// Says how far the work is, if it has gone on.
    pub(super) fn progress(&mut self, playing: usize) {
        self.next = Instant::now() + LINE_INTERVAL;
        let ended = self.kept + self.refused + self.failed;
        if std::mem::replace(&mut self.said, ended) != ended {
            self.line(&self.so_far(playing));
        }
    }

    pub(super) fn so_far(&self, playing: usize) -> String {
        let Report { kept, refused, failed, .. } = self;
        format!(
            "{} played, {playing} being played, {refused} refused, {failed} failed",
            count(*kept, "match", "matches")
        )
    }

    fn event(&self, event: Value) {
        if self.json {
            // The reader has closed the output on purpose.
            let _closed = print_json(&event);
        }
    }
}
