//! A view as an observation: a row of numbers. The viewer is player 0, the opponent player 1.

use super::Haleakala;
use super::cards::{Card, DisplayCard, Pile};
use super::island::{Gap, Segment, Space};
use super::player::{Colour, Disc, Player};
use super::ruleset::CARDS_MAX;
use super::shaman::Shaman;
use super::state::{End, Position, Round, Scoring, Step, Then, Variant};
use super::view::Shown;
use crate::encode::{Block, Pen, put_one, put_set, put_sum};

/// No column of cards or of lava discs is larger.
const CARDS: u8 = CARDS_MAX as u8;

/// The kinds of cards in a pile: lava comes last.
const PILE_KINDS: usize = Card::COUNT + 1;

impl Haleakala {
    /// Writes the blocks, see [`Encode::observe`](crate::encode::Encode::observe).
    pub(super) fn write_view(shown: &Shown<'_>, viewer: Colour, pen: &mut impl Pen) {
        let position = shown.position;
        write_step(position.step, viewer, pen);
        write_course(position, viewer, pen);
        write_island(shown, viewer, pen);
        let both = [viewer, viewer.other()].map(|colour| position.player(colour));
        write_players(both, pen);
    }
}

/// The number of a player, counted from the viewer.
fn from_viewer(colour: Colour, viewer: Colour) -> usize {
    usize::from(colour != viewer)
}

fn write_step(step: Step, viewer: Colour, pen: &mut impl Pen) {
    let (kind, gap, colour, then, end) = parts(step);
    let kinds = "what must happen next: draw the starter, draw an opening card, turn, shaman, pick, purchase, lava, \
                 draw a card for a gap, nothing";
    pen.block(Block::one_hot("step", kinds), &[9], |out| put_one(out, Some(kind)));
    let meaning = "the gap for which a card is drawn";
    pen.block(Block::one_hot("step_gap", meaning), &[Gap::COUNT], |out| put_one(out, gap.map(Gap::index)));
    let meaning = "the player who picks, buys or moves lava";
    let player = colour.map(|colour| from_viewer(colour, viewer));
    pen.block(Block::one_hot("step_player", meaning), &[2], |out| put_one(out, player));
    let meaning = "what follows a purchase or lava: the other player's card, by kind; the gaps are filled; the other \
                   player buys before the first scoring, the last one without cards, the last one by the guard; the \
                   same three scorings";
    pen.block(Block::one_hot("step_then", meaning), &[Card::COUNT + 7], |out| put_one(out, then.map(number_of_then)));
    let meaning = "how the game ended: without cards, by the guard";
    pen.block(Block::one_hot("end", meaning), &[2], |out| put_one(out, end.map(|end| end as usize)));
}

/// A step as its kind and what it has of a gap, a player, what follows, and an end.
fn parts(step: Step) -> (usize, Option<Gap>, Option<Colour>, Option<Then>, Option<End>) {
    match step {
        Step::Starter => (0, None, None, None, None),
        Step::Opening(gap) => (1, Some(gap), None, None, None),
        Step::Turn => (2, None, None, None, None),
        Step::Shaman => (3, None, None, None, None),
        Step::Pick(colour) => (4, None, Some(colour), None, None),
        Step::Purchase(colour, then) => (5, None, Some(colour), Some(then), None),
        Step::Lava(colour, then) => (6, None, Some(colour), Some(then), None),
        Step::Refill(gap) => (7, Some(gap), None, None, None),
        Step::Over(end) => (8, None, None, None, Some(end)),
    }
}

fn number_of_then(then: Then) -> usize {
    let number_of_scoring = |scoring| match scoring {
        Scoring::First => 0,
        Scoring::Last(end) => 1 + end as usize,
    };
    match then {
        Then::Card(card) => card.index(),
        Then::Refill => Card::COUNT,
        Then::OtherBuys(scoring) => Card::COUNT + 1 + number_of_scoring(scoring),
        Then::Score(scoring) => Card::COUNT + 4 + number_of_scoring(scoring),
    }
}

fn write_course(position: &Position, viewer: Colour, pen: &mut impl Pen) {
    let meaning = "the tactical variant is played; the second round is played";
    pen.block(Block::flags("game", meaning), &[2], |out| {
        out[0] = u8::from(position.variant == Variant::Tactical);
        out[1] = u8::from(position.round == Round::Second);
    });
    let meaning = "the player who began";
    pen.block(Block::one_hot("starter", meaning), &[2], |out| out[from_viewer(position.starter, viewer)] = 1);
    let meaning = "the player whose turn it is";
    pen.block(Block::one_hot("active", meaning), &[2], |out| out[from_viewer(position.active, viewer)] = 1);
    let meaning = "the turns that are over";
    pen.block(Block::sum("turns", meaning), &[4], |out| put_sum(out, position.turns.into()));
    let meaning = "turns since a card was taken";
    pen.block(Block::sum("idle_turns", meaning), &[1], |out| put_sum(out, position.idle_turns.into()));
}

fn write_island(shown: &Shown<'_>, viewer: Colour, pen: &mut impl Pen) {
    let position = shown.position;
    let meaning = "the segment with the boat";
    pen.block(Block::one_hot("boat", meaning), &[Segment::COUNT], |out| out[position.boat.index()] = 1);
    let meaning = "lava discs on the crater of each segment";
    pen.block(Block::counts("lava", 9, meaning), &[Segment::COUNT], |out| out.copy_from_slice(&position.lava));
    let meaning = "lava discs beside the board";
    pen.block(Block::counts("lava_supply", 9, meaning), &[1], |out| out[0] = shown.lava_supply);
    let meaning = "the card on each gap, by kind";
    pen.block(Block::one_hot("gaps", meaning), &[Gap::COUNT, Card::COUNT], |out| {
        for (gap, card) in position.gaps.iter().enumerate() {
            put_one(&mut out[gap * Card::COUNT..], card.map(Card::index));
        }
    });
    let meaning = "cards left in the one-, two- and three-palm pile, by kind, lava last";
    pen.block(Block::counts("piles", CARDS, meaning), &[3, PILE_KINDS], |out| {
        for (out, pile) in out.chunks_exact_mut(PILE_KINDS).zip(&position.piles) {
            put_pile(out, pile);
        }
    });
    let meaning = "discarded cards by kind, lava last";
    pen.block(Block::counts("discard", CARDS, meaning), &[PILE_KINDS], |out| put_pile(out, &shown.discard));
    let meaning = "the display cards that lie face up";
    let block = Block::flags("display", meaning);
    pen.block(block, &[DisplayCard::COUNT], |out| put_set(out, position.display));
    let meaning = "the segment with each player's hut";
    pen.block(Block::one_hot("huts", meaning), &[2, Segment::COUNT], |out| {
        for (colour, hut) in Colour::ALL.into_iter().zip(shown.huts) {
            out[from_viewer(colour, viewer) * Segment::COUNT + hut.index()] = 1;
        }
    });
}

fn put_pile(out: &mut [u8], pile: &Pile) {
    out[..Card::COUNT].copy_from_slice(pile.cards.counts());
    out[Card::COUNT] = pile.lava;
}

fn write_players(players: [&Player; 2], pen: &mut impl Pen) {
    // Each block has a row for the viewer and one for the opponent.
    let mut each = |block: Block, shape: &[usize], write: fn(&mut [u8], &Player)| {
        pen.block(block, shape, |out| {
            let columns = out.len() / 2;
            for (out, player) in out.chunks_exact_mut(columns).zip(players) {
                write(out, player);
            }
        });
    };
    let meaning = "player, number disc, the beach on which it lies";
    each(Block::one_hot("discs", meaning), &[2, Disc::COUNT, Segment::COUNT], |out, player| {
        for (disc, beach) in player.discs.iter().enumerate() {
            put_one(&mut out[disc * Segment::COUNT..], beach.map(Segment::index));
        }
    });
    let meaning = "player, the beach on which the invocation disc lies";
    each(Block::one_hot("invocation", meaning), &[2, Segment::COUNT], |out, player| {
        put_one(out, player.invocation.map(Segment::index));
    });
    let meaning = "player, where the shaman stands: the six beaches, then the eighteen building spaces";
    each(Block::one_hot("shaman", meaning), &[2, Segment::COUNT + Space::COUNT], |out, player| {
        out[match player.shaman {
            Shaman::Beach(beach) => beach.index(),
            Shaman::On(space) => Segment::COUNT + space.index(),
        }] = 1;
    });
    let meaning = "player, building space with a statue of the player";
    each(Block::flags("statues", meaning), &[2, Space::COUNT], |out, player| put_set(out, player.statues));
    let meaning = "player, shell cards";
    each(Block::counts("shells", CARDS, meaning), &[2, 1], |out, player| out[0] = player.shells);
    let meaning = "player, kept cards by kind";
    each(Block::counts("kept", CARDS, meaning), &[2, Card::COUNT], |out, player| out.copy_from_slice(&player.kept));
    let meaning = "player, display card that the player has bought since the last scoring";
    each(Block::flags("bought", meaning), &[2, DisplayCard::COUNT], |out, player| {
        put_set(out, player.bought);
    });
    let meaning = "player, points so far";
    each(Block::sum("points", meaning), &[2, 2], |out, player| put_sum(out, player.points.into()));
}
