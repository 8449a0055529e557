//! A game as it stands.

use std::sync::Arc;

use kahua_engine::{Answer, Dice, DynGame, DynRuleset, Illegal, PerSeat, Phase, PositionError, Seed, Viewer, position};
use kahua_proto::json;
use kahua_proto::pb::arena::v1 as pb;
use kahua_show::Wording;
use numpy::{PyArray1, PyArray2, PyReadwriteArray1, PyReadwriteArray2};
use parking_lot::Mutex;
use prost::Message;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::IllegalAction;
use crate::arguments::{Named, Pickled, message, seat_of, value_error, viewer};
use crate::arrays::{given_or_zeros, slice_of};
use crate::phase::Next;
use crate::rollouts::{self, Rollouts};
use crate::ruleset::{Rules, Ruleset, given_or_built_in};

/// A game as it stands. It may be copied at any time; a copy knows nothing of the luck to come.
#[pyclass(frozen, module = "kahua_engine")]
pub(crate) struct State {
    ruleset: Arc<Rules>,
    table: Mutex<Table>,
}

/// What changes.
struct Table {
    game: Box<dyn DynGame>,
    /// Where chance is drawn from, if that happens by itself.
    dice: Option<Dice>,
}

impl Table {
    fn draw_if_seeded(&mut self) {
        if let Some(dice) = &mut self.dice {
            draw(&mut *self.game, dice);
        }
    }

    fn play(&mut self, action: &Named) -> Result<(), Illegal> {
        let answer = match action {
            Named::Index(index) => Answer::Index(*index),
            Named::Notation(notation) => Answer::Notation(notation),
        };
        // Where no seat decides, that is what is wrong with an index too.
        if let (Named::Index(_), Phase::Chance | Phase::Over(_)) = (action, self.game.phase()) {
            let due = if *self.game.phase() == Phase::Chance { "a chance event is due" } else { "the game is over" };
            return Err(Illegal::NobodyToAct(due));
        }
        let index = self.game.find(answer)?;
        self.game.play(index);
        self.draw_if_seeded();
        Ok(())
    }
}

/// Draws chance while it is due, and returns the outcomes.
fn draw(game: &mut dyn DynGame, dice: &mut Dice) -> Vec<String> {
    let mut drawn = Vec::new();
    while *game.phase() == Phase::Chance {
        drawn.push(game.draw(dice));
    }
    drawn
}

fn illegal(reason: Illegal) -> PyErr {
    IllegalAction::new_err(reason.to_string())
}

impl State {
    pub(crate) fn new(game: Box<dyn DynGame>, ruleset: Arc<Rules>, dice: Option<Dice>) -> State {
        let mut table = Table { game, dice };
        table.draw_if_seeded();
        State { ruleset, table: Mutex::new(table) }
    }

    /// The same position, with luck from this seed.
    fn copied(&self, seed: Option<u64>) -> State {
        let dice = seed.map(|seed| Dice::new(Seed::from_number(seed)));
        State::new(self.table.lock().game.copy(), Arc::clone(&self.ruleset), dice)
    }

    fn read(
        position: &[u8],
        ruleset: Option<&Ruleset>,
        open: impl FnOnce(&dyn DynRuleset) -> Result<Box<dyn DynGame>, PositionError>,
    ) -> PyResult<State> {
        let ruleset = given_or_built_in(ruleset, position::game_of(position).map_err(value_error)?)?;
        let game = open(&**ruleset).map_err(value_error)?;
        Ok(State::new(game, ruleset, None))
    }
}

/// Opens the game of an ask, and checks that these rules allow as much as those of the arena.
pub(crate) fn of_ask(
    ask: &pb::Ask,
    open: impl FnOnce(&pb::View) -> PyResult<Box<dyn DynGame>>,
) -> PyResult<Box<dyn DynGame>> {
    let view = ask.view.as_ref().ok_or_else(|| value_error("the ask has no view"))?;
    let game = open(view)?;
    let (here, there) = (game.legal_count(), ask.legal_total as usize);
    if there != 0 && here != there {
        return Err(value_error(format!(
            "these rules allow {here} actions, but the arena {there}; if the match has a ruleset of its own, hand it over"
        )));
    }
    Ok(game)
}

#[pymethods]
impl State {
    /// The state that the view of a message Ask shows: an object of the package kahua, or its bytes. What the view leaves out is
    /// guessed from the seed; a Follower knows it.
    #[staticmethod]
    #[pyo3(signature = (ask, seed=0, ruleset=None))]
    fn from_ask(ask: &Bound<'_, PyAny>, seed: u64, ruleset: Option<&Ruleset>) -> PyResult<State> {
        let ask: pb::Ask = message(ask, "Ask")?;
        let ruleset = given_or_built_in(ruleset, &ask.game)?;
        let mut dice = Dice::new(Seed::from_number(seed));
        let game = of_ask(&ask, |view| ruleset.open_view(view, &mut dice).map_err(value_error))?;
        Ok(State::new(game, ruleset, None))
    }

    /// The state that a line of text holds, as State.position writes it.
    #[staticmethod]
    #[pyo3(signature = (position, ruleset=None))]
    fn from_position(position: &str, ruleset: Option<&Ruleset>) -> PyResult<State> {
        State::read(position.as_bytes(), ruleset, |ruleset| ruleset.open_position(position))
    }

    /// The state that these bytes hold, as State.save makes them.
    #[staticmethod]
    #[pyo3(signature = (saved, ruleset=None))]
    fn load(saved: &[u8], ruleset: Option<&Ruleset>) -> PyResult<State> {
        State::read(saved, ruleset, |ruleset| ruleset.open_position_bytes(saved))
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.ruleset.info().name
    }

    /// How many play.
    #[getter]
    fn seats(&self) -> usize {
        self.table.lock().game.seats().get()
    }

    /// The values that it is played with.
    #[getter]
    fn ruleset(&self) -> Ruleset {
        Ruleset(Arc::clone(&self.ruleset))
    }

    /// What must happen next: a Decide, Chance or Over.
    #[getter]
    fn phase(&self) -> Next {
        Next::of(&*self.table.lock().game)
    }

    /// The seat to decide; None at chance events and at the end.
    #[getter]
    fn seat(&self) -> Option<u8> {
        self.table.lock().game.phase().to_act().map(|seat| seat.number())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        matches!(self.table.lock().game.phase(), Phase::Over(_))
    }

    /// How many legal actions the seat to decide has; 0 in the other phases.
    #[getter]
    fn legal_count(&self) -> usize {
        self.table.lock().game.legal_count()
    }

    /// The legal actions in notation, in the order of an ask's list; empty in the other phases.
    fn legal(&self) -> Vec<String> {
        let table = self.table.lock();
        (0..table.game.legal_count()).filter_map(|index| table.game.legal_notation(index)).collect()
    }

    /// Plays a legal action, given by its index in the list or by its notation. Any other is an IllegalAction.
    fn play(&self, action: Named) -> PyResult<()> {
        self.table.lock().play(&action).map_err(illegal)
    }

    /// A copy on which this action was played. With a seed, chance is drawn from it there whenever it is due.
    #[pyo3(signature = (action, seed=None))]
    fn after(&self, action: Named, seed: Option<u64>) -> PyResult<State> {
        let after = self.copied(seed);
        after.table.lock().play(&action).map_err(illegal)?;
        Ok(after)
    }

    /// The outcomes of the chance event that is due with their weights; empty in the other phases.
    fn chance(&self) -> Vec<(String, u32)> {
        self.table.lock().game.chance_outcomes()
    }

    /// Plays this outcome of the chance event that is due. Any other is an IllegalAction.
    fn play_chance(&self, outcome: &str) -> PyResult<()> {
        let mut table = self.table.lock();
        table.game.play_chance(outcome).map_err(illegal)?;
        table.draw_if_seeded();
        Ok(())
    }

    /// Draws chance from this seed until it isn't due any more, and returns the outcomes.
    fn draw(&self, seed: u64) -> Vec<String> {
        draw(&mut *self.table.lock().game, &mut Dice::new(Seed::from_number(seed)))
    }

    /// The points that each seat would have if the final scoring came now; at the end, its scores.
    fn scores(&self) -> Vec<i32> {
        self.table.lock().game.scores_if_ended().iter().copied().collect()
    }

    /// What a seat sees, or without a seat a spectator: the protocol's message View as a dictionary.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<i64>) -> PyResult<Bound<'py, PyAny>> {
        let text = json::to_json(&self.view_message(seat)?).to_string();
        py.import("json")?.call_method1("loads", (text,))
    }

    /// The same as bytes, for kahua.View.FromString.
    #[pyo3(signature = (seat=None))]
    fn view_bytes<'py>(&self, py: Python<'py>, seat: Option<i64>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.view_message(seat)?.encode_to_vec()))
    }

    /// What a seat sees, or without a seat a spectator, drawn in lines of text.
    #[pyo3(signature = (seat=None))]
    fn text(&self, seat: Option<i64>) -> PyResult<String> {
        let game = &*self.table.lock().game;
        Ok(kahua_show::shown(game).text_board(viewer(game, seat)?, Wording::english(&names(game))))
    }

    /// The same as a picture: the text of an SVG file.
    #[pyo3(signature = (seat=None))]
    fn svg(&self, seat: Option<i64>) -> PyResult<String> {
        let game = &*self.table.lock().game;
        Ok(kahua_show::shown(game).drawing(viewer(game, seat)?, Wording::english(&names(game)), &Default::default()))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None)
    }

    /// What a seat sees as a row of uint8: see Game.observation. Without a seat, it is the seat to decide. The row is new, or the
    /// one that is handed over.
    #[pyo3(signature = (seat=None, out=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<i64>,
        out: Option<PyReadwriteArray1<'py, u8>>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let table = self.table.lock();
        let game = &*table.game;
        let nobody = || value_error("no seat is to decide, so the seat that looks must be given");
        let viewer = match seat {
            Some(seat) => seat_of(game.seats(), seat)?,
            None => game.phase().to_act().ok_or_else(nobody)?,
        };
        let encoded = self.ruleset.encoded(game.seats());
        let columns = encoded.layout().len();
        let mut out = given_or_zeros(py, out, &[columns])?;
        encoded.observe(game, viewer, slice_of(&mut out, "out")?);
        Ok((**out).clone())
    }

    /// The ids of the legal actions as int32, in the order of the list: see Game.actions.
    fn legal_ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        let table = self.table.lock();
        PyArray1::from_vec(py, self.ruleset.encoded(table.game.seats()).legal_ids(&*table.game))
    }

    /// What the seat to decide sees after each of its legal actions, before any chance event: a row for each action.
    #[pyo3(signature = (out=None))]
    fn after_states<'py>(
        &self,
        py: Python<'py>,
        out: Option<PyReadwriteArray2<'py, u8>>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let table = self.table.lock();
        let encoded = self.ruleset.encoded(table.game.seats());
        let shape = [table.game.legal_count(), encoded.layout().len()];
        let mut out = given_or_zeros(py, out, &shape)?;
        encoded.after_states(&*table.game, slice_of(&mut out, "out")?);
        Ok((**out).clone())
    }

    /// Plays n random games from here. With events_max, each stops after so many actions and chance events, and the points count
    /// as if the final scoring came then. Other threads run meanwhile.
    #[pyo3(signature = (n, policy="random", seed=0, events_max=None))]
    fn rollouts(
        &self,
        py: Python<'_>,
        n: u32,
        policy: &str,
        seed: u64,
        events_max: Option<usize>,
    ) -> PyResult<Rollouts> {
        let game = self.table.lock().game.copy();
        rollouts::play(py, game, n, policy, Seed::from_number(seed), events_max)
    }

    /// A state that looks the same to this seat, which must be the one to decide. What the seat doesn't see is guessed from the
    /// seed.
    fn redraw(&self, seat: i64, seed: u64) -> PyResult<State> {
        let view = {
            let game = &*self.table.lock().game;
            let viewer = viewer(game, Some(seat))?;
            if game.phase().to_act().map(Viewer::Seat) != Some(viewer) {
                return Err(value_error(format!(
                    "seat {seat} isn't to decide, and a guess needs the view of one that is"
                )));
            }
            game.view(viewer)
        };
        let game = self.ruleset.open_view(&view, &mut Dice::new(Seed::from_number(seed))).map_err(value_error)?;
        Ok(State::new(game, Arc::clone(&self.ruleset), None))
    }

    /// A copy. With a seed, chance is drawn from it there whenever it is due; without one, it must be drawn.
    #[pyo3(signature = (seed=None))]
    fn clone(&self, seed: Option<u64>) -> State {
        self.copied(seed)
    }

    /// The whole state as one line of text, hidden things included. States that are equal have the same line.
    fn position(&self) -> String {
        self.table.lock().game.position()
    }

    /// The whole state as bytes, which are shorter and made in less time. They serve as a key of a dictionary.
    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.saved())
    }

    fn __eq__(&self, other: &State) -> bool {
        self.saved() == other.saved()
    }

    fn __copy__(&self) -> State {
        self.copied(None)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.copied(None)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (Bound<'py, PyBytes>, Ruleset)>> {
        Ok((py.get_type::<State>().getattr("load")?, (self.save(py), self.ruleset())))
    }

    fn __repr__(&self) -> String {
        let next = match self.table.lock().game.phase() {
            Phase::Decide(seat) => format!("seat {seat} decides"),
            Phase::Chance => "chance is due".to_owned(),
            Phase::Over(_) => "over".to_owned(),
        };
        format!("<State of {}: {next}>", self.game())
    }
}

impl State {
    fn view_message(&self, seat: Option<i64>) -> PyResult<pb::View> {
        let game = &*self.table.lock().game;
        Ok(game.view(viewer(game, seat)?))
    }

    fn saved(&self) -> Vec<u8> {
        self.table.lock().game.position_bytes()
    }
}

fn names(game: &dyn DynGame) -> PerSeat<String> {
    PerSeat::from_fn(game.seats(), |seat| format!("seat {seat}"))
}
