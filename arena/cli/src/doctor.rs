//! `kahua doctor`: looks at everything that an arena depends on, and says what to do about what isn't right.

mod certificates;
mod directory;
mod finding;
mod settings;
mod store;
mod system;

use std::path::PathBuf;

use crate::data::DataArgs;
use crate::exit::{CommandResult, Failure};
use crate::output::{print, print_json};
pub(crate) use directory::free_bytes;
use finding::Level;
use kahua_core::limits::BOTS_AT_ONCE;
use kahua_settings::Config;
use kahua_settings::config::TlsSettings;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
It looks at the data directory (who may read it, the space left on its disk, whether an arena is using it), at the store \
in it (its file, the digests of its records, the chain of hashes over them, its open matches), at the limits of this \
system, and with --config at a settings file. It changes nothing, and may be used while an arena is running.

Each line begins with OK, WARN or FAIL. The exit code is 1 if one has FAIL.

Examples:
  kahua doctor --data league --config league.toml
  kahua doctor --data league --json")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// A settings file to check.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print one JSON object for each finding.
    #[arg(long)]
    json: bool,
}

/// What is wrong with the certificates of these settings, for an arena that is about to serve them.
pub(crate) fn troubles_with_certificates(tls: &TlsSettings) -> impl Iterator<Item = String> {
    let findings = certificates::look(tls).into_iter().filter(|finding| finding.level != Level::Ok);
    findings.map(|finding| finding.in_a_line())
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let location = args.data.location()?;
    let mut findings = directory::look(args.data.dir(), &location);
    findings.extend(store::look(&location));
    let config = args.config.as_ref().map(|path| Config::read(path));
    let bots_at_once = config.as_ref().and_then(|config| Some(config.as_ref().ok()?.bots_at_once));
    findings.extend(system::look(bots_at_once.unwrap_or(BOTS_AT_ONCE)));
    findings.extend(config.iter().flat_map(|config| settings::look(config.as_ref())));
    for finding in &findings {
        if args.json {
            print_json(&finding.to_json())?;
        } else {
            print(&finding.to_string())?;
        }
    }
    if findings.iter().any(|finding| finding.level == Level::Fail) { Err(Failure::CheckFailed) } else { Ok(()) }
}
