//! `kahua demo`: an arena, house bots in processes of their own, rated matches, and a live table.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use kahua_proto::pb::arena::v1 as pb;

use crate::bot_arg::{BotArg, Origin};
use crate::bot_arg::{one_ended, start_bots};
use crate::cli::CommandResult;
use crate::data::{data_dir, open_store};
use crate::exit::Failure;
use crate::output::print;
use crate::signals::asked_to_end;
use crate::{leagues, progress, standings};
use kahua_core::ids::BotName;
use kahua_server::app::App;
use kahua_server::config::Config;
use kahua_server::host::Host;
use kahua_server::rulesets::Games;
use kahua_server::telemetry::{self, LogForm};

/// The bots of the demo: name and house bot.
const BOTS: [(&str, &str); 5] = [
    ("greedy", "greedy"),
    ("greedy-2", "greedy"),
    ("random", "random"),
    ("random-2", "random"),
    ("first-legal", "first-legal"),
];
/// How often the live table is drawn anew.
const REDRAW: Duration = Duration::from_millis(500);

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kahua demo
  kahua demo --game haleakala --matches 200
  kahua demo --data my-demo   keeps the data there; after a crash the same command goes on
  kahua demo --keep --listen 127.0.0.1:7700   goes on playing, for your own bot to join in")]
pub(crate) struct Args {
    /// How many rated matches of each game the demo has, those of earlier runs in the same directory included.
    #[arg(long, default_value_t = 60)]
    matches: u64,
    /// Only this game.
    #[arg(long)]
    game: Option<String>,
    /// Where to keep the data; a fresh directory for temporary files unless told.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Go on playing and serving until stopped.
    #[arg(long)]
    keep: bool,
    /// Where to listen; any free port on loopback unless told.
    #[arg(long, value_name = "ADDR", default_value_t = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0))]
    listen: SocketAddr,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    telemetry::init(LogForm::Text, "warn").map_err(Failure::usage)?;
    let dir = data_dir(args.data.as_ref(), "demo")?;
    let runtime = tokio::runtime::Runtime::new().context("no runtime")?;
    runtime.block_on(play(args, &dir))
}

async fn play(args: &Args, dir: &Path) -> CommandResult {
    let bots = bots();
    let games = Games::built_in();
    let names: Vec<BotName> = bots.iter().map(|bot| bot.name).collect();
    let mut leagues = match args.keep {
        true => leagues::open_to_all(&games),
        false => leagues::of_every_game("demo", &games, &names, args.matches),
    };
    let mut goal = Goal { each: args.matches, games: games.count() };
    if let Some(only) = &args.game {
        crate::games::find(only)?;
        leagues.retain(|league| league.game == *only);
        goal.games = 1;
    }
    let goal = (!args.keep).then_some(goal);
    let config = Config { listen: args.listen, leagues, ..Config::default() };
    let mut host = Host::start(&config, games, open_store(dir)?).await?;
    let before = host.app.progress().rated;
    print(&format!("An arena is listening on {}, its data is in {}.", host.addr, dir.display()))?;
    if before > 0 {
        print(&format!("{before} rated matches were finished here before; the demo goes on."))?;
    }
    let mut processes = start_bots(&bots, host.addr, dir)?;
    if goal.is_none() {
        print(&format!("{} bots play until you stop this with Ctrl-C. Yours may join them:", processes.len()))?;
        print(&format!("  KAHUA_ADDR={} KAHUA_NAME=my-bot python3 my_bot.py", host.addr))?;
    }
    let live = Live::new(goal);
    let app = host.app.clone();
    tokio::select! {
        biased;
        asked = asked_to_end() => asked.context("signals can't be heard")?,
        error = host.failed() => return Err(error.into()),
        error = one_ended(&mut processes) => return Err(error.into()),
        () = watch(&app, goal, &live) => {}
    }
    live.clear();
    let (pools, rated) = (app.standings(), app.progress().rated);
    host.stop().await?;
    drop(processes);
    print(&format!("\n{}", standings::text(&pools).trim_end()))?;
    Ok(print(&what_next(dir, rated))?)
}

fn bots() -> Vec<BotArg> {
    let bot = |(name, house): (&str, &str)| BotArg {
        name: name.parse().expect("a sound name"),
        origin: Origin::House(house.to_owned()),
    };
    BOTS.map(bot).into()
}

/// Draws the live table until the goal is reached.
async fn watch(app: &App, goal: Option<Goal>, live: &Live) {
    loop {
        let pools = app.standings();
        if goal.is_some_and(|goal| goal.reached(&pools) >= goal.total()) {
            return;
        }
        live.draw(&pools, goal, app);
        tokio::time::sleep(REDRAW).await;
    }
}

/// What the demo plays for: so many rated matches of each of so many games.
#[derive(Clone, Copy, Debug)]
struct Goal {
    each: u64,
    games: usize,
}

impl Goal {
    fn total(self) -> u64 {
        self.each.saturating_mul(self.games as u64)
    }

    /// How much of the total there is; more of one game than wanted doesn't make up for another's.
    fn reached(self, pools: &[pb::PoolStandings]) -> u64 {
        let mut of_game = BTreeMap::new();
        for standings in pools {
            let game = standings.pool.as_ref().map_or("", |pool| pool.game.as_str());
            *of_game.entry(game).or_insert(0) += standings.matches;
        }
        of_game.values().map(|matches: &u64| (*matches).min(self.each)).sum()
    }
}

/// The progress bar with the standings below it, on a terminal; a line now and then elsewhere.
struct Live {
    bar: ProgressBar,
    table: ProgressBar,
    on_terminal: bool,
    every: u64,
    told: Cell<u64>,
}

impl Live {
    fn new(goal: Option<Goal>) -> Live {
        let on_terminal = std::io::stderr().is_terminal();
        let target = if on_terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let all = MultiProgress::with_draw_target(target);
        let bar = all.add(progress::bar(goal.map_or(0, Goal::total), "matches"));
        let style = ProgressStyle::with_template("{msg}").expect("a sound template");
        let table = all.add(ProgressBar::new(0).with_style(style));
        let every = goal.map_or(100, |goal| (goal.total() / 6).max(1));
        Live { bar, table, on_terminal, every, told: Cell::new(0) }
    }

    fn draw(&self, pools: &[pb::PoolStandings], goal: Option<Goal>, app: &App) {
        let rated = app.progress().rated;
        if self.on_terminal {
            self.bar.set_position(goal.map_or(rated, |goal| goal.reached(pools)));
            self.table.set_message(format!("\n{}", standings::text(pools)));
        } else if rated >= self.told.get() + self.every {
            self.told.set(rated);
            // Whoever reads this may have gone; the demo goes on for its records.
            let _ = print(&format!("{rated} rated matches finished, {} being played", app.running()));
        }
    }

    fn clear(&self) {
        self.bar.finish_and_clear();
        self.table.finish_and_clear();
    }
}

fn what_next(dir: &Path, rated: u64) -> String {
    let dir = dir.display();
    format!(
        "{rated} rated matches. What to look at next:
  kahua verify --data {dir}            play every record again, luck included
  kahua match list --data {dir}        the matches; `kahua match replay` tells one in full
  kahua standings --data {dir} --json  the tables for a program
  kahua serve                          an arena for your own bots: README.md, \"A bot in ten minutes\""
    )
}
