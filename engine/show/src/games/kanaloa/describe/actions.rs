//! What players do, each in a sentence.

use kahua_engine::games::kanaloa::{Action, Arrow, God, Island, Kanaloa, Piece, Spot, Stage, Tile, Way};

use crate::language::Language;
use crate::prose::either;
use crate::say;

use super::telling::Telling;
use super::words::{call_tile, ends, letter, name_of, points, side_up};

impl Telling<'_> {
    /// What the action did, and a sentence each for what followed from it.
    pub(super) fn action(&self, action: Action) -> Vec<String> {
        let mut told = vec![self.deed(action)];
        match action {
            Action::PlacePiece(_) => told.extend(self.first_turn()),
            Action::Move(Arrow { head: island, .. }) | Action::Land(island) => told.extend(self.meeting(island)),
            Action::Done => told.extend(self.sacrificed()),
            Action::TakeTile(_) => told.extend(self.reserve_opened()),
            Action::PlaceVolcano(site) => told.extend(self.erupted(site)),
            Action::RemovePiece(_) if self.turns_begun() > 0 => {
                told.push(say!(self.language(), "The other piece is blocked, so the turn is lost.").to_owned());
            }
            _ => {}
        }
        if self.before.turn.number > 0 {
            told.extend(self.turns_passed());
        }
        told
    }

    fn deed(&self, action: Action) -> String {
        let (language, mover) = (self.language(), self.mover());
        match action {
            Action::LayFish { arrow, side } => {
                let [tail, head] = ends(arrow);
                say!(language, "{0} lays a fish from {1} to {2}, {3}.", mover, tail, head, side_up(language, side))
            }
            Action::PlacePiece(island) => say!(language, "{0} places a piece on island {1}.", mover, letter(island)),
            Action::RemovePiece(piece) => {
                let piece = call_piece(language, piece);
                say!(language, "{0} owns neither of Lono's cards and gives up {1}.", mover, piece)
            }
            Action::Land(island) => {
                say!(language, "{0}'s piece leaves the dolphin and lands on island {1}.", mover, letter(island))
            }
            Action::Move(arrow) => self.moving(arrow),
            Action::Flip(arrow) => {
                let ([from, to], fish) = (ends(arrow), self.fish(arrow));
                say!(
                    language,
                    "{0} can't move from {1} and turns {2} towards {3} white side up.",
                    mover,
                    from,
                    fish,
                    to
                )
            }
            Action::CallDolphin(island) => {
                let from = letter(island);
                say!(language, "{0} can't move from {1} and puts the piece there onto the dolphin.", mover, from)
            }
            Action::Swap(first, second) => {
                let [first, second] = [first, second].map(|spot| call_spot(language, spot));
                say!(language, "With Lono's help {0} swaps {1} for {2}.", mover, first, second)
            }
            Action::Sacrifice(temple) => say!(language, "{0} begins a sacrifice to {1}.", mover, name_of(temple)),
            Action::Add(tile) => self.addition(tile),
            Action::Done => self.completed(),
            Action::Rob { victim, tile } => {
                let (robber, victim) = (self.owner_of(God::Ku), self.name(victim));
                say!(language, "With Ku's help {0} robs {1} of a {2}.", robber, victim, call_tile(tile))
            }
            Action::Spare => say!(language, "{0} robs nobody.", self.owner_of(God::Ku)),
            Action::TakeTile(tile) => self.taking(tile),
            Action::PlaceVolcano(site) => self.placing(site),
            Action::TurnFish(change) => self.turning(change),
            Action::SecondPiece(island) => {
                say!(language, "With Lono's help {0} brings a second piece to island {1}.", mover, letter(island))
            }
            Action::EndTurn => say!(language, "{0} ends the turn.", mover),
            Action::Allow => self.allowing(),
            Action::Veto => self.veto(),
        }
    }

    fn moving(&self, arrow: Arrow) -> String {
        let (language, mover, [from, to]) = (self.language(), self.mover(), ends(arrow));
        let shows = side_up(language, self.shows(arrow));
        if self.is_own(arrow) {
            return say!(
                language,
                "{0} moves from {1} to {2} along one of {0}'s own fish, which now lies {3}.",
                mover,
                from,
                to,
                shows
            );
        }
        let fish = self.fish(arrow);
        say!(language, "{0} moves from {1} to {2} along {3}, which now lies {4}.", mover, from, to, fish, shows)
    }

    fn first_turn(&self) -> Option<String> {
        let starter = self.name(self.after.turn.seat);
        (self.after.turn.number > 0)
            .then(|| say!(self.language(), "{0}, who owns Ku's card, takes the first turn.", starter))
    }

    /// Who may be robbed, and by whom, at the island to which a piece has come.
    fn meeting(&self, island: Island) -> Option<String> {
        let Stage::Rob(arrival) = self.after.stage else { return None };
        let (language, mover, there) = (self.language(), self.mover(), letter(island));
        if self.before.cards[God::Ku].owner != Some(self.before.turn.seat) {
            let robber = self.owner_of(God::Ku);
            return Some(say!(language, "There {0} meets {1}, who owns Ku's card and may rob.", mover, robber));
        }
        let victims: Vec<&str> = self.after.victims(arrival).into_iter().map(|seat| self.name(seat)).collect();
        let victims = either(language, &victims);
        Some(say!(language, "{0}, who owns Ku's card, may rob {1} on {2}.", mover, victims, there))
    }

    fn addition(&self, tile: Tile) -> String {
        let (language, mover, tile) = (self.language(), self.mover(), call_tile(tile));
        match (self.before.stage, self.after.stage) {
            (Stage::Offer(so_far), Stage::Offer(now)) if so_far.last.is_some() => {
                let value = points(language, now.value.into());
                say!(language, "{0} adds a {1}, which makes {2}.", mover, tile, value)
            }
            _ => say!(language, "{0} lays down a {1}.", mover, tile),
        }
    }

    fn completed(&self) -> String {
        let Stage::Offer(offering) = self.before.stage else { return String::new() };
        let (mover, god) = (self.mover(), name_of(offering.temple));
        let value = points(self.language(), offering.value.into());
        let height = |game: &Kanaloa| game.players[self.before.turn.seat].temples[offering.temple];
        let (from, to) = (height(self.before), height(self.after));
        say!(
            self.language(),
            "{0} sacrifices {1} to {2}, and the temple for {2} grows from {3} to {4}.",
            mover,
            value,
            god,
            from,
            to
        )
    }

    fn taking(&self, tile: Tile) -> String {
        let (language, mover, tile) = (self.language(), self.mover(), call_tile(tile));
        match self.before.stage {
            Stage::TakeTile(arrival) => {
                let from = letter(arrival.island);
                match arrival.by {
                    Way::Dolphin => say!(
                        language,
                        "{0} gives the dolphin the {1} of island {2}, which leaves the game.",
                        mover,
                        tile,
                        from
                    ),
                    Way::Fish => say!(language, "{0} takes the {1} of island {2}.", mover, tile, from),
                }
            }
            _ => say!(language, "{0} takes the {1}.", mover, tile),
        }
    }
}

/// A piece that is given up, which German declines.
fn call_piece(language: Language, piece: Piece) -> String {
    match piece {
        Piece::On { island, blocked: false } => say!(language, "the piece on {0}", letter(island)),
        Piece::On { island, blocked: true } => say!(language, "the blocked piece on {0}", letter(island)),
        Piece::Dolphin => say!(language, "the piece on the dolphin").to_owned(),
    }
}

fn call_spot(language: Language, spot: Spot) -> String {
    say!(language, "the {0} of {1}", call_tile(spot.tile), letter(spot.island))
}
