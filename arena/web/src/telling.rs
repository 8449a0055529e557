//! A finished match for a page: all of its steps, and the position at one of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use kahua_core::text::on_one_line;
use kahua_engine::{DynRuleset, PerSeat, Seat, Viewer};
use kahua_proto::pb::arena::v1 as pb;
use kahua_show::{Drawn, ScoreSheet};
use kahua_story::{Step, StepKind, Story, StoryError};

use crate::language::Language;
use crate::seats::Seats;

/// How long a seed is.
const SEED_BYTES: usize = 32;

/// After which event a position is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum At {
    /// Before the first.
    Start,
    /// After the event with this number, and the ones that share its sentence.
    Event(usize),
    /// After the last.
    End,
}

/// A match in words.
#[derive(Debug)]
pub(crate) struct Telling {
    pub(crate) seats: Seats,
    /// What players call the colours of the seats.
    pub(crate) colours: &'static [&'static str],
    pub(crate) steps: Vec<Step>,
    pub(crate) position: ReplayPosition,
    /// Where the points come from, at the end of the told part.
    pub(crate) sheet: ScoreSheet,
    /// The points at that moment.
    pub(crate) points: PerSeat<i32>,
    /// Why the rest can't be told.
    pub(crate) broken: Option<String>,
}

/// The position that is shown.
#[derive(Debug)]
pub(crate) struct ReplayPosition {
    /// How many steps led there.
    pub(crate) steps: usize,
    /// The board with its panels.
    pub(crate) picture: Drawn,
    /// The same as text.
    pub(crate) text: String,
    pub(crate) scores: PerSeat<i32>,
    pub(crate) part: String,
    /// If a decision led there: what it chose from.
    pub(crate) choice: Option<Choice>,
}

/// What a seat could have done.
#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) seat: Seat,
    /// What it has done, in notation.
    pub(crate) taken: String,
    /// Every legal action in notation and in words, in the order of the list that the bot was sent.
    pub(crate) actions: Vec<(String, String)>,
}

impl Telling {
    /// Tells this match in this language, and draws it as this viewer sees it. A damaged record is told up to the damage.
    pub(crate) fn of(
        record: &pb::MatchRecord,
        ruleset: &Arc<dyn DynRuleset>,
        at: At,
        viewer: Viewer,
        language: Language,
    ) -> Result<Telling, StoryError> {
        let mut story = Story::open(record, ruleset, language)?;
        let mut steps: Vec<Step> = Vec::new();
        let mut position = (at == At::Start).then(|| position(&story, &steps, viewer, None));
        let mut broken = None;
        loop {
            let next = steps.last().map_or(0, |step| step.events.end);
            // The choice is asked for before the step is played: later, the legal actions are those of the next
            // position.
            let choice = (at == At::Event(next)).then(|| choice(&story, record.events.get(next)?)).flatten();
            match story.next_before(record.events.len()) {
                Ok(Some(step)) => steps.push(step),
                Ok(None) => break,
                Err(problem) => {
                    broken = Some(on_one_line(&problem.to_string()).into_owned());
                    break;
                }
            }
            let told = steps.last().map_or(0, |step| step.events.end);
            // A step may have several events. The position after it stands for each of them.
            if position.is_none() && matches!(at, At::Event(number) if number < told) {
                position = Some(self::position(&story, &steps, viewer, choice));
            }
        }
        let position = position.unwrap_or_else(|| self::position(&story, &steps, viewer, None));
        Ok(Telling {
            seats: Seats { game: story.game().info().name, names: story.names().clone() },
            colours: story.game().colours(),
            position,
            sheet: story.game().score_sheet(language),
            points: story.game().scores_if_ended(),
            steps,
            broken,
        })
    }

    /// The step that led to the position; `None` before the first.
    pub(crate) fn shown(&self) -> Option<&Step> {
        self.steps.get(self.position.steps.checked_sub(1)?)
    }
}

/// The record in a form that can be told. An arena hides the seed while other matches with the same luck are still to
/// be played; telling doesn't need it.
pub(crate) fn tellable(mut record: pb::MatchRecord) -> pb::MatchRecord {
    if record.seed.is_empty() {
        record.seed = vec![0; SEED_BYTES];
    }
    record
}

fn position(story: &Story<'_>, steps: &[Step], viewer: Viewer, choice: Option<Choice>) -> ReplayPosition {
    let (game, wording) = (story.game(), story.wording());
    let nothing = BTreeSet::new();
    let marked = steps.last().map_or(&nothing, |step| &step.places);
    ReplayPosition {
        steps: steps.len(),
        picture: game.picture(viewer, wording, marked),
        text: game.text_board(viewer, wording),
        scores: game.scores_if_ended(),
        part: game.part(wording.language),
        choice,
    }
}

/// What the next decision chose from.
fn choice(story: &Story<'_>, event: &pb::RecordedEvent) -> Option<Choice> {
    let Some(pb::recorded_event::Event::Decision(decision)) = &event.event else { return None };
    let (game, names) = (story.game(), story.names());
    let action = |index| Some((game.legal_notation(index)?, game.describe_action(index, story.wording())));
    let actions = (0..game.legal_count()).filter_map(action).collect();
    Some(Choice { seat: names.count().seat(decision.seat)?, taken: decision.action.clone(), actions })
}

/// The seat whose decision or fault a step was.
pub(crate) fn seat_of(step: &Step) -> Option<Seat> {
    match step.kind {
        StepKind::Decision { seat, .. } | StepKind::Fault(seat) => Some(seat),
        StepKind::Chance | StepKind::Resumption => None,
    }
}
