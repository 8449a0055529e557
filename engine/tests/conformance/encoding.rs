//! Observations and the numbers of actions.

use std::collections::BTreeSet;
use std::path::Path;

use kahua_engine::encode::{Encode, Encoding, Kind, PlacedBlock};
use kahua_engine::{Phase, Viewer, Wire};

use crate::golden;
use crate::tables::TableOf;

fn encoding<G: Encode>(table: &TableOf<G>) -> Encoding<G> {
    Encoding::new(table.seats, &table.ruleset.rules)
}

/// Every column is within the bounds of its block, and every row of a one-hot block has one 1 at most.
pub(crate) fn observations<G: Encode>(table: &TableOf<G>) {
    let encoding = encoding(table);
    let blocks = encoding.layout().blocks();
    let names: BTreeSet<&str> = blocks.iter().map(|placed| placed.block.name).collect();
    assert_eq!(names.len(), blocks.len(), "two blocks have one name");
    let mut columns = vec![9; encoding.layout().len()];
    table.each_state(|state| {
        for viewer in table.seats.seats() {
            encoding.observe(&state.view(Viewer::Seat(viewer)), viewer, &mut columns);
            for placed @ PlacedBlock { block, shape, offset } in blocks {
                let columns = &columns[*offset..][..placed.len()];
                assert!(columns.iter().all(|column| *column <= block.max), "{}: {columns:?}", block.name);
                for row in columns.chunks(shape[shape.len() - 1]) {
                    let sound = match block.kind {
                        Kind::OneHot => row.iter().sum::<u8>() <= 1,
                        Kind::Sum => row.windows(2).all(|pair| pair[0] == u8::MAX || pair[1] == 0),
                        Kind::Flags | Kind::Counts => true,
                    };
                    assert!(sound, "{}: {row:?}", block.name);
                }
            }
        }
    });
}

/// Ids and paths differ from action to action, lie within their bounds, and lead back to the action.
pub(crate) fn actions<G: Encode>(table: &TableOf<G>) {
    let encoding = encoding(table);
    let vocabulary = encoding.vocabulary();
    let mut legal = Vec::new();
    table.each_state(|state| {
        let Phase::Decide(seat) = state.phase() else { return };
        state.legal_actions(&mut legal);
        let mut ids = BTreeSet::new();
        let mut of_list = vec![-1; legal.len()];
        encoding.ids(&legal, seat, &mut of_list);
        for (action, of_list) in legal.iter().zip(of_list) {
            let id = encoding.id(action, seat).unwrap_or_else(|| panic!("{action} has no id"));
            assert!(id < vocabulary.ids() && ids.insert(id), "{action} has id {id}");
            assert_eq!(u32::try_from(of_list), Ok(id), "{action}");
            assert_eq!(encoding.action(id, seat), Some(*action));
            let steps = vocabulary.steps(id).unwrap();
            let path = vocabulary.path(steps);
            assert!(path.iter().all(|token| usize::from(*token) < vocabulary.tokens()), "{action}: {path:?}");
            assert_eq!(vocabulary.steps_of_path(&path), Some(steps), "{action}");
        }
    });
}

/// What a network was trained with stays as it is: see the files.
pub(crate) fn written<G: Wire + Encode>(table: &TableOf<G>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games").join(G::INFO.name).join("encoding");
    let text = format!("encoding {}: {}", G::ENCODING_VERSION, encoding(table).describe());
    golden::compare(&folder.join(format!("{}-seats.txt", table.seats)), text);
}
