//! `kahua verify`: replays every record and checks that all of it follows from the rules, the seed and the decisions.

use kahua_proto::pb::arena::v1 as pb;
use serde_json::json;

use crate::data::{DataArgs, RecordedRulesets, record};
use crate::exit::{CommandResult, Failure};
use crate::output::{print, print_json};
use crate::progress;
use kahua_core::verify::{Verified, verify};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
For every record, this checks its digest, that every action was legal when it was taken, that every chance event is the \
one that the seed gives, that the actions the arena took in a bot's place are those that the seed gives, and that scores, \
places and forfeits follow. The exit code is 1 if a record fails.

Examples:
  kahua verify --data kahua-data
  kahua verify --data kahua-data 01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// The ids of the matches to verify. [default: all]
    matches: Vec<String>,
    /// Print one JSON object for each record that fails, and one with the totals.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let reader = args.data.reader()?;
    let mut check = Check { rulesets: RecordedRulesets::new(reader.clone()), json: args.json, verified: 0, failed: 0 };
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
    rulesets: RecordedRulesets,
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
