//! The head of the drawing: the round with its marker, who must decide what, and what there is to choose from.

use kahua_engine::games::hawaii::{Side, Stage, Tile, copies};
use maud::{Markup, html};

use crate::draw::{WIDTH, seat_shape};
use crate::games::hawaii::describe::words::{TileWords, feet, shells, turns};
use crate::games::hawaii::describe::{decision, part};
use crate::language::{Language, Wording};
use crate::prose::in_lines;
use crate::say;

use super::frame::{Anchor, Picture, at, cut, fitted, icon, text};
use super::glyphs;
use super::icons::tile;

pub(super) const HEIGHT: i32 = 190;

/// How many characters of a sentence fit on a line. German has wider letters.
const fn line(language: Language) -> usize {
    match language {
        Language::English => 58,
        Language::German => 54,
    }
}

impl Picture<'_> {
    pub(super) fn header(&self) -> Markup {
        let turns = turns(self.language, self.board.turn.into());
        let shape = self.view.to_act().map(|seat| at(32, 72, &seat_shape(seat, 18)));
        let choosing = matches!(self.board.stage, Stage::Buy { .. } | Stage::Reward(_));
        // What there is to choose takes the place of the marker, which then is a line.
        let rows = if choosing { [92, 116] } else { [80, 110] };
        let usual = line(self.language);
        let indent = if shape.is_some() { 62 } else { 14 };
        html! {
            (text(14, 36, 32, Anchor::Start, "strong", &part(self.language, self.board)))
            (text(WIDTH as i32 - 14, 36, 24, Anchor::End, "faint", &turns))
            g class="to-act" {
                @if let Some(shape) = shape { (shape) }
                @for (line, y) in self.decision().iter().zip(rows) {
                    @if line.chars().count() > usual { (fitted(indent, y, 24, WIDTH as i32 - 14 - indent, "", line)) }
                    @else { (text(indent, y, 24, Anchor::Start, "", line)) }
                }
            }
            @if choosing { (text(14, 64, 24, Anchor::Start, "", &self.marker_in_words().join(", "))) }
            @match self.board.stage {
                Stage::Buy { price, .. } => { (self.to_buy(price)) }
                Stage::Reward(islet) => { (self.to_receive(islet.rewards())) }
                _ => { (self.marker()) }
            }
        }
    }

    /// Who must decide what, on at most two lines.
    fn decision(&self) -> Vec<String> {
        let names = self.names.map(|name| cut(name, 24));
        let decision = decision(self.view, Wording { language: self.language, names: &names });
        // Only the longest decisions take more than two lines of the usual width.
        in_lines(&decision, line(self.language), 2)
    }

    /// The round marker: the target, the points, and what all players receive after the round.
    fn marker(&self) -> Markup {
        let words = self.marker_in_words();
        let marker = self.rules.marker(self.board.round);
        html! {
            rect class="marker" x="10" y="130" width="780" height="48" rx="14" {}
            (text(28, 162, 24, Anchor::Start, "strong", &words[0]))
            @if let Some(income) = words.get(1) {
                g {
                    title { (income) }
                    (text(620, 162, 24, Anchor::End, "", say!(self.language, "then for all")))
                    (text(664, 162, 24, Anchor::End, "", &marker.shells.to_string()))
                    (icon(684, 154, 34, &glyphs::shell()))
                    (text(736, 162, 24, Anchor::End, "", &marker.feet.to_string()))
                    (icon(756, 154, 34, &glyphs::foot()))
                }
            }
        }
    }

    /// The target with its points and, if there is any, what all players receive.
    fn marker_in_words(&self) -> Vec<String> {
        let marker = self.rules.marker(self.board.round);
        let language = self.language;
        let points = say!(
            language,
            "target {0}: {1}, {2} or {3} points",
            marker.target,
            marker.first,
            marker.second,
            marker.other
        );
        let income = marker.shells + marker.feet > 0;
        let income = income.then(|| {
            let (shells, feet) = (shells(language, marker.shells.into()), feet(language, marker.feet.into()));
            say!(language, "then {0} and {1} for all", shells, feet)
        });
        std::iter::once(points).chain(income).collect()
    }

    /// The tiles that are sold where the chieftain stands, each with both sides and their prices.
    fn to_buy(&self, price: u8) -> Markup {
        let place = self.board.players[self.board.current_seat()].place();
        let wares: &[Tile] = place.map_or(&[], |place| self.board.sites[place.index()].wares());
        let both = wares.iter().flat_map(|ware| Side::ALL.map(|side| (*ware, side)));
        let choices = both.map(|(ware, side)| Choice {
            id: format!("buy-{ware}-{}", side.number()),
            ware,
            side,
            copies: copies(ware, side),
            price: Some(price * side.number()),
        });
        self.choices(choices.collect())
    }

    /// The tiles that an islet offers.
    fn to_receive(&self, rewards: &[Tile]) -> Markup {
        let choices = rewards.iter().map(|reward| Choice {
            id: format!("reward-{reward}"),
            ware: *reward,
            side: Side::Two,
            copies: self.rules.islet_copies(*reward),
            price: None,
        });
        self.choices(choices.collect())
    }

    fn title(&self, choice: &Choice) -> String {
        let language = self.language;
        let offered = choice.ware.offered(language, choice.side, choice.copies, self.board);
        match choice.price {
            None => offered,
            Some(price) => say!(language, "{0} for {1}", offered, shells(language, price.into())),
        }
    }

    fn choices(&self, choices: Vec<Choice>) -> Markup {
        let width = if choices.len() > 5 { 97 } else { 150 };
        html! {
            @for (index, choice) in choices.iter().enumerate() {
                @let x = 12 + width * index as i32;
                @let icons_width = 46 * i32::from(choice.copies);
                @let title = self.title(choice);
                (self.space(&choice.id, &title, &html! {
                    rect class="choice edge" x=(x) y="126" width=(width - 9) height="56" rx="12" {}
                    @for copy in 0..i32::from(choice.copies) {
                        (icon(x + 28 + 46 * copy, 154, 44, &tile(choice.ware, choice.side, self.board)))
                    }
                    @if let Some(price) = choice.price {
                        (text(x + 10 + icons_width, 163, 24, Anchor::Start, "", &price.to_string()))
                    }
                }))
            }
        }
    }
}

/// Something to choose: a tile, with its price if it has one.
struct Choice {
    id: String,
    ware: Tile,
    side: Side,
    copies: u8,
    price: Option<u8>,
}
