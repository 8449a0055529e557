//! The tokens that the arena knows, and what each of them allows.

use std::collections::BTreeMap;

use kahua_core::ids::BotName;
use kahua_store::TokenHash;
use parking_lot::Mutex;
use tokio_util::sync::CancellationToken;

use super::caller::{Caller, Needed, NotAdmitted};
use super::credentials::Credentials;
use kahua_settings::config::{TokenPolicy, WatchPolicy};

/// How a bot was admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Admission {
    /// It has shown its own token, which proves who it is.
    ByToken,
    /// It has shown no token, in an arena that requires none.
    Unproven,
}

/// Every decision about who may do what is made here.
#[derive(Debug)]
pub struct Access {
    policy: TokenPolicy,
    /// Whether the settings name organizers.
    has_organizers: bool,
    /// Whether the settings name workers.
    has_workers: bool,
    known: Mutex<KnownTokens>,
}

/// Tokens are looked up by their SHA-256. The comparison isn't in constant time, and need not be: to know how many
/// digits of a hash match doesn't help to find a token.
#[derive(Debug, Default)]
struct KnownTokens {
    roles: BTreeMap<[u8; 32], Caller>,
    bots: BTreeMap<BotName, IssuedToken>,
    /// The organizers in addition to those in the settings.
    organizers: BTreeMap<BotName, IssuedToken>,
}

/// A token that the arena has made, and may replace while it runs.
#[derive(Debug)]
struct IssuedToken {
    hash: TokenHash,
    /// Cancelled when the token is replaced or taken away.
    revoked: CancellationToken,
}

impl From<TokenHash> for IssuedToken {
    fn from(hash: TokenHash) -> IssuedToken {
        IssuedToken { hash, revoked: CancellationToken::new() }
    }
}

impl Access {
    pub fn new(policy: TokenPolicy, organizers: &[TokenHash], watchers: &[TokenHash]) -> Access {
        let watchers = watchers.iter().map(|token| (token.0, Caller::Watcher));
        // Last: a token that is listed twice has the higher role.
        let roles = watchers.chain(organizers.iter().map(|token| (token.0, Caller::Organizer))).collect();
        let known = Mutex::new(KnownTokens { roles, ..KnownTokens::default() });
        Access { policy, has_organizers: !organizers.is_empty(), has_workers: false, known }
    }

    /// The same with these workers. A token that has another role already keeps it.
    pub fn with_workers(mut self, workers: impl IntoIterator<Item = (BotName, TokenHash)>) -> Access {
        for (name, token) in workers {
            self.has_workers = true;
            self.known.get_mut().roles.entry(token.0).or_insert(Caller::Worker(name));
        }
        self
    }

    /// Who makes a call with these credentials.
    ///
    /// # Errors
    /// If the arena requires a token, and this isn't one of its own.
    pub fn caller(&self, credentials: &Credentials) -> Result<Caller, NotAdmitted> {
        match (self.role(credentials), credentials.token(), self.policy) {
            (Some(worker @ Caller::Worker(_)), ..) => Err(NotAdmitted::OnlyWorks(worker)),
            (Some(caller), ..) => Ok(caller),
            (None, _, TokenPolicy::Optional) => Ok(Caller::Anybody),
            (None, None, TokenPolicy::Required) => Err(NotAdmitted::TokenMissing(Needed::AnyRole)),
            (None, Some(_), TokenPolicy::Required) => Err(NotAdmitted::TokenUnknown(Needed::AnyRole)),
        }
    }

    /// Whether a caller with these credentials may be the bot with this name.
    ///
    /// # Errors
    /// Why not, in words for the bot's author.
    pub(crate) fn admit_bot(&self, name: BotName, credentials: &Credentials) -> Result<Admission, NotAdmitted> {
        let is_registered = self.token_of(name).is_some();
        match (self.role(credentials), credentials.token(), self.policy) {
            (Some(Caller::Bot(bot)), ..) if bot == name => Ok(Admission::ByToken),
            (_, None, TokenPolicy::Required) => Err(NotAdmitted::TokenMissing(Needed::Bot(name))),
            (_, None, TokenPolicy::Optional) => Ok(Admission::Unproven),
            // Nobody owns the name. In an open arena, a bot with a token of something else may use it, too.
            (_, Some(_), TokenPolicy::Optional) if !is_registered => Ok(Admission::Unproven),
            (Some(owner), ..) => Err(NotAdmitted::TokenOfAnother { owner, name }),
            (None, ..) if is_registered => Err(NotAdmitted::TokenUnknown(Needed::Bot(name))),
            (None, ..) => Err(NotAdmitted::NotRegistered(name)),
        }
    }

    /// Whether a caller with these credentials is an organizer.
    ///
    /// # Errors
    /// Why not, in words for the caller.
    pub fn admit_organizer(&self, credentials: &Credentials) -> Result<(), NotAdmitted> {
        // In an arena that knows no organizers and needs no tokens, every caller is one.
        let needs_one = self.needs_tokens() || self.has_organizers();
        match (self.role(credentials), credentials.token()) {
            (Some(Caller::Organizer), _) => Ok(()),
            (Some(caller), _) => Err(NotAdmitted::RoleTooLow(caller)),
            (None, Some(_)) => Err(NotAdmitted::TokenUnknown(Needed::Organizer)),
            (None, None) if needs_one => Err(NotAdmitted::TokenMissing(Needed::Organizer)),
            (None, None) => Ok(()),
        }
    }

    /// The worker's name under which a caller with these credentials may play matches for the arena. `None` for any
    /// name, in an arena that knows neither workers nor organizers and needs no tokens.
    ///
    /// # Errors
    /// Why not, in words for the caller.
    pub fn admit_worker(&self, credentials: &Credentials) -> Result<Option<BotName>, NotAdmitted> {
        let needs_one = self.needs_tokens() || self.has_organizers() || self.has_workers;
        match (self.role(credentials), credentials.token()) {
            (Some(Caller::Worker(name)), _) => Ok(Some(name)),
            (Some(caller), _) => Err(NotAdmitted::NoWorker(caller)),
            (None, Some(_)) => Err(NotAdmitted::TokenUnknown(Needed::Worker)),
            (None, None) if needs_one => Err(NotAdmitted::TokenMissing(Needed::Worker)),
            (None, None) => Ok(None),
        }
    }

    /// The rule for spectators of leagues whose settings have none. If tokens are required, they tell who is a player,
    /// and players may not watch. If not, only programs on the same machine can reach the arena, and every caller may
    /// watch.
    pub fn default_watch_policy(&self) -> WatchPolicy {
        match self.policy {
            TokenPolicy::Required => WatchPolicy::PlayersNever,
            TokenPolicy::Optional => WatchPolicy::Open,
        }
    }

    /// The hash of the token in these credentials, if it is one of this arena's, of any role.
    pub fn known_token(&self, credentials: &Credentials) -> Option<TokenHash> {
        credentials.token().filter(|_| self.role(credentials).is_some())
    }

    /// Whether there is any token.
    pub(crate) fn knows_any_token(&self) -> bool {
        !self.known.lock().roles.is_empty()
    }

    /// Whether every caller needs a token.
    pub fn needs_tokens(&self) -> bool {
        self.policy == TokenPolicy::Required
    }

    /// Whether there is an organizer's token.
    pub fn has_organizers(&self) -> bool {
        self.has_organizers || !self.known.lock().organizers.is_empty()
    }

    /// Whether the settings name organizers.
    pub fn settings_name_organizers(&self) -> bool {
        self.has_organizers
    }

    /// Gives an organizer this token, in place of an earlier one; `None` takes its token away.
    pub fn set_organizer(&self, name: BotName, token: Option<TokenHash>) {
        let mut known = self.known.lock();
        if known.organizers.get(&name).map(|old| old.hash) == token {
            return;
        }
        if let Some(old) = known.organizers.remove(&name) {
            known.roles.remove(&old.hash.0);
            old.revoked.cancel();
        }
        if let Some(hash) = token {
            known.organizers.insert(name, hash.into());
            known.roles.insert(hash.0, Caller::Organizer);
        }
    }

    /// The token of this bot, if it has one.
    pub fn token_of(&self, name: BotName) -> Option<TokenHash> {
        self.known.lock().bots.get(&name).map(|token| token.hash)
    }

    /// Gives a bot this token in place of the one that it has; `None` takes its token away. Returns whether it had another one.
    pub fn set_bot(&self, name: BotName, token: Option<TokenHash>) -> bool {
        let mut known = self.known.lock();
        if known.bots.get(&name).map(|old| old.hash) == token {
            return false;
        }
        if let Some(old) = known.bots.remove(&name) {
            known.roles.remove(&old.hash.0);
            old.revoked.cancel();
        }
        if let Some(hash) = token {
            known.bots.insert(name, hash.into());
            known.roles.insert(hash.0, Caller::Bot(name));
        }
        true
    }

    /// Cancelled when the token in these credentials is replaced or taken away. Tokens of the settings never are. Call
    /// this before [`caller`](Access::caller), which refuses a token that was taken away in between.
    pub fn revocation(&self, credentials: &Credentials) -> CancellationToken {
        let known = self.known.lock();
        let Some(token) = credentials.token() else { return CancellationToken::new() };
        let issued = match known.roles.get(&token.0) {
            Some(Caller::Bot(name)) => known.bots.get(name),
            Some(Caller::Organizer) => known.organizers.values().find(|issued| issued.hash == token),
            _ => None,
        };
        issued.map_or_else(CancellationToken::new, |issued| issued.revoked.clone())
    }

    /// The role of the token; `None` without a token, or if the arena doesn't know it.
    fn role(&self, credentials: &Credentials) -> Option<Caller> {
        self.known.lock().roles.get(&credentials.token()?.0).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::token;

    fn access(policy: TokenPolicy) -> Access {
        let access = Access::new(policy, &[token::hash_of("organizer")], &[token::hash_of("watcher")]);
        access.set_bot(name("a"), Some(token::hash_of("secret")));
        access
    }

    fn name(name: &str) -> BotName {
        name.parse().unwrap()
    }

    const NOTHING: Credentials = Credentials::NOTHING;

    #[test]
    fn with_tokens_a_bot_needs_its_own() {
        let access = access(TokenPolicy::Required);
        let (a, b, of) = (name("a"), name("b"), Credentials::of);
        assert_eq!(access.admit_bot(a, &of("secret")), Ok(Admission::ByToken));
        assert_eq!(access.admit_bot(a, &of("other")), Err(NotAdmitted::TokenUnknown(Needed::Bot(a))));
        assert_eq!(access.admit_bot(a, &NOTHING), Err(NotAdmitted::TokenMissing(Needed::Bot(a))));
        assert_eq!(access.admit_bot(b, &of("other")), Err(NotAdmitted::NotRegistered(b)));
        let owner = Caller::Bot(a);
        assert_eq!(access.admit_bot(b, &of("secret")), Err(NotAdmitted::TokenOfAnother { owner, name: b }));
        access.set_bot(b, Some(token::hash_of("new")));
        assert_eq!(access.admit_bot(b, &of("new")), Ok(Admission::ByToken));
    }

    #[test]
    fn a_token_that_was_replaced_or_taken_away_is_nobodys() {
        let access = access(TokenPolicy::Required);
        let (a, of) = (name("a"), Credentials::of);
        access.set_bot(a, Some(token::hash_of("new")));
        assert!(access.admit_bot(a, &of("secret")).is_err() && access.caller(&of("secret")).is_err());
        assert_eq!(access.caller(&of("new")), Ok(Caller::Bot(a)));
        access.set_bot(a, None);
        assert_eq!(access.admit_bot(a, &of("new")), Err(NotAdmitted::NotRegistered(a)));
        assert!(access.caller(&of("new")).is_err());
    }

    #[test]
    fn an_open_arena_takes_no_wrong_token_either() {
        let access = access(TokenPolicy::Optional);
        assert_eq!(access.admit_bot(name("a"), &NOTHING), Ok(Admission::Unproven));
        assert!(access.admit_bot(name("a"), &Credentials::of("other")).is_err());
        assert_eq!(access.admit_bot(name("b"), &Credentials::of("any")), Ok(Admission::Unproven));
        assert_eq!(access.caller(&NOTHING), Ok(Caller::Anybody));
        assert_eq!(access.caller(&Credentials::of("secret")), Ok(Caller::Bot(name("a"))));
    }

    #[test]
    fn in_an_open_arena_everybody_organizes_unless_it_knows_who_does() {
        let organized = access(TokenPolicy::Optional);
        assert_eq!(organized.admit_organizer(&NOTHING), Err(NotAdmitted::TokenMissing(Needed::Organizer)));
        let open = Access::new(TokenPolicy::Optional, &[], &[token::hash_of("watcher")]);
        assert_eq!(open.admit_organizer(&NOTHING), Ok(()));
        let watcher = Err(NotAdmitted::RoleTooLow(Caller::Watcher));
        assert_eq!(open.admit_organizer(&Credentials::of("watcher")), watcher);
    }

    #[test]
    fn an_organizer_has_one_token_and_an_open_arena_has_organizers_from_the_first_on() {
        let (open, ann) = (Access::new(TokenPolicy::Optional, &[], &[]), name("ann"));
        open.set_organizer(ann, Some(token::hash_of("first")));
        assert_eq!(open.admit_organizer(&NOTHING), Err(NotAdmitted::TokenMissing(Needed::Organizer)));
        let revoked = open.revocation(&Credentials::of("first"));
        open.set_organizer(ann, Some(token::hash_of("second")));
        assert!(revoked.is_cancelled() && !open.revocation(&Credentials::of("second")).is_cancelled());
        assert_eq!(open.admit_organizer(&Credentials::of("second")), Ok(()));
        assert!(open.admit_organizer(&Credentials::of("first")).is_err());

        let revoked = open.revocation(&Credentials::of("second"));
        open.set_organizer(ann, None);
        assert!(revoked.is_cancelled() && open.admit_organizer(&Credentials::of("second")).is_err());
        assert_eq!(open.admit_organizer(&NOTHING), Ok(()), "without organizers, every caller is one");
    }

    #[test]
    fn every_token_reads_and_only_an_organizers_changes_something() {
        let access = access(TokenPolicy::Required);
        for (token, caller) in
            [("secret", Caller::Bot(name("a"))), ("watcher", Caller::Watcher), ("organizer", Caller::Organizer)]
        {
            assert_eq!(access.caller(&Credentials::of(token)), Ok(caller));
            let admitted = access.admit_organizer(&Credentials::of(token));
            let expected = if caller == Caller::Organizer { Ok(()) } else { Err(NotAdmitted::RoleTooLow(caller)) };
            assert_eq!(admitted, expected);
        }
        assert_eq!(access.caller(&NOTHING), Err(NotAdmitted::TokenMissing(Needed::AnyRole)));
        assert_eq!(access.admit_organizer(&NOTHING), Err(NotAdmitted::TokenMissing(Needed::Organizer)));
        let wrong = Credentials::of("wrong");
        assert_eq!(access.caller(&wrong), Err(NotAdmitted::TokenUnknown(Needed::AnyRole)));
        assert_eq!(access.admit_organizer(&wrong), Err(NotAdmitted::TokenUnknown(Needed::Organizer)));
    }

    #[test]
    fn a_workers_token_is_good_for_work_and_for_nothing_else() {
        let (w, worker) = (name("w"), Credentials::of("worker"));
        for policy in [TokenPolicy::Required, TokenPolicy::Optional] {
            let access = access(policy).with_workers([(w, token::hash_of("worker"))]);
            assert_eq!(access.admit_worker(&worker), Ok(Some(w)));
            assert_eq!(access.caller(&worker), Err(NotAdmitted::OnlyWorks(Caller::Worker(w))));
            assert_eq!(access.admit_organizer(&worker), Err(NotAdmitted::RoleTooLow(Caller::Worker(w))));
            assert!(access.admit_bot(name("a"), &worker).is_err());
            assert_eq!(access.admit_worker(&NOTHING), Err(NotAdmitted::TokenMissing(Needed::Worker)));
            assert_eq!(access.admit_worker(&Credentials::of("x")), Err(NotAdmitted::TokenUnknown(Needed::Worker)));
            let organizer = Credentials::of("organizer");
            assert_eq!(access.admit_worker(&organizer), Err(NotAdmitted::NoWorker(Caller::Organizer)));
        }
        assert_eq!(Access::new(TokenPolicy::Optional, &[], &[]).admit_worker(&NOTHING), Ok(None));
    }

    #[test]
    fn without_tokens_only_those_whom_no_token_names_may_be_a_bot() {
        assert!(Caller::Anybody.may_be(name("a")) && Caller::Bot(name("a")).may_be(name("a")));
        assert!(!Caller::Bot(name("b")).may_be(name("a")));
        assert!(!Caller::Watcher.may_be(name("a")) && !Caller::Organizer.may_be(name("a")));
    }
}
