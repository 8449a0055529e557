//! The progress of the demo and the live table of its standings.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::IsTerminal;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::App;

use crate::output::print;
use crate::{progress, standings};

/// The goal of the demo: a number of rated matches of each game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// How many matches of each game.
    pub(super) each: u64,
    /// How many games.
    pub(super) games: usize,
}

impl Goal {
    pub(super) fn total(self) -> u64 {
        self.each.saturating_mul(self.games as u64)
    }

    /// How many matches count towards the total. Extra matches of one game don't make up for another's.
    pub(super) fn reached(self, pools: &[pb::PoolStandings]) -> u64 {
        let mut of_game = BTreeMap::new();
        for standings in pools {
            let game = standings.pool.as_ref().map_or("", |pool| pool.game.as_str());
            *of_game.entry(game).or_insert(0) += standings.matches;
        }
        of_game.values().map(|matches: &u64| (*matches).min(self.each)).sum()
    }
}

/// On a terminal a progress bar with the standings below it; elsewhere a line now and then.
pub(super) struct Live {
    bar: ProgressBar,
    table: ProgressBar,
    on_terminal: bool,
    every: u64,
    last_printed: Cell<u64>,
}

impl Live {
    pub(super) fn new(goal: Option<Goal>) -> Live {
        let on_terminal = std::io::stderr().is_terminal();
        let target = if on_terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let all = MultiProgress::with_draw_target(target);
        let bar = all.add(progress::bar(goal.map_or(0, Goal::total), "matches"));
        let style = ProgressStyle::with_template("{msg}").expect("a valid template");
        let table = all.add(ProgressBar::new(0).with_style(style));
        let every = goal.map_or(100, |goal| (goal.total() / 6).max(1));
        Live { bar, table, on_terminal, every, last_printed: Cell::new(0) }
    }

    pub(super) fn draw(&self, pools: &[pb::PoolStandings], goal: Option<Goal>, app: &App) {
        let rated = app.progress().rated;
        if self.on_terminal {
            self.bar.set_position(goal.map_or(rated, |goal| goal.reached(pools)));
            self.table.set_message(format!("\n{}", standings::text(pools)));
        } else if rated >= self.last_printed.get() + self.every {
            self.last_printed.set(rated);
            // The reader of the output may have gone; the demo continues for the sake of its records.
            let _ = print(&format!("{rated} rated matches finished, {} running", app.running()));
        }
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
        self.table.finish_and_clear();
    }
}
