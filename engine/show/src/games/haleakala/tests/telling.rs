//! The sentences about events, about the turn, and about where the points come from.

use Colour::{Red, Yellow};

use crate::describe::Describe;
use crate::language::{Language, Wording};

use super::*;

const FISH: Option<Card> = Some(Card::Fish1);
const STATUE: Option<Card> = Some(Card::Statue);
const SHELL: Option<Card> = Some(Card::Shell);
const NOTHING: (&[Card], u8) = (&[], 0);

pub(super) fn names() -> PerSeat<String> {
    PerSeat::from_values(["Anna".to_owned(), "ben".to_owned()]).unwrap()
}

/// A scene that is played, with its sentences.
pub(super) trait Telling {
    /// Plays these events. Returns the sentences about the last action, or about the run of draws at the end.
    fn told_in(&mut self, language: Language, events: &str) -> String;

    /// The same in English.
    fn told(&mut self, events: &str) -> String {
        self.told_in(Language::English, events)
    }
}

impl Telling for Scene {
    fn told_in(&mut self, language: Language, events: &str) -> String {
        let names = names();
        let wording = Wording { language, names: &names };
        let mut told = String::new();
        let mut run: Option<(Haleakala, Vec<Chance>)> = None;
        for text in events.split_whitespace() {
            let before = self.0.clone();
            self.play(text);
            if before.phase() == Phase::Chance {
                let (start, outcomes) = run.get_or_insert_with(|| (before, Vec::new()));
                outcomes.push(text.parse().unwrap());
                told = start.describe_chance(outcomes, &self.0, wording);
            } else {
                run = None;
                told = before.describe_action(&text.parse().unwrap(), &self.0, wording);
            }
        }
        told
    }
}

#[test]
fn the_set_up_is_one_line() {
    let mut scene = kahua_engine::scene::Scene(Haleakala::start(
        SeatCount::new(2).unwrap(),
        Variant::Base,
        &Ruleset::<Haleakala>::built_in().rules,
    ));
    let cards = "start:yellow card:statue card:statue card:shell card:white card:shell card:shell card:fish2 card:fish1 \
                 card:statue card:shell card:priestess card:statue";
    assert_eq!(
        scene.told(cards),
        "The set-up: ben begins. The first cards are two Statues at beach 0; a Shell and the white pearl at beach 1; \
         two Shells at beach 2; two baskets of fish and a basket of fish at beach 3; a Statue and a Shell at beach 4; \
         a Priestess and a Statue at beach 5."
    );
}

#[test]
fn placing_and_returning_tell_the_sums_where_both_have_discs() {
    let mut scene = Scene::base().disc(Yellow, 3, 4);
    assert_eq!(scene.told("place:5@4"), "Anna places disc 5 on beach 4, where it is now 5 to 3 for Anna.");
    assert_eq!(scene.told("move:g0"), "Anna's shaman walks from beach 0 to grassland 0.");
    assert_eq!(scene.told("place:1@4"), "ben places disc 1 on beach 4, where it is now 5 to 4 for Anna.");
    assert_eq!(scene.told("stay"), "ben's shaman stays on beach 3.");
    assert_eq!(scene.told("return:5"), "Anna returns disc 5 from beach 4 and leaves the beach to ben.");
    assert_eq!(scene.told("stay place:2@4"), "ben places disc 2 on beach 4, where that makes 6.");
}

#[test]
fn a_stop_tells_who_has_the_greater_sum() {
    assert_eq!(
        Scene::base().told("place:2@1"),
        "Anna places disc 2 on beach 1, and the boat sails to beach 3, where nobody has a disc."
    );
    assert_eq!(
        Scene::base().disc(Yellow, 1, 2).disc(Red, 4, 2).told("place:1@1"),
        "Anna places disc 1 on beach 1, and the boat sails to beach 2, where Anna has the greater sum, 4 to 1."
    );
}

#[test]
fn the_choice_and_the_purchase_of_the_other_player_are_told_in_this_turn() {
    let mut scene = Scene::base().disc(Yellow, 4, 2).disc(Red, 3, 2).shaman(Red, "f5").shells(Yellow, 1);
    scene.play("place:1@1");
    assert_eq!((scene.to_act(), scene.0.turn()), (Yellow.seat(), Some(Red.seat())));
    assert_eq!(
        scene.told("take:shell"),
        "ben takes the Shell, and Anna gets the Statue. ben now has two shells. If the game ended now: Anna 0, ben 2."
    );
    assert_eq!(
        scene.told("buy:forest"),
        "ben buys Forest Statues for two shells. Anna builds a statue in forest 5. Anna takes back disc 3, and ben disc 4. \
         If the game ended now: Anna 2, ben 0."
    );
}

#[test]
fn a_card_that_is_not_chosen_is_told_with_its_stop() {
    let stop = "Anna places disc 1 on beach 1, and the boat sails to beach 2, where only Anna has discs.";
    assert_eq!(
        Scene::base().shaman(Red, "m5").disc(Red, 2, 2).cards(2, [STATUE, STATUE]).told("place:1@1"),
        format!(
            "{stop} Both cards are the same, and Anna gets a Statue. Anna builds a statue on mountain 5. \
             Anna takes back disc 2. If the game ended now: Anna 3, ben 0."
        )
    );
    let last_card = Scene::base().disc(Red, 2, 2).piles([NOTHING, NOTHING, NOTHING]).cards(2, [None, STATUE]);
    assert_eq!(
        last_card.change(|position| position.round = Round::Second).told("place:1@1"),
        format!(
            "{stop} Anna gets the only card, the Statue. Anna can't build, as the shaman is still on the beach. \
             Anna takes back disc 2."
        )
    );
}

#[test]
fn a_statue_that_cannot_be_built_has_its_reason() {
    let scene = Scene::base().shaman(Red, "f5").statues(Yellow, &["f5"]);
    let told = scene.red_stops_at([STATUE, SHELL]).told("take:statue");
    assert!(told.contains("Anna can't build, as there is a statue in forest 5 already."), "{told}");
    let all = ["g0", "g1", "g2", "g3", "g4", "g5", "f0", "f1"];
    let told = Scene::base().shaman(Red, "f5").statues(Red, &all).red_stops_at([STATUE, SHELL]).told("take:statue");
    assert!(told.contains("Anna can't build, as all statues are on the board."), "{told}");
}

#[test]
fn baskets_and_pearls_are_told_with_what_both_have() {
    let scene = Scene::base().keeps(Red, &[Card::WhitePearl]).keeps(Yellow, &[Card::Fish3]).disc(Yellow, 1, 2);
    let mut scene = scene.red_stops_at([Some(Card::BlackPearl), FISH]);
    assert_eq!(
        scene.told("take:black"),
        "Anna takes the black pearl, and ben gets the basket of fish. Anna now has both pearls. \
         ben now has four baskets, Anna none. Anna takes back disc 2, and ben disc 1. \
         If the game ended now: Anna 4, ben 3."
    );
}

#[test]
fn the_priestess_moves_lava_or_has_none_to_move() {
    let cards = [Some(Card::Priestess), SHELL];
    let mut scene = Scene::base().lava(4, 1).red_stops_at(cards);
    assert_eq!(scene.told("take:priestess"), "Anna takes the Priestess.");
    assert_eq!(
        scene.told("lava:4-5"),
        "Anna's Priestess moves a lava disc from crater 4 to crater 5. Anna takes back disc 2."
    );
    let mut scene = Scene::tactical().invocation(Red, 4).red_stops_at(cards);
    assert_eq!(
        scene.told("take:priestess"),
        "Anna takes the Priestess. There is no lava for the Priestess to move. Anna's invocation disc comes home. \
         Anna takes back disc 2."
    );
}

#[test]
fn invoking_tells_of_the_lava_and_of_the_invocation_discs_that_come_home() {
    let mut scene = Scene::tactical().invocation(Yellow, 4);
    assert_eq!(
        scene.told("invoke:3"),
        "Anna places disc 3 and the invocation disc on beach 1, and the boat sails to beach 4. \
         A lava disc is laid on crater 4. ben's invocation disc comes home. On beach 4 nobody has a disc."
    );
    let told = Scene::tactical().lava(0, 4).told("invoke:3");
    assert!(told.contains("No lava disc is left to be invoked."), "{told}");
}

#[test]
fn lava_cards_are_told_with_the_discs_that_they_bring() {
    let drawn = |scene: Scene, events: &str| {
        let piles: [(&[Card], u8); 3] = [NOTHING, (&[Card::Fish3, Card::Statue], 2), (&[Card::Fish4], 4)];
        scene.piles(piles).red_stops_at([FISH, SHELL]).told(&format!("take:fish1 {events}"))
    };
    assert_eq!(
        drawn(Scene::base(), "lava lava card:fish3"),
        "Two lava cards come up and bring two lava discs to crater 2. Three baskets of fish are laid at beach 2."
    );
    assert_eq!(
        drawn(Scene::base().lava(0, 4), "lava card:statue"),
        "A lava card comes up, but no lava disc is left. A Statue is laid at beach 2."
    );
    assert_eq!(
        drawn(Scene::base().lava(0, 3), "lava lava card:statue"),
        "Two lava cards come up, but only one lava disc is left, which goes to crater 2. A Statue is laid at beach 2."
    );
}

/// Red's stop turns the last two-palm card up.
fn first_scoring(scene: Scene) -> Scene {
    scene.piles([NOTHING, (&[Card::Shell], 0), (&[Card::Fish4], 0)]).red_stops_at([FISH, FISH])
}

#[test]
fn a_scoring_says_who_gets_what_for_what() {
    let scene = Scene::base().statues(Red, &["m0", "f0", "f1"]).statues(Yellow, &["m3", "g3", "g4"]).lava(3, 1);
    let scene = scene.keeps(Yellow, &[Card::WhitePearl]).bought(Yellow, DisplayCard::Majority);
    assert_eq!(
        first_scoring(scene).told("card:shell"),
        "A Shell is laid at beach 2. That was the last two-palm card. \
         The first scoring: the volcano erupts and destroys ben's statue on mountain 3. \
         Anna gets 10 points: 7 for one mountain and two forest statues, 3 for the most baskets. \
         ben gets 5 points: 2 for two grassland statues, 1 for the white pearl, 2 for Statue Majority. \
         Anna leads by 10 to 5."
    );
}

#[test]
fn purchases_before_a_scoring_are_nobodys_turn_and_the_cards_count_at_once() {
    let mut scene = first_scoring(Scene::base().shells(Red, 2).statues(Red, &["m0"]).statues(Yellow, &["m1", "g1"]));
    assert_eq!(scene.told("card:shell"), "A Shell is laid at beach 2. That was the last two-palm card.");
    assert_eq!((scene.0.part(Language::English).as_str(), scene.0.turn()), ("First scoring", None));
    assert_eq!(
        scene.told("buy:mountain"),
        "Anna buys Mountain Statues for two shells. The first scoring: the volcano erupts and destroys nothing. \
         Anna gets 9 points: 3 for one mountain statue, 3 for the most baskets, 3 for Mountain Statues. \
         ben gets 4 points for one mountain and one grassland statue. Anna leads by 9 to 4."
    );
    assert_eq!(scene.0.part(Language::English), "Round 2 of 2");
}

/// The boat comes to an empty beach, and no shell is left to buy with.
fn told_end(scene: Scene) -> String {
    let scene = scene.piles([NOTHING, NOTHING, NOTHING]).cards(2, [None, None]);
    scene.change(|position| position.round = Round::Second).told("place:1@1")
}

#[test]
fn the_end_says_who_wins_and_by_what() {
    let ending = |scene: Scene| {
        let told = told_end(scene);
        told.split_once("no card is left, so the game ends. ").unwrap().1.to_owned()
    };
    assert_eq!(
        ending(Scene::base().statues(Red, &["m5"]).change(|position| position.players[1].points = 7)),
        "The last scoring: the volcano erupts and destroys nothing. Anna gets 3 points for one mountain statue. \
         ben gets no points. ben wins by 7 to 3."
    );
    let even = Scene::base().statues(Red, &["m5"]).statues(Yellow, &["g4", "f4"]).lava(0, 1);
    assert!(ending(even).ends_with("Both have 3 points, and ben wins with two statues on the board to one."));
    let one = Scene::base().statues(Red, &["f5"]).change(|position| position.players[1].points = 2);
    assert!(ending(one).ends_with("Both have 2 points, and Anna wins with one statue on the board to none."));
    let same = ending(Scene::base());
    assert!(same.ends_with("Both have 0 points and no statues, and ben wins because Anna began."), "{same}");
}

#[test]
fn the_guard_is_told_as_the_end() {
    let mut scene = Scene::tactical().change(|position| position.idle_turns = 199);
    let told = scene.told("place:1@3 stay");
    assert!(told.contains("That is turn 200 in a row without a card, and the game ends. The last scoring:"), "{told}");
    assert_eq!((scene.0.part(Language::English).as_str(), scene.0.turn()), ("The end", None));
}

#[test]
fn the_score_sheet_of_the_end_has_the_points_of_both_scorings() {
    let scene = Scene::base().statues(Red, &["m5"]).change(|position| position.players[0].points = 7);
    let scene = scene.piles([NOTHING, NOTHING, NOTHING]).cards(2, [None, None]);
    let scene = scene.change(|position| position.round = Round::Second).played("place:1@1");
    let sheet = scene.0.score_sheet(Language::English);
    let of = |label| sheet.lines.iter().find(|line| line.label == label).unwrap().points.as_slice();
    assert_eq!((of("the first scoring"), of("statues on mountains")), ([7, 0].as_slice(), [3, 0].as_slice()));
    assert_eq!(sheet.total(), Some(scene.0.scores_if_ended()));
    let ties: Vec<_> = sheet.ties.iter().map(|line| (line.label, line.points.as_slice())).collect();
    assert_eq!(ties, [("statues on the board", [1, 0].as_slice()), ("did not begin", [0, 1].as_slice())]);
}

#[test]
fn a_pile_is_counted_in_the_plural_where_it_should_be() {
    let cards = [Card::Statue, Card::Statue, Card::Priestess, Card::Priestess, Card::Fish1, Card::Fish3];
    let mut scene = Scene::base().piles([NOTHING, (&cards, 2), (&[Card::Nautilus], 1)]);
    scene.0.position.idle_turns = 1;
    let board = Haleakala::text_board(&scene.0.view(Viewer::Public), &scene.0.rules, Wording::english(&names()));
    // Lines break anywhere.
    let board = board.split_whitespace().collect::<Vec<_>>().join(" ");
    let two = "8 cards: 2 Statues, 2 Priestesses, 1 card with 1 basket, 1 card with 3 baskets, 2 lava cards";
    assert!(board.contains(two) && board.contains("2 cards: 1 nautilus, 1 lava card"), "{board}");
    assert!(board.contains("0 turns played, the last without a card (200 in a row end the game)."), "{board}");
}

#[test]
fn a_decision_before_a_scoring_says_what_the_other_player_may_do_next() {
    let open = |scene: Scene| {
        crate::games::haleakala::describe::open(&scene.0.position, &scene.0.rules, Wording::english(&names()))
    };
    let triggered = |scene: Scene| first_scoring(scene).played("card:shell");
    let both = triggered(Scene::base().shells(Red, 1).shells(Yellow, 1).lava(3, 1));
    assert_eq!(open(both.clone()), "Anna may buy a card before the first scoring; then ben may buy a card.");
    let lava = both.clone().played("buy:priestess");
    assert_eq!(open(lava), "Anna is to move a lava disc before the first scoring; then ben may buy a card.");
    assert_eq!(open(both.played("buy:none")), "ben may buy a card before the first scoring.");
    // ben can't pay for anything, and isn't asked.
    let one = triggered(Scene::base().shells(Red, 1).lava(3, 1));
    assert_eq!(open(one.clone()), "Anna may buy a card before the first scoring.");
    assert_eq!(open(one.played("buy:priestess")), "Anna is to move a lava disc before the first scoring.");
}

#[test]
fn the_text_board_says_what_is_open_and_what_follows() {
    let mut scene = Scene::base().disc(Yellow, 4, 2).disc(Red, 3, 2).shells(Yellow, 1);
    scene = scene.piles([NOTHING, NOTHING, (&[Card::Fish4], 0)]);
    scene.play("place:1@1 take:shell");
    let board = Haleakala::text_board(&scene.0.view(Viewer::Public), &scene.0.rules, Wording::english(&names()));
    assert!(board.contains("ben may buy a card; Anna then gets the Statue."), "{board}");
    assert!(board.contains("Base game; Anna began, it is Anna's turn. 0 turns played."), "{board}");
}
