//! The arena as its web pages see it: the calls of LeagueService, made inside this process with a visitor's rights.

use std::sync::Arc;

use bytes::Bytes;
use kahua_core::ids::{BotName, MatchId};
use kahua_engine::Seat;
use kahua_leagues::Career;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::league_service_server::LeagueService;
use tokio_stream::Stream;
use tonic::codegen::http::Extensions;
use tonic::{Request, Status};

use super::connection::{ConnectionFacts, peer};
use super::league_service::Leagues;
use crate::app::App;
use crate::load::call_threads;
use crate::table::{OpenTableError, Sitter, Table, TableSeat, TableSettings};
use kahua_play::auth::caller::Caller;
use kahua_play::auth::credentials::Credentials;
use kahua_play::auth::peer::SlotOwner;
use kahua_play::auth::tries::ShownBy;
use kahua_play::reason::Reason;

/// A visitor of the arena's pages, with the rights of a token or without one. The same code decides what a visitor and
/// any other caller may see.
#[derive(Clone, Debug)]
pub struct Visitor {
    pub(super) leagues: Leagues,
    credentials: Credentials,
    connection: Option<ConnectionFacts>,
}

impl Visitor {
    /// The visitor that made a request with these extensions and this token.
    #[must_use]
    pub fn new(app: &Arc<App>, extensions: &Extensions, token: Option<&str>) -> Visitor {
        let visitor = Visitor {
            leagues: Leagues(app.clone()),
            credentials: token.map_or(Credentials::NOTHING, Credentials::of),
            connection: extensions.get().cloned(),
        };
        visitor.look_at_token(ShownBy::Cookie);
        visitor
    }

    /// The arena that is visited.
    #[must_use]
    pub fn app(&self) -> &Arc<App> {
        &self.leagues.0
    }

    /// A call of the visitor's, for [`calls`](Visitor::calls).
    pub fn request<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        request.extensions_mut().insert(self.credentials);
        if let Some(connection) = &self.connection {
            request.extensions_mut().insert(connection.clone());
        }
        request
    }

    /// The service that answers the visitor's calls. Use [`watch`](Visitor::watch) instead of its WatchMatch.
    #[must_use]
    pub fn calls(&self) -> &impl LeagueService {
        &self.leagues
    }

    /// Shows a running match: encoded messages of WatchMatch, with the league's delay for this visitor.
    ///
    /// # Errors
    /// As WatchMatch.
    pub async fn watch(
        &self,
        match_id: &str,
    ) -> Result<impl Stream<Item = Result<Bytes, Status>> + Send + use<>, Status> {
        let request = self.request(pb::WatchMatchRequest { match_id: match_id.to_owned() });
        Ok(self.leagues.watch(request).await?.into_inner())
    }

    /// Whether the visitor may look at the arena at all.
    ///
    /// # Errors
    /// If the arena needs a token, and the visitor has none that it knows.
    pub fn admit(&self) -> Result<(), Status> {
        self.app().access.caller(&self.credentials)?;
        Ok(())
    }

    /// Whether the visitor has come over the arena's own TLS.
    #[must_use]
    pub fn is_over_tls(&self) -> bool {
        self.app().tls.is_some()
    }

    /// Signs the visitor in with this token.
    ///
    /// # Errors
    /// If the arena doesn't know the token.
    pub fn sign_in(&self, token: &str) -> Result<Visitor, SignInError> {
        let visitor = Visitor { credentials: Credentials::of(token), ..self.clone() };
        visitor.look_at_token(ShownBy::Form);
        match visitor.who() {
            Some(_) => Ok(visitor),
            None => Err(SignInError::Unknown),
        }
    }

    fn look_at_token(&self, by: ShownBy) {
        let (app, network) = (self.app(), peer(&self.request(())).network());
        app.wrong_tokens.look_at(&self.credentials, &app.access, network, by);
    }

    /// The owner of the visitor's token; `None` without a token of this arena.
    #[must_use]
    pub fn who(&self) -> Option<Caller> {
        let access = &self.app().access;
        access.known_token(&self.credentials)?;
        access.caller(&self.credentials).ok()
    }

    /// Opens a table, and returns the seats of the players in this process. Every admitted visitor may play.
    ///
    /// # Errors
    /// If the visitor isn't admitted or may not seat a bot, the arena or its tables are at their limit, a bot isn't free, or these
    /// settings can't be played.
    pub async fn open_table(&self, table: TableSettings) -> Result<(Table, Vec<(Seat, TableSeat)>), OpenTableError> {
        let app = self.app();
        let admitted = app.access.caller(&self.credentials);
        let caller = admitted.map_err(|problem| OpenTableError::NotAdmitted(problem.to_string()))?;
        for sitter in &table.sitters {
            if let Sitter::Bot(name) = sitter
                && !may_seat(caller, *name)
            {
                return Err(OpenTableError::NotYours(*name));
            }
        }
        Table::open(app, self.share(), table).await
    }

    /// The connected bots that the visitor may let play at a table, by name.
    #[must_use]
    pub fn own_bots(&self) -> Vec<BotName> {
        let app = self.app();
        let Ok(caller) = app.access.caller(&self.credentials) else { return Vec::new() };
        let bots = app.bots().into_iter().filter(|bot| bot.connected && may_seat(caller, bot.name));
        bots.map(|bot| bot.name).collect()
    }

    /// The owner whose share of places the visitor uses.
    pub(super) fn share(&self) -> SlotOwner {
        SlotOwner::of(&peer(&self.request(())), &self.credentials, &self.app().access)
    }

    /// What the arena knows of this bot.
    ///
    /// # Errors
    /// If the arena doesn't know the bot, or if the visitor may not read.
    pub async fn bot(&self, name: &str) -> Result<pb::BotInfo, Status> {
        let _caller = self.leagues.reader(&self.request(()))?;
        let name = name.to_owned();
        self.app().ask(move |app| kahua_queries::bot(app, &name)).await
    }

    /// How the ratings of this bot have moved, pool by pool, each with the bot's version.
    ///
    /// # Errors
    /// If the arena doesn't know the bot, or if the visitor may not read.
    pub async fn careers(&self, bot: &str) -> Result<Vec<(pb::Pool, String, Career)>, Status> {
        let _caller = self.leagues.reader(&self.request(()))?;
        let bot = self.app().expect_bot("bot", bot).await?;
        Ok(self.app().ledger.careers(bot))
    }

    /// Reads the records of these matches in the background, one after the other, and passes those that the visitor may
    /// see to `look`. Others, damaged ones and those without moves are left out.
    ///
    /// # Errors
    /// If the visitor may not read at all.
    pub async fn look_at_records<T: Send + 'static>(
        &self,
        ids: Vec<MatchId>,
        mut seen: T,
        look: impl Fn(&mut T, &pb::MatchRecord) + Send + 'static,
    ) -> Result<T, Status> {
        let caller = self.leagues.reader(&self.request(()))?;
        let leagues = self.leagues.clone();
        let reading = move || {
            for id in ids {
                let record = leagues.0.reader().record(id).ok().flatten();
                let complete = record.filter(|record| record.moves_removed.is_none());
                if let Some(Ok(record)) = complete.map(|record| leagues.shown(caller, record)) {
                    look(&mut seen, &record);
                }
            }
            seen
        };
        // So many records take as long as an estimate, and calls that read a single one must not wait for them.
        call_threads::compute(reading).await.map_err(|problem| Reason::ArenaFailed.status(problem.to_string()))
    }

    /// Whether the visitor may do what organizers do.
    #[must_use]
    pub fn is_organizer(&self) -> bool {
        self.admit_organizer().is_ok()
    }

    /// Checks that the visitor may do what organizers do.
    ///
    /// # Errors
    /// Why the visitor may not.
    pub fn admit_organizer(&self) -> Result<(), Status> {
        Ok(self.app().access.admit_organizer(&self.credentials)?)
    }
}

/// Why a visitor can't sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignInError {
    /// The arena doesn't know the token.
    #[error("this token isn't one of this arena's; it may have been replaced, or copied incompletely")]
    Unknown,
}

/// Whether this caller may let this bot play at a table. Without tokens, anybody could connect as the bot.
fn may_seat(caller: Caller, bot: BotName) -> bool {
    caller.may_be(bot) || matches!(caller, Caller::Organizer)
}

/// Does this work, such as drawing a page, on a thread that gives way to those that serve players.
///
/// # Errors
/// If the work panics.
pub async fn in_the_background<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Status> {
    call_threads::read(work).await.map_err(|problem| Reason::ArenaFailed.status(problem.to_string()))
}
