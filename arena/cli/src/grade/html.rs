//! The report as a single page. Maud escapes everything that strangers wrote.

mod plot;

use std::time::Duration;

use kahua_core::text::on_one_line;
use kahua_core::words::{count, milliseconds};
use kahua_play::VERSION;
use maud::{Markup, html};

use super::report::{Grade, Report, Row, Verdict, percent};
use crate::one_page::{growing_page, page, section, table, written};
use kahua_web::Language;
use kahua_web::figures::interval;

impl Report<'_> {
    /// The page, as of this day.
    pub(super) fn html(&self, day: &str) -> String {
        let (title, about) = self.head(day);
        page(&title, &about, &self.sections())
    }

    /// The page while it is graded, with how far each submission is. A browser reads it again each time after this.
    pub(super) fn growing_html(&self, day: &str, every: Duration) -> String {
        let (title, about) = self.head(day);
        growing_page(&title, &about, &html! { (self.now()) (self.sections()) }, every)
    }

    fn head(&self, day: &str) -> (String, Markup) {
        let assignment = self.assignment;
        let title = format!("{}: results", assignment.name);
        let about = html! {
            (assignment.game) ", " (assignment.seats.get()) " seats, time control "
            code { (assignment.time().to_string()) } ". Graded by kahua " (VERSION) ", " (day) "."
        };
        (title, about)
    }

    fn sections(&self) -> Markup {
        html! {
            p { (unbroken(&self.assignment.pass_mark())) " " strong { (self.summary()) } }
            (self.results_section())
            (self.strengths())
            (self.cross_table())
            (self.decisions())
            (self.faults_section())
            (self.last_lines())
            (self.time_used())
        }
    }

    /// How far each submission is.
    fn now(&self) -> Markup {
        let sets_max = self.assignment.sets_max.get();
        let body = html! {
            thead { tr { th scope="col" { "Submission" } td {} th scope="col" { "Now" } } }
            tbody {
                @for row in &self.rows {
                    tr {
                        th scope="row" { (row.name) }
                        td { (plot::bar(row.done(sets_max))) }
                        td { (self.stage(row)) }
                    }
                }
            }
        };
        section(
            "Being graded",
            &html! { p { "This page is written again every few seconds until all is graded." } (table(&body)) },
        )
    }

    fn stage(&self, row: &Row<'_>) -> Markup {
        let open = row.results.iter().zip(&self.assignment.references).find(|(result, _)| !result.is_decided());
        html! {
            @match (row.problem, open) {
                (Some(_), _) => "could not be started",
                (None, None) => (badge(row.grade)),
                (None, Some((result, reference))) => {
                    @if result.played.is_some() {
                        "plays " (reference.name.as_str()) ": "
                        (count(result.sets(), "set", "sets")) " of at most " (self.assignment.sets_max.get())
                    } @else { "waits for " (reference.name.as_str()) }
                }
            }
        }
    }

    fn results_section(&self) -> Markup {
        let has_points = self.assignment.points_max() > 0;
        let body = html! {
            thead {
                tr {
                    th scope="col" { "Submission" }
                    th scope="col" { "Grade" }
                    @if has_points { th.number scope="col" { "Points of " (self.assignment.points_max()) } }
                    th.number scope="col" { "Rating" }
                    th.number scope="col" { "95 % interval" }
                    th.number scope="col" { "Forfeits" }
                }
            }
            tbody {
                @for row in &self.rows {
                    @let rating = self.rating(row.name);
                    tr {
                        th scope="row" { (row.name) }
                        td { (badge(row.grade)) }
                        @if has_points { td.number { (row.points) } }
                        td.number { (rating.map_or("–".into(), |rating| format!("{:.0}", rating.elo))) }
                        td.number { (rating.map_or("–".into(), |rating| dashed(interval(Language::English, rating.lower, rating.upper)))) }
                        td.number { (row.forfeits()) }
                    }
                }
            }
        };
        section("Results", &html! { (table(&body)) (self.problems()) })
    }

    /// What could not be started.
    fn problems(&self) -> Markup {
        let problems = self.rows.iter().filter_map(|row| Some((row.name, row.problem?)));
        let problems: Vec<(&str, &str)> = problems.collect();
        html! {
            @if !problems.is_empty() {
                p { "These submissions could not be started:" }
                ul { @for (name, problem) in problems { li { strong { (name) } ": " (on_one_line(problem)) } } }
            }
            @for sentence in &self.assignment.left_out { p { (sentence) } }
        }
    }

    fn strengths(&self) -> Markup {
        if self.ratings.is_empty() {
            return html! {};
        }
        let mark = self.assignment.references[self.assignment.mark].name;
        section(
            "Strength",
            &html! {
                figure {
                    div.scroll { (plot::ratings(&self.ratings)) }
                    figcaption {
                        "Elo points with 95 % intervals, from the sets that count; " (mark) " has 1500. References are squares. \
                         An arrow marks an interval that is open, where everything was won or lost. The grade follows from \
                         the test, not from these intervals."
                    }
                }
            },
        )
    }

    fn cross_table(&self) -> Markup {
        let body = html! {
            thead {
                tr {
                    th scope="col" { "Points against" }
                    @for reference in &self.assignment.references {
                        th scope="col" {
                            (reference.name.as_str())
                            @if reference.points > 0 { small { " (" (reference.points) " points)" } }
                        }
                    }
                }
            }
            tbody {
                @for row in &self.rows {
                    tr {
                        th scope="row" { (row.name) }
                        @for result in &row.results {
                            td class=(class(&result.verdict)) {
                                span.mark aria-hidden="true" { (sign(&result.verdict)) } " "
                                @if let Some(played) = &result.played {
                                    @let (points, of) = played.tally.points();
                                    (format!("{points}/{of}")) " "
                                }
                                small { (result.verdict.in_words()) }
                            }
                        }
                    }
                }
            }
        };
        section("Against each reference", &table(&body))
    }

    fn decisions(&self) -> Markup {
        let (_, margin) = self.assignment.test.hypotheses();
        let (lower, upper) = self.assignment.test.bounds();
        let body = html! {
            thead {
                tr {
                    th scope="col" { "Submission" }
                    th scope="col" { "Reference" }
                    th.number scope="col" { "Sets" }
                    th.number scope="col" { "Score" }
                    th.number scope="col" { abbr title="log-likelihood ratio" { "LLR" } }
                    th scope="col" { "What that says" }
                }
            }
            tbody {
                @for row in self.rows.iter().filter(|row| row.problem.is_none()) {
                    @for (result, reference) in row.results.iter().zip(&self.assignment.references) {
                        tr {
                            th scope="row" { (row.name) }
                            td { (reference.name.as_str()) }
                            td.number { (result.sets()) }
                            td.number { (dashed(result.score())) }
                            td.number { (result.played.as_ref().map_or("–".into(), |played| format!("{:.2}", played.tally.llr().0))) }
                            td.sentence { (unbroken(&result.sentence(self.assignment, reference.name))) }
                        }
                    }
                }
            }
        };
        section(
            "How it was decided",
            &html! {
                p {
                    "A sequential test looks after every set, in which each bot takes every seat once. It accepts that a submission \
                     is stronger when the log-likelihood ratio (LLR) reaches " (format!("{upper:.2}")) ", and that it isn't \
                     when it falls to " (format!("{lower:.2}")) ". A submission that is no stronger than a reference is found \
                     stronger with a probability of at most " (percent(1.0 - self.assignment.confidence)) ", and so is one \
                     missed that is stronger by " (margin) " Elo points. After " (self.assignment.sets_max.get()) " sets it \
                     ends undecided. All submissions play with the same luck."
                }
                (table(&body))
            },
        )
    }

    fn faults_section(&self) -> Markup {
        let faults: Vec<[String; 7]> = self.each_fault().map(|fault| fault.cells()).collect();
        let body = html! {
            thead {
                tr {
                    th scope="col" { "Submission" }
                    th scope="col" { "Against" }
                    th scope="col" { "Fault" }
                    th.number scope="col" { "Times" }
                    th.number scope="col" { "Forfeits" }
                    th scope="col" { "The first time, and its match" }
                }
            }
            tbody {
                @for [submission, reference, cause, times, forfeits, id, problem] in &faults {
                    tr {
                        th scope="row" { (submission) }
                        td { (reference) }
                        td { (cause) }
                        td.number { (times) }
                        td.number { (forfeits) }
                        td.sentence { (problem) br; code { (id) } }
                    }
                }
            }
        };
        section(
            "Faults",
            &if faults.is_empty() {
                html! { p { "There were none." } }
            } else {
                table(&body)
            },
        )
    }

    /// What those wrote last that couldn't go on.
    fn last_lines(&self) -> Markup {
        let results = self.rows.iter().flat_map(|row| row.results.iter().map(move |result| (row, result)));
        let results = results.zip(self.assignment.references.iter().cycle());
        let wrote: Vec<_> = results.filter(|((_, result), _)| !result.last_lines().is_empty()).collect();
        if wrote.is_empty() {
            return html! {};
        }
        section(
            "What they wrote last that couldn't go on",
            &html! {
                @for ((row, result), reference) in wrote {
                    h3 { (row.name) " against " (reference.name.as_str()) }
                    (written(result.last_lines()))
                }
            },
        )
    }

    fn time_used(&self) -> Markup {
        let longest = self.rows.iter().map(|row| row.thinking().mean()).max().unwrap_or_default();
        let line = |row: &Row<'_>| {
            let thinking = row.thinking();
            html! {
                tr {
                    th scope="row" { (row.name) }
                    td.number { (thinking.decisions) }
                    td.number { (milliseconds(thinking.mean())) }
                    td { (plot::bar(share(thinking.mean(), longest))) }
                    td.number { (milliseconds(thinking.longest)) }
                    td.number { (format!("{:.1} s", thinking.total.as_secs_f64())) }
                }
            }
        };
        let body = html! {
            thead {
                tr {
                    th scope="col" { "Submission" }
                    th.number scope="col" { "Decisions" }
                    th.number scope="col" { "Mean" }
                    td {}
                    th.number scope="col" { "Longest" }
                    th.number scope="col" { "In all" }
                }
            }
            tbody { @for row in &self.rows { (line(row)) } }
        };
        section("Time used", &table(&body))
    }
}

fn badge(grade: Grade) -> Markup {
    let (class, sign) = match grade {
        Grade::Passed => ("good", "✓"),
        Grade::Failed => ("bad", "✗"),
        Grade::Undecided => ("open", "?"),
        Grade::Ungraded => ("open", "!"),
    };
    html! { span class={ "badge " (class) } { span aria-hidden="true" { (sign) } " " (grade.in_words()) } }
}

fn sign(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Beats => "✓",
        Verdict::NotStronger => "✗",
        Verdict::Undecided => "?",
        Verdict::GaveUp(_) => "!",
        Verdict::NotPlayed => "–",
    }
}

fn class(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Beats => "good",
        Verdict::NotStronger => "bad",
        Verdict::Undecided | Verdict::GaveUp(_) | Verdict::NotPlayed => "open",
    }
}

/// The text without a line break before a percent sign.
fn unbroken(text: &str) -> String {
    text.replace(" %", "\u{a0}%")
}

/// A dash in print, for an unknown value.
fn dashed(cell: String) -> String {
    if cell == "-" { "–".into() } else { cell }
}

fn share(part: Duration, all: Duration) -> f64 {
    if all.is_zero() { 0.0 } else { part.as_secs_f64() / all.as_secs_f64() }
}
