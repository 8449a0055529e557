//! What the bot does when it gets all events, some of them or none, other rules, or nonsense.

use kahua_bots::{Greedy, Level, Search};
use kahua_client::{Bot, Choice, pb};
use kahua_engine::{Choices, Dice, DynGame, Phase, SeatCount, Seed, Viewer, registry};
use pb::match_event::Event;

const MATCH: &str = "m";

/// A match that was played at random up to the first ask of seat 1 after a given number of events.
struct Scene {
    table: Box<dyn DynGame>,
    events: Vec<pb::MatchEvent>,
    /// The same events as a bot gets them that asked for notation.
    events_in_notation: Vec<pb::MatchEvent>,
    seated: pb::Seated,
}

impl Scene {
    fn new(game: &str, events_min: usize) -> Scene {
        let ruleset = registry::find(game).unwrap().built_in_ruleset();
        let choices = Choices::parse(ruleset.info().options, []).unwrap();
        let mut table = ruleset.open(SeatCount::new(2).unwrap(), &choices).unwrap();
        let seated = pb::Seated {
            match_id: MATCH.into(),
            game: game.into(),
            options: choices.to_texts(),
            ruleset_id: ruleset.id().into(),
            ruleset_hash: ruleset.hash().0.to_vec(),
            seat: 1,
            players: vec![pb::Player::default(); 2],
            ..Default::default()
        };
        let mut dice = Dice::new(Seed::from_number(4));
        let (mut events, mut events_in_notation) = (Vec::new(), Vec::new());
        loop {
            let (typed, in_notation) = match table.phase() {
                Phase::Over(_) => panic!("the match is too short"),
                Phase::Chance => {
                    let in_notation = pb::Chance { notation: table.draw(&mut dice), game: None };
                    let typed = table.chance_drawn(table.chances_drawn() - 1).unwrap();
                    (Event::Chance(typed), Event::Chance(in_notation))
                }
                Phase::Decide(seat) => {
                    let seat = seat.index() as u32;
                    if seat == 1 && events.len() >= events_min && table.legal_count() > 1 {
                        return Scene { table, events, events_in_notation, seated };
                    }
                    let index = dice.below(table.legal_count() as u32) as usize;
                    let typed = table.legal_wire(index);
                    let in_notation = table.legal_notation(index).map(|notation| pb::Action { notation, game: None });
                    table.play(index);
                    let taken = |action| Event::ActionTaken(pb::ActionTaken { seat, action, substitute: false });
                    (taken(typed), taken(in_notation))
                }
            };
            let number = events.len() as u32;
            events.push(pb::MatchEvent { number, event: Some(typed) });
            events_in_notation.push(pb::MatchEvent { number, event: Some(in_notation) });
        }
    }

    fn ask(&self) -> pb::Ask {
        let seat = SeatCount::new(2).unwrap().seat(1).unwrap();
        let legal: Vec<_> = (0..self.table.legal_count()).filter_map(|index| self.table.legal_wire(index)).collect();
        pb::Ask {
            match_id: MATCH.into(),
            view: Some(self.table.view(Viewer::Seat(seat))),
            legal_total: legal.len() as u32,
            legal,
            ..Default::default()
        }
    }

    /// The answer of a bot that was told these events, one part after the other.
    fn answer(&self, parts: &[&[pb::MatchEvent]]) -> u32 {
        let mut bot = Search::new(Level::Iterations(200), 1);
        bot.on_seated(&self.seated);
        for part in parts {
            bot.on_events(MATCH, part);
        }
        index(&mut bot, &self.ask())
    }
}

fn index(bot: &mut impl Bot, ask: &pb::Ask) -> u32 {
    match bot.choose(ask).choice {
        Choice::Index(index) => index,
        other => panic!("an index is expected, not {other:?}"),
    }
}

/// Every game of the registry.
fn games() -> impl Iterator<Item = &'static str> {
    registry::all().iter().map(|game| game.info().name)
}

#[test]
fn events_may_come_at_once_or_in_parts_typed_or_in_notation() {
    for game in games() {
        let scene = Scene::new(game, 60);
        let (early, late) = scene.events.split_at(40);
        let expected = scene.answer(&[&scene.events]);
        assert_eq!(scene.answer(&[early, late]), expected, "{game}");
        assert_eq!(scene.answer(&[&scene.events_in_notation]), expected, "{game}");
    }
}

#[test]
fn its_comment_says_what_it_expects() {
    for game in games() {
        let scene = Scene::new(game, 60);
        let mut bot = Search::new(Level::Iterations(50), 1);
        bot.on_seated(&scene.seated);
        let comment = bot.choose(&scene.ask()).comment;
        let percent = comment.strip_prefix("expects ").and_then(|rest| rest.strip_suffix(" %")).unwrap();
        assert!((0..=100).contains(&percent.parse::<i32>().unwrap()), "{game}: {comment}");
    }
}

#[test]
fn without_all_events_it_guesses_and_still_answers() {
    for game in games() {
        let scene = Scene::new(game, 60);
        for before in [&scene.events[..0], &scene.events[..30], &scene.events[30..]] {
            assert!(scene.answer(&[before]) < scene.ask().legal_total, "{game}");
        }
    }
}

#[test]
fn by_other_rules_or_without_a_seat_it_plays_as_greedy() {
    let scene = Scene::new("hawaii", 60);
    let expected = index(&mut Greedy, &scene.ask());
    let mut bot = Search::new(Level::Iterations(50), 1);
    assert_eq!(index(&mut bot, &scene.ask()), expected);
    for wrong in [
        pb::Seated { ruleset_hash: vec![7; 32], ..scene.seated.clone() },
        pb::Seated { game: "chess".into(), ..scene.seated.clone() },
        pb::Seated { players: Vec::new(), ..scene.seated.clone() },
        pb::Seated { seat: 9, ..scene.seated.clone() },
        pb::Seated { options: vec!["no=such".into()], ..scene.seated.clone() },
    ] {
        bot.on_seated(&wrong);
        assert_eq!(index(&mut bot, &scene.ask()), expected, "{wrong:?}");
    }
}

#[test]
fn nonsense_is_answered_as_greedy_does() {
    let scene = Scene::new("hawaii", 60);
    let mut bot = Search::new(Level::Iterations(50), 1);
    bot.on_seated(&scene.seated);
    let ask = scene.ask();
    for wrong in [
        pb::Ask { view: None, ..ask.clone() },
        pb::Ask { view: Scene::new("kanaloa", 60).ask().view, ..ask.clone() },
        pb::Ask { legal_total: ask.legal_total + 1, ..ask.clone() },
        pb::Ask { legal: Vec::new(), view: None, ..ask.clone() },
    ] {
        assert_eq!(index(&mut bot, &wrong), index(&mut Greedy, &wrong));
    }
    bot.on_events(MATCH, &[pb::MatchEvent::default()]);
    assert!(index(&mut bot, &ask) < ask.legal_total, "it goes on with a guess");
}

#[test]
fn a_match_that_has_ended_is_forgotten() {
    let scene = Scene::new("hawaii", 60);
    let mut bot = Search::new(Level::Iterations(50), 1);
    bot.on_seated(&scene.seated);
    bot.on_ended(&pb::Ended { match_id: MATCH.into(), ..Default::default() });
    assert_eq!(index(&mut bot, &scene.ask()), index(&mut Greedy, &scene.ask()));
}
