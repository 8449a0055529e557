//! The end of a round and of the game in sentences: who scores what for what, and what all players receive.

use std::cmp::Reverse;

use kahua_engine::games::hawaii::{God, Hawaii, RoundRules, RoundScore, Spot, Stage, Tally, round_scores};
use kahua_engine::{PerSeat, Place, Seat};

use crate::language::{Language, Wording};
use crate::prose::list;
use crate::{say, say_count};

use super::PARTS;
use super::words::{name_of, points, resources, sentence};

/// The sentences about the end of the round, if it ended when the current player took this place of the track.
pub(super) fn after_the_last(before: &Hawaii, spot: Spot, after: &Hawaii, wording: Wording<'_>) -> Vec<String> {
    let Wording { language, names } = wording;
    let over = after.board.stage == Stage::Over;
    if !over && after.board.round == before.board.round {
        return Vec::new();
    }
    let mut last = before.clone();
    last.take_spot(spot);
    let marker = last.rules.marker(last.board.round);
    let scores = round_scores(&last.board.players, &marker, &last.rules);
    let mut sentences = vec![ranking(last.board.round, &marker, &scores, wording)];
    sentences.extend(by_tokens(&scores, wording));
    if over {
        sentences.extend(final_scoring(after, wording));
    } else {
        sentences.push(income(&last, after, &marker, wording));
        let order = after.board.order.iter().map(|seat| &names[*seat]);
        sentences.push(say!(language, "The next turn order is {0}.", list(language, order)));
    }
    sentences
}

/// "Round 2 ends; the target is 11. Red gets 9 points for a sum of 14, Blue 6 for 12 and Pink nothing for 8."
fn ranking(round: u8, marker: &RoundRules, scores: &PerSeat<RoundScore>, wording: Wording<'_>) -> String {
    let Wording { language, names } = wording;
    let mut ranked: Vec<(Seat, &RoundScore)> = scores.entries().collect();
    ranked.sort_by_key(|(_, score)| Reverse((score.standing.meets(marker), score.standing.sum)));
    let nobody = ranked.iter().all(|(_, score)| !score.standing.meets(marker));
    let told = ranked.iter().enumerate().map(|(index, (seat, score))| {
        let (name, standing) = (&names[*seat], &score.standing);
        let gets = match (index, score.ranking) {
            (0, _) if nobody => say!(language, "{0} has {1}", name, standing.sum),
            (_, _) if nobody => format!("{name} {}", standing.sum),
            (0, won) => say!(language, "{0} gets {1} for a sum of {2}", name, points(language, won), standing.sum),
            (_, 0) => say!(language, "{0} nothing for {1}", name, standing.sum),
            (_, won) => say!(language, "{0} {1} for {2}", name, won, standing.sum),
        };
        match standing.lowered {
            0 => gets,
            lowered => {
                let target = u32::from(marker.target).saturating_sub(lowered);
                say!(language, "{0} (own target {1})", gets, target)
            }
        }
    });
    let (target, told) = (marker.target, list(language, told));
    match nobody {
        true => say!(language, "Round {0} ends; the target is {1}, and nobody meets it: {2}.", round, target, told),
        false => say!(language, "Round {0} ends; the target is {1}. {2}.", round, target, told),
    }
}

/// "Spear huts bring Red 2 points; Lono brings Blue 3 points."
fn by_tokens(scores: &PerSeat<RoundScore>, wording: Wording<'_>) -> Option<String> {
    let Wording { language, names } = wording;
    let to_whom = |part: fn(&RoundScore) -> u32| {
        let who: Vec<String> = scores
            .entries()
            .filter(|(_, score)| part(score) > 0)
            .map(|(seat, score)| format!("{} {}", names[seat], points(language, part(score))))
            .collect();
        (!who.is_empty()).then(|| list(language, who))
    };
    let huts = to_whom(|score| score.spear_huts).map(|who| say!(language, "spear huts bring {0}", who));
    let god = |god: God, part| to_whom(part).map(|who| say!(language, "{0} brings {1}", name_of(god), who));
    let told = [huts, god(God::Ku, |score| score.ku), god(God::Lono, |score| score.lono)].into_iter().flatten();
    sentence(&told.collect::<Vec<_>>().join("; "))
}

/// What all players receive, and who receives more from tiles.
fn income(last: &Hawaii, after: &Hawaii, marker: &RoundRules, wording: Wording<'_>) -> String {
    let Wording { language, names } = wording;
    let (shells, feet) = (u16::from(marker.shells), u16::from(marker.feet));
    let more = last.supplies.entries().filter_map(|(seat, old)| {
        let new = after.supplies[seat];
        let [shells, feet, fruit] =
            [new.shells - old.shells - shells, new.feet - old.feet - feet, new.fruit - old.fruit];
        let brought = resources(language, shells.into(), feet.into(), fruit.into());
        (shells + feet + fruit > 0).then(|| format!("{} {brought}", names[seat]))
    });
    let more: Vec<String> = more.collect();
    let all = resources(language, shells.into(), feet.into(), 0);
    if more.is_empty() {
        say!(language, "Everybody receives {0}.", all)
    } else {
        say!(language, "Everybody receives {0}; tiles bring {1}.", all, more.join("; "))
    }
}

/// The points of the final scoring, and who wins.
fn final_scoring(over: &Hawaii, wording: Wording<'_>) -> Vec<String> {
    let Wording { language, names } = wording;
    let tallies = over.board.players.map(|player| Tally::of(player, &over.rules));
    let told: Vec<String> = tallies
        .entries()
        .filter(|(_, tally)| tally.total() > 0)
        .map(|(seat, tally)| {
            format!("{} {} ({})", names[seat], points(language, tally.total()), parts(language, tally))
        })
        .collect();
    let told = if told.is_empty() { say!(language, "nobody any points").to_owned() } else { list(language, told) };
    vec![say!(language, "The final scoring brings {0}.", told), winners(over, wording)]
}

/// "kahunas 5, hula dancers 8"; of one part only its name.
fn parts(language: Language, tally: &Tally) -> String {
    let some: Vec<(&str, u32)> = PARTS.iter().map(|(label, part)| (label(language), part(tally))).collect();
    let some: Vec<(&str, u32)> = some.into_iter().filter(|(_, points)| *points > 0).collect();
    match some.as_slice() {
        [(only, _)] => (*only).to_owned(),
        several => several.iter().map(|(label, points)| format!("{label} {points}")).collect::<Vec<_>>().join(", "),
    }
}

/// "Red wins with 88 points."
fn winners(over: &Hawaii, wording: Wording<'_>) -> String {
    let Wording { language, names } = wording;
    let outcome = over.outcome();
    let seats = || over.board.players.count().seats();
    let first: Vec<Seat> = seats().filter(|seat| outcome.places[*seat] == Place::FIRST).collect();
    let score = first.first().map_or(0, |seat| outcome.scores[*seat]);
    let who = list(language, first.iter().map(|seat| &names[*seat]));
    let score_abs = score.unsigned_abs();
    let with_points = say_count!(language, score_abs, "with {0} point", "with {0} points");
    let beaten: Vec<Seat> = seats().filter(|seat| outcome.scores[*seat] == score && !first.contains(seat)).collect();
    match (first.len(), beaten.is_empty()) {
        (1, true) => say!(language, "{0} wins {1}.", who, with_points),
        (1, false) => {
            let others = list(language, beaten.iter().map(|seat| &names[*seat]));
            let left = |seat: &Seat| over.supplies[*seat].total();
            let (more, less) = (left(&first[0]), beaten.iter().map(left).max().unwrap_or(0));
            say!(
                language,
                "{0} wins {1}, ahead of {2} by {3} to {4} shells, feet and fruit left.",
                who,
                with_points,
                others,
                more,
                less
            )
        }
        _ => {
            let each = say_count!(language, score_abs, "with {0} point each", "with {0} points each");
            say!(language, "{0} share the win {1}, and with as many shells, feet and fruit left.", who, each)
        }
    }
}
