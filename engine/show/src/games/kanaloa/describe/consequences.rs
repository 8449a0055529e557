//! What follows from an action or a draw: points, cards, blocked pieces, and turns that pass.

use kahua_engine::Seat;
use kahua_engine::games::kanaloa::{God, Kanaloa, Piece, Site, Stage, Tally, Temple, worth};

use crate::prose::list;
use crate::say;

use super::standing::leading;
use super::telling::Telling;
use super::words::{card_of, letter, name_of, place, points, protection_card_of};

impl Telling<'_> {
    /// What a sacrifice changes: the points, who leads, and the cards.
    pub(super) fn sacrificed(&self) -> Vec<String> {
        let seat = self.before.turn.seat;
        let count = |game: &Kanaloa| Tally::of(&game.players[seat].temples).points;
        let (was, is) = (count(self.before), count(self.after));
        let mut told = Vec::new();
        if is == was {
            told.push(self.still(is));
        } else {
            told.push(self.counted(seat, was, is));
            told.push(format!("{}.", leading(&self.after.players, self.wording)));
        }
        God::ALL.into_iter().for_each(|god| told.extend(self.cards_moved(god)));
        told
    }

    /// Why a sacrifice left the points as they were.
    fn still(&self, count: i32) -> String {
        let Stage::Offer(offering) = self.before.stage else { return String::new() };
        let (language, name) = (self.language(), self.mover());
        let (temples, points) = (&self.after.players[self.before.turn.seat].temples, points(language, count));
        let (height, kane) = (temples[offering.temple], temples[Temple::Kane]);
        match offering.temple {
            Temple::Kane => say!(language, "{0} still has {1}.", name, points),
            Temple::Of(_) if kane == 0 => say!(language, "Without a temple for Kane, {0} still has no points.", name),
            Temple::Of(_) if height < kane => {
                say!(language, "{0} still has {1}, because the temple for Kane is higher: {2}.", name, points, kane)
            }
            Temple::Of(_) => {
                say!(
                    language,
                    "{0} still has {1}, because no temple scores more than the {2} of Kane's.",
                    name,
                    points,
                    kane
                )
            }
        }
    }

    /// The new points and what they are for: "7 each for Kane, Ku and Pele".
    fn counted(&self, seat: Seat, was: i32, is: i32) -> String {
        let (language, temples) = (self.language(), &self.after.players[seat].temples);
        let (name, points, kane) = (self.name(seat), points(language, is), temples[Temple::Kane]);
        let gods = Temple::ALL.into_iter().filter(|&temple| temple != Temple::Kane && worth(temples, temple) > 0);
        let scoring: Vec<&str> = std::iter::once(Temple::Kane).chain(gods).map(name_of).collect();
        match &scoring[..] {
            [_] => say!(language, "{0} now has {1} instead of {2}, for Kane alone.", name, points, was),
            all => {
                let all = list(language, all);
                say!(language, "{0} now has {1} instead of {2}: {3} each for {4}.", name, points, was, kane, all)
            }
        }
    }

    fn cards_moved(&self, god: God) -> Vec<String> {
        let (was, is) = (self.before.cards[god], self.after.cards[god]);
        let (card, protection) = (card_of(self.language(), god), protection_card_of(self.language(), god));
        let owner = self.passed(&card, was.owner, is.owner);
        owner.into_iter().chain(self.passed(&protection, was.protection, is.protection)).collect()
    }

    fn passed(&self, card: &str, from: Option<Seat>, to: Option<Seat>) -> Option<String> {
        let language = self.language();
        match (from.map(|seat| self.name(seat)), to.map(|seat| self.name(seat))) {
            _ if from == to => None,
            (None, Some(to)) => Some(say!(language, "{0} gets {1}.", to, card)),
            (Some(from), Some(to)) => Some(say!(language, "{0} goes from {1} to {2}.", card, from, to)),
            (Some(from), None) => Some(say!(language, "{0} gives up {1}, which now lies beside the map.", from, card)),
            (None, None) => None,
        }
    }

    /// Where the volcano is placed, or stays, or goes from and to.
    pub(super) fn placing(&self, site: Site) -> String {
        let (language, placer) = (self.language(), self.name(self.placer()));
        let there = place(language, site);
        match self.before.volcano.map(|volcano| volcano.site) {
            None => say!(language, "{0} places the volcano {1}.", placer, there),
            Some(old) if old == site => say!(language, "{0} leaves the volcano {1}.", placer, there),
            Some(old) => {
                let here = place(language, old);
                say!(language, "{0} moves the volcano, which stood {1}, and places it {2}.", placer, here, there)
            }
        }
    }

    /// Whose pieces a volcano blocks that has just been placed.
    pub(super) fn erupted(&self, site: Site) -> Vec<String> {
        let (language, game) = (self.language(), self.before);
        let touched = match site {
            Site::Island(island) => game.map().neighbours(island),
            Site::Sea(space) => game.touched_by(space),
        };
        let prey = game.players.entries().filter(|&(seat, _)| !game.is_free_of_volcanoes(seat));
        let prey = prey.flat_map(|(seat, player)| player.pieces.iter().map(move |&piece| (seat, piece)));
        let touched = prey.filter_map(|(seat, piece)| match piece {
            Piece::On { island, blocked } if touched.contains(island) => Some((seat, island, blocked)),
            _ => None,
        });
        let (old, new): (Vec<_>, Vec<_>) = touched.partition(|&(.., blocked)| blocked);
        // The pieces of a player that stand together are next to each other.
        let blocked = new.chunk_by(|one, other| one == other).map(|alike| {
            let (seat, island, _) = alike[0];
            match alike.len() {
                1 => say!(language, "{0} on {1}", self.name(seat), letter(island)),
                _ => say!(language, "both pieces of {0} on {1}", self.name(seat), letter(island)),
            }
        });
        let whom = match (new.is_empty(), old.is_empty()) {
            (false, _) => list(language, blocked),
            (true, true) => say!(language, "no piece").to_owned(),
            (true, false) => say!(language, "no further piece").to_owned(),
        };
        let mut told = vec![say!(language, "It blocks {0}.", whom)];
        if self.turns_begun() == 1 {
            told.push(say!(language, "{0} takes a turn without god actions.", self.name(self.placer())));
        }
        told
    }

    /// The reserve goes into the bag.
    pub(super) fn reserve_opened(&self) -> Option<String> {
        let held = |game: &Kanaloa| game.supply.reserve_volcanoes;
        let opened = held(self.before) > 0 && held(self.after) == 0;
        opened.then(|| say!(self.language(), "The bag is empty, and the reserve goes into it.").to_owned())
    }

    /// How many turns began with this event; all but the last of them were lost.
    pub(super) fn turns_begun(&self) -> usize {
        usize::from(self.after.turn.number - self.before.turn.number)
    }

    /// What happened as turns ended: the volcano went, and turns were lost.
    pub(super) fn turns_passed(&self) -> Vec<String> {
        let language = self.language();
        let mut told = Vec::new();
        if self.before.volcano.is_some() && self.after.volcano.is_none() {
            told.push(say!(language, "The volcano goes.").to_owned());
        }
        let seats = self.before.players.count();
        let placed = self.before.stage == Stage::PlaceVolcano;
        let first = if placed { self.placer() } else { seats.next(self.before.turn.seat) };
        let order = std::iter::once(first).chain(seats.others_after(first));
        let lost: Vec<&str> = order.take(self.turns_begun().saturating_sub(1)).map(|seat| self.name(seat)).collect();
        match &lost[..] {
            [] => {}
            [one] => told.push(say!(language, "All pieces of {0} are blocked, and {0}'s turn is lost.", one)),
            all => {
                let all = list(language, all);
                told.push(say!(language, "All pieces of {0} are blocked, and their turns are lost.", all));
            }
        }
        told
    }
}
