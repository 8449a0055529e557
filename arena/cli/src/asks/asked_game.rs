//! A game whose seats are asked, with what each was told of it.

use kahua_core::ids::MatchId;
use kahua_engine::{Answer, Dice, DynGame, Illegal, PerSeat, Phase, Viewer};
use kahua_proto::pb::arena::v1 as pb;
use pb::match_event::Event;

/// It makes the asks that an arena would make, in typed form and in notation, but without times.
pub(super) struct AskedGame {
    game: Box<dyn DynGame>,
    match_id: String,
    /// What has happened so far.
    events: Vec<pb::MatchEvent>,
    /// How many of the events each seat was told.
    told: PerSeat<usize>,
    asks: u32,
}

impl AskedGame {
    pub(super) fn new(game: Box<dyn DynGame>, match_id: String) -> AskedGame {
        let told = PerSeat::from_fn(game.seats(), |_| 0);
        AskedGame { game, match_id, events: Vec::new(), told, asks: 0 }
    }

    pub(super) fn phase(&self) -> &Phase {
        self.game.phase()
    }

    pub(super) fn legal_count(&self) -> usize {
        self.game.legal_count()
    }

    /// The ask of the seat to decide, which is then told all events so far; `None` if no seat is.
    pub(super) fn ask(&mut self) -> Option<pb::Ask> {
        let seat = self.game.phase().to_act()?;
        let events = self.events[self.told[seat]..].to_vec();
        self.told[seat] = self.events.len();
        self.asks += 1;
        let legal = (0..self.game.legal_count()).map(|index| pb::Action {
            notation: self.game.legal_notation(index).unwrap_or_default(),
            ..self.game.legal_wire(index).unwrap_or_default()
        });
        Some(pb::Ask {
            match_id: self.match_id.clone(),
            ticket: self.asks,
            game: self.game.info().name.to_owned(),
            seat: u32::from(seat.number()),
            view: Some(self.game.view(Viewer::Seat(seat))),
            legal: legal.collect(),
            legal_total: self.game.legal_count() as u32,
            events,
            ..Default::default()
        })
    }

    /// Plays the action of the seat to decide that is meant, as the event with this number.
    ///
    /// # Errors
    /// If it isn't legal.
    pub(super) fn play(&mut self, number: usize, action: Answer<'_>, substitute: bool) -> Result<(), Illegal> {
        let index = self.game.find(action)?;
        let seat = self.game.phase().to_act().map_or(0, |seat| u32::from(seat.number()));
        let notation = self.game.play(index);
        let typed = self.game.action_taken(self.game.actions_taken() - 1).unwrap_or_default();
        let action = Some(pb::Action { notation, ..typed });
        self.note(number, Event::ActionTaken(pb::ActionTaken { seat, action, substitute }));
        Ok(())
    }

    /// Plays this outcome of chance, as the event with this number.
    ///
    /// # Errors
    /// If it can't come now.
    pub(super) fn play_chance(&mut self, number: usize, outcome: &str) -> Result<(), Illegal> {
        self.game.play_chance(outcome)?;
        self.note_chance(number, outcome.to_owned());
        Ok(())
    }

    /// Draws a chance event, as the event with this number.
    pub(super) fn draw(&mut self, number: usize, dice: &mut Dice) {
        let notation = self.game.draw(dice);
        self.note_chance(number, notation);
    }

    fn note_chance(&mut self, number: usize, notation: String) {
        let typed = self.game.chance_drawn(self.game.chances_drawn() - 1).unwrap_or_default();
        self.note(number, Event::Chance(pb::Chance { notation, ..typed }));
    }

    fn note(&mut self, number: usize, event: Event) {
        self.events.push(pb::MatchEvent { number: number as u32, event: Some(event) });
    }
}

/// The id of a match that no arena has played: that of the random game with this number.
pub(super) fn made_up_id(number: u64) -> String {
    MatchId::new(0, u128::from(number).to_be_bytes()[6..].try_into().unwrap_or_default()).to_string()
}
