//! What a table's page shows: whose turn it is, the board, possible decisions, tried decisions, and what has happened.

use std::collections::BTreeSet;

use kahua_engine::{Phase, Seat, Viewer};
use kahua_proto::pb::arena::v1 as pb;
use kahua_show::shown;
use kahua_story::StepKind;
use maud::{Markup, PreEscaped, html};
use pb::termination::Kind;

use crate::frame::{Frame, Head, Section};
use crate::pages::play::seat_label;
use crate::play::{Sitter, Table, TableView, Turn};
use crate::seats::shape;
use crate::telling::seat_of;
use crate::wide::wide;
use crate::words::safe;

/// How many of the latest steps are shown at once; the others are folded away.
const STEPS_SHOWN: usize = 12;

/// A table as it is drawn for one of its seats.
pub(super) struct Content<'a> {
    pub(super) table: &'a Table,
    pub(super) seat: Seat,
    pub(super) view: TableView,
    pub(super) frame: &'a Frame,
    pub(super) csrf: Markup,
    /// The arena's address as the browser calls it, for links that are sent to others.
    pub(super) host: String,
    /// Whether the visitor's last act came too late.
    pub(super) late: bool,
}

impl Content<'_> {
    pub(super) fn page(&self) -> Markup {
        let info = self.view.game.info();
        let rules = self.frame.link(&format!("rules/{}/", info.name));
        let content = html! {
            h1 { (info.title) }
            p.faint {
                "You play " strong { (self.label(self.seat)) } ". Unrated, no clock. "
                a href=(rules) target="_blank" rel="noopener" { "Rules of " (info.title) " (in a new tab)" }
            }
            // The script replaces this element when the table changes.
            div #table data-version=(self.view.version) data-over[matches!(self.view.turn, Turn::Over(_))] {
                p.status role="status" {
                    @if self.late { "Something else had happened before that, so it wasn't done. " }
                    (self.status())
                }
                div.table {
                    div.table-board { (self.board()) }
                    // The possible actions come first, since on a phone all of this is below the board.
                    div.table-side { (self.deciding()) (self.scores()) (self.log()) }
                }
            }
            (self.invitations())
            noscript { p { "Without scripts, load this page again to see what the others did." } }
        };
        let title = format!("{} table", info.title);
        self.frame.page_with(&Head { scripts: &["play.js"], ..Head::new(&title, Section::Play) }, content)
    }

    /// The player in a seat, by colour and name.
    fn label(&self, seat: Seat) -> String {
        format!("{} ({})", seat_label(seat, shown(&*self.view.game).colours()), self.view.names[seat])
    }

    fn status(&self) -> Markup {
        match &self.view.turn {
            Turn::Decide if self.view.tried.is_empty() => html! { strong { "It is your turn." } },
            Turn::Decide => html! { strong { "It is still your turn." } " What you have chosen isn't sent yet." },
            Turn::Confirm => html! { strong { "Send what you have chosen" } ", or take it back." },
            Turn::WaitFor(seat) => html! { "Waiting for " (self.label(*seat)) "." },
            Turn::Wait => html! { "Waiting for the arena." },
            Turn::Over(ended) => self.end(ended.as_ref()),
        }
    }

    fn end(&self, ended: Option<&pb::Ended>) -> Markup {
        let Some(ended) = ended else { return html! { "The arena has stopped, and the table is gone." } };
        let termination = ended.termination.clone().unwrap_or_default();
        let replay = self.frame.link(&format!("matches/{}/", self.table.id));
        let mine = ended.results.get(self.seat.index());
        html! {
            strong {
                @match (termination.kind(), mine) {
                    (Kind::Aborted, _) => { "The match has ended without result: " (safe(&termination.reason)) "." }
                    (_, Some(mine)) if mine.given_up.is_some() => "The match is over: you gave it up.",
                    (_, Some(mine)) if mine.place == 1 => "The match is over, and you have won.",
                    (_, Some(mine)) => { "The match is over. You are in place " (mine.place) " of " (ended.results.len()) "." }
                    _ => "The match is over.",
                }
            }
            " " a href=(replay) { "Replay" } " · " a href=(self.frame.link("play/")) { "Play again" }
        }
    }

    fn board(&self) -> Markup {
        let last = self.view.steps.iter().rev().find(|step| !step.places.is_empty());
        let mut marked: BTreeSet<String> = last.map(|step| step.places.clone()).unwrap_or_default();
        if !self.view.tried.is_empty() {
            marked = self.view.tried.iter().flat_map(|(_, places)| places.iter().cloned()).collect();
        }
        let names = &self.view.names;
        let picture = shown(&*self.view.game).picture(Viewer::Seat(self.seat), names, &marked);
        // An image hides its parts from screen readers, but these can be chosen.
        html! { (PreEscaped(picture.replacen("role=\"img\"", "role=\"group\"", 1))) }
    }

    fn scores(&self) -> Markup {
        let sheet = shown(&*self.view.game).score_sheet();
        let scores = self.view.game.scores_if_ended();
        let game = self.view.game.info().name;
        html! {
            (wide("Points", html! {
                table.sheet {
                    caption { "Points if the final scoring came now" }
                    thead {
                        tr {
                            th scope="col" { "For" }
                            @for (seat, name) in self.view.names.entries() {
                                th.number scope="col" title=(name) {
                                    (shape(game, seat)) span.for-readers { (name) } @if seat == self.seat { " you" }
                                }
                            }
                        }
                    }
                    tbody {
                        @for line in &sheet.lines {
                            tr { th scope="row" { (line.label) } @for points in &line.points { td.number { (points) } } }
                        }
                        tr.sum { th scope="row" { "all" } @for score in &scores { td.number { (score) } } }
                        @for line in &sheet.ties {
                            tr { th scope="row" { "if tied: " (line.label) } @for count in &line.points { td.number { (count) } } }
                        }
                    }
                }
            }))
        }
    }

    fn deciding(&self) -> Markup {
        let is_mine = matches!(self.view.turn, Turn::Decide | Turn::Confirm);
        html! {
            @if is_mine {
                form #deciding method="post" action=(self.frame.link(&format!("play/{}/act/", self.table.id))) {
                    (self.hidden())
                    @if !self.view.tried.is_empty() { (self.tried()) }
                    @if self.view.turn == Turn::Decide { (self.actions()) }
                    p.faint {
                        @if self.view.at_once {
                            "A turn is sent as soon as nothing more can be decided in it. "
                            button name="do" value="not-at-once" { "Ask before sending" }
                        } @else {
                            "Nothing is sent before you send it. "
                            button name="do" value="at-once" { "Send complete turns at once" }
                        }
                    }
                }
            }
            @if !matches!(self.view.turn, Turn::Over(_)) {
                details {
                    summary { "Give up" }
                    form method="post" action=(self.frame.link(&format!("play/{}/act/", self.table.id))) {
                        (self.hidden())
                        button name="do" value="resign" { "Resign this match" }
                    }
                }
            }
        }
    }

    fn hidden(&self) -> Markup {
        html! {
            (self.csrf)
            input type="hidden" name="seat" value=(self.table.secret(self.seat).unwrap_or_default());
            input type="hidden" name="at" value=(self.view.stamp);
        }
    }

    fn tried(&self) -> Markup {
        html! {
            h2 { "Chosen, not sent yet" }
            ol.tried { @for (text, _) in &self.view.tried { li { (text) } } }
            p {
                button.primary name="do" value="send" { "Send" } " "
                button name="do" value="back" { "Take back the last" } " "
                @if self.view.tried.len() > 1 { button name="do" value="back-to-start" { "Take back all" } }
            }
        }
    }

    /// The legal actions. Each has the ids, in the drawing, of what it is about, so that the script finds it from a
    /// click.
    fn actions(&self) -> Markup {
        let game = shown(&*self.view.game);
        let count = if *game.phase() == Phase::Decide(self.seat) { game.legal_count() } else { 0 };
        html! {
            h2 { "You can do this" }
            p #filter hidden { "Only what has to do with the places that you clicked. " button type="button" { "Show all" } }
            ol.actions {
                @for index in 0..count {
                    li {
                        button name="try" value=(index) data-places=(game.places(index).join(" ")) {
                            (game.describe_action(index, &self.view.names))
                        }
                    }
                }
            }
        }
    }

    fn log(&self) -> Markup {
        let steps = &self.view.steps;
        let (older, latest) = steps.split_at(steps.len().saturating_sub(STEPS_SHOWN));
        html! {
            h2 { "What has happened" }
            @if steps.is_empty() { p { "Nothing yet." } }
            // The latest step first, where it is seen without scrolling.
            ul.log { @for step in latest.iter().rev() { (self.step(step)) } }
            @if !older.is_empty() {
                details { summary { "Earlier" } ul.log { @for step in older.iter().rev() { (self.step(step)) } } }
            }
        }
    }

    fn step(&self, step: &kahua_story::Step) -> Markup {
        let class = match &step.kind {
            StepKind::Decision { seat, .. } if *seat == self.seat => "mine",
            StepKind::Chance => "chance",
            _ => "others",
        };
        html! {
            li class=(class) {
                @if let Some(part) = &step.part { strong { (part) } " " }
                @if let Some(seat) = seat_of(step) { (shape(self.view.game.info().name, seat)) " " }
                (step.text)
            }
        }
    }

    /// The links of the other people's seats. Only the visitor who opened the table sees them, and can pass them on.
    fn invitations(&self) -> Markup {
        let mut people = self.table.people();
        let is_host = people.next().is_some_and(|(seat, _)| seat == self.seat);
        let others: Vec<_> = if is_host { people.collect() } else { Vec::new() };
        let watch = self.frame.link(&format!("matches/{}/", self.table.id));
        html! {
            @if !others.is_empty() {
                h2 { "Links for the other people" }
                p { "Send each of them one of these. Whoever has a seat's link plays it." }
                ul {
                    @for (seat, secret) in others {
                        @let address = format!("{}/play/{}/?seat={secret}", self.host, self.table.id);
                        li { (self.label(seat)) ": " a href=(format!("?seat={secret}")) { (address) } }
                    }
                }
            }
            p.faint {
                @let bots = self.table.setup.sitters.iter().filter(|sitter| **sitter != Sitter::Person).count();
                (bots) @if bots == 1 { " house bot plays" } @else { " house bots play" } " at this table. "
                "Spectators see it " a href=(watch) { "among the matches" } "."
            }
        }
    }
}
