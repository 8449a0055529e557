//! What a game is to everything that plays it: the trait [`Game`] and the nouns of its contract.

use std::borrow::Cow;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use crate::dice::Dice;
use crate::options::{Choices, OptionInfo};
use crate::outcome::Outcome;
use crate::ruleset::RulesetError;
use crate::seat::{PerSeat, Seat, SeatCount};

/// The rules of one game, as a state that is asked what may happen and told what did.
///
/// A state is at any time in one of three phases: a seat must decide, chance must speak, or the game is over. It holds
/// no random generator and no shuffled order, so a clone given to a search bot knows nothing of the future.
///
/// Every event (an action or a chance outcome) is public; what a viewer isn't shown follows from [`Game::view`].
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// One small decision. `Ord` is the order of the legal list; `Display` and `FromStr` are the notation.
    type Action: Notation;
    /// One outcome of chance.
    type Chance: Notation;
    /// What the options of a table come down to.
    type Options: Copy + Eq + Debug + Send + Sync;
    /// The figures of a ruleset, checked and ready to use.
    type Rules: Debug + Send + Sync;
    /// What one viewer is shown: plain data, complete but for [`Game::Hidden`].
    type View: Clone + Eq + Debug + Send;
    /// What a view leaves out and [`Game::from_view`] needs; `()` where a view shows everything.
    type Hidden: Clone + Eq + Debug + Send;

    /// The fixed facts of this game.
    const INFO: GameInfo;

    /// Reads a ruleset file.
    ///
    /// # Errors
    /// If it is no TOML, a figure is missing, unknown or of the wrong type, or a constraint of the game is broken;
    /// the error names the figure.
    fn rules(toml: &str) -> Result<Self::Rules, RulesetError>;

    /// The options that these choices stand for.
    fn options(choices: &Choices) -> Self::Options;

    /// The state before anything happened; set-up draws come as chance events.
    ///
    /// # Panics
    /// If the game isn't played with so many seats.
    fn start(seats: SeatCount, options: Self::Options, rules: &Arc<Self::Rules>) -> Self;

    /// How many seats play.
    fn seats(&self) -> SeatCount;

    /// What must happen next.
    fn phase(&self) -> Phase;

    /// Puts the actions of the seat to decide into `out`, after emptying it: sorted, unique, never empty.
    /// Leaves `out` empty in the other phases.
    fn legal_actions(&self, out: &mut Vec<Self::Action>);

    /// Whether `seat` may take this action now. Agrees with [`Game::legal_actions`].
    ///
    /// # Errors
    /// The reason, in words that a student can read.
    fn check(&self, seat: Seat, action: &Self::Action) -> Result<(), Illegal>;

    /// Puts the outcomes of the coming chance event with their weights into `out`, after emptying it: sorted, unique,
    /// weights above zero with a sum that fits `u32`. Leaves `out` empty in the other phases.
    fn chance_outcomes(&self, out: &mut Vec<(Self::Chance, u32)>);

    /// One outcome of the coming chance event, drawn by weight: the same outcome, from the same draws, as
    /// [`Dice::weighted`] over [`Game::chance_outcomes`].
    ///
    /// # Panics
    /// If no chance event is due.
    fn sample_chance(&self, dice: &mut Dice) -> Self::Chance {
        let mut outcomes = Vec::new();
        self.chance_outcomes(&mut outcomes);
        dice.weighted(&outcomes)
    }

    /// Carries out an event without looking whether it is allowed: the door for search and replay of checked events.
    ///
    /// An event that isn't legal may panic or leave a state that means nothing; it never breaks memory safety.
    fn play_unchecked(&mut self, event: Event<Self::Action, Self::Chance>);

    /// What this viewer is shown.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// What [`Game::view`] leaves out for this viewer.
    fn hidden(&self, viewer: Viewer) -> Self::Hidden;

    /// A guess at what this view of the seat to decide leaves out, for a bot that hasn't seen all events: it fits the
    /// view, so that [`Game::from_view`] takes it, and is no better founded than the game says. Who has seen all events
    /// knows: see [`crate::Following`].
    fn guess_hidden(view: &Self::View, rules: &Arc<Self::Rules>) -> Self::Hidden;

    /// The state that a view shows, completed with `hidden`, which may be a guess.
    ///
    /// For every state and viewer, `from_view(state.view(v), state.hidden(v), rules)` equals the state.
    ///
    /// # Errors
    /// If the view contradicts itself or the ruleset.
    fn from_view(view: &Self::View, hidden: &Self::Hidden, rules: &Arc<Self::Rules>) -> Result<Self, ViewError>;

    /// The points that every seat would have if the final scoring came now; of a finished game, its scores. This is what a
    /// search goes by that can't look ahead to the end, and what a spectator's running score shows.
    fn scores_if_ended(&self) -> PerSeat<i32>;

    /// How a finished game came to its end, in a word, where the rules know more than one way; empty otherwise.
    fn ending(&self) -> &'static str {
        ""
    }

    /// Takes an action after checking it: the door for everybody who isn't sure.
    ///
    /// # Errors
    /// As [`Game::check`]; the state is then unchanged.
    fn act(&mut self, seat: Seat, action: Self::Action) -> Result<(), Illegal> {
        self.check(seat, &action)?;
        self.play_unchecked(Event::Action(action));
        Ok(())
    }
}

/// A value with a short, stable text form: ASCII without white space, at most [`NOTATION_MAX`] bytes, the same both ways.
pub trait Notation:
    Copy + Eq + Ord + Hash + Debug + Display + FromStr<Err = ParseNotationError> + Send + Sync + 'static
{
}

impl<T> Notation for T where
    T: Copy + Eq + Ord + Hash + Debug + Display + FromStr<Err = ParseNotationError> + Send + Sync + 'static
{
}

/// The longest notation, in bytes.
pub const NOTATION_MAX: usize = 40;

/// A text that is no notation of what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is no {expected}")]
pub struct ParseNotationError {
    text: String,
    expected: &'static str,
}

impl ParseNotationError {
    /// `expected` names what the text should have been, with its form: `"action such as place:3@2"`.
    #[must_use]
    pub fn new(text: &str, expected: &'static str) -> ParseNotationError {
        ParseNotationError { text: text.chars().take(NOTATION_MAX).collect(), expected }
    }
}

/// The fixed facts of a game.
#[derive(Debug)]
pub struct GameInfo {
    /// The name in settings, messages and records: lower case.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// How many seats it can have.
    pub seats: RangeInclusive<usize>,
    /// The choices that a table is opened with.
    pub options: &'static [OptionInfo],
    /// Goes up with every change that may change a result.
    pub rules_version: u32,
    /// Goes up with every change of the notation that old readers can't read.
    pub notation_version: u32,
    /// No game has more events than this, decisions and chance together.
    pub events_max: usize,
    /// No legal list is longer than this.
    pub legal_max: usize,
    /// The ruleset that is used where none is named.
    pub ruleset: &'static str,
}

/// What must happen next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// This seat must take one of its legal actions.
    Decide(Seat),
    /// One of the chance outcomes must be drawn.
    Chance,
    /// Nothing; the game has ended so.
    Over(Outcome),
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event<A, C> {
    /// The seat to decide took this action.
    Action(A),
    /// Chance brought this.
    Chance(C),
}

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// Whoever sits here: sees what is public and what is this seat's own.
    Seat(Seat),
    /// A spectator: sees what is public.
    Public,
}

/// Why an action isn't allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Another seat is to decide.
    #[error("seat {to_act} is to act, not seat {seat}")]
    NotYourTurn {
        /// Who tried.
        seat: Seat,
        /// Whose decision it is.
        to_act: Seat,
    },
    /// No seat is to decide.
    #[error("nobody is to act: {0}")]
    NobodyToAct(&'static str),
    /// The action is of a kind that isn't asked for now.
    #[error("the decision is {asked}, and {action} is none of its answers")]
    WrongDecision {
        /// What is asked for now.
        asked: &'static str,
        /// The action, in notation.
        action: String,
    },
    /// It is no action of this game at all.
    #[error("the action can't be read: {0}")]
    Unreadable(String),
    /// A rule forbids it.
    #[error("{0}")]
    Rule(Cow<'static, str>),
}

impl Illegal {
    /// A rule forbids it, in these words: lower case, no full stop.
    pub fn rule(reason: impl Into<Cow<'static, str>>) -> Illegal {
        Illegal::Rule(reason.into())
    }

    /// The common first check: that this seat is the one to decide.
    ///
    /// # Errors
    /// If it isn't.
    pub fn unless_to_act(seat: Seat, phase: &Phase) -> Result<(), Illegal> {
        match phase {
            Phase::Decide(to_act) if *to_act == seat => Ok(()),
            Phase::Decide(to_act) => Err(Illegal::NotYourTurn { seat, to_act: *to_act }),
            Phase::Chance => Err(Illegal::NobodyToAct("chance is due")),
            Phase::Over(_) => Err(Illegal::NobodyToAct("the game is over")),
        }
    }
}

/// Why a view is none of any state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the view is inconsistent: {0}")]
pub struct ViewError(pub Cow<'static, str>);

impl ViewError {
    /// With this reason: lower case, no full stop.
    pub fn new(reason: impl Into<Cow<'static, str>>) -> ViewError {
        ViewError(reason.into())
    }
}
