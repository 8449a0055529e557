//! The arena that an organizer manages: a running one over gRPC, or the data directory of one that isn't running. Every
//! command works with either.

mod status;
mod stored;

use std::collections::BTreeMap;
use std::path::PathBuf;

use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::config::Length;
use tonic::Status;

use crate::data::{DataArgs, StoreArgs};
use crate::exit::Failure;
use crate::remote::{ArenaArgs, Leagues, Remote, all_pages};
use stored::Stored;

/// Which arena a command is for.
#[derive(Debug, clap::Args)]
pub(crate) struct PlaceArgs {
    /// The data directory of an arena that isn't running.
    #[arg(long, value_name = "DIR", default_value = "kahua-data")]
    data: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    arena: ArenaArgs,
}

impl PlaceArgs {
    pub(crate) fn arena(&self) -> Arena {
        match self.arena.remote() {
            Some(remote) => Arena::Running(remote),
            None => Arena::Stored(Stored(DataArgs::of(self.data.clone(), self.store.clone()))),
        }
    }
}

/// An arena to be changed or asked.
#[derive(Debug)]
pub(crate) enum Arena {
    Running(Remote),
    Stored(Stored),
}

impl Arena {
    /// The progress of this league, or of all leagues, by name.
    pub(crate) fn statuses(&self, league: Option<&str>) -> Result<Vec<pb::LeagueStatus>, Failure> {
        match self {
            Arena::Running(remote) => remote.ask(async |arena| all_statuses(arena, league).await),
            Arena::Stored(stored) => stored.statuses(league),
        }
    }

    /// Stops or resumes the pairing of this league, or of all.
    pub(crate) fn set_paused(&self, league: Option<&str>, paused: bool) -> Result<(), Failure> {
        let set = Some(paused);
        match (self, league) {
            (Arena::Running(remote), Some(league)) => {
                let request = pb::SetLeaguePausedRequest { league: league.into(), paused: set };
                remote.call(async |mut arena| arena.set_league_paused(request).await).map(drop)
            }
            (Arena::Running(remote), None) => {
                let request = pb::SetPausedRequest { paused: set };
                remote.call(async |mut arena| arena.set_paused(request).await).map(drop)
            }
            (Arena::Stored(stored), Some(league)) => stored.set_league_paused(league, paused),
            (Arena::Stored(stored), None) => stored.set_paused(paused),
        }
    }

    /// Extends this league to this length. Returns how many matches it will have, if that is known.
    pub(crate) fn extend(&self, league: &str, length: Length) -> Result<Option<u64>, Failure> {
        match self {
            Arena::Running(remote) => {
                let request = pb::ExtendLeagueRequest { league: league.into(), length: Some(length.to_wire()) };
                Ok(remote.call(async |mut arena| arena.extend_league(request).await)?.planned)
            }
            Arena::Stored(stored) => stored.extend(league, length).map(|()| None),
        }
    }

    /// Gives this bot no more matches in this league, or lets it play again.
    pub(crate) fn set_withdrawn(&self, league: &str, bot: BotName, withdrawn: bool) -> Result<(), Failure> {
        match self {
            Arena::Running(remote) => {
                let (league, bot) = (league.into(), bot.to_string());
                let request = pb::SetWithdrawnRequest { league, bot, withdrawn: Some(withdrawn) };
                remote.call(async |mut arena| arena.set_withdrawn(request).await).map(drop)
            }
            Arena::Stored(stored) => stored.set_withdrawn(league, bot, withdrawn),
        }
    }

    /// Begins a new season of this league. Returns its number.
    pub(crate) fn start_season(&self, league: &str) -> Result<u32, Failure> {
        match self {
            Arena::Running(remote) => {
                let request = pb::StartSeasonRequest { league: league.into() };
                Ok(remote.call(async |mut arena| arena.start_season(request).await)?.season)
            }
            Arena::Stored(stored) => stored.start_season(league),
        }
    }

    /// Gives this bot no more matches until it is let back.
    pub(crate) fn suspend(&self, name: BotName, reason: &str) -> Result<(), Failure> {
        match self {
            Arena::Running(remote) => {
                let request = pb::SuspendRequest { name: name.to_string(), reason: reason.into() };
                remote.call(async |mut arena| arena.suspend(request).await).map(drop)
            }
            Arena::Stored(stored) => stored.suspend(name, reason),
        }
    }

    /// Lets a suspended bot back; `false` if it wasn't suspended.
    pub(crate) fn let_back(&self, name: BotName) -> Result<bool, Failure> {
        match self {
            Arena::Running(remote) => {
                let request = pb::LetBackRequest { name: name.to_string() };
                Ok(remote.call(async |mut arena| arena.let_back(request).await)?.was_suspended)
            }
            Arena::Stored(stored) => stored.let_back(name),
        }
    }

    /// The bots that the arena knows, by name.
    pub(crate) fn bots(&self) -> Result<BTreeMap<String, pb::BotInfo>, Failure> {
        let bots = match self {
            Arena::Running(remote) => remote.ask(all_bots)?,
            Arena::Stored(stored) => stored.bots()?,
        };
        Ok(bots.into_iter().map(|bot| (bot.name.clone(), bot)).collect())
    }

    /// Gives this bot a new token, whether it was known before or not.
    pub(crate) fn create_bot(&self, name: BotName) -> Result<String, Failure> {
        match self {
            Arena::Running(remote) => {
                let request = pb::CreateBotRequest { name: name.to_string() };
                Ok(remote.call(async |mut arena| arena.create_bot(request).await)?.token)
            }
            Arena::Stored(stored) => stored.create_bot(name),
        }
    }

    /// Takes this bot's token away, and ends its connection.
    pub(crate) fn revoke_token(&self, name: BotName) -> Result<(), Failure> {
        match self {
            Arena::Running(remote) => {
                let request = pb::RevokeTokenRequest { name: name.to_string() };
                remote.call(async |mut arena| arena.revoke_token(request).await).map(drop)
            }
            Arena::Stored(stored) => stored.revoke_token(name),
        }
    }

    /// Ends this bot's connection; `false` if it wasn't connected.
    pub(crate) fn kick(&self, name: BotName) -> Result<bool, Failure> {
        match self {
            Arena::Running(remote) => {
                let request = pb::KickRequest { name: name.to_string() };
                Ok(remote.call(async |mut arena| arena.kick(request).await)?.was_connected)
            }
            Arena::Stored(stored) => stored.kick(),
        }
    }

    /// Makes a token for an organizer of this name.
    pub(crate) fn create_organizer(&self, name: BotName) -> Result<String, Failure> {
        match self {
            Arena::Running(remote) => {
                let request = pb::CreateOrganizerRequest { name: name.to_string() };
                Ok(remote.call(async |mut arena| arena.create_organizer(request).await)?.token)
            }
            Arena::Stored(stored) => stored.create_organizer(name),
        }
    }
}

/// The bots and the leagues that a data directory knows, whether an arena serves it or not.
///
/// # Errors
/// If there is none, or it can't be read.
pub(crate) fn stored_facts(data: &DataArgs) -> Result<(Vec<pb::BotInfo>, Vec<pb::LeagueStatus>), Failure> {
    let stored = Stored(data.clone());
    Ok((stored.bots()?, stored.statuses_kept(None)?))
}

async fn all_statuses(mut arena: Leagues, league: Option<&str>) -> Result<Vec<pb::LeagueStatus>, Status> {
    all_pages(limits::PAGE_MAX as usize, async |page_token| {
        let league = league.map(str::to_owned);
        let request = pb::GetLeagueStatusRequest { league, page_token, ..pb::GetLeagueStatusRequest::default() };
        let page = arena.get_league_status(request).await?.into_inner();
        Ok((page.leagues, page.next_page_token))
    })
    .await
}

/// The bots that a running arena knows.
pub(crate) async fn all_bots(mut arena: Leagues) -> Result<Vec<pb::BotInfo>, Status> {
    all_pages(BOTS_MAX, async |page_token| {
        let page_size = Some(limits::PAGE_MAX);
        let request = pb::ListBotsRequest { page_size, page_token, ..pb::ListBotsRequest::default() };
        let page = arena.list_bots(request).await?.into_inner();
        Ok((page.bots, page.next_page_token))
    })
    .await
}

/// How many bots of a running arena are asked for at most.
const BOTS_MAX: usize = 100_000;
