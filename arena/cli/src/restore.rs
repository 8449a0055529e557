//! `kahua restore`: makes a data directory from a backup.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::copying::Copy;
use crate::data::{contents, open_store, store_path, written};
use crate::exit::{CommandResult, Failure};
use crate::output::{complain, print};
use crate::soundness;
use kahua_store::StoreFile;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The backup is checked first: the structure of its file, the digest of every record, and the chain of hashes over them. \
`kahua verify` checks the restored records more thoroughly. An arena that is started on the new data directory goes on \
from the moment of the backup: matches that ended later are played again, and tokens that were issued later are unknown.

Example:
  kahua restore /backups/league-2026-11-22.db --data league")]
pub(crate) struct Args {
    /// The backup.
    file: PathBuf,
    /// The data directory to make. It must be empty or not exist.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Restore a backup in which something is damaged, too.
    #[arg(long)]
    accept_damage: bool,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let (file, data) = (args.file.display(), args.data.display());
    expect_empty(&args.data)?;
    let backup = StoreFile::open(&args.file).with_context(|| format!("cannot read the backup {file}"))?;
    let problems = soundness::problems(&backup)?;
    for problem in &problems {
        print(problem)?;
    }
    if !problems.is_empty() && !args.accept_damage {
        complain(&format!(
            "error: the backup {file} is damaged, so nothing was restored: take an older one, or --accept-damage"
        ));
        return Err(Failure::CheckFailed);
    }
    let mut directory = DirBuilder::new();
    let made = directory.recursive(true).mode(0o700).create(&args.data);
    made.with_context(|| format!("cannot create the directory {data}"))?;
    Copy::make(&backup, &store_path(&args.data))?.put_in_place()?;
    // Opening it shows that an arena can use it.
    let store = open_store(&args.data)?;
    written(kahua_server::prepare_restored(&store)).context("cannot write the restored store")?;
    let records = store.reader().record_count().context("cannot count the records")?;
    let open = store.reader().open_matches().context("cannot read the open matches")?.len();
    Ok(print(&format!("{data}: {}", contents(records, open)))?)
}

fn expect_empty(data: &Path) -> CommandResult {
    let is_empty = match data.read_dir() {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    };
    if is_empty {
        return Ok(());
    }
    let problem = format!("{} is not an empty directory: restore to a new one, or move this one away", data.display());
    Err(Failure::usage(problem))
}
