//! Views and messages: what contradicts itself is refused, and what is accepted can be played on.

use kahua_proto::pb::arena::v1 as arena;
use kahua_proto::pb::games::haleakala::v1 as pb;

use super::*;
use crate::dice::{Dice, Seed};
use crate::random_play::RandomPlay;
use crate::{Ordinal, Wire};

/// A state of a random game after this many events.
fn after(events: u32, variant: Variant, seed: u64) -> Haleakala {
    let rules = Ruleset::<Haleakala>::built_in().rules;
    let mut play = RandomPlay::<Haleakala>::new(SeatCount::new(2).unwrap(), variant, &rules, Seed::from_number(seed));
    for _ in 0..events {
        if play.step().is_err() {
            break;
        }
    }
    play.state
}

fn message(game: &Haleakala) -> pb::View {
    match Haleakala::view_to_wire(&game.view(Viewer::Public)).game {
        Some(arena::view::Game::Haleakala(view)) => view,
        _ => panic!("another game's view"),
    }
}

/// Why this view, changed like that, is refused.
fn refused(change: impl FnOnce(&mut pb::View)) -> String {
    let game = after(120, Variant::Base, 1);
    let mut view = message(&game);
    change(&mut view);
    let view = arena::View { to_move: None, game: Some(arena::view::Game::Haleakala(view)) };
    match Haleakala::view_from_wire(&view) {
        Err(error) => error.to_string(),
        Ok(view) => Haleakala::from_view(&view, &(), &game.rules).unwrap_err().to_string(),
    }
}

#[test]
fn enum_numbers_of_the_messages_follow_the_types_here() {
    for (index, card) in Card::ALL.into_iter().enumerate() {
        let name = pb::PalmCard::try_from(index as i32 + 1).unwrap().as_str_name().to_ascii_lowercase();
        assert!(name.starts_with(&format!("palm_card_{card}")), "{name} and {card}");
    }
    for (index, card) in DisplayCard::ALL.into_iter().enumerate() {
        let name = pb::DisplayCard::try_from(index as i32 + 1).unwrap().as_str_name().to_ascii_lowercase();
        assert_eq!(name, format!("display_card_{card}"));
    }
    for colour in Colour::ALL {
        let name = pb::Colour::try_from(colour.index() as i32 + 1).unwrap().as_str_name().to_ascii_lowercase();
        assert_eq!(name, format!("colour_{colour}"));
    }
    assert_eq!(message(&after(0, Variant::Tactical, 1)).variant(), pb::Variant::Tactical);
}

#[test]
fn unreadable_messages_name_the_field() {
    assert_eq!(refused(|view| view.open = None), "haleakala.open: is not set");
    assert_eq!(refused(|view| view.boat = 6), "haleakala.boat: is 6, but must be 0 to 5");
    assert_eq!(refused(|view| view.round = 3), "haleakala.round: is 3, but must be 1 or 2");
    assert_eq!(refused(|view| view.gaps.truncate(11)), "haleakala.gaps: has 11 entries, but must have 12");
    assert_eq!(refused(|view| view.variant = 0), "haleakala.variant: is 0, but must be 1 to 2");
    assert_eq!(refused(|view| view.red = None), "haleakala.red: is not set");
    let open = |step| refused(move |view| view.open.as_mut().unwrap().step = step);
    assert_eq!(open(10), "haleakala.open.step: is 10, but must be 1 to 9");
    let action = |kind| {
        let message = pb::Action { kind };
        let message = arena::Action { game: Some(arena::action::Game::Haleakala(message)), ..Default::default() };
        Haleakala::action_from_wire(&message).unwrap_err().to_string()
    };
    assert_eq!(action(None), "haleakala.kind: is not set");
    let place = pb::action::Kind::Place(pb::Place { disc: 6, beach: 0 });
    assert_eq!(action(Some(place)), "haleakala.place.disc: is 6, but must be 1 to 5");
}

#[test]
fn contradictory_views_are_refused() {
    let told = |change: fn(&mut pb::View)| refused(change).replace("the view is inconsistent: ", "");
    assert!(told(|view| view.lava[0] += 1).starts_with("the lava discs"));
    assert!(told(|view| view.red.as_mut().unwrap().shells += 10).starts_with("there are more shell cards"));
    assert!(told(|view| view.discard.as_mut().unwrap().lava += 1).starts_with("the discard is not"));
    assert!(told(|view| view.round = 3 - view.round).starts_with("the round is not"));
    assert!(told(|view| view.display.clear()).starts_with("a scoring card is missing"));
    assert!(told(|view| view.idle_turns = 200).starts_with("the turns without a card"));
    assert!(told(|view| view.completed_turns += 1).starts_with("the player at turn is not"));
    assert!(told(|view| view.red.as_mut().unwrap().hut = 1).starts_with("the huts are not"));
    assert!(told(|view| view.red.as_mut().unwrap().invocation = 1).starts_with("an invocation disc"));
    assert!(told(|view| view.red.as_mut().unwrap().points = 60_000).starts_with("a player has more points"));
    assert!(
        told(|view| view.yellow.as_mut().unwrap().discs = view.red.as_ref().unwrap().discs.clone())
            .starts_with("the sums on a beach")
    );
}

#[test]
fn a_view_that_is_accepted_can_be_played_to_the_end() {
    let mut dice = Dice::new(Seed::from_number(5));
    let mut accepted = 0;
    for seed in 0..3000 {
        let variant = if seed % 2 == 0 { Variant::Base } else { Variant::Tactical };
        let mut game = after(dice.below(400), variant, seed);
        let mut view = game.view(Viewer::Public);
        for _ in 0..=dice.below(2) {
            meddle(&mut view.position, &mut dice);
        }
        let Ok(changed) = Haleakala::from_view(&view, &(), &game.rules) else { continue };
        accepted += 1;
        game = changed;
        play_on(game, &mut dice);
    }
    assert!(accepted > 300, "only {accepted} views were accepted");
}

/// Changes one thing, sensible or not.
fn meddle(position: &mut Position, dice: &mut Dice) {
    let colour = *dice.pick(&Colour::ALL);
    let beach = Segment::from_number(dice.below(7));
    let then = *dice.pick(&[
        Then::Refill,
        Then::Card(Card::Statue),
        Then::OtherBuys(Scoring::First),
        Then::Score(Scoring::Last(End::NoCards)),
    ]);
    match dice.below(10) {
        0 => position.player_mut(colour).discs[dice.below(5) as usize] = beach,
        1 => position.player_mut(colour).invocation = beach,
        2 => position.boat = Segment::ALL[dice.below(6) as usize],
        3 => position.step = Step::Turn,
        4 => position.step = Step::Shaman,
        5 => position.step = Step::Pick(colour),
        6 => position.step = Step::Purchase(colour, then),
        7 => position.step = Step::Lava(colour, then),
        8 => position.step = Step::Refill(Gap::from_number(dice.below(12)).unwrap()),
        _ => position.player_mut(colour).shaman = Shaman::On(Space::from_ordinal(dice.below(18) as usize)),
    }
}

fn play_on(mut game: Haleakala, dice: &mut Dice) {
    let mut legal = Vec::new();
    for _ in 0..Haleakala::INFO.events_max {
        let event = match game.phase() {
            Phase::Decide(_) => {
                game.legal_actions(&mut legal);
                Event::Action(*dice.pick(&legal))
            }
            Phase::Chance => Event::Chance(game.sample_chance(dice)),
            Phase::Over(_) => return,
        };
        game.play_unchecked(event);
    }
    panic!("the game did not end");
}

#[test]
fn no_disc_lies_on_the_boats_beach_when_a_turn_begins() {
    let rules = Ruleset::<Haleakala>::built_in().rules;
    for seed in 0..40 {
        let variant = if seed % 2 == 0 { Variant::Base } else { Variant::Tactical };
        let seed = Seed::from_number(seed);
        let mut play = RandomPlay::<Haleakala>::new(SeatCount::new(2).unwrap(), variant, &rules, seed);
        while play.step().is_ok() {
            let Position { step: Step::Turn, boat, players: [red, yellow], .. } = *play.state.position() else {
                continue;
            };
            assert_eq!((red.sum_on(boat), yellow.sum_on(boat)), (0, 0));
            assert!(red.invocation != Some(boat) && yellow.invocation != Some(boat));
            assert!(red.invocation.is_none() || red.invocation != yellow.invocation);
        }
    }
}

#[test]
fn a_view_is_a_small_message() {
    use prost::Message;
    for events in (0..400).step_by(10) {
        let view = Haleakala::view_to_wire(&after(events, Variant::Tactical, 3).view(Viewer::Public));
        assert!(view.encoded_len() < 256, "{} bytes after {events} events", view.encoded_len());
    }
}
