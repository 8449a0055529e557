//! What a table's page shows: the board, whose turn it is, what has happened, and what can be decided.

mod choices;
mod happened;

use std::collections::BTreeSet;

use kahua_engine::{Seat, Viewer};
use kahua_proto::pb::arena::v1 as pb;
use kahua_show::{Drawn, shown};
use maud::{Markup, PreEscaped, html};
use pb::termination::Kind;

use crate::frame::{Frame, Head, Section};
use crate::pages::play::seat_label;
use crate::panels::{in_text, panels};
use crate::play::{Sitter, Table, TableView, Turn};
use crate::words::safe;

/// What a board is called that shows what isn't sent yet.
const PREVIEW: &str = "A preview of what you have chosen. It isn't sent yet.";

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
        let drawn = self.drawn();
        let content = html! {
            div.headline {
                h1 { (info.title) ": you play " (self.colour(self.seat)) }
                (self.invitations())
                p { a href=(rules) target="_blank" rel="noopener" { "Rules" span.for-readers { " (in a new tab)" } } }
                button #sound type="button" hidden title="A sound says that it is your turn, or that the match is over. This browser remembers the switch." {
                    "Sound at my turn: " span { "off" }
                }
                details { summary { "Details" } (self.details()) }
            }
            // The script replaces this element when the table changes.
            div #table.stage data-version=(self.view.version) data-over[self.is_over()] {
                (self.board(&drawn))
                (self.action_bar())
                section.told aria-label="Your decision" {
                    (self.since())
                    (self.deciding())
                    (self.before())
                }
                div.aside {
                    (panels(&choosable(&drawn.panels())))
                    (self.scores())
                    (in_text(&shown(&*self.view.game).text_board(Viewer::Seat(self.seat), &self.view.names)))
                }
            }
            noscript { p { "Without scripts, load this page again to see what the others did." } }
        };
        let title = self.title();
        self.frame.page_with(
            &Head { scripts: &["board.js", "sound.js", "play.js"], ..Head::new(&title, Section::Play) },
            content,
        )
    }

    /// The title says whose turn it is, for a visitor who looks at another tab meanwhile.
    fn title(&self) -> String {
        let turn = match &self.view.turn {
            Turn::Decide | Turn::Confirm => "Your turn: ",
            Turn::Over(_) => "Over: ",
            Turn::WaitFor(_) | Turn::Wait => "",
        };
        format!("{turn}{} table", self.view.game.info().title)
    }

    /// The player in a seat, by colour and name.
    fn label(&self, seat: Seat) -> String {
        format!("{} ({})", seat_label(seat, shown(&*self.view.game).colours()), self.view.names[seat])
    }

    /// What players call a seat.
    fn colour(&self, seat: Seat) -> String {
        let colours = shown(&*self.view.game).colours();
        colours.get(seat.index()).map_or_else(|| format!("seat {seat}"), |colour| (*colour).to_owned())
    }

    fn details(&self) -> Markup {
        let bots = self.table.setup.sitters.iter().filter(|sitter| **sitter != Sitter::Person).count();
        let watch = self.frame.link(&format!("matches/{}/", self.table.id));
        html! {
            p {
                "You are " (self.label(self.seat)) ". The match is unrated and has no clock. "
                (bots) @if bots == 1 { " house bot plays" } @else { " house bots play" } " at this table. "
                "Spectators see it " a href=(watch) { "among the matches" } "."
            }
            p {
                "This browser holds your seat, and " a href=(self.frame.link("play/")) { "the page of tables" } " leads back to it. \
                 To go on at another device, open your own link there: "
                (self.link(self.table.secret(self.seat).unwrap_or_default(), &self.colour(self.seat))) ". Whoever has it plays your seat."
            }
            @let others = self.others();
            @if !others.is_empty() {
                p { "The links of the other people: " @for (seat, secret) in others { (self.link(secret, &self.colour(seat))) " " } }
            }
        }
    }

    fn status(&self) -> Markup {
        match &self.view.turn {
            Turn::Decide | Turn::Confirm => match self.view.tried.last() {
                None => html! { strong { "It is your turn." } },
                Some((last, _)) => html! {
                    strong { @if self.view.turn == Turn::Confirm { "Send this, or take it back: " } @else { "Not sent yet, go on: " } }
                    (self.to_me(last))
                },
            },
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
        let others = ended.results.iter().enumerate().filter(|(seat, _)| *seat != self.seat.index());
        let best = others.map(|(_, result)| result.score).max().unwrap_or_default();
        html! {
            strong {
                @match (termination.kind(), mine) {
                    (Kind::Aborted, _) => { "The match has ended without result: " (safe(&termination.reason)) "." }
                    (_, Some(mine)) if mine.given_up.is_some() => "The match is over: you gave it up.",
                    (Kind::Finished, Some(mine)) if mine.place == 1 => { "The match is over. You have won, " (mine.score) " to " (best) "." }
                    (Kind::Finished, Some(mine)) => {
                        "The match is over. You have lost, " (mine.score) " to " (best)
                        @if ended.results.len() > 2 { ", and are in place " (mine.place) " of " (ended.results.len()) } "."
                    }
                    (_, Some(mine)) if mine.place == 1 => "The match is over, and you have won.",
                    _ => "The match is over.",
                }
            }
            " " a href=(replay) { "Replay" } " · " a href=(self.frame.link("play/")) { "Play again" }
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.view.turn, Turn::Over(_))
    }

    fn drawn(&self) -> Drawn {
        let tried = &self.view.tried;
        let marked: BTreeSet<String> = match tried.is_empty() {
            true => self.steps_since().iter().flat_map(|step| step.places.iter().cloned()).collect(),
            false => tried.iter().flat_map(|(_, places)| places.iter().cloned()).collect(),
        };
        let drawn = shown(&*self.view.game).picture(Viewer::Seat(self.seat), &self.view.names, &marked);
        if tried.is_empty() { drawn } else { drawn.as_preview(PREVIEW) }
    }

    fn board(&self, drawn: &Drawn) -> Markup {
        let preview = (!self.view.tried.is_empty()).then_some("Preview: not sent yet");
        html! { div.picture data-preview=[preview] { (PreEscaped(choosable(&drawn.board()))) } }
    }

    /// The other people's seats with their secrets, for the visitor who opened the table and can pass them on.
    fn others(&self) -> Vec<(Seat, &str)> {
        let mut people = self.table.people();
        let is_host = people.next().is_some_and(|(seat, _)| seat == self.seat);
        if is_host { people.collect() } else { Vec::new() }
    }

    /// The links of the seats to which nobody has come yet.
    fn invitations(&self) -> Markup {
        let others = self.others();
        let open: Vec<_> = others.into_iter().filter(|(seat, _)| !self.table.has_arrived(*seat)).collect();
        html! {
            @if !open.is_empty() && !self.is_over() {
                p.invitations {
                    "Invite: "
                    @for (seat, secret) in open { span { (self.link(secret, &self.colour(seat))) } " " }
                }
            }
        }
    }

    /// The link of the seat with this secret, and a button that copies it.
    fn link(&self, secret: &str, name: &str) -> Markup {
        let address = format!("{}/play/{}/?key={secret}", self.host, self.table.id);
        html! {
            a href=(address) { "link for " (name) } " "
            button type="button" data-copy=(address) hidden { "Copy" span.for-readers { " the link for " (name) } }
        }
    }
}

/// A drawing whose parts can be chosen. An image would hide them from screen readers.
fn choosable(drawing: &str) -> String {
    drawing.replacen("role=\"img\"", "role=\"group\"", 1)
}
