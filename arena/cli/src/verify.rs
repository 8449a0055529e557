//! `kahua verify`: replays every record and checks that all of it follows from the rules, the seed and the decisions.

pub(crate) mod chain;

use std::path::PathBuf;

use kahua_proto::pb::arena::v1 as pb;
use serde_json::json;

use crate::data::{DataArgs, RecordedRulesets, record};
use crate::exit::{CommandResult, Failure};
use crate::head::{PublicKey, SignedHead};
use crate::output::{print, print_json};
use crate::progress;
use kahua_core::text::on_one_line;
use kahua_core::verify::{Verified, verify};
use kahua_store::{Reader, StoreError};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
For every record, this checks its digest, that every action was legal when it was taken, that every chance event is the \
one that the seed gives, that the actions the arena took in a bot's place are those that the seed gives, and that scores, \
places and forfeits follow. If all records are verified, it also checks the chain of hashes over them, which shows whether a \
record was deleted, added, or changed and sealed again. With --head, it checks that nothing before that head was changed. Matches \
whose moves were removed can't be played again: the chain proves their results. The exit code is 1 if anything fails.

Examples:
  kahua verify --data kahua-data
  kahua verify --data kahua-data --head head.txt --key 3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29
  kahua verify --data kahua-data 01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// The ids of the matches to verify. [default: all]
    matches: Vec<String>,
    /// Check that the records up to this head are those that it was made of: a file as `kahua head` prints it.
    #[arg(long, value_name = "FILE", conflicts_with = "matches")]
    head: Option<PathBuf>,
    /// Check that the head is signed with this key, the one that the arena publishes.
    #[arg(long, value_name = "KEY", requires = "head")]
    key: Option<PublicKey>,
    /// Print one JSON object for each record that fails, and one with the totals.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let head = args.head.as_deref().map(chain::read_head).transpose()?;
    let reader = args.data.reader()?;
    let mut check = Check::new(&reader, args.json);
    if args.matches.is_empty() {
        check.all(&reader)?;
        check.chain(&reader, head.as_ref(), args.key)?;
    } else {
        for id in &args.matches {
            check.look(&record(&reader, id)?)?;
        }
    }
    check.sum_up()
}

/// The result so far. Failures are printed at once.
pub(crate) struct Check {
    rulesets: RecordedRulesets,
    json: bool,
    pub(crate) verified: u64,
    /// Matches whose moves were removed. The rest of the record was compared with the chain when it was read.
    pub(crate) without_moves: u64,
    pub(crate) failed: u64,
}

impl Check {
    /// The state before anything in this store was verified.
    pub(crate) fn new(reader: &Reader, json: bool) -> Check {
        Check { rulesets: RecordedRulesets::new(reader.clone()), json, verified: 0, without_moves: 0, failed: 0 }
    }

    /// Verifies every record.
    ///
    /// # Errors
    /// If the store can't be read.
    pub(crate) fn all(&mut self, reader: &Reader) -> CommandResult {
        let bar = progress::bar(reader.record_count().map_err(anyhow::Error::from)?, "records verified");
        for record in reader.records() {
            match record {
                Ok(record) => self.look(&record)?,
                Err(StoreError::Damaged { id, problem }) => self.fail(&id, &format!("it is damaged: {problem}"))?,
                Err(error) => return Err(anyhow::Error::from(error).into()),
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Verifies the chain, and that it goes on from this head, signed with this key.
    ///
    /// # Errors
    /// If the store can't be read.
    pub(crate) fn chain(
        &mut self,
        reader: &Reader,
        head: Option<&SignedHead>,
        key: Option<PublicKey>,
    ) -> CommandResult {
        for problem in chain::problems(reader, head, key)? {
            self.fail_in_chain(&problem)?;
        }
        Ok(())
    }

    fn look(&mut self, record: &pb::MatchRecord) -> CommandResult {
        if record.moves_removed.is_some() {
            self.without_moves += 1;
            return Ok(());
        }
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
        Ok(print(&on_one_line(&format!("{id}: {problem}")))?)
    }

    fn fail_in_chain(&mut self, problem: &str) -> CommandResult {
        self.failed += 1;
        if self.json {
            return Ok(print_json(&json!({"verified": false, "problem": problem}))?);
        }
        Ok(print(problem)?)
    }

    /// How many records were verified, and how many weren't.
    pub(crate) fn in_words(&self) -> String {
        let without_moves = match self.without_moves {
            0 => String::new(),
            count => format!(", {count} without moves (removed on purpose; the chain has their results)"),
        };
        format!("{} verified{without_moves}, {} failed", self.verified, self.failed)
    }

    fn sum_up(self) -> CommandResult {
        if self.json {
            let Check { verified, without_moves, failed, .. } = self;
            print_json(&json!({"verified": verified, "without_moves": without_moves, "failed": failed}))?;
        } else {
            print(&self.in_words())?;
        }
        if self.failed == 0 { Ok(()) } else { Err(Failure::CheckFailed) }
    }
}
