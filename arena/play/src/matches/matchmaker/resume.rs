//! Resumes the matches that were open when the arena was last stopped.

use kahua_core::ids::ArenaRun;
use kahua_core::referee::{Input, MatchSetup, Referee};
use kahua_engine::RulesetHash;
use kahua_store::{OpenMatch, StoreError};
use tracing::error;

use super::Matchmaker;
use crate::bots::lobby::Seating;
use crate::bots::match_handle::{MatchCommand, MatchHandle};
use crate::matches::runner::Start;
use crate::time::Time;

impl Matchmaker {
    /// Launches every open match of the store. A match that can't be resumed stays there, because the ruleset or the
    /// rules that it needs may come back.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn resume_open_matches(&self, run: ArenaRun) -> Result<(), StoreError> {
        for open in self.store.reader().open_matches()? {
            self.go_on_with(open, run);
        }
        Ok(())
    }

    /// Launches an open match. It may be a new one, without any events.
    pub fn go_on_with(&self, open: Result<OpenMatch, StoreError>, run: ArenaRun) {
        let resumed = open.map_err(|problem| problem.to_string()).and_then(|open| self.resume(open, run));
        if let Err(problem) = resumed {
            error!(problem, "an open match can't be resumed; it is kept in the store");
        }
    }

    fn resume(&self, open: OpenMatch, run: ArenaRun) -> Result<(), String> {
        let OpenMatch { header, events } = open;
        let in_match = |problem: &dyn std::fmt::Display| format!("match {}: {problem}", header.match_id);
        let hash = <[u8; 32]>::try_from(header.ruleset_hash.as_slice());
        let hash = RulesetHash(hash.map_err(|_| in_match(&"its header has no valid ruleset hash"))?);
        let kept = self.store.reader().ruleset(hash).map_err(|problem| in_match(&problem))?;
        let ruleset = self.rulesets.find_exact(&header.game, hash, kept.as_deref());
        let ruleset =
            ruleset.ok_or_else(|| in_match(&format!("this arena doesn't have its ruleset of {:?}", header.game)))?;
        let setup = MatchSetup::from_header(&header, ruleset).map_err(|problem| in_match(&problem))?;
        let (id, names, stored) = (setup.id, setup.players.map(|player| player.name), events.len());
        let role = self.role.get();
        let (referee, start) = match role {
            // The match hasn't begun: another node has just paired it, or was gone before its first event.
            Some(_) if events.is_empty() => (Referee::new(setup).map_err(|problem| in_match(&problem))?, Start::Taken),
            _ => {
                let resumed = Referee::resume(setup, &events, Time::unix_ms(), run);
                (resumed.map_err(|problem| in_match(&problem))?, Start::Resumed { stored })
            }
        };
        if referee.setup().league.is_empty() {
            self.end_table(referee, stored);
            return Ok(());
        }
        let seating = self.lobby.take_seats_again(id, &names);
        match role {
            Some(role) => self.launch_among_nodes(role, referee, seating, start),
            None => self.matches.launch(referee, seating, start),
        }
        Ok(())
    }

    /// Ends a match of a table. Its players were in an earlier process of the arena, and can't come back.
    fn end_table(&self, referee: Referee, stored: usize) {
        let (id, players) = (referee.setup().id, referee.setup().players.clone());
        let (match_handle, inbox) = MatchHandle::new(id, players.map(|_| None));
        let seating = Seating { players, match_handle: match_handle.clone(), inbox };
        // It runs for a moment, so that it ends as other matches do: with a record.
        self.matches.launch(referee, seating, Start::Resumed { stored });
        let abort = Input::Abort { reason: "the arena was started again, and the table was gone".to_owned() };
        let command = MatchCommand(self.matches.now().into(), abort);
        self.tasks.spawn(async move {
            let _ended_by_itself = match_handle.send(command).await;
        });
    }
}
