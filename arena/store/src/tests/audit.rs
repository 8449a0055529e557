//! What organizers have done.

use super::*;
use kahua_core::limits::ACTS_MAX;

fn act(n: i64) -> Act {
    let text = |text: &str| text.to_owned();
    Act { unix_ms: n, who: text("x"), what: text("Pause"), arguments: n.to_string(), outcome: text("done") }
}

#[tokio::test]
async fn the_newest_acts_are_read_in_their_order_and_the_oldest_go() {
    let (_directory, path) = file();
    let store = Store::open(&path).unwrap();
    assert_eq!(store.reader().acts(10).unwrap(), []);
    for n in 1..=5 {
        store.note_act(act(n)).await.unwrap();
    }
    assert_eq!(store.reader().acts(3).unwrap(), [act(3), act(4), act(5)]);
    drop(store);
    let far = "UPDATE acts SET number = number + ?1 WHERE number > 2";
    assert_eq!(Connection::open(&path).unwrap().execute(far, [ACTS_MAX - 4]).unwrap(), 3);
    let store = Store::open(&path).unwrap();
    store.note_act(act(6)).await.unwrap();
    assert_eq!(store.reader().acts(10).unwrap(), [act(3), act(4), act(5), act(6)]);
}
