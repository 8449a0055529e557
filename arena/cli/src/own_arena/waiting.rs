//! Which bots the matches wait for, and what the user can do about it.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use kahua_core::ids::BotName;
use kahua_engine::SeatCount;
use kahua_play::BotStatus;
use kahua_process::log_path;
use kahua_server::App;
use kahua_settings::config::{LeagueSettings, MatchTerms};

use crate::bot_arg::{BotArg, Origin};
use crate::output::complain;
use crate::processes::logs;
use crate::run_tokens::RunTokens;

/// After this long without a running match, the command says which bots it is waiting for.
const PATIENCE: Duration = Duration::from_secs(5);

/// The bots that are to play, and how they reach the arena.
#[derive(Debug)]
pub(crate) struct Waiting<'a> {
    pub(crate) bots: &'a [BotArg],
    /// Whose game and number of seats they play.
    pub(crate) league: &'a LeagueSettings,
    pub(crate) addr: SocketAddr,
    /// The tokens with which the bots connect.
    pub(crate) tokens: &'a RunTokens,
    /// The data directory, in which the logs are.
    pub(crate) data: &'a Path,
    /// A hint about proxies for a command that hasn't connected; may be empty.
    pub(crate) proxy: String,
}

impl Waiting<'_> {
    /// What the user must do before the first match can begin: a line for each bot that connects by itself.
    pub(crate) fn first(&self) -> Vec<String> {
        let remote = self.bots.iter().filter(|bot| bot.origin == Origin::Remote);
        remote.map(|bot| format!("waiting for {0}: start it with {1}", bot.name, self.variables(bot.name))).collect()
    }

    /// Says which bots the matches wait for when none has been running for a while, but not the same twice. Never ends.
    pub(crate) async fn say_when_idle(&self, app: &App) {
        let Some(seats) = SeatCount::new(self.league.terms.seats) else { return std::future::pending().await };
        let names: Vec<BotName> = self.bots.iter().map(|bot| bot.name).collect();
        let mut said = Vec::new();
        loop {
            tokio::time::sleep(PATIENCE).await;
            let lines = match app.running() {
                0 => {
                    let connected: Vec<BotStatus> = app.bots().into_iter().filter(|bot| bot.connected).collect();
                    let suspended = app.suspensions();
                    let mut away = app.away(&names, &self.league.terms.game, seats);
                    away.retain(|(name, _)| !suspended.contains_key(name));
                    self.lines(&away, &connected)
                }
                _ => Vec::new(),
            };
            if lines != said {
                lines.iter().for_each(|line| complain(line));
                said = lines;
            }
        }
    }

    /// The connected bots, the missing ones, and a line for each bot that the user can do something about. `away` are
    /// the bots that take no match, each with whether it is connected.
    fn lines(&self, away: &[(BotName, bool)], connected: &[BotStatus]) -> Vec<String> {
        let missing: Vec<BotName> = away.iter().filter(|(_, connected)| !connected).map(|(name, _)| *name).collect();
        let status = |name: &BotName| connected.iter().find(|bot| bot.name == *name);
        let mut lines: Vec<String> = away.iter().map(|(name, _)| self.advice(*name, status(name))).collect();
        if !lines.is_empty() {
            let connected: Vec<BotName> = connected.iter().map(|bot| bot.name).collect();
            lines.insert(0, summary(&connected, &missing));
        }
        lines
    }

    /// What can be done about a bot that takes no match.
    fn advice(&self, name: BotName, connected: Option<&BotStatus>) -> String {
        if connected.is_some_and(|bot| bot.silent) {
            return format!("  {name} is connected, but has missed an ask, and nothing has come from it since");
        }
        if connected.is_some() {
            let MatchTerms { game, seats, .. } = &self.league.terms;
            let why = "its Hello doesn't name them, or it has sent Pause or Bye";
            return format!("  {name} is connected, but takes no match of {game} with {seats} seats: {why}");
        }
        match self.bots.iter().find(|bot| bot.name == name).map(|bot| &bot.origin) {
            Some(Origin::Remote) | None => format!("  {name}: start it with {}", self.variables(name)),
            Some(command) => format!(
                "  {name}: its command, {command}, is running, but hasn't connected to the address in KAHUA_ADDR under \
                 the name in KAHUA_NAME{}; its log: {}",
                self.proxy,
                log_path(&logs(self.data), name).display()
            ),
        }
    }

    fn variables(&self, name: BotName) -> String {
        self.tokens.variables(self.addr, name)
    }
}

fn summary(connected: &[BotName], missing: &[BotName]) -> String {
    let connected = if connected.is_empty() { "nobody".to_owned() } else { list(connected) };
    match missing.is_empty() {
        true => format!("connected: {connected}"),
        false => format!("connected: {connected}; still waiting for {}", list(missing)),
    }
}

fn list(names: &[BotName]) -> String {
    names.iter().map(BotName::as_str).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_names_who_is_there_who_is_missing_and_what_to_do() {
        let bots = ["me=remote", "slow=sleep 60", "them=house:random"].map(|bot| bot.parse::<BotArg>().unwrap());
        let name = |name: &str| name.parse::<BotName>().unwrap();
        let league = LeagueSettings::new("play", MatchTerms::new("senet"), bots.iter().map(|bot| bot.name).collect());
        let addr = ([127, 0, 0, 1], 7700).into();
        let tokens = RunTokens::from([(bots[0].name, "secret".to_owned())]);
        let (data, proxy) = (Path::new("/d"), "; http_proxy is set".to_owned());
        let waiting = Waiting { bots: &bots, league: &league, addr, tokens: &tokens, data, proxy };
        let said = |away: &[(&str, bool)], connected: &[&str]| {
            let away: Vec<_> = away.iter().map(|(bot, connected)| (name(bot), *connected)).collect();
            let status = |bot: &&str| BotStatus {
                name: name(bot),
                version: String::new(),
                connected: true,
                open_matches: 0,
                silent: *bot == "slow",
                suspension: None,
            };
            let connected: Vec<_> = connected.iter().map(status).collect();
            waiting.lines(&away, &connected).join("\n")
        };
        insta::assert_snapshot!(
            [
                waiting.first().join("\n"),
                said(&[("me", false), ("slow", false)], &[]),
                said(&[("me", false)], &["slow", "them"]),
                said(&[("me", true), ("slow", true)], &["me", "slow", "them"]),
            ]
            .join("\n\n")
        );
        assert_eq!(said(&[], &["me", "slow", "them"]), "", "the matches wait for nobody");
    }
}
