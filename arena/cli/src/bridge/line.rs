//! The lines between the bridge and its command: what they hold, and how an answer is read. docs/bots/bridge.md describes them.

use std::fmt;

use kahua_client::BotMessage;
use kahua_proto::json::{from_json, to_json};
use kahua_proto::pb::arena::v1 as pb;
use pb::answer::Choice;
use serde::de::{self, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use kahua_core::limits::cut;

/// How much of a line is shown in an error message, in bytes.
const SHOWN_BYTES_MAX: usize = 80;

/// What is written to the command. The fields' order is part of the format: regular expressions read these lines.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum BridgeMessage<'a> {
    /// The command must answer.
    Ask(Ask<'a>),
    /// A match begins.
    Seated(Seated<'a>),
    /// Something that the command answered was wrong, or came too late.
    Fault(Fault<'a>),
    /// A match has ended.
    Ended(Ended<'a>),
}

#[derive(Debug, Serialize)]
pub(super) struct Ask<'a> {
    pub(super) legal_total: u32,
    #[serde(rename = "match")]
    pub(super) match_id: &'a str,
    pub(super) ticket: u32,
    pub(super) game: &'a str,
    pub(super) options: &'a [String],
    pub(super) seats: usize,
    pub(super) seat: u32,
    pub(super) ask_ms: Option<u64>,
    pub(super) bank_ms: Option<u64>,
    pub(super) strikes: u32,
    pub(super) legal: Vec<&'a str>,
    pub(super) events: Vec<Event>,
    pub(super) view: Option<Value>,
}

#[derive(Debug, Serialize)]
pub(super) struct Seated<'a> {
    #[serde(rename = "match")]
    pub(super) match_id: &'a str,
    pub(super) league: &'a str,
    pub(super) rated: bool,
    pub(super) game: &'a str,
    pub(super) options: &'a [String],
    pub(super) seats: usize,
    pub(super) seat: u32,
    pub(super) players: Vec<&'a str>,
    pub(super) time_control: Option<Value>,
    pub(super) resumed: bool,
}

#[derive(Debug, Serialize)]
pub(super) struct Fault<'a> {
    #[serde(rename = "match")]
    pub(super) match_id: Option<&'a str>,
    pub(super) ticket: Option<u32>,
    pub(super) cause: &'a str,
    pub(super) problem: &'a str,
    pub(super) expected: &'a str,
    pub(super) consequence: &'a str,
}

#[derive(Debug, Serialize)]
pub(super) struct Ended<'a> {
    #[serde(rename = "match")]
    pub(super) match_id: &'a str,
    pub(super) termination: &'a str,
    pub(super) places: Vec<u32>,
    pub(super) scores: Vec<i32>,
    pub(super) events: Vec<Event>,
}

/// Something that happened in a match.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Event {
    Chance { number: u32, chance: String },
    Action { number: u32, seat: u32, action: String, substitute: bool },
}

impl Event {
    /// The event of a message, if this bridge knows its kind.
    pub(super) fn of(event: pb::MatchEvent) -> Option<Event> {
        let number = event.number;
        Some(match event.event? {
            pb::match_event::Event::Chance(chance) => Event::Chance { number, chance: chance.notation },
            pb::match_event::Event::ActionTaken(of) => {
                let action = of.action.unwrap_or_default().notation;
                Event::Action { number, seat: of.seat, action, substitute: of.substitute }
            }
        })
    }
}

impl BridgeMessage<'_> {
    /// This as one line, its end included.
    pub(super) fn to_line(&self) -> String {
        let mut line = serde_json::to_string(self).expect("texts, numbers and lists are JSON");
        line.push('\n');
        line
    }
}

impl<'a> Ask<'a> {
    /// The ask as it is put to the command.
    pub(super) fn of(ask: &'a pb::Ask, seated: &'a pb::Seated, events: Vec<Event>) -> Ask<'a> {
        Ask {
            legal_total: ask.legal_total,
            match_id: &ask.match_id,
            ticket: ask.ticket,
            game: &seated.game,
            options: &seated.options,
            seats: seated.players.len(),
            seat: seated.seat,
            ask_ms: ask.ask_ms,
            bank_ms: ask.bank_ms,
            strikes: ask.strikes,
            legal: ask.legal.iter().map(|action| action.notation.as_str()).collect(),
            events,
            view: ask.view.as_ref().map(to_json),
        }
    }
}

impl<'a> Seated<'a> {
    pub(super) fn of(seated: &'a pb::Seated) -> Seated<'a> {
        Seated {
            match_id: &seated.match_id,
            league: &seated.league,
            rated: seated.rated,
            game: &seated.game,
            options: &seated.options,
            seats: seated.players.len(),
            seat: seated.seat,
            players: seated.players.iter().map(|player| player.name.as_str()).collect(),
            time_control: seated.time_control.as_ref().map(to_json),
            resumed: seated.resumed,
        }
    }
}

impl<'a> Fault<'a> {
    pub(super) fn of(fault: &'a pb::FaultNotice) -> Fault<'a> {
        Fault {
            match_id: fault.match_id.as_deref(),
            ticket: fault.ticket,
            cause: fault.cause().as_str_name(),
            problem: &fault.problem,
            expected: &fault.expected,
            consequence: &fault.consequence,
        }
    }
}

impl<'a> Ended<'a> {
    pub(super) fn of(ended: &'a pb::Ended, events: Vec<Event>) -> Ended<'a> {
        Ended {
            match_id: &ended.match_id,
            termination: ended.termination.as_ref().map_or("", |termination| termination.kind().as_str_name()),
            places: ended.results.iter().map(|result| result.place).collect(),
            scores: ended.results.iter().map(|result| result.score).collect(),
            events,
        }
    }
}

/// What the command answers to an ask.
///
/// # Errors
/// What is wrong with the line, and what was expected.
pub(super) fn read_answer(line: &str, ask: &pb::Ask) -> Result<BotMessage, String> {
    // Some languages begin what they write with a byte order mark.
    let line = line.trim_start_matches('\u{feff}').trim();
    let answer = |choice, comment| {
        BotMessage::Answer(pb::Answer {
            match_id: ask.match_id.clone(),
            ticket: ask.ticket,
            choice: Some(choice),
            comment,
        })
    };
    if line.starts_with('{') {
        let written: Written = serde_json::from_str(line).map_err(|error| unlike(line, &error.to_string()))?;
        written.is_for(ask).map_err(|problem| unlike(line, &problem))?;
        return match written.choice().map_err(|problem| unlike(line, &problem))? {
            Some(choice) => Ok(answer(choice, written.comment)),
            None => Ok(BotMessage::Resign(pb::Resign { match_id: ask.match_id.clone() })),
        };
    }
    if let Ok(index) = line.parse() {
        return Ok(answer(Choice::Index(index), String::new()));
    }
    if ask.legal.iter().any(|action| action.notation == line) {
        return Ok(answer(Choice::Notation(line.to_owned()), String::new()));
    }
    // Languages that know only floating-point numbers write an index as `3.0`.
    if let Some(index) = line.parse().ok().and_then(whole) {
        return Ok(answer(Choice::Index(index), String::new()));
    }
    if line.contains(char::REPLACEMENT_CHARACTER) || line.contains('\0') {
        return Err(unlike(line, "it isn't written in UTF-8"));
    }
    Err(unlike(line, "it is neither an index nor an action of the ask's legal list"))
}

/// A line as an error message shows it: its beginning.
pub(super) fn shown(line: &str) -> String {
    let line = line.trim_end();
    match cut(line, SHOWN_BYTES_MAX) {
        start if start.len() < line.len() => format!("{start:?} and more"),
        whole => format!("{whole:?}"),
    }
}

fn unlike(line: &str, problem: &str) -> String {
    format!(
        "{} is not a valid answer: {problem}; expected an index such as 0, an action of the legal list, or a JSON object with one \
         of index, notation, action and resign",
        shown(line)
    )
}

/// The whole number that a floating-point number is; `None` if it isn't one, or too large.
fn whole(number: f64) -> Option<u32> {
    let is_whole = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is whole and in range")]
    is_whole.then_some(number as u32)
}

/// A number such as `3`. Languages that know only floating-point numbers write it as `3.0` or `3e0`.
#[derive(Clone, Copy, Debug)]
struct Whole(u32);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Whole, D::Error> {
        from.deserialize_any(WholeVisitor)
    }
}

struct WholeVisitor;

impl Visitor<'_> for WholeVisitor {
    type Value = Whole;

    fn expecting(&self, into: &mut fmt::Formatter<'_>) -> fmt::Result {
        into.write_str("u32")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Whole, E> {
        u32::try_from(number).map(Whole).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Whole, E> {
        whole(number).map(Whole).ok_or_else(|| E::invalid_value(Unexpected::Float(number), &self))
    }
}

/// An answer that is written as a JSON object.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(rename = "match")]
    match_id: Option<String>,
    ticket: Option<Whole>,
    index: Option<Whole>,
    notation: Option<String>,
    action: Option<Value>,
    #[serde(default)]
    resign: bool,
    #[serde(default)]
    comment: String,
}

impl Written {
    /// Whether it answers this ask, as far as it says.
    fn is_for(&self, ask: &pb::Ask) -> Result<(), String> {
        match (&self.match_id, self.ticket) {
            (Some(named), _) if *named != ask.match_id => {
                Err(format!("it names match {named}, but the ask is for match {}", ask.match_id))
            }
            (_, Some(Whole(named))) if named != ask.ticket => {
                Err(format!("it names ticket {named}, but the ask has ticket {}", ask.ticket))
            }
            _ => Ok(()),
        }
    }

    /// The one choice that it makes; `None` to give the match up.
    fn choice(&self) -> Result<Option<Choice>, String> {
        match (self.index, &self.notation, &self.action, self.resign) {
            (Some(Whole(index)), None, None, false) => Ok(Some(Choice::Index(index))),
            (None, Some(notation), None, false) => Ok(Some(Choice::Notation(notation.clone()))),
            (None, None, Some(action), false) => match from_json(&action.to_string()) {
                Ok(action) => Ok(Some(Choice::Action(action))),
                Err(error) => Err(format!("its action is not valid: {error}")),
            },
            (None, None, None, true) => Ok(None),
            (None, None, None, false) => Err("it makes no choice".to_owned()),
            _ => Err("it makes more than one choice".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask() -> pb::Ask {
        let legal = ["pass", "place:3@2"].map(|notation| pb::Action { notation: notation.to_owned(), game: None });
        pb::Ask { match_id: "m".to_owned(), ticket: 7, legal: legal.to_vec(), legal_total: 2, ..Default::default() }
    }

    fn read(line: &str) -> Result<(Choice, String), String> {
        match read_answer(line, &ask())? {
            BotMessage::Answer(answer) => {
                assert_eq!((answer.match_id.as_str(), answer.ticket), ("m", 7));
                Ok((answer.choice.expect("every answer makes a choice"), answer.comment))
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_answer_is_an_index_an_action_or_an_object() {
        let notation = || Choice::Notation("place:3@2".to_owned());
        for (line, choice) in [
            ("1", Choice::Index(1)),
            (" 99 \r", Choice::Index(99)),
            ("\u{feff}1\r\n", Choice::Index(1)),
            ("3.0", Choice::Index(3)),
            ("3e0", Choice::Index(3)),
            ("place:3@2", notation()),
            ("\u{feff}{\"index\":3.0,\"ticket\":7e0}\r\n", Choice::Index(3)),
            (r#"{"index":0}"#, Choice::Index(0)),
            (r#"{"match":"m","ticket":7,"notation":"place:3@2"}"#, notation()),
            (r#"{"ticket":7,"action":{"notation":"pass"}}"#, Choice::Action(ask().legal[0].clone())),
        ] {
            assert_eq!(read(line), Ok((choice, String::new())), "{line}");
        }
        assert_eq!(read(r#"{"index":0,"comment":"why"}"#), Ok((Choice::Index(0), "why".to_owned())));
        let resigned = read_answer(r#"{"resign":true}"#, &ask());
        assert_eq!(resigned, Ok(BotMessage::Resign(pb::Resign { match_id: "m".to_owned() })));
    }

    #[test]
    fn an_invalid_answer_is_refused_with_the_reason() {
        for (line, expected) in [
            ("", "\"\" is not a valid answer: it is neither an index nor an action of the ask's legal list"),
            ("thinking...", "expected an index such as 0"),
            ("-1", "neither an index"),
            ("0.5", "neither an index"),
            ("1e99", "neither an index"),
            ("inf", "neither an index"),
            ("\u{fffd}\u{fffd}0\0", "it isn't written in UTF-8"),
            (r#"{"index":0.5}"#, "expected u32"),
            (r#"{"index":-1}"#, "expected u32"),
            (r#"{"index":4294967296}"#, "expected u32"),
            ("{", "EOF while parsing"),
            ("{}", "it makes no choice"),
            (r#"{"resign":false}"#, "it makes no choice"),
            (r#"{"index":0,"notation":"pass"}"#, "it makes more than one choice"),
            (r#"{"index":0,"match":"n"}"#, "it names match n, but the ask is for match m"),
            (r#"{"index":0,"ticket":6}"#, "it names ticket 6, but the ask has ticket 7"),
            (r#"{"index":0,"ticket":"7"}"#, "expected u32"),
            (r#"{"indx":0}"#, "unknown field `indx`"),
            (r#"{"action":{"chess":{}}}"#, "its action is not valid"),
        ] {
            let problem = read_answer(line, &ask()).unwrap_err();
            assert!(problem.contains(expected), "{line}: {problem}");
        }
        let long = read_answer(&"x".repeat(5_000), &ask()).unwrap_err();
        assert!(long.len() < 400 && long.contains("and more"), "{long}");
    }

    #[test]
    fn an_ask_begins_with_what_regular_expressions_look_for() {
        let seated = pb::Seated { game: "g".to_owned(), seat: 1, ..Default::default() };
        let events = vec![Event::Chance { number: 4, chance: "c".to_owned() }];
        let ask = pb::Ask { ask_ms: Some(5), ..ask() };
        assert_eq!(
            BridgeMessage::Ask(Ask::of(&ask, &seated, events)).to_line(),
            concat!(
                r#"{"type":"ask","legal_total":2,"match":"m","ticket":7,"game":"g","options":[],"seats":0,"seat":1,"#,
                r#""ask_ms":5,"bank_ms":null,"strikes":0,"legal":["pass","place:3@2"],"#,
                r#""events":[{"number":4,"chance":"c"}],"view":null}"#,
                "\n"
            )
        );
    }
}
