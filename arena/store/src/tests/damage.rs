//! Pages of the file that the disk returns with other bytes than were written.

use std::fs;

use super::*;

/// The size of SQLite's pages.
const PAGE: usize = 4096;

/// A record so long that its row goes on over many pages, each full of this letter.
fn long(n: u64, letter: &str) -> pb::MatchRecord {
    let comment = letter.repeat(10 * PAGE);
    sealed(pb::MatchRecord { arena_version: comment, ..finished(n, 3) })
}

#[tokio::test]
async fn a_record_on_a_damaged_page_is_left_out_and_the_others_are_read() {
    let (_directory, path) = file();
    let store = Store::open(&path).unwrap();
    for n in 0..10 {
        store.finish(&long(n, if n == 4 { "X" } else { "o" })).await.unwrap();
    }
    drop(store);
    let mut bytes = fs::read(&path).unwrap();
    // An overflow page of a long row begins with the number of the next page.
    let page = bytes.chunks_mut(PAGE).find(|page| page[4..].iter().all(|byte| *byte == b'X')).unwrap();
    page[..4].copy_from_slice(&[0xff; 4]);
    fs::write(&path, bytes).unwrap();

    let reader = Reader::open(&path).unwrap();
    let read: Vec<_> = reader.records().collect();
    assert_eq!(read.len(), 10);
    for (n, record) in (0..10).zip(read) {
        match record {
            Ok(record) => assert_eq!(record, long(n, "o")),
            Err(StoreError::Damaged { id: of, .. }) => assert_eq!((n, of), (4, id(4).to_string())),
            Err(error) => panic!("{error}"),
        }
    }
    let listed = reader.summaries(&Query { limit: 20, ..Query::default() }).unwrap().matches;
    let damaged: Vec<_> = listed.iter().map(Result::is_err).collect();
    assert_eq!(damaged, (0..10).rev().map(|n| n == 4).collect::<Vec<_>>());
    assert!(!StoreFile::open(&path).unwrap().faults().unwrap().is_empty());
}
