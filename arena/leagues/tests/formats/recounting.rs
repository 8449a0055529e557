//! Organizers correct results while a league is played: it goes on as if it had been told the corrected ones from the beginning.

use kahua_core::referee::SetPosition;
use kahua_engine::PerSeat;
use kahua_leagues::{Entrant, FormatSettings, Lopsided, Outcome, Pairing};

use crate::support::{League, all_free, hand_out_all, league};
use crate::swiss::swiss;

type Told = Vec<(SetPosition, PerSeat<Entrant>, Outcome)>;

/// Plays this many matches, one after another; the bot with the smaller number wins. Returns what the league was told.
fn play(league: &mut League, matches: usize) -> Told {
    let mut told = Vec::new();
    for _ in 0..matches {
        let Pairing { seats, set, .. } = league.next(&all_free).expect("there is more to play");
        let first_wins = seats.as_slice()[0] < seats.as_slice()[1];
        let places = PerSeat::from_values(if first_wins { [1, 2] } else { [2, 1] }).unwrap();
        league.ended(&set, &seats, &Outcome::Places(places.clone()));
        told.push((set, seats, Outcome::Places(places)));
    }
    told
}

/// The same with the places of every third match turned, and every seventh match annulled.
fn corrected(told: &Told) -> Told {
    let correct = |(number, (set, seats, outcome)): (usize, &(SetPosition, PerSeat<Entrant>, Outcome))| {
        let outcome = match outcome {
            _ if number % 7 == 0 => Outcome::Annulled,
            Outcome::Places(places) if number % 3 == 0 => {
                Outcome::Places(PerSeat::from_values(places.iter().rev().copied()).unwrap())
            }
            outcome => outcome.clone(),
        };
        (set.clone(), seats.clone(), outcome)
    };
    told.iter().enumerate().map(correct).collect()
}

/// A league that was told all this after a restart.
fn rebuilt(settings: &FormatSettings, told: &Told) -> League {
    let mut league = league(settings, BOTS, 2);
    told.iter().for_each(|(set, seats, outcome)| league.ended(set, seats, outcome));
    league
}

const BOTS: usize = 8;

fn goes_on_as_rebuilt(settings: &FormatSettings, matches: usize) {
    let mut live = league(settings, BOTS, 2);
    let told = play(&mut live, matches);
    let corrected = corrected(&told);
    let mut uncorrected = rebuilt(settings, &told);
    live.recount(&corrected);
    let mut again = rebuilt(settings, &corrected);
    assert_eq!(live.progress(), again.progress());
    let (next, expected) = (play(&mut live, 8), play(&mut again, 8));
    assert_eq!(next, expected, "{settings:?}");
    assert_ne!(next, play(&mut uncorrected, 8), "the corrections change nothing: this test shows nothing");
}

#[test]
fn swiss_rounds_and_ladders_follow_corrected_results() {
    goes_on_as_rebuilt(&swiss(9), 16);
    goes_on_as_rebuilt(&FormatSettings::Ladder(Lopsided::default()), 40);
}

#[test]
fn an_annulled_match_isnt_played_again_and_one_that_is_open_counts_once() {
    let settings = swiss(1);
    let mut league = league(&settings, 2, 2);
    let [first, second] = <[Pairing; 2]>::try_from(hand_out_all(&mut league)).unwrap();
    let places = Outcome::Places(PerSeat::from_values([1, 2]).unwrap());
    let told = vec![
        (first.set.clone(), first.seats.clone(), Outcome::Annulled),
        // It is on the disk already, but the league hasn't been told.
        (second.set.clone(), second.seats.clone(), places.clone()),
    ];
    league.ended(&first.set, &first.seats, &places);
    league.recount(&told);
    assert_eq!(league.progress().ended, 1);
    league.ended(&second.set, &second.seats, &places);
    assert_eq!((league.progress().ended, league.progress().planned), (2, Some(2)));
    assert_eq!(league.next(&all_free), None);
}
