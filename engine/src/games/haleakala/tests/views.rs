//! Views and messages: what contradicts itself is refused, and what is accepted can be played on.

use kahua_proto::pb::arena::v1 as arena;
use kahua_proto::pb::games::haleakala::v1 as pb;
use pb::action::Kind;

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

/// The view of this game as a message, and whose decision it says is open.
fn message(game: &Haleakala) -> (pb::View, Option<u32>) {
    match Haleakala::view_to_wire(&game.view(Viewer::Public)) {
        arena::View { game: Some(arena::view::Game::Haleakala(view)), to_move } => (view, to_move),
        _ => panic!("another game's view"),
    }
}

/// Why this view, changed like that, is refused.
fn refused(change: impl FnOnce(&mut pb::View)) -> String {
    refused_with(after(120, Variant::Base, 1), |view, _| change(view))
}

fn refused_with(game: Haleakala, change: impl FnOnce(&mut pb::View, &mut Option<u32>)) -> String {
    let (mut view, mut to_move) = message(&game);
    change(&mut view, &mut to_move);
    let view = arena::View { to_move, game: Some(arena::view::Game::Haleakala(view)) };
    match Haleakala::view_from_wire(&view) {
        Err(error) => error.to_string(),
        Ok(view) => Haleakala::from_view(&view, &(), &game.rules).unwrap_err().to_string(),
    }
}

/// The first state of a random game that this step is open in.
fn at(step: impl Fn(Step) -> bool) -> Haleakala {
    let rules = Ruleset::<Haleakala>::built_in().rules;
    for seed in 0..100 {
        let seed = Seed::from_number(seed);
        let mut play = RandomPlay::<Haleakala>::new(SeatCount::new(2).unwrap(), Variant::Base, &rules, seed);
        while play.step().is_ok() {
            if step(play.state.position.step) {
                return play.state;
            }
        }
    }
    panic!("no game comes to this step");
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
    let (view, _) = message(&after(0, Variant::Tactical, 1));
    assert_eq!(view.variant(), pb::Variant::Tactical);
    assert!(view.gaps().all(|card| card == pb::PalmCard::None));
}

#[test]
fn unreadable_messages_name_the_field() {
    assert_eq!(refused(|view| view.open = None), "haleakala.open: is not set");
    assert_eq!(refused(|view| view.boat = 6), "haleakala.boat: is 6, but must be 0 to 5");
    assert_eq!(refused(|view| view.round = 3), "haleakala.round: is 3, but must be 1 or 2");
    assert_eq!(refused(|view| view.gaps.truncate(11)), "haleakala.gaps: has 11 entries, but must have 12");
    assert_eq!(refused(|view| view.variant = 0), "haleakala.variant: is 0, but must be 1 to 2");
    assert_eq!(refused(|view| view.gaps[3] = 0), "haleakala.gaps: is 0, but must be 1 to 12");
    let no_card = refused(|view| view.one_palm.as_mut().unwrap().cards.push(pb::PalmCard::None.into()));
    assert_eq!(no_card, "haleakala.one_palm: is 12, but must be 1 to 11");
    assert_eq!(refused(|view| view.active_seat = 2), "haleakala.active_seat: is 2, but must be 0 to 1");
    assert_eq!(refused(|view| view.players.truncate(1)), "haleakala.players: has 1 entries, but must have 2");
    assert_eq!(refused(|view| view.players[1].shaman = None), "haleakala.players.shaman: is not set");
    assert_eq!(refused(|view| view.open.as_mut().unwrap().step = None), "haleakala.open.step: is not set");
}

#[test]
fn a_disc_lies_in_one_place() {
    let hand = |discs: &[u32]| {
        refused(|view| {
            view.players[0].hand = discs.to_vec();
            view.players[0].beach_discs = vec![pb::BeachDisc { disc: 5, beach: 0 }];
        })
    };
    assert_eq!(hand(&[1, 2, 4]), "haleakala.players.hand: doesn't have disc 3, which isn't on a beach either");
    assert_eq!(hand(&[1, 2, 3, 4, 4]), "haleakala.players.hand: has disc 4, which is in another place too");
    assert_eq!(hand(&[1, 2, 3, 4, 5]), "haleakala.players.beach_discs.disc: has disc 5, which is in another place too");
    assert_eq!(hand(&[1, 2, 3, 4, 6]), "haleakala.players.hand: is 6, but must be 1 to 5");
}

#[test]
fn who_decides_must_fit_the_step() {
    let pick = || at(|step| matches!(step, Step::Pick(_)));
    assert_eq!(refused_with(pick(), |_, to_move| *to_move = None), "to_move: is not set");
    assert_eq!(refused_with(pick(), |_, to_move| *to_move = Some(2)), "to_move: is 2, but must be 0 to 1");
    let other = refused_with(pick(), |_, to_move| *to_move = to_move.map(|seat| 1 - seat));
    assert!(other.contains("a player picks without the greater sum"), "{other}");
    let turn = refused_with(at(|step| step == Step::Turn), |view, to_move| *to_move = Some(1 - view.active_seat));
    assert!(turn.starts_with("to_move: is ") && turn.contains(", but by the open step seat "), "{turn}");
    let drawn = refused_with(at(|step| matches!(step, Step::Refill(_))), |_, to_move| *to_move = Some(0));
    assert_eq!(drawn, "to_move: is 0, but by the open step nobody decides");
}

#[test]
fn what_follows_a_purchase_must_be_said() {
    let purchase = || at(|step| matches!(step, Step::Purchase(..)));
    let with = |sequel| {
        refused_with(purchase(), |view, _| {
            let step = pb::open::Step::Purchase(pb::PurchaseStep { sequel });
            view.open.as_mut().unwrap().step = Some(step);
        })
    };
    assert_eq!(with(None), "haleakala.open.purchase.sequel: is not set");
    assert_eq!(with(Some(pb::Sequel { follows: None })), "haleakala.open.purchase.sequel: doesn't say what comes next");
    let over = refused_with(at(|step| matches!(step, Step::Over(_))), |view, _| {
        view.open.as_mut().unwrap().step = Some(pb::open::Step::Over(pb::OverStep { scoring: 1 }));
    });
    assert_eq!(over, "haleakala.open.over.scoring: is the first scoring, but only a last one ends the game");
}

#[test]
fn an_action_with_a_forgotten_field_is_refused() {
    let action = |kind| {
        let message = pb::Action { kind };
        let message = arena::Action { game: Some(arena::action::Game::Haleakala(message)), ..Default::default() };
        Haleakala::action_from_wire(&message).unwrap_err().to_string()
    };
    assert_eq!(action(None), "haleakala.kind: is not set");
    let place = |disc, beach| action(Some(Kind::PlaceDisc(pb::PlaceDisc { disc, beach })));
    assert_eq!(place(6, Some(0)), "haleakala.place_disc.disc: is 6, but must be 1 to 5");
    assert_eq!(place(0, Some(0)), "haleakala.place_disc.disc: is 0, but must be 1 to 5");
    assert_eq!(place(3, None), "haleakala.place_disc.beach: is not set");
    assert_eq!(place(3, Some(6)), "haleakala.place_disc.beach: is 6, but must be 0 to 5");
    let walk = Kind::MoveShaman(pb::MoveShaman { space: None });
    assert_eq!(action(Some(walk)), "haleakala.move_shaman.space: is not set");
    let lava = |from_crater, to_crater| action(Some(Kind::MoveLava(pb::MoveLava { from_crater, to_crater })));
    assert_eq!(lava(None, Some(0)), "haleakala.move_lava.from_crater: is not set");
    assert_eq!(lava(Some(0), None), "haleakala.move_lava.to_crater: is not set");
    let buy = Kind::BuyCard(pb::BuyCard { card: 0 });
    assert_eq!(action(Some(buy)), "haleakala.buy_card.card: is 0, but must be 1 to 6");
    let take = Kind::TakeCard(pb::TakeCard { card: pb::PalmCard::None.into() });
    assert_eq!(action(Some(take)), "haleakala.take_card.card: is 12, but must be 1 to 11");
}

#[test]
fn contradictory_views_are_refused() {
    let told = |change: fn(&mut pb::View)| refused(change).replace("the view is inconsistent: ", "");
    assert!(told(|view| view.lava[0] += 1).starts_with("the lava discs"));
    assert!(told(|view| view.players[0].shells += 10).starts_with("there are more shell cards"));
    assert!(told(|view| view.discard.as_mut().unwrap().lava += 1).starts_with("the discard is not"));
    assert!(told(|view| view.round = 3 - view.round).starts_with("the round is not"));
    assert!(told(|view| view.face_up.clear()).starts_with("a scoring card is missing"));
    assert!(told(|view| view.idle_turns = 200).starts_with("the turns without a card"));
    assert!(told(|view| view.completed_turns += 1).starts_with("the player at turn is not"));
    assert!(told(|view| view.players[0].hut = 1).starts_with("the huts are not"));
    assert!(told(|view| view.players[0].invocation_beach = Some(0)).starts_with("an invocation disc"));
    assert!(told(|view| view.players[0].points = 60_000).starts_with("a player has more points"));
    let equal_discs = |view: &mut pb::View| {
        view.players[1].hand = view.players[0].hand.clone();
        view.players[1].beach_discs = view.players[0].beach_discs.clone();
    };
    assert!(told(equal_discs).starts_with("the sums on a beach"));
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
            let Position { step: Step::Turn, boat, players: [red, yellow], .. } = play.state.position else {
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
