//! `kahua demo`: an arena, house bots in their own processes, rated matches, and a live table, all shown in a browser.

mod live;

use std::future::pending;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use tokio::time::{sleep, timeout};

use self::live::{Goal, Live};
use crate::bot_arg::{BotArg, Origin};
use crate::command_dir::CommandDir;
use crate::data::{data_dir, open_store};
use crate::exit::{CommandResult, Failure};
use crate::output::print;
use crate::pages_address::pages_address;
use crate::processes::matches_beside_bots;
use crate::processes::{Farewell, let_go, one_ended, start_bots};
use crate::run_tokens::RunTokens;
use crate::runtime::{block_on, on_all_cores};
use crate::signals::asked_to_end;
use crate::{leagues, standings};
use kahua_core::ids::BotName;
use kahua_core::words::count;
use kahua_play::token::{hash_of, new_token};
use kahua_server::App;
use kahua_server::host::Host;
use kahua_server::telemetry::{self, LogForm};
use kahua_settings::Config;
use kahua_settings::Rulesets;

/// The bots of the demo: the name of each, and which house bot it is.
const BOTS: [(&str, &str); 5] = [
    ("greedy", "greedy"),
    ("greedy-2", "greedy"),
    ("random", "random"),
    ("random-2", "random"),
    ("first-legal", "first-legal"),
];
/// The name under which the user's own bot may join.
const GUEST: &str = "my-bot";
/// The time control. With `--watch` bots never run out of time, since an answer brings back more than its pause takes.
const TIME: &str = "60s+2s/30s~50ms";
/// How long bots wait before each answer, with `--watch`.
const PAUSE: Duration = Duration::from_millis(1500);
/// How many matches are played at once, with `--watch`.
const WATCHED: NonZeroUsize = NonZeroUsize::new(8).expect("not zero");
/// How often the live table is drawn anew.
const REDRAW: Duration = Duration::from_millis(500);
/// How long the matches that are open when the goal is reached may go on. After that they end without result.
const LAST_MATCHES: Duration = Duration::from_secs(60);
/// How long these ends may take to be written.
const LAST_ENDS: Duration = Duration::from_secs(5);

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes:
  0  the matches were played, or Ctrl-C ended the demo
  2  the command line is wrong
  3  something outside kahua went wrong

Examples:
  kahua demo
  kahua demo --watch                         play so slowly that you can follow, in a browser
  kahua demo --game haleakala --matches 200
  kahua demo --data my-demo                  keep the data, and continue after a crash
  kahua demo --keep --listen 127.0.0.1:7700  keep playing, so that your own bot can join")]
pub(crate) struct Args {
    /// How many rated matches to play of each game, including those of earlier runs in the same directory.
    #[arg(long, default_value_t = 60, value_parser = leagues::match_count, allow_negative_numbers = true)]
    matches: u64,
    /// Play only this game.
    #[arg(long)]
    game: Option<String>,
    /// Where to keep the data. [default: a new temporary directory]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Keep playing and serving until stopped.
    #[arg(long)]
    keep: bool,
    /// Have the bots take their time, so that you can follow the matches in a browser, and serve the pages until stopped.
    #[arg(long)]
    watch: bool,
    /// The address to listen on; port 0 stands for any free port.
    #[arg(long, value_name = "ADDR", default_value_t = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0))]
    listen: SocketAddr,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    telemetry::init(LogForm::Text, "warn").map_err(Failure::usage)?;
    let dir = data_dir(args.data.as_ref(), "demo")?;
    block_on(&on_all_cores()?, play(args, &dir))
}

async fn play(args: &Args, dir: &Path) -> CommandResult {
    let bots = bots(args.watch.then_some(PAUSE));
    let games = Rulesets::built_in();
    let names: Vec<BotName> = bots.iter().map(|bot| bot.name).collect();
    let mut leagues = match args.keep {
        true => leagues::open_to_all(&games),
        false => leagues::of_every_game("demo", &games, &names, args.matches),
    };
    let time = TIME.parse().expect("a valid time control");
    leagues.iter_mut().for_each(|league| league.terms.time = time);
    let mut goal = Goal { each: args.matches, games: games.count() };
    if let Some(only) = &args.game {
        crate::games::find(only)?;
        leagues.retain(|league| league.terms.game == *only);
        goal.games = 1;
    }
    let goal = (!args.keep).then_some(goal);
    let matches_at_once = if args.watch { WATCHED } else { matches_beside_bots() };
    // Anyone may watch an arena on loopback. But a bot that is losing must not be able to abort the match.
    let organizer = new_token();
    let organizers = vec![hash_of(&organizer)];
    let config = Config { listen: args.listen, matches_at_once, organizers, leagues, ..Config::default() };
    // This comes before the arena serves: from now on, a signal ends the demo in good order.
    let asked = asked_to_end();
    let mut host = Host::start_with_pages(&config, games, open_store(dir)?, kahua_web::pages).await?;
    let before = host.app.progress().rated;
    print(&format!("An arena is listening on {}. Its data is in {}.", host.addr, dir.display()))?;
    print(&format!("See it in a browser: {}", pages_address(host.addr, false)))?;
    print(&format!("To look after it there, sign in with the token {organizer}"))?;
    if before > 0 {
        print(&format!("{before} rated matches were finished here before; the demo continues."))?;
    }
    let guest: BotName = GUEST.parse().expect("a valid name");
    let tokens = RunTokens::issue(&host.app, names.into_iter().chain([guest]));
    let mut processes = start_bots(&bots, host.addr, &tokens, dir, None).await?;
    if goal.is_none() {
        print(&format!("{} bots play until you press Ctrl-C. Yours can join them:", processes.len()))?;
        print(&format!("  {} python3 my_bot.py", tokens.variables(host.addr, guest)))?;
    }
    let live = Live::new(goal);
    let app = host.app.clone();
    let farewell = tokio::select! {
        biased;
        asked = asked => asked.map(|()| Farewell::Interrupted).context("cannot receive signals")?,
        error = host.failed() => return Err(error.into()),
        error = one_ended(&mut processes) => return Err(anyhow::Error::from(error).into()),
        () = play_on(&app, goal, &live, args.watch) => Farewell::Dismissed,
    };
    live.clear();
    if farewell == Farewell::Dismissed {
        app.dismiss();
    }
    let (pools, rated) = (app.standings(), app.progress().rated);
    host.stop().await?;
    let_go(processes, farewell).await;
    print(&format!("\n{}", standings::text(&pools).trim_end()))?;
    let open = app.reader().open_headers().context("cannot read the open matches")?.len();
    if let Some(open) = still_open(dir, open) {
        print(&open)?;
    }
    Ok(print(&what_next(dir, rated))?)
}

/// The bots, with a pause before each answer if there is to be one.
fn bots(pause: Option<Duration>) -> Vec<BotArg> {
    let bot = |(name, house): (&str, &str)| BotArg {
        name: name.parse().expect("a valid name"),
        origin: match pause {
            Some(pause) => Origin::PacedHouse(house.to_owned(), pause),
            None => Origin::House(house.to_owned()),
        },
        place: CommandDir::Here,
    };
    BOTS.map(bot).into()
}

/// Draws the live table until the goal is reached and no match is open. With `watch`, the pages stay until the demo is
/// stopped.
async fn play_on(app: &App, goal: Option<Goal>, live: &Live, watch: bool) {
    loop {
        let pools = app.standings();
        if goal.is_some_and(|goal| goal.reached(&pools) >= goal.total()) {
            if watch {
                live.clear();
                // The reader of the output may have gone; the pages stay for their visitors.
                let _ = print("All matches are played. The pages are there until you press Ctrl-C.");
                pending::<()>().await;
            }
            return play_out(app, goal, live).await;
        }
        live.draw(&pools, goal, app);
        sleep(REDRAW).await;
    }
}

/// Waits until the open matches end. If the directory is served next, no bots come for them, and the bots would lose
/// them by faults.
async fn play_out(app: &App, goal: Option<Goal>, live: &Live) {
    app.stop_pairing();
    let last_matches = async {
        while !app.is_idle() {
            live.draw(&app.standings(), goal, app);
            sleep(REDRAW).await;
        }
    };
    if timeout(LAST_MATCHES, last_matches).await.is_err() {
        // If the store can't be written, some matches stay open, and the output says so.
        let _cut_short = timeout(LAST_ENDS, app.abort_all("the demo has ended")).await;
    }
}

/// A note that this many matches are open, if there are any, and the command that plays them on with their bots.
fn still_open(dir: &Path, open: usize) -> Option<String> {
    let command = format!("`kahua demo --data {}`", dir.display());
    (open > 0)
        .then(|| format!("{}: to continue, run {command}.", count(open as u64, "match is open", "matches are open")))
}

fn what_next(dir: &Path, rated: u64) -> String {
    let dir = dir.display();
    format!(
        "{rated} rated matches were played. What to try next:
  kahua serve --data {dir}             see the matches and the standings in a browser
  kahua verify --data {dir}            replay every record, luck included
  kahua match list --data {dir}        list the matches; `kahua match replay` shows one in full
  kahua standings --data {dir} --json  print the tables for a program
  kahua serve --data my-arena          run an arena for your own bots: README.md, \"A bot in ten minutes\""
    )
}
