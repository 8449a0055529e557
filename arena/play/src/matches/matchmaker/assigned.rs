//! Plays matches that another arena has assigned to this one.

use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_core::referee::{HeaderError, MatchSetup};
use kahua_engine::RulesetHash;
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::StoreError;
use tokio::time::{Instant, sleep};

use super::{Matchmaker, StartError};
use crate::bots::match_handle::MatchHandle;

/// Why an assigned match wasn't played.
#[derive(Debug, thiserror::Error)]
pub enum AssignedError {
    /// The assignment has no header.
    #[error("the assignment has no header")]
    HeaderMissing,
    /// Its ruleset can't be used here.
    #[error("its ruleset isn't a valid one of {0:?}, or isn't the one that its header names")]
    Ruleset(String),
    /// Its header can't be used here.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// A bot isn't connected, or is busy.
    #[error("its bots aren't free here")]
    NotFree,
    /// A bot is connected with another version.
    #[error("the bot {name} is there in version {found:?}, but {expected:?} is to play")]
    Version {
        /// Which bot.
        name: BotName,
        /// Its version here.
        found: String,
        /// The version that was assigned.
        expected: String,
    },
    /// The match can't begin.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The match was stopped, or the store didn't take its record.
    #[error("it wasn't played to its end")]
    NoRecord,
    /// The store can't be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Matchmaker {
    /// Plays a match that another arena has assigned, exactly as its header says, and returns its record.
    ///
    /// # Errors
    /// If it can't be played, or is stopped before its end.
    pub async fn play_assigned(&self, assignment: &pb::Assignment) -> Result<pb::MatchRecord, AssignedError> {
        let setup = self.assigned_setup(assignment)?;
        let id = setup.id;
        let handle = self.start_when_free(setup).await?;
        handle.closed().await;
        self.store.reader().record(id)?.ok_or(AssignedError::NoRecord)
    }

    /// Starts a match as soon as its bots are free. They may not be free yet: the assigning arena may know earlier than
    /// this one that their last match is over.
    async fn start_when_free(&self, setup: MatchSetup) -> Result<MatchHandle, AssignedError> {
        let began = Instant::now();
        loop {
            match self.start_assigned(setup.clone()).await {
                Err(AssignedError::NotFree) if began.elapsed() < limits::ASSIGNED_WAIT_MAX => {
                    sleep(limits::ASSIGNED_RETRY_PAUSE).await;
                }
                other => return other,
            }
        }
    }

    async fn start_assigned(&self, setup: MatchSetup) -> Result<MatchHandle, AssignedError> {
        let (id, seats) = (setup.id, setup.players.map(|player| player.name));
        let taken = self.lobby.take_seats(id, &seats, setup.ruleset.info().name);
        let seating = taken.ok_or(AssignedError::NotFree)?;
        let mut both = setup.players.iter().zip(seating.players.iter());
        if let Some((expected, found)) = both.find(|(expected, found)| expected != found) {
            let (name, found, expected) = (expected.name, found.version.clone(), expected.version.clone());
            self.lobby.free_seats(id, &seats);
            return Err(AssignedError::Version { name, found, expected });
        }
        let (match_handle, starting) = (seating.match_handle.clone(), self.admission.start());
        if let Err(problem) = self.start(setup, seating, starting).await {
            self.lobby.free_seats(id, &seats);
            return Err(problem.into());
        }
        Ok(match_handle)
    }

    fn assigned_setup(&self, assignment: &pb::Assignment) -> Result<MatchSetup, AssignedError> {
        let header = assignment.header.as_ref().ok_or(AssignedError::HeaderMissing)?;
        let hash = RulesetHash::of(&assignment.ruleset);
        let ruleset = self.rulesets.find_exact(&header.game, hash, Some(&assignment.ruleset));
        let ruleset = ruleset.ok_or_else(|| AssignedError::Ruleset(header.game.clone()))?;
        Ok(MatchSetup::from_header(header, ruleset)?)
    }
}
