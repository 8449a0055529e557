//! What follows from an action or a draw: points, cards, blocked pieces, and turns that pass.

use kahua_engine::Seat;
use kahua_engine::games::kanaloa::{God, Kanaloa, Piece, Site, Stage, Tally, Temple, worth};

use crate::prose::list;

use super::standing::standing;
use super::telling::Telling;
use super::words::{letter, name_of, place, points};

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
            told.push(format!("{} now has {} instead of {was}{}.", self.name(seat), points(is), self.what_for(seat)));
            told.push(format!("{}.", standing(&self.after.players, self.names, "leads", "share the lead")));
        }
        God::ALL.into_iter().for_each(|god| told.extend(self.cards_moved(god)));
        told
    }

    /// Why a sacrifice left the points as they were.
    fn still(&self, count: i32) -> String {
        let Stage::Offer(offering) = self.before.stage else { return String::new() };
        let (name, temples) = (self.mover(), &self.after.players[self.before.turn.seat].temples);
        let (height, kane) = (temples[offering.temple], temples[Temple::Kane]);
        match offering.temple {
            Temple::Kane => format!("{name} still has {}.", points(count)),
            Temple::Of(_) if kane == 0 => format!("Without a temple for Kane, {name} still has no points."),
            Temple::Of(_) if height < kane => {
                format!("{name} still has {}, because the temple for Kane is higher: {kane}.", points(count))
            }
            Temple::Of(_) => {
                format!("{name} still has {}, because no temple scores more than the {kane} of Kane's.", points(count))
            }
        }
    }

    /// ": 7 each for Kane, Ku and Pele".
    fn what_for(&self, seat: Seat) -> String {
        let temples = &self.after.players[seat].temples;
        let kane = temples[Temple::Kane];
        let gods = Temple::ALL.into_iter().filter(|&temple| temple != Temple::Kane && worth(temples, temple) > 0);
        let scoring: Vec<&str> = std::iter::once(Temple::Kane).chain(gods).map(name_of).collect();
        match &scoring[..] {
            [_] => ", for Kane alone".to_owned(),
            all => format!(": {kane} each for {}", list(all)),
        }
    }

    fn cards_moved(&self, god: God) -> Vec<String> {
        let (was, is) = (self.before.cards[god], self.after.cards[god]);
        let card = format!("{}'s card", name_of(Temple::Of(god)));
        let protection = format!("{}'s protection card", name_of(Temple::Of(god)));
        let owner = self.passed(&card, was.owner, is.owner);
        owner.into_iter().chain(self.passed(&protection, was.protection, is.protection)).collect()
    }

    fn passed(&self, card: &str, from: Option<Seat>, to: Option<Seat>) -> Option<String> {
        match (from.map(|seat| self.name(seat)), to.map(|seat| self.name(seat))) {
            _ if from == to => None,
            (None, Some(to)) => Some(format!("{to} gets {card}.")),
            (Some(from), Some(to)) => Some(format!("{card} goes from {from} to {to}.")),
            (Some(from), None) => Some(format!("{from} gives up {card}, which now lies beside the map.")),
            (None, None) => None,
        }
    }

    /// Where the volcano is placed, or stays, or goes from and to.
    pub(super) fn placing(&self, site: Site) -> String {
        let (placer, there) = (self.name(self.placer()), place(site));
        match self.before.volcano.map(|volcano| volcano.site) {
            None => format!("{placer} places the volcano {there}."),
            Some(old) if old == site => format!("{placer} leaves the volcano {there}."),
            Some(old) => format!("{placer} moves the volcano, which stood {}, and places it {there}.", place(old)),
        }
    }

    /// Whose pieces a volcano blocks that has just been placed.
    pub(super) fn erupted(&self, site: Site) -> Vec<String> {
        let game = self.before;
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
            let who = self.name(seat);
            let whose = if alike.len() == 1 { who.to_owned() } else { format!("both pieces of {who}") };
            format!("{whose} on {}", letter(island))
        });
        let whom = match (new.is_empty(), old.is_empty()) {
            (false, _) => list(blocked),
            (true, true) => "no piece".to_owned(),
            (true, false) => "no further piece".to_owned(),
        };
        let mut told = vec![format!("It blocks {whom}.")];
        if self.turns_begun() == 1 {
            told.push(format!("{} takes a turn without god actions.", self.name(self.placer())));
        }
        told
    }

    /// The reserve goes into the bag.
    pub(super) fn reserve_opened(&self) -> Option<String> {
        let held = |game: &Kanaloa| game.supply.reserve_volcanoes;
        let opened = held(self.before) > 0 && held(self.after) == 0;
        opened.then(|| "The bag is empty, and the reserve goes into it.".to_owned())
    }

    /// How many turns began with this event; all but the last of them were lost.
    pub(super) fn turns_begun(&self) -> usize {
        usize::from(self.after.turn.number - self.before.turn.number)
    }

    /// What happened as turns ended: the volcano went, and turns were lost.
    pub(super) fn turns_passed(&self) -> Vec<String> {
        let mut told = Vec::new();
        if self.before.volcano.is_some() && self.after.volcano.is_none() {
            told.push("The volcano goes.".to_owned());
        }
        let seats = self.before.players.count();
        let placed = self.before.stage == Stage::PlaceVolcano;
        let first = if placed { self.placer() } else { seats.next(self.before.turn.seat) };
        let order = std::iter::once(first).chain(seats.others_after(first));
        let lost: Vec<&str> = order.take(self.turns_begun().saturating_sub(1)).map(|seat| self.name(seat)).collect();
        match &lost[..] {
            [] => {}
            [one] => told.push(format!("All pieces of {one} are blocked, and {one}'s turn is lost.")),
            all => told.push(format!("All pieces of {} are blocked, and their turns are lost.", list(all))),
        }
        told
    }
}
