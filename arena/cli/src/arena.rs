//! The arena that a command asks or changes: a running one over gRPC, or the data directory of one that isn't running. Both
//! are called alike.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use kahua_core::limits;
use kahua_engine::{DynRuleset, RulesetHash, registry};
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_client::LeagueServiceClient;
use kahua_queries::{Facts, Purpose, StoredArena};
use kahua_store::StoreError;
use parking_lot::Mutex;
use tonic::{Response, Status};

use crate::damage::Damage;
use crate::data::{DataArgs, RecordedRulesets, StoreArgs, record};
use crate::exit::{CommandResult, Failure};
use crate::remote::{ArenaArgs, Leagues, Remote, all_pages};
use crate::runtime::in_runtime;
use crate::signals::survive_file_size_limit;

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
    pub(crate) fn arena(&self) -> Result<Arena, Failure> {
        Arena::of(&DataArgs::of(self.data.clone(), self.store.clone()), &self.arena)
    }
}

/// An arena to be changed or asked.
#[derive(Debug)]
pub(crate) enum Arena {
    Running(Remote),
    Stored(Stored),
}

/// A data directory, and the damaged records that answers have left out.
#[derive(Debug)]
pub(crate) struct Stored {
    pub(crate) arena: Arc<StoredArena>,
    damage: Arc<Mutex<Damage>>,
}

impl Stored {
    /// The store of this data directory, to be read for this purpose.
    ///
    /// # Errors
    /// If its address isn't valid.
    pub(crate) fn new(data: &DataArgs, purpose: Purpose) -> Result<Stored, Failure> {
        let damage: Arc<Mutex<Damage>> = Arc::default();
        let noted = damage.clone();
        let note = move |problem| noted.lock().note(&problem);
        let arena = StoredArena::new(data.location()?, data.dir().to_owned(), purpose, note);
        Ok(Stored { arena: Arc::new(arena), damage })
    }

    /// As [`Damage::leave_out`].
    ///
    /// # Errors
    /// If the store as a whole can't be read.
    pub(crate) fn leave_out<T>(&self, read: Result<T, StoreError>) -> anyhow::Result<Option<T>> {
        self.damage.lock().leave_out(read)
    }

    /// As [`Arena::report`].
    ///
    /// # Errors
    /// If anything was left out.
    pub(crate) fn report(&self) -> CommandResult {
        std::mem::take(&mut *self.damage.lock()).report()
    }
}

impl Arena {
    /// The running arena, if an address was given, or the data directory.
    ///
    /// # Errors
    /// If the store's address isn't valid, or one is given beside a running arena.
    pub(crate) fn of(data: &DataArgs, running: &ArenaArgs) -> Result<Arena, Failure> {
        match running.remote() {
            Some(remote) => {
                data.expect_no_store()?;
                Ok(Arena::Running(remote))
            }
            None => Stored::new(data, Purpose::Commands).map(Arena::Stored),
        }
    }

    /// Asks the arena, or changes it.
    ///
    /// # Errors
    /// If it can't be reached or read, or refuses the request.
    pub(crate) fn ask<T>(&self, call: impl AsyncFnOnce(Leagues) -> Result<T, Status>) -> Result<T, Failure> {
        match self {
            Arena::Running(remote) => remote.ask(call),
            Arena::Stored(stored) => {
                survive_file_size_limit()?;
                let leagues = LeagueServiceClient::new(stored.arena.clone().calls());
                // What comes from the own process needs no bound.
                let leagues = leagues.max_decoding_message_size(usize::MAX);
                in_runtime(call(leagues))?.map_err(Failure::of_store)
            }
        }
    }

    /// As [`Arena::ask`], for a call whose answer is wanted without its metadata.
    ///
    /// # Errors
    /// As [`Arena::ask`].
    pub(crate) fn call<T>(&self, call: impl AsyncFnOnce(Leagues) -> Result<Response<T>, Status>) -> Result<T, Failure> {
        Ok(self.ask(call)?.into_inner())
    }

    /// Ends the command: with an error that names the damaged records that answers have left out, if there are any. A running
    /// arena names them in its log.
    ///
    /// # Errors
    /// If anything was left out.
    pub(crate) fn report(&self) -> CommandResult {
        match self {
            Arena::Running(_) => Ok(()),
            Arena::Stored(stored) => stored.report(),
        }
    }

    /// The record of this match, and the corrections that hold for it, oldest first.
    ///
    /// # Errors
    /// If no finished match has this id, or the arena can't be reached or read.
    pub(crate) fn finished_match(&self, id: &str) -> Result<(pb::MatchRecord, Vec<pb::Correction>), Failure> {
        match self {
            Arena::Running(_) => {
                let request = pb::GetMatchRequest { match_id: id.to_owned() };
                let answer = self.call(async |mut leagues| leagues.get_match(request).await)?;
                Ok((answer.record.context("the arena has sent no record")?, answer.corrections))
            }
            Arena::Stored(stored) => {
                let archive = stored.arena.archive().map_err(Failure::of_store)?;
                let record = record(archive.reader(), id)?;
                let corrections = kahua_queries::corrections_of(&*archive, &record).map_err(Failure::of_store)?;
                Ok((record, corrections))
            }
        }
    }

    /// The ruleset that this record of the arena was played with.
    ///
    /// # Errors
    /// If the arena doesn't have it, or this version of kahua can't use it.
    pub(crate) fn ruleset(&self, record: &pb::MatchRecord) -> Result<Arc<dyn DynRuleset>, Failure> {
        match self {
            Arena::Running(remote) => ruleset_of(record, remote),
            Arena::Stored(stored) => {
                let archive = stored.arena.archive().map_err(Failure::of_store)?;
                Ok(RecordedRulesets::new(archive.reader().clone()).of(record)?)
            }
        }
    }

    /// The progress of this league, or of all leagues, by name.
    ///
    /// # Errors
    /// As [`Arena::ask`].
    pub(crate) fn statuses(&self, league: Option<&str>) -> Result<Vec<pb::LeagueStatus>, Failure> {
        let page = async |leagues: &mut Leagues, page_token| {
            let (league, page_size) = (league.map(str::to_owned), Some(limits::PAGE_MAX));
            let request = pb::GetLeagueStatusRequest { league, page_size, page_token };
            let page = leagues.get_league_status(request).await?.into_inner();
            Ok((page.leagues, page.next_page_token))
        };
        self.ask(async |mut leagues| all_pages(LEAGUES_MAX, async |token| page(&mut leagues, token).await).await)
    }

    /// The bots that the arena knows, by name.
    ///
    /// # Errors
    /// As [`Arena::ask`].
    pub(crate) fn bots(&self) -> Result<BTreeMap<String, pb::BotInfo>, Failure> {
        let page = async |leagues: &mut Leagues, page_token| {
            let page_size = Some(limits::PAGE_MAX);
            let request = pb::ListBotsRequest { page_size, page_token, connected: None };
            let page = leagues.list_bots(request).await?.into_inner();
            Ok((page.bots, page.next_page_token))
        };
        let bots =
            self.ask(async |mut leagues| all_pages(BOTS_MAX, async |token| page(&mut leagues, token).await).await)?;
        Ok(bots.into_iter().map(|bot| (bot.name.clone(), bot)).collect())
    }
}

/// The ruleset of a running arena's match: a built-in one, or one that the arena knows.
fn ruleset_of(record: &pb::MatchRecord, remote: &Remote) -> Result<Arc<dyn DynRuleset>, Failure> {
    let kind = registry::find(&record.game).with_context(|| format!("there is no game {:?}", record.game))?;
    let hash: [u8; 32] = record.ruleset_hash.as_slice().try_into().context("ruleset_hash doesn't have 32 bytes")?;
    let (built_in, hash) = (kind.built_in_ruleset(), RulesetHash(hash));
    if built_in.hash() == hash {
        return Ok(built_in);
    }
    Ok(kind.read_ruleset(&remote.ruleset(hash)?).context("this kahua can't use the ruleset of the match")?)
}

/// How many leagues of an arena are asked for at most.
const LEAGUES_MAX: usize = limits::PAGE_MAX as usize;

/// How many bots of an arena are asked for at most.
const BOTS_MAX: usize = 100_000;
