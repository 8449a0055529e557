//! `kahua sprt`: matches between two bots until it is certain enough whether one is stronger.

mod report;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use kahua_core::clock::TimeControl;
use kahua_core::referee::Luck;
use kahua_engine::Seed;
use kahua_leagues::sprt::{Hypothesis, ScoreCounts, Sprt};
use kahua_server::App;
use kahua_server::telemetry::{self, LogForm};
use kahua_settings::Rulesets;
use kahua_settings::config::{LeagueSeed, LeagueSettings, MatchTerms};

use self::report::Report;
use crate::bot_arg::{BotArg, distinct_names};
use crate::confine::ConfineArgs;
use crate::data::data_dir;
use crate::exit::{CommandResult, Failure};
use crate::game_arg::{ChosenGame, GameArgs};
use crate::output::{complain, print};
use crate::own_arena::{self, Setup};
use crate::runtime::{block_on, on_all_cores};
use crate::supervise::{Consequence, Trouble};

/// With fewer sets than this, nothing is accepted: they tell too little about how much the scores scatter.
const SETS_MIN: u64 = 10;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The test is a sequential probability ratio test between two hypotheses: that the first bot is stronger than the second by \
elo0 points (H0), and that it is by elo1 points (H1). It may look after every set and stops as soon as one is accepted, so \
that H1 is accepted with a probability of at most alpha where H0 is true, and H0 with at most beta where H1 is true. Don't stop \
as soon as two intervals no longer overlap: that finds a difference between equal bots in 3 of 10 cases.

The unit is a set, in which every bot takes every seat once. With more than two seats, the two sit at one table with bots that \
fill it, and in each match it counts which of the two comes in ahead of the other.

A bot is given as in `kahua play`: NAME=COMMAND, NAME=house:BOT or NAME=remote.

Exit codes:
  0  H1 was accepted: the first bot is stronger
  1  H0 was accepted: it is not
  2  the command line is wrong
  3  a bot crashed too often, Ctrl-C ended the command, or something outside kahua went wrong
  4  neither was accepted within the matches that were allowed

Examples:
  kahua sprt --game haleakala --bot new=\"python3 new.py\" --bot old=\"python3 old.py\"
  kahua sprt --game hawaii --seats 4 --bot new=./new --bot old=./old --fill house:greedy --elo1 40 --max-matches 4000")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The number of seats. [default: the fewest that the game allows]
    #[arg(long)]
    seats: Option<usize>,
    /// The two bots: first the one that may be stronger, then the one it is compared with.
    #[arg(long = "bot", value_name = "NAME=COMMAND", required = true)]
    bots: Vec<BotArg>,
    /// What fills the other seats: a command or house:BOT, which is started once for each.
    #[arg(long, value_name = "COMMAND", default_value = "house:greedy")]
    fill: String,
    /// By how many Elo points the first bot is stronger under H0.
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// By how many Elo points it is stronger under H1. The smaller the distance to elo0, the more matches it takes.
    #[arg(long, value_name = "ELO", default_value_t = 20.0, allow_negative_numbers = true)]
    elo1: f64,
    /// How often H1 may be accepted wrongly.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    alpha: f64,
    /// How often H0 may be accepted wrongly.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    beta: f64,
    /// The most matches to play; the test is undecided if they aren't enough.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_matches: u32,
    /// The most matches to play at once. [default: one for each core of this machine, since the bots need the cores too]
    #[arg(long, value_name = "N")]
    matches_at_once: Option<NonZeroUsize>,
    /// How often in a row a bot is started again after a crash, before the test ends without a verdict.
    #[arg(long, value_name = "N", default_value_t = 3)]
    restarts: u32,
    /// The seed of all luck: a whole number or 64 hexadecimal digits. [default: a secret one each time]
    #[arg(long)]
    seed: Option<Seed>,
    /// Whether the matches of a set have the same luck, `same`, or each its own, `fresh`.
    #[arg(long, value_name = "LUCK", default_value_t = Luck::Same)]
    luck: Luck,
    /// The time control: bank+increment/cap~allowance, each part optional; `none` for no limit.
    #[arg(long, value_name = "TIME", default_value = "60s+100ms/5s~50ms")]
    tc: TimeControl,
    /// The address to listen on; port 0 stands for any free port.
    #[arg(long, value_name = "ADDR", default_value_t = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0))]
    listen: SocketAddr,
    /// Where to keep the data. [default: a new temporary directory]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Print how it stands as one JSON object, now and then and at the end.
    #[arg(long)]
    json: bool,
    // Last, since its heading holds for every flag that follows.
    #[command(flatten)]
    confine: ConfineArgs,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    telemetry::init(LogForm::Text, "warn").map_err(Failure::usage)?;
    let plan = Plan::new(args)?;
    block_on(&on_all_cores()?, play(args, plan))
}

/// What will be played, and what is tested.
struct Plan {
    games: Rulesets,
    league: LeagueSettings,
    /// The two bots first, then the bots that fill the table.
    bots: Vec<BotArg>,
    /// The most sets that are played.
    sets: NonZeroU32,
    test: Sprt,
}

impl Plan {
    fn new(args: &Args) -> Result<Plan, Failure> {
        let ChosenGame { info, ruleset, choices } = args.game.read()?;
        let test = Sprt::new(args.elo0, args.elo1, args.alpha, args.beta).map_err(Failure::usage)?;
        let seats = args.seats.unwrap_or(*info.seats.start());
        if args.bots.len() != 2 {
            return Err(Failure::usage(format!("the test needs two bots, got {}: give --bot twice", args.bots.len())));
        }
        let fill = |number: usize| format!("fill-{number}={}", args.fill).parse::<BotArg>();
        let fill = (1..seats.saturating_sub(1)).map(fill).collect::<Result<Vec<_>, _>>().map_err(Failure::usage)?;
        let bots: Vec<BotArg> = args.bots.iter().cloned().chain(fill).collect();
        let names = distinct_names(bots.iter().map(|bot| bot.name))?;
        let sets = args.max_matches / u32::try_from(seats).unwrap_or(u32::MAX).max(1);
        let sets = NonZeroU32::new(sets).ok_or_else(|| {
            Failure::usage(format!("--max-matches {} isn't enough for a set of {seats} matches", args.max_matches))
        })?;
        // Each run has its own league, so earlier matches don't count.
        let name = format!("sprt-{}", jiff::Timestamp::now().strftime("%Y%m%d-%H%M%S-%3f"));
        let terms = MatchTerms {
            seats,
            options: choices.to_texts(),
            time: args.tc,
            luck: args.luck,
            ..MatchTerms::new(info.name)
        };
        let league = LeagueSettings {
            sets: Some(sets),
            seed: args.seed.map_or_else(LeagueSeed::default, LeagueSeed::Reproducible),
            ..LeagueSettings::new(name, terms, names)
        };
        Ok(Plan { games: Rulesets::built_in().with(ruleset), league, bots, sets, test })
    }

    /// How the two bots did against each other, in whole sets.
    fn scores(&self, app: &App) -> ScoreCounts {
        let [one, other, ..] = self.league.bots.as_slice() else { return ScoreCounts::new(1) };
        app.head_to_head(&self.league.name, one, other, self.league.terms.seats as u32)
    }

    /// The hypothesis that these scores have decided on.
    fn accepted(&self, scores: &ScoreCounts) -> Option<Hypothesis> {
        self.test.accepted(scores).filter(|_| scores.sets() >= SETS_MIN)
    }

    fn report<'a>(&'a self, scores: &'a ScoreCounts) -> Report<'a> {
        Report { test: &self.test, scores, accepted: self.accepted(scores), league: &self.league }
    }
}

async fn play(args: &Args, plan: Plan) -> CommandResult {
    let dir = data_dir(args.data.as_ref(), "sprt")?;
    let setup = Setup {
        listen: args.listen,
        matches_at_once: args.matches_at_once,
        suspend_after: 0,
        games: plan.games.clone(),
        leagues: vec![plan.league.clone()],
        for_people: false,
        bots: plan.bots.clone(),
        restarts: args.restarts,
        data: dir.clone(),
        confinement: args.confine.prepare(&dir)?,
    };
    let arena = own_arena::open(setup).await?;
    let app = arena.app();
    let on_trouble = |trouble: Trouble| match trouble.consequence {
        Consequence::Restart { .. } => {
            complain(&trouble.to_string());
            Ok(())
        }
        // Without this bot, nothing can be decided any more.
        Consequence::Suspended => Err(anyhow::anyhow!("{trouble}")),
    };
    let ended = arena.play(decided(&app, &plan, args.json), on_trouble).await?;
    let scores = plan.scores(&app);
    let report = plan.report(&scores);
    report.print(args.json)?;
    if !args.json {
        print(&format!("The data is in {}.", dir.display()))?;
    }
    if ended.played.is_err() {
        complain(
            "the same command begins the test anew: what has been played stays in the data and doesn't count in it",
        );
    }
    ended.result()?;
    match report.accepted {
        Some(Hypothesis::H1) => Ok(()),
        Some(Hypothesis::H0) => Err(Failure::CheckFailed),
        None => Err(Failure::Undecided),
    }
}

/// Resolves when a hypothesis is accepted, or all matches were played. Reports the result so far whenever the number of
/// sets has grown by a quarter.
async fn decided(app: &App, plan: &Plan, json: bool) {
    let matches_max = u64::from(plan.sets.get()) * plan.league.terms.seats as u64;
    let mut said = 0;
    app.wait_for(|_| {
        let scores = plan.scores(app);
        // The store may have the matches of earlier runs, which don't count.
        let ended = app.season_progress(&plan.league.name).map_or(0, |(_, of_run)| of_run.finished + of_run.aborted);
        let is_over = plan.accepted(&scores).is_some() || ended >= matches_max;
        if !is_over && scores.sets() >= SETS_MIN.max(said + said / 4) {
            said = scores.sets();
            // The reader of the output may have gone; the test goes on for the sake of its exit code.
            let _nobody_reads_it = plan.report(&scores).print(json);
        }
        is_over
    })
    .await;
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct CommandLine {
        #[command(flatten)]
        args: Args,
    }

    fn plan(words: &str) -> Result<Plan, String> {
        let line =
            CommandLine::try_parse_from(format!("sprt {words}").split_whitespace()).map_err(|e| e.to_string())?;
        Plan::new(&line.args).map_err(|failure| format!("{failure:?}"))
    }

    #[test]
    fn the_two_bots_sit_with_those_that_fill_the_table() {
        let plan = plan("--game hawaii --seats 4 --bot a=house:random --bot b=house:random --max-matches 100").unwrap();
        let names: Vec<String> = plan.league.bots.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["a", "b", "fill-1", "fill-2"]);
        assert_eq!((plan.sets.get(), plan.bots[3].origin.to_string().as_str()), (25, "house:greedy"));
    }

    #[test]
    fn what_cannot_be_tested_is_refused() {
        let two = "--game haleakala --bot a=house:random --bot b=house:random";
        assert!(plan("--game haleakala --bot a=house:random").err().unwrap().contains("needs two bots, got 1"));
        assert!(plan(&format!("{two} --elo0 20")).err().unwrap().contains("elo0 must be less than elo1"));
        assert!(plan(&format!("{two} --alpha 0.7")).err().unwrap().contains("alpha and beta must be"));
        assert!(plan(&format!("{two} --max-matches 1")).err().unwrap().contains("isn't enough for a set of 2"));
        let twice = "--game haleakala --bot a=house:random --bot a=house:random";
        assert!(plan(twice).err().unwrap().contains("two bots are called a"));
    }
}
