//! A record in sentences: what happened, step by step, in the words of the game.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use kahua_core::referee::{HeaderError, MatchSetup};
use kahua_core::text::on_one_line;
use kahua_engine::{Answer, DynGame, DynRuleset, Illegal, PerSeat, Seat};
use kahua_proto::pb::arena::v1 as pb;
use kahua_show::{Language, Shown, Wording, say, shown};
use pb::recorded_event::Event;

use crate::language::cause;

/// A record as a story. It trusts the record: [`verify`](kahua_core::verify::verify) checks it.
#[derive(Debug)]
pub struct Story<'a> {
    events: &'a [pb::RecordedEvent],
    teller: Teller,
}

/// Puts the events of a match into words as they come, from a record or while the match is played.
#[derive(Debug)]
pub struct Teller {
    language: Language,
    names: PerSeat<String>,
    game: Box<dyn DynGame>,
    /// How many events have been told.
    told: usize,
    part: String,
}

/// One step of a story: a decision, a run of draws, or something that happened to a seat or the arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The numbers of its events in the record, from 0.
    pub events: Range<usize>,
    /// The part of the game that begins with this step, if one does.
    pub part: Option<String>,
    /// What it is.
    pub kind: StepKind,
    /// What happened, on one line.
    pub text: String,
    /// The points that every seat would have after this step if the final scoring came then.
    pub scores: PerSeat<i32>,
    /// The ids, in the drawing, of what the step was about.
    pub places: BTreeSet<String>,
}

/// What a step of a story is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// One or more draws.
    Chance,
    /// A decision.
    Decision {
        /// The seat that decided.
        seat: Seat,
        /// The seat whose turn it was, if that is another one.
        in_turn_of: Option<Seat>,
        /// Whether the arena decided in the seat's place.
        substitute: bool,
        /// How long the bot thought.
        think: Duration,
        /// The bot's comment; may be empty.
        comment: String,
    },
    /// A seat committed a fault.
    Fault(Seat),
    /// The arena was restarted, and the match went on.
    Resumption,
}

/// Why a record can't be put into words.
#[derive(Debug, thiserror::Error)]
pub enum StoryError {
    /// Its set-up can't be used.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The game can't have this number of seats.
    #[error(transparent)]
    Seats(#[from] kahua_engine::SeatsError),
    /// An event can't have happened.
    #[error("cannot play event {number}: {problem}")]
    Event {
        /// Its number in the record, from 0.
        number: usize,
        /// What is wrong with it.
        problem: Illegal,
    },
}

impl<'a> Story<'a> {
    /// The story at the beginning of this record, in this language.
    ///
    /// # Errors
    /// If its set-up can't be used.
    pub fn open(
        record: &'a pb::MatchRecord,
        ruleset: &Arc<dyn DynRuleset>,
        language: Language,
    ) -> Result<Story<'a>, StoryError> {
        let setup = MatchSetup::from_header(record, Arc::clone(ruleset))?;
        let game = ruleset.open(setup.players.count(), &setup.choices)?;
        let names = setup.players.map(|player| player.name.to_string());
        Ok(Story { events: &record.events, teller: Teller::new(names, game, language) })
    }

    /// The game after the steps that were told.
    #[must_use]
    pub fn game(&self) -> &dyn Shown {
        self.teller.game()
    }

    /// The players' names, by seat.
    #[must_use]
    pub fn names(&self) -> &PerSeat<String> {
        self.teller.names()
    }

    /// How the game is told.
    #[must_use]
    pub fn wording(&self) -> Wording<'_> {
        self.teller.wording()
    }

    /// Tells the next step that begins before the event of this number; `None` if there is none. A run of draws ends
    /// there, too.
    ///
    /// # Errors
    /// If an event can't have happened; nothing more can be told then.
    pub fn next_before(&mut self, end: usize) -> Result<Option<Step>, StoryError> {
        self.teller.tell(self.events.get(self.teller.told..end.min(self.events.len())).unwrap_or_default())
    }
}

impl Teller {
    /// A teller, in this language, for a match between players of these names, whose game is about to begin.
    #[must_use]
    pub fn new(names: PerSeat<String>, game: Box<dyn DynGame>, language: Language) -> Teller {
        Teller { language, names, game, told: 0, part: String::new() }
    }

    /// The game after the steps that were told.
    #[must_use]
    pub fn game(&self) -> &dyn Shown {
        shown(&*self.game)
    }

    /// The players' names, by seat.
    #[must_use]
    pub fn names(&self) -> &PerSeat<String> {
        &self.names
    }

    /// How the game is told.
    #[must_use]
    pub fn wording(&self) -> Wording<'_> {
        Wording { language: self.language, names: &self.names }
    }

    /// How many events have been told.
    #[must_use]
    pub fn told(&self) -> usize {
        self.told
    }

    /// Tells the next step. `events` begin with the first event that wasn't told. `None` if there are none. A run of
    /// draws ends with them.
    ///
    /// # Errors
    /// If an event can't have happened; nothing more can be told then.
    pub fn tell(&mut self, events: &[pb::RecordedEvent]) -> Result<Option<Step>, StoryError> {
        let first = self.told;
        let Some(event) = events.first() else { return Ok(None) };
        let part = self.part_that_begins();
        let (kind, text, places) = match &event.event {
            Some(Event::Chance(_)) => (StepKind::Chance, self.draw(events)?, BTreeSet::new()),
            Some(Event::Decision(decision)) => self.decide(decision)?,
            Some(Event::Fault(fault)) => self.fault(fault)?,
            Some(Event::Resumption(_)) => {
                (StepKind::Resumption, say!(self.language, "The arena was started again.").to_owned(), BTreeSet::new())
            }
            None => return Err(self.cannot_be(Illegal::rule("it is empty"))),
        };
        // Draws count themselves.
        self.told = self.told.max(first + 1);
        Ok(Some(Step { events: first..self.told, part, kind, text, scores: self.game.scores_if_ended(), places }))
    }

    /// Tells all of these events, which begin with the first event that wasn't told.
    ///
    /// # Errors
    /// If an event can't have happened; nothing more can be told then.
    pub fn tell_all(&mut self, events: &[pb::RecordedEvent]) -> Result<Vec<Step>, StoryError> {
        let (first, mut steps) = (self.told, Vec::new());
        while let Some(step) = self.tell(&events[self.told - first..])? {
            steps.push(step);
        }
        Ok(steps)
    }

    /// Plays consecutive draws.
    fn draw(&mut self, events: &[pb::RecordedEvent]) -> Result<String, StoryError> {
        let outcomes: Vec<&str> = events.iter().map_while(outcome).collect();
        let text = self.game().describe_chance(&outcomes, self.wording()).map_err(|problem| self.cannot_be(problem))?;
        for outcome in outcomes {
            self.game.play_chance(outcome).map_err(|problem| self.cannot_be(problem))?;
            self.told += 1;
        }
        Ok(text)
    }

    fn decide(&mut self, decision: &pb::Decision) -> Result<(StepKind, String, BTreeSet<String>), StoryError> {
        let seat = self.seat(decision.seat)?;
        let found = self.game.find(Answer::Notation(&decision.action));
        let index = found.map_err(|problem| self.cannot_be(problem))?;
        let kind = StepKind::Decision {
            seat,
            in_turn_of: self.game().turn().filter(|turn| *turn != seat),
            substitute: decision.substitute,
            think: Duration::from_micros(decision.think_us),
            comment: on_one_line(&decision.comment).into_owned(),
        };
        let text = self.game().describe_action(index, self.wording());
        let places = self.game().places(index).into_iter().collect();
        self.game.play(index);
        Ok((kind, text, places))
    }

    fn fault(&self, fault: &pb::Fault) -> Result<(StepKind, String, BTreeSet<String>), StoryError> {
        let seat = self.seat(fault.seat)?;
        let (name, cause, detail) =
            (&self.names[seat], cause(self.language, fault.cause()), on_one_line(&fault.detail));
        let text = match detail.is_empty() {
            true => say!(self.language, "{0} commits a fault: {1}.", name, cause),
            false => say!(self.language, "{0} commits a fault: {1} ({2}).", name, cause, detail),
        };
        Ok((StepKind::Fault(seat), text, BTreeSet::new()))
    }

    fn part_that_begins(&mut self) -> Option<String> {
        let part = self.game().part(self.language);
        (part != self.part).then(|| {
            self.part.clone_from(&part);
            part
        })
    }

    fn seat(&self, number: u32) -> Result<Seat, StoryError> {
        let seat = self.names.count().seat(number);
        seat.ok_or_else(|| self.cannot_be(Illegal::rule(format!("the match has no seat {number}"))))
    }

    fn cannot_be(&self, problem: Illegal) -> StoryError {
        StoryError::Event { number: self.told, problem }
    }
}

fn outcome(event: &pb::RecordedEvent) -> Option<&str> {
    match &event.event {
        Some(Event::Chance(outcome)) => Some(outcome),
        _ => None,
    }
}
