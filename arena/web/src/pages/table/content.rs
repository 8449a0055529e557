//! What a table's page shows: the board, whose turn it is, what has happened, and what can be decided.

mod choices;
mod happened;

use std::collections::BTreeSet;

use kahua_engine::{Seat, Viewer};
use kahua_proto::pb::arena::v1 as pb;
use kahua_show::{Drawn, Wording, shown};
use maud::{Markup, PreEscaped, html};
use pb::termination::Kind;

use crate::frame::{Frame, Head, Section};
use crate::language::{Language, compose, say, say_count};
use crate::pages::play::seat_label;
use crate::panels::{in_text, panels};
use crate::play::{Sitter, Table, TableView, Turn};
use crate::words::{self, safe};

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
        let language = self.frame.language;
        let content = html! {
            div.headline {
                h1 { (say!(language, "{0}: you play {1}", info.title, self.colour(self.seat))) }
                (self.invitations())
                p {
                    a href=(rules) target="_blank" rel="noopener" {
                        (say!(language, "Rules")) span.for-readers { (say!(language, " (in a new tab)")) }
                    }
                }
                (sound(language))
                details { summary { (say!(language, "Details")) } (self.details()) }
            }
            // The script replaces this element when the table changes.
            div #table.stage data-version=(self.view.version) data-over[self.is_over()] data-waiting[self.is_waiting()] {
                (self.board(&drawn))
                (self.action_bar())
                section.told aria-label=(say!(language, "Your decision")) {
                    (self.since())
                    (self.deciding())
                    (self.before())
                }
                div.aside {
                    (panels(language, &choosable(&drawn.panels())))
                    (self.scores())
                    (in_text(language, &shown(&*self.view.game).text_board(Viewer::Seat(self.seat), self.wording())))
                }
            }
            noscript { p { (say!(language, "Without scripts, load this page again to see what the others did.")) } }
        };
        let title = self.title();
        self.frame.page_with(
            &Head { scripts: &["board.js", "sound.js", "play.js"], ..Head::new(&title, Section::Play) },
            content,
        )
    }

    /// The title says whose turn it is, for a visitor who looks at another tab meanwhile.
    fn title(&self) -> String {
        let (language, game) = (self.frame.language, self.view.game.info().title);
        match &self.view.turn {
            Turn::Decide | Turn::Confirm => say!(language, "Your turn: {0} table", game),
            Turn::Over(_) => say!(language, "Over: {0} table", game),
            Turn::WaitFor(_) | Turn::Wait => say!(language, "{0} table", game),
        }
    }

    fn wording(&self) -> Wording<'_> {
        Wording { language: self.frame.language, names: &self.view.names }
    }

    /// The player in a seat, by colour and name.
    fn label(&self, seat: Seat) -> String {
        let colours = shown(&*self.view.game).colours();
        format!("{} ({})", seat_label(self.frame.language, seat, colours), self.view.names[seat])
    }

    /// What players call a seat.
    fn colour(&self, seat: Seat) -> String {
        let language = self.frame.language;
        match shown(&*self.view.game).colours().get(seat.index()) {
            Some(name) => words::colour(language, name).to_owned(),
            None => say!(language, "seat {0}", seat),
        }
    }

    fn details(&self) -> Markup {
        let bots = self.table.setup.sitters.iter().filter(|sitter| **sitter != Sitter::Person).count();
        let watch = self.frame.link(&format!("matches/{}/", self.table.id));
        let language = self.frame.language;
        let own = self.link(self.table.secret(self.seat).unwrap_or_default(), &self.colour(self.seat));
        html! {
            p {
                (say!(language, "You are {0}. The match is unrated and has no clock.", self.label(self.seat))) " "
                (say_count!(language, bots, "{0} house bot plays at this table.", "{0} house bots play at this table.")) " "
                (compose!(
                    language, "Spectators see it {0}.", html! { a href=(watch) { (say!(language, "among the matches")) } }
                ))
            }
            p {
                (compose!(
                    language,
                    "This browser holds your seat, and {0} leads back to it. To go on at another device, open your own link \
                     there: {1}. Whoever has it plays your seat.",
                    html! { a href=(self.frame.link("play/")) { (say!(language, "the page of tables")) } },
                    own
                ))
            }
            @let others = self.others();
            @if !others.is_empty() {
                p {
                    (say!(language, "The links of the other people:")) " "
                    @for (seat, secret) in others { (self.link(secret, &self.colour(seat))) " " }
                }
            }
        }
    }

    fn status(&self) -> Markup {
        let language = self.frame.language;
        match &self.view.turn {
            Turn::Decide | Turn::Confirm => match self.view.tried.last() {
                None => html! { strong { (say!(language, "It is your turn.")) } },
                Some((last, _)) => html! {
                    strong {
                        @if self.view.turn == Turn::Confirm { (say!(language, "Send this, or take it back:")) }
                        @else { (say!(language, "Not sent yet, go on:")) }
                        " "
                    }
                    (self.to_me(last))
                },
            },
            Turn::WaitFor(seat) => html! { (say!(language, "Waiting for {0}.", self.label(*seat))) },
            Turn::Wait => html! { (say!(language, "Waiting for the arena.")) },
            Turn::Over(ended) => self.end(ended.as_ref()),
        }
    }

    fn end(&self, ended: Option<&pb::Ended>) -> Markup {
        let language = self.frame.language;
        let Some(ended) = ended else {
            return html! { (say!(language, "The arena has stopped, and the table is gone.")) };
        };
        let replay = self.frame.link(&format!("matches/{}/", self.table.id));
        html! {
            strong { (self.outcome(ended)) }
            " " a href=(replay) { (say!(language, "Replay")) }
            " · " a href=(self.frame.link("play/")) { (say!(language, "Play again")) }
        }
    }

    /// How the match has ended for this seat.
    fn outcome(&self, ended: &pb::Ended) -> String {
        let language = self.frame.language;
        let termination = ended.termination.clone().unwrap_or_default();
        let mine = ended.results.get(self.seat.index());
        let others = ended.results.iter().enumerate().filter(|(seat, _)| *seat != self.seat.index());
        let best = others.map(|(_, result)| result.score).max().unwrap_or_default();
        let seats = ended.results.len();
        match (termination.kind(), mine) {
            (Kind::Aborted, _) => say!(language, "The match has ended without result: {0}.", safe(&termination.reason)),
            (_, Some(mine)) if mine.given_up.is_some() => {
                say!(language, "The match is over: you gave it up.").to_owned()
            }
            (Kind::Finished, Some(mine)) if mine.place == 1 => {
                say!(language, "The match is over. You have won, {0} to {1}.", mine.score, best)
            }
            (Kind::Finished, Some(mine)) if seats > 2 => say!(
                language,
                "The match is over. You have lost, {0} to {1}, and are in place {2} of {3}.",
                mine.score,
                best,
                mine.place,
                seats,
            ),
            (Kind::Finished, Some(mine)) => {
                say!(language, "The match is over. You have lost, {0} to {1}.", mine.score, best)
            }
            (_, Some(mine)) if mine.place == 1 => say!(language, "The match is over, and you have won.").to_owned(),
            _ => say!(language, "The match is over.").to_owned(),
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.view.turn, Turn::Over(_))
    }

    fn is_waiting(&self) -> bool {
        matches!(self.view.turn, Turn::WaitFor(_) | Turn::Wait)
    }

    fn drawn(&self) -> Drawn {
        let tried = &self.view.tried;
        let marked: BTreeSet<String> = match tried.is_empty() {
            true => self.steps_since().iter().flat_map(|step| step.places.iter().cloned()).collect(),
            false => tried.iter().flat_map(|(_, places)| places.iter().cloned()).collect(),
        };
        let drawn = shown(&*self.view.game).picture(Viewer::Seat(self.seat), self.wording(), &marked);
        match tried.is_empty() {
            true => drawn,
            // The board shows what isn't sent yet.
            false => {
                drawn.as_preview(say!(self.frame.language, "A preview of what you have chosen. It isn't sent yet."))
            }
        }
    }

    fn board(&self, drawn: &Drawn) -> Markup {
        let language = self.frame.language;
        let preview = (!self.view.tried.is_empty()).then_some(say!(language, "Preview: not sent yet"));
        html! {
            div.picture data-preview=[preview] { (PreEscaped(choosable(&drawn.board()))) }
        }
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
                    (say!(self.frame.language, "Invite:")) " "
                    @for (seat, secret) in open { span { (self.link(secret, &self.colour(seat))) } " " }
                }
            }
        }
    }

    /// The link of the seat with this secret, and a button that copies it.
    fn link(&self, secret: &str, name: &str) -> Markup {
        let address = format!("{}/play/{}/?key={secret}", self.host, self.table.id);
        let language = self.frame.language;
        html! {
            a href=(address) { (say!(language, "link for {0}", name)) } " "
            button type="button" data-copy=(address) data-copied=(say!(language, "Copied")) hidden {
                (say!(language, "Copy")) span.for-readers { (say!(language, " the link for {0}", name)) }
            }
        }
    }
}

/// The switch of the sound, which the script shows.
fn sound(language: Language) -> Markup {
    let (on, off) = (say!(language, "on"), say!(language, "off"));
    let what = say!(
        language,
        "A sound says that it is your turn, or that the match is over. This browser remembers the switch."
    );
    html! {
        button #sound type="button" hidden title=(what) {
            (say!(language, "Sound at my turn:")) " " span data-on=(on) data-off=(off) { (off) }
        }
    }
}

/// A drawing whose parts can be chosen. An image would hide them from screen readers.
fn choosable(drawing: &str) -> String {
    drawing.replacen("role=\"img\"", "role=\"group\"", 1)
}
