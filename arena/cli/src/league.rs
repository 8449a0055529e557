//! `kahua league`: what organizers do with the leagues of an arena, while it runs or on its data directory.

mod promote;
mod seeds;
mod show;

use std::num::NonZeroU32;

use kahua_core::ids::BotName;
use kahua_core::words::count;
use kahua_proto::json::to_json;
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::config::Length;
use pb::correct_results_request::Change;

use crate::arena::{Arena, PlaceArgs};
use crate::correction::{WhyArgs, correct, reason};
use crate::exit::{CommandResult, Failure};
use crate::output::{print, print_json};
use crate::standings::all_pools;

use promote::Promote;
use seeds::Seeds;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// List the leagues: how far each of them is, and what it does at present.
    List(List),
    /// Show how far one league is, whom it waits for, how its bots do, and what was changed by hand.
    Status(Status),
    /// Stop the pairing of new matches in one league, or in all.
    Pause(Pause),
    /// Pair new matches again.
    Resume(Pause),
    /// Let a league play more than its settings say.
    Extend(Extend),
    /// Give a bot no more matches in one league, or let it play there again.
    Withdraw(Withdraw),
    /// Take a bot out of a season: it gets no more matches, and those that it has played are annulled or lost.
    Disqualify(Disqualify),
    /// Give a bot no more matches in any league until it is let back.
    Suspend(Suspend),
    /// Let a suspended bot back, so that it gets matches again.
    LetBack(LetBack),
    /// Start a new season of a league.
    Season(Season),
    /// Start a new season of several divisions: the best bots of each go up, and the last ones go down.
    Promote(Promote),
    /// Print the first bots of a league's standings as the list of bots of a knock-out.
    Seeds(Seeds),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The states are: playing; paused by an organizer; closed by its calendar; waiting for bots that aren't there; over, when all matches are \
played; and \"not served\" in a data directory without a running arena. A data directory tells the number of matches for knock-outs only.

Examples:
  kahua league list --addr 127.0.0.1:7700
  kahua league list --data league --json")]
pub(crate) struct List {
    #[command(flatten)]
    place: PlaceArgs,
    /// Print one JSON object for each league.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  kahua league status spring --addr 127.0.0.1:7700")]
pub(crate) struct Status {
    /// The league's name.
    league: String,
    #[command(flatten)]
    place: PlaceArgs,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Matches that have begun go on. Pausing all leagues and pausing one league are independent. Both survive a restart.

Examples:
  kahua league pause spring --addr 127.0.0.1:7700
  kahua league resume --data league")]
pub(crate) struct Pause {
    /// The league's name. If it is left out: all leagues.
    league: Option<String>,
    #[command(flatten)]
    place: PlaceArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The number is the total for the season, not an addition. Use the option for the key that the settings have. The number survives \
restarts, until you change that key in the settings.

Examples:
  kahua league extend spring --sets 20 --addr 127.0.0.1:7700
  kahua league extend course --matches-per-bot 90 --data league")]
pub(crate) struct Extend {
    /// The league's name.
    league: String,
    #[command(flatten)]
    length: LengthArgs,
    #[command(flatten)]
    place: PlaceArgs,
}

/// How long a league shall be: one of these.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct LengthArgs {
    /// So many sets by every group of bots that fills a table.
    #[arg(long, value_name = "N")]
    sets: Option<NonZeroU32>,
    /// So many matches by every bot, or by every candidate of a gauntlet.
    #[arg(long, value_name = "N")]
    matches_per_bot: Option<NonZeroU32>,
    /// So many rounds of a Swiss league.
    #[arg(long, value_name = "N")]
    rounds: Option<NonZeroU32>,
}

impl LengthArgs {
    fn length(&self) -> Result<Length, Failure> {
        let sets = self.sets.map(Length::Sets);
        let length = sets.or(self.matches_per_bot.map(Length::MatchesPerBot)).or(self.rounds.map(Length::Rounds));
        length.ok_or_else(|| Failure::usage("give --sets, --matches-per-bot or --rounds"))
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The bot's open matches go on, and its results stay. A round of a Swiss league doesn't wait for it any more. This holds until it \
is undone, or until the league has a new season.

Examples:
  kahua league withdraw spring ann --addr 127.0.0.1:7700
  kahua league withdraw spring ann --undo --data league")]
pub(crate) struct Withdraw {
    /// The league's name.
    league: String,
    /// The bot's name.
    bot: BotName,
    /// Let it play in the league again.
    #[arg(long)]
    undo: bool,
    #[command(flatten)]
    place: PlaceArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A setting of the league says what happens to the bot's matches, open ones included: disqualified = \"annulled\", the \
default, lets them count for nothing; with \"lost\", the bot comes last in them, and the others keep their order. Annulled matches \
aren't played again. Records stay as they are, and `kahua correction undo` takes the disqualification back.

Examples:
  kahua league disqualify spring ann --why \"two accounts\" --addr 127.0.0.1:7700
  kahua league disqualify spring ann --version 1.2 --why \"it read the seeds\" --data league")]
pub(crate) struct Disqualify {
    /// The league's name.
    league: String,
    /// The bot's name.
    bot: BotName,
    /// Only this version of the bot. [default: all its versions]
    #[arg(long, value_name = "VERSION")]
    version: Option<String>,
    /// The season. [default: the present one]
    #[arg(long, value_name = "N")]
    season: Option<u32>,
    #[command(flatten)]
    why: WhyArgs,
    #[command(flatten)]
    place: PlaceArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The bot's open matches go on. It is told the reason, and `kahua bot list`, `kahua league status` and `kahua standings` show it.

Example:
  kahua league suspend ann --reason \"plays two matches at once\" --addr 127.0.0.1:7700")]
pub(crate) struct Suspend {
    /// The bot's name.
    bot: BotName,
    /// Why, in at most 200 bytes.
    #[arg(long, value_name = "TEXT", value_parser = reason)]
    reason: String,
    #[command(flatten)]
    place: PlaceArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A bot is suspended when it has lost several matches in a row by faults of its own, when the arena has started it again too \
often, or by `kahua league suspend`; `kahua bot list` says why.

Examples:
  kahua league let-back ann --addr 127.0.0.1:7700
  kahua league let-back ann --data league")]
pub(crate) struct LetBack {
    /// The bot's name.
    bot: BotName,
    #[command(flatten)]
    place: PlaceArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
All matches of a season are played on the same terms: game, ruleset, options, number of seats, time control, consequences \
of faults, luck, seed, format, what becomes of the matches of a disqualified bot, and whether they are rated. An arena \
whose settings have other terms for a league doesn't start until its league has a new season. The list of bots and the \
number of matches may change at any time.

A new season begins with a schedule and standings of its own. The matches of earlier seasons stay: `kahua standings \
--season all` shows them too. In a running arena, the new season has the terms of the one before, and open matches go on in \
that one. To change the terms, stop the arena and use --data.

With --bots, the season is played between these bots instead of those that the settings list. That holds for later seasons, too, \
until the settings list other bots than today.

Examples:
  kahua league season spring --data league
  kahua league season spring --bots ann,bob,cid --addr 127.0.0.1:7700")]
pub(crate) struct Season {
    /// The league's name.
    league: String,
    /// The bots that play; for a knock-out the seeds, the best first. [default: those of the season before]
    #[arg(long, value_name = "BOTS", value_delimiter = ',')]
    bots: Vec<BotName>,
    #[command(flatten)]
    place: PlaceArgs,
}

pub(crate) fn run(command: &Command) -> CommandResult {
    match command {
        Command::List(List { place, json }) => {
            let leagues = place.arena()?.statuses(None)?;
            if *json {
                return Ok(leagues.iter().try_for_each(|league| print_json(&to_json(league)))?);
            }
            Ok(print(&show::list(&leagues))?)
        }
        Command::Status(Status { league, place, json }) => {
            let leagues = place.arena()?.statuses(Some(league))?;
            let print = |status| if *json { print_json(&to_json(status)) } else { print(&show::status(status)) };
            Ok(leagues.iter().try_for_each(print)?)
        }
        Command::Pause(pause) => pause.set(true),
        Command::Resume(pause) => pause.set(false),
        Command::Extend(Extend { league, length, place }) => {
            let length = Some(length.length()?.to_wire());
            let request = pb::ExtendLeagueRequest { league: league.clone(), length };
            match place.arena()?.call(async |mut arena| arena.extend_league(request).await)?.planned {
                Some(planned) => {
                    Ok(print(&format!("League {league} has {} now.", count(planned, "match", "matches")))?)
                }
                None => Ok(()),
            }
        }
        Command::Withdraw(Withdraw { league, bot, undo, place }) => {
            let (league, bot) = (league.clone(), bot.to_string());
            let request = pb::SetWithdrawnRequest { league, bot, withdrawn: Some(!undo) };
            place.arena()?.call(async |mut arena| arena.set_withdrawn(request).await).map(drop)
        }
        Command::Disqualify(Disqualify { league, bot, version, season, why, place }) => {
            let (bot, version) = (bot.to_string(), version.clone());
            let out = pb::Disqualification { bot, version, ..pb::Disqualification::default() };
            let of = pb::CorrectResultsRequest { league: league.clone(), season: *season, ..Default::default() };
            correct(place, why, Change::Disqualified(out), of)
        }
        Command::Suspend(Suspend { bot, reason, place }) => {
            let request = pb::SuspendRequest { name: bot.to_string(), reason: reason.clone() };
            place.arena()?.call(async |mut arena| arena.suspend(request).await).map(drop)
        }
        Command::LetBack(LetBack { bot, place }) => {
            let request = pb::LetBackRequest { name: bot.to_string() };
            if place.arena()?.call(async |mut arena| arena.let_back(request).await)?.was_suspended {
                return Ok(());
            }
            Err(Failure::usage(format!("bot {bot} isn't suspended: see `kahua bot list`")))
        }
        Command::Season(Season { league, bots, place }) => {
            let season = start_season(&place.arena()?, league, bots)?;
            Ok(print(&format!("League {league} is in season {season} now."))?)
        }
        Command::Promote(promote) => promote.run(),
        Command::Seeds(seeds) => seeds.print(),
    }
}

impl Pause {
    /// Stops the pairing, or resumes it.
    fn set(&self, paused: bool) -> CommandResult {
        let (arena, paused) = (self.place.arena()?, Some(paused));
        match self.league.clone() {
            Some(league) => {
                let request = pb::SetLeaguePausedRequest { league, paused };
                arena.call(async |mut arena| arena.set_league_paused(request).await).map(drop)
            }
            None => {
                let request = pb::SetPausedRequest { paused };
                arena.call(async |mut arena| arena.set_paused(request).await).map(drop)
            }
        }
    }
}

/// Starts a season of this league between these bots, or those of the season before if there are none.
fn start_season(arena: &Arena, league: &str, bots: &[BotName]) -> Result<u32, Failure> {
    let bots = bots.iter().map(ToString::to_string).collect();
    let request = pb::StartSeasonRequest { league: league.to_owned(), bots };
    Ok(arena.call(async |mut arena| arena.start_season(request).await)?.season)
}

/// The tables of the present season of this league.
fn tables(arena: &Arena, league: &str) -> Result<Vec<pb::PoolStandings>, Failure> {
    let request = pb::GetStandingsRequest { league: Some(league.to_owned()), ..Default::default() };
    arena.ask(async |leagues| all_pools(leagues, request).await)
}

/// The lines of the only table of a league; none if it has no table yet.
fn only_table<'t>(league: &str, tables: &'t [pb::PoolStandings]) -> Result<&'t [pb::Standing], String> {
    match tables {
        [] => Ok(&[]),
        [table] => Ok(&table.standings),
        tables => {
            let tables = tables.len();
            Err(format!("league {league} has {tables} tables, so there is no one order: see `kahua standings`"))
        }
    }
}
