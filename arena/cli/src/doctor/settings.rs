//! A settings file: whether an arena can be started with it, and whether its time controls make sense.

use std::iter::once;
use std::time::Duration;

use super::certificates;
use super::finding::Finding;
use kahua_core::clock::TimeControl;
use kahua_server::App;
use kahua_settings::Config;
use kahua_settings::config::{ConfigError, LeagueSettings};

/// With less time than this for an answer, its length on the network and in the machine's queues decides matches.
const ANSWER_MIN: Duration = Duration::from_millis(20);

/// With more time than this without any answer, a bot that hangs keeps a match open all day.
const ANSWER_MAX: Duration = Duration::from_secs(3600);

pub(super) fn look(config: Result<&Config, &ConfigError>) -> Vec<Finding> {
    let advice = "correct the file: an arena doesn't start with it";
    let config = match config {
        Ok(config) => config,
        Err(error) => return vec![Finding::fail("settings", error.to_string(), advice)],
    };
    let checked = config.load_rulesets().map_err(|error| error.to_string());
    let checked = checked.and_then(|games| App::check(config, &games).map_err(|error| error.to_string()));
    let mut findings = vec![match checked {
        Ok(()) => Finding::ok("settings", format!("valid, with {} leagues", config.leagues.len())),
        Err(problem) => Finding::fail("settings", problem, advice),
    }];
    findings.extend(config.tls.iter().flat_map(certificates::look));
    let over_network = !config.listen.ip().is_loopback();
    findings.extend(config.leagues.iter().flat_map(|league| times(league, over_network)));
    findings
}

/// A finding for each time control of a league.
fn times(league: &LeagueSettings, over_network: bool) -> impl Iterator<Item = Finding> {
    let later = league.time_from.iter().map(|from| from.time);
    once(league.terms.time).chain(later).map(move |time| look_at_time(&league.name, time, over_network))
}

fn look_at_time(name: &str, time: TimeControl, over_network: bool) -> Finding {
    let finding =
        |problem: &str, advice: &str| Finding::warn("time", format!("league {name}: {time} {problem}"), advice);
    let longest = match (time.bank, time.ask_cap) {
        (Some(bank), Some(cap)) => Some(bank.min(cap)),
        (bank, cap) => bank.or(cap),
    };
    match longest {
        _ if time.stopped => finding("is stopped", "bots are waited for without end: only for debugging"),
        None => finding("has no limit", "a bot that hangs keeps its match open: set a bank or a cap"),
        Some(longest) if longest > ANSWER_MAX => {
            finding("lets a bot that hangs keep its match open for long", "set a cap, such as /60s")
        }
        Some(longest) if longest < ANSWER_MIN => {
            finding("is shorter than delays that a busy machine has", "give more time, or a larger allowance")
        }
        Some(_) if over_network && time.allowance.is_zero() => {
            finding("has no allowance for the network", "add one, such as ~100ms")
        }
        Some(_) => Finding::ok("time", format!("league {name}: {time}")),
    }
}
