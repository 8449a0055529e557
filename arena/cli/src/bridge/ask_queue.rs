//! The asks of a bridge, put to its command one at a time: the next line of the command always answers the ask that it got
//! last, even if that answer no longer counts.

use std::collections::{BTreeMap, VecDeque};

use kahua_client::{ArenaEvent, BotMessage};
use kahua_proto::pb::arena::v1 as pb;

use super::line::{self, BridgeMessage, Event, read_answer, shown};
use kahua_core::limits::MATCHES_PER_BOT_MAX;

/// The state between the arena and the command. It knows neither the clock nor processes.
#[derive(Debug, Default)]
pub(super) struct AskQueue {
    /// Whether the command gets more lines than asks.
    tells_all: bool,
    /// The open matches, by id.
    matches: BTreeMap<String, Match>,
    /// At most one ask of each match.
    waiting: VecDeque<pb::Ask>,
    /// The ask that the command has got and not yet answered.
    given: Option<Given>,
    /// What is to be written to the command.
    lines: VecDeque<String>,
    /// How many lines were written for the command so far.
    written: u64,
}

/// A match, as far as the command knows it.
#[derive(Debug, Default)]
struct Match {
    seated: pb::Seated,
    /// Events that the command hasn't seen.
    news: Vec<Event>,
    /// The number of the next event that is news.
    next: u32,
    /// The latest answer and its ticket. If the arena asks again, it gets this answer again.
    answered: Option<(u32, BotMessage)>,
}

#[derive(Debug)]
struct Given {
    ask: pb::Ask,
    /// The number of the line that held it.
    line: u64,
    /// Whether the answer no longer counts.
    void: bool,
}

impl AskQueue {
    /// An empty queue; with `tells_all` the command also gets lines when matches begin and end, and for faults.
    pub(super) fn new(tells_all: bool) -> AskQueue {
        AskQueue { tells_all, ..AskQueue::default() }
    }

    /// Takes a message of the arena. Returns the answer if the ask was answered before.
    pub(super) fn hear(&mut self, message: ArenaEvent) -> Option<BotMessage> {
        match message {
            // Every ask that is still open comes again.
            ArenaEvent::Welcome(_) => self.waiting.clear(),
            ArenaEvent::Seated(seated) => self.seated(seated),
            ArenaEvent::Events(events) => {
                if let Some(of) = self.matches.get_mut(&events.match_id) {
                    of.learn(events.events);
                }
            }
            ArenaEvent::Ask(ask) => return self.asked(ask),
            ArenaEvent::Fault(fault) => self.fault(&fault),
            ArenaEvent::Ended(ended) => self.ended(&ended),
            ArenaEvent::Notice(_) => {}
        }
        None
    }

    /// Takes line `number` of the command. Returns the message for the arena, if there is one.
    ///
    /// # Errors
    /// If it isn't a valid answer. The text says what is wrong, and what was expected.
    pub(super) fn answer(&mut self, number: u64, line: &str) -> Result<Option<BotMessage>, String> {
        let Some(given) = &self.given else {
            let line = shown(line);
            return Err(format!(
                "line {number} of its output, {line}, doesn't answer an ask: one line for each ask is expected"
            ));
        };
        let said = read_answer(line, &given.ask)
            .map_err(|problem| format!("line {number} of its output, which answers line {}: {problem}", given.line))?;
        let given = self.given.take().expect("it was there");
        if !given.void
            && let Some(of) = self.matches.get_mut(&given.ask.match_id)
        {
            of.answered = Some((given.ask.ticket, said.clone()));
        }
        self.give_next();
        Ok(if given.void { None } else { Some(said) })
    }

    /// The next line for the command.
    pub(super) fn take_line(&mut self) -> Option<String> {
        self.lines.pop_front()
    }

    /// The number of the line whose answer no longer counts, but which the command still has to answer.
    pub(super) fn overdue(&self) -> Option<u64> {
        self.given.as_ref().filter(|given| given.void).map(|given| given.line)
    }

    fn seated(&mut self, seated: pb::Seated) {
        if self.tells_all {
            self.tell(&BridgeMessage::Seated(line::Seated::of(&seated)));
        }
        // After a reconnect the match is known already, and the command has seen some of its events.
        let of = self.matches.entry(seated.match_id.clone()).or_default();
        of.seated = seated;
        // The end of a match is missed if the connection was lost at that moment, so the oldest matches are dropped. Ids
        // rise with time.
        while self.matches.len() > MATCHES_PER_BOT_MAX as usize {
            self.matches.pop_first();
        }
    }

    fn asked(&mut self, mut ask: pb::Ask) -> Option<BotMessage> {
        let of = self.matches.entry(ask.match_id.clone()).or_default();
        of.learn(std::mem::take(&mut ask.events));
        // After a reconnect the arena repeats an ask whose answer was lost on the way. The command has answered it, so
        // it isn't asked again.
        if let Some((ticket, said)) = &of.answered
            && *ticket == ask.ticket
        {
            return Some(said.clone());
        }
        self.waiting.retain(|other| other.match_id != ask.match_id);
        match &mut self.given {
            // The command already works on this ask, so its next line counts again.
            Some(given) if given.ask.match_id == ask.match_id && given.ask.ticket == ask.ticket => given.void = false,
            _ => {
                self.withdraw(|given| given.match_id == ask.match_id);
                self.waiting.push_back(ask);
                self.give_next();
            }
        }
        None
    }

    fn fault(&mut self, fault: &pb::FaultNotice) {
        if self.tells_all {
            self.tell(&BridgeMessage::Fault(line::Fault::of(fault)));
        }
        self.withdraw(|given| fault.match_id.as_ref() == Some(&given.match_id) && fault.ticket == Some(given.ticket));
    }

    fn ended(&mut self, ended: &pb::Ended) {
        let of = self.matches.remove(&ended.match_id).unwrap_or_default();
        if self.tells_all {
            self.tell(&BridgeMessage::Ended(line::Ended::of(ended, of.news)));
        }
        self.waiting.retain(|ask| ask.match_id != ended.match_id);
        self.withdraw(|given| given.match_id == ended.match_id);
    }

    /// Marks the answer that the command owes as void, if its ask is this one.
    fn withdraw(&mut self, is_it: impl FnOnce(&pb::Ask) -> bool) {
        if let Some(given) = self.given.as_mut().filter(|given| is_it(&given.ask)) {
            given.void = true;
        }
    }

    /// Gives the command the ask that has waited longest, if it owes no answer.
    fn give_next(&mut self) {
        if self.given.is_none()
            && let Some(ask) = self.waiting.pop_front()
        {
            let of = self.matches.entry(ask.match_id.clone()).or_default();
            let news = std::mem::take(&mut of.news);
            let line = BridgeMessage::Ask(line::Ask::of(&ask, &of.seated, news)).to_line();
            self.push(line);
            self.given = Some(Given { ask, line: self.written, void: false });
        }
    }

    fn tell(&mut self, told: &BridgeMessage<'_>) {
        self.push(told.to_line());
    }

    fn push(&mut self, line: String) {
        self.written += 1;
        self.lines.push_back(line);
    }
}

impl Match {
    /// Takes each event once. After a reconnect the arena sends all of them again.
    fn learn(&mut self, events: Vec<pb::MatchEvent>) {
        for event in events {
            if event.number >= self.next {
                self.next = event.number + 1;
                self.news.extend(Event::of(event));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(match_id: &str, ticket: u32) -> ArenaEvent {
        let pass = pb::Action { notation: "pass".to_owned(), game: None };
        ArenaEvent::Ask(pb::Ask {
            match_id: match_id.to_owned(),
            ticket,
            legal: vec![pass],
            legal_total: 1,
            ..Default::default()
        })
    }

    fn ended(match_id: &str) -> ArenaEvent {
        ArenaEvent::Ended(pb::Ended { match_id: match_id.to_owned(), ..Default::default() })
    }

    fn late(match_id: &str, ticket: u32) -> ArenaEvent {
        ArenaEvent::Fault(pb::FaultNotice {
            match_id: Some(match_id.to_owned()),
            ticket: Some(ticket),
            ..Default::default()
        })
    }

    fn seen(match_id: &str, numbers: std::ops::Range<u32>) -> ArenaEvent {
        let chance = pb::Chance { notation: "c".to_owned(), game: None };
        let event = |number| pb::MatchEvent { number, event: Some(pb::match_event::Event::Chance(chance.clone())) };
        ArenaEvent::Events(pb::MatchEvents { match_id: match_id.to_owned(), events: numbers.map(event).collect() })
    }

    /// The match and ticket of the ask that was written last.
    fn given(desk: &mut AskQueue) -> Option<(String, u32)> {
        let line: serde_json::Value = serde_json::from_str(&desk.take_line()?).unwrap();
        assert!(desk.take_line().is_none(), "one ask at a time");
        Some((line["match"].as_str()?.to_owned(), u32::try_from(line["ticket"].as_u64()?).ok()?))
    }

    /// The match and ticket of what is said to the arena.
    fn said(said: Option<BotMessage>) -> Option<(String, u32)> {
        match said? {
            BotMessage::Answer(answer) => Some((answer.match_id, answer.ticket)),
            other => panic!("{other:?}"),
        }
    }

    fn pair(match_id: &str, ticket: u32) -> Option<(String, u32)> {
        Some((match_id.to_owned(), ticket))
    }

    #[test]
    fn asks_of_several_matches_come_one_after_the_other() {
        let mut desk = AskQueue::new(false);
        desk.hear(ask("a", 1));
        desk.hear(ask("b", 1));
        assert_eq!(given(&mut desk), pair("a", 1));
        assert_eq!(said(desk.answer(1, "0").unwrap()), pair("a", 1));
        assert_eq!(given(&mut desk), pair("b", 1));
        assert_eq!(said(desk.answer(2, "pass").unwrap()), pair("b", 1));
        assert_eq!(given(&mut desk), None);
    }

    #[test]
    fn an_answer_that_is_owed_to_a_lost_match_is_swallowed() {
        let mut desk = AskQueue::new(false);
        desk.hear(ask("a", 1));
        given(&mut desk);
        desk.hear(ended("a"));
        desk.hear(ask("b", 1));
        assert_eq!((given(&mut desk), desk.overdue()), (None, Some(1)), "the command owes an answer");
        assert_eq!(desk.answer(1, "0"), Ok(None));
        assert_eq!((given(&mut desk), desk.overdue()), (pair("b", 1), None));
        assert_eq!(said(desk.answer(2, "0").unwrap()), pair("b", 1));
    }

    #[test]
    fn a_late_answer_is_not_taken_for_the_next_ask_of_its_match() {
        let mut desk = AskQueue::new(false);
        desk.hear(ask("a", 1));
        given(&mut desk);
        desk.hear(late("a", 1));
        assert_eq!(desk.overdue(), Some(1));
        desk.hear(ask("a", 2));
        assert_eq!(desk.answer(1, "0"), Ok(None));
        assert_eq!(given(&mut desk), pair("a", 2));
        assert_eq!(said(desk.answer(2, "0").unwrap()), pair("a", 2));
    }

    #[test]
    fn an_ask_that_waits_is_dropped_with_its_match_or_its_connection() {
        let mut desk = AskQueue::new(false);
        for match_id in ["a", "b", "c"] {
            desk.hear(ask(match_id, 1));
        }
        given(&mut desk);
        desk.hear(ended("b"));
        desk.answer(1, "0").unwrap();
        assert_eq!(given(&mut desk), pair("c", 1));
        desk.hear(ask("d", 1));
        desk.hear(ArenaEvent::Welcome(pb::Welcome::default()));
        desk.answer(2, "0").unwrap();
        assert_eq!(given(&mut desk), None, "it comes again if it is still open");
    }

    #[test]
    fn an_ask_that_comes_again_is_not_put_to_the_command_again() {
        let mut desk = AskQueue::new(false);
        desk.hear(ask("a", 1));
        given(&mut desk);
        desk.hear(ArenaEvent::Welcome(pb::Welcome::default()));
        assert_eq!(said(desk.hear(ask("a", 1))), None, "the command is still at it");
        assert_eq!((given(&mut desk), desk.overdue()), (None, None));
        assert_eq!(said(desk.answer(1, "0").unwrap()), pair("a", 1));
        assert_eq!(said(desk.hear(ask("a", 1))), pair("a", 1), "the answer may have been lost on the way");
        assert_eq!(given(&mut desk), None);
    }

    #[test]
    fn every_event_is_told_once() {
        let mut desk = AskQueue::new(true);
        desk.hear(seen("a", 0..2));
        desk.hear(ArenaEvent::Seated(pb::Seated { match_id: "a".to_owned(), ..Default::default() }));
        assert!(desk.take_line().unwrap().starts_with(r#"{"type":"seated","match":"a","#));
        desk.hear(seen("a", 0..2));
        desk.hear(ask("a", 1));
        assert!(
            desk.take_line().unwrap().contains(r#""events":[{"number":0,"chance":"c"},{"number":1,"chance":"c"}]"#)
        );
        desk.hear(seen("a", 0..3));
        desk.hear(ended("a"));
        assert!(desk.take_line().unwrap().ends_with("\"events\":[{\"number\":2,\"chance\":\"c\"}]}\n"));
    }

    #[test]
    fn a_line_that_answers_nothing_is_named() {
        let mut desk = AskQueue::new(false);
        let problem = desk.answer(1, "hello\n").unwrap_err();
        assert_eq!(
            problem,
            "line 1 of its output, \"hello\", doesn't answer an ask: one line for each ask is expected"
        );
        desk.hear(ask("a", 1));
        let problem = desk.answer(2, "hello").unwrap_err();
        assert!(
            problem.starts_with("line 2 of its output, which answers line 1: \"hello\" is not a valid answer"),
            "{problem}"
        );
    }

    #[test]
    fn matches_whose_end_was_not_heard_are_forgotten_in_time() {
        let mut desk = AskQueue::new(false);
        for number in 0..1_000 {
            let match_id = format!("{number:04}");
            desk.hear(ArenaEvent::Seated(pb::Seated { match_id, ..Default::default() }));
        }
        assert_eq!(desk.matches.len(), MATCHES_PER_BOT_MAX as usize);
    }
}
