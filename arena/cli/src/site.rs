//! `kahua site`: leagues, standings, bots and matches as pages in files, to publish them without opening a port.

use std::path::PathBuf;

use kahua_queries::Purpose;
use kahua_web::Language;
use kahua_web::site::{self, SiteError};

use crate::arena::Stored;
use crate::data::DataArgs;
use crate::exit::{CommandResult, Failure};
use crate::output::print;
use crate::progress::bar;
use crate::runtime::in_runtime;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The pages are those that an arena shows to a browser. They refer to each other and to nothing else, so any web server can publish \
the folder at any address, and they can be opened from the disk. Write them again to bring them up to date: pages of an earlier \
time are replaced, and other files in the folder stay.

Examples:
  kahua site --data kahua-data --out site
  kahua site --data kahua-data --out /var/www/league --matches 1000
  kahua site --data kahua-data --out liga --language de")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// The folder for the pages. It is made if need be; one that holds anything but such pages is refused.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How many of the latest matches to list, each with its replay.
    #[arg(long, value_name = "N", default_value_t = 200)]
    matches: u32,
    /// The language of the pages: en or de. The rules of the games are in English in both.
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    language: Language,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let stored = Stored::new(&args.data, Purpose::Pages)?;
    let _there_is_one = stored.arena.archive().map_err(Failure::of_store)?;
    let bar = bar(0, "pages");
    let mut progress = |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    };
    let written = in_runtime(site::write(&stored.arena, &args.out, args.language, args.matches, &mut progress))?;
    bar.finish_and_clear();
    let pages = written.map_err(|error| match error {
        SiteError::Foreign(_) => Failure::usage(format!("--out: {error}")),
        error => anyhow::Error::from(error).into(),
    })?;
    let out = args.out.display();
    print(&format!("{pages} pages are in {out}; the first one is {}.", args.out.join("index.html").display()))?;
    stored.report()
}
