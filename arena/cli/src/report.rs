//! `kahua report`: what has happened in an arena in the last days, as text, as a page to mail, and as JSON.

mod sections;
#[cfg(test)]
mod tests;

use std::fs;
use std::num::NonZeroU32;
use std::path::PathBuf;

use anyhow::Context;
use kahua_core::limits::REPORT_SPAN_MAX;
use kahua_core::words::count;
use kahua_play::VERSION;
use kahua_proto::json::to_json;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::timestamp;
use maud::{Markup, html};

use crate::arena::Arena;
use crate::data::DataArgs;
use crate::doctor::free_bytes;
use crate::exit::CommandResult;
use crate::format::date;
use crate::one_page;
use crate::output::{print, print_json};
use crate::remote::ArenaArgs;
use kahua_store::Location;
use sections::{Section, sections};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A report covers the last seven days, or as many as --days says. Matches belong to the time in which they started. A running \
arena gives it to organizers only. With --data, the command also works while the arena runs. The report then says how long the \
disk space will last, but not which leagues are over, since only a running arena knows their settings.

Faults are those for which a seat was given up. Of suspensions, it tells those that hold and those in the audit log. How long \
pages take isn't measured, so no report has it.

Examples:
  kahua report --week --data league
  kahua report --week --data league --html week.html
  KAHUA_TOKEN=... kahua report --days 30 --addr 127.0.0.1:7700 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    #[command(flatten)]
    arena: ArenaArgs,
    /// Cover the last seven days, which is the default.
    #[arg(long, conflicts_with = "days")]
    week: bool,
    /// Cover the last N days.
    #[arg(long, value_name = "N", default_value = "7", value_parser = days)]
    days: NonZeroU32,
    /// Write the report as a web page into this file instead of printing it. The page needs no other file, so it can be mailed.
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    html: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// A number of days that a report may cover.
fn days(text: &str) -> Result<NonZeroU32, String> {
    let most = REPORT_SPAN_MAX.as_secs() / DAY_S;
    let days = text.parse().ok().filter(|days: &NonZeroU32| u64::from(days.get()) <= most);
    days.ok_or_else(|| format!("expected 1 to {most}"))
}

const DAY_S: u64 = 24 * 3600;

/// An arena's answer, with what the command adds to it.
struct Report {
    /// The span, in milliseconds since 1970-01-01 UTC.
    from_ms: i64,
    before_ms: i64,
    told: pb::GetReportResponse,
    /// The space that is left on the disk with the store, if it is on this machine's.
    free_bytes: Option<u64>,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let before_ms = jiff::Timestamp::now().as_millisecond();
    let from_ms = before_ms - i64::from(args.days.get()) * 1000 * DAY_S as i64;
    let request = pb::GetReportRequest { since: Some(timestamp(from_ms)), before: Some(timestamp(before_ms)) };
    let arena = Arena::of(&args.data, &args.arena)?;
    let told = arena.call(async |mut arena| arena.get_report(request).await)?;
    let is_here = matches!(arena, Arena::Stored(_)) && matches!(args.data.location()?, Location::File(_));
    let free_bytes = if is_here { free_bytes(args.data.dir()).ok() } else { None };
    let report = Report { from_ms, before_ms, told, free_bytes };
    match &args.html {
        _ if args.json => print_json(&report.json())?,
        Some(file) => {
            fs::write(file, report.html()).with_context(|| format!("cannot write {}", file.display()))?;
        }
        None => print(&report.text())?,
    }
    arena.report()
}

impl Report {
    fn span(&self) -> String {
        let days = (self.before_ms - self.from_ms).unsigned_abs() / (1000 * DAY_S);
        format!("{}, from {} until {}", count(days, "day", "days"), date(self.from_ms), date(self.before_ms))
    }

    fn text(&self) -> String {
        let mut text = format!("{}\n", self.span());
        for section in sections(self) {
            text.push_str(&section.text());
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn html(&self) -> String {
        let about = html! { (self.span()) ". Written by kahua " (VERSION) "." };
        let drawn: Vec<Markup> = sections(self).iter().map(Section::html).collect();
        one_page::page("What has happened", &about, &html! { @for section in &drawn { (section) } })
    }

    fn json(&self) -> serde_json::Value {
        let mut json = to_json(&self.told);
        if let Some(fields) = json.as_object_mut() {
            fields.insert("from_unix_ms".into(), self.from_ms.into());
            fields.insert("before_unix_ms".into(), self.before_ms.into());
            fields.insert("free_bytes".into(), self.free_bytes.into());
        }
        json
    }
}
