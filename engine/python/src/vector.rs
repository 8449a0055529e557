//! Many games at once, in arrays of NumPy.

mod arrays;
pub(crate) mod games;
mod lane;

use std::thread;

use kahua_engine::Seed;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray2, PyUntypedArrayMethods};
use parking_lot::{Mutex, MutexGuard};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::IllegalAction;
use crate::arguments::value_error;
use crate::arrays::{given_or_zeros, slice_of, zeros};
use crate::game::Game;
use crate::limits::{GAMES_MAX, THREADS_MAX};
use arrays::Arrays;
use games::{AfterRows, Autoreset, By, Games, Reward, Settings};

/// Many games at once. All arrays are the same ones after every call, with new contents: copy what is to be kept.
#[pyclass(frozen, module = "kahua_engine")]
pub(crate) struct VectorEnv {
    game: Py<Game>,
    num_envs: usize,
    settings: Settings,
    games: Mutex<Running>,
    arrays: Arrays,
}

struct Running {
    games: Box<dyn Games>,
    /// Whether every game was started.
    started: bool,
}

/// What the seats to decide see after each of their legal actions, before any chance event, in one array for all games.
#[pyclass(frozen, get_all, module = "kahua_engine")]
pub(crate) struct AfterStates {
    /// A row of uint8 for each action of each game.
    obs: Py<PyArray2<u8>>,
    /// The rows of game i are those from offsets[i] to offsets[i + 1].
    offsets: Py<PyArray1<i64>>,
    /// Whether the game is over after the action.
    done: Py<PyArray1<bool>>,
    /// What each seat gets if it is: a row for each action.
    reward: Py<PyArray2<f32>>,
}

#[pymethods]
impl VectorEnv {
    /// So many games of this kind. A buffer that is handed over is filled in place of an own array of the same name. With
    /// threads=0, all cores are used.
    #[new]
    #[pyo3(signature = (
        game, num_envs, *, autoreset="next_step", reward="place", skip_forced=false, decisions_max=None, buffers=None,
        threads=0
    ))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        py: Python<'_>,
        game: Py<Game>,
        num_envs: usize,
        autoreset: &str,
        reward: &str,
        skip_forced: bool,
        decisions_max: Option<u32>,
        buffers: Option<&Bound<'_, PyDict>>,
        threads: usize,
    ) -> PyResult<VectorEnv> {
        if !(1..=GAMES_MAX).contains(&num_envs) {
            return Err(value_error(format!("num_envs is {num_envs}, but must be 1 to {GAMES_MAX}")));
        }
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores() } else { threads };
        let settings = Settings {
            autoreset: autoreset_of(autoreset)?,
            reward: reward_of(reward)?,
            skip_forced,
            decisions_max: decisions_max.unwrap_or(u32::MAX).max(1),
            threads: threads.min(THREADS_MAX),
        };
        let (games, arrays) = {
            let game = game.get();
            let encoded = game.ruleset.encoded(game.seats);
            let games = encoded.games(num_envs, &game.choices, settings);
            (games, Arrays::new(py, num_envs, encoded, settings.autoreset, buffers)?)
        };
        let games = Mutex::new(Running { games, started: false });
        Ok(VectorEnv { game, num_envs, settings, games, arrays })
    }

    /// What is played.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// How many games there are.
    #[getter]
    fn num_envs(&self) -> usize {
        self.num_envs
    }

    /// What happens to a game that has ended: next_step, same_step or disabled.
    #[getter]
    fn autoreset(&self) -> &'static str {
        match self.settings.autoreset {
            Autoreset::NextStep => "next_step",
            Autoreset::SameStep => "same_step",
            Autoreset::Disabled => "disabled",
        }
    }

    /// The observations: a row for each game, as the seat to decide sees it. uint8.
    #[getter]
    fn obs(&self, py: Python<'_>) -> Py<PyArray2<u8>> {
        self.arrays.obs.clone_ref(py)
    }

    /// The ids of the legal actions: a row for each game, padded with -1. int32.
    #[getter]
    fn legal(&self, py: Python<'_>) -> Py<PyArray2<i32>> {
        self.arrays.legal.clone_ref(py)
    }

    /// How many legal actions each game has; 0 once it has ended. int32.
    #[getter]
    fn count(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        self.arrays.count.clone_ref(py)
    }

    /// The seat to decide in each game; once it has ended, the one that decided last. int32.
    #[getter]
    fn seat(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        self.arrays.seat.clone_ref(py)
    }

    /// What each seat of each game got in the last step: 0 unless the game has ended by its rules. float32.
    #[getter]
    fn reward(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.arrays.reward.clone_ref(py)
    }

    /// Whether the last step ended each game by its rules. bool.
    #[getter]
    fn done(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.arrays.done.clone_ref(py)
    }

    /// Whether the last step ended each game because it had as many decisions as it may. bool.
    #[getter]
    fn truncated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.arrays.truncated.clone_ref(py)
    }

    /// The last observation of each game that the last step has ended, if autoreset is same_step; otherwise None. uint8.
    #[getter]
    fn final_obs(&self, py: Python<'_>) -> Option<Py<PyArray2<u8>>> {
        self.arrays.final_obs.as_ref().map(|array| array.clone_ref(py))
    }

    /// Starts all games, or those for which the mask is True. With a seed, game i gets its luck from the seed, i and how many
    /// games it began since then, and from nothing else. Without one, each goes on with its next game; the first seed is 0.
    #[pyo3(signature = (seed=None, *, mask=None))]
    fn reset(&self, py: Python<'_>, seed: Option<u64>, mask: Option<PyReadonlyArray1<'_, bool>>) -> PyResult<()> {
        let mask = self.mask_of(mask)?;
        let mut running = self.running()?;
        if !running.started && mask.as_ref().is_some_and(|mask| mask.contains(&false)) {
            return Err(value_error("the first reset must start all games, so it takes no mask"));
        }
        running.started = true;
        let mut borrowed = self.arrays.borrow(py)?;
        let (rows, games) = (borrowed.rows()?, &mut running.games);
        py.detach(|| games.reset(seed.map(Seed::from_number), mask.as_deref(), rows));
        Ok(())
    }

    /// Plays an action of each game: an index of its legal list, or with by="id" one of its ids. With a mask, only the games for which
    /// it is True are played; the others and their rows stay as they are. What is given for these, or for a game that has ended,
    /// doesn't matter. If one of the choices isn't legal, that is an IllegalAction, and no game has changed.
    #[pyo3(signature = (choices, *, by="index", mask=None))]
    fn step(
        &self,
        py: Python<'_>,
        choices: &Bound<'_, PyAny>,
        by: &str,
        mask: Option<PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<()> {
        let by = by_of(by)?;
        let choices = integers(choices)?;
        self.check_length("choices", choices.len())?;
        let mask = self.mask_of(mask)?;
        let mut running = self.running_games()?;
        let mut borrowed = self.arrays.borrow(py)?;
        let (rows, games) = (borrowed.rows()?, &mut running.games);
        let stepped = py.detach(|| {
            let indices = games.resolve(&choices, by, mask.as_deref())?;
            games.step(&indices, rows);
            Ok(())
        });
        stepped.map_err(|wrong: games::Wrong| IllegalAction::new_err(format!("game {}: {}", wrong.game, wrong.problem)))
    }

    /// Which ids are legal: a row of bool for each game. It is new, or the one that is handed over.
    #[pyo3(signature = (out=None))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<PyReadwriteArray2<'py, bool>>,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let mut running = self.running_games()?;
        let game = self.game.get();
        let shape = [self.num_envs, game.ruleset.encoded(game.seats).vocabulary().ids() as usize];
        let mut out = given_or_zeros(py, out, &shape)?;
        let (columns, games) = (slice_of(&mut out, "out")?, &mut running.games);
        py.detach(|| games.mask(columns));
        Ok((**out).clone())
    }

    /// What the seats to decide see after each of their legal actions, in one array for all games. With out, its first rows are
    /// filled; it may have more.
    #[pyo3(signature = (out=None))]
    fn after_states<'py>(&self, py: Python<'py>, out: Option<PyReadwriteArray2<'py, u8>>) -> PyResult<AfterStates> {
        let mut running = self.running_games()?;
        let game = self.game.get();
        let columns = game.ruleset.encoded(game.seats).layout().len();
        let counts = running.games.counts();
        let total: usize = counts.iter().sum();
        let mut out = match out {
            Some(out) => out,
            None => zeros(py, &[total, columns])?.try_readwrite()?,
        };
        if out.shape()[0] < total || out.shape()[1] != columns {
            let shape = out.shape();
            return Err(value_error(format!("out has the shape {shape:?}, but {total} rows of {columns} are needed")));
        }
        let (done, reward) = (zeros(py, &[total])?, zeros(py, &[total, game.seats.get()])?);
        {
            let (mut done, mut reward) = (done.try_readwrite()?, reward.try_readwrite()?);
            let rows = AfterRows {
                obs: &mut slice_of(&mut out, "out")?[..total * columns],
                done: slice_of(&mut done, "done")?,
                reward: slice_of(&mut reward, "reward")?,
            };
            let games = &mut running.games;
            py.detach(|| games.after_states(rows));
        }
        let mut offsets = vec![0; 1 + counts.len()];
        for (index, count) in counts.into_iter().enumerate() {
            offsets[index + 1] = offsets[index] + count as i64;
        }
        let offsets = PyArray1::from_vec(py, offsets).unbind();
        Ok(AfterStates { obs: (**out).clone().unbind(), offsets, done: done.unbind(), reward: reward.unbind() })
    }

    fn __repr__(&self) -> String {
        let game = self.game.get();
        format!("<VectorEnv of {} games of {} with {} seats>", self.num_envs, game.ruleset.info().name, game.seats)
    }
}

impl VectorEnv {
    /// The games, unless another thread is at them.
    fn running(&self) -> PyResult<MutexGuard<'_, Running>> {
        self.games.try_lock().ok_or_else(|| PyRuntimeError::new_err("another thread is using this VectorEnv"))
    }

    fn running_games(&self) -> PyResult<MutexGuard<'_, Running>> {
        let running = self.running()?;
        if running.started { Ok(running) } else { Err(value_error("call reset first")) }
    }

    /// Copies a mask, which may be one of the arrays that are filled.
    fn mask_of(&self, mask: Option<PyReadonlyArray1<'_, bool>>) -> PyResult<Option<Vec<bool>>> {
        let mask = mask.map(|mask| mask.as_array().to_vec());
        if let Some(mask) = &mask {
            self.check_length("mask", mask.len())?;
        }
        Ok(mask)
    }

    fn check_length(&self, name: &str, length: usize) -> PyResult<()> {
        if length == self.num_envs {
            return Ok(());
        }
        Err(value_error(format!("{name} has {length} elements, but there are {} games", self.num_envs)))
    }
}

fn autoreset_of(name: &str) -> PyResult<Autoreset> {
    match name {
        "next_step" => Ok(Autoreset::NextStep),
        "same_step" => Ok(Autoreset::SameStep),
        "disabled" => Ok(Autoreset::Disabled),
        _ => Err(value_error(format!("autoreset is {name:?}, but must be next_step, same_step or disabled"))),
    }
}

fn reward_of(name: &str) -> PyResult<Reward> {
    match name {
        "place" => Ok(Reward::Place),
        "score" => Ok(Reward::Score),
        "lead" => Ok(Reward::Lead),
        _ => Err(value_error(format!("reward is {name:?}, but must be place, score or lead"))),
    }
}

fn by_of(name: &str) -> PyResult<By> {
    match name {
        "index" => Ok(By::Index),
        "id" => Ok(By::Id),
        _ => Err(value_error(format!("by is {name:?}, but must be index or id"))),
    }
}

/// The elements of an array of int64 or int32.
fn integers(object: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    if let Ok(array) = object.extract::<PyReadonlyArray1<'_, i64>>() {
        return Ok(array.as_array().to_vec());
    }
    let array = object.extract::<PyReadonlyArray1<'_, i32>>();
    let array = array.map_err(|_| PyTypeError::new_err("choices must be a one-dimensional array of int64 or int32"))?;
    Ok(array.as_array().iter().map(|choice| i64::from(*choice)).collect())
}
