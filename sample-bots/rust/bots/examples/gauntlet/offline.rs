//! Matches between bots without an arena: the rules and the messages that a bot would get, but no clock.

use kahua_client::{Bot, Choice, pb};
use kahua_engine::{Choices, Dice, DynGame, Outcome, Phase, Seat, SeatCount, Seed, Viewer, registry};
use pb::match_event::Event;

/// What is played.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// The game's name.
    pub(crate) game: String,
    /// How many seats.
    pub(crate) seats: usize,
    /// Options of the game, each as name=value.
    pub(crate) options: Vec<String>,
}

/// Plays one match with the seed of this number, and with one bot for each seat.
///
/// # Panics
/// If there is no such game, or a bot answers with anything but a legal index.
pub(crate) fn play(setting: &Setting, number: u64, bots: &mut [Box<dyn Bot>]) -> Outcome {
    let mut table = seat(setting, bots);
    let mut dice = Dice::new(Seed::from_number(number));
    let mut events = Vec::new();
    let mut sent = vec![0; bots.len()];
    loop {
        let event = match table.phase() {
            Phase::Over(outcome) => return outcome.clone(),
            Phase::Chance => {
                table.draw(&mut dice);
                let outcome = table.chance_drawn(table.chances_drawn() - 1);
                Event::Chance(outcome.expect("it was drawn just now"))
            }
            &Phase::Decide(seat) => {
                let new = events[sent[seat.index()]..].to_vec();
                sent[seat.index()] = events.len();
                let index = decide(&*table, seat, new, &mut bots[seat.index()]);
                let action = table.legal_wire(index);
                table.play(index);
                Event::ActionTaken(pb::ActionTaken { seat: seat.index() as u32, action, substitute: false })
            }
        };
        events.push(pb::MatchEvent { number: events.len() as u32, event: Some(event) });
    }
}

/// Starts a game and seats every bot.
fn seat(setting: &Setting, bots: &mut [Box<dyn Bot>]) -> Box<dyn DynGame> {
    let ruleset = registry::find(&setting.game).expect("a game of the registry").built_in_ruleset();
    let texts = setting.options.iter().map(String::as_str);
    let choices = Choices::parse(ruleset.info().options, texts).expect("options of the game");
    let seats = SeatCount::new(setting.seats).expect("one to five seats");
    for (seat, bot) in bots.iter_mut().enumerate() {
        bot.on_seated(&pb::Seated {
            game: setting.game.clone(),
            options: choices.to_texts(),
            ruleset_id: ruleset.id().to_owned(),
            ruleset_hash: ruleset.hash().0.to_vec(),
            seat: seat as u32,
            players: vec![pb::Player::default(); setting.seats],
            ..Default::default()
        });
    }
    ruleset.open(seats, &choices).expect("a game for this number of seats")
}

fn decide(table: &dyn DynGame, seat: Seat, events: Vec<pb::MatchEvent>, bot: &mut Box<dyn Bot>) -> usize {
    let legal: Vec<_> = (0..table.legal_count()).filter_map(|index| table.legal_wire(index)).collect();
    let view = Some(table.view(Viewer::Seat(seat)));
    let ask = pb::Ask { view, legal_total: legal.len() as u32, legal, ..Default::default() };
    bot.on_events(&ask.match_id, &events);
    match bot.choose(&ask).choice {
        Choice::Index(index) => index as usize,
        other => panic!("an index is expected here, not {other:?}"),
    }
}

/// The share of the other seats that this one beat. A shared place counts as one half.
pub(crate) fn share_beaten(outcome: &Outcome, seat: usize) -> f64 {
    let own = outcome.places.as_slice()[seat];
    let others = outcome.places.entries().filter(|(other, _)| other.index() != seat);
    let beaten: f64 = others
        .map(|(_, place)| match own.cmp(place) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        })
        .sum();
    beaten / (outcome.places.as_slice().len() - 1) as f64
}
