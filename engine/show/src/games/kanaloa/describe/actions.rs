//! What players do, each in a sentence.

use kahua_engine::games::kanaloa::{
    Action, Arrow, Change, ChangeKind, God, Island, Kanaloa, Piece, Side, Spot, Stage, Tile, Way,
};

use crate::prose::either;

use super::telling::Telling;
use super::words::{call_tile, letter, name_of, points, side_up, way};

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
                told.push("The other piece is blocked, so the turn is lost.".to_owned());
            }
            _ => {}
        }
        if self.before.turn.number > 0 {
            told.extend(self.turns_passed());
        }
        told
    }

    fn deed(&self, action: Action) -> String {
        let mover = self.mover();
        match action {
            Action::LayFish { arrow, side } => format!("{mover} lays a fish {}, {}.", way(arrow), side_up(side)),
            Action::PlacePiece(island) => format!("{mover} places a piece on island {}.", letter(island)),
            Action::RemovePiece(piece) => {
                format!("{mover} owns neither of Lono's cards and gives up {}.", call_piece(piece))
            }
            Action::Land(island) => {
                format!("{mover}'s piece leaves the dolphin and lands on island {}.", letter(island))
            }
            Action::Move(arrow) => {
                let [from, to] = [arrow.tail, arrow.head].map(letter);
                format!(
                    "{mover} moves from {from} to {to} along {}, which now lies {}.",
                    self.fish(arrow),
                    self.shows(arrow)
                )
            }
            Action::Flip(arrow) => {
                let (from, fish, to) = (letter(arrow.tail), self.fish(arrow), letter(arrow.head));
                format!("{mover} can't move from {from} and turns {fish} towards {to} white side up.")
            }
            Action::CallDolphin(island) => {
                format!("{mover} can't move from {} and puts the piece there onto the dolphin.", letter(island))
            }
            Action::Swap(first, second) => {
                format!("With Lono's help {mover} swaps {} for {}.", call_spot(first), call_spot(second))
            }
            Action::Sacrifice(temple) => format!("{mover} begins a sacrifice to {}.", name_of(temple)),
            Action::Add(tile) => self.addition(tile),
            Action::Done => self.completed(),
            Action::Rob { victim, tile } => {
                let (robber, victim) = (self.owner_of(God::Ku), self.name(victim));
                format!("With Ku's help {robber} robs {victim} of a {}.", call_tile(tile))
            }
            Action::Spare => format!("{} robs nobody.", self.owner_of(God::Ku)),
            Action::TakeTile(tile) => self.taking(tile),
            Action::PlaceVolcano(site) => self.placing(site),
            Action::TurnFish(change) => self.turning(change),
            Action::SecondPiece(island) => {
                format!("With Lono's help {mover} brings a second piece to island {}.", letter(island))
            }
            Action::EndTurn => format!("{mover} ends the turn."),
            Action::Allow => self.allowing(),
            Action::Veto => self.veto(),
        }
    }

    /// The side that the fish on this current shows now.
    fn shows(&self, arrow: Arrow) -> &'static str {
        let white = self.after.shoal.is_white(self.after.current(arrow));
        side_up(if white { Side::White } else { Side::Coloured })
    }

    fn first_turn(&self) -> Option<String> {
        let starter = self.name(self.after.turn.seat);
        (self.after.turn.number > 0).then(|| format!("{starter}, who owns Ku's card, takes the first turn."))
    }

    /// Who may be robbed, and by whom, at the island to which a piece has come.
    fn meeting(&self, island: Island) -> Option<String> {
        let Stage::Rob(arrival) = self.after.stage else { return None };
        let (mover, there) = (self.mover(), letter(island));
        if self.before.cards[God::Ku].owner != Some(self.before.turn.seat) {
            return Some(format!("There {mover} meets {}, who owns Ku's card and may rob.", self.owner_of(God::Ku)));
        }
        let victims: Vec<&str> = self.after.victims(arrival).into_iter().map(|seat| self.name(seat)).collect();
        Some(format!("{mover}, who owns Ku's card, may rob {} on {there}.", either(&victims)))
    }

    fn addition(&self, tile: Tile) -> String {
        let (mover, tile) = (self.mover(), call_tile(tile));
        match (self.before.stage, self.after.stage) {
            (Stage::Offer(so_far), Stage::Offer(now)) if so_far.last.is_some() => {
                format!("{mover} adds a {tile}, which makes {}.", points(now.value.into()))
            }
            _ => format!("{mover} lays down a {tile}."),
        }
    }

    fn completed(&self) -> String {
        let Stage::Offer(offering) = self.before.stage else { return String::new() };
        let (mover, god, value) = (self.mover(), name_of(offering.temple), points(offering.value.into()));
        let height = |game: &Kanaloa| game.players[self.before.turn.seat].temples[offering.temple];
        let (from, to) = (height(self.before), height(self.after));
        format!("{mover} sacrifices {value} to {god}, and the temple for {god} grows from {from} to {to}.")
    }

    fn taking(&self, tile: Tile) -> String {
        let (mover, tile) = (self.mover(), call_tile(tile));
        match self.before.stage {
            Stage::TakeTile(arrival) if arrival.by == Way::Dolphin => {
                let from = letter(arrival.island);
                format!("{mover} gives the dolphin the {tile} of island {from}, which leaves the game.")
            }
            Stage::TakeTile(arrival) => format!("{mover} takes the {tile} of island {}.", letter(arrival.island)),
            _ => format!("{mover} takes the {tile}."),
        }
    }

    fn turning(&self, change: Change) -> String {
        let (mover, fish) = (self.mover(), self.fish(change.arrow));
        if matches!(self.after.stage, Stage::Veto(_)) {
            let (verb, protected) = (verb(change.kind), self.protected_by(God::Kanaloa));
            let way = way(change.arrow);
            return format!("{mover} wants to {verb} {fish} {way}, which {protected} may forbid.");
        }
        match change.kind {
            ChangeKind::Reverse => {
                format!(
                    "With Kanaloa's help {mover} reverses {fish}, which now points {}.",
                    way(change.arrow.reversed())
                )
            }
            ChangeKind::Recolour => {
                let (way, shows) = (way(change.arrow), self.shows(change.arrow));
                format!("With Kanaloa's help {mover} turns over {fish} {way}, which now lies {shows}.")
            }
        }
    }

    fn allowing(&self) -> String {
        let protected = self.protected_by(God::Kanaloa);
        match self.before.stage {
            Stage::Veto(Change { kind: ChangeKind::Reverse, arrow }) => {
                format!("{protected} allows it, and the fish now points {}.", way(arrow.reversed()))
            }
            Stage::Veto(Change { arrow, .. }) => {
                format!("{protected} allows it, and the fish {} now lies {}.", way(arrow), self.shows(arrow))
            }
            _ => format!("{protected} allows it."),
        }
    }

    fn veto(&self) -> String {
        let (protected, mover) = (self.protected_by(God::Kanaloa), self.mover());
        format!(
            "{protected} forbids it, with Kanaloa's protection, and {mover} may not choose this fish again in this \
             turn."
        )
    }
}

/// "reverse", "turn over".
pub(super) const fn verb(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Reverse => "reverse",
        ChangeKind::Recolour => "turn over",
    }
}

fn call_piece(piece: Piece) -> String {
    match piece {
        Piece::On { island, blocked: false } => format!("the piece on {}", letter(island)),
        Piece::On { island, blocked: true } => format!("the blocked piece on {}", letter(island)),
        Piece::Dolphin => "the piece on the dolphin".to_owned(),
    }
}

fn call_spot(spot: Spot) -> String {
    format!("the {} of {}", call_tile(spot.tile), letter(spot.island))
}
