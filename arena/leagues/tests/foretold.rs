//! How much of a match's luck a bot can foretell if it remembers another match, in every game.

use kahua_core::referee::Luck;
use kahua_engine::{Choices, Dice, DynRuleset, Phase, SeatCount, Seed, registry};
use kahua_leagues::{Amount, Availability, Entrant, FormatSettings, SetSeeds, SetSource};

const SETS: u32 = 40;

/// What chance brings after the first decision of a match with this seed, whose bots choose at random.
fn luck_of_match(ruleset: &dyn DynRuleset, seats: SeatCount, seed: Seed, choices: u64) -> Vec<String> {
    let options = Choices::defaults(ruleset.info().options);
    let mut table = ruleset.open(seats, &options).expect("a game for this number of seats");
    let (mut luck, mut choice) = (Dice::new(seed), Dice::new(Seed::from_number(choices)));
    let mut drawn = Vec::new();
    loop {
        match table.phase() {
            Phase::Over(_) => return drawn,
            Phase::Decide(_) => drop(table.play(choice.below(table.legal_count() as u32) as usize)),
            Phase::Chance => {
                let outcome = table.draw(&mut luck);
                if table.actions_taken() > 0 {
                    drawn.push(outcome);
                }
            }
        }
    }
}

/// The luck of all matches of a league of two bots, set by set.
fn luck_of_league(ruleset: &dyn DynRuleset, luck: Luck) -> Vec<Vec<Vec<String>>> {
    let (seats, seed) = (SeatCount::new(2).unwrap(), Seed::from_number(1));
    let source = SetSource { league: "l".into(), season: 0, seats, seed, seeds: SetSeeds::EachGroup, luck };
    let mut format = FormatSettings::RoundRobin(Amount::Sets(SETS)).start(source);
    ["a", "b"].into_iter().for_each(|name| format.enter(Entrant::new(name.parse().unwrap(), "")));
    let pairings: Vec<_> = std::iter::from_fn(|| format.next(&|_| Availability::Free)).collect();
    let luck = pairings.iter().zip(0..).map(|(pairing, number)| luck_of_match(ruleset, seats, pairing.seed, number));
    luck.collect::<Vec<_>>().chunks(2).map(<[_]>::to_vec).collect()
}

/// The share of a match's outcomes that came at the same place in the other match.
fn foretold<'a>(pairs: impl Iterator<Item = (&'a Vec<String>, &'a Vec<String>)>) -> f64 {
    let (mut right, mut all) = (0.0, 0.0);
    for (known, later) in pairs {
        right += later.iter().zip(known).filter(|(later, known)| later == known).count() as f64;
        all += later.len() as f64;
    }
    right / all
}

#[test]
fn the_first_match_of_a_set_foretells_no_more_of_fresh_luck_than_a_match_of_another_set() {
    for game in registry::all() {
        let ruleset = game.built_in_ruleset();
        let within = |sets: &[Vec<Vec<String>>]| foretold(sets.iter().map(|set| (&set[0], &set[1])));
        let fresh = luck_of_league(&*ruleset, Luck::Fresh);
        let by_another_set = foretold(fresh.iter().zip(&fresh[1..]).map(|(one, next)| (&one[0], &next[1])));
        let (same, fresh) = (within(&luck_of_league(&*ruleset, Luck::Same)), within(&fresh));
        let found = format!("{}: same {same:.2}, fresh {fresh:.2}, another set {by_another_set:.2}", game.info().name);
        assert!((fresh - by_another_set).abs() < 0.05, "{found}");
        assert!(same > by_another_set + 0.3, "{found}");
    }
}
