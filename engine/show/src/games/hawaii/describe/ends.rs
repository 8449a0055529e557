//! The end of a round and of the game in sentences: who scores what for what, and what all players receive.

use std::cmp::Reverse;

use kahua_engine::games::hawaii::{Hawaii, RoundRules, RoundScore, Spot, Stage, Tally, round_scores};
use kahua_engine::{PerSeat, Place, Seat};

use crate::prose::list;

use super::words::{points, resources, sentence};
use super::{PARTS, Part};

/// The sentences about the end of the round, if it ended when the current player took this place of the track.
pub(super) fn after_the_last(before: &Hawaii, spot: Spot, after: &Hawaii, names: &PerSeat<String>) -> Vec<String> {
    let over = after.board.stage == Stage::Over;
    if !over && after.board.round == before.board.round {
        return Vec::new();
    }
    let mut last = before.clone();
    last.take_spot(spot);
    let marker = last.rules.marker(last.board.round);
    let scores = round_scores(&last.board.players, &marker, &last.rules);
    let mut sentences = vec![ranking(last.board.round, &marker, &scores, names)];
    sentences.extend(by_tokens(&scores, names));
    if over {
        sentences.extend(final_scoring(after, names));
    } else {
        sentences.push(income(&last, after, &marker, names));
        let order = after.board.order.iter().map(|seat| &names[*seat]);
        sentences.push(format!("The next turn order is {}.", list(order)));
    }
    sentences
}

/// "Round 2 ends; the target is 11. Red gets 9 points for a sum of 14, Blue 6 for 12 and Pink nothing for 8."
fn ranking(round: u8, marker: &RoundRules, scores: &PerSeat<RoundScore>, names: &PerSeat<String>) -> String {
    let mut ranked: Vec<(Seat, &RoundScore)> = scores.entries().collect();
    ranked.sort_by_key(|(_, score)| Reverse((score.standing.meets(marker), score.standing.sum)));
    let nobody = ranked.iter().all(|(_, score)| !score.standing.meets(marker));
    let told = ranked.iter().enumerate().map(|(index, (seat, score))| {
        let (name, standing) = (&names[*seat], &score.standing);
        let gets = match (index, score.ranking) {
            (0, _) if nobody => "has".into(),
            (_, _) if nobody => String::new(),
            (0, won) => format!("gets {} for a sum of", points(won)),
            (_, 0) => "nothing for".into(),
            (_, won) => format!("{won} for"),
        };
        let target = match standing.lowered {
            0 => String::new(),
            lowered => format!(" (own target {})", u32::from(marker.target).saturating_sub(lowered)),
        };
        let gets = if gets.is_empty() { gets } else { format!(" {gets}") };
        format!("{name}{gets} {}{target}", standing.sum)
    });
    let met = if nobody { ", and nobody meets it: " } else { ". " };
    format!("Round {round} ends; the target is {}{met}{}.", marker.target, list(told))
}

/// "Spear huts bring Red 2 points; Lono brings Blue 3 points."
fn by_tokens(scores: &PerSeat<RoundScore>, names: &PerSeat<String>) -> Option<String> {
    let parts: [Part<RoundScore>; 3] = [
        ("spear huts bring", |score| score.spear_huts),
        ("Ku brings", |score| score.ku),
        ("Lono brings", |score| score.lono),
    ];
    let told = parts.into_iter().filter_map(|(bring, part)| {
        let who: Vec<String> = scores
            .entries()
            .filter(|(_, score)| part(score) > 0)
            .map(|(seat, score)| format!("{} {}", names[seat], points(part(score))))
            .collect();
        (!who.is_empty()).then(|| format!("{bring} {}", list(who)))
    });
    sentence(&told.collect::<Vec<_>>().join("; "))
}

/// What all players receive, and who receives more from tiles.
fn income(last: &Hawaii, after: &Hawaii, marker: &RoundRules, names: &PerSeat<String>) -> String {
    let (shells, feet) = (u16::from(marker.shells), u16::from(marker.feet));
    let more = last.supplies.entries().filter_map(|(seat, old)| {
        let new = after.supplies[seat];
        let [shells, feet, fruit] =
            [new.shells - old.shells - shells, new.feet - old.feet - feet, new.fruit - old.fruit];
        let brought = resources(shells.into(), feet.into(), fruit.into());
        (shells + feet + fruit > 0).then(|| format!("{} {brought}", names[seat]))
    });
    let more: Vec<String> = more.collect();
    let all = resources(shells.into(), feet.into(), 0);
    if more.is_empty() {
        format!("Everybody receives {all}.")
    } else {
        format!("Everybody receives {all}; tiles bring {}.", more.join("; "))
    }
}

/// The points of the final scoring, and who wins.
fn final_scoring(over: &Hawaii, names: &PerSeat<String>) -> Vec<String> {
    let tallies = over.board.players.map(|player| Tally::of(player, &over.rules));
    let told: Vec<String> = tallies
        .entries()
        .filter(|(_, tally)| tally.total() > 0)
        .map(|(seat, tally)| format!("{} {} ({})", names[seat], points(tally.total()), parts(tally)))
        .collect();
    let told = if told.is_empty() { "nobody any points".into() } else { list(told) };
    vec![format!("The final scoring brings {told}."), winners(over, names)]
}

/// "kahunas 5, hula dancers 8"; of one part only its name.
fn parts(tally: &Tally) -> String {
    let some: Vec<(&str, u32)> = PARTS.iter().map(|(label, part)| (*label, part(tally))).collect();
    let some: Vec<(&str, u32)> = some.into_iter().filter(|(_, points)| *points > 0).collect();
    match some.as_slice() {
        [(only, _)] => (*only).to_owned(),
        several => several.iter().map(|(label, points)| format!("{label} {points}")).collect::<Vec<_>>().join(", "),
    }
}

/// "Red wins with 88 points."
fn winners(over: &Hawaii, names: &PerSeat<String>) -> String {
    let outcome = over.outcome();
    let seats = || over.board.players.count().seats();
    let first: Vec<Seat> = seats().filter(|seat| outcome.places[*seat] == Place::FIRST).collect();
    let score = first.first().map_or(0, |seat| outcome.scores[*seat]);
    let who = list(first.iter().map(|seat| &names[*seat]));
    let scored = points(score.unsigned_abs());
    let beaten: Vec<Seat> = seats().filter(|seat| outcome.scores[*seat] == score && !first.contains(seat)).collect();
    match (first.len(), beaten.is_empty()) {
        (1, true) => format!("{who} wins with {scored}."),
        (1, false) => {
            let others = list(beaten.iter().map(|seat| &names[*seat]));
            let left = |seat: &Seat| over.supplies[*seat].total();
            let (more, less) = (left(&first[0]), beaten.iter().map(left).max().unwrap_or(0));
            format!("{who} wins with {scored}, ahead of {others} by {more} to {less} shells, feet and fruit left.")
        }
        _ => format!("{who} share the win with {scored} each, and with as many shells, feet and fruit left."),
    }
}
