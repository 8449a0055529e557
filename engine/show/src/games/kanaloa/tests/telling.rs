//! Sentences about events in which more happens than one player's action.

use crate::describe::Describe;
use crate::language::{Language, Wording};

use super::*;

fn names(game: &Kanaloa) -> PerSeat<String> {
    PerSeat::from_fn(game.seats(), |seat| ["Red", "Yellow", "Green", "Blue"][seat.index()].to_owned())
}

/// A scene that is played, with its sentences.
trait Telling {
    /// Plays an action and tells it.
    fn tell(&mut self, action: &str) -> String;

    /// Plays these draws and tells them in one line.
    fn tell_draws(&mut self, draws: &str) -> String;
}

impl Telling for Scene {
    #[track_caller]
    fn tell(&mut self, action: &str) -> String {
        let before = self.0.clone();
        self.play(action);
        before.describe_action(&action.parse().unwrap(), &self.0, Wording::english(&names(&before)))
    }

    #[track_caller]
    fn tell_draws(&mut self, draws: &str) -> String {
        let before = self.0.clone();
        self.play(draws);
        let outcomes: Vec<Chance> = draws.split_whitespace().map(|draw| draw.parse().unwrap()).collect();
        before.describe_chance(&outcomes, &self.0, Wording::english(&names(&before)))
    }
}

/// Red sacrifices these tiles to this god. Returns the sentences about the end of it. The temples are written as in
/// `kane:5 ku:7`.
fn sacrifice(scene: Scene, temples: &str, god: &str, tiles: &str) -> String {
    let mut scene = temples.split_whitespace().fold(scene.hand(RED, tiles), |scene, temple| {
        let (god, height) = temple.split_once(':').unwrap();
        scene.temple(RED, god, height.parse().unwrap())
    });
    scene.play(&format!("sacrifice:{god}"));
    for tile in tiles.split_whitespace() {
        scene.play(&format!("add:{tile}"));
    }
    scene.tell("done")
}

#[test]
fn a_move_says_whose_fish_it_uses_and_how_that_lies_now() {
    let moves = |action| Scene::new(4).tell(action);
    assert_eq!(moves("move:ca"), "Red moves from C to A along Blue's fish, which now lies coloured side up.");
    assert_eq!(moves("move:cf"), "Red moves from C to F along one of Red's own fish, which now lies white side up.");
    let mut scene = Scene::new(2).pieces(RED, "g").fish("G>F neutral white");
    assert_eq!(scene.tell("move:gf"), "Red moves from G to F along a neutral fish, which now lies coloured side up.");
}

#[test]
fn a_robbery_in_anothers_turn_is_told_of_the_robber() {
    let mut scene = Scene::new(4).owner(God::Ku, YELLOW).pieces(YELLOW, "a").hand(RED, "pe4 ka5");
    let meets = "There Red meets Yellow, who owns Ku's card and may rob.";
    assert!(scene.tell("move:ca").ends_with(meets));
    assert_eq!((scene.to_act(), scene.0.turn()), (YELLOW, Some(RED)));
    assert_eq!(scene.clone().tell("spare"), "Yellow robs nobody.");
    assert_eq!(scene.tell("rob:0:pe4"), "With Ku's help Yellow robs Red of a Pele 4.");
    assert_eq!(scene.tell("take:kl4"), "Red takes the Kanaloa 4 of island A.");
}

#[test]
fn a_robber_who_comes_to_several_may_choose() {
    let scene = Scene::new(4).owner(God::Ku, RED).pieces(YELLOW, "a").pieces(BLUE, "a");
    let mut scene = scene.hand(YELLOW, "ka2").hand(BLUE, "ka3");
    assert!(scene.tell("move:ca").ends_with("Red, who owns Ku's card, may rob Yellow or Blue on A."));
}

#[test]
fn a_sacrifice_says_what_it_brought_and_who_leads() {
    let four = || Scene::new(4).temple(BLUE, "kane", 4);
    assert_eq!(
        sacrifice(four(), "kane:3 ku:1", "ku", "ku4"),
        "Red sacrifices 4 points to Ku, and the temple for Ku grows from 1 to 5. Red now has 6 points instead of 3: 3 \
         each for Kane and Ku. Red leads with 6 points, before Blue with 4. Red gets Ku's card."
    );
    assert_eq!(
        sacrifice(four(), "kane:2 ku:2 pele:9", "kane", "ka4"),
        "Red sacrifices 4 points to Kane, and the temple for Kane grows from 2 to 6. Red now has 12 points instead of \
         6: 6 each for Kane and Pele. Red leads with 12 points, before Blue with 4."
    );
}

#[test]
fn a_sacrifice_that_brings_no_points_says_why() {
    let told = |temples, god, tiles| {
        let told = sacrifice(Scene::new(4).owner(God::Pele, RED).owner(God::Ku, RED), temples, god, tiles);
        told.split(". ").last().unwrap().to_owned()
    };
    assert_eq!(told("", "pele", "pe5"), "Without a temple for Kane, Red still has no points.");
    assert_eq!(told("kane:9", "pele", "pe5"), "Red still has 9 points, because the temple for Kane is higher: 9.");
    assert_eq!(
        told("kane:3 pele:3", "pele", "pe5"),
        "Red still has 6 points, because no temple scores more than the 3 of Kane's."
    );
    let twelve = sacrifice(Scene::new(4), "kane:4 ku:4 pele:4", "kane", "ka4 ka4");
    assert!(twelve.ends_with("grows from 4 to 12. Red still has 12 points."), "{twelve}");
}

#[test]
fn a_sacrifice_to_kane_can_cost_points_and_cards() {
    let scene = Scene::new(4).owner(God::Ku, RED).protected(God::Ku, GREEN).temple(GREEN, "ku", 3);
    let scene = scene.owner(God::Pele, RED);
    assert_eq!(
        sacrifice(scene, "kane:3 ku:4 pele:3", "kane", "ka2"),
        "Red sacrifices 2 points to Kane, and the temple for Kane grows from 3 to 5. Red now has 5 points instead of \
         9, for Kane alone. Red leads with 5 points, before Yellow, Green and Blue with 0. Ku's card goes from Red to \
         Green. Green gives up Ku's protection card, which now lies beside the map. Red gives up Pele's card, which \
         now lies beside the map."
    );
}

#[test]
fn a_tie_in_points_is_broken_by_what_did_not_score() {
    let scene = Scene::new(2).temple(YELLOW, "kane", 5).temple(YELLOW, "ku", 3).owner(God::Pele, YELLOW);
    let leads = "Yellow and Red have 5 points each, and Yellow leads by 3 to 1 in what didn't score.";
    assert!(sacrifice(scene.clone(), "kane:3 lono:1", "kane", "ka2").contains(leads));
    let shared = "Red and Yellow share the lead with 5 points each.";
    assert!(sacrifice(scene, "kane:3 lono:3", "kane", "ka2").contains(shared));
}

#[test]
fn a_proposal_to_turn_a_protected_fish_is_told_before_its_outcome() {
    let guarded = || {
        let scene = Scene::new(4).owner(God::Kanaloa, RED).protected(God::Kanaloa, BLUE);
        scene.played("move:ca take:kl4 draw:ka2")
    };
    let mut scene = guarded();
    assert_eq!(scene.tell("recolour:cd"), "Red wants to turn over Blue's fish from C to D, which Blue may forbid.");
    assert_eq!((scene.to_act(), scene.0.turn()), (BLUE, Some(RED)));
    assert_eq!(scene.clone().tell("allow"), "Blue allows it, and the fish from C to D now lies white side up.");
    assert_eq!(
        scene.tell("veto"),
        "Blue forbids it, with Kanaloa's protection, and Red may not choose this fish again in this turn."
    );
    let reversed = "With Kanaloa's help Red reverses one of Red's own fish, which now points from H to G.";
    assert_eq!(scene.tell("reverse:gh"), reversed);
}

#[test]
fn an_eruption_says_whom_the_volcano_blocks_and_who_loses_a_turn() {
    let mut scene = Scene::new(4).owner(God::Pele, GREEN).volcanoes_drawn(1);
    scene.play("move:ca take:kl4");
    assert_eq!(
        scene.tell_draws("draw:volcano draw:ka2"),
        "The bag gives the second of 11 volcano tiles and then a Kane 2 for island A. This eruption ends Red's turn, \
         and Green, who owns Pele's card, is to place the volcano."
    );
    assert_eq!((scene.to_act(), scene.0.turn()), (GREEN, None));
    assert_eq!(
        scene.clone().tell("volcano:b"),
        "Green places the volcano on island B. It blocks Red on A, Green on E and Blue on L. All pieces of Green, Blue \
         and Red are blocked, and their turns are lost."
    );
    assert_eq!(
        scene.tell("volcano:d"),
        "Green places the volcano on island D. It blocks Red on A. Green takes a turn without god actions."
    );
}

#[test]
fn pieces_that_stand_together_are_blocked_together() {
    let place = |pieces: &str| {
        let mut scene = Scene::new(4).owner(God::Pele, GREEN).volcanoes_drawn(1).pieces(YELLOW, pieces);
        scene = scene.pieces(GREEN, "l").pieces(BLUE, "l");
        scene.play("move:ca take:kl4 draw:volcano draw:ka2");
        let told = scene.tell("volcano:i");
        told.split_once("island I. ").unwrap().1.split_once('.').unwrap().0.to_owned()
    };
    assert_eq!(place("j j"), "It blocks both pieces of Yellow on J");
    assert_eq!(place("h j"), "It blocks Yellow on H and Yellow on J");
    assert_eq!(place("e"), "It blocks no piece");
    assert_eq!(place("j:blocked"), "It blocks no further piece");
}

#[test]
fn a_volcano_that_stands_is_moved_or_left() {
    let place = |site: &str| {
        let scene = Scene::new(4).owner(God::Pele, GREEN).volcanoes_drawn(3).volcano(GREEN, "i");
        scene.played("move:ca take:kl4 draw:volcano draw:ka2").tell(&format!("volcano:{site}"))
    };
    assert!(place("i").starts_with("Green leaves the volcano on island I. It blocks Yellow on H."), "{}", place("i"));
    let moved = "Green moves the volcano, which stood on island I, and places it on island J.";
    assert!(place("j").starts_with(moved), "{}", place("j"));
}

#[test]
fn two_players_place_the_volcano_at_sea() {
    let mut scene = Scene::new(2).volcanoes_drawn(1).owner(God::Pele, YELLOW);
    scene.play("move:ce take:ku4 draw:volcano draw:ka2");
    let told = "Yellow places the volcano in sea space 5. It blocks Red on E. Yellow takes a turn without god actions.";
    assert_eq!(scene.tell("volcano:s5"), told);
    scene.play("move:hi take:lo4");
    let lost = "The bag gives a Kane 3 for island I. All pieces of Red are blocked, and Red's turn is lost.";
    assert_eq!(scene.tell_draws("draw:ka3"), lost);
}

#[test]
fn the_last_volcano_tile_ends_the_game() {
    let scene = Scene::new(4).volcanoes_drawn(9).temple(GREEN, "kane", 2).temple(YELLOW, "kane", 1);
    let mut scene = scene.with(|game| game.supply.bag_volcanoes = 1);
    scene.play("move:ca take:kl4");
    scene.0.supply.bag_offerings = 0;
    scene.0.supply.unseen = TileBag::EMPTY;
    scene.0.supply.unseen.put("ka2".parse::<Tile>().unwrap().index());
    assert_eq!(
        scene.tell_draws("draw:volcano draw:volcano"),
        "The bag gives the tenth and the last of 11 volcano tiles. The bag is empty, and the reserve goes into it. \
         That ends the game: Green wins with 2 points, before Yellow with 1."
    );
    assert_eq!((scene.0.part(Language::English).as_str(), scene.0.turn()), ("The end", None));
}

#[test]
fn giving_up_the_only_free_piece_loses_the_turn() {
    let mut scene = Scene::new(4).pieces(RED, "c:blocked d");
    scene = scene.begin_turn(RED);
    assert_eq!(
        scene.tell("remove:d"),
        "Red owns neither of Lono's cards and gives up the piece on D. The other piece is blocked, so the turn is lost."
    );
}

#[test]
fn the_set_up_is_one_line() {
    let rules = Ruleset::<Kanaloa>::built_in().rules;
    let before = Kanaloa::start(SeatCount::new(2).unwrap(), STANDARD, &rules);
    let mut game = before.clone();
    let mut drawn = Vec::new();
    while game.phase() == Phase::Chance {
        let mut outcomes = Vec::new();
        game.chance_outcomes(&mut outcomes);
        drawn.push(outcomes[0].0);
        game.play_unchecked(Event::Chance(outcomes[0].0));
    }
    assert_eq!(
        before.describe_chance(&drawn, &game, Wording::english(&names(&game))),
        "The islands get their offerings: Kanaloa 4 and Kanaloa 4 on C; Kanaloa 5 and Kanaloa 5 on D; Ku 4 and Ku 4 on \
         E; Ku 5 and Ku 5 on F; Pele 4 and Pele 4 on G; Pele 5 and Pele 5 on H; Lono 4 and Lono 4 on I; Lono 5 and \
         Lono 5 on J. The god cards are dealt: Red gets Ku's and Lono's cards; Yellow gets Kanaloa's and Pele's \
         cards. A neutral fish lies from F to G. A neutral fish lies from I to J."
    );
    // Draws that are described one by one give the same facts.
    assert_eq!(
        before.describe_chance(&drawn[..1], &after(&before, drawn[0]), Wording::english(&names(&game))),
        "The islands get their offerings: Kanaloa 4 on C."
    );
}

#[test]
fn the_table_shows_that_a_name_is_cut() {
    let game = Scene::new(2).0;
    let rules = Ruleset::<Kanaloa>::built_in().rules;
    let names = PerSeat::from_fn(game.seats(), |seat| format!("bot-{seat}-with-a-very-long-name"));
    let table = Kanaloa::text_board(&game.view(Viewer::Public), &rules, Wording::english(&names));
    assert!(table.contains("\nbot-0-with-a-very-l… (red) "), "{table}");
}

#[test]
fn the_table_shows_the_cards_beside_the_map() {
    let rules = Ruleset::<Kanaloa>::built_in().rules;
    let beside = |scene: Scene| {
        let table = Kanaloa::text_board(&scene.0.view(Viewer::Public), &rules, Wording::english(&names(&scene.0)));
        let line = table.lines().find(|line| line.starts_with("Beside the map")).unwrap();
        line.split_once("Cards  ").unwrap().1.to_owned()
    };
    let all = |scene: Scene| God::ALL.into_iter().fold(scene, |scene, god| scene.owner(god, RED));
    let four = all(Scene::new(4)).protected(God::Ku, BLUE).with(|game| game.cards[God::Pele].owner = None);
    assert_eq!(beside(four), "Kanaloa (protection), Pele, Pele (protection), Lono (protection)");
    assert_eq!(beside(all(Scene::new(2))), "-");
}

#[test]
fn the_score_sheet_has_what_breaks_a_tie() {
    let scene = Scene::new(2).temple(RED, "kane", 5).temple(RED, "ku", 7).temple(YELLOW, "lono", 3);
    let sheet = scene.0.score_sheet(Language::English);
    let ties: Vec<_> = sheet.ties.iter().map(|line| (line.label, line.points.as_slice())).collect();
    assert_eq!(ties, [("temple points that don't score", [2, 3].as_slice())]);
}

fn after(before: &Kanaloa, chance: Chance) -> Kanaloa {
    let mut after = before.clone();
    after.play_unchecked(Event::Chance(chance));
    after
}
