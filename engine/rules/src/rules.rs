//! The process as a value: it is given lines, and answers them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kahua_engine::{DynGame, DynRuleset};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::answer::{Answer, Answered, Position as PositionAnswer, Stands};
use crate::handle::Handle;
use crate::limits::{BATCH_MAX, LINE_BYTES_MAX};
use crate::play::Drawn;
use crate::positions::{Position, Positions};
use crate::problem::{Problem, repeated};

/// The names of all operations, for errors.
const OPERATIONS: &str = "start, from_view, from_ask, redraw, clone, free, legal, chance, scores, text, view, play, sample, \
                          observe, rollout, successors";

/// Answers requests, and keeps the positions that they have opened.
#[derive(Debug)]
pub struct Rules {
    pub(crate) positions: Positions,
    /// The rulesets that were given, and the built-in ones of other games that were asked for, by their games.
    pub(crate) rulesets: BTreeMap<&'static str, Arc<dyn DynRuleset>>,
}

impl Rules {
    /// Without any position. Games are played with these rulesets; those without one, with their built-in one.
    #[must_use]
    pub fn new(rulesets: impl IntoIterator<Item = Arc<dyn DynRuleset>>) -> Rules {
        let rulesets = rulesets.into_iter().map(|ruleset| (ruleset.info().name, ruleset)).collect();
        Rules { positions: Positions::new(), rulesets }
    }

    /// The answer to a line, without a line break; `None` if the line is blank. A line holds a request, or a list of requests.
    #[must_use]
    pub fn answer(&mut self, line: &[u8]) -> Option<String> {
        let line = line.trim_ascii();
        if line.is_empty() {
            return None;
        }
        let written = match serde_json::from_slice(line) {
            Ok(Value::Array(requests)) if requests.len() > BATCH_MAX => {
                let text = format!("the line has {} requests; at most {BATCH_MAX} are answered", requests.len());
                serde_json::to_string(&failed(Problem::limit(text)))
            }
            Ok(Value::Array(requests)) => {
                let answers: Vec<_> = requests.into_iter().map(|request| self.answer_one(request)).collect();
                serde_json::to_string(&answers)
            }
            Ok(request) => serde_json::to_string(&self.answer_one(request)),
            Err(error) => serde_json::to_string(&failed(Problem::request(format!("the line is not JSON: {error}")))),
        };
        // Serializing into a string fails for maps with keys that aren't text, of which there are none.
        Some(written.unwrap_or_else(|error| format!(r#"{{"error":{:?},"kind":"request"}}"#, error.to_string())))
    }

    /// The answer to a line that was too long to be read.
    #[must_use]
    pub fn answer_to_long_line() -> String {
        let text = format!("the line is longer than {LINE_BYTES_MAX} bytes: send fewer requests in a line");
        serde_json::to_string(&failed(Problem::limit(text))).unwrap_or_default()
    }

    fn answer_one(&mut self, request: Value) -> Answered {
        let Value::Object(mut request) = request else {
            let text = "a request is an object such as {\"op\":\"start\",\"game\":\"GAME\"}";
            return failed(Problem::request(text));
        };
        let id = request.remove("id");
        let answer = self.operate(request).unwrap_or_else(Answer::from);
        Answered { id, answer }
    }

    fn operate(&mut self, mut request: Map<String, Value>) -> Result<Answer, Problem> {
        let op = match request.remove("op") {
            Some(Value::String(op)) => op,
            Some(_) => return Err(Problem::request(format!("op: is not text; the operations are {OPERATIONS}"))),
            None => return Err(Problem::request(format!("op: is not set; the operations are {OPERATIONS}"))),
        };
        self.carry_out(&op, request).map_err(|problem| problem.at(&op))
    }

    fn carry_out(&mut self, op: &str, request: Map<String, Value>) -> Result<Answer, Problem> {
        match op {
            "start" => self.start(read(request)?),
            "from_view" => self.open_view(read(request)?),
            "from_ask" => self.open_ask(read(request)?),
            "redraw" => self.redraw(read(request)?),
            "clone" => self.copy(read(request)?),
            "free" => self.free(read(request)?),
            "legal" => self.legal(&read(request)?),
            "chance" => self.chance(&read(request)?),
            "scores" => self.scores(&read(request)?),
            "text" => self.text(&read(request)?),
            "view" => self.view(&read(request)?),
            "play" => self.play(read(request)?),
            "sample" => self.sample(&read(request)?),
            "observe" => self.observe(&read(request)?),
            "rollout" => self.rollout(&read(request)?),
            "successors" => self.successors(&read(request)?),
            _ => Err(Problem::request(format!("there is no such operation; the operations are {OPERATIONS}"))),
        }
    }

    fn copy(&mut self, args: crate::request::At) -> Result<Answer, Problem> {
        let position = self.positions.get(args.position)?.copy();
        self.keep(position, Drawn::new())
    }

    fn free(&mut self, args: crate::request::Free) -> Result<Answer, Problem> {
        let named: BTreeSet<Handle> = args.position.into_iter().chain(args.positions).collect();
        // All or none of them.
        named.iter().try_for_each(|handle| self.positions.get(*handle).map(drop))?;
        named.iter().for_each(|handle| self.positions.free(*handle));
        Ok(Answer::Freed { freed: named.len() })
    }

    /// Keeps a new position, and tells of it.
    pub(crate) fn keep(&mut self, position: Position, drawn: Drawn) -> Result<Answer, Problem> {
        let handle = self.positions.keep(position)?;
        self.describe(handle, drawn)
    }

    /// Changes a position, or a copy of it, and tells of it. If it fails, nothing has changed.
    pub(crate) fn change(
        &mut self,
        handle: Handle,
        copy: bool,
        change: impl FnOnce(&mut dyn DynGame) -> Result<Drawn, Problem>,
    ) -> Result<Answer, Problem> {
        if copy {
            let mut position = self.positions.get(handle)?.copy();
            let drawn = change(&mut *position.game)?;
            return self.keep(position, drawn);
        }
        let drawn = change(&mut *self.positions.get_mut(handle)?.game)?;
        self.describe(handle, drawn)
    }

    pub(crate) fn describe(&self, handle: Handle, drawn: Drawn) -> Result<Answer, Problem> {
        let stands = Stands::of(&*self.positions.get(handle)?.game);
        Ok(Answer::Position(PositionAnswer { position: handle, stands, drawn }))
    }
}

/// The arguments of an operation.
fn read<T: DeserializeOwned>(request: Map<String, Value>) -> Result<T, Problem> {
    T::deserialize(Value::Object(request)).map_err(|error| Problem::request(shortened(&error.to_string())))
}

/// Errors of serde repeat what was found, which may be long.
fn shortened(error: &str) -> String {
    const ERROR_CHARS_MAX: usize = 400;
    if error.len() <= ERROR_CHARS_MAX { error.to_owned() } else { repeated(error) }
}

fn failed(problem: Problem) -> Answered {
    Answered { id: None, answer: problem.into() }
}
