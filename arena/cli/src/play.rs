//! `kahua play`: the bots you name, playing each other; then the cross table and the ratings.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use kahua_engine::{SeatCount, Seed};
use kahua_proto::pb::arena::v1 as pb;

use crate::bot_arg::{BotArg, Origin};
use crate::bot_arg::{one_ended, start_bots};
use crate::cli::CommandResult;
use crate::crosstable::CrossTable;
use crate::data::{data_dir, open_store};
use crate::exit::Failure;
use crate::output::print;
use crate::playthrough::{Chosen, TableArgs};
use crate::signals::stopped;
use crate::{leagues, progress, standings};
use kahua_core::clock::TimeControl;
use kahua_core::ids::BotName;
use kahua_server::app::App;
use kahua_server::config::{Config, FaultKind, FaultSettings, LeagueSettings};
use kahua_server::host::Host;
use kahua_server::rulesets::Games;
use kahua_server::telemetry::{self, LogForm};

/// After so long without a running match it is said who is waited for.
const PATIENCE: Duration = Duration::from_secs(5);
/// The name of the league that is played.
const LEAGUE: &str = "play";

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A bot is NAME=COMMAND (split into words; no shell is started), NAME=house:BOT for one of kahua's own bots, or NAME=remote
for one that connects by itself. A command finds the address, its name and its token in KAHUA_ADDR, KAHUA_NAME and
KAHUA_TOKEN; what it writes to standard error is kept in logs/ of the data directory.

Every group of bots plays sets: as many matches as there are seats, with one seed and rotated seats. The number of
matches is rounded up to whole sets.

Examples:
  kahua play --game haleakala --bot me=\"python3 my_bot.py\" --bot them=house:greedy --matches 20
  kahua play --game haleakala --option variant=tactical --bot a=house:greedy --bot b=house:random --seed 1 --tc 10s/1s
  kahua play --game haleakala --bot me=remote --bot them=house:random --listen 127.0.0.1:7700
  kahua play --game haleakala --bot me=remote --bot them=house:greedy --listen 127.0.0.1:7700 --no-clock")]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// How many seats; the least that the game has unless told.
    #[arg(long)]
    seats: Option<usize>,
    /// A bot: NAME=COMMAND, NAME=house:BOT or NAME=remote.
    #[arg(long = "bot", value_name = "NAME=COMMAND", required = true)]
    bots: Vec<BotArg>,
    /// How many matches in all.
    #[arg(long, default_value_t = 20)]
    matches: u64,
    /// The seed of all luck; a new one each time unless told.
    #[arg(long)]
    seed: Option<Seed>,
    /// The time control: bank+increment/cap~allowance, each part optional; `none` for no limit.
    #[arg(long, value_name = "TIME", default_value = "60s+100ms/5s~50ms")]
    tc: TimeControl,
    /// The clock stands still, for debugging: bots are told the time control as usual, but nobody is ever late, and a bot
    /// that is away is waited for. Other faults cost what they always cost. The matches aren't rated.
    #[arg(long)]
    no_clock: bool,
    /// What a fault costs: the match, or a strike; with `auto` the match where two play, else a strike.
    #[arg(long, value_enum, default_value = "auto")]
    faults: Faults,
    /// Where to listen; any free port on loopback unless told.
    #[arg(long, value_name = "ADDR", default_value_t = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0))]
    listen: SocketAddr,
    /// Where to keep the data; a fresh directory for temporary files unless told.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// One JSON object a line: each bot's standing.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Faults {
    Auto,
    Forfeit,
    Substitute,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    telemetry::init(LogForm::Text, "warn").map_err(Failure::usage)?;
    let plan = Plan::new(args)?;
    let runtime = tokio::runtime::Runtime::new().context("no runtime")?;
    runtime.block_on(play(args, plan))
}

/// What will be played.
struct Plan {
    games: Games,
    league: LeagueSettings,
    matches: u64,
}

impl Plan {
    fn new(args: &Args) -> Result<Plan, Failure> {
        let Chosen { info, ruleset, choices } = args.table.read()?;
        let seats = args.seats.unwrap_or(*info.seats.start());
        let names: Vec<BotName> = args.bots.iter().map(|bot| bot.name).collect();
        if let Some(twice) = names.iter().enumerate().find(|(index, name)| names[..*index].contains(name)) {
            return Err(Failure::usage(format!("two bots are called {}", twice.1)));
        }
        if names.len() < seats {
            return Err(Failure::usage(format!("{seats} seats need at least {seats} bots; {} are named", names.len())));
        }
        let sets = leagues::sets(args.matches, names.len(), seats);
        let matches = u64::from(sets.get()) * leagues::matches_of_a_set(names.len(), seats);
        let mut league = LeagueSettings {
            seats,
            sets,
            options: choices.to_texts(),
            time: args.tc,
            no_clock: args.no_clock,
            seed: args.seed,
            faults: FaultSettings { policy: args.faults.into(), ..FaultSettings::default() },
            ..LeagueSettings::usual(LEAGUE, info.name, names)
        };
        league.rated = !league.time_control().stopped;
        Ok(Plan { games: Games::built_in().with(ruleset), league, matches })
    }
}

async fn play(args: &Args, plan: Plan) -> CommandResult {
    let dir = data_dir(args.data.as_ref(), "play")?;
    let config = Config { listen: args.listen, leagues: vec![plan.league.clone()], ..Config::default() };
    let host = Host::start(&config, plan.games, open_store(&dir)?).await?;
    if plan.matches != args.matches {
        eprintln!("{} matches are played: whole sets of {} bots in all seats.", plan.matches, args.bots.len());
    }
    for bot in args.bots.iter().filter(|bot| bot.origin == Origin::Remote) {
        eprintln!("waiting for {} at {}", bot.name, host.addr);
    }
    let mut processes = start_bots(&args.bots, host.addr, &dir)?;
    let bar = progress::bar(plan.matches, "matches");
    let finished = async {
        loop {
            let so_far = host.app.progress();
            let now = so_far.finished + so_far.aborted;
            bar.set_position(now);
            if now >= plan.matches {
                return;
            }
            host.app.wait_for(|progress| progress.finished + progress.aborted > now).await;
        }
    };
    let complaint = async {
        loop {
            tokio::time::sleep(PATIENCE).await;
            if host.app.running() == 0 {
                complain(&host.app, &plan.league);
            }
        }
    };
    let ended: anyhow::Result<()> = tokio::select! {
        biased;
        error = stopped() => Err(error),
        error = one_ended(&mut processes) => Err(error),
        () = finished => Ok(()),
        () = complaint => Ok(()),
    };
    bar.finish_and_clear();
    if ended.is_ok() {
        host.app.dismiss();
    }
    let pools = host.app.standings();
    let records = host.app.reader().records().collect::<Result<Vec<_>, _>>().context("the records can't be read")?;
    host.stop().await?;
    drop(processes);
    report(args, plan.league.rated, &pools, &records)?;
    if !args.json {
        print(&format!("The data is in {}.", dir.display()))?;
    }
    Ok(ended?)
}

/// Says who keeps the matches from beginning.
fn complain(app: &App, league: &LeagueSettings) {
    let Some(seats) = SeatCount::new(league.seats) else { return };
    for (name, connected) in app.away(&league.bots, &league.game, seats) {
        if connected {
            let LeagueSettings { game, seats, .. } = league;
            eprintln!("{name} is connected, but takes no match of {game} with {seats} seats: its Hello names others");
        } else {
            eprintln!("still waiting for {name} to connect");
        }
    }
}

fn report(args: &Args, rated: bool, pools: &[pb::PoolStandings], records: &[pb::MatchRecord]) -> CommandResult {
    if args.json {
        return standings::print_pools_as_json(pools);
    }
    print(&CrossTable::of(records).to_string())?;
    if !rated {
        return Ok(print("The clock stood still, so these matches aren't rated.")?);
    }
    Ok(print(&standings::text(pools))?)
}

impl From<Faults> for FaultKind {
    fn from(faults: Faults) -> FaultKind {
        match faults {
            Faults::Auto => FaultKind::Auto,
            Faults::Forfeit => FaultKind::Forfeit,
            Faults::Substitute => FaultKind::Substitute,
        }
    }
}
