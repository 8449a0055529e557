//! What every event does to the state: here the two verbs, below them the parts of a game.

use super::action::{Action, Chance};
use super::stage::{Offering, Stage};
use super::state::Kanaloa;

mod god_actions;
mod sacrifice;
mod start;
mod travel;
mod turn;
mod volcano;

impl Kanaloa {
    /// Applies a legal action.
    pub(super) fn apply_action(&mut self, action: Action) {
        match action {
            Action::LayFish { arrow, side } => self.lay_fish(arrow, side),
            Action::PlacePiece(island) => self.place_piece(island),
            Action::RemovePiece(piece) => self.remove_piece(piece),
            Action::Land(island) => self.land(island),
            Action::Move(arrow) => self.travel(arrow),
            Action::Flip(arrow) => self.flip(arrow),
            Action::CallDolphin(island) => self.call_dolphin(island),
            Action::Swap(first, second) => self.swap(first, second),
            Action::Sacrifice(temple) => self.stage = Stage::Offer(Offering { temple, last: None, value: 0 }),
            Action::Add(tile) => self.add_to_offering(tile),
            Action::Done => self.complete_offering(),
            Action::Rob { victim, tile } => self.rob(victim, tile),
            Action::Spare => self.go_on_to_tile(),
            Action::TakeTile(tile) => self.take_tile(tile),
            Action::PlaceVolcano(site) => self.place_volcano(site),
            Action::TurnFish(change) => self.propose_change(change),
            Action::SecondPiece(island) => self.bring_second_piece(island),
            Action::EndTurn => self.end_turn(),
            Action::Allow => self.allow(),
            Action::Veto => self.veto(),
        }
    }

    /// Applies an outcome of the chance event that is due.
    pub(super) fn apply_chance(&mut self, chance: Chance) {
        match (self.stage, chance) {
            (Stage::DealTiles, Chance::Draw(tile)) => self.deal_tile(tile),
            (_, Chance::Draw(tile)) => self.draw_offering(tile),
            (_, Chance::DrawVolcano) => self.draw_volcano(),
            (_, Chance::Card(god)) => self.deal_card(god),
            (_, Chance::Cards(pair)) => self.deal_cards(pair),
            (_, Chance::Neutral(arrow)) => self.lay_neutral(arrow),
        }
    }
}
