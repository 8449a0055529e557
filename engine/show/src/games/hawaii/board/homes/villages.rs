//! The villages of a player with their tiles, the kahunas next to them and the tikis above.

use kahua_engine::Seat;
use kahua_engine::games::hawaii::{Gain, Home, Kind, Row, Side, TIKIS, counting};
use maud::{Markup, html};

use crate::draw::TARGET_MIN;
use crate::games::hawaii::describe::words::{Titled, name_of, resources, with_side};
use crate::language::Language;
use crate::say;

use super::super::frame::{Anchor, Picture, icon, text};
use super::super::icons::{kahuna, laid, printed_hut, tiki};

/// The left end of the first column, and the width of all columns.
const LEFT: i32 = 72;
const COLUMNS_WIDTH: i32 = 288;

/// The middle of the tikis, and the upper end of the first village.
const TIKIS_Y: i32 = 26;
const VILLAGES_Y: i32 = 47;

/// How high each of the villages is, with the gap to the next one.
#[derive(Clone, Copy)]
pub(super) struct Rows(i32);

impl Rows {
    pub(super) const COMPACT: Rows = Rows(38);
    pub(super) const HIGH: Rows = Rows(TARGET_MIN as i32 + 2);

    /// How high a home with such villages is.
    pub(super) const fn height(self) -> i32 {
        VILLAGES_Y + self.0 * Row::ALL.len() as i32 + 6
    }

    fn middle(self, row: Row) -> i32 {
        VILLAGES_Y + self.0 * row.index() as i32 + self.0 / 2
    }
}

impl Picture<'_> {
    pub(super) fn villages(&self, seat: Seat, home: &Home, rows: Rows) -> Markup {
        let longest = Row::ALL.into_iter().map(|row| i32::from(home.length(row))).max().unwrap_or(0);
        let column = COLUMNS_WIDTH / longest.max(8);
        let counts = counting(home, self.rules);
        html! {
            (self.tikis(seat, home, column))
            @for row in Row::ALL {
                (self.village(seat, home, row, rows, column, counts.contains(row)))
            }
        }
    }

    fn village(&self, seat: Seat, home: &Home, row: Row, rows: Rows, column: i32, counts: bool) -> Markup {
        let (y, height) = (rows.middle(row), rows.0 - 2);
        let opened = home.opened().contains(row);
        let class = match (opened, counts) {
            (false, _) => "village edge",
            (true, false) => "village opened edge",
            (true, true) => "village opened counts edge",
        };
        let title = match counts {
            true => say!(self.language, "village {0} of {1}, which counts", row, self.names[seat]),
            false => say!(self.language, "village {0} of {1}", row, self.names[seat]),
        };
        let tiles = tiles(self.language, home, row);
        html! {
            (text(8, y + 8, 24, Anchor::Start, "faint", &row.to_string()))
            (self.kahuna_space(home, row, y))
            (self.space(&format!("village-{seat}-{row}"), &title, &html! {
                rect class=(class) x=(LEFT - 4) y=(y - height / 2) width="312" height=(height) rx="8" {}
                @for (index, (name, drawing)) in tiles.iter().enumerate() {
                    @let x = LEFT + column * index as i32 + column / 2;
                    g { title { (name) } (icon(x, y, column.min(height), drawing)) }
                }
                @if counts { path class="check" d={"M364," (y) " l5,7 l8,-15"} {} }
            }))
        }
    }

    fn kahuna_space(&self, home: &Home, row: Row, y: i32) -> Markup {
        let language = self.language;
        let points = self.rules.beside.kahuna_points[row.index()];
        let stands = row.index() < usize::from(home.kahunas);
        let title = if stands {
            say!(language, "a kahuna beside village {0}, for {1} points", row, points)
        } else {
            let space = say!(language, "free space for the kahuna of village {0}, for {1} points", row, points);
            space_title(language, space, self.rules.beside.kahuna_gains[row.index()])
        };
        html! {
            g {
                title { (title) }
                circle class=(if stands { "beside filled" } else { "beside" }) cx="48" cy=(y) r="18" {}
                @if stands { (icon(48, y, 34, &kahuna())) } @else {
                    (text(48, y + 8, 24, Anchor::Middle, "faint", &points.to_string()))
                }
            }
        }
    }

    /// The tikis and the spaces for them, each above its column, and the line that villages must reach.
    fn tikis(&self, seat: Seat, home: &Home, column: i32) -> Markup {
        let size = column.min(34);
        let (language, owner) = (self.language, &self.names[seat]);
        html! {
            (text(8, TIKIS_Y + 8, 24, Anchor::Start, "faint", say!(language, "tikis")))
            @for index in 0..TIKIS {
                @let above = self.rules.beside.tiki_columns[index];
                @let x = LEFT + column * (i32::from(above) - 1) + column / 2;
                @let stands = index < usize::from(home.tikis);
                @let title = if stands { say!(language, "a tiki of {0} above column {1}", owner, above) } else {
                    space_title(
                        language,
                        say!(language, "free space for the tiki of {0} above column {1}", owner, above),
                        self.rules.beside.tiki_gains[index],
                    )
                };
                g {
                    title { (title) }
                    rect class=(if stands { "beside filled" } else { "beside" }) x=(x - size / 2) y=(TIKIS_Y - 19)
                        width=(size) height="38" rx="6" {}
                    @if stands { (icon(x, TIKIS_Y, size, &tiki())) } @else {
                        (text(x, TIKIS_Y + 8, 24, Anchor::Middle, "faint", &above.to_string()))
                    }
                }
            }
        }
    }
}

/// A space that is still free, with what it will pay.
fn space_title(language: Language, space: String, gain: Gain) -> String {
    match (gain.shells, gain.feet) {
        (0, 0) => space,
        (shells, feet) => {
            say!(language, "{0}, which pays {1}", space, resources(language, shells.into(), feet.into(), 0))
        }
    }
}

/// The tiles of a village with their names, huts first.
fn tiles(language: Language, home: &Home, row: Row) -> Vec<(String, Markup)> {
    let printed = (row.index() == 0).then(|| (say!(language, "the printed hut").to_owned(), printed_hut()));
    let laid = Kind::ALL.into_iter().filter(|kind| home.with(*kind).contains(row)).map(|kind| {
        let side = if home.with_side(kind, Side::Two).contains(row) { Side::Two } else { Side::One };
        let which = home.god(row).filter(|_| kind == Kind::God);
        let name = which.map_or_else(|| kind.title(language), name_of);
        (with_side(language, name, side), laid(kind, which, side))
    });
    printed.into_iter().chain(laid).collect()
}
