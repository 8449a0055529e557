//! `kahua match export`: writes records in formats for other programs.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufWriter, Write};

use anyhow::Context;
use kahua_core::limits;
use kahua_core::season::Season;
use kahua_core::text::in_json;
use kahua_leagues::Corrections;
use kahua_proto::json::to_json;
use kahua_proto::pb::arena::v1 as pb;
use kahua_queries::Facts;
use kahua_settings::seasons::PresentSeasons;
use kahua_story::in_notation;
use tonic::Status;

use super::decisions::Rows;
use super::filter::EndedArgs;
use super::{csv, pgn};
use crate::arena::{Arena, Stored};
use crate::correction::corrections;
use crate::data::{DataArgs, record};
use crate::exit::{CommandResult, Failure};
use crate::output::complain;
use crate::remote::{ArenaArgs, Leagues};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Formats:
  jsonl      the whole record, one JSON object per line; bytes (seed, hashes, digest) in base64
  text       a heading and one event per line, in the game's notation; \"moves removed\" where the arena doesn't keep them
  pgn        headers and result for rating tools; only of matches with two seats and a result. A player is a bot in one version, \
and without --season the matches are those of the present season of each league, as in `kahua standings`. Rating tools rate \
everything in a file together, so give --league or --game where there are several
  csv        comma-separated values, one line for each seat of each match
  decisions  one JSON object per line for each decision, with the position, the action that was taken, and the final scores and places: for \
data frames and for programs that learn; only with --data. docs/engine-python.md describes the fields

What organizers have corrected counts in pgn and csv: annulled matches are left out, and corrected places replace those of the record. \
Records in jsonl, text and decisions are as they were played.

Filters can be combined; a match is exported if all of them select it. Times are in UTC. Matches come in the order in which they \
ended, or in the order of the ids that are given.

Examples:
  kahua match export --data kahua-data --league spring --format pgn > spring.pgn
  kahua match export --data kahua-data --bot greedy --version 0.1.0 --since 2026-11-01 --format csv > greedy.csv
  kahua match export --addr 127.0.0.1:7700 --game haleakala --format jsonl | head -1
  kahua match export --data kahua-data --game hawaii --format decisions > hawaii.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    #[command(flatten)]
    arena: ArenaArgs,
    /// The ids of the matches to export. [default: all finished matches]
    matches: Vec<String>,
    /// The format.
    #[arg(long, value_enum, default_value = "jsonl")]
    format: Format,
    // Last, since its heading holds for every flag that follows.
    #[command(flatten)]
    filter: EndedArgs,
}

/// The pools of the matches that rating tools will rate together.
type Pools = BTreeSet<pgn::Pool>;

/// What is kept from one match to the next.
struct Kept {
    pools: Pools,
    /// The rows of decisions, if they are wanted.
    rows: Option<Rows>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    Jsonl,
    Text,
    Pgn,
    Csv,
    Decisions,
}

pub(super) fn run(args: &Args) -> CommandResult {
    let arena = Arena::of(&args.data, &args.arena)?;
    let mut kept = Kept { pools: Pools::new(), rows: args.rows(&arena)? };
    let mut out = BufWriter::new(io::stdout().lock());
    if let Format::Csv = args.format {
        writeln!(out, "{}", csv::headings())?;
    }
    let filter = kahua_queries::filter(&args.filter.request()).map_err(Failure::of_store)?;
    // A record is evidence, so it is exported as it is. What rating tools read is what counts.
    let made = match args.format {
        Format::Jsonl | Format::Text | Format::Decisions => Corrections::default(),
        Format::Csv | Format::Pgn => Corrections::of(corrections(&arena, None)?),
    };
    let mut write = |record: &pb::MatchRecord| {
        if filter.includes(record) { args.write(record, &made, &mut kept, &mut out) } else { Ok(()) }
    };
    match &arena {
        Arena::Running(_) => {
            let present = args.present_seasons(&arena)?;
            arena.ask(async |leagues| args.of_arena(leagues, present, &mut write).await)??;
        }
        Arena::Stored(stored) => args.of_store(stored, &mut write)?,
    }
    out.flush()?;
    if kept.pools.len() > 1 {
        complain(&format!(
            "these matches belong to {} tables of `kahua standings`, but a rating tool rates them together: choose some with \
             --league, --season, --game, --since or --until",
            kept.pools.len()
        ));
    }
    arena.report()
}

impl Args {
    fn rows(&self, arena: &Arena) -> Result<Option<Rows>, Failure> {
        match (self.format, arena) {
            (Format::Decisions, Arena::Stored(stored)) => {
                let archive = stored.arena.archive().map_err(Failure::of_store)?;
                Ok(Some(Rows::new(archive.reader().clone())))
            }
            (Format::Decisions, Arena::Running(_)) => {
                Err(Failure::usage("--format decisions plays the matches again, from a data directory: give --data"))
            }
            _ => Ok(None),
        }
    }

    /// Reads the records in the order of finishing.
    fn of_store(&self, stored: &Stored, write: &mut impl FnMut(&pb::MatchRecord) -> io::Result<()>) -> CommandResult {
        let archive = stored.arena.archive().map_err(Failure::of_store)?;
        kahua_queries::expect_filter(&*archive, &self.filter.request()).map_err(Failure::of_store)?;
        for id in &self.matches {
            write(&record(archive.reader(), id)?)?;
        }
        if self.matches.is_empty() {
            let present = PresentSeasons::read(archive.reader()).context("cannot read the seasons")?;
            for record in archive.reader().records() {
                let record = stored
                    .leave_out(record)?
                    .filter(|record| !self.is_of_present_seasons() || present.of(&record.league) == Season::of(record));
                record.map_or(Ok(()), |record| write(&record))?;
            }
        }
        Ok(())
    }

    /// Whether matches of earlier seasons are left out. A rating tool couldn't tell the seasons apart.
    fn is_of_present_seasons(&self) -> bool {
        matches!(self.format, Format::Pgn) && self.matches.is_empty() && self.filter.is_of_any_season()
    }

    /// The present season of each league that the arena plays, if only matches of these are wanted.
    fn present_seasons(&self, arena: &Arena) -> Result<BTreeMap<String, u32>, Failure> {
        if !self.is_of_present_seasons() {
            return Ok(BTreeMap::new());
        }
        let leagues = arena.statuses(None)?.into_iter().filter_map(|status| status.league);
        Ok(leagues.map(|league| (league.name, league.season)).collect())
    }

    /// Lists the matches, and fetches each, in the order of finishing.
    async fn of_arena(
        &self,
        mut leagues: Leagues,
        present: BTreeMap<String, u32>,
        write: &mut impl FnMut(&pb::MatchRecord) -> io::Result<()>,
    ) -> Result<io::Result<()>, Status> {
        let mut ids = self.matches.clone();
        if !ids.is_empty() {
            // The arena checks the names in filters when it lists matches, and only then.
            leagues.list_matches(pb::ListMatchesRequest { page_size: Some(1), ..self.filter.request() }).await?;
        }
        if self.matches.is_empty() {
            let (mut listed, mut last) = (Vec::new(), BTreeMap::<String, u32>::new());
            let mut request = pb::ListMatchesRequest { page_size: Some(limits::PAGE_MAX), ..self.filter.request() };
            loop {
                let page = leagues.list_matches(request.clone()).await?.into_inner();
                for summary in page.matches {
                    let last = last.entry(summary.league.clone()).or_default();
                    *last = summary.season.max(*last);
                    listed.push((summary.league, summary.season, summary.match_id));
                }
                request.page_token = page.next_page_token;
                if request.page_token.is_empty() {
                    break;
                }
            }
            // A league that the arena doesn't play any more stays in its last season.
            let is_present = |league: &String, season| *present.get(league).unwrap_or(&last[league]) == season;
            listed.retain(|(league, season, _)| !self.is_of_present_seasons() || is_present(league, *season));
            ids = listed.into_iter().rev().map(|(_, _, id)| id).collect();
        }
        for match_id in ids {
            let record = leagues.get_match(pb::GetMatchRequest { match_id }).await?.into_inner().record;
            if let Err(problem) = write(&record.unwrap_or_default()) {
                return Ok(Err(problem));
            }
        }
        Ok(Ok(()))
    }

    fn write(
        &self,
        record: &pb::MatchRecord,
        made: &Corrections,
        kept: &mut Kept,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let Some(record) = made.corrected(record) else { return Ok(()) };
        let record = &*record;
        match self.format {
            Format::Jsonl => writeln!(out, "{}", in_json(&to_json(record).to_string())),
            Format::Text => writeln!(out, "{}", in_notation(record)),
            Format::Pgn => pgn::headers(record).map_or(Ok(()), |headers| {
                kept.pools.insert(pgn::pool(record));
                writeln!(out, "{headers}")
            }),
            Format::Decisions => kept.rows.as_mut().map_or(Ok(()), |rows| rows.write(record, out)),
            Format::Csv => csv::lines(record).iter().try_for_each(|line| writeln!(out, "{line}")),
        }
    }
}
