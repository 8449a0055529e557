//! `kahua play`: matches between the bots you name, then a cross table, what went wrong, and ratings.

pub(crate) mod faults;
mod person;
mod played;
mod unplayed;

use std::cell::Cell;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context;
use kahua_engine::Seed;
use kahua_proto::pb::arena::v1 as pb;
use serde_json::{Value, json};

use self::faults::Faults;
use self::person::PlayerArg;
use self::played::{finished, so_far, suspended};
use self::unplayed::Unplayed;
use crate::bot_arg::{BotArg, distinct_names};
use crate::confine::ConfineArgs;
use crate::crosstable::CrossTable;
use crate::damage::Damage;
use crate::data::data_dir;
use crate::exit::{CommandResult, Failure};
use crate::game_arg::{ChosenGame, GameArgs};
use crate::output::{complain, print, print_json};
use crate::own_arena::{self, Setup};
use crate::processes::logs;
use crate::progress::Progress;
use crate::runtime::{block_on, on_all_cores};
use crate::supervise::Trouble;
use crate::{leagues, standings};
use kahua_core::clock::TimeControl;
use kahua_core::referee::Luck;
use kahua_core::season::Season;
use kahua_server::App;
use kahua_server::telemetry::{self, LogForm};
use kahua_settings::Rulesets;
use kahua_settings::config::{FaultKind, FaultSettings, LeagueSeed, LeagueSettings, MatchTerms, SeasonChoice};

/// The name of the league that is played.
const LEAGUE: &str = "play";

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A bot is NAME=COMMAND (split into words, without a shell), NAME=house:BOT for one of kahua's own bots, or NAME=remote for \
a bot that connects by itself. A command finds the address, its name and its token in KAHUA_ADDR, KAHUA_NAME and \
KAHUA_TOKEN; for a remote bot these are printed. The tokens are made for this run, and allow a bot to play and to read \
only. What it writes to standard output and standard error is kept in logs/ in the data directory. A command \
runs with your rights, unless it is confined.

With NAME=person you play yourself: the bots wait in an arena on this machine, a link leads your browser to a table, and matches have \
no clock and aren't rated. Ctrl-C ends the command.

Every group of bots plays sets. A set has as many matches as there are seats, and the bots change seats from match \
to match. The number of matches is rounded up to whole sets.

Exit codes:
  0  all matches were played, and no bot has failed
  2  the command line is wrong
  3  no match could be played, Ctrl-C ended the command, or something outside kahua went wrong
  5  all matches were played, but a bot crashed or committed a fault, such as a late answer
  6  not all matches were played, for example because a bot crashed too often

Examples:
  kahua play --game haleakala --bot me=\"python3 my_bot.py\" --bot them=house:greedy --tc 10s/1s
  kahua play --game haleakala --option variant=tactical --bot a=house:greedy --bot b=house:random
  kahua play --game haleakala --bot me=person --bot mine=\"python3 my_bot.py\"
  kahua play --game haleakala --bot me=remote --bot them=house:random --listen 127.0.0.1:7700")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The number of seats. [default: the fewest that the game allows]
    #[arg(long)]
    seats: Option<usize>,
    /// A bot: NAME=COMMAND, NAME=house:BOT or NAME=remote; given once for each bot. NAME=person is you, in a browser.
    #[arg(long = "bot", value_name = "NAME=COMMAND", required = true)]
    players: Vec<PlayerArg>,
    /// How many matches to play in all.
    #[arg(long, default_value_t = 20, value_parser = leagues::match_count, allow_negative_numbers = true)]
    matches: u64,
    /// How often in a row a bot is started again that crashes or hangs. After that it is suspended, and what is left of its
    /// matches isn't played.
    #[arg(long, value_name = "N", default_value_t = 3)]
    restarts: u32,
    /// The most matches to play at once. [default: one for each core of this machine, since the bots need the cores too]
    #[arg(long, value_name = "N")]
    matches_at_once: Option<NonZeroUsize>,
    /// The seed of all luck: a whole number or 64 hexadecimal digits. It makes tests reproducible and is no secret: a bot
    /// that knows it, or finds a short one by trying, knows all luck in advance. [default: a secret one each time]
    #[arg(long)]
    seed: Option<Seed>,
    /// Whether the matches of a set have the same luck, `same`, or each its own, `fresh`. The same luck helps to compare bots
    /// of your own; a bot that remembers the first match of a set knows much of the luck of the others.
    #[arg(long, value_name = "LUCK", default_value_t = Luck::Same)]
    luck: Luck,
    /// The time control: bank+increment/cap~allowance, each part optional; `none` for no limit.
    #[arg(long, value_name = "TIME", default_value = "60s+100ms/5s~50ms")]
    tc: TimeControl,
    /// Stop the clock, for debugging: no answer is ever late, and the arena waits for a bot that is away. Bots still see the
    /// time control, and other faults have their normal consequences. The matches aren't rated.
    #[arg(long)]
    no_clock: bool,
    /// The consequence of a fault: `forfeit` ends the match, `substitute` costs a strike, and `auto` is `forfeit` with two
    /// seats and `substitute` with more.
    #[arg(long, value_enum, default_value = "auto")]
    faults: FaultsArg,
    /// The address to listen on; port 0 stands for any free port.
    #[arg(long, value_name = "ADDR", default_value_t = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0))]
    listen: SocketAddr,
    /// Where to keep the data. [default: a new temporary directory]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Print each bot's standing and faults as one JSON object per line.
    #[arg(long)]
    json: bool,
    // Last, since its heading holds for every flag that follows.
    #[command(flatten)]
    confine: ConfineArgs,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum FaultsArg {
    Auto,
    Forfeit,
    Substitute,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    telemetry::init(LogForm::Text, "warn").map_err(Failure::usage)?;
    let plan = Plan::new(args)?;
    let bots: Vec<BotArg> = args.players.iter().filter_map(PlayerArg::bot).cloned().collect();
    let runtime = on_all_cores()?;
    match bots.len() < args.players.len() {
        true => block_on(&runtime, person::play(args, bots, plan)),
        false => block_on(&runtime, play(args, bots, plan)),
    }
}

/// What will be played.
struct Plan {
    games: Rulesets,
    league: LeagueSettings,
    matches: u64,
}

impl Plan {
    fn new(args: &Args) -> Result<Plan, Failure> {
        let ChosenGame { info, ruleset, choices } = args.game.read()?;
        let seats = args.seats.unwrap_or(*info.seats.start());
        let names = distinct_names(args.players.iter().map(PlayerArg::name))?;
        if names.len() < seats {
            return Err(Failure::usage(format!("{seats} seats need at least {seats} bots, got {}", names.len())));
        }
        let sets = leagues::sets(args.matches, names.len(), seats);
        let matches = u64::from(sets.get()) * leagues::matches_of_a_set(names.len(), seats);
        let time = TimeControl { stopped: args.no_clock || args.tc.stopped, ..args.tc };
        let terms = MatchTerms {
            seats,
            options: choices.to_texts(),
            time,
            faults: FaultSettings { policy: args.faults.into(), ..FaultSettings::default() },
            rated: !time.stopped,
            luck: args.luck,
            ..MatchTerms::new(info.name)
        };
        let league = LeagueSettings {
            sets: Some(sets),
            seed: args.seed.map_or_else(LeagueSeed::default, LeagueSeed::Reproducible),
            season: SeasonChoice::New,
            ..LeagueSettings::new(LEAGUE, terms, names)
        };
        Ok(Plan { games: Rulesets::built_in().with(ruleset), league, matches })
    }
}

async fn play(args: &Args, bots: Vec<BotArg>, plan: Plan) -> CommandResult {
    let dir = data_dir(args.data.as_ref(), "play")?;
    let setup = Setup {
        listen: args.listen,
        matches_at_once: args.matches_at_once,
        suspend_after: 0,
        games: plan.games,
        leagues: vec![plan.league.clone()],
        for_people: false,
        bots: bots.clone(),
        restarts: args.restarts,
        data: dir.clone(),
        confinement: args.confine.prepare(&dir)?,
    };
    let arena = own_arena::open(setup).await?;
    let app = arena.app();
    if plan.matches != args.matches {
        complain(&format!("playing {} matches, so that all {} bots play whole sets", plan.matches, bots.len()));
    }
    let (season, before) = app.season_progress(LEAGUE).context("the arena doesn't play the league")?;
    let progress = Progress::new(plan.matches, "matches");
    let done = async {
        tokio::select! {
            biased;
            () = finished(&app, &plan.league, season, plan.matches, &progress) => {}
            () = progress.say_on() => {}
        }
    };
    let has_crashed = Cell::new(false);
    let on_trouble = |trouble: Trouble| {
        has_crashed.set(true);
        complain(&trouble.to_string());
        Ok(())
    };
    let ended = arena.play(done, on_trouble).await?;
    progress.clear();
    let suspended = suspended(&app, &plan.league);
    // The data may hold earlier runs, so only a difference says that this one has played.
    let nothing_played = so_far(&app) == before;
    let mut damage = Damage::default();
    let mut results = Results::read(&app, &plan.league, plan.matches, season, &mut damage)?;
    results.faults.explain(&logs(&dir));
    if ended.played.is_ok()
        && nothing_played
        && let Some((bot, suspension)) = suspended.first_key_value()
    {
        return Err(anyhow::anyhow!("no match could be played: bot {bot}: {}", suspension.reason).into());
    }
    results.report(args, &bots)?;
    if !args.json {
        let dir = dir.display();
        print(&format!("The data is in {dir}. See the matches in a browser: kahua serve --data {dir}"))?;
        if season > Season::FIRST {
            print(&format!("This was run {season} there; `kahua standings --season all` shows the earlier ones too."))?;
        }
    }
    for (bot, suspension) in suspended {
        let rest = match results.unplayed.of_bot(bot.as_str()) {
            0 => "",
            _ => "; what was left of its matches wasn't played",
        };
        complain(&format!("bot {bot}: {}{rest}", suspension.reason));
    }
    if ended.played.is_err() {
        complain("the same command begins a new run: the matches of this one stay in the data and don't count in it");
    }
    ended.result()?;
    damage.report()?;
    results.verdict(has_crashed.get())
}

/// What a run has come to.
struct Results {
    pools: Vec<pb::PoolStandings>,
    records: Vec<pb::MatchRecord>,
    faults: Faults,
    unplayed: Unplayed,
    rated: bool,
}

impl Results {
    /// What is known of this season, which is the run. Records that can't be read are left out and noted in `damage`.
    fn read(
        app: &App,
        league: &LeagueSettings,
        planned: u64,
        season: Season,
        damage: &mut Damage,
    ) -> Result<Results, Failure> {
        let mut pools = app.standings();
        let is_of_run = |pool: &pb::Pool| pool.league == LEAGUE && pool.season == season.number();
        pools.retain(|pool| pool.pool.as_ref().is_some_and(is_of_run));
        let records = app.reader().records().filter_map(|record| damage.leave_out(record).transpose());
        let of_this_run = |record: &pb::MatchRecord| record.league == LEAGUE && Season::of(record) == season;
        let records = records.filter(|record| record.as_ref().is_ok_and(of_this_run) || record.is_err());
        let records = records.collect::<Result<Vec<_>, _>>()?;
        let unplayed = Unplayed::of(&records, planned, league.bots.len(), league.terms.seats);
        Ok(Results { pools, faults: Faults::of(&records), unplayed, records, rated: league.terms.rated })
    }

    /// How the command ends; `has_crashed` says whether a bot's process has failed, in a match or between two.
    fn verdict(&self, has_crashed: bool) -> CommandResult {
        if self.unplayed.count() > 0 {
            Err(Failure::NotAllPlayed)
        } else if has_crashed || self.faults.has_failures() {
            Err(Failure::BotFailed)
        } else {
            Ok(())
        }
    }

    fn report(&self, args: &Args, bots: &[BotArg]) -> CommandResult {
        if args.json {
            return Ok(self.json_lines(bots).iter().try_for_each(print_json)?);
        }
        print(&CrossTable::of(&self.records).to_string())?;
        if !self.faults.is_empty() {
            print(&self.faults.to_string())?;
        }
        if self.unplayed.count() > 0 {
            print(&format!("{}\n", self.unplayed))?;
        }
        match self.rated {
            true => Ok(print(&standings::text(&self.pools))?),
            false => Ok(print("The clock was stopped, so these matches aren't rated.")?),
        }
    }

    /// Every standing with the bot's faults and how many of its matches weren't played. A bot that has no standing, since
    /// nothing was rated, has a line all the same.
    fn json_lines(&self, bots: &[BotArg]) -> Vec<Value> {
        let mut lines = standings::pools_as_json(&self.pools);
        let is_ranked = |bot: &&BotArg| lines.iter().any(|line| line["name"] == bot.name.as_str());
        let unranked: Vec<&BotArg> = bots.iter().filter(|bot| !is_ranked(bot)).collect();
        lines.extend(unranked.into_iter().map(|bot| json!({ "name": bot.name.as_str() })));
        for line in &mut lines {
            let name = line["name"].as_str().unwrap_or_default().to_owned();
            line["faults"] = self.faults.json(&name);
            line["unplayed"] = self.unplayed.of_bot(&name).into();
        }
        lines
    }
}

impl From<FaultsArg> for FaultKind {
    fn from(faults: FaultsArg) -> FaultKind {
        match faults {
            FaultsArg::Auto => FaultKind::Auto,
            FaultsArg::Forfeit => FaultKind::Forfeit,
            FaultsArg::Substitute => FaultKind::Substitute,
        }
    }
}
