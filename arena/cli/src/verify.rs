//! `kahua verify`: plays every record again and checks that all of it follows from rules, seed and decisions.

use kahua_proto::pb::arena::v1 as pb;
use serde_json::json;

use crate::cli::CommandResult;
use crate::data::{DataArgs, Rulesets, record};
use crate::exit::Failure;
use crate::output::{print, print_json};
use crate::progress;
use kahua_core::record::{Verified, verify};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Of every record are checked: its digest; that every action was legal where it was taken; that every chance event is the
one that the seed draws; that what the arena played in a bot's place is what the seed says; and that points, places and
forfeits follow. Exit code 1 if a record fails.

Examples:
  kahua verify --data kahua-data
  kahua verify --data kahua-data 01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// Only these matches; all unless told.
    matches: Vec<String>,
    /// One JSON object for each record that fails, and one for the sum.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let reader = args.data.reader()?;
    let mut check = Check { rulesets: Rulesets::new(reader.clone()), json: args.json, verified: 0, failed: 0 };
    if args.matches.is_empty() {
        let total = reader.record_count().map_err(anyhow::Error::from)?;
        let bar = progress::bar(total, "records verified");
        for record in reader.records() {
            match record {
                Ok(record) => check.look(&record)?,
                Err(error) => check.fail("?", &error.to_string())?,
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
    } else {
        for id in &args.matches {
            check.look(&record(&reader, id)?)?;
        }
    }
    check.sum_up()
}

struct Check {
    rulesets: Rulesets,
    json: bool,
    verified: u64,
    failed: u64,
}

impl Check {
    fn look(&mut self, record: &pb::MatchRecord) -> CommandResult {
        match self.verify(record) {
            Ok(_) => self.verified += 1,
            Err(error) => self.fail(&record.match_id, &format!("{error:#}"))?,
        }
        Ok(())
    }

    fn verify(&mut self, record: &pb::MatchRecord) -> anyhow::Result<Verified> {
        let ruleset = self.rulesets.of(record)?;
        Ok(verify(record, &ruleset)?)
    }

    fn fail(&mut self, id: &str, problem: &str) -> CommandResult {
        self.failed += 1;
        if self.json {
            return Ok(print_json(&json!({"match_id": id, "verified": false, "problem": problem}))?);
        }
        Ok(print(&format!("{id}: {problem}"))?)
    }

    fn sum_up(self) -> CommandResult {
        if self.json {
            print_json(&json!({"verified": self.verified, "failed": self.failed}))?;
        } else {
            print(&format!("{} verified, {} failed", self.verified, self.failed))?;
        }
        if self.failed == 0 { Ok(()) } else { Err(Failure::CheckFailed) }
    }
}
