//! The sections of a report, each with a table and sentences, for every form that shows them.

use std::collections::BTreeMap;
use std::time::Duration;

use kahua_core::correction::in_words;
use kahua_core::limits::REPORT_ENTRIES_MAX;
use kahua_core::referee::cause_in_words;
use kahua_core::text::on_one_line;
use kahua_core::words::{about, count};
use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};

use super::{DAY_S, Report};
use crate::format::date_or_unknown;
use crate::one_page;
use crate::output;

/// For how long ahead the size of a store is told, in days.
const FORECAST_DAYS: u64 = 30;

/// The calls by which bots leave leagues and come back. The arena makes some of them by itself.
const ABOUT_BOTS: [&str; 3] = ["Suspend", "LetBack", "SetWithdrawn"];

/// A part of a report.
pub(super) struct Section {
    title: &'static str,
    headings: &'static [&'static str],
    /// The columns that are aligned to the right.
    numbers: &'static [usize],
    rows: Vec<Vec<String>>,
    /// Sentences below the table. They stand alone if it has no rows.
    sentences: Vec<String>,
}

impl Section {
    pub(super) fn text(&self) -> String {
        let mut text = format!("\n{}\n", self.title);
        if !self.rows.is_empty() {
            let table = output::table(self.headings, self.numbers, self.rows.iter().cloned()).to_string();
            table.lines().for_each(|line| text.push_str(&format!("{}\n", line.trim_end())));
        }
        self.sentences.iter().for_each(|sentence| text.push_str(&format!("  {}\n", on_one_line(sentence))));
        text
    }

    pub(super) fn html(&self) -> Markup {
        let class = |column: usize| self.numbers.contains(&column).then_some("number");
        let table = html! {
            thead { tr { @for (at, heading) in self.headings.iter().enumerate() { th scope="col" class=[class(at)] { (heading) } } } }
            tbody {
                @for row in &self.rows {
                    tr { @for (at, cell) in row.iter().enumerate() { td class=[class(at)] { (on_one_line(cell)) } } }
                }
            }
        };
        let body = html! {
            @if !self.rows.is_empty() { (one_page::table(&table)) }
            @for sentence in &self.sentences { p { (on_one_line(sentence)) } }
        };
        one_page::section(self.title, &body)
    }
}

pub(super) fn sections(report: &Report) -> Vec<Section> {
    let told = &report.told;
    let mut all = vec![
        matches(told),
        new_versions(told),
        bots(told),
        corrections(told),
        faults(told),
        other_acts(told),
        space(report),
    ];
    if told.cut {
        let sentence = format!("A list was longer than {REPORT_ENTRIES_MAX} entries, and is cut.");
        all.push(Section { title: "Left out", sentences: vec![sentence], ..Section::EMPTY });
    }
    all
}

impl Section {
    const EMPTY: Section = Section { title: "", headings: &[], numbers: &[], rows: Vec::new(), sentences: Vec::new() };

    /// The same with this sentence, if there is nothing else in it.
    fn or(mut self, sentence: &str) -> Section {
        if self.rows.is_empty() && self.sentences.is_empty() {
            self.sentences.push(sentence.to_owned());
        }
        self
    }
}

fn matches(told: &pb::GetReportResponse) -> Section {
    let row = |of: &pb::ReportedSeason| {
        let league = if of.league.is_empty() { "(no league)" } else { &of.league };
        let news: Vec<&str> =
            [of.begun.then_some("begun"), of.ended.then_some("ended")].into_iter().flatten().collect();
        let all = of.finished + of.forfeited + of.aborted;
        let counts = [all, of.finished, of.forfeited, of.aborted];
        let mut row = vec![league.to_owned(), of.season.to_string()];
        row.extend(counts.map(|count| count.to_string()));
        row.push(news.join(" and "));
        row
    };
    Section {
        title: "Matches by league",
        headings: &["league", "season", "matches", "finished", "forfeited", "no result", "news"],
        numbers: &[1, 2, 3, 4, 5],
        rows: told.seasons.iter().map(row).collect(),
        ..Section::EMPTY
    }
    .or("No match has ended.")
}

fn new_versions(told: &pb::GetReportResponse) -> Section {
    let row = |new: &pb::NewVersion| {
        let version = if new.version.is_empty() { "-" } else { &new.version };
        vec![new.bot.clone(), version.to_owned(), date_or_unknown(new.first_match_at.as_ref()), new.matches.to_string()]
    };
    Section {
        title: "New versions",
        headings: &["bot", "version", "first match", "matches"],
        numbers: &[3],
        rows: told.new_versions.iter().map(row).collect(),
        ..Section::EMPTY
    }
    .or("No new version has played.")
}

fn bots(told: &pb::GetReportResponse) -> Section {
    let acts = told.acts.iter().filter(|act| ABOUT_BOTS.contains(&&*act.what) && act.outcome == "done");
    let row = |act: &pb::ReportedAct| {
        let what = match &*act.what {
            "Suspend" => "suspended",
            "LetBack" => "let back",
            _ if act.details.contains(", withdrawn true") => "withdrawn",
            _ => "not withdrawn any more",
        };
        vec![date_or_unknown(act.at.as_ref()), what.to_owned(), act.details.clone(), act.who.clone()]
    };
    let now = told.suspended.iter().map(|pb::SuspendedBot { bot, suspension }| {
        let reason = suspension.as_ref().map_or("", |suspension| &*suspension.reason);
        format!("{bot} is suspended now: {reason}")
    });
    Section {
        title: "Bots suspended and withdrawn",
        headings: &["time", "what", "bot and reason", "by"],
        rows: acts.map(row).collect(),
        sentences: now.collect(),
        ..Section::EMPTY
    }
    .or("No bot was suspended or withdrawn.")
}

fn corrections(told: &pb::GetReportResponse) -> Section {
    let row = |made: &pb::Correction| {
        vec![
            made.number.to_string(),
            date_or_unknown(made.at.as_ref()),
            in_words(made),
            made.why.clone(),
            made.by.clone(),
        ]
    };
    Section {
        title: "Corrections of results",
        headings: &["number", "time", "what", "why", "by"],
        numbers: &[0],
        rows: told.corrections.iter().map(row).collect(),
        ..Section::EMPTY
    }
    .or("Nothing was corrected.")
}

fn faults(told: &pb::GetReportResponse) -> Section {
    let mut by_cause: BTreeMap<i32, Vec<(&str, u64)>> = BTreeMap::new();
    for fault in &told.faults {
        by_cause.entry(fault.cause).or_default().push((&fault.bot, fault.count));
    }
    let row = |(cause, mut bots): (i32, Vec<(&str, u64)>)| {
        bots.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let all: u64 = bots.iter().map(|(_, count)| count).sum();
        let most = bots.iter().take(BOTS_SHOWN).map(|(bot, count)| format!("{bot} {count}"));
        let more = bots.len().saturating_sub(BOTS_SHOWN);
        let more = (more > 0).then(|| format!("and {}", count(more as u64, "more bot", "more bots")));
        let cause = cause_in_words(pb::FaultCause::try_from(cause).unwrap_or_default());
        vec![cause, all.to_string(), most.chain(more).collect::<Vec<_>>().join(", ")]
    };
    let strikes = (told.strikes > 0).then(|| format!("Bots got {} in all.", count(told.strikes, "strike", "strikes")));
    Section {
        title: "Faults for which seats were given up",
        headings: &["kind", "seats", "bots with the most"],
        numbers: &[1],
        rows: by_cause.into_iter().map(row).collect(),
        sentences: strikes.into_iter().collect(),
    }
    .or("No seat was given up.")
}

/// How many bots a kind of fault names.
const BOTS_SHOWN: usize = 5;

fn other_acts(told: &pb::GetReportResponse) -> Section {
    let mut counts: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for act in told.acts.iter().filter(|act| !ABOUT_BOTS.contains(&&*act.what) && act.what != "CorrectResults") {
        let (done, refused) = counts.entry(&act.what).or_default();
        *(if act.outcome == "done" { done } else { refused }) += 1;
    }
    let row =
        |(what, (done, refused)): (&str, (u64, u64))| vec![what.to_owned(), done.to_string(), refused.to_string()];
    Section {
        title: "What organizers did besides",
        headings: &["call", "done", "refused"],
        numbers: &[1, 2],
        rows: counts.into_iter().map(row).collect(),
        ..Section::EMPTY
    }
    .or("Nothing.")
}

fn space(report: &Report) -> Section {
    let pb::StoreUse { bytes, matches, bytes_a_day } = report.told.store.unwrap_or_default();
    let matches = count(matches, "match", "matches");
    let ahead = bytes.saturating_add(bytes_a_day.saturating_mul(FORECAST_DAYS));
    let mut sentences = vec![
        format!("The store has {} with {matches}.", size(bytes)),
        format!(
            "At the pace of these days it grows by {} a day, to {} in {FORECAST_DAYS} days.",
            size(bytes_a_day),
            size(ahead)
        ),
    ];
    if let Some(free) = report.free_bytes {
        let left = size(free);
        sentences.push(match free.checked_div(bytes_a_day) {
            Some(days) if days < DAYS_TOLD => {
                let lasts = about(Duration::from_secs(days.saturating_mul(DAY_S)));
                format!("The disk has {left} left, which last {lasts} at this pace.")
            }
            _ => format!("The disk has {left} left, enough for years at this pace."),
        });
    }
    Section { title: "Space", sentences, ..Section::EMPTY }
}

/// Beyond so many days, a forecast says nothing.
const DAYS_TOLD: u64 = 2000;

fn size(bytes: u64) -> String {
    let (unit, name) = if bytes < GIGABYTE { (MEGABYTE, "MB") } else { (GIGABYTE, "GB") };
    let tenths = bytes.saturating_add(unit / 20) / (unit / 10);
    format!("{}.{} {name}", tenths / 10, tenths % 10)
}

const MEGABYTE: u64 = 1_000_000;
const GIGABYTE: u64 = 1000 * MEGABYTE;
