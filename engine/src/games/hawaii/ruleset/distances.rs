//! Distances on the island: the shortest paths over its sites (W2).

use crate::games::hawaii::places::Place;

const PLACES: usize = Place::ALL.len();

/// The feet from the beach to each place, and from each place to each.
type Distances = ([u8; PLACES], [[u8; PLACES]; PLACES]);

/// All distances, given the places next to the beach and the neighbours of each place. A path never touches the beach on
/// its way, and staying at a place costs as much as one step.
///
/// # Errors
/// If the neighbours aren't mutual, or a place can't be reached.
pub(crate) fn distances(beach: &[usize], neighbours: &[Vec<usize>; PLACES]) -> Result<Distances, String> {
    if let Some(stranger) = beach.iter().find(|place| **place >= PLACES) {
        return Err(format!("island.beach: there is no place {stranger}"));
    }
    for (place, around) in neighbours.iter().enumerate() {
        for &other in around {
            if other >= PLACES || other == place || !neighbours[other].contains(&place) {
                return Err(format!(
                    "island.neighbours: place {place} lists {other}, which must be another place and list {place} too"
                ));
            }
        }
    }
    let from_beach = spread(beach, neighbours)
        .ok_or_else(|| "island.beach: some place can't be reached from the beach".to_owned())?;
    let mut between = [[1; PLACES]; PLACES];
    for (from, row) in between.iter_mut().enumerate() {
        let steps = spread(&neighbours[from], neighbours).ok_or_else(|| {
            format!("island.neighbours: some place can't be reached from {from} without touching the beach")
        })?;
        for (to, feet) in row.iter_mut().enumerate().filter(|(to, _)| *to != from) {
            *feet = steps[to];
        }
    }
    Ok((from_beach, between))
}

/// The number of steps to each place if the first step leads to one of `first`; `None` if some place can't be reached.
fn spread(first: &[usize], neighbours: &[Vec<usize>; PLACES]) -> Option<[u8; PLACES]> {
    let mut steps = [0; PLACES];
    let mut edge = first.to_vec();
    for step in 1..=PLACES as u8 {
        let mut next = Vec::new();
        for place in edge {
            if steps[place] == 0 {
                steps[place] = step;
                next.extend(&neighbours[place]);
            }
        }
        edge = next;
    }
    steps.iter().all(|step| *step > 0).then_some(steps)
}
