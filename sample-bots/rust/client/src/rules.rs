//! The rules of the games, to look ahead with: positions that the process `kahua rules` keeps.

mod error;
mod position;
mod process;

use std::ffi::OsString;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use prost::Message;
use serde_json::Map;

use crate::pb;

pub use error::RulesError;
pub use position::{Outcome, Phase, Position, Rollouts, Successor};
pub use serde_json::{Value, json};

use process::Process;

/// The variable with the path of the program `kahua`.
const PROGRAM: &str = "KAHUA_RULES";

/// The rules of all games. They run in a process of their own, which ends when this and all positions are dropped.
///
/// The process is `kahua rules`. The environment variable `KAHUA_RULES` is the path of the program `kahua`; without it, `kahua` is
/// looked for in the folders of `PATH`. `kahua play`, `kahua check` and `kahua serve` set the variable for the bots that they
/// start. Clones share the process; several threads may use it, and take turns.
///
/// ```no_run
/// use kahua_client::rules::{Rules, RulesError, Successor};
/// use kahua_client::{Answer, Bot, pb};
///
/// struct LookAhead(Rules);
///
/// impl LookAhead {
///     fn best(&self, ask: &pb::Ask) -> Result<usize, RulesError> {
///         // What the bot doesn't see is guessed from the seed.
///         let successors = self.0.position(ask, 1)?.successors(50, 1, None)?;
///         let wins = |successor: &Successor| successor.rollouts.as_ref().map_or(0.0, |rollouts| rollouts.wins[ask.seat as usize]);
///         let best = (0..successors.len()).max_by(|&one, &two| wins(&successors[one]).total_cmp(&wins(&successors[two])));
///         Ok(best.unwrap_or(0))
///     }
/// }
///
/// impl Bot for LookAhead {
///     fn choose(&mut self, ask: &pb::Ask) -> Answer {
///         Answer::index(self.best(ask).expect("the rules know every ask") as u32)
///     }
/// }
///
/// fn main() -> std::process::ExitCode {
///     kahua_client::run(LookAhead(Rules::new().expect("kahua is in a folder of PATH")))
/// }
/// ```
///
/// A request waits for its answer, so a program without the thread that [`run`](crate::run) gives to its bot should use the rules on
/// a thread where it may wait.
#[derive(Clone, Debug)]
pub struct Rules(Arc<Process>);

impl Rules {
    /// Starts the process.
    ///
    /// # Errors
    /// If it can't be started.
    pub fn new() -> Result<Rules, RulesError> {
        let program = std::env::var_os(PROGRAM).filter(|program| !program.is_empty());
        Rules::with_command([program.unwrap_or_else(|| "kahua".into()), "rules".into()])
    }

    /// Starts the process with this command: the program and its arguments, such as `--ruleset FILE` after `rules`.
    ///
    /// # Errors
    /// If it can't be started.
    pub fn with_command(words: impl IntoIterator<Item = impl Into<OsString>>) -> Result<Rules, RulesError> {
        let words: Vec<OsString> = words.into_iter().map(Into::into).collect();
        Ok(Rules(Arc::new(Process::start(&words)?)))
    }

    /// A game from its beginning. Without `seats`, it has the fewest that it allows. `options` are such as `variant=tactical`. With a
    /// seed, chance is drawn up to the first decision.
    ///
    /// # Errors
    /// If there is no such game, or not with these seats and options.
    pub fn start(
        &self,
        game: &str,
        seats: Option<u32>,
        options: &[&str],
        seed: Option<u64>,
    ) -> Result<Position, RulesError> {
        self.open("start", json!({"game": game, "seats": seats, "options": options, "seed": seed}))
    }

    /// The position of an ask. What the bot doesn't see is guessed from the seed.
    ///
    /// # Errors
    /// If the ask comes from other rules than these.
    pub fn position(&self, ask: &pb::Ask, seed: u64) -> Result<Position, RulesError> {
        let (game, view) = (ask.game.clone(), ask.view.clone());
        let short = pb::Ask { game, seat: ask.seat, view, legal_total: ask.legal_total, ..pb::Ask::default() };
        self.open("from_ask", json!({"ask": base64(&short), "seed": seed}))
    }

    /// The position that a view shows to the seat to decide. What it doesn't show is guessed from the seed.
    ///
    /// # Errors
    /// If the view is no view of a seat to decide, or there is no such game.
    pub fn from_view(&self, game: &str, view: &pb::View, seed: u64) -> Result<Position, RulesError> {
        self.open("from_view", json!({"game": game, "view": base64(view), "seed": seed}))
    }

    /// Any request of docs/bots/rules.md in Kahua's repository. `arguments` is an object, and the answer is one.
    ///
    /// # Errors
    /// If the rules refuse it, or their process has ended.
    pub fn request(&self, op: &str, arguments: Value) -> Result<Value, RulesError> {
        let mut request = match arguments {
            Value::Object(arguments) => arguments,
            _ => Map::new(),
        };
        request.insert("op".to_owned(), op.into());
        checked(self.batch(&[Value::Object(request)])?.pop().unwrap_or_default())
    }

    /// Many requests at once, each with its `op`, which is several times faster. A request that fails is answered with an `error`.
    ///
    /// # Errors
    /// If they are too many, or the process has ended.
    pub fn batch(&self, requests: &[Value]) -> Result<Vec<Value>, RulesError> {
        match self.0.exchange(requests)? {
            Value::Array(answers) => Ok(answers),
            // A line that can't be read at all has one answer.
            answer => checked(answer).map(|answer| vec![answer]),
        }
    }

    fn open(&self, op: &str, arguments: Value) -> Result<Position, RulesError> {
        Position::new(self, &self.request(op, arguments)?)
    }

    /// Has the process forget this position before the next request.
    fn forget(&self, handle: u64) {
        self.0.forget(handle);
    }
}

fn checked(answer: Value) -> Result<Value, RulesError> {
    match answer["error"].as_str() {
        Some(text) => Err(RulesError::refused(text, answer["kind"].as_str().unwrap_or_default())),
        None => Ok(answer),
    }
}

fn base64(message: &impl Message) -> String {
    STANDARD.encode(message.encode_to_vec())
}
